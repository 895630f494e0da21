package site

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/fsnotify/fsnotify"
)

// Run scans at once, then whenever the output folder changes and at every tick, until ctx ends. It
// also works without file events, which some network file systems lack, only slower.
func (s *Site) Run(ctx context.Context) {
	watcher, err := fsnotify.NewWatcher()
	if err != nil {
		s.brands.Log.Warn("no file events, rescanning only", "err", err, "every",
			s.brands.Rescan.String())
	} else {
		defer watcher.Close()
		go s.forwardEvents(watcher)
	}
	var checking sync.WaitGroup
	checking.Go(func() { s.checker.run(ctx) })
	defer checking.Wait()
	ticker := time.NewTicker(s.brands.Rescan)
	defer ticker.Stop()
	for {
		s.watchFolders(watcher)
		s.Scan()
		select {
		case <-ctx.Done():
			return
		case <-s.wake:
		case <-ticker.C:
		}
	}
}

// watchFolders watches the output folder and every brand folder in it. Adding a folder again is
// harmless, and renews the watch of a folder that was removed and made again.
func (s *Site) watchFolders(watcher *fsnotify.Watcher) {
	if watcher == nil {
		return
	}
	if err := watcher.Add(s.brands.Out); err != nil {
		return // missing: the tickers find it when it is back
	}
	entries, err := os.ReadDir(s.brands.Out)
	if err != nil {
		return
	}
	for _, e := range entries {
		if e.IsDir() {
			// A folder that has just gone needs no watch.
			_ = watcher.Add(filepath.Join(s.brands.Out, e.Name()))
		}
	}
}

// forwardEvents turns file events into wake-ups. Names that begin with a dot are files that the
// builder has not finished; they wake nothing.
func (s *Site) forwardEvents(watcher *fsnotify.Watcher) {
	for {
		select {
		case event, ok := <-watcher.Events:
			if !ok {
				return
			}
			if name := filepath.Base(event.Name); len(name) > 0 && name[0] != '.' {
				s.Wake()
			}
		case err, ok := <-watcher.Errors:
			if !ok {
				return
			}
			if !errors.Is(err, fsnotify.ErrEventOverflow) {
				s.brands.Log.Warn("file events", "err", err)
			}
			s.Wake() // an overflow has lost events: look
		}
	}
}
