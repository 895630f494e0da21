package release

import (
	"errors"
	"os"
)

// Held is a release that waits to be made live, and the host at which edges show it until then. It
// is stored in held.json of the brand's folder.
type Held struct {
	Release string `json:"release"`
	Host    string `json:"host"` // lower-case, without port
}

// ReadHeld returns the held release of the brand's folder dir, or the zero Held. A file that cannot
// be read is [ErrCorrupt].
func ReadHeld(dir string) (Held, error) { return inFolder(dir, held) }

// held implements [ReadHeld] in a folder that is open.
func held(root *os.Root) (h Held, err error) {
	data, err := readSmall(root, HeldFile, maxText)
	if errors.Is(err, ErrNotFound) {
		return h, nil
	}
	if err == nil {
		if err = decodeStrict(data, &h); err == nil {
			_, err = ParseID(h.Release)
		}
		if err != nil {
			return Held{}, corrupt(root, HeldFile, "%v", err)
		}
	}
	return h, err
}

// Unhold removes the held release.
func (f *Folder) Unhold() error { return f.Hold(Held{}) }

// Hold shows a release at a host of its own; the zero Held ends that. The release that was held
// before is removed unless it is live: it was never approved, so no edge may fall back on it.
func (f *Folder) Hold(h Held) error {
	if err := f.lock.Held(); err != nil {
		return err
	}
	before, err := held(f.root)
	if err != nil && !errors.Is(err, ErrCorrupt) {
		return err
	}
	if h.Release == "" {
		err = errors.Join(f.fs.Remove(HeldFile), f.fs.SyncDir("."))
	} else if err = f.checkPublishable(h.Release); err == nil {
		var data []byte
		if data, err = encodeJSON(h); err == nil {
			err = f.fs.WriteFile(HeldFile, data, plainMode)
		}
	}
	live, _ := current(f.root) // a damaged pointer names none
	if err != nil || before.Release == "" || before.Release == h.Release ||
		before.Release == live {
		return err
	}
	return f.retire(releaseDir(before.Release))
}
