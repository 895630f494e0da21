package bucket

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"

	"cartaz/builder/bucket/store"
	"cartaz/builder/internal/durable"
	"cartaz/builder/release"
)

// PullOptions change how releases are fetched. The zero value is right for builders.
type PullOptions struct {
	// Verify reads existing files and fetches damaged ones anew. Otherwise only sizes are compared:
	// index files are checked before a release goes live, bodies when they are read.
	Verify bool
	// Room is asked before anything is written, with the number of bytes; nil for enough.
	Room func(n int64) error
	// Fetched is called with the number of bytes that arrived, Refused with the error of wrong
	// bytes.
	Fetched func(n int64)
	Refused func(err error)
	// Brand is called with the brand's facts as soon as they are known.
	Brand func(release.Brand)
}

// retries is how often an object is fetched again if its bytes were wrong or cut off.
const retries = 4

// Pull makes the brand's folder dir hold and publish what an entry says, fetching what is missing:
// manifest, files, segments. The folder is locked meanwhile ([release.ErrLocked]). Every file is
// compared with its digest before it gets its name. On any error the release that was live stays.
// It returns the number of bytes fetched.
func (b *Bucket) Pull(ctx context.Context, brand string, e Entry, dir string,
	o PullOptions) (int64, error) {
	return b.pull(brand, dir, o, func(p *puller, folder *release.Folder) error {
		follow := func() error {
			if err := p.release(ctx, folder, e); err != nil {
				return err
			}
			return folder.Follow(e.Release, e.Taken)
		}
		err := follow()
		if errors.Is(err, release.ErrCorrupt) && !p.o.Verify {
			p.o.Verify = true // what was there already is damaged
			err = follow()
		}
		return err
	})
}

// Fetch makes the brand's folder dir hold the release of an entry without publishing it. The digest
// of the manifest may be missing in the entry.
func (b *Bucket) Fetch(ctx context.Context, brand string, e Entry, dir string) (int64, error) {
	return b.pull(brand, dir, PullOptions{}, func(p *puller, folder *release.Folder) error {
		return p.release(ctx, folder, e)
	})
}

// pull runs do with a puller into the brand's folder dir, which is locked meanwhile, and returns
// the number of bytes fetched.
func (b *Bucket) pull(brand, dir string, o PullOptions,
	do func(*puller, *release.Folder) error) (int64, error) {
	folder, err := release.Lock(dir, release.Options{})
	if err != nil {
		return 0, err
	}
	defer folder.Close()
	root, err := os.OpenRoot(dir)
	if err != nil {
		return 0, err
	}
	defer root.Close()
	p := &puller{b: b, brand: brand, root: root, fs: durable.New(root, nil), o: o}
	err = do(p, folder)
	return p.bytes.Load(), err
}

// puller fetches one release into a locked folder.
type puller struct {
	b     *Bucket
	brand string
	root  *os.Root
	fs    durable.FS
	o     PullOptions
	bytes atomic.Int64
}

// release fetches what the folder lacks of a release.
func (p *puller) release(ctx context.Context, folder *release.Folder, e Entry) error {
	data, m, err := p.manifest(ctx, e)
	if err != nil {
		return err
	}
	if m.Brand.Key != p.brand {
		return fmt.Errorf("%s: release %s: %w: it is of brand %s and published as %s",
			p.b.Address(), e.Release, store.ErrDamaged, m.Brand.Key, p.brand)
	}
	if err := folder.WriteBrand(m.Brand); err != nil {
		return err
	}
	if p.o.Brand != nil {
		p.o.Brand(m.Brand)
	}
	dir := release.ReleasesDir + "/" + e.Release
	_, err = p.root.Lstat(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return p.create(ctx, e.Release, m, data, dir)
	}
	if err == nil {
		err = p.objects(ctx, e.Release, m, dir)
	}
	if err == nil && p.o.Verify {
		err = p.fs.WriteFile(path.Join(dir, release.ManifestFile), data, 0o444)
	}
	return err
}

// create fetches a release into a new directory, which gets its name dir when all files and
// segments are there.
func (p *puller) create(ctx context.Context, id string, m *release.Manifest, manifest []byte,
	dir string) error {
	temp := release.ReleasesDir + "/" + release.TempPrefix + id
	err := errors.Join(p.fs.Remove(temp), p.fs.EnsureDir(temp, 0o755))
	if err == nil {
		err = p.objects(ctx, id, m, temp)
	}
	if err == nil {
		err = p.fs.WriteFile(path.Join(temp, release.ManifestFile), manifest, 0o444)
	}
	if err == nil {
		err = p.fs.SyncDir(temp)
	}
	if err == nil {
		err = p.fs.Rename(temp, dir)
	}
	if err != nil {
		err = errors.Join(err, p.fs.Remove(temp))
	}
	return err
}

// manifest reads the manifest of an entry, from the folder where it is there whole. The digest may
// be missing in the entry.
func (p *puller) manifest(ctx context.Context, e Entry) ([]byte, *release.Manifest, error) {
	var data []byte
	if p.root != nil {
		// It is fetched if it is not here.
		data, _ = durable.ReadFile(p.root, manifestPath(e.Release), release.MaxManifest)
	}
	// An id ends in the beginning of the digest.
	want := cmp.Or(e.Manifest, e.Release[len(e.Release)-16:])
	if sum := sha256.Sum256(data); !strings.HasPrefix(hex.EncodeToString(sum[:]), want) {
		var buffer memory
		o := object{key: fileKey(p.brand, e.Release, release.ManifestFile), size: -1, sum: want}
		if err := p.fetch(ctx, o, &buffer, buffer.reset, nil); err != nil {
			return nil, nil, err
		}
		data = buffer.Bytes()
	}
	m, err := release.ParseManifest(data, e.Release)
	if err != nil {
		err = fmt.Errorf("%s: release %s: %w", p.b.Address(), e.Release, err)
	}
	return data, m, err
}

// objects fetches files into the directory to, and segments, as far as they are missing. The files
// come first: they are small, and tell soon when something is wrong.
func (p *puller) objects(ctx context.Context, id string, m *release.Manifest, to string) error {
	var missing []object
	var need int64
	all := objectsOf(p.brand, id, m)
	segments, files := all[:len(m.Segments)], all[len(m.Segments):]
	for i := range files {
		files[i].path = path.Join(to, path.Base(files[i].path))
	}
	for _, o := range slices.Concat(files, segments) {
		if !p.has(o) {
			missing = append(missing, o)
			need += o.size
		}
	}
	if p.o.Room != nil && need > 0 {
		if err := p.o.Room(need); err != nil {
			return err
		}
	}
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(parallel)
	for _, o := range missing {
		group.Go(func() error { return p.object(ctx, o) })
	}
	if err := group.Wait(); err != nil {
		return err
	}
	return errors.Join(p.fs.SyncDir(to), p.fs.SyncDir(release.SegmentsDir))
}

// has reports whether the folder has an object, whole as far as that is asked for.
func (p *puller) has(o object) bool {
	info, err := p.root.Lstat(o.path)
	if err != nil || !info.Mode().IsRegular() || info.Size() != o.size {
		return false
	}
	if !p.o.Verify {
		return true
	}
	same, err := compare(p.root, o, io.Discard)
	return err == nil && same
}

// object fetches one object into a file, which gets its name when all bytes are right.
func (p *puller) object(ctx context.Context, o object) error {
	temp := path.Join(path.Dir(o.path), release.TempPrefix+path.Base(o.path))
	var file *durable.File
	begin := func() error {
		if err := p.fs.Remove(temp); err != nil {
			return err
		}
		f, err := p.fs.Create(temp, 0o444)
		if err == nil {
			file = f
		}
		return err
	}
	if err := begin(); err != nil {
		return err
	}
	err := p.load(ctx, o, writer(func(b []byte) (int, error) { return file.Write(b) }),
		func() error { return cmp.Or(file.Abort(), begin()) })
	if err == nil {
		err = file.Rename(o.path)
	}
	if err != nil {
		return errors.Join(err, file.Abort())
	}
	return nil
}

type writer func([]byte) (int, error)

// Write implements io.Writer.
func (w writer) Write(b []byte) (int, error) { return w(b) }

// memory is an object that is read into memory.
type memory struct{ bytes.Buffer }

func (m *memory) reset() error { m.Reset(); return nil }

// fetch reads an object into to and compares size, unless it is negative, and digest; whole, unless
// it is nil, compares more. A body that breaks off is continued; wrong bytes are dropped by reset
// and asked for again.
func (p *puller) fetch(ctx context.Context, o object, to io.Writer,
	reset, whole func() error) error {
	h := sha256.New()
	var have int64
	var err error
	for try := range retries {
		if try > 0 {
			if err := sleep(ctx, time.Duration(try)*200*time.Millisecond); err != nil {
				return err
			}
		}
		have, err = p.get(ctx, o, have, io.MultiWriter(local(to), h))
		if err == nil && ((o.size >= 0 && have != o.size) || !matches(h, o.sum)) {
			err = store.ErrDamaged
		}
		if err == nil && whole != nil {
			err = whole()
		}
		var here *writeError
		switch {
		case errors.As(err, &here):
			return here.err
		case err == nil, errors.Is(err, store.ErrConfig), errors.Is(err, store.ErrNotFound),
			ctx.Err() != nil:
			return err
		case errors.Is(err, store.ErrDamaged):
			err = fmt.Errorf("%s: %s: %w: other bytes than those that were published",
				p.b.Address(), o.key, store.ErrDamaged)
			if p.o.Refused != nil && try < retries-1 {
				p.o.Refused(err)
			}
			have = 0
			h.Reset()
			if err := reset(); err != nil {
				return err
			}
		}
	}
	return err
}

func matches(h hash.Hash, sum string) bool {
	return strings.HasPrefix(hex.EncodeToString(h.Sum(nil)), sum)
}

// writeError is an error of the disk here, not of the store.
type writeError struct{ err error }

// Error implements error.
func (e *writeError) Error() string { return e.err.Error() }

// get requests an object once, from byte have on, and returns how many bytes of it are there
// afterwards.
func (p *puller) get(ctx context.Context, o object, have int64, to io.Writer) (int64, error) {
	body, info, err := p.b.store.Get(ctx, o.key, "", have)
	if err != nil {
		return have, err
	}
	defer body.Close()
	limit := o.size
	if limit < 0 {
		limit = cmp.Or(o.most, release.MaxManifest)
	}
	if info.Size > limit || o.size >= 0 && info.Size < o.size {
		return have, fmt.Errorf("%w: %d bytes", store.ErrDamaged, info.Size)
	}
	n, err := io.Copy(to, io.LimitReader(body, limit-have))
	p.bytes.Add(n)
	if p.o.Fetched != nil {
		p.o.Fetched(n)
	}
	have += n
	if err == nil && have < info.Size {
		err = fmt.Errorf("%s: %s: %w", p.b.Address(), o.key, io.ErrUnexpectedEOF)
	}
	return have, err
}
