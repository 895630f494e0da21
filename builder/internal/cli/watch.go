package cli

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/fsnotify/fsnotify"
)

// quietTime is how long nothing must have changed before a build: editors write in
// several steps, and a checkout touches many files.
const quietTime = 150 * time.Millisecond

func watchVerb(ctx context.Context) *verb {
	return &verb{
		name: "watch", args: "[BRAND...]", short: "build again whenever a brand or a template changes",
		long: `Builds all brands, or those named, and then again what a change below --brands or
--templates concerns, until a signal ends it. For people who design pages: run an
edge beside it and reload. A mistake is printed and the last release stays. --json
prints what each build made of each brand, as builder build does.`,
		example: []string{"builder watch palco --templates templates", "builder watch --brands brands --out out"},
		run:     func(c *command) int { return runWatch(ctx, c) },
	}
}

func runWatch(ctx context.Context, c *command) int {
	f := buildFlags{}
	f.options.Log = slog.New(slog.NewTextHandler(c.Stderr, &slog.HandlerOptions{Level: slog.LevelWarn}))
	f.declare(c)
	c.jsonFlag()
	names, code, done := c.parse()
	if done {
		return code
	}
	watcher, err := fsnotify.NewWatcher()
	if err != nil {
		return c.fail(ExitFailed, "watch: %w", err)
	}
	w := watch{command: c, flags: &f, names: names, watcher: watcher}
	// Before the first build: nothing that changes during it may be missed.
	for _, dir := range w.dirs() {
		if err = w.add(dir); err != nil {
			break
		}
	}
	if err == nil {
		c.build(ctx, &f, names)
		fmt.Fprintf(c.Stderr, "watching %s\n", strings.Join(w.dirs(), " and "))
		err = w.loop(ctx)
	}
	if err = errors.Join(err, watcher.Close()); err != nil {
		return c.fail(ExitFailed, "watch: %w", err)
	}
	return ExitOK
}

// watch is a running watch.
type watch struct {
	*command
	flags   *buildFlags
	names   []string // asked for; all when empty
	watcher *fsnotify.Watcher
}

func (w *watch) dirs() []string {
	if w.flags.templates == "" {
		return []string{w.flags.brands}
	}
	return []string{w.flags.brands, w.flags.templates}
}

// add watches a folder and all below it.
func (w *watch) add(dir string) error {
	return filepath.WalkDir(dir, func(name string, entry fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) && name != dir {
			return nil // gone again
		}
		if err != nil || !entry.IsDir() {
			return err
		}
		return w.watcher.Add(name)
	})
}

// loop builds what changes concern, until the context ends.
func (w *watch) loop(ctx context.Context) error {
	due := time.NewTimer(time.Hour)
	due.Stop()
	defer due.Stop()
	changed := map[string]bool{} // brands; "" for all
	for {
		select {
		case <-ctx.Done():
			return nil
		case event, ok := <-w.watcher.Events:
			if !ok {
				return errors.New("no more events")
			}
			if ignored(event) {
				continue
			}
			if event.Has(fsnotify.Create) {
				// A file, or one that is gone again, is nothing to add; and what cannot
				// be watched is built all the same.
				_ = w.add(event.Name)
			}
			changed[w.brandOf(event.Name)] = true
			due.Reset(quietTime)
		case err, ok := <-w.watcher.Errors:
			if !ok {
				return errors.New("no more events")
			}
			// Lost events may have been about anything.
			fmt.Fprintln(w.Stderr, "builder: watch:", err)
			changed[""] = true
			due.Reset(quietTime)
		case <-due.C:
			w.again(ctx, changed)
			clear(changed)
		}
	}
}

// again builds the brands that have changed, as far as they were asked for.
func (w *watch) again(ctx context.Context, changed map[string]bool) {
	names := w.names
	if !changed[""] {
		names = slices.DeleteFunc(slices.Sorted(maps.Keys(changed)), func(key string) bool {
			return len(w.names) > 0 && !slices.Contains(w.names, key)
		})
		if len(names) == 0 {
			return
		}
	}
	w.build(ctx, w.flags, names)
}

// brandOf is the brand whose folder a file lies in, "" when it concerns all.
func (w *watch) brandOf(name string) string {
	rel, err := filepath.Rel(w.flags.brands, name)
	if err != nil || !filepath.IsLocal(rel) {
		return ""
	}
	key, _, _ := strings.Cut(rel, string(filepath.Separator))
	if !keyPattern.MatchString(key) {
		return ""
	}
	return key
}

// ignored are events that change no content, and the files that editors keep
// beside the one that is edited.
func ignored(event fsnotify.Event) bool {
	base := filepath.Base(event.Name)
	return event.Op == fsnotify.Chmod || strings.HasPrefix(base, ".") || strings.HasSuffix(base, "~") || strings.HasPrefix(base, "#")
}
