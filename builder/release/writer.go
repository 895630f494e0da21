package release

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"path"
	"slices"
	"time"

	"cartaz/builder/internal/durable"
)

// Facts holds the values of the manifest that do not follow from the added resources and events.
type Facts struct {
	Brand    Brand
	Renderer string    // see Manifest
	BuiltAt  time.Time // cut to seconds
	Events   int       // events in the catalogue
	OnSale   int       // events shown by list and search

	History func(io.Writer) error // writes history.jsonl; nil for an empty file
}

// Writer writes one release. Use it from one goroutine. Its files are temporary until Seal. Always
// call Abort at the end, even after Seal.
//
// In memory it needs eight bytes for each resource and 64 for each event. Rows of resources wait in
// a temporary file, and bodies are written to segments at once.
type Writer struct {
	folder   *Folder
	fs       durable.FS
	seq      int
	previous string
	dir      string // temporary name of the release's directory

	segments       []*segmentWriter // written here; the last one is open
	segmentNumbers map[*SegmentInfo]uint16
	segmentList    []*SegmentInfo // by those numbers
	used           []bool         // by those numbers: a resource uses it
	// paths of segments that this writer brought, until the release that needs them has its name
	brought []string

	resources resourceArena
	profiles  profileSet
	variants  uint64
	textBytes uint64
	// The result of Content, and what else it was about, or "" if resources were added since.
	content, contentAbout string

	search   *sealedFile
	events   []EventRow
	buf      []byte // variants of a resource
	finished bool
}

// errFinished is the error of a writer after Seal or Abort.
var errFinished = fmt.Errorf("release writer: %w", ErrClosed)

// Create begins a release. Its sequence number is one above the highest of any release in the
// folder, published or not.
func (f *Folder) Create() (*Writer, error) {
	ids, err := list(f.root)
	if err != nil {
		return nil, err
	}
	seq := 1
	if n := len(ids); n > 0 {
		last, err := ParseID(ids[n-1])
		if err != nil {
			return nil, err
		}
		seq = last + 1
	}
	if seq > maxSeq {
		return nil, fmt.Errorf("%s: %w: release number %d", f.root.Name(), ErrInvalid, seq)
	}
	previous, err := lastLive(f.root)
	if err != nil {
		return nil, err
	}
	w := &Writer{
		folder: f, fs: f.fs, seq: seq, previous: previous, dir: tempReleaseDir(seq),
		segmentNumbers: make(map[*SegmentInfo]uint16),
	}
	err = w.fs.Remove(w.dir) // from a writer of this process that was not aborted
	if err == nil {
		err = w.fs.EnsureDir(w.dir, dirMode)
	}
	if err == nil {
		w.search, err = createSealed(w.fs, path.Join(w.dir, SearchFile))
	}
	if err != nil {
		return nil, errors.Join(err, w.fs.Remove(w.dir))
	}
	w.resources.root, w.resources.name = f.root, path.Join(w.dir, "resources")
	return w, nil
}

// AppendBody stores the coded bytes of a body and returns their location.
func (w *Writer) AppendBody(b []byte) (Location, error) {
	if w.finished {
		return Location{}, errFinished
	}
	if len(b) > MaxBody {
		return Location{}, fmt.Errorf("%w: a body of %d bytes, the limit is %d", ErrInvalid, len(b),
			MaxBody)
	}
	if n := len(w.segments); n > 0 {
		s := w.segments[n-1]
		if s.size == segmentHeader || s.size+int64(len(b)) <= w.folder.opts.SegmentSize {
			return s.appendBody(b)
		}
	}
	s, err := newSegmentWriter(w.fs, len(w.segments))
	if err != nil {
		return Location{}, err
	}
	w.segments = append(w.segments, s)
	if _, err := w.number(s.seg); err != nil {
		return Location{}, err
	}
	return s.appendBody(b)
}

// number adds a segment to the writer's list and returns its number there.
func (w *Writer) number(s *SegmentInfo) (uint16, error) {
	if len(w.segmentList) == maxSegments {
		return 0, fmt.Errorf("%w: more than %d segments", ErrInvalid, maxSegments)
	}
	i := uint16(len(w.segmentList))
	w.segmentNumbers[s] = i
	w.segmentList = append(w.segmentList, s)
	w.used = append(w.used, false)
	return i, nil
}

// reuse adds a segment of an earlier release of this folder.
func (w *Writer) reuse(s *SegmentInfo) (uint16, error) {
	if i, ok := w.segmentNumbers[s]; ok {
		return i, nil
	}
	if s.Name == "" {
		return 0, fmt.Errorf("%w: a body in a segment of another writer that is not sealed",
			ErrInvalid)
	}
	name := SegmentPath(s.Name)
	info, err := w.fs.Root().Lstat(name)
	if err != nil {
		return 0, fmt.Errorf("%s: %w", w.fs.Root().Name(), err)
	}
	if !info.Mode().IsRegular() || info.Size() != s.Size {
		return 0, corrupt(w.fs.Root(), name, "not a file of %d bytes", s.Size)
	}
	return w.number(s)
}

// Add adds a resource, in any order. Content and Seal report two resources with one path.
func (w *Writer) Add(r Resource) error {
	if w.finished {
		return errFinished
	}
	if err := r.check(); err != nil {
		return err
	}
	w.buf = w.buf[:0]
	for i := range r.Variants {
		v := &r.Variants[i]
		profile, err := w.profiles.intern(&v.Profile)
		if err != nil {
			return fmt.Errorf("%s: %w", r.Path, err)
		}
		segment, err := w.reuse(v.Body.segment)
		if err != nil {
			return fmt.Errorf("%s: %w", r.Path, err)
		}
		w.buf = le.AppendUint64(w.buf, v.Body.offset)
		w.buf = append(w.buf, v.Digest[:]...)
		for _, n := range [...]uint32{v.Body.length, v.Body.crc, v.Tokens} {
			w.buf = le.AppendUint32(w.buf, n)
		}
		w.buf = le.AppendUint16(w.buf, segment)
		w.buf = le.AppendUint16(w.buf, profile)
		w.buf = append(w.buf, byte(v.Coding), 0, 0, 0)
	}
	texts := w.textBytes + 3*MaxPath
	variants := w.variants + uint64(len(r.Variants))
	if texts > 1<<32 || variants >= 1<<32 || len(w.resources.order) == 1<<32-1 ||
		w.resources.size >= packedUnit<<32 {
		return fmt.Errorf("%w: %s: the resource table is full", ErrInvalid, r.Path)
	}
	added, err := w.resources.add(&r, w.buf)
	if err != nil {
		return fmt.Errorf("%s: %w", r.Path, err)
	}
	for v := range slices.Chunk(w.buf, variantSize) {
		w.used[le.Uint16(v[variantSegment:])] = true
	}
	w.textBytes += uint64(added)
	w.variants = variants
	w.contentAbout = ""
	return nil
}

// AddEvent adds the row of an event, in any order. Seal reports two rows with one id.
func (w *Writer) AddEvent(row EventRow) error {
	if w.finished {
		return errFinished
	}
	w.events = append(w.events, row)
	return nil
}

// SearchIndex returns the writer of search.idx. Without a write the index is empty.
func (w *Writer) SearchIndex() io.Writer { return w.search }

// Content returns the digest that Seal puts into the manifest: the SHA-256 of everything that the
// release says to clients after decoding, independent of where the bytes are. If it equals the
// Content of the live release, nothing has changed and there is nothing to seal. The package
// comment lists what it covers; it excludes the report, the events table and the time of building.
//
// The search index must be complete before the call.
func (w *Writer) Content(facts Facts) (string, error) {
	h, err := newContentHash(&facts.Brand, facts.Events, facts.OnSale)
	if err != nil {
		return "", err
	}
	about := string(h.b)
	if about == w.contentAbout {
		return w.content, nil
	}
	err = cmp.Or(w.search.buf.Flush(), w.resources.open())
	if err != nil {
		return "", err
	}
	w.resources.sort()
	var last []byte
	section, positions := w.profiles.sorted()
	h.text(section)
	for _, pos := range w.resources.order {
		p := w.resources.decode(pos)
		switch bytes.Compare(p.path(), last) {
		case 0:
			return "", fmt.Errorf("%w path %s", ErrDuplicate, p.path())
		case -1:
			return "", fmt.Errorf("%w: rows of the release before", ErrCorrupt)
		}
		last = p.path()
		h.resource(p.path(), p.text(p.canonical), p.text(p.alternate), p.modified, p.numVariants())
		for v := range slices.Chunk(p.variants, variantSize) {
			h.variant(positions[le.Uint16(v[variantProfile:])], Coding(v[variantCoding]),
				le.Uint32(v[variantTokens:]), Digest(v[variantDigest:variantLength]))
		}
	}
	w.content, w.contentAbout = h.sum(w.search.sumHex()), about
	return w.content, nil
}
