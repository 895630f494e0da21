package cli

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"log/slog"
	"slices"
	"time"

	"github.com/schollz/progressbar/v3"

	"cartaz/brands"
	"cartaz/builder/internal/build"
	"cartaz/builder/internal/upstream"
	"cartaz/templates"
)

func runBuild(ctx context.Context, args []string, env Env) int {
	var brandsDir, templatesDir string
	var quiet bool
	o := build.Options{Now: env.Now(), Log: slog.New(slog.NewTextHandler(env.Stderr, &slog.HandlerOptions{Level: slog.LevelWarn}))}
	flags := flag.NewFlagSet("builder build", flag.ContinueOnError)
	flags.StringVar(&brandsDir, "brands", "brands", "`folder` of the brands")
	flags.StringVar(&o.Out, "out", "out", "output `folder`")
	flags.StringVar(&templatesDir, "templates", "", "`folder` whose templates replace the embedded ones, file by file")
	flags.BoolVar(&o.Export, "export", true, "write out/<brand>/site for the brands that want it")
	flags.IntVar(&o.Keep, "keep", 3, "`number` of releases to keep besides the live one, at least 1")
	flags.BoolVar(&quiet, "quiet", false, "only one line per brand: no reasons, no progress")
	if code, done := parse(flags, args, env); done {
		return code
	}
	if o.Keep < 1 {
		// An edge may be opening the release that was live a moment ago.
		fmt.Fprintf(env.Stderr, "builder: --keep %d: at least 1 must stay\n", o.Keep)
		return ExitUsage
	}
	var err error
	if o.Templates, err = templates.Load(templatesDir); err != nil {
		fmt.Fprintln(env.Stderr, "builder:", err)
		return ExitUsage
	}
	list, loadErr := brands.Load(brandsDir, brands.LoadOptions{Env: env.Lookup})
	list, unknown := pick(brandsDir, list, loadErr, flags.Args())
	for _, problem := range unknown {
		fmt.Fprintln(env.Stderr, "builder:", problem)
	}
	codes := exitCodes{}
	if len(unknown) > 0 {
		codes.add(ExitUsage)
	}
	if env.Terminal && !quiet {
		o.Progress = progress(env)
	}
	for _, outcome := range build.Run(ctx, list, o) {
		report(env, outcome, quiet)
		codes.add(exitCode(outcome.Err))
	}
	return codes.code()
}

// pick narrows the brands loaded from dir to those named, and lists what is in
// the way: the brands that did not load, if they were asked for, names that are
// none, and a folder without any.
func pick(dir string, list []*brands.Brand, loadErr error, names []string) ([]*brands.Brand, []string) {
	var problems []string
	known := map[string]bool{}
	wanted := func(key string) bool { return len(names) == 0 || slices.Contains(names, key) }
	failed := brands.Errors(loadErr)
	for _, e := range failed {
		known[e.Key] = true
		if wanted(e.Key) {
			problems = append(problems, e.Error())
		}
	}
	switch {
	case loadErr != nil && len(failed) == 0:
		problems = append(problems, loadErr.Error())
	case len(list)+len(failed) == 0:
		problems = append(problems, "there is no brand in "+dir+"; brands are folders with a "+brands.FileName)
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
			problems = append(problems, fmt.Sprintf("there is no brand %q; brands are folders with a %s", name, brands.FileName))
		}
	}
	return picked, problems
}

// report prints the outcome of one brand: one line, and why anything was
// repaired or dropped.
func report(env Env, o build.Outcome, quiet bool) {
	took := o.Duration.Round(time.Millisecond)
	reasons := ""
	if !quiet {
		reasons = o.Report.Reasons()
	}
	if o.Err != nil {
		live := "nothing is live"
		if o.Release != "" {
			live = "release " + o.Release + " stays live"
		}
		fmt.Fprintf(env.Stderr, "%s: FAILED in %s, %s: %v%s\n", o.Brand, took, live, o.Err, reasons)
		return
	}
	verb := "published"
	if !o.Published {
		verb = "unchanged"
	}
	fmt.Fprintf(env.Stdout, "%s: %s %s in %s: %s%s\n", o.Brand, verb, o.Release, took, o.Report.Summary(), reasons)
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

// exitCodes joins the results of brands.
type exitCodes map[int]bool

func (c exitCodes) add(code int) { c[code] = true }

// code is the one reason why brands failed, or ExitFailed when there are more.
func (c exitCodes) code() int {
	result := ExitOK
	for code := range c {
		switch {
		case code == ExitOK:
		case result == ExitOK:
			result = code
		case result != code:
			return ExitFailed
		}
	}
	return result
}

func exitCode(err error) int {
	switch {
	case err == nil:
		return ExitOK
	case errors.Is(err, build.ErrRunning):
		return ExitRunning
	case errors.Is(err, build.ErrHeld), errors.Is(err, upstream.ErrEmpty):
		// A source that was read and has nothing is not believed, like one that
		// has too little.
		return ExitHeld
	case errors.Is(err, upstream.ErrMap):
		return ExitUsage
	case errors.Is(err, upstream.ErrUnavailable), errors.Is(err, upstream.ErrIncomplete), errors.Is(err, upstream.ErrMalformed),
		errors.Is(err, upstream.ErrTooLarge):
		return ExitUpstream
	}
	return ExitFailed
}
