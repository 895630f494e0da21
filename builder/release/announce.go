package release

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
)

// announceFile is unannounced.json. A builder publishes and then tells caches what changed. If it
// dies in between, the file stays, and the next builder tells them.
type announceFile struct {
	Format int `json:"format"`
	// Live are the releases that were live since the last announcement, in order and without the
	// present one. "" stands for no release or an unknown one.
	Live []string `json:"live"`
}

// The format and limits of unannounced.json.
const (
	announceFormat  = 1
	maxAnnounceFile = 64 << 10
	maxUnannounced  = 64 // after more nobody knows
)

// Unannounced returns the releases that were live since the last announcement, in order and without
// the present one; "" stands for an unknown release. It is empty when everything was announced, or
// when no builder ever announced.
//
// The caller must announce the differences between each release and the next, and between the last
// one and the live one: an address may have changed and changed back while a cache asked in
// between. A file that cannot be read counts as one unknown release.
func Unannounced(dir string) ([]string, error) {
	return inFolder(dir, func(root *os.Root) ([]string, error) {
		live, err := unannounced(root)
		if errors.Is(err, ErrNotFound) {
			return nil, nil
		}
		return live, err
	})
}

func unannounced(root *os.Root) ([]string, error) {
	data, err := readSmall(root, UnannouncedFile, maxAnnounceFile)
	if errors.Is(err, ErrCorrupt) {
		return []string{""}, nil
	}
	if err != nil {
		return nil, err
	}
	var file announceFile
	if err := decodeStrict(data, &file); err != nil || file.Format != announceFormat {
		return []string{""}, nil
	}
	for i, id := range file.Live {
		if _, err := ParseID(id); err != nil {
			file.Live[i] = ""
		}
	}
	return file.Live, nil
}

// ExpectAnnouncements makes every later publish record itself until it is announced, also a publish
// by a builder that does not announce.
func (f *Folder) ExpectAnnouncements() error {
	if err := f.lock.Held(); err != nil {
		return err
	}
	if _, err := f.root.Lstat(UnannouncedFile); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return f.writeUnannounced(nil)
}

// Announced removes the releases up to id, which was live when it was announced. Releases that were
// published after id stay.
func (f *Folder) Announced(id string) error {
	if err := f.lock.Held(); err != nil {
		return err
	}
	before, err := unannounced(f.root)
	if err != nil {
		return fmt.Errorf("announced: %w", err)
	}
	live, err := current(f.root)
	if err != nil {
		return fmt.Errorf("announced: %w", err)
	}
	var rest []string
	if live != id {
		// Published in between. If id is not in the list, nothing is known about it.
		rest = before
		for i, was := range slices.Backward(before) {
			if was == id {
				rest = before[i:]
				break
			}
		}
	}
	if len(rest) == len(before) {
		return nil
	}
	return f.writeUnannounced(rest)
}

// noteSuperseded records that the live release will be replaced, when announcements are expected.
func (f *Folder) noteSuperseded(live string) error {
	before, err := unannounced(f.root)
	if errors.Is(err, ErrNotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	if n := len(before); n > 0 && before[n-1] == live {
		return nil // noted by a publish that did not get any further
	}
	if len(before) >= maxUnannounced {
		before = []string{""}
	}
	return f.writeUnannounced(append(before, live))
}

func (f *Folder) writeUnannounced(live []string) error {
	if live == nil {
		live = []string{} // [] in JSON, not null
	}
	data, err := encodeJSON(announceFile{Format: announceFormat, Live: live})
	if err != nil {
		return err
	}
	return f.fs.WriteFile(UnannouncedFile, data, plainMode)
}
