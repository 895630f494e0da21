package cli

import (
	"context"
	"fmt"
	"log/slog"
	"path/filepath"
	"slices"
	"time"

	"github.com/schollz/progressbar/v3"

	"cartaz/brands"
	"cartaz/builder/internal/build"
	"cartaz/builder/internal/presets"
	"cartaz/templates"
)

func buildVerb(ctx context.Context) *verb {
	return &verb{
		name: "build", args: "[BRAND...]", short: "pull, render, seal and publish brands; what cron calls",
		long: `Pulls the catalogue of every brand, or of those named, draws what has changed, seals
it into a release and makes that the live one. A brand that finds nothing new
publishes nothing; a brand that fails keeps its last release, and the others go on.

A catalogue that has shrunk by more than guards.max_shrink, or of whose events on
sale more than that have gone for others, is held back with exit code 3. When that
is real, build that brand once with --accept-shrink.

--dry-run does everything but publish, and says what would change; it needs no
lock and leaves nothing behind.`,
		example: []string{
			"builder build --brands /etc/cartaz/brands --out /var/lib/cartaz",
			"builder build --dry-run palco",
			"builder build --accept-shrink palco",
			"builder build --metrics /var/lib/node_exporter/cartaz.prom",
			"builder build --hook 'xargs -n 30 purge-my-cdn <\"$PURGE\"'",
		},
		run: func(c *command) int { return runBuild(ctx, c) },
	}
}

// buildFlags are the flags of a build.
type buildFlags struct {
	brands, templates string
	reasons           bool
	metrics           string
	purger            purger
	options           build.Options
}

func (f *buildFlags) declare(c *command) {
	c.flags.StringVar(&f.brands, "brands", "brands", "`folder` of the brands")
	c.flags.StringVar(&f.options.Out, "out", "out", "output `folder`")
	c.flags.StringVar(&f.templates, "templates", "", "`folder` whose templates replace the embedded ones, file by file")
	c.flags.BoolVar(&f.options.Export, "export", true, "write out/<brand>/site for the brands that want it")
	c.keepFlags(&f.options.Keep, &f.options.KeepFor)
	c.flags.BoolVar(&f.reasons, "reasons", c.Terminal, "after the line of each brand, say why records were repaired or dropped; the default on a terminal")
}

func runBuild(ctx context.Context, c *command) int {
	f := buildFlags{options: build.Options{Log: slog.New(slog.NewTextHandler(c.Stderr, &slog.HandlerOptions{Level: slog.LevelWarn}))}}
	f.declare(c)
	c.jsonFlag()
	c.flags.BoolVar(&f.options.AcceptShrink, "accept-shrink", false, "publish although a catalogue has shrunk or is another one; for this run only")
	c.flags.StringVar(&f.metrics, "metrics", "", "`file` of gauges for node_exporter, written at the end")
	c.flags.BoolVar(&f.options.DryRun, "dry-run", false, "publish nothing, say what would change")
	f.purger.declare(c)
	names, code, done := c.parse()
	if done {
		return code
	}
	if f.options.DryRun && (f.metrics != "" || f.purger.wanted()) {
		return c.usage("--dry-run leaves nothing behind, so --metrics, --purge and --hook have no use beside it")
	}
	if code := c.checkKeep(f.options.Keep, f.options.KeepFor); code != ExitOK {
		return code
	}
	if c.Terminal && !c.json {
		f.options.Progress = progress(c.Env)
	}
	return c.build(ctx, &f, names)
}

// build runs the builder over brands and says what became of each.
func (c *command) build(ctx context.Context, f *buildFlags, names []string) int {
	o := f.options
	o.Now = c.Now()
	var err error
	if o.Templates, err = templates.Load(f.templates); err != nil {
		return c.fail(ExitUsage, "%w", err)
	}
	loaded, loadErr := brands.Load(f.brands, c.loadOptions())
	list, faults := pick(f.brands, loaded, loadErr, names)
	gauges := metricsFile{}
	if err := f.purger.start(); err != nil {
		return c.fail(ExitFailed, "purge: %w", err)
	}
	if f.purger.wanted() {
		o.Changed = f.purger.changed
	}
	codes := exitCodes{}
	for _, fault := range faults {
		codes.add(ExitUsage)
		fmt.Fprintln(c.Stderr, "builder:", fault.text)
		if c.json {
			err = c.print(failure{Brand: fault.brand, Result: resultName(ExitUsage), ExitCode: ExitUsage, Error: fault.text})
		}
		if fault.known {
			gauges.note(fault.brand, filepath.Join(o.Out, fault.brand), ExitUsage, 0, c.Now())
		}
	}
	for _, b := range list {
		if err != nil {
			break // nobody can read on
		}
		outcome := build.Run(ctx, []*brands.Brand{b}, o)[0]
		codes.add(exitCode(outcome.Err))
		gauges.noteOutcome(o.Out, outcome, c.Now())
		// The lock is given back, so a slow hook does not keep another builder out.
		hookErr := f.purger.call(ctx, c, b.Key)
		if hookErr != nil {
			codes.add(ExitFailed)
		}
		err = c.report(outcome, hookErr, f.reasons)
	}
	if err != nil {
		codes.add(c.fail(ExitFailed, "%w", err))
	}
	if err := f.purger.finish(o.Out); err != nil {
		codes.add(c.fail(ExitFailed, "%w", err))
	}
	if f.metrics != "" {
		if err := gauges.save(f.metrics, configured(loaded, loadErr)); err != nil {
			codes.add(c.fail(ExitFailed, "metrics: %w", err))
		}
	}
	return codes.code()
}

// loadOptions is how every verb loads brands.
func (c *command) loadOptions() brands.LoadOptions {
	return brands.LoadOptions{Env: c.Lookup, Presets: presets.Files()}
}

// fault is what is in the way of building a brand at all.
type fault struct {
	brand string // "" when it is about all of them
	known bool   // there is a folder of that brand
	text  string
}

// pick narrows the brands loaded from dir to those named, and lists what is in
// the way: the brands that did not load, if they were asked for, names that are
// none, and a folder without any.
func pick(dir string, list []*brands.Brand, loadErr error, names []string) ([]*brands.Brand, []fault) {
	var faults []fault
	known := map[string]bool{}
	wanted := func(key string) bool { return len(names) == 0 || slices.Contains(names, key) }
	failed := brands.Errors(loadErr)
	for _, e := range failed {
		known[e.Key] = true
		if wanted(e.Key) {
			faults = append(faults, fault{e.Key, true, e.Error()})
		}
	}
	switch {
	case loadErr != nil && len(failed) == 0:
		faults = append(faults, fault{text: loadErr.Error()})
	case len(list)+len(failed) == 0:
		faults = append(faults, fault{text: "there is no brand in " + dir + "; brands are folders with a " + brands.FileName})
	}
	var picked []*brands.Brand
	for _, b := range list {
		known[b.Key] = true
		if wanted(b.Key) {
			picked = append(picked, b)
		}
	}
	for _, name := range names {
		if !known[name] {
			faults = append(faults, fault{brand: name, text: fmt.Sprintf("there is no brand %q; brands are folders with a %s", name, brands.FileName)})
		}
	}
	return picked, faults
}

// configured are the keys of all brands, faulty ones too.
func configured(list []*brands.Brand, loadErr error) (keys []string) {
	for _, b := range list {
		keys = append(keys, b.Key)
	}
	for _, e := range brands.Errors(loadErr) {
		keys = append(keys, e.Key)
	}
	return keys
}

// progress draws a bar per brand on a terminal.
func progress(env Env) func(brand string, done, total int) {
	var bar *progressbar.ProgressBar
	var current string
	return func(brand string, done, total int) {
		if brand != current {
			current = brand
			bar = progressbar.NewOptions(total,
				progressbar.OptionSetWriter(env.Stderr), progressbar.OptionSetDescription(brand),
				progressbar.OptionShowCount(), progressbar.OptionClearOnFinish(), progressbar.OptionThrottle(100*time.Millisecond))
		}
		// A terminal that cannot be written to is no reason to stop a build.
		_ = bar.Set(done)
	}
}
