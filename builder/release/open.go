package release

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"sync/atomic"
	"syscall"

	"cartaz/builder/internal/durable"
)

// Release is a sealed release, mapped into memory. Many goroutines may call its methods at once,
// until Close. After Close, slices that they returned must not be used.
//
// If another program cuts a mapped file, reading it faults; see [Guard].
type Release struct {
	id       string
	manifest *Manifest
	dir      string // the brand's folder, for errors
	table    mapping
	search   mapping
	events   mapping
	segments []mappedSegment

	info      tableInfo
	rows      []byte
	variants  []byte
	strings   []byte
	profiles  []Profile
	eventRows []byte

	// rows and variants that matched their checksums; nil unless RememberChecks was called
	checkedRows, checkedBodies bitmap
}

// mapping is a file in memory, nil if the file is empty.
type mapping struct {
	name string // path below the brand's folder
	data []byte
}

type mappedSegment struct {
	mapping
	info *SegmentInfo
}

// Open maps release id of the brand's folder dir. It reads the manifest and the headers and no row,
// so its time depends only on the number of segments. It refuses, naming the file:
//
//   - with [ErrNotFound] a release that does not exist,
//   - with [ErrVersion] an unknown format, before it reads anything else in that file,
//   - with [ErrCorrupt] a manifest that the id does not certify, a file whose size differs from the
//     manifest, a wrong header or profile, anything that is not a regular file, and a release of
//     another brand than brand.json.
//
// Verify(false) finds flipped bytes in rows; it reads the index files once, so call it before
// serving a release. [VariantRef.Body] finds flipped bytes in bodies.
func Open(dir, id string) (*Release, error) {
	return inFolder(dir, func(root *os.Root) (*Release, error) { return open(root, id) })
}

// OpenLive opens the live release of the brand's folder dir: [Current], then [Open].
func OpenLive(dir string) (*Release, error) {
	id, err := Current(dir)
	if err != nil {
		return nil, err
	}
	return Open(dir, id)
}

// open implements [Open] in a folder that is open.
func open(root *os.Root, id string) (*Release, error) {
	dir, err := openRelease(root, id)
	if err != nil {
		return nil, err
	}
	defer dir.Close()
	m, err := readManifestIn(dir, id)
	if err != nil {
		return nil, err
	}
	if err := checkOwner(root, m, id); err != nil {
		return nil, err
	}
	r := &Release{id: id, manifest: m, dir: root.Name()}
	if err := Guard(func() error { return r.mapAll(root, dir) }); err != nil {
		return nil, errors.Join(err, r.Close())
	}
	return r, nil
}

// mapAll maps all files; dir is the release's directory below root.
func (r *Release) mapAll(root, dir *os.Root) error {
	for name, target := range map[string]*mapping{TableFile: &r.table, SearchFile: &r.search,
		EventsFile: &r.events} {
		size := r.manifest.file(name).Size
		f, err := openSized(dir, name, size)
		if err != nil {
			return err
		}
		if *target, err = mapFile(f, releasePath(r.id, name), size); err != nil {
			return err
		}
	}
	if err := r.parseTable(); err != nil {
		return r.fileError(r.table.name, err)
	}
	var err error
	if r.eventRows, err = decodeEvents(r.events.data); err != nil {
		return r.fileError(r.events.name, err)
	}
	return r.mapSegments(root)
}

// mapSegments maps the segments without touching a page of them: a touched page makes the kernel
// read ahead, which is megabytes for each segment.
func (r *Release) mapSegments(root *os.Root) error {
	if len(r.manifest.Segments) == 0 {
		return nil
	}
	dir, err := durable.OpenParent(root, SegmentPath(r.manifest.Segments[0].Name))
	if err != nil {
		return openError(err)
	}
	defer dir.Close()
	r.segments = make([]mappedSegment, 0, len(r.manifest.Segments))
	for i := range r.manifest.Segments {
		info := &r.manifest.Segments[i]
		name := SegmentPath(info.Name)
		f, err := openSized(dir, path.Base(name), info.Size)
		if err != nil {
			return err
		}
		if err := readSegmentStart(f); err != nil {
			return errors.Join(r.fileError(name, err), f.Close())
		}
		m, err := mapFile(f, name, info.Size)
		if err != nil {
			return err
		}
		r.segments = append(r.segments, mappedSegment{m, info})
	}
	return nil
}

// parseTable checks the header and the profiles of resources.tbl and finds its sections.
func (r *Release) parseTable() error {
	t, err := decodeTable(r.table.data)
	if err != nil {
		return err
	}
	if int(t.segments) != len(r.manifest.Segments) {
		return fmt.Errorf("%w: it counts %d segments, the manifest %d", ErrCorrupt, t.segments,
			len(r.manifest.Segments))
	}
	profiles := t.section(r.table.data, sectionProfiles)
	at := t.sections[sectionProfiles]
	if mask(checksum(profiles)) != le.Uint32(r.table.data[at.off+at.len:]) {
		return fmt.Errorf("%w: checksum of the profiles", ErrCorrupt)
	}
	r.profiles, err = decodeProfiles(profiles, t.profiles)
	if err != nil {
		return err
	}
	r.info = t
	r.rows = t.section(r.table.data, sectionRows)
	r.variants = t.section(r.table.data, sectionVariants)
	r.strings = t.section(r.table.data, sectionStrings)
	return nil
}

// fileError makes an error about a file of this release.
func (r *Release) fileError(name string, err error) error {
	return fmt.Errorf("%s: %w", filepath.Join(r.dir, name), err)
}

// openSized opens a sealed file and refuses it if it has another size.
func openSized(dir *os.Root, name string, size int64) (*os.File, error) {
	f, err := durable.OpenFile(dir, name)
	if err != nil {
		return nil, openError(err)
	}
	end, err := f.Seek(0, io.SeekEnd)
	if err == nil && end != size {
		err = corrupt(dir, name, "%d bytes, the manifest says %d", end, size)
	}
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
}

// mapFile maps an open file and closes it. name is its path below the brand's folder.
func mapFile(f *os.File, name string, size int64) (mapping, error) {
	defer f.Close()
	if size == 0 {
		return mapping{name: name}, nil
	}
	data, err := syscall.Mmap(int(f.Fd()), 0, int(size), syscall.PROT_READ, syscall.MAP_SHARED)
	if err != nil {
		return mapping{}, fmt.Errorf("map %s: %w", f.Name(), err)
	}
	return mapping{name: name, data: data}, nil
}

// Close unmaps everything. The caller must ensure that all reading has ended.
func (r *Release) Close() error {
	var errs []error
	unmap := func(m *mapping) {
		if m.data != nil {
			errs = append(errs, syscall.Munmap(m.data))
		}
	}
	unmap(&r.table)
	unmap(&r.search)
	unmap(&r.events)
	for i := range r.segments {
		unmap(&r.segments[i].mapping)
	}
	// The lists of rows are of the unmapped memory.
	*r = Release{id: r.id, manifest: r.manifest, dir: r.dir, profiles: r.profiles}
	return errors.Join(errs...)
}

// ID returns the release's id.
func (r *Release) ID() string { return r.id }

// Manifest returns the release's manifest; it must not be changed.
func (r *Release) Manifest() *Manifest { return r.manifest }

// ForgetPages removes from resident memory the pages that were read of the table, the search index
// and the segments. They stay in the page cache and can be read again. Use it when reading through
// a whole release, which may be larger than memory.
func (r *Release) ForgetPages() {
	forget(r.table.data)
	forget(r.search.data)
	for i := range r.segments {
		forget(r.segments[i].data)
	}
}

// SearchIndex returns the content of search.idx, mapped.
func (r *Release) SearchIndex() []byte { return r.search.data }

// bitmap is a set of numbers that many goroutines read and add to. The nil bitmap stays empty.
type bitmap []atomic.Uint64

func newBitmap(n uint32) bitmap { return make(bitmap, (uint64(n)+63)/64) }

func (b bitmap) has(i uint32) bool {
	return b != nil && b[i/64].Load()>>(i%64)&1 != 0
}

func (b bitmap) add(i uint32) {
	if b != nil {
		b[i/64].Or(1 << (i % 64))
	}
}

func (b bitmap) clear() {
	for i := range b {
		b[i].Store(0)
	}
}

// RememberChecks makes Lookup and Body compare each row and each body with its checksum once and
// remember that it matched, until [Release.CheckAgain]. It takes a bit for each row and each
// variant. Call it before other goroutines use the release. Without it they compare on every call.
//
// Servers call it, because a checksum of a body takes as long as the rest of Lookup and Body.
// Between two calls of CheckAgain, a sealed file that is overwritten in place is not noticed, so a
// server calls CheckAgain every few seconds.
func (r *Release) RememberChecks() {
	r.checkedRows, r.checkedBodies = newBitmap(r.info.resources), newBitmap(r.info.variants)
}

// CheckAgain forgets which rows and bodies matched their checksums.
func (r *Release) CheckAgain() {
	r.checkedRows.clear()
	r.checkedBodies.clear()
}
