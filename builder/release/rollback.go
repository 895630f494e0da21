package release

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"
)

// Pin is a release that an operator rolled back. Scheduled builds usually find the same data that
// made this release. A build whose content equals the content of a pin publishes nothing, so it
// does not undo the rollback.
type Pin struct {
	Release string `json:"release"` // its id
	Content string `json:"content"` // of its manifest
}

// pinFile is the content of rollback.json.
type pinFile struct {
	Format int   `json:"format"`
	Pins   []Pin `json:"pins"` // oldest release first
}

// The format and limits of rollback.json.
const (
	pinFormat  = 1
	maxPinFile = 1 << 20
)

// Pins returns the releases that were rolled back in the brand's folder dir, oldest first. Only
// pins newer than the live release count. So a rollback that broke off before it moved the pointer
// pins nothing, and publishing a newer release ends a rollback for good. A file that cannot be read
// is [ErrCorrupt]; [Folder.ClearRollback] removes it.
func Pins(dir string) ([]Pin, error) { return inFolder(dir, pins) }

// pins implements [Pins] in a folder that is open.
func pins(root *os.Root) ([]Pin, error) {
	data, err := readSmall(root, RollbackFile, maxPinFile)
	if errors.Is(err, ErrNotFound) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var file pinFile
	if err := decodeStrict(data, &file); err != nil {
		return nil, corrupt(root, RollbackFile, "%v", err)
	}
	if file.Format != pinFormat {
		return nil, fmt.Errorf("%s/%s: %w %d, this program reads %d", root.Name(), RollbackFile,
			ErrVersion, file.Format, pinFormat)
	}
	for _, p := range file.Pins {
		if _, err := ParseID(p.Release); err != nil {
			return nil, corrupt(root, RollbackFile, "%v", err)
		}
	}
	live, err := lastLive(root)
	if live == "" {
		return nil, err // nothing is live: any release is better
	}
	return newerThan(file.Pins, live), nil
}

// newerThan returns the pins of releases after id. Ids begin with the sequence number in a fixed
// width, so they compare as text.
func newerThan(pins []Pin, id string) []Pin {
	return slices.DeleteFunc(slices.Clone(pins), func(p Pin) bool { return p.Release <= id })
}

// Rollback makes release id the live one, as [Folder.Publish] does, and pins the releases that it
// takes back. It returns the id of the release that was live, or "".
//
// The idea: a rollback must survive the next cron build, which would make the bad release again. So
// Rollback stores the content digest of every release newer than id that was live or pinned; a
// build with one of these digests publishes nothing (see [Pin]). Rolling back to the newest release
// leaves no pin.
//
// An example: releases 5, 6 and 7 exist and 7 is live.
//
//	Rollback(6)   pins {7}; live 6   a build with the content of 7 publishes nothing
//	Rollback(5)   pins {6, 7}; live 5
//	Publish(8)    pins 6 and 7 are older than the live release and do not count
//
// Rollback writes the pins before it moves the pointer. After a crash in between, the new pins are
// not newer than the live release, so they do not count. It checks id before it writes anything.
func (f *Folder) Rollback(id string) (from string, err error) {
	if err := f.checkPublishable(id); err != nil {
		return "", fmt.Errorf("roll back to release %s: %w", id, err)
	}
	taken, err := pins(f.root)
	if err != nil && !errors.Is(err, ErrCorrupt) {
		return "", err
	}
	if from, err = lastLive(f.root); err != nil {
		return "", err
	}
	// A live release without a manifest has no content that a build could make again.
	if m, err := readManifest(f.root, from); err == nil {
		taken = append(taken, Pin{Release: from, Content: m.Content})
	}
	taken = newerThan(taken, id)
	slices.SortFunc(taken, func(a, b Pin) int { return strings.Compare(a.Release, b.Release) })
	return from, f.publishPinned(id, taken)
}

// Follow makes release id the live one, as another machine did that publishes the same brand. taken
// holds the releases that are rolled back there.
func (f *Folder) Follow(id string, taken []Pin) error {
	if err := f.checkPublishable(id); err != nil {
		return fmt.Errorf("follow release %s: %w", id, err)
	}
	return f.publishPinned(id, newerThan(taken, id))
}

// publishPinned writes the pins, publishes the release, and removes older pins.
func (f *Folder) publishPinned(id string, taken []Pin) error {
	if len(taken) > 0 {
		data, err := encodeJSON(pinFile{Format: pinFormat, Pins: taken})
		if err != nil {
			return err
		}
		if err := f.fs.WriteFile(RollbackFile, data, plainMode); err != nil {
			return fmt.Errorf("roll back to release %s: %w", id, err)
		}
	}
	if err := f.Publish(id); err != nil {
		return err
	}
	if len(taken) == 0 {
		return f.ClearRollback()
	}
	return nil
}

// ClearRollback removes all pins: the next build publishes what it finds. Without a rollback it
// does nothing.
func (f *Folder) ClearRollback() error {
	if err := f.lock.Held(); err != nil {
		return err
	}
	if _, err := f.root.Lstat(RollbackFile); errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err := f.fs.Remove(RollbackFile); err != nil {
		return err
	}
	return f.fs.SyncDir(".")
}
