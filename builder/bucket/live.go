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
	"regexp"
	"slices"
	"time"

	"cartaz/builder/bucket/store"
	"cartaz/builder/release"
)

// LiveKey is the key of the one object that changes.
const LiveKey = "live"

// FormatVersion is the version of [Live] that releases in parts need. Without any it is written in
// version 1, so that earlier programs read it.
//
//	1: first
//	2: files of releases may lie in parts
const FormatVersion = 2

// maxLive bounds live; 10,000 brands with signatures take 8 MB.
const maxLive = 256 << 20

// Live says which release of each brand is live.
type Live struct {
	Format int `json:"format"`
	// Generation counts the writes. A reader that has seen a higher one has read an old copy.
	Generation int64 `json:"generation"`
	// Prunes counts beginnings and ends of prunes; see the package.
	Prunes  int64            `json:"prunes,omitempty"`
	Pruning *time.Time       `json:"pruning,omitempty"` // since when a prune runs, nil for none
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
	// Parts says that files of the release lie in parts; see the package.
	Parts bool `json:"parts,omitempty"`
	// Back says that an operator went back to this release.
	Back   bool          `json:"back,omitempty"`
	Taken  []release.Pin `json:"taken_back,omitempty"`
	Before *Past         `json:"before,omitempty"`
	// Note is the signed statement of this entry, "" for none; see package statement.
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
	if err != nil {
		return nil, err
	}
	return &Bucket{s}, nil
}

// Address names the bucket in messages.
func (b *Bucket) Address() string { return b.store.Address() }

// Probe tries whether builders may use the store: [store.Probe].
func (b *Bucket) Probe(ctx context.Context) error {
	_, err := store.Probe(ctx, b.store)
	return err
}

// Live reads which releases are live, and the tag of what was read. With a tag that live still has
// the error is [store.ErrUnchanged]. A bucket without live is empty: the tag is "".
//
// Some stores answer with the tag of the new object and the bytes of the old one while it is
// replaced (seen with versitygw whose metadata lies beside the data, --sidecar): an edge would keep
// the old release, and a builder would undo the move of another one. So bytes whose tag is not
// their digest, as it is in most stores, are read again until three reads in a row agree.
func (b *Bucket) Live(ctx context.Context, tag string) (*Live, string, error) {
	data, next, err := b.readLive(ctx, tag)
	for agree, try := 1, 0; err == nil && !isDigest(next, data) && agree < 3; try++ {
		if err = sleep(ctx, 100*time.Millisecond); err != nil {
			break
		}
		was, wasTag := data, next
		data, next, err = b.readLive(ctx, "")
		if agree++; next != wasTag || !bytes.Equal(was, data) {
			agree = 1
		}
		if err == nil && try == races {
			err = fmt.Errorf("%s: %s: %w: it is another one at every read", b.Address(), LiveKey,
				store.ErrDamaged)
		}
	}
	if errors.Is(err, store.ErrNotFound) {
		return &Live{Format: 1, Brands: map[string]Entry{}}, "", nil
	}
	if err != nil {
		return nil, tag, err
	}
	live, err := decodeLive(data)
	if err != nil {
		return nil, tag, fmt.Errorf("%s: %s: %w", b.Address(), LiveKey, err)
	}
	return live, next, nil
}

// isDigest reports whether a tag is the MD5 of bytes, as in S3, or the SHA-256, as in a folder.
func isDigest(tag string, data []byte) bool {
	weak, strong := md5.Sum(data), sha256.Sum256(data)
	return tag == hex.EncodeToString(weak[:]) || tag == hex.EncodeToString(strong[:])
}

// readLive reads the bytes of live once, unless it still has the tag.
func (b *Bucket) readLive(ctx context.Context, tag string) ([]byte, string, error) {
	body, info, err := b.store.Get(ctx, LiveKey, tag, 0)
	if err != nil {
		return nil, tag, err
	}
	data, err := io.ReadAll(io.LimitReader(body, maxLive))
	if err = errors.Join(err, body.Close()); err != nil {
		return nil, tag, fmt.Errorf("%s: read %s: %w", b.Address(), LiveKey, err)
	}
	if int64(len(data)) != info.Size {
		return nil, tag, fmt.Errorf("%s: %s: %w: %d of %d bytes", b.Address(), LiveKey,
			store.ErrDamaged, len(data), info.Size)
	}
	return data, info.Tag, nil
}

// decodeLive parses live. It checks the version before any other member.
func decodeLive(data []byte) (*Live, error) {
	var version struct {
		Format int `json:"format"`
	}
	if err := json.Unmarshal(data, &version); err != nil {
		return nil, fmt.Errorf("%w: %w", store.ErrDamaged, err)
	}
	if version.Format < 1 || version.Format > FormatVersion {
		return nil, fmt.Errorf("%w %d, this program reads 1 to %d: update it", release.ErrVersion,
			version.Format, FormatVersion)
	}
	live := new(Live)
	dec := json.NewDecoder(bytes.NewReader(data))
	if err := dec.Decode(live); err != nil {
		return nil, fmt.Errorf("%w: %w", store.ErrDamaged, err)
	}
	if live.Brands == nil {
		live.Brands = map[string]Entry{}
	}
	for key, e := range live.Brands {
		if err := e.check(key); err != nil {
			return nil, fmt.Errorf("%w: brand %.80q: %w", store.ErrDamaged, key, err)
		}
	}
	return live, nil
}

// keyPattern is how keys of brands look. They become names of folders.
var keyPattern = regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)

func (e *Entry) check(key string) error {
	if !keyPattern.MatchString(key) {
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

// encode is the form in which live is written.
func (l *Live) encode() ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", " ")
	err := enc.Encode(l)
	return b.Bytes(), err
}

// Keys in the store.
func brandPrefix(brand string) string      { return "brands/" + brand + "/" }
func segmentKey(brand, name string) string { return brandPrefix(brand) + release.SegmentPath(name) }
func fileKey(brand, id, name string) string {
	return brandPrefix(brand) + release.ReleasesDir + "/" + id + "/" + name
}
