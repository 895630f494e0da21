package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"github.com/schollz/progressbar/v3"

	"cartaz/brands"
	"cartaz/builder/internal/build"
	"cartaz/builder/internal/onboard"
	"cartaz/builder/release"
	"cartaz/templates"
)

// prepare sets how a run prints: its log, the times of its lines, and its progress.
func (c *command) prepare() {
	if c.Timed {
		c.Stderr = &timedWriter{out: c.Stderr, now: c.Now}
		if !c.json {
			c.Stdout = &timedWriter{out: c.Stdout, now: c.Now}
		}
	}
	c.options.Log = warnings(c.Stderr)
	if c.Terminal != nil && !c.json {
		c.options.Progress = progress(c.Terminal)
	}
}

func runBuild(ctx context.Context, c *command, names []string) int {
	if c.options.DryRun && c.bucket.address != "" {
		return c.usage("--dry-run publishes nothing, so --to has no use beside it")
	}
	if c.options.DryRun &&
		(c.purger.Enabled() || c.metrics+c.onFailure+c.onRecovery != "") {
		return c.usage("--dry-run leaves nothing behind, so --metrics, --purge, --hook, " +
			"--on-failure and --on-recovery have no use beside it")
	}
	if code := c.checkKeep(); code != ExitOK {
		return code
	}
	c.prepare()
	return c.build(ctx, names, c.load())
}

// warnings returns a logger of warnings and errors.
func warnings(to io.Writer) *slog.Logger {
	return slog.New(slog.NewTextHandler(to, &slog.HandlerOptions{Level: slog.LevelWarn}))
}

// folder is the folder of brands as last read.
type folder struct {
	dir    string
	brands []*brands.Brand
	err    error
}

// keys returns the keys of all brands, including faulty ones.
func (f *folder) keys() (keys []string) {
	for _, b := range f.brands {
		keys = append(keys, b.Key)
	}
	for _, e := range brands.Errors(f.err) {
		keys = append(keys, e.Key)
	}
	return keys
}

// load reads the folder of brands.
func (c *command) load() folder {
	return c.loadFolder(func(brand, host string) bool {
		dir := filepath.Join(c.out, brand)
		b, err := release.ReadBrand(dir)
		held, _ := release.ReadHeld(dir)
		return err == nil && (slices.Contains(b.Hosts, host) || held.Host == host)
	})
}

// loadFolder reads a folder of brands as every verb does. published is the member of
// [brands.LoadOptions], or nil.
func (c *command) loadFolder(published func(brand, host string) bool) folder {
	list, err := brands.Load(c.brands, brands.LoadOptions{Env: c.Lookup, Presets: onboard.Presets(),
		Published: published})
	return folder{c.brands, list, err}
}

// build builds the selected brands and reports the outcome of each.
func (c *command) build(ctx context.Context, names []string, found folder) int {
	o := &c.options
	o.Now, o.Out = c.Now(), c.out
	var err error
	if o.Templates, err = templates.Load(c.templates); err != nil {
		return c.fail(ExitUsage, "%w", err)
	}
	list, faults := found.pick(names, c.shard)
	for _, b := range list {
		if o.Hold && b.PreviewHost == "" {
			return c.fail(ExitUsage, "%s: --hold shows a release at preview_host, which is missing",
				b.File())
		}
	}
	if err := c.purger.Start(); err != nil {
		return c.failed(err)
	}
	run := &fleet{command: c, configured: found.keys()}
	if run.session, err = c.bucket.begin(ctx, c); err != nil { // all brands fail
		list, faults = nil, []build.Outcome{{Err: err}}
		faults[0].Finish(exitCode(err), resultNames[exitCode(err)])
	}
	run.refuse(ctx, faults)
	run.build(ctx, list)
	codes := &run.codes
	if run.err != nil {
		codes.add(c.failed(run.err))
	}
	if err := c.purger.Finish(); err != nil {
		codes.add(c.failed(err))
	}
	if len(names) == 0 && !o.DryRun {
		if _, err := c.sayGone(found, nil); err != nil {
			codes.add(c.failed(err))
		}
	}
	if err := run.save(); err != nil {
		codes.add(c.fail(ExitFailed, "metrics: %w", err))
	}
	return int(*codes)
}

// sayGone marks the brands that are served but no longer have a folder, and prints the names that
// are not in known. It returns the names of all.
func (c *command) sayGone(found folder, known []string) ([]string, error) {
	if len(found.brands) == 0 {
		return known, nil
	}
	gone, err := noteGone(c.out, c.brands)
	for _, name := range gone {
		if slices.Contains(known, name) {
			continue
		}
		fmt.Fprintf(c.Stderr, "%s: it is served as it was, but %s is gone: put it back, or "+
			"take it down with builder retire %[1]s\n", name, filepath.Join(c.brands, name))
		if c.json {
			err = errors.Join(err, c.print(retired{Brand: name, Result: release.StateGone}))
		}
	}
	return gone, err
}

// pick returns the brands in names, or all if names is empty. It also returns the faults: selected
// brands that did not load; names of brands that do not exist; a folder without any brand.
func (f *folder) pick(names []string, part shard) (picked []*brands.Brand,
	faults []build.Outcome) {
	known := f.keys()
	faulty := func(key, text string) {
		fault := build.Outcome{Brand: key, Err: errors.New(text)}
		fault.Finish(ExitUsage, resultNames[ExitUsage])
		faults = append(faults, fault)
	}
	wanted := func(key string) bool {
		return part.has(key) && (len(names) == 0 || slices.Contains(names, key))
	}
	failed := brands.Errors(f.err)
	for _, e := range failed {
		if wanted(e.Key) {
			faulty(e.Key, e.Error())
		}
	}
	switch {
	case f.err != nil && len(failed) == 0:
		faulty("", f.err.Error())
	case len(known) == 0:
		faulty("", "there is no brand in "+f.dir+"; brands are folders with a "+brands.FileName)
	}
	for _, b := range f.brands {
		if wanted(b.Key) {
			picked = append(picked, b)
		}
	}
	for _, name := range names {
		if !slices.Contains(known, name) {
			faulty(name, fmt.Sprintf("there is no brand %q; brands are folders with a %s", name,
				brands.FileName))
		}
	}
	return picked, faults
}

// progress shows progress bars on a terminal, for any number of goroutines: one brand, until it is
// done or has not moved for a second.
func progress(terminal io.Writer) func(brand string, done, total int) {
	var mu sync.Mutex
	var bar *progressbar.ProgressBar
	var current string
	var moved time.Time
	return func(brand string, done, total int) {
		mu.Lock()
		defer mu.Unlock()
		now := time.Now()
		if brand != current {
			if now.Sub(moved) <= time.Second {
				return
			}
			current = brand
			bar = progressbar.NewOptions(total,
				progressbar.OptionSetWriter(terminal), progressbar.OptionSetDescription(brand),
				progressbar.OptionShowCount(), progressbar.OptionClearOnFinish(),
				progressbar.OptionThrottle(100*time.Millisecond))
		}
		moved = now
		if done == total {
			moved = time.Time{}
		}
		// A failed write to the terminal must not stop the build.
		_ = bar.Set(done)
	}
}
