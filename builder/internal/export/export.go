// Package export writes the live release of a brand as plain files, for static hosts and CDNs.
package export

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"cartaz/builder/catalog"
	"cartaz/builder/internal/durable"
	"cartaz/builder/release"
)

// Site writes the public resources of a release as plain files below the site folder of a brand:
// pages as .html beside their .md, everything else at its own path, as the brand spells it. It does
// not touch files that already hold the right bytes, so a later copy to a static host moves changes
// only; it removes files that the release does not know. It returns how many files it wrote or
// removed.
//
// A marker ([MarkerFile]) names the exported release. If it names rel, Site looks at no file. From
// one release to the next it writes and removes the files that differ; if the marker or its release
// is missing, it compares every byte.
//
// The export is a convenience and not the source of truth: it is not fsynced, and the next build
// repairs the damage of a crash.
func Site(dir string, rel *release.Release) (changed int, err error) {
	return export(dir, rel, marked)
}

// Whole is like [Site] without the marker: it compares every byte.
func Whole(dir string, rel *release.Release) (changed int, err error) {
	return export(dir, rel, func(*os.Root) string { return "" })
}

// export is [Site] with a function that returns the id of the release that site/ has, or "" to
// compare every byte. Its errors name the folder, their causes the file.
func export(dir string, rel *release.Release, marked func(*os.Root) string) (int, error) {
	changed, err := site(dir, rel, marked)
	if err != nil {
		err = fmt.Errorf("export to %s: %w", filepath.Join(dir, release.SiteDir), err)
	}
	return changed, err
}

// site implements [export] without the name of the folder.
func site(dir string, rel *release.Release, marked func(*os.Root) string) (int, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return 0, err
	}
	defer root.Close()
	id := ""
	if info, err := root.Lstat(release.SiteDir); err == nil && info.IsDir() {
		id = marked(root)
	}
	if id == rel.ID() {
		return 0, nil
	}
	if err := ensureDir(root, release.SiteDir); err != nil {
		return 0, err
	}
	site, err := root.OpenRoot(release.SiteDir)
	if err != nil {
		return 0, err
	}
	defer site.Close()
	// The marker must not outlive the files.
	if err := root.RemoveAll(MarkerFile); err != nil {
		return 0, err
	}
	before := openBefore(dir, id)
	if before != nil {
		defer before.Close()
	}
	e := &exporter{root: site, known: map[string]bool{}, before: before, now: spelling(rel)}
	if before != nil {
		e.was = spelling(before)
	}
	err = e.all(rel)
	if err != nil && e.before != nil { // another program changed the files
		e.before, e.known = nil, map[string]bool{}
		err = e.all(rel)
	}
	if err == nil {
		err = mark(root, rel.ID())
	}
	return e.changed, err
}

// all writes the resources of a release and removes other files.
func (e *exporter) all(rel *release.Release) error {
	for ref := range rel.Resources() {
		if err := e.resource(ref); err != nil {
			return err
		}
	}
	if e.before == nil {
		return e.clean()
	}
	return e.removeGone()
}

type exporter struct {
	root     *os.Root
	before   *release.Release // the release below root; nil if unknown
	was, now catalog.Spelling // spellings of before, and of the release being written
	known    map[string]bool  // files and folders of the release
	changed  int
}

func spelling(rel *release.Release) catalog.Spelling {
	return catalog.NewSpelling("", rel.Manifest().Brand.Paths)
}

// exported returns the file of a resource and its content: the first uncoded variant, HTML for
// pages. ok is false for a resource that only the edge uses.
func exported(s *catalog.Spelling, ref release.Ref) (name string, v release.VariantRef, ok bool) {
	path := s.Own(string(ref.Path()))
	if path[0] != '/' {
		return "", v, false
	}
	if v, ok = ref.Plain(); ok {
		name = exportName(path, v.ContentType())
	}
	return name, v, ok
}

// resource writes one resource unless the previous release has it.
func (e *exporter) resource(ref release.Ref) error {
	name, v, ok := exported(&e.now, ref)
	if !ok {
		return nil
	}
	if e.before != nil {
		if old, found := e.before.Lookup(string(ref.Path())); found {
			was, w, ok := exported(&e.was, old)
			if ok && was == name && w.Digest() == v.Digest() {
				e.belongs(name)
				return nil
			}
		}
	}
	body, err := v.Body()
	if err != nil {
		return err
	}
	return e.write(name, body)
}

// belongs notes a file and the folders above it.
func (e *exporter) belongs(name string) {
	for ; name != "." && !e.known[name]; name = path.Dir(name) {
		e.known[name] = true
	}
}

// exportName returns the file of a resource: static hosts find /x in x.html.
func exportName(resource, contentType string) string {
	name := strings.TrimPrefix(resource, "/")
	if strings.HasPrefix(contentType, "text/html") {
		if name == "" {
			name = "index"
		}
		name += ".html"
	}
	return name
}

// write writes a file unless it has the content already.
func (e *exporter) write(name string, body []byte) error {
	if !fs.ValidPath(name) {
		return fmt.Errorf("%q is not a file name", name)
	}
	if err := e.parents(name); err != nil {
		return err
	}
	e.known[name] = true
	info, err := e.root.Lstat(name)
	if err == nil && !info.Mode().IsRegular() { // the exporter never made it
		err = cmp.Or(e.root.RemoveAll(name), fs.ErrNotExist)
	}
	if errors.Is(err, fs.ErrNotExist) {
		// The address is new to all readers, so the file is written in place: a rename costs more
		// than all other steps for a small file.
		e.changed++
		return e.root.WriteFile(name, body, 0o644)
	}
	if err == nil && info.Size() == int64(len(body)) {
		var old []byte
		if old, err = e.root.ReadFile(name); bytes.Equal(old, body) {
			return err
		}
	}
	// By rename: a server that reads the file meanwhile sees all or nothing.
	if err == nil {
		err = durable.New(e.root, durable.NoSync).WriteFile(name, body, 0o644)
	}
	if err == nil {
		e.changed++
	}
	return err
}

// parents makes the folders above a file, from the top.
func (e *exporter) parents(name string) error {
	dir := path.Dir(name)
	if dir == "." || e.known[dir] {
		return nil
	}
	if err := e.parents(dir); err != nil {
		return err
	}
	e.known[dir] = true
	return ensureDir(e.root, dir)
}

// ensureDir makes a folder. It removes anything else of that name: a symlink would redirect all
// writes and removals below it to another place.
func ensureDir(root *os.Root, name string) error {
	info, err := root.Lstat(name)
	if err == nil && info.IsDir() {
		return nil
	}
	if err == nil {
		err = root.Remove(name)
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return root.Mkdir(name, 0o755)
}

// removeGone removes files of the previous release that this release lacks.
func (e *exporter) removeGone() error {
	left := map[string]bool{}
	for ref := range e.before.Resources() {
		name, _, ok := exported(&e.was, ref)
		for ; ok && name != "." && !e.known[name] && !left[name]; name = path.Dir(name) {
			left[name] = true
		}
	}
	gone := slices.Collect(maps.Keys(left))
	slices.Sort(gone) // a folder comes before its files
	for _, name := range gone {
		if _, err := e.root.Lstat(name); err != nil {
			if errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR) {
				continue // removed with its folder
			}
			return err
		}
		if err := e.root.RemoveAll(name); err != nil {
			return err
		}
		e.changed++
	}
	return nil
}

// clean removes files that the release does not know.
func (e *exporter) clean() error {
	return fs.WalkDir(e.root.FS(), ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || name == "." || e.known[name] {
			return err
		}
		e.changed++
		if err := e.root.RemoveAll(name); err != nil {
			return err
		}
		if entry.IsDir() {
			return fs.SkipDir
		}
		return nil
	})
}
