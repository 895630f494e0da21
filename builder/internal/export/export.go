// Package export writes the live release of a brand as plain files, for static hosts and CDNs.
package export

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"
	"syscall"

	"cartaz/builder/release"
)

// Site writes the public resources of a release as plain files below the site folder of a brand:
// pages as .html beside their .md, everything else at its own path. Files that already hold the
// right bytes are not touched, so that a later copy to a static host moves changes only; files that
// the release does not know are removed. It returns how many files it wrote or removed. An address
// that no file system could name, as earlier builders gave to a city with a name of a thousand
// letters, is left to the edge.
//
// The exporter remembers what it wrote ([MemoryFile]). Of a site that it remembers it looks at all
// folders and at a part of the files, another one each time, and writes what the release has
// otherwise. When anything is not as it was left, or nothing is remembered, it compares every byte.
//
// The export is a convenience and not the source of truth: it is not fsynced, and the next build
// repairs whatever a crash leaves.
func Site(dir string, rel *release.Release) (changed int, err error) {
	return site(dir, rel, recall)
}

// Whole is Site, and compares every byte, whatever is remembered.
func Whole(dir string, rel *release.Release) (changed int, err error) {
	return site(dir, rel, func(*os.Root) *memory { return nil })
}

func site(dir string, rel *release.Release, recall func(*os.Root) *memory) (int, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return 0, fmt.Errorf("export: %w", err)
	}
	defer root.Close()
	if err := ensureDir(root, release.SiteDir); err != nil {
		return 0, fmt.Errorf("export: %w", err)
	}
	site, err := root.OpenRoot(release.SiteDir)
	if err != nil {
		return 0, fmt.Errorf("export: %w", err)
	}
	defer site.Close()
	m := recall(root)
	if m != nil && !m.holds(site) {
		m = nil
	}
	if m != nil && m.release == rel.ID() {
		if err := m.next(root); err != nil {
			return 0, fmt.Errorf("export: %w", err)
		}
		return 0, nil
	}
	// What is remembered must not outlive what it is about.
	if err := root.RemoveAll(MemoryFile); err != nil {
		return 0, fmt.Errorf("export: %w", err)
	}
	e := &exporter{root: site, known: map[string]bool{}, files: map[string][]file{".": nil},
		before: m.digests()}
	if err := e.all(rel, m); err != nil {
		// The cause names the file.
		return e.changed, fmt.Errorf("export to %s: %w", site.Name(), err)
	}
	_ = e.remember(root, rel.ID()) // it only makes the next export faster
	return e.changed, nil
}

// all writes the resources of a release and removes what is none.
func (e *exporter) all(rel *release.Release, m *memory) error {
	for ref := range rel.Resources() {
		if err := e.resource(ref); err != nil {
			return err
		}
	}
	if m == nil {
		return e.clean()
	}
	return e.removeGone(m)
}

type exporter struct {
	root    *os.Root
	known   map[string]bool // files and folders that belong
	changed int
	files   map[string][]file // of each folder that belongs, to be remembered
	count   int               // of files
	before  map[string]release.Digest
}

// resource writes one resource in its first uncoded variant: HTML for pages.
func (e *exporter) resource(ref release.Ref) error {
	name := string(ref.Path())
	if name[0] != '/' {
		return nil // for the edge only
	}
	for i := range ref.NumVariants() {
		v := ref.Variant(i)
		if v.Coding() != release.Identity {
			continue
		}
		name = exportName(name, v.ContentType())
		if !storable(name) {
			return nil
		}
		if old, ok := e.before[name]; ok && old == v.Digest() {
			return e.keep(name, v)
		}
		body, err := v.Body()
		if err != nil {
			return err
		}
		return errors.Join(e.write(name, body), e.keep(name, v))
	}
	return nil
}

// keep notes a file that is as the release has it.
func (e *exporter) keep(name string, v release.VariantRef) error {
	e.known[name] = true
	if e.count++; e.count <= maxRemembered {
		dir, base := path.Dir(name), path.Base(name)
		e.files[dir] = append(e.files[dir], file{base, uint32(v.Len()), v.Digest()})
	}
	return e.parents(name)
}

// exportName is the file of a resource: static hosts find /x in x.html.
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

// storable says whether each part of a name fits into a directory entry, under its temporary name
// too.
func storable(name string) bool {
	const maxEntry = 255 - len(release.TempPrefix)
	for part := range strings.SplitSeq(name, "/") {
		if len(part) > maxEntry {
			return false
		}
	}
	return true
}

func (e *exporter) write(name string, body []byte) error {
	if !fs.ValidPath(name) {
		return fmt.Errorf("%q is not a file name", name)
	}
	e.known[name] = true
	if err := e.parents(name); err != nil {
		return err
	}
	state, err := e.look(name, body)
	if err != nil || state == sameFile {
		return err
	}
	if state == noFile {
		// Nobody can have known the address before, so it is written in place: a rename costs more
		// than all the rest of a small file.
		f, err := e.create(name)
		if err == nil {
			_, err = f.Write(body)
			err = errors.Join(err, f.Close())
		}
		e.changed++
		return err
	}
	// By rename: a server that reads the file meanwhile sees all or nothing.
	temp := path.Join(path.Dir(name), release.TempPrefix+path.Base(name))
	f, err := e.create(temp)
	if errors.Is(err, fs.ErrExist) {
		// Left by a crash, or planted: a FIFO, a link to another file.
		if err := e.root.RemoveAll(temp); err != nil {
			return err
		}
		f, err = e.create(temp)
	}
	if err != nil {
		return err
	}
	_, err = f.Write(body)
	if err = errors.Join(err, f.Close()); err != nil {
		return err
	}
	if err := e.root.Rename(temp, name); err != nil {
		return err
	}
	e.changed++
	return nil
}

// create makes a new file, and opens none that is there.
func (e *exporter) create(name string) (*os.File, error) {
	return e.root.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
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
	if _, ok := e.files[dir]; !ok {
		e.files[dir] = nil
	}
	return ensureDir(e.root, dir)
}

// ensureDir makes a folder. Anything else of that name is removed: a symlink would lead all that is
// written below it, and removed, to another place.
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

// What lies at the name of a file.
const (
	noFile    = iota
	sameFile  // exactly the right bytes
	otherFile // a regular file with other bytes
)

// look says what lies at the name of a file. Something that is no regular file is removed: it was
// never ours.
func (e *exporter) look(name string, body []byte) (state int, err error) {
	info, err := e.root.Lstat(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return noFile, nil
	case err != nil:
		return noFile, err
	case !info.Mode().IsRegular():
		return noFile, e.root.RemoveAll(name)
	case info.Size() != int64(len(body)):
		return otherFile, nil
	}
	f, err := e.root.Open(name)
	if err != nil {
		return otherFile, err
	}
	defer f.Close()
	old, err := io.ReadAll(f)
	if err == nil && bytes.Equal(old, body) {
		return sameFile, nil
	}
	return otherFile, err
}

// digests are those of the files that are remembered, by name.
func (m *memory) digests() map[string]release.Digest {
	if m == nil {
		return nil
	}
	all := map[string]release.Digest{}
	for i := range m.folders {
		f := &m.folders[i]
		for j := range f.files {
			all[f.join(f.files[j].name)] = f.files[j].digest
		}
	}
	return all
}

// removeGone removes what is remembered and no longer belongs.
func (e *exporter) removeGone(m *memory) error {
	var gone []string
	for i := range m.folders {
		f := &m.folders[i]
		_, stays := e.files[f.name]
		if !stays {
			gone = append(gone, f.name)
			continue
		}
		for j := range f.files {
			if name := f.join(f.files[j].name); !e.known[name] {
				gone = append(gone, name)
			}
		}
	}
	slices.Sort(gone) // a folder before what lies in it
	for _, name := range gone {
		if e.known[name] { // a file in the place of a folder
			continue
		}
		if _, err := e.root.Lstat(name); err != nil {
			if errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR) {
				continue // with its folder
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

// clean removes what the release does not know.
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
