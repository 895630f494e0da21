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
	"cartaz/builder/internal/changes"
	"cartaz/builder/internal/onboard"
	"cartaz/builder/release"
	"cartaz/templates"
)

// buildFlags holds the flags of a build.
type buildFlags struct {
	brands, templates string
	reasons           bool
	metrics           string
	onFailure         string // shell command, or ""
	onRecovery        string // shell command, or ""
	purger            changes.Purger
	shard             shard
	retention         retention
	options           build.Options
	bucket            bucketFlags
}

// pairs returns the flags that all building verbs share, after those of the command.
func (f *buildFlags) pairs(c *command, more ...any) []any {
	f.reasons = c.Terminal != nil
	return append(more, "brands", &f.brands, "out", &f.options.Out, "templates", &f.templates,
		"export", &f.options.Export, "env-file", &c.envFile, "keep", &f.retention.keep, "keep-for",
		&f.retention.keepFor, "reasons", &f.reasons, "metrics", &f.metrics, "on-failure",
		&f.onFailure, "on-recovery", &f.onRecovery, "hook", &f.purger.Hook, "shard", f.shard.set,
		"to", &f.bucket.address, "sign", &f.bucket.sign, "json", &c.json)
}

// prepare sets how a run prints: its log, the times of its lines, and its progress.
func (f *buildFlags) prepare(c *command) {
	if c.Timed {
		c.Stderr = &timedWriter{out: c.Stderr, now: c.Now}
		if !c.json {
			c.Stdout = &timedWriter{out: c.Stdout, now: c.Now}
		}
	}
	f.options.Log = warnings(c.Stderr)
	if c.Terminal != nil && !c.json {
		f.options.Progress = progress(c.Terminal)
	}
}

func runBuild(ctx context.Context, c *command) int {
	var f buildFlags
	names, code, done := c.parse(f.pairs(c, "accept-shrink", &f.options.AcceptShrink, "accept-loss",
		&f.options.AcceptLoss, "accept-clock", &f.options.AcceptClock, "hold", &f.options.Hold,
		"dry-run", &f.options.DryRun, "purge", &f.purger.File)...)
	if done {
		return code
	}
	if f.options.DryRun && f.bucket.address != "" {
		return c.usage("--dry-run publishes nothing, so --to has no use beside it")
	}
	if f.options.DryRun &&
		(f.purger.Enabled() || f.metrics+f.onFailure+f.onRecovery != "") {
		return c.usage("--dry-run leaves nothing behind, so --metrics, --purge, --hook, " +
			"--on-failure and --on-recovery have no use beside it")
	}
	if code := f.retention.check(c); code != ExitOK {
		return code
	}
	f.prepare(c)
	return c.build(ctx, &f, names, c.load(&f))
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
func (c *command) load(f *buildFlags) folder {
	return c.loadFolder(f.brands, func(brand, host string) bool {
		dir := filepath.Join(f.options.Out, brand)
		b, err := release.ReadBrand(dir)
		held, _ := release.ReadHeld(dir)
		return err == nil && (slices.Contains(b.Hosts, host) || held.Host == host)
	})
}

// loadFolder reads a folder of brands as every verb does. published is the member of
// [brands.LoadOptions], or nil.
func (c *command) loadFolder(dir string, published func(brand, host string) bool) folder {
	list, err := brands.Load(dir, brands.LoadOptions{Env: c.Lookup, Presets: onboard.Presets(),
		Published: published})
	return folder{dir, list, err}
}

// build builds the selected brands and reports the outcome of each.
func (c *command) build(ctx context.Context, f *buildFlags, names []string, found folder) int {
	o := f.options
	o.Now = c.Now()
	o.Keep = f.retention.keep
	o.KeepFor = f.retention.keepFor
	var err error
	if o.Templates, err = templates.Load(f.templates); err != nil {
		return c.fail(ExitUsage, "%w", err)
	}
	list, faults := found.pick(names, f.shard)
	for _, b := range list {
		if o.Hold && b.PreviewHost == "" {
			return c.fail(ExitUsage, "%s: --hold shows a release at preview_host, which is missing",
				b.File())
		}
	}
	if err := f.purger.Start(); err != nil {
		return c.fail(ExitFailed, "purge: %w", err)
	}
	run := &fleet{command: c, flags: f, options: o, configured: found.keys()}
	if run.session, err = f.bucket.begin(ctx, c, o.Out); err != nil { // all brands fail
		list, faults = nil, []build.Outcome{{Err: err}}
		faults[0].Finish(exitCode(err), resultNames[exitCode(err)])
	}
	for _, fault := range faults {
		fmt.Fprintln(c.Stderr, "builder:", fault.Error)
		if c.json {
			run.err = c.print(fault)
		}
		run.codes.add(fault.ExitCode)
		run.codes.add(run.remember(ctx, &fault, c.Stderr))
	}
	// The state of the run as a whole has no brand: unless it was a fault above, it is well again.
	if len(faults) == 0 || faults[0].Brand != "" {
		run.codes.add(run.remember(ctx, &build.Outcome{Result: "unchanged"}, c.Stderr))
	}
	run.build(ctx, list)
	codes := &run.codes
	if run.err != nil {
		codes.add(c.fail(ExitFailed, "%w", run.err))
	}
	if err := f.purger.Finish(); err != nil {
		codes.add(c.fail(ExitFailed, "%w", err))
	}
	if len(names) == 0 && !o.DryRun {
		if _, err := c.sayGone(f, found, nil); err != nil {
			codes.add(c.fail(exitCode(err), "%w", err))
		}
	}
	if err := run.save(); err != nil {
		codes.add(c.fail(ExitFailed, "metrics: %w", err))
	}
	return int(*codes)
}

// sayGone marks the brands that are served but no longer have a folder, and prints the names that
// are not in known. It returns the names of all.
func (c *command) sayGone(f *buildFlags, found folder, known []string) ([]string, error) {
	if len(found.brands) == 0 {
		return known, nil
	}
	gone, err := noteGone(f.options.Out, f.brands)
	for _, name := range gone {
		if slices.Contains(known, name) {
			continue
		}
		fmt.Fprintf(c.Stderr, "%s: it is served as it was, but %s is gone: put it back, or "+
			"take it down with builder retire %[1]s\n", name, filepath.Join(f.brands, name))
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
