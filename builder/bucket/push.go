package bucket

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"

	"cartaz/builder/bucket/store"
	"cartaz/builder/internal/durable"
	"cartaz/builder/release"
)

// parallel is how many objects of one brand are moved at a time.
const parallel = 8

// lastTry is how often a release is looked for and sent again, 3 s in all.
const lastTry = 5

// object is one file of a release, here and in the store.
type object struct {
	key  string // in the store
	path string // in the brand's folder
	size int64
	sum  string // SHA-256 in hex, or its beginning; "" when it is not known
	most int64  // bound in bytes if the size is unknown; 0 is [release.MaxManifest]
}

// Pushed is the result of a push.
type Pushed struct {
	Entry Entry // without counter and time
	Bytes int64 // that were sent
}

// Push sends the release id of the brand's folder dir, as far as the store lacks it: segments, then
// files, then the manifest. Each file is compared with its digest before it is sent, and the store
// compares what arrives. At the end all sizes are compared once more. While several builders send
// the same release, a list may lack an object or have its old size, so missing objects are looked
// for and sent again a few times. An object whose size is still wrong after that is damaged, and is
// replaced. progress is called with the bytes that are there and the bytes of all; it may be nil.
func (b *Bucket) Push(ctx context.Context, brand, dir, id string,
	progress func(done, total int64)) (p Pushed, err error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return p, err
	}
	defer root.Close()
	manifest, m, err := readManifest(root, id)
	if err == nil && m.Brand.Key != brand {
		err = fmt.Errorf("release %s: %w: it is of brand %s, from before it had another key", id,
			release.ErrInvalid, m.Brand.Key)
	}
	if err != nil {
		return p, err
	}
	p.Entry = Entry{Release: id, Manifest: manifest.sum, Hosts: slices.Clone(m.Brand.Hosts)}
	manifest.key = fileKey(brand, id, release.ManifestFile)
	objects := objectsOf(brand, id, m)
	all := append(objects, manifest)
	s := sender{b: b, root: root, progress: progress}
	for _, o := range all {
		s.total += o.size
	}
	segments, files := len(m.Segments), len(all)-1
	for ; ; s.try++ {
		if s.there, err = b.sizes(ctx, brand, id); err != nil {
			return p, err
		}
		p.Bytes = s.sent.Load()
		missing := s.missing(all)
		switch {
		case missing == "":
			return p, nil
		case s.try > lastTry:
			return p, fmt.Errorf("%s: %s: %w: it was sent, and is not there whole", b.Address(),
				missing, store.ErrDamaged)
		}
		if err := sleep(ctx, time.Duration(s.try)*200*time.Millisecond); err != nil {
			return p, err
		}
		s.done.Store(0)
		for _, stage := range [][]object{all[:segments], all[segments:files], all[files:]} {
			if err := s.send(ctx, stage); err != nil {
				return p, fmt.Errorf("send release %s: %w", id, err)
			}
		}
	}
}

// missing returns the key of an object that is absent or incomplete, or "".
func (s *sender) missing(all []object) string {
	for _, o := range all {
		if !s.whole(o) {
			return o.key
		}
	}
	return ""
}

// whole reports whether an object is there.
func (s *sender) whole(o object) bool {
	size, ok := s.there[o.stored()]
	return ok && (size == o.size || o.isLarge())
}

func manifestPath(id string) string {
	return release.ReleasesDir + "/" + id + "/" + release.ManifestFile
}

// readManifest reads the manifest of a release in a folder.
func readManifest(root *os.Root, id string) (object, *release.Manifest, error) {
	o := object{path: manifestPath(id)}
	data, err := durable.ReadFile(root, o.path, release.MaxManifest)
	if err != nil {
		return o, nil, err
	}
	sum := sha256.Sum256(data)
	o.size, o.sum = int64(len(data)), hex.EncodeToString(sum[:])
	m, err := release.ParseManifest(data, id)
	if err != nil {
		err = fmt.Errorf("%s: %w", filepath.Join(root.Name(), o.path), err)
	}
	return o, m, err
}

// objectsOf lists the segments and then the files of a release, without the manifest.
func objectsOf(brand, id string, m *release.Manifest) (list []object) {
	for _, s := range m.Segments {
		list = append(list, object{key: segmentKey(brand, s.Name),
			path: release.SegmentPath(s.Name), size: s.Size, sum: s.Name})
	}
	for _, f := range m.Files {
		list = append(list, object{key: fileKey(brand, id, f.Name),
			path: release.ReleasesDir + "/" + id + "/" + f.Name, size: f.Size, sum: f.SHA256})
	}
	return list
}

// sizes returns the objects that the store has of a brand's segments, and of one release.
func (b *Bucket) sizes(ctx context.Context, brand, id string) (map[string]int64, error) {
	sizes := map[string]int64{}
	for _, prefix := range []string{
		release.SegmentsDir + "/", release.ReleasesDir + "/" + id + "/",
	} {
		for info, err := range b.store.List(ctx, brandPrefix(brand)+prefix) {
			if err != nil {
				return nil, err
			}
			sizes[info.Key] = info.Size
		}
	}
	return sizes, nil
}

// sender sends the objects of one release.
type sender struct {
	b        *Bucket
	root     *os.Root
	there    map[string]int64
	try      int // 0 for the first
	progress func(done, total int64)
	total    int64
	done     atomic.Int64 // bytes that are there
	sent     atomic.Int64 // bytes that were sent
}

func (s *sender) advance(n int64) {
	done := s.done.Add(n)
	if s.progress != nil {
		s.progress(done, s.total)
	}
}

// send sends objects, several at a time.
func (s *sender) send(ctx context.Context, list []object) error {
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(parallel)
	for _, o := range list {
		group.Go(func() error {
			if s.whole(o) {
				s.advance(o.size)
				return nil
			}
			if _, there := s.there[o.key]; there && s.try > lastTry/2 {
				if err := s.b.store.Remove(ctx, o.key); err != nil {
					return err
				}
			}
			if o.isLarge() {
				return s.sendCompressed(ctx, o)
			}
			return s.sendOne(ctx, o)
		})
	}
	return group.Wait()
}

func (s *sender) sendOne(ctx context.Context, o object) error {
	if err := s.read(o, io.Discard); err != nil {
		return err
	}
	return s.create(ctx, o, store.Content{Size: o.size,
		Open: func() (io.ReadSeekCloser, error) { return durable.OpenFile(s.root, o.path) }})
}

// create sends the bytes of an object as they are in the store.
func (s *sender) create(ctx context.Context, o object, c store.Content) error {
	err := s.b.store.Create(ctx, o.stored(), c)
	switch {
	case err == nil:
		s.sent.Add(c.Size)
	case !errors.Is(err, store.ErrExists): // else another builder was faster
		return err
	}
	s.advance(o.size)
	return nil
}

// read reads a local file into to and compares it with its digest: damaged bytes must not get a
// name in the store that certifies others.
func (s *sender) read(o object, to io.Writer) error {
	same, err := compare(s.root, o, to)
	if err == nil && !same {
		err = fmt.Errorf("%s: %w: not the bytes that were sealed; builder verify says more",
			filepath.Join(s.root.Name(), o.path), release.ErrCorrupt)
	}
	return err
}

// compare reads a local file into to, and reports whether it has size and digest of its object.
func compare(root *os.Root, o object, to io.Writer) (same bool, err error) {
	f, err := durable.OpenFile(root, o.path)
	if err != nil {
		return false, err
	}
	defer f.Close()
	h := sha256.New()
	n, err := io.Copy(io.MultiWriter(to, h), f)
	return n == o.size && matches(h, o.sum), err
}
