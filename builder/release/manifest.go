package release

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"hash"
	"os"
	"time"

	"cartaz/builder/internal/durable"
)

// FormatVersion is the version of the manifest, and so of the release. The binary files have
// versions of their own.
//
//	1: first
//	2: time zone and frozen clock of the brand
//	3: words of the brand's addresses; pages of results of version 6
//	4: history.jsonl, formerly in rows of events.tbl; no hash slots
//	5: pages of results of version 7
//	6: pages of results as text with marks
const FormatVersion = 6

// Manifest lists the content of a release. The release's id certifies its bytes.
type Manifest struct {
	Format   int       `json:"format"`
	Sequence int       `json:"sequence"`
	Previous string    `json:"previous"` // id of the release that was live before, or ""
	BuiltAt  time.Time `json:"built_at"` // UTC, whole seconds; not used for order
	Events   int       `json:"events"`   // events in the catalogue
	OnSale   int       `json:"on_sale"`  // events that the list and the search show
	// Content is the SHA-256 of what the release says to clients, independent of where and when it
	// was written: equal Content means that nothing changed. See [Writer.Content].
	Content string `json:"content"`
	Brand   Brand  `json:"brand"`
	// Renderer identifies everything besides records that determines the bytes of pages: the
	// builder, the templates and the brand's settings. A build may reuse pages of a release with
	// the same Renderer. Not part of Content.
	Renderer string        `json:"renderer"`
	Files    []FileInfo    `json:"files"`
	Segments []SegmentInfo `json:"segments"` // by name; resources.tbl counts in this order
}

// FileInfo describes one file in the release's directory.
type FileInfo struct {
	Name   string `json:"name"`
	Size   int64  `json:"size"`
	SHA256 string `json:"sha256"`
	CRC32C uint32 `json:"crc32c"`
}

// SegmentInfo describes one segment file. Name is the first half of its SHA-256 in hex.
type SegmentInfo struct {
	Name   string `json:"name"`
	Size   int64  `json:"size"`
	CRC32C uint32 `json:"crc32c"`
}

// The limits of a manifest. 65,535 segments take 7.6 MB.
const (
	MaxManifest = 8 << 20 // bytes
	maxSegments = 1<<16 - 1
)

// ReadManifest reads the manifest of release id in the brand's folder dir, and no other file. It
// also works for a release that cannot be opened. Its errors are those of [Open].
func ReadManifest(dir, id string) (*Manifest, error) {
	return inFolder(dir, func(root *os.Root) (*Manifest, error) {
		m, err := readManifest(root, id)
		if err != nil {
			return nil, err
		}
		return m, checkOwner(root, m, id)
	})
}

// readManifest reads the manifest of release id and checks everything that needs no other file. It
// checks the version before any other member.
func readManifest(root *os.Root, id string) (*Manifest, error) {
	dir, err := openRelease(root, id)
	if err != nil {
		return nil, err
	}
	defer dir.Close()
	return readManifestIn(dir, id)
}

// openRelease opens the directory of release id.
func openRelease(root *os.Root, id string) (*os.Root, error) {
	if _, err := ParseID(id); err != nil {
		return nil, err
	}
	dir, err := durable.OpenParent(root, releasePath(id, ManifestFile))
	if err != nil {
		return nil, openError(err)
	}
	return dir, nil
}

// readManifestIn reads the manifest as readManifest does, from the directory of the release.
func readManifestIn(dir *os.Root, id string) (*Manifest, error) {
	data, err := readSmall(dir, ManifestFile, MaxManifest)
	if err != nil {
		return nil, err
	}
	m, err := ParseManifest(data, id)
	if err != nil {
		return nil, fmt.Errorf("%s/%s: %w", dir.Name(), ManifestFile, err)
	}
	return m, nil
}

// ParseManifest decodes the manifest of release id from its bytes. It refuses bytes that the id
// does not certify with [ErrCorrupt], and an unknown format with [ErrVersion].
func ParseManifest(data []byte, id string) (*Manifest, error) {
	seq, err := ParseID(id)
	if err != nil {
		return nil, err
	}
	m, err := decodeManifest(data)
	if err != nil {
		return nil, err
	}
	sum := sha256.Sum256(data)
	if m.Sequence != seq || makeID(seq, hex.EncodeToString(sum[:])) != id {
		return nil, fmt.Errorf("%w: the manifest is not the one that the id %s certifies",
			ErrCorrupt, id)
	}
	if err := decodeStrict(data, new(Manifest)); err != nil {
		// The id certifies these bytes, so they are not damaged: a newer builder wrote them without
		// raising the version.
		return nil, fmt.Errorf("%w: %w", ErrVersion, err)
	}
	return m, nil
}

// decodeManifest parses and checks a manifest, the version first. It ignores unknown members.
func decodeManifest(data []byte) (*Manifest, error) {
	var version struct {
		Format *int `json:"format"`
	}
	if err := json.Unmarshal(data, &version); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrCorrupt, err)
	}
	if version.Format == nil {
		return nil, fmt.Errorf("%w: no member \"format\"", ErrCorrupt)
	}
	if *version.Format != FormatVersion {
		return nil, fmt.Errorf("%w %d, this program reads %d", ErrVersion, *version.Format,
			FormatVersion)
	}
	m := new(Manifest)
	err := json.Unmarshal(data, m)
	if err == nil {
		err = m.check()
	}
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrCorrupt, err)
	}
	return m, nil
}

// check tests the rules that every manifest of Seal keeps.
func (m *Manifest) check() error {
	switch {
	case m.Sequence < 1 || m.Sequence > maxSeq:
		return fmt.Errorf("sequence %d is out of range", m.Sequence)
	case m.Events < 0 || m.OnSale < 0 || m.OnSale > m.Events:
		return fmt.Errorf("%d events, %d of them on sale", m.Events, m.OnSale)
	case !isHex(m.Content, 2*sha256.Size):
		return fmt.Errorf("content %.80q is not a SHA-256", m.Content)
	case len(m.Segments) > maxSegments:
		return fmt.Errorf("%d segments", len(m.Segments))
	case len(m.Files) != len(releaseFiles):
		return fmt.Errorf("%d files, not %d", len(m.Files), len(releaseFiles))
	}
	if m.Previous != "" {
		if _, err := ParseID(m.Previous); err != nil {
			return fmt.Errorf("previous: %w", err)
		}
	}
	for i, f := range m.Files {
		if f.Name != releaseFiles[i] || f.Size < 0 || !isHex(f.SHA256, 2*sha256.Size) {
			return fmt.Errorf("files[%d]: name, size or sum is wrong", i)
		}
	}
	for i, s := range m.Segments {
		if !isHex(s.Name, segmentNameLen) || s.Size < segmentHeader || s.Size > maxSegmentSize {
			return fmt.Errorf("segments[%d]: name or size is wrong", i)
		}
		if i > 0 && m.Segments[i-1].Name >= s.Name {
			return fmt.Errorf("segments[%d]: not in the order of names", i)
		}
	}
	return m.Brand.check()
}

// file returns the entry of one of releaseFiles.
func (m *Manifest) file(name string) FileInfo {
	for _, f := range m.Files {
		if f.Name == name {
			return f
		}
	}
	return FileInfo{}
}

// contentHash computes the content digest, for both Writer and Verify.
type contentHash struct {
	h hash.Hash
	b []byte // not yet hashed
}

// newContentHash begins the digest of the content with the facts of a release.
func newContentHash(brand *Brand, events, onSale int) (*contentHash, error) {
	data, err := encodeJSON(brand)
	if err != nil {
		return nil, err
	}
	h := &contentHash{h: sha256.New()}
	h.text([]byte("cartaz content 1"))
	h.text(data)
	h.b = le.AppendUint64(h.b, uint64(events))
	h.b = le.AppendUint64(h.b, uint64(onSale))
	return h, nil
}

// flush hashes the buffered bytes; the hash is faster with larger pieces.
func (h *contentHash) flush() {
	h.h.Write(h.b)
	h.b = h.b[:0]
}

func (h *contentHash) text(s []byte) {
	h.b = le.AppendUint32(h.b, uint32(len(s)))
	h.b = append(h.b, s...)
	if len(h.b) > 32<<10 {
		h.flush()
	}
}

func (h *contentHash) resource(path, canonical, alternate []byte, modified int64, variants int) {
	h.text(path)
	h.text(canonical)
	h.text(alternate)
	h.b = le.AppendUint64(h.b, uint64(modified))
	h.b = le.AppendUint32(h.b, uint32(variants))
}

func (h *contentHash) variant(profile uint16, coding Coding, tokens uint32, digest Digest) {
	h.b = le.AppendUint16(h.b, profile)
	h.b = append(h.b, byte(coding))
	h.b = le.AppendUint32(h.b, tokens)
	h.b = append(h.b, digest[:]...)
}

func (h *contentHash) sum(searchSum string) string {
	h.text([]byte(searchSum))
	h.flush()
	return hex.EncodeToString(h.h.Sum(nil))
}
