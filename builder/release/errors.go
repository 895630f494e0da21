package release

import (
	"errors"

	"cartaz/builder/internal/durable"
)

// Errors that callers test for. Every error names the file and the fault.
var (
	// ErrVersion is wrapped when a file has a format version that this program
	// does not know. No other field of that file was read.
	ErrVersion = errors.New("unknown format version")
	// ErrCorrupt is wrapped when bytes on disk are not the bytes that were sealed, or when
	// something else is in place of a file.
	ErrCorrupt = errors.New("corrupt")
	// ErrNotFound is wrapped when a release, brand file or live release does not exist.
	ErrNotFound = errors.New("not found")
	// ErrClosed is wrapped when a closed release, folder or writer is used.
	ErrClosed = errors.New("closed")
	// ErrDuplicate is wrapped when two resources have the same path, or two events the same id.
	ErrDuplicate = errors.New("duplicate")
	// ErrInvalid is wrapped when a value given to the writer breaks a limit or
	// rule of the format.
	ErrInvalid = errors.New("invalid")
	// ErrLocked is wrapped when another builder has locked the folder.
	ErrLocked = durable.ErrLocked
)
