package site

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"time"

	"github.com/fsnotify/fsnotify"
)

// Run scans at once, then whenever the output folder changes and at every tick,
// until ctx ends. It works without file events too, only slower: some network
// file systems have none.
func (s *Site) Run(ctx context.Context) {
	watcher, err := fsnotify.NewWatcher()
	if err != nil {
		s.cfg.Log.Warn("no file events, rescanning only", "err", err, "every", s.cfg.Rescan.String())
	} else {
		defer watcher.Close()
		go s.forward(watcher)
	}
	ticker := time.NewTicker(s.cfg.Rescan)
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

// watchFolders watches the output folder and every brand folder in it. Adding
// a folder again is harmless, and brings back the watch of one that was removed
// and made anew.
func (s *Site) watchFolders(watcher *fsnotify.Watcher) {
	if watcher == nil {
		return
	}
	if err := watcher.Add(s.cfg.Out); err != nil {
		return // missing: the tickers find it when it is back
	}
	entries, err := os.ReadDir(s.cfg.Out)
	if err != nil {
		return
	}
	for _, e := range entries {
		if e.IsDir() {
			// A folder that has just gone needs no watch.
			_ = watcher.Add(filepath.Join(s.cfg.Out, e.Name()))
		}
	}
}

// forward turns file events into wake-ups. Names that the builder gives to
// files it has not finished are no news.
func (s *Site) forward(watcher *fsnotify.Watcher) {
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
				s.cfg.Log.Warn("file events", "err", err)
			}
			s.Wake() // an overflow has lost events: look
		}
	}
}
