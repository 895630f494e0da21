package bucket

import (
	"bytes"
	"context"
	"crypto/md5"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"cartaz/builder/bucket/store"
	"cartaz/builder/release"
	"cartaz/builder/text"
)

// LiveKey is the key of the one object that changes.
const LiveKey = "live"

// FormatVersion is the version of [Live], the only one that is written and read.
//
//	1: first
//	2: files of releases might be in parts
//	3: files of releases may be compressed
const FormatVersion = 3

// Bounds of live, in bytes: 10,000 brands with signatures take 8 MB. An edge takes up to eight
// times as much memory.
const (
	maxLive  = 32 << 20
	maxEntry = 64 << 10
)

// Live says which release of each brand is live.
type Live struct {
	Format int `json:"format"`
	// Generation counts the writes. A reader that has seen a higher one has read an old copy.
	Generation int64 `json:"generation"`
	// Prunes counts beginnings and ends of prunes; see the package.
	Prunes  int64            `json:"prunes,omitempty"`
	Pruning *time.Time       `json:"pruning,omitempty"` // since when a prune runs, or nil
	Brands  map[string]Entry `json:"brands"`
}

// Entry is the live release of one brand.
type Entry struct {
	Release  string   `json:"release"`  // its id
	Manifest string   `json:"manifest"` // SHA-256 of manifest.json, in hex
	Hosts    []string `json:"hosts"`    // of the brand, sorted
	// Counter is one more with every move of the brand, whether forward or back.
	Counter int64     `json:"counter"`
	At      time.Time `json:"at"` // of the move, by the clock of the builder
	// Back says that an operator went back to this release.
	Back   bool          `json:"back,omitempty"`
	Taken  []release.Pin `json:"taken_back,omitempty"`
	Before *Past         `json:"before,omitempty"`
	// Note is the signed statement of this entry, or ""; see [Keys].
	Note string `json:"note,omitempty"`
}

// Past is the release that was live before.
type Past struct {
	Release string    `json:"release"`
	Until   time.Time `json:"until"`
}

// Errors that callers test for, besides those of packages store and release.
var (
	// ErrMovedOn is wrapped when somebody else has published a brand since this builder looked.
	ErrMovedOn = errors.New("another builder has published it meanwhile")
	// ErrBusy is wrapped when a prune does not end.
	ErrBusy = errors.New("a prune is running")
)

// Bucket is the releases in a store.
type Bucket struct {
	store store.Store
}

// Open opens the bucket at an address; see [store.Open]. It asks the store nothing.
func Open(ctx context.Context, address string) (*Bucket, error) {
	s, err := store.Open(ctx, address)
	return &Bucket{s}, err
}

// Address names the bucket in messages.
func (b *Bucket) Address() string { return b.store.Address() }

// Probe checks whether builders can use the store; see [store.Probe].
func (b *Bucket) Probe(ctx context.Context) error {
	_, err := store.Probe(ctx, b.store)
	return err
}

// Live reads the live releases, and the tag of the object. If the object still has the given tag,
// the error is [store.ErrUnchanged]. A bucket without live is empty: the tag is "".
//
// Some stores answer with the tag of the new object and the bytes of the old one while it is
// replaced (seen with versitygw whose metadata is beside the data, --sidecar): an edge would keep
// the old release, and a builder would undo the move of another one. Therefore, if the tag is not
// the digest of the bytes, as it is in most stores, they are read again until three reads in a row
// agree.
func (b *Bucket) Live(ctx context.Context, tag string) (*Live, string, error) {
	read, err := b.readLive(ctx, tag)
	if err == nil && !read.isDigest() {
		read, err = b.settled(ctx, read)
	}
	if errors.Is(err, store.ErrNotFound) {
		return &Live{Brands: map[string]Entry{}}, "", nil
	}
	if err != nil {
		return nil, tag, err
	}
	live, err := decodeLive(read.data)
	if err != nil {
		return nil, tag, b.liveError(err)
	}
	return live, read.tag, nil
}

// settled reads live again, after a first read, until three reads in a row agree.
func (b *Bucket) settled(ctx context.Context, last liveRead) (liveRead, error) {
	agree := 1
	for range races {
		if err := sleep(ctx, 100*time.Millisecond); err != nil {
			return last, err
		}
		read, err := b.readLive(ctx, "")
		if err != nil {
			return read, err
		}
		agree++
		if read.tag != last.tag || !bytes.Equal(read.data, last.data) {
			agree = 1
		}
		if last = read; agree == 3 || read.isDigest() {
			return read, nil
		}
	}
	return last, b.liveError(fmt.Errorf("%w: it is different at every read", store.ErrDamaged))
}

func (b *Bucket) liveError(err error) error {
	return fmt.Errorf("%s: %s: %w", b.Address(), LiveKey, err)
}

// liveRead is what one read of live gave.
type liveRead struct {
	data []byte
	tag  string
}

// isDigest reports whether the tag is the MD5 of the bytes, as in S3, or the SHA-256, as in a
// folder.
func (r *liveRead) isDigest() bool {
	weak, strong := md5.Sum(r.data), sha256.Sum256(r.data)
	return r.tag == hex.EncodeToString(weak[:]) || r.tag == hex.EncodeToString(strong[:])
}

// readLive reads live once, unless it still has the tag.
func (b *Bucket) readLive(ctx context.Context, tag string) (r liveRead, err error) {
	body, info, err := b.store.Get(ctx, LiveKey, tag, 0)
	if err != nil {
		return r, err
	}
	defer body.Close()
	if uint64(info.Size) > maxLive { // -1 for a length that the store does not say
		return r, b.liveError(fmt.Errorf("%w: %d bytes, at most %d may be", store.ErrDamaged,
			info.Size, maxLive))
	}
	r.tag, r.data = info.Tag, make([]byte, info.Size)
	n, err := io.ReadFull(body, r.data)
	if err == io.EOF || err == io.ErrUnexpectedEOF {
		err = fmt.Errorf("%w: %d of %d bytes", store.ErrDamaged, n, info.Size)
	}
	if err != nil {
		return r, b.liveError(err)
	}
	return r, nil
}

// decodeLive parses live. It checks the version before any later member.
func decodeLive(data []byte) (*Live, error) {
	var version struct{ Format int }
	if err := json.Unmarshal(data, &version); err != nil {
		return nil, fmt.Errorf("%w: %w", store.ErrDamaged, err)
	}
	if version.Format != FormatVersion {
		return nil, fmt.Errorf("%w %d, this program reads %d: update the older of the two",
			release.ErrVersion, version.Format, FormatVersion)
	}
	var live struct {
		Live

		Brands map[string]json.RawMessage `json:"brands"`
	}
	if err := json.Unmarshal(data, &live); err != nil {
		return nil, fmt.Errorf("%w: %w", store.ErrDamaged, err)
	}
	live.Live.Brands = make(map[string]Entry, len(live.Brands))
	for key, text := range live.Brands {
		var e Entry
		err := json.Unmarshal(text, &e)
		if err == nil {
			err = e.check(key)
		}
		if len(text) > maxEntry {
			err = fmt.Errorf("%d bytes, at most %d may be", len(text), maxEntry)
		}
		if err != nil {
			return nil, fmt.Errorf("%w: brand %.80q: %w", store.ErrDamaged, key, err)
		}
		live.Live.Brands[key] = e
	}
	return &live.Live, nil
}

// check refuses an entry whose ids or digests do not have their form, or do not fit together.
func (e *Entry) check(key string) error {
	if !text.IsSlug(key) { // it becomes the name of a folder
		return errors.New("not the key of a brand")
	}
	if _, err := release.ParseID(e.Release); err != nil {
		return err
	}
	if sum, err := hex.DecodeString(e.Manifest); err != nil || len(sum) != 32 ||
		e.Manifest[:16] != e.Release[len(e.Release)-16:] {
		return errors.New("the digest of the manifest is not that of the release")
	}
	for _, p := range e.Taken {
		if _, err := release.ParseID(p.Release); err != nil {
			return err
		}
	}
	return nil
}

// Same reports whether both are the same move of a brand.
func (e *Entry) Same(other *Entry) bool {
	return e.Release == other.Release && e.Counter == other.Counter &&
		slices.EqualFunc(e.Taken, other.Taken,
			func(a, b release.Pin) bool { return a.Release == b.Release })
}

// encode returns the form in which live is written.
func (l *Live) encode() ([]byte, error) {
	l.Format = FormatVersion
	data, err := text.JSON(l, " ")
	if err == nil && len(data) > maxLive {
		err = fmt.Errorf("%s would have %d bytes, at most %d may be: too many brands", LiveKey,
			len(data), maxLive)
	}
	return data, err
}

// Keys in the store.
func brandPrefix(brand string) string      { return "brands/" + brand + "/" }
func segmentKey(brand, name string) string { return brandPrefix(brand) + release.SegmentPath(name) }
func fileKey(brand, id, name string) string {
	return brandPrefix(brand) + release.ReleasesDir + "/" + id + "/" + name
}
