package upstream

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"cartaz/builder/internal/upstream/fetch"
)

// files reads every file that source.path names, in the order of their names.
func (r *reader) files(ctx context.Context) error {
	names, err := find(r.src.Dir, r.src.Path)
	if err != nil {
		return ErrUnavailable.Errorf("look for %s: %w", r.src.Redact(r.src.Path), fetch.Plain(err))
	}
	if len(names) == 0 {
		return ErrUnavailable.Errorf("no file matches %s: check source.path",
			r.src.Redact(r.src.Path))
	}
	for _, name := range names {
		if err := r.file(ctx, name); err != nil {
			return err
		}
	}
	return nil
}

// file reads one file of the source.
func (r *reader) file(ctx context.Context, name string) error {
	// Opening a pipe would wait for its writer.
	info, err := os.Stat(name)
	if err == nil && !info.Mode().IsRegular() {
		err = errors.New("not a regular file")
	}
	var f *os.File
	if err == nil {
		f, err = os.Open(name)
	}
	if err != nil {
		return ErrUnavailable.Errorf("%s: %w", r.src.Redact(name), fetch.Plain(err))
	}
	defer f.Close()
	shown := r.src.shown(name)
	r.wait(func() {}, func() int64 {
		return max(info.Size(), fetch.SizeOf(io.NewSectionReader(f, 0, info.Size())))
	})
	body, err := fetch.Unpack(f, false)
	if err != nil {
		return fmt.Errorf("%s: %w", shown, err)
	}
	_, _, err = r.read(ctx, document{name: shown, ndjson: fetch.LinesName(name), body: body})
	return err
}

// find returns the files that a pattern matches, sorted. Only the part below dir is a pattern: the
// folders above may have any name. ** is any number of folders. A name that starts with a dot is
// matched only by a pattern that has the dot. A file whose name is exactly the pattern wins over
// its matches.
func find(dir, pattern string) (found []string, err error) {
	if _, err := os.Stat(pattern); err == nil {
		return []string{pattern}, nil
	}
	rel, err := filepath.Rel(dir, pattern)
	if err != nil {
		return nil, err
	}
	parts := strings.Split(filepath.ToSlash(rel), "/")
	for len(parts) > 1 && !strings.ContainsAny(parts[0], `*?[\`) {
		dir, parts = filepath.Join(dir, parts[0]), parts[1:]
	}
	err = match(dir, parts, func(name string) { found = append(found, name) })
	slices.Sort(found)
	return slices.Compact(found), err
}

// match finds the files below base that fit the parts of a pattern.
func match(base string, parts []string, hit func(name string)) error {
	entries, err := os.ReadDir(base)
	if errors.Is(err, os.ErrNotExist) || errors.Is(err, syscall.ENOTDIR) {
		return nil
	}
	deep := parts[0] == "**"
	if rest := parts[1:]; deep && len(rest) > 0 {
		err = cmp.Or(err, match(base, rest, hit))
	}
	// A folder that cannot be read would silently shrink the catalogue.
	for _, e := range entries {
		name := filepath.Join(base, e.Name())
		fits, wrong := path.Match(parts[0], e.Name())
		switch {
		case err != nil:
			return err
		case wrong != nil:
			return fmt.Errorf("%q is not a pattern", parts[0])
		case !fits, e.Name() == "_index.md", // of a list of pages, as Hugo has it
			strings.HasPrefix(e.Name(), ".") && !strings.HasPrefix(parts[0], "."):
		case deep && e.IsDir():
			// Links to folders are not followed: they can form a loop.
			err = match(name, parts, hit)
		case len(parts) > 1 && !deep:
			err = match(name, parts[1:], hit)
		case len(parts) == 1:
			if info, err := os.Stat(name); err != nil || !info.IsDir() {
				hit(name)
			}
		}
	}
	return err
}
