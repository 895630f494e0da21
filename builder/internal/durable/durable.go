// Package durable writes files so that a crash, a kill or a power cut leaves the old content or the
// new content, and never a mixture.
//
// Every write has this order: create under a temporary name in the same directory, write, fsync the
// file, close it, rename it to its name, fsync the directory. After an error at any step nothing
// may be assumed: the step may have happened or not. Names are relative to an [os.Root], so a
// planted symlink cannot lead a write out of the folder.
//
// Temporary names begin with [TempPrefix]. Readers ignore them; the process that holds the folder's
// lock may remove them.
package durable

import (
	"bytes"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"syscall"
)

// TempPrefix begins the last element of every temporary name.
const TempPrefix = ".tmp-"

// Op names a step for a [Hook].
type Op string

// The steps, each of them one system call.
const (
	OpMkdir   Op = "mkdir"
	OpCreate  Op = "create"
	OpWrite   Op = "write"
	OpSync    Op = "sync"
	OpClose   Op = "close"
	OpRename  Op = "rename"
	OpSyncDir Op = "syncdir"
	OpRemove  Op = "remove"
	OpLock    Op = "lock"
)

// Hook is called with each step of a write and the step's system call do. It runs do or does not,
// and returns the result of the step. So a test can make a step fail after it happened, fail before
// it happened, or block. For [OpRename], name is the old and the new name with " -> " between them.
type Hook func(op Op, name string, do func() error) error

// NoSync is a [Hook] for files that need not outlive a power cut.
func NoSync(op Op, _ string, do func() error) error {
	if op == OpSync || op == OpSyncDir {
		return nil
	}
	return do()
}

// renameSeparator joins the two names of a rename.
const renameSeparator = " -> "

// FS writes durably below one folder. The zero value is not usable.
type FS struct {
	root *os.Root
	hook Hook
}

// New returns an FS over root. A nil hook runs every step unchanged. The caller still owns root and
// closes it.
func New(root *os.Root, hook Hook) FS {
	return FS{root: root, hook: hook}
}

// Root returns the folder.
func (d FS) Root() *os.Root { return d.root }

// step runs one system call through the hook. An error names the step and the whole path, in place
// of the path that os.Root puts around the cause.
func (d FS) step(op Op, name string, do func() error) error {
	var err error
	if d.hook == nil {
		err = do()
	} else {
		err = d.hook(op, name, do)
	}
	if err == nil {
		return nil
	}
	return pathError(d.root, string(op), name, err)
}

// pathError returns err with the step op and the whole path of name in place of those that package
// os added.
func pathError(root *os.Root, op, name string, err error) error {
	var pe *fs.PathError
	var le *os.LinkError
	switch {
	case errors.As(err, &pe):
		err = pe.Err
	case errors.As(err, &le):
		err = le.Err
	}
	old, target, both := strings.Cut(name, renameSeparator)
	full := filepath.Join(root.Name(), old)
	if both {
		full += renameSeparator + target
	}
	return &fs.PathError{Op: op, Path: full, Err: err}
}

// WriteFile replaces the file name by data in one step. After an error the file has the old content
// or the new one, whole.
func (d FS) WriteFile(name string, data []byte, perm fs.FileMode) error {
	return d.CopyFile(name, bytes.NewReader(data), perm)
}

// CopyFile is like WriteFile, with everything that from yields.
func (d FS) CopyFile(name string, from io.Reader, perm fs.FileMode) error {
	f, err := d.Create(path.Join(path.Dir(name), TempPrefix+path.Base(name)+"-"+rand.Text()[:8]),
		perm)
	if err != nil {
		return err
	}
	_, err = io.Copy(f, from)
	if err == nil {
		err = f.Commit(name)
	}
	if err != nil {
		return errors.Join(err, f.Abort())
	}
	return nil
}

// Replace gives a file new content in one step, so no reader sees half of it.
func Replace(name string, from io.Reader, hook Hook) error {
	root, err := os.OpenRoot(filepath.Dir(name))
	if err != nil {
		return err
	}
	err = New(root, hook).CopyFile(filepath.Base(name), from, 0o644)
	return errors.Join(err, root.Close())
}

// EnsureDir makes the directory name if it is missing, and makes its entry durable. Anything else
// under that name is an error, also a symlink to a directory. Parents must exist.
func (d FS) EnsureDir(name string, perm fs.FileMode) error {
	info, err := d.root.Lstat(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		err = d.step(OpMkdir, name, func() error { return d.root.Mkdir(name, perm) })
		if err != nil {
			return err
		}
	case err != nil:
		return pathError(d.root, "lstat", name, err)
	case !info.IsDir():
		return pathError(d.root, "open", name, fmt.Errorf("%w: %s in the place of a directory",
			ErrNotRegular, describe(info.Mode())))
	}
	return d.SyncDir(path.Dir(name))
}

// Rename gives a file or directory its new name. It is durable only after
// SyncDir of the parent. An existing directory is never replaced.
func (d FS) Rename(oldName, newName string) error {
	return d.step(OpRename, oldName+renameSeparator+newName,
		func() error { return d.root.Rename(oldName, newName) })
}

// Remove removes name and everything below it. It is not an error if there is nothing.
func (d FS) Remove(name string) error {
	return d.step(OpRemove, name, func() error { return d.root.RemoveAll(name) })
}

// SyncDir makes the entries of the directory name durable.
func (d FS) SyncDir(name string) error {
	return d.step(OpSyncDir, name, func() error {
		f, err := d.root.Open(name)
		if err != nil {
			return err
		}
		return errors.Join(f.Sync(), f.Close())
	})
}

// ErrNotRegular is wrapped by errors about a symlink, a FIFO or a device in place of a regular file
// or a real directory.
var ErrNotRegular = errors.New("not a regular file")

// OpenFile opens name for reading if it is a regular file and no element of
// name is a symlink. It never blocks, also not on a FIFO.
func OpenFile(root *os.Root, name string) (*os.File, error) {
	if err := checkParents(root, name); err != nil {
		return nil, err
	}
	want, err := root.Lstat(name)
	if err != nil {
		return nil, pathError(root, "open", name, err)
	}
	if !want.Mode().IsRegular() {
		return nil, pathError(root, "open", name,
			fmt.Errorf("%w but %s", ErrNotRegular, describe(want.Mode())))
	}
	// Non-blocking, and compared after opening: between the two calls the name may be replaced,
	// also by a FIFO.
	f, err := root.OpenFile(name, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, pathError(root, "open", name, err)
	}
	got, err := f.Stat()
	if err == nil && !got.Mode().IsRegular() {
		err = fmt.Errorf("%w but %s", ErrNotRegular, describe(got.Mode()))
	}
	if err != nil {
		return nil, errors.Join(pathError(root, "open", name, err), f.Close())
	}
	return f, nil
}

// ErrTooLarge is wrapped by the error of [ReadFile] about a file beyond the limit.
var ErrTooLarge = errors.New("file too large")

// ReadFile reads a file, which is opened as by [OpenFile], of at most limit bytes. A file that is
// cut or grows meanwhile gives the bytes that both sizes have.
func ReadFile(root *os.Root, name string, limit int64) ([]byte, error) {
	f, err := OpenFile(root, name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	if size := info.Size(); size > limit {
		err = fmt.Errorf("%w: %d bytes, at most %d are read", ErrTooLarge, size, limit)
		return nil, pathError(root, "read", name, err)
	}
	data := make([]byte, info.Size())
	n, err := io.ReadFull(f, data)
	if err == io.EOF || err == io.ErrUnexpectedEOF {
		err = nil
	}
	return data[:n], err
}

// OpenParent opens the directory of the file name, if no element of it is a symlink, so that many
// files in it can be opened without walking the path again. It returns the errors of [OpenFile].
// The name must have a directory. The caller closes the result.
func OpenParent(root *os.Root, name string) (*os.Root, error) {
	if err := checkParents(root, name); err != nil {
		return nil, err
	}
	dir, err := root.OpenRoot(path.Dir(name))
	if err != nil {
		return nil, pathError(root, "open", name, err)
	}
	return dir, nil
}

// checkParents refuses a name that leads through anything but directories.
func checkParents(root *os.Root, name string) error {
	for i := range len(name) {
		if name[i] != '/' {
			continue
		}
		info, err := root.Lstat(name[:i])
		if err != nil {
			return pathError(root, "open", name, err)
		}
		if !info.IsDir() {
			return pathError(root, "open", name,
				fmt.Errorf("%w: %s is %s", ErrNotRegular, name[:i], describe(info.Mode())))
		}
	}
	return nil
}

// describe names the kind of a file in an error.
func describe(mode fs.FileMode) string {
	switch mode.Type() {
	case 0:
		return "a file"
	case fs.ModeDir:
		return "a directory"
	case fs.ModeSymlink:
		return "a symlink"
	case fs.ModeNamedPipe:
		return "a FIFO"
	case fs.ModeSocket:
		return "a socket"
	default:
		return "a device"
	}
}
