package release

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"cartaz/builder/internal/durable"
)

// Options change how a folder is written. The zero value is right outside tests.
type Options struct {
	// Hook stands between every step of writing and its system call.
	Hook durable.Hook
	// SegmentSize is where a new segment begins, 1 GiB when 0 or above that.
	SegmentSize int64
}

// Folder is a brand's folder held by one builder: everything that writes goes
// through it, so nothing is written without the lock. It is for one goroutine.
type Folder struct {
	root *os.Root
	fs   durable.FS
	lock *durable.Lock
	opts Options
}

// Hold takes the lock of the brand's folder dir, makes the folder if it is
// missing and removes what an interrupted builder left under temporary names.
// When another builder holds the folder the error wraps [ErrLocked], at once.
// The lock dies with the process.
func Hold(dir string, opts Options) (*Folder, error) {
	if opts.SegmentSize <= segmentHeader || opts.SegmentSize > maxSegmentSize {
		opts.SegmentSize = maxSegmentSize
	}
	if err := makeFolder(dir); err != nil {
		return nil, err
	}
	root, err := openFolder(dir)
	if err != nil {
		return nil, err
	}
	f := &Folder{root: root, fs: durable.New(root, opts.Hook), opts: opts}
	f.lock, err = f.fs.Lock(LockFile)
	if err != nil {
		return nil, errors.Join(err, root.Close())
	}
	if err := f.tidy(); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
}

// makeFolder makes dir and its entry in the parent durable. A symlink in its
// place is refused: no edge follows one, so nobody would be served what is
// written behind it.
func makeFolder(dir string) error {
	info, err := os.Lstat(filepath.Clean(dir))
	if err == nil && info.Mode().Type() == fs.ModeSymlink {
		return &fs.PathError{Op: "hold", Path: dir, Err: fmt.Errorf("%w but a symlink; link the folder above, or mount a disk there", durable.ErrNotRegular)}
	}
	if !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if err := os.MkdirAll(dir, dirMode); err != nil {
		return err
	}
	parent, err := os.Open(filepath.Dir(filepath.Clean(dir)))
	if err != nil {
		return err
	}
	return errors.Join(parent.Sync(), parent.Close())
}

// tidy makes the two directories and removes debris. The lock is held, so no
// temporary name belongs to anyone.
func (f *Folder) tidy() error {
	for _, dir := range []string{ReleasesDir, SegmentsDir} {
		if err := f.fs.EnsureDir(dir, dirMode); err != nil {
			return err
		}
	}
	for _, dir := range []string{".", ReleasesDir, SegmentsDir} {
		names, err := readNames(f.root, dir)
		if err != nil {
			return err
		}
		for _, name := range names {
			if !strings.HasPrefix(name, TempPrefix) {
				continue
			}
			if err := f.fs.Remove(filepath.Join(dir, name)); err != nil {
				return err
			}
		}
	}
	return nil
}

// readNames lists a directory by name.
func readNames(root *os.Root, dir string) ([]string, error) {
	f, err := root.Open(dir)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", root.Name(), err)
	}
	names, err := f.Readdirnames(-1)
	if err = errors.Join(err, f.Close()); err != nil {
		return nil, err
	}
	slices.Sort(names)
	return names, nil
}

// Close gives the folder back. Writers that were not sealed must be aborted
// before.
func (f *Folder) Close() error {
	return errors.Join(f.lock.Close(), f.root.Close())
}

// WriteBrand writes brand.json.
func (f *Folder) WriteBrand(b Brand) error {
	if err := b.check(); err != nil {
		return err
	}
	data, err := encodeJSON(b)
	if err != nil {
		return err
	}
	if old, err := readSmall(f.root, BrandFile, maxBrandFile); err == nil && string(old) == string(data) {
		return f.fs.SyncDir(".")
	}
	return f.fs.WriteFile(BrandFile, data, plainMode)
}

// Publish makes release id the live one, older ones included. It is the last
// step of all: the release, its files and segments are complete and durable
// before the pointer moves.
//
//  1. the index files of the release are compared with their checksums
//  2. fsync of releases/ and segments/: a rename there may have been seen by
//     this process, yet not be on disk, when an earlier sync reported an error
//  3. when announcements are expected, the release that is live until now is noted
//     in the same way as what follows
//  4. current is written under a temporary name and fsynced
//  5. it is renamed to current
//  6. fsync of the brand's folder
//
// An error before step 5 leaves the old release live, an error after it leaves
// the old or the new one; it is never reported as published. Publishing the live
// release again writes nothing. A release that is not there is [ErrNotFound],
// with the list of those that are.
func (f *Folder) Publish(id string) error {
	if err := f.lock.Held(); err != nil {
		return err
	}
	if err := f.checkPublishable(id); err != nil {
		return fmt.Errorf("publish release %s: %w", id, err)
	}
	for _, dir := range []string{ReleasesDir, SegmentsDir} {
		if err := f.fs.SyncDir(dir); err != nil {
			return fmt.Errorf("publish release %s: %w", id, err)
		}
	}
	live, err := current(f.root)
	if err == nil && live == id {
		err = f.fs.SyncDir(".") // the rename of an earlier try may not be durable
	} else if err = f.superseded(live); err == nil {
		err = f.fs.WriteFile(CurrentFile, []byte(id+"\n"), plainMode)
	}
	if err != nil {
		return fmt.Errorf("publish release %s: %w", id, err)
	}
	return nil
}

func (f *Folder) checkPublishable(id string) error {
	r, err := open(f.root, id)
	if errors.Is(err, ErrNotFound) {
		ids, listErr := list(f.root)
		return errors.Join(fmt.Errorf("%w; there are: %s", err, strings.Join(ids, ", ")), listErr)
	}
	if err != nil {
		return err
	}
	return errors.Join(r.Verify(false), r.Close())
}

// Current returns the id of the live release in the brand's folder dir. With
// none published it is [ErrNotFound], with a pointer that is not one
// [ErrCorrupt].
func Current(dir string) (id string, err error) {
	root, err := openFolder(dir)
	if err != nil {
		return "", err
	}
	defer root.Close()
	return current(root)
}

func current(root *os.Root) (string, error) {
	data, err := readSmall(root, CurrentFile, idLen+1)
	if err != nil {
		return "", err
	}
	id, err := parseCurrent(data)
	if err != nil {
		return "", fmt.Errorf("%s: %w", filepath.Join(root.Name(), CurrentFile), err)
	}
	return id, nil
}

// parseCurrent reads the content of the pointer: an id and a newline.
func parseCurrent(data []byte) (string, error) {
	id, ok := strings.CutSuffix(string(data), "\n")
	if !ok {
		return "", fmt.Errorf("%w: no newline at the end", ErrCorrupt)
	}
	_, err := ParseID(id)
	return id, err
}

// List returns the ids of the sealed releases in the brand's folder dir, oldest
// first. Sealed is not published: a release whose builder died between the two
// is listed. Whether one can be opened is not looked at.
func List(dir string) ([]string, error) {
	root, err := openFolder(dir)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	return list(root)
}

func list(root *os.Root) ([]string, error) {
	names, err := readNames(root, ReleasesDir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var ids []string
	for _, name := range names {
		if _, err := ParseID(name); err != nil {
			continue
		}
		info, err := root.Lstat(filepath.Join(ReleasesDir, name))
		if err == nil && info.IsDir() {
			ids = append(ids, name)
		}
	}
	return ids, nil
}

// Report returns report.json of release id in the brand's folder dir.
func Report(dir, id string) ([]byte, error) {
	root, err := openFolder(dir)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	m, err := readManifest(root, id)
	if err != nil {
		return nil, err
	}
	info := m.file(ReportFile)
	data, err := readSmall(root, releasePath(id, ReportFile), info.Size)
	if err != nil {
		return nil, err
	}
	if int64(len(data)) != info.Size || checksum(data) != info.CRC32C {
		return nil, corrupt(root, releasePath(id, ReportFile), "size or checksum is not that of the manifest")
	}
	return data, nil
}
