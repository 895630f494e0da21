// Package store keeps named objects in an S3-compatible bucket or in a folder.
//
// Both kinds behave the same, so that code above them is tested once:
//
//   - [Store.Create] makes an object that must not exist. An object is there whole or not at all.
//   - [Store.Swap] replaces an object if it still is the one that the caller read: compare-and-swap
//     by its tag. Of several writers at once exactly one wins.
//   - [Store.Get] reads an object, from an offset on, or only if it differs from the caller's.
//
// A bucket does this with conditional requests of HTTP (RFC 9110, section 13): If-None-Match: * and
// If-Match on PUT. A store that takes such a request and ignores its condition would let two
// builders overwrite each other, so [Probe] tries it and refuses that store. A folder uses link(2),
// which fails when the name exists, and a lock around read, compare and rename.
//
// Package bucket says what the objects are.
package store

import (
	"context"
	"errors"
	"io"
	"iter"
	"time"
)

// Errors that callers test for. Each message names the store, the object and what to do.
var (
	// ErrNotFound is wrapped when there is no such object.
	ErrNotFound = errors.New("not found")
	// ErrUnchanged is wrapped by Get when the object still has the tag that the caller named.
	ErrUnchanged = errors.New("unchanged")
	// ErrExists is wrapped by Create when the object is there already.
	ErrExists = errors.New("exists already")
	// ErrRaceLost is wrapped by Swap when the object is not the one that the caller read.
	ErrRaceLost = errors.New("changed by somebody else")
	// ErrConfig is wrapped when the store cannot work as it is set up: a wrong address, no such
	// bucket, no credentials, no right, a clock far off, no conditional writes. Trying again
	// without a change does not help.
	ErrConfig = errors.New("store not usable")
	// ErrDamaged is wrapped when bytes, read or to be written, do not have the expected size or
	// digest.
	ErrDamaged = errors.New("damaged")
)

// Info describes an object.
type Info struct {
	Key      string
	Size     int64
	Tag      string    // changes with every write; fewer reads if it is an MD5 or SHA-256, in hex
	Modified time.Time // by the clock of the store, seconds or finer
}

// Content is the content of an object that is to be made.
type Content struct {
	Size int64
	Open func() (io.ReadSeekCloser, error)
}

// Store is one bucket with a prefix, or one folder. Keys are relative to it, with slashes between
// their parts. All methods may be called from many goroutines, end with their context, and repeat
// requests that may succeed. A new kind is a type with these methods, and the form of its address
// in [Open].
type Store interface {
	// Address names the store in messages. It holds no secret.
	Address() string
	// Get opens an object at an offset, 0 for all of it. If the object still has the given tag, it
	// returns [ErrUnchanged]; "" skips the comparison. The size in Info is the size of the whole
	// object. The caller closes the body.
	Get(ctx context.Context, key, tag string, offset int64) (io.ReadCloser, Info, error)
	// Create makes an object, or fails with [ErrExists].
	Create(ctx context.Context, key string, c Content) error
	// Swap replaces the object if its tag is the given one, or makes it if tag is "" and there is
	// none; else it returns [ErrRaceLost]. It returns the new tag.
	Swap(ctx context.Context, key string, data []byte, tag string) (string, error)
	// List yields the objects whose keys begin with prefix, in any order.
	List(ctx context.Context, prefix string) iter.Seq2[Info, error]
	// Remove removes an object; a missing object is not an error.
	Remove(ctx context.Context, key string) error
	// Sweep removes the temporary files of objects that writers began before a time and never
	// finished. List does not show them.
	Sweep(ctx context.Context, before time.Time) error
}
