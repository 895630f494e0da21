package release

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"cartaz/builder/internal/durable"
)

// Options change how a folder is written. The zero value is right except in tests.
type Options struct {
	// Hook is called for every step of writing, around its system call.
	Hook durable.Hook
	// SegmentSize is the size at which a new segment begins; 1 GiB if it is 0 or larger.
	SegmentSize int64
}

// Folder is a brand's folder, locked by one builder. Every write goes through it, so nothing is
// written without the lock. Use it from one goroutine.
type Folder struct {
	root *os.Root
	fs   durable.FS
	lock *durable.Lock
	opts Options
}

// Lock locks the brand's folder dir, makes the folder if it is missing, and removes the temporary
// files of an interrupted builder. If another builder has locked the folder, it returns at once
// with an error that wraps [ErrLocked]. The lock ends with the process.
func Lock(dir string, opts Options) (*Folder, error) {
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
	if err := f.removeDebris(); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
}

// makeFolder makes dir and syncs its entry in the parent. It refuses a symlink: no edge follows
// one, so files written through it would never be served.
func makeFolder(dir string) error {
	info, err := os.Lstat(filepath.Clean(dir))
	if err == nil && info.Mode().Type() == fs.ModeSymlink {
		return &fs.PathError{Op: "hold", Path: dir,
			Err: fmt.Errorf("%w but a symlink; link the folder above, or mount a disk there",
				durable.ErrNotRegular)}
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

// removeDebris makes the two directories and removes temporary files. The lock is held, so no other
// process uses a temporary name.
func (f *Folder) removeDebris() error {
	for _, dir := range []string{ReleasesDir, SegmentsDir} {
		// The entry of an existing directory is durable if current exists. It need not be durable
		// earlier.
		if info, err := f.root.Lstat(dir); err == nil && info.IsDir() {
			continue
		}
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

// readNames lists a directory, sorted by name.
func readNames(root *os.Root, dir string) ([]string, error) {
	// Without O_NONBLOCK package os sets and clears it, in four system calls.
	f, err := root.OpenFile(dir, os.O_RDONLY|syscall.O_NONBLOCK, 0)
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

// Close unlocks the folder. Writers that were not sealed must be aborted before it.
func (f *Folder) Close() error {
	return errors.Join(f.lock.Close(), f.root.Close())
}

// WriteBrand writes brand.json unless it has the content b already. A file that an earlier process
// wrote may not be durable yet; the next Publish syncs it, and it need not be durable earlier.
func (f *Folder) WriteBrand(b Brand) error {
	if err := b.check(); err != nil {
		return err
	}
	data, err := encodeJSON(b)
	if err != nil {
		return err
	}
	old, err := readSmall(f.root, BrandFile, maxBrandFile)
	if err == nil && bytes.Equal(old, data) {
		return nil
	}
	return f.fs.WriteFile(BrandFile, data, plainMode)
}

// Retire takes the brand down: it sets the state in brand.json and leaves no release live. It
// reports whether the brand was up. All releases stay; the next Publish ends the retirement. A
// crash leaves the brand up or down.
func (f *Folder) Retire() (changed bool, err error) {
	b, err := readBrand(f.root)
	if err != nil {
		return false, err
	}
	_, err = current(f.root)
	live := !errors.Is(err, ErrNotFound)
	changed = live || b.State != StateRetired
	b.State = StateRetired
	if err := errors.Join(f.WriteBrand(b), f.Unhold()); err != nil || !live {
		return changed, err
	}
	return changed, errors.Join(f.fs.Remove(CurrentFile), f.fs.SyncDir("."))
}

// Publish makes release id the live one; id may also be an older release.
//
// The idea: the edge finds the live release through one small file, current. All other files are
// complete and durable before current changes, and current changes by a rename, which a reader sees
// whole or not at all. So every reader sees the old release or the new one at every moment. The
// steps:
//
//  1. compare the index files of the release with their checksums
//  2. fsync releases/ and segments/: after a sync that reported an error, this process may have
//     seen a rename that is not on disk
//  3. write the id to a temporary file and fsync it
//  4. rename it to current
//  5. fsync the brand's folder
//  6. end the preview of the release, if it was held
//
// An example, release 8 replacing release 7: a crash before step 4 leaves current at 7 and release
// 8 sealed but unpublished; a crash after step 4 leaves current at 7 or 8, and both are whole on
// disk.
//
// An error before step 4 leaves the old release live. An error after step 4 leaves the old or the
// new one live and is never reported as published. Publishing the live release again writes
// nothing. A release that does not exist is [ErrNotFound], with a list of the existing releases.
func (f *Folder) Publish(id string) error {
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
		err = f.fs.SyncDir(".") // the rename of an earlier attempt may not be durable
	} else {
		err = f.fs.WriteFile(CurrentFile, []byte(id+"\n"), plainMode)
	}
	if waiting, _ := held(f.root); err == nil && waiting.Release == id {
		err = f.Unhold()
	}
	if err != nil {
		return fmt.Errorf("publish release %s: %w", id, err)
	}
	return nil
}

// checkPublishable returns why a release cannot be made live: the folder is no longer locked, or
// the release is missing or damaged.
func (f *Folder) checkPublishable(id string) error {
	if err := f.lock.Held(); err != nil {
		return err
	}
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

// Current returns the id of the live release in the brand's folder dir. If no release is published,
// the error is [ErrNotFound]; if the pointer file holds no id, it is [ErrCorrupt].
func Current(dir string) (id string, err error) { return inFolder(dir, current) }

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

// lastLive returns the id of the live release. A missing or broken pointer, which the next publish
// heals, names none.
func lastLive(root *os.Root) (id string, err error) {
	id, err = current(root)
	if errors.Is(err, ErrNotFound) || errors.Is(err, ErrCorrupt) {
		return "", nil
	}
	return id, err
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

// List returns the ids of the sealed releases in the brand's folder dir, oldest first. A sealed
// release need not be published: a release is also listed if its builder died before publishing it.
// List does not check whether a release can be opened.
func List(dir string) ([]string, error) { return inFolder(dir, list) }

// list implements [List] in a folder that is open.
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

// OpenHistory opens history.jsonl of release id in the brand's folder dir. It does not read the
// manifest, because the file has a format version of its own.
func OpenHistory(dir, id string) (*os.File, error) {
	return inFolder(dir, func(root *os.Root) (*os.File, error) {
		return durable.OpenFile(root, releasePath(id, HistoryFile))
	})
}

// Report returns the content of report.json of release id in the brand's folder dir.
func Report(dir, id string) ([]byte, error) {
	return inFolder(dir, func(root *os.Root) ([]byte, error) {
		m, err := readManifest(root, id)
		if err != nil {
			return nil, err
		}
		info := m.file(ReportFile)
		data, err := readSmall(root, releasePath(id, ReportFile), info.Size)
		if err == nil && (int64(len(data)) != info.Size || checksum(data) != info.CRC32C) {
			err = corrupt(root, releasePath(id, ReportFile),
				"size or checksum is not that of the manifest")
		}
		return data, err
	})
}
