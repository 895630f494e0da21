package durable

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
)

// File is a new file under a temporary or unpublished name. It remembers its first error: after a
// failed write or sync every later call fails, because the content is no longer certain. Use it
// from one goroutine.
type File struct {
	fs     FS
	f      *os.File
	name   string
	size   int64
	err    error
	closed bool
	gone   bool
}

// Create creates the file name, which must not exist, for writing. With a
// read-only perm the file is sealed from its first byte on: only this handle
// can write it.
func (d FS) Create(name string, perm fs.FileMode) (*File, error) {
	var f *os.File
	err := d.step(OpCreate, name, func() error {
		var err error
		f, err = d.root.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, perm)
		return err
	})
	if err != nil {
		if f != nil { // it is there although the step reports an error
			err = errors.Join(err, f.Close(), d.Remove(name))
		}
		return nil, err
	}
	return &File{fs: d, f: f, name: name}, nil
}

// Write appends p. The error of a full disk names the path, the offset and the
// number of bytes that did not fit.
func (f *File) Write(p []byte) (int, error) {
	if f.err != nil {
		return 0, f.err
	}
	var n int
	err := f.fs.step(OpWrite, f.name, func() error {
		var err error
		n, err = f.f.Write(p)
		return err
	})
	if err != nil {
		var pe *fs.PathError
		errors.As(err, &pe)
		pe.Op = fmt.Sprintf("write %d bytes at offset %d of", len(p), f.size)
		f.err = err
	}
	f.size += int64(n)
	return n, f.err
}

// Finish makes the content durable and closes the file. Its name is durable
// only after SyncDir.
func (f *File) Finish() error {
	if f.closed {
		return f.err
	}
	if f.err == nil {
		f.err = f.fs.step(OpSync, f.name, f.f.Sync)
	}
	f.closed = true
	// A failed close is a failed write on some file systems.
	f.err = errors.Join(f.err, f.fs.step(OpClose, f.name, f.f.Close))
	return f.err
}

// Rename finishes the file and gives it its name. The name is durable only after SyncDir of the
// directory, so that many files can share one SyncDir.
func (f *File) Rename(name string) error {
	if err := f.Finish(); err != nil {
		return err
	}
	if f.err = f.fs.Rename(f.name, name); f.err == nil {
		f.gone = true
	}
	return f.err
}

// Commit finishes the file, gives it its name and makes that durable.
func (f *File) Commit(name string) error {
	if err := f.Rename(name); err != nil {
		return err
	}
	f.err = f.fs.SyncDir(path.Dir(name))
	return f.err
}

// Abort closes the file and removes it under its temporary name. After Rename
// or Commit it does nothing.
func (f *File) Abort() error {
	var err error
	if !f.closed {
		f.closed = true
		err = f.fs.step(OpClose, f.name, f.f.Close)
	}
	if f.gone {
		return err
	}
	f.gone = true
	if f.err == nil {
		f.err = fmt.Errorf("%s: %w", f.name, fs.ErrClosed)
	}
	return errors.Join(err, f.fs.Remove(f.name))
}

// Unnamed makes a file for reading and writing on the disk of the folder dir, or of the system's
// folder for temporary files when dir is "". Its name is removed at once, so nothing is left of it
// when the process ends, whatever ends it.
func Unnamed(dir string) (*os.File, error) {
	f, err := os.CreateTemp(dir, TempPrefix)
	if err != nil {
		return nil, err
	}
	if err := os.Remove(f.Name()); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
}
