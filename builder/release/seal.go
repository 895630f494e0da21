package release

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"slices"
	"strings"
	"time"
)

// Seal completes the release and returns its id. The release is then listed and can be published;
// until then, nothing serves it. report is the content of report.json.
//
// Files are made durable from the bottom up, so a name never refers to bytes that are not on disk.
// Each step waits for the one before:
//
//  1. each segment: fsync, rename to its name; then fsync of segments/
//  2. the files of the release, in a directory with a temporary name: fsync each
//  3. manifest.json there, fsync; then fsync of that directory
//  4. rename of that directory to releases/<id>; then fsync of releases/
//
// After an error, only one thing is certain: the live release is unchanged. The new one may exist,
// whole and unpublished, or not. If it does not, Seal removes its new segments: on a full disk they
// would take the remaining space.
func (w *Writer) Seal(facts Facts, report []byte) (id string, err error) {
	if w.finished {
		return "", errFinished
	}
	content, err := w.Content(facts)
	if err != nil {
		return "", fmt.Errorf("seal release: %w", err)
	}
	m := &Manifest{
		Format: FormatVersion, Sequence: w.seq, Previous: w.previous,
		BuiltAt: facts.BuiltAt.UTC().Truncate(time.Second),
		Events:  facts.Events, OnSale: facts.OnSale, Content: content, Brand: facts.Brand,
		Renderer: facts.Renderer,
	}
	w.finished = true
	history := facts.History
	if history == nil {
		history = whole(nil)
	}
	id, err = w.seal(m, report, history)
	if err != nil {
		return "", fmt.Errorf("seal release: %w", errors.Join(err, w.clear()))
	}
	return id, w.resources.free()
}

// whole returns a function that writes data.
func whole(data []byte) func(io.Writer) error {
	return func(to io.Writer) error {
		_, err := to.Write(data)
		return err
	}
}

// seal writes and seals all files, and the directory, and returns the id of the release.
func (w *Writer) seal(m *Manifest, report []byte, history func(io.Writer) error) (string,
	error) {
	place, err := w.sealSegments(m)
	if err != nil {
		return "", err
	}
	if err := w.search.finish(); err != nil {
		return "", err
	}
	events, err := encodeEvents(w.events)
	if err != nil {
		return "", err
	}
	contents := map[string]func(io.Writer) error{EventsFile: whole(events),
		ReportFile: whole(report), TableFile: w.table(place, len(m.Segments)),
		HistoryFile: history}
	for _, name := range releaseFiles {
		info := w.search.info(name)
		if name != SearchFile {
			if info, err = w.writeSealed(name, contents[name]); err != nil {
				return "", err
			}
		}
		m.Files = append(m.Files, info)
	}
	if err := m.check(); err != nil {
		return "", fmt.Errorf("%w: manifest: %w", ErrInvalid, err)
	}
	data, err := encodeJSON(m)
	if err != nil {
		return "", err
	}
	if _, err := w.writeSealed(ManifestFile, whole(data)); err != nil {
		return "", err
	}
	if err := w.fs.SyncDir(w.dir); err != nil {
		return "", err
	}
	sum := sha256.Sum256(data)
	id := makeID(w.seq, hex.EncodeToString(sum[:]))
	w.brought = nil // even a failed rename may have happened
	if err := w.fs.Rename(w.dir, releaseDir(id)); err != nil {
		return "", err
	}
	return id, w.fs.SyncDir(ReleasesDir)
}

// sealSegments seals the segments that resources use, lists them in the manifest and drops the
// others. place maps the writer's segment numbers to positions in that list.
func (w *Writer) sealSegments(m *Manifest) (place []uint16, err error) {
	for _, s := range w.segments {
		if !w.used[w.segmentNumbers[s.seg]] {
			err = s.file.Abort()
		} else {
			err = w.sealSegment(s)
		}
		if err != nil {
			return nil, err
		}
	}
	if len(w.segments) > 0 {
		if err := w.fs.SyncDir(SegmentsDir); err != nil {
			return nil, err
		}
	}
	m.Segments = []SegmentInfo{} // [] in JSON, not null
	for i, s := range w.segmentList {
		if w.used[i] {
			m.Segments = append(m.Segments, *s)
		}
	}
	byName := func(a, b SegmentInfo) int { return strings.Compare(a.Name, b.Name) }
	slices.SortFunc(m.Segments, byName)
	m.Segments = slices.Compact(m.Segments) // one file may have come from two releases
	place = make([]uint16, len(w.segmentList))
	for i, s := range w.segmentList {
		if w.used[i] {
			at, _ := slices.BinarySearchFunc(m.Segments, *s, byName)
			place[i] = uint16(at)
		}
	}
	return place, nil
}

// sealSegment seals a segment, and notes it if its name is new: then no other release needs it.
func (w *Writer) sealSegment(s *segmentWriter) error {
	if err := s.prepare(); err != nil {
		return err
	}
	name := SegmentPath(s.seg.Name)
	if _, err := w.fs.Root().Lstat(name); errors.Is(err, fs.ErrNotExist) {
		w.brought = append(w.brought, name)
	}
	return s.file.Rename(name)
}

// Abort removes the writer's files from disk. After a successful Seal it does nothing.
func (w *Writer) Abort() error {
	if w.finished {
		return nil
	}
	w.finished = true
	return w.clear()
}

func (w *Writer) clear() error {
	errs := []error{w.resources.free(), w.search.file.Abort()}
	for _, s := range w.segments {
		errs = append(errs, s.file.Abort())
	}
	for _, name := range w.brought {
		errs = append(errs, w.fs.Remove(name))
	}
	return errors.Join(append(errs, w.fs.Remove(w.dir))...)
}

// table returns a function that writes resources.tbl in one pass over each section: all lengths are
// known before the first byte.
func (w *Writer) table(place []uint16, segments int) func(io.Writer) error {
	section, profilePlace := w.profiles.sorted()
	t := tableInfo{
		resources: uint32(len(w.resources.order)), variants: uint32(w.variants),
		profiles: uint32(len(w.profiles.list)), segments: uint32(segments),
	}
	t.layOut(uint64(len(section)), w.textBytes)

	return func(to io.Writer) error {
		s := &sections{to: to}
		_, s.err = to.Write(t.encode())
		w.writeRows(s, place, profilePlace)
		s.end()
		w.writeVariants(s, place, profilePlace)
		s.end()
		s.write(section)
		s.end()
		for _, pos := range w.resources.order {
			p := w.resources.decode(pos)
			s.write(p.blob)
		}
		s.end()
		return s.err
	}
}

// writeRows writes the section of resources; table.go has the places of the fields. place and
// profilePlace map the writer's numbers of segments and profiles to those in the file.
func (w *Writer) writeRows(s *sections, place, profilePlace []uint16) {
	var firstText, firstVariant uint32 // of the row
	var b, variants []byte
	for _, pos := range w.resources.order {
		p := w.resources.decode(pos)
		b = le.AppendUint32(b[:0], firstText)
		b = le.AppendUint16(b, uint16(p.pathLen))
		b = le.AppendUint16(b, p.canonical.len)
		b = le.AppendUint32(b, p.canonical.stringOffset(firstText))
		b = le.AppendUint32(b, p.alternate.stringOffset(firstText))
		b = le.AppendUint16(b, p.alternate.len)
		b = le.AppendUint16(b, uint16(p.numVariants()))
		b = le.AppendUint32(b, firstVariant)
		b = le.AppendUint64(b, uint64(p.modified))
		variants = appendVariants(variants[:0], p, place, profilePlace)
		b = le.AppendUint32(b, rowChecksum(b, p.path(), p.text(p.canonical),
			p.text(p.alternate), variants))
		s.write(b)
		firstText += uint32(len(p.blob))
		firstVariant += uint32(p.numVariants())
	}
}

// stringOffset returns the offset of a text in the strings section, or 0.
func (s textSpan) stringOffset(base uint32) uint32 {
	if s.len == 0 {
		return 0
	}
	return base + uint32(s.off)
}

func (w *Writer) writeVariants(s *sections, place, profilePlace []uint16) {
	var b []byte
	for _, pos := range w.resources.order {
		b = appendVariants(b[:0], w.resources.decode(pos), place, profilePlace)
		s.write(b)
	}
}

// appendVariants appends the variants of a resource in their form on disk.
func appendVariants(b []byte, p packedResource, place, profilePlace []uint16) []byte {
	at := len(b)
	b = append(b, p.variants...)
	for ; at < len(b); at += variantSize {
		for i, places := range [...][]uint16{place, profilePlace} {
			number := b[at+variantSegment+2*i:]
			le.PutUint16(number, places[le.Uint16(number)])
		}
	}
	return b
}

// writeSealed writes a whole file.
func (w *Writer) writeSealed(name string, write func(io.Writer) error) (FileInfo, error) {
	f, err := createSealed(w.fs, path.Join(w.dir, name))
	if err != nil {
		return FileInfo{}, err
	}
	if err = write(f); err == nil {
		err = f.finish()
	}
	if err != nil {
		return FileInfo{}, errors.Join(err, f.file.Abort())
	}
	return f.info(name), nil
}
