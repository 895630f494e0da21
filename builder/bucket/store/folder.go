package store

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"os"
	"path"
	"slices"
	"strings"
	"time"

	"cartaz/builder/internal/durable"
)

// lockName is the file that is locked while an object is swapped.
const lockName = ".lock"

// lockWait bounds how long a swap waits for another one, which takes milliseconds.
const lockWait = 30 * time.Second

// folder is a store in a folder. Names that begin with a dot are not objects.
type folder struct {
	dir  string
	root *os.Root
	fs   durable.FS
}

func openFolder(dir string) (Store, error) {
	root, err := os.OpenRoot(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%w: file://%s: there is no such folder; make it, or mount the disk",
			ErrConfig, dir)
	}
	if err != nil {
		return nil, fmt.Errorf("%w: file://%s: %w", ErrConfig, dir, err)
	}
	return &folder{dir: dir, root: root, fs: durable.New(root, nil)}, nil
}

// Address implements [Store].
func (f *folder) Address() string { return "file://" + f.dir }

// fault names the object in an error, gives [ErrNotFound] for one that is missing, and says what to
// do about a missing right.
func (f *folder) fault(key string, err error) error {
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("%s/%s: %w", f.Address(), key, ErrNotFound)
	case errors.Is(err, fs.ErrPermission):
		return fmt.Errorf("%w: %s: %w; give this user the right, see chmod", ErrConfig, f.Address(),
			err)
	}
	return fmt.Errorf("%s: %w", f.Address(), err)
}

// Get implements [Store].
func (f *folder) Get(ctx context.Context, key, tag string, offset int64) (io.ReadCloser, Info,
	error) {
	if err := ctx.Err(); err != nil {
		return nil, Info{}, err
	}
	file, err := durable.OpenFile(f.root, key)
	if err != nil {
		return nil, Info{}, f.fault(key, err)
	}
	info, err := f.info(key, file)
	if err == nil && tag != "" && info.Tag == tag {
		err = ErrUnchanged
	}
	if err == nil {
		_, err = file.Seek(offset, io.SeekStart)
	}
	if err != nil {
		return nil, info, errors.Join(err, file.Close())
	}
	return file, info, nil
}

// smallest is the size up to which the tag of an object is its digest. Larger objects are never
// swapped.
const smallest = 64 << 20

// info describes an open object. The tag of a file is its digest: times are too coarse to tell two
// writes apart on some file systems.
func (f *folder) info(key string, file *os.File) (Info, error) {
	stat, err := file.Stat()
	if err != nil {
		return Info{}, f.fault(key, err)
	}
	i := Info{Key: key, Size: stat.Size(), Modified: stat.ModTime()}
	if strings.Contains(key, "/") || i.Size > smallest {
		i.Tag = fmt.Sprintf("%x-%x", i.Modified.UnixNano(), i.Size)
		return i, nil
	}
	h := sha256.New()
	if _, err := io.Copy(h, file); err != nil {
		return i, f.fault(key, err)
	}
	i.Tag = hex.EncodeToString(h.Sum(nil))
	return i, nil
}

// Create implements [Store]. The file is written and synced under a temporary name; link(2) then
// gives it its name unless that exists.
func (f *folder) Create(ctx context.Context, key string, c Content) error {
	if _, err := f.root.Lstat(key); err == nil {
		return fmt.Errorf("%s/%s: %w", f.Address(), key, ErrExists)
	}
	dir := path.Dir(key)
	if err := f.ensureDirs(dir); err != nil {
		return f.fault(key, err)
	}
	temp := path.Join(dir, durable.TempPrefix+rand.Text()[:12])
	if err := f.write(ctx, temp, c); err != nil {
		return f.fault(key, err)
	}
	err := f.root.Link(temp, key)
	err = errors.Join(err, f.fs.Remove(temp))
	if errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("%s/%s: %w", f.Address(), key, ErrExists)
	}
	if err == nil {
		err = f.fs.SyncDir(dir)
	}
	if err != nil {
		return f.fault(key, err)
	}
	return nil
}

// ensureDirs makes the directory dir and its parents below the folder, if they are missing.
func (f *folder) ensureDirs(dir string) error {
	if dir == "." {
		return nil
	}
	if _, err := f.root.Lstat(dir); err == nil {
		return nil
	}
	if err := f.ensureDirs(path.Dir(dir)); err != nil {
		return err
	}
	err := f.fs.EnsureDir(dir, 0o755)
	if errors.Is(err, fs.ErrExist) {
		return nil // made by somebody else in between
	}
	return err
}

// write makes the file name with the content c, durably.
func (f *folder) write(ctx context.Context, name string, c Content) error {
	body, err := c.Open()
	if err != nil {
		return err
	}
	defer body.Close()
	file, err := f.fs.Create(name, 0o444)
	if err != nil {
		return err
	}
	n, err := io.Copy(file, bounded{body, ctx})
	if err == nil && n != c.Size {
		err = fmt.Errorf("%w: %d bytes, not %d", ErrDamaged, n, c.Size)
	}
	if err == nil {
		err = file.Finish()
	}
	if err != nil {
		return errors.Join(err, file.Abort())
	}
	return nil
}

// bounded is a reader that ends with its context.
type bounded struct {
	io.Reader
	ctx context.Context
}

// Read implements io.Reader.
func (r bounded) Read(p []byte) (int, error) {
	if err := r.ctx.Err(); err != nil {
		return 0, err
	}
	return r.Reader.Read(p)
}

// Swap implements [Store].
func (f *folder) Swap(ctx context.Context, key string, data []byte, tag string) (string, error) {
	lock, err := f.lock(ctx)
	if err != nil {
		return "", f.fault(key, err)
	}
	defer lock.Close()
	now := ""
	body, info, err := f.Get(ctx, key, "", 0)
	switch {
	case err == nil:
		now = info.Tag
		err = body.Close()
	case errors.Is(err, ErrNotFound):
		err = nil
	}
	if err != nil {
		return "", err
	}
	if now != tag {
		return "", fmt.Errorf("%s/%s: %w", f.Address(), key, ErrRaceLost)
	}
	if err := f.fs.WriteFile(key, data, 0o644); err != nil {
		return "", f.fault(key, err)
	}
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:]), nil
}

// lock waits for its turn to swap.
func (f *folder) lock(ctx context.Context) (*durable.Lock, error) {
	for deadline := time.Now().Add(lockWait); ; {
		lock, err := f.fs.Lock(lockName)
		if !errors.Is(err, durable.ErrLocked) || time.Now().After(deadline) {
			return lock, err
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(5 * time.Millisecond):
		}
	}
}

// List implements [Store].
func (f *folder) List(ctx context.Context, prefix string) iter.Seq2[Info, error] {
	return func(yield func(Info, error) bool) {
		dir := prefix[:strings.LastIndexByte(prefix, '/')+1]
		f.walk(ctx, strings.TrimSuffix(dir, "/"), prefix, yield)
	}
}

// walk yields the objects below dir whose keys begin with prefix. It returns false to stop.
func (f *folder) walk(ctx context.Context, dir, prefix string, yield func(Info, error) bool) bool {
	if dir == "" {
		dir = "."
	}
	d, err := f.root.Open(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return true
	}
	var entries []fs.DirEntry
	if err == nil {
		entries, err = d.ReadDir(-1)
		err = errors.Join(err, d.Close(), ctx.Err())
	}
	if err != nil {
		yield(Info{}, f.fault(dir, err))
		return false
	}
	slices.SortFunc(entries,
		func(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
	for _, e := range entries {
		key := path.Join(dir, e.Name())
		within := strings.HasPrefix(key, prefix) || strings.HasPrefix(prefix, key+"/")
		if strings.HasPrefix(e.Name(), ".") || !within {
			continue
		}
		if e.IsDir() {
			if !f.walk(ctx, key, prefix, yield) {
				return false
			}
			continue
		}
		info, err := e.Info()
		if errors.Is(err, fs.ErrNotExist) {
			continue // removed in between
		}
		if err != nil || !yield(Info{Key: key, Size: info.Size(), Modified: info.ModTime()}, nil) {
			return err == nil || yield(Info{}, f.fault(key, err))
		}
	}
	return true
}

// Remove implements [Store].
func (f *folder) Remove(ctx context.Context, key string) error {
	err := f.root.Remove(key)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return f.fault(key, err)
	}
	return ctx.Err()
}

// Sweep implements [Store]: it removes files that killed writers left.
func (f *folder) Sweep(ctx context.Context, before time.Time) error {
	return fs.WalkDir(f.root.FS(), ".", func(name string, e fs.DirEntry, err error) error {
		if err != nil || ctx.Err() != nil {
			return errors.Join(err, ctx.Err())
		}
		if e.IsDir() || !strings.HasPrefix(e.Name(), durable.TempPrefix) {
			return nil
		}
		info, err := e.Info()
		if err == nil && info.ModTime().Before(before) {
			err = f.root.Remove(name)
		}
		if errors.Is(err, fs.ErrNotExist) {
			return nil // its writer lives
		}
		return err
	})
}
