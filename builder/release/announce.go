package release

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
)

// announceFile is unannounced.json. A builder that dies between a publish and the
// call that tells caches of it leaves the file, and the next one tells.
type announceFile struct {
	Format int `json:"format"`
	// Live are the releases that were live one after the other since the last
	// announcement, before the one that is live now; "" for none, or one that
	// nobody knows.
	Live []string `json:"live"`
}

// The format and limits of unannounced.json.
const (
	announceFormat  = 1
	maxAnnounceFile = 64 << 10
	maxUnannounced  = 64 // after more nobody knows
)

// Unannounced are the releases that were live one after the other since what is
// live was last announced, "" for an unknown one. What has to be announced lies
// between each and the next, and between the last and the live one: an address may
// have changed and changed back, with a cache asking in between. It is empty when
// all was announced, or when nobody ever wanted to hear. A file that cannot be
// read makes it one unknown release.
func Unannounced(dir string) ([]string, error) {
	root, err := openFolder(dir)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	live, err := unannounced(root)
	if errors.Is(err, ErrNotFound) {
		return nil, nil
	}
	return live, err
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

// ExpectAnnouncements has publishes remembered from here on until they are
// announced, also those of builders that do not announce.
func (f *Folder) ExpectAnnouncements() error {
	if err := f.lock.Held(); err != nil {
		return err
	}
	if _, err := f.root.Lstat(UnannouncedFile); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return f.writeUnannounced(nil)
}

// Announced forgets what led to release id, which was live when it was announced.
// What was published since stays.
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
		// Published meanwhile. Without its predecessor in the list nothing is known.
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

// superseded notes that the live release will be replaced, when somebody wants to
// hear of it.
func (f *Folder) superseded(live string) error {
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
