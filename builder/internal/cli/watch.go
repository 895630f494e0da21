package cli

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"cartaz/brands"

	"github.com/fsnotify/fsnotify"
)

// debounce is the quiet time after the last change before a build starts. Editors write a file in
// several steps, and a checkout changes many files.
const debounce = 150 * time.Millisecond

var watchVerb = verb{
	name: "watch", args: "[BRAND...]",
	short: "build again whenever a brand or a template changes",
	long: `Builds all brands, or those named, and then again what a change below --brands or
--templates concerns, until a signal ends it. For people who design pages: run an
edge beside it and reload. A mistake is printed and the last release stays. --json
prints what each build made of each brand, as builder build does.`,
	example: []string{"builder watch palco --templates templates"},
	run:     runWatch,
}

func runWatch(ctx context.Context, c *command) int {
	var f buildFlags
	f.options.Log = warnings(c.Stderr)
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
	w := watch{command: c, flags: &f, names: names, watcher: watcher, began: c.Now()}
	// Watch before the first build, so that no change during that build is missed.
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
	began   time.Time // when the last build did
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
	due := time.NewTimer(w.next())
	changed := map[string]bool{} // brands; "" for all
	for {
		select {
		case <-ctx.Done():
			return nil
		case event := <-w.watcher.Events:
			if ignored(event) {
				continue
			}
			if event.Has(fsnotify.Create) {
				// Ignore the error: the name may be a file, or a folder that is gone again. A
				// folder that cannot be watched is still built.
				_ = w.add(event.Name)
			}
			changed[w.brandOf(event.Name)] = true
			due.Reset(debounce)
		case err := <-w.watcher.Errors:
			// Events may have been lost, so any brand may have changed.
			fmt.Fprintln(w.Stderr, "builder: watch:", err)
			changed[""] = true
			due.Reset(debounce)
		case <-due.C:
			w.began = w.Now()
			w.rebuild(ctx, changed)
			clear(changed)
			due.Reset(w.next())
		}
	}
}

// next is the time until an entry of edits.yaml ends that held when the last build began, a day at
// most.
func (w *watch) next() time.Duration {
	next := 24 * time.Hour
	loaded, _ := brands.Load(w.flags.brands, w.loadOptions()) // a fault is told by the build
	for _, b := range loaded {
		edits, _ := b.ReadEdits()
		for _, e := range edits {
			if left := e.Until.Sub(w.began); left > 0 {
				next = min(next, left+time.Second) // builds drop fractions
			}
		}
	}
	return next
}

// rebuild builds the brands that have changed and were asked for; all when none has.
func (w *watch) rebuild(ctx context.Context, changed map[string]bool) {
	names := w.names
	if !changed[""] && len(changed) > 0 {
		names = slices.DeleteFunc(slices.Sorted(maps.Keys(changed)), func(key string) bool {
			return len(w.names) > 0 && !slices.Contains(w.names, key)
		})
		if len(names) == 0 {
			return
		}
	}
	w.build(ctx, w.flags, names)
}

// brandOf returns the brand whose folder contains the file; "" when the file concerns all brands.
func (w *watch) brandOf(name string) string {
	rel, _ := filepath.Rel(w.flags.brands, name) // what lies elsewhere begins with no key
	key, _, _ := strings.Cut(rel, string(filepath.Separator))
	if !brands.ValidKey(key) {
		return ""
	}
	return key
}

// ignored reports whether an event changes no content: a change of mode, or a file that an editor
// keeps beside the edited file.
func ignored(event fsnotify.Event) bool {
	base := filepath.Base(event.Name)
	return event.Op == fsnotify.Chmod || strings.HasPrefix(base, ".") ||
		strings.HasSuffix(base, "~") || strings.HasPrefix(base, "#")
}
