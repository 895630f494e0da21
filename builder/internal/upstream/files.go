package upstream

import (
	"context"
	"errors"
	"fmt"
	"maps"
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
		return fmt.Errorf("%w: look for %s: %w", ErrUnavailable, r.src.Redact(r.src.Path),
			fetch.Plain(err))
	}
	if len(names) == 0 {
		return fmt.Errorf("%w: no file matches %s: check source.path", ErrUnavailable,
			r.src.Redact(r.src.Path))
	}
	for _, name := range names {
		if err := r.file(ctx, name); err != nil {
			return err
		}
	}
	return nil
}

func (r *reader) file(ctx context.Context, name string) error {
	f, err := openRegular(name)
	if err != nil {
		return fmt.Errorf("%w: %s: %w", ErrUnavailable, r.src.Redact(name), fetch.Plain(err))
	}
	defer f.Close()
	shown := r.src.shown(name)
	body, err := fetch.Unpack(ctx, f, false)
	if err != nil {
		return fmt.Errorf("%s: %w", shown, err)
	}
	_, _, err = r.read(ctx, document{name: shown, ndjson: fetch.LinesName(name), body: body})
	return err
}

// openRegular opens a file. It looks before that: opening a pipe waits for its writer.
func openRegular(name string) (*os.File, error) {
	info, err := os.Stat(name)
	if err == nil && !info.Mode().IsRegular() {
		err = errors.New("not a regular file")
	}
	if err != nil {
		return nil, err
	}
	return os.Open(name)
}

// find gives the files that a pattern matches, sorted. Only the part below dir is a pattern: the
// folders above may have any name. ** is any number of folders. Names that start with a dot are
// matched by a dot only. A file that bears the very name of the pattern is meant.
func find(dir, pattern string) ([]string, error) {
	if _, err := os.Stat(pattern); err == nil {
		return []string{pattern}, nil
	}
	rel, err := filepath.Rel(dir, pattern)
	if err != nil {
		return nil, err
	}
	found := map[string]bool{}
	if err := match(dir, strings.Split(filepath.ToSlash(rel), "/"), found); err != nil {
		return nil, err
	}
	return slices.Sorted(maps.Keys(found)), nil
}

// match adds what lies below base and fits the parts of a pattern.
func match(base string, parts []string, found map[string]bool) error {
	part, rest := parts[0], parts[1:]
	if !strings.ContainsAny(part, `*?[\`) {
		next := filepath.Join(base, part)
		if len(rest) > 0 {
			return match(next, rest, found)
		}
		info, err := os.Stat(next)
		switch {
		case absent(err):
			return nil
		case err != nil:
			return err
		case !info.IsDir():
			found[next] = true
		}
		return nil
	}
	if part == "**" {
		if len(rest) == 0 {
			rest = []string{"*"}
		}
		if err := match(base, rest, found); err != nil {
			return err
		}
	}
	entries, err := os.ReadDir(base)
	if absent(err) {
		return nil
	}
	if err != nil {
		// A folder that cannot be read would silently shrink the catalogue.
		return err
	}
	for _, e := range entries {
		name := filepath.Join(base, e.Name())
		if strings.HasPrefix(e.Name(), ".") && !strings.HasPrefix(part, ".") {
			continue
		}
		if part == "**" {
			// Links to folders are not followed: they can form a loop.
			if e.IsDir() {
				if err := match(name, append([]string{"**"}, rest...), found); err != nil {
					return err
				}
			}
			continue
		}
		ok, err := path.Match(part, e.Name())
		switch {
		case err != nil:
			return fmt.Errorf("%q is not a pattern", part)
		case !ok:
		case len(rest) > 0:
			if err := match(name, rest, found); err != nil {
				return err
			}
		default:
			if info, err := os.Stat(name); err != nil || !info.IsDir() {
				found[name] = true
			}
		}
	}
	return nil
}

// absent says that a name leads nowhere, which a pattern may.
func absent(err error) bool {
	return errors.Is(err, os.ErrNotExist) || errors.Is(err, syscall.ENOTDIR)
}
