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

var buildVerb = verb{
	name: "build", args: "[BRAND...]",
	short: "pull, render, seal and publish brands; what cron calls",
	long: `Pulls the catalogue of every brand, or of those named, draws what has changed, seals
it into a release and makes that the live one. A brand that finds nothing new
publishes nothing; a brand that fails keeps its last release, and the others go on.

A catalogue that has shrunk by more than guards.max_shrink, or has replaced more
than that of its events on sale, is held back with exit code 3. When that is right,
build that brand once with --accept-shrink. The same holds for a catalogue
whose events carry less than guards.max_loss allows (starts, places, prices,
descriptions, images; --accept-loss), and for a clock that seems to be years off
(--accept-clock).

--dry-run does everything but publish, and says what would change; it needs no
lock and leaves nothing behind.`,
	example: []string{
		"builder build --brands /etc/cartaz/brands --out /var/lib/cartaz",
		"builder build --dry-run palco",
		"builder build --accept-shrink palco",
		"builder build --metrics /var/lib/node_exporter/cartaz.prom",
		"builder build --to 's3://releases/cartaz?endpoint=https://s3.example'",
		"builder build --hook 'xargs -n 30 purge-my-cdn <\"$PURGE\"'",
	},
	run: runBuild,
}

// buildFlags are the flags of a build.
type buildFlags struct {
	brands, templates string
	reasons           bool
	metrics           string
	onFailure         string // shell command, "" for none
	onRecovery        string // likewise
	purger            purger
	shard             shard
	retention         retention
	options           build.Options
	bucket            bucketFlags
}

func (f *buildFlags) declare(c *command) {
	c.flags.StringVar(&f.brands, "brands", "brands", "`folder` of the brands")
	c.flags.StringVar(&f.options.Out, "out", "out", "output `folder`")
	c.flags.StringVar(&f.templates, "templates", "",
		"`folder` whose templates replace the embedded ones, file by file")
	c.flags.BoolVar(&f.options.Export, "export", true,
		"write out/<brand>/site for the brands that want it")
	c.envFileFlag()
	f.retention.declare(c)
	c.flags.BoolVar(&f.reasons, "reasons", c.Terminal != nil,
		"after the line of each brand, say why records were repaired or dropped; the default on "+
			"a terminal")
}

func runBuild(ctx context.Context, c *command) int {
	var f buildFlags
	f.declare(c)
	c.jsonFlag()
	c.flags.BoolVar(&f.options.AcceptShrink, "accept-shrink", false,
		"publish although a catalogue has shrunk or is another one; for this run only")
	c.flags.BoolVar(&f.options.AcceptLoss, "accept-loss", false,
		"publish although events carry less than before; for this run only")
	c.flags.BoolVar(&f.options.AcceptClock, "accept-clock", false,
		"publish although the clock seems to be years off; for this run only")
	c.flags.StringVar(&f.metrics, "metrics", "",
		"`file` of gauges for node_exporter, written as brands end")
	c.flags.StringVar(&f.onFailure, "on-failure", "",
		"shell `command` to call when a brand begins to fail or to be held, or does so for "+
			"another reason, and once a day while it does, with its line of --json on standard "+
			"input and BRAND in its environment")
	c.flags.StringVar(&f.onRecovery, "on-recovery", "",
		"shell `command` to call in the same way when such a brand is published or unchanged "+
			"again")
	c.flags.BoolVar(&f.options.Hold, "hold", false,
		"make nothing live: show what is built at preview_host until builder promote; for this "+
			"run only")
	c.flags.BoolVar(&f.options.DryRun, "dry-run", false, "publish nothing, say what would change")
	c.purgeFlags(&f.purger)
	c.flags.Func("shard",
		"`i/n` builds the i-th of n parts of the brands, for n machines that share them",
		f.shard.set)
	f.bucket.declareTo(c)
	f.bucket.declareSign(c)
	names, code, done := c.parse()
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
	return c.build(ctx, &f, names)
}

// warnings returns a logger of warnings and errors.
func warnings(to io.Writer) *slog.Logger {
	return slog.New(slog.NewTextHandler(to, &slog.HandlerOptions{Level: slog.LevelWarn}))
}

// build builds the selected brands and reports the outcome of each.
func (c *command) build(ctx context.Context, f *buildFlags, names []string) int {
	o := f.options
	o.Now, o.Keep, o.KeepFor = c.Now(), f.retention.keep, f.retention.keepFor
	var err error
	if o.Templates, err = templates.Load(f.templates); err != nil {
		return c.fail(ExitUsage, "%w", err)
	}
	load := c.loadOptions()
	load.Published = func(brand, host string) bool {
		b, err := release.ReadBrand(filepath.Join(o.Out, brand))
		held, _ := release.ReadHeld(filepath.Join(o.Out, brand))
		return err == nil && (slices.Contains(b.Hosts, host) || held.Host == host)
	}
	loaded, loadErr := brands.Load(f.brands, load)
	list, faults := selectBrands(f.brands, loaded, loadErr, names, f.shard)
	for _, b := range list {
		if o.Hold && b.PreviewHost == "" {
			return c.fail(ExitUsage, "%s: --hold shows a release at preview_host, which is missing",
				b.File())
		}
	}
	if err := f.purger.Start(); err != nil {
		return c.fail(ExitFailed, "purge: %w", err)
	}
	run := &fleet{command: c, flags: f, options: o,
		configured: configured(loaded, loadErr)}
	for _, fault := range faults {
		fmt.Fprintln(c.Stderr, "builder:", fault.Error)
		if c.json {
			run.err = c.print(fault)
		}
		run.codes.add(ExitUsage)
		run.codes.add(run.remember(ctx, &fault, c.Stderr))
	}
	if len(faults) == 0 || faults[0].Brand != "" { // the folder of brands is well
		run.codes.add(run.remember(ctx, &build.Outcome{Result: "unchanged"}, c.Stderr))
	}
	if run.session, err = f.bucket.begin(ctx, c, o.Out); err != nil {
		return c.fail(exitCode(err), "%w", err)
	}
	run.build(ctx, list)
	codes := &run.codes
	if run.err != nil {
		codes.add(c.fail(ExitFailed, "%w", run.err))
	}
	if err := f.purger.Finish(); err != nil {
		codes.add(c.fail(ExitFailed, "%w", err))
	}
	if len(names) == 0 && len(loaded) > 0 && !o.DryRun {
		gone, err := noteGone(o.Out, f.brands)
		for _, name := range gone {
			fmt.Fprintf(c.Stderr, "%s: it is served as it was, but %s is gone: put it back, or "+
				"take it down with builder retire %[1]s\n", name, filepath.Join(f.brands, name))
			if c.json {
				err = errors.Join(err, c.print(retired{Brand: name, Result: release.StateGone}))
			}
		}
		if err != nil {
			codes.add(c.fail(exitCode(err), "%w", err))
		}
	}
	if err := run.save(); err != nil {
		codes.add(c.fail(ExitFailed, "metrics: %w", err))
	}
	return int(*codes)
}

// loadOptions returns the options with which every verb loads brands.
func (c *command) loadOptions() brands.LoadOptions {
	return brands.LoadOptions{Env: c.Lookup, Presets: onboard.Presets()}
}

// selectBrands returns the brands of list that are named, or all when names is empty. It also
// returns the faults: brands that did not load, if they were selected; names of brands that do not
// exist; a folder without any brand. dir is the folder that list was loaded from.
func selectBrands(
	dir string, list []*brands.Brand, loadErr error, names []string, part shard,
) (picked []*brands.Brand, faults []build.Outcome) {
	known := configured(list, loadErr)
	faulty := func(key, text string) {
		fault := build.Outcome{Brand: key, Err: errors.New(text)}
		fault.Finish(ExitUsage, resultNames[ExitUsage])
		faults = append(faults, fault)
	}
	wanted := func(key string) bool {
		return part.has(key) && (len(names) == 0 || slices.Contains(names, key))
	}
	failed := brands.Errors(loadErr)
	for _, e := range failed {
		if wanted(e.Key) {
			faulty(e.Key, e.Error())
		}
	}
	switch {
	case loadErr != nil && len(failed) == 0:
		faulty("", loadErr.Error())
	case len(list)+len(failed) == 0:
		faulty("", "there is no brand in "+dir+"; brands are folders with a "+brands.FileName)
	}
	for _, b := range list {
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

// configured returns the keys of all brands, including faulty ones.
func configured(list []*brands.Brand, loadErr error) (keys []string) {
	for _, b := range list {
		keys = append(keys, b.Key)
	}
	for _, e := range brands.Errors(loadErr) {
		keys = append(keys, e.Key)
	}
	return keys
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
		if moved = now; done == total {
			moved = time.Time{}
		}
		// A failed write to the terminal must not stop the build.
		_ = bar.Set(done)
	}
}
