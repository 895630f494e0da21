package durable

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"syscall"
)

// ErrLocked is wrapped when another process, or another holder in this one, has
// the lock.
var ErrLocked = errors.New("already locked")

// Lock is an exclusive flock(2) on a file. The kernel drops it with the
// process, so there are no stale locks and no process ids on disk; the file
// itself stays.
type Lock struct {
	fs   FS
	f    *os.File
	name string
}

// Lock takes the lock on the file name without waiting; it makes the file if it
// is missing.
func (d FS) Lock(name string) (*Lock, error) {
	l := &Lock{fs: d, name: name}
	err := d.step(OpLock, name, l.take)
	if err != nil {
		if l.f != nil {
			err = errors.Join(err, l.f.Close())
		}
		return nil, err
	}
	return l, nil
}

// take opens the lock file and locks it.
func (l *Lock) take() error {
	root := l.fs.root
	if info, err := root.Lstat(l.name); err == nil && !info.Mode().IsRegular() {
		return fmt.Errorf("%w but %s", ErrNotRegular, describe(info.Mode()))
	}
	f, err := root.OpenFile(l.name, os.O_RDWR|os.O_CREATE|syscall.O_NONBLOCK, 0o644)
	if err != nil {
		return err
	}
	l.f = f
	err = flock(f, syscall.LOCK_EX|syscall.LOCK_NB)
	if err == syscall.EWOULDBLOCK {
		return ErrLocked
	}
	if err != nil {
		return err
	}
	return l.check()
}

// Held returns an error unless the lock still guards its name. When somebody has removed or
// replaced the file, a second process could lock the new file, and nothing more may be published
// under this lock.
func (l *Lock) Held() error {
	if err := l.check(); err != nil {
		return pathError(l.fs.root, "lock", l.name, err)
	}
	return nil
}

// check returns an error if the name of the lock leads to another file than the locked one.
func (l *Lock) check() error {
	mine, err := l.f.Stat()
	if err != nil {
		return err
	}
	there, err := l.fs.root.Lstat(l.name)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if err != nil || !os.SameFile(mine, there) {
		return fmt.Errorf("%w: the lock file was replaced", ErrLocked)
	}
	return nil
}

// Close releases the lock. Closing the file is not enough: a process that another goroutine is
// starting has a copy of the descriptor until its program is loaded, and the lock lasts as long as
// any copy.
func (l *Lock) Close() error {
	err := flock(l.f, syscall.LOCK_UN)
	if err = errors.Join(err, l.f.Close()); err != nil {
		return pathError(l.fs.root, "unlock", l.name, err)
	}
	return nil
}

// flock calls flock(2), and again if a signal interrupts it.
func flock(f *os.File, how int) error {
	for {
		if err := syscall.Flock(int(f.Fd()), how); err != syscall.EINTR {
			return err
		}
	}
}
