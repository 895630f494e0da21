package build

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math"
	"path/filepath"
	"runtime/debug"
	"time"

	"cartaz/brands"
	"cartaz/builder/internal/changes"
	"cartaz/builder/internal/report"
	"cartaz/builder/internal/upstream"
	"cartaz/builder/internal/validate"
	"cartaz/builder/release"
	"cartaz/templates"
)

// Options are the options of one run of the builder.
type Options struct {
	Out       string // output folder
	Templates templates.Set
	Export    bool          // false leaves out/<brand>/site alone, even if brand.yaml wants it
	Keep      int           // releases kept besides the live one; default 3
	KeepFor   time.Duration // how far back further releases are kept: [release.Retention]
	// AcceptShrink publishes a catalogue that has shrunk more than the brand's guards.max_shrink,
	// or has become another one. An empty one is still held back.
	AcceptShrink bool
	// AcceptLoss publishes a catalogue whose events carry less than the brand's guards.max_loss
	// allows.
	AcceptLoss bool
	// AcceptClock publishes although the clock of this machine seems to be years off.
	AcceptClock bool
	// DryRun does everything but publish: it leaves the output folder alone, and Changes of the
	// outcome lists the differences.
	DryRun bool
	// Hold seals a release without making it live: [release.Held].
	Hold bool
	// Forget publishes a release that needs no file of earlier ones, even if nothing has changed or
	// a rollback is in force, and removes from the caches what it does not use.
	Forget   bool
	Now      time.Time
	Upstream upstream.Options
	Log      *slog.Logger
	// Queue is shared by concurrent calls; nil for a single call.
	Queue *Queue
	// Progress is called now and then with the number of events drawn so far and their total. It
	// may be nil.
	Progress func(brand string, done, total int)
}

// Outcome is the result for one brand. Its JSON is the builder's output; [Outcome.Finish] fills in
// the fields that only JSON needs.
type Outcome struct {
	Brand string `json:"brand"`
	// Result is the outcome in a word: published, unchanged, taken_back, would_publish, or the word
	// of the exit code.
	Result string `json:"result"`
	// Redrawn is true together with an Err: the source could not be read, or a guard holds the
	// catalogue, and a release of the events of the last build was published, because some of them
	// have ended since.
	Redrawn  bool    `json:"redrawn,omitempty"`
	ExitCode int     `json:"exit_code"` // of this brand alone
	Release  string  `json:"release"`   // live release afterwards, or ""
	Seconds  float64 `json:"duration_seconds"`
	Events   int     `json:"events"`
	report.Numbers
	Drawn    int `json:"drawn"`    // events that were rendered; the others stayed in place
	Exported int `json:"exported"` // files that the export wrote or removed
	// Shares are the shares of the events, 0 to 1, that carry each member of [report.Coverage].
	Shares map[string]float64 `json:"shares"`
	Pulled upstream.Stats     `json:"source"` // cost of reading the source, whatever the result
	// Reasons counts what was dropped, repaired or ignored, by reason.
	Reasons  []validate.Count `json:"reasons"`
	Warnings []string         `json:"warnings,omitempty"` // warnings of the report
	// TakenBack is a release that was taken back by a rollback, or "". If this build made exactly
	// that release again, it published nothing, and TakenBack is that release. If this build ended
	// the rollback by publishing another one, TakenBack is the newest release taken back.
	TakenBack string `json:"taken_back,omitempty"`
	// Changes lists the changes of a release that was not published because of a dry run, or is
	// nil.
	Changes   *changes.Changes `json:"changes,omitempty"`
	HookError string           `json:"hook_error,omitempty"` // also of the list of addresses
	Error     string           `json:"error,omitempty"`

	Published bool          `json:"-"` // false with a nil Err: nothing had changed
	Known     int           `json:"-"` // items that were taken as the last build made them
	Read      bool          `json:"-"` // the source was read to its end; Report says what it holds
	Report    report.Report `json:"-"`
	Err       error         `json:"-"`
}

// Finish fills in the fields that follow from other fields, and from the exit code and its word.
func (o *Outcome) Finish(code int, word string) {
	r := &o.Report
	o.ExitCode, o.Result = code, word
	o.Events = r.Published
	o.Numbers = r.Numbers
	o.Warnings = r.Warnings
	o.Shares, o.Reasons = map[string]float64{}, append([]validate.Count{}, r.Counts...)
	for i, share := range r.Coverage.Shares(r.Published) {
		o.Shares[report.CoverageNames[i]] = math.Round(share*1e4) / 1e4
	}
	switch {
	case o.Err != nil:
		o.Error = o.Err.Error()
	case o.Published:
		o.Result = "published"
	case o.TakenBack != "":
		o.Result = "taken_back"
	case o.Changes != nil:
		o.Result = "would_publish"
	default:
		o.Result = "unchanged"
	}
}

// Errors that callers turn into exit codes.
var (
	// ErrHeld means that a guard held the brand back.
	ErrHeld = errors.New("held back")
	// ErrRunning means that another builder works on the brand.
	ErrRunning = errors.New("another builder is running")
)

// Run builds a brand.
func Run(ctx context.Context, b *brands.Brand, o Options) Outcome {
	if o.Keep <= 0 {
		o.Keep = 3
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	if o.Queue == nil {
		o.Queue = NewQueue(0)
	}
	started := time.Now()
	out := one(ctx, b, o)
	out.Seconds = time.Since(started).Seconds()
	return *out
}

// one builds a brand. If its catalogue cannot be read or is held, one draws the catalogue of the
// last build again, because events may have ended since. A panic is a bug, but a bug that one
// brand's data triggers must not take the others down.
func one(ctx context.Context, b *brands.Brand, o Options) *Outcome {
	r := inTime(ctx, b, o, false)
	out := r.out
	if out.Err != nil {
		out.Published = false
		unpinned := r.prev.live != nil && len(r.prev.pins) == 0
		if r.unread && unpinned && !o.DryRun && !o.Hold && ctx.Err() == nil {
			again := inTime(ctx, b, o, true)
			if again.out.Err != nil {
				r.options.Log.Warn("what has ended may still be on sale", "brand", b.Key, "err",
					again.out.Err)
			} else {
				out.Release = again.out.Release
				out.Redrawn = again.out.Published
				out.Drawn = again.out.Drawn
			}
		}
		out.Err = fmt.Errorf("brand %s: %w", b.Key, out.Err)
	}
	if id, err := release.Current(r.dir); err == nil && out.Release == "" {
		out.Release = id
	}
	return out
}

// healed builds one brand, and once more from nothing if the live release turns out to be damaged.
// For replay see [run].
func healed(ctx context.Context, b *brands.Brand, o Options, replay bool) *run {
	r := attempt(ctx, b, o, replay, false)
	if r.prev.base != nil && errors.Is(r.out.Err, release.ErrCorrupt) {
		// Bodies are read only when they are needed, so damage in them is found late. A new build
		// heals it.
		r.options.Log.Warn("live release damaged, building from nothing", "brand", b.Key, "err",
			r.out.Err)
		r = attempt(ctx, b, o, replay, true)
	}
	return r
}

// attempt builds one brand once and closes everything that it opened. For replay and fresh see
// [run].
func attempt(ctx context.Context, b *brands.Brand, o Options, replay, fresh bool) *run {
	r := &run{
		brand: b, options: o, dir: filepath.Join(o.Out, b.Key),
		now:    b.Now(o.Now).Truncate(time.Second).UTC(),
		replay: replay, fresh: fresh, out: &Outcome{Brand: b.Key},
	}
	err := caught(func() error { return r.build(ctx) })
	if errors.Is(err, release.ErrLocked) {
		err = ErrRunning
	}
	// Also after a panic: the lock and half-written files must go.
	r.out.Err = errors.Join(err, caught(r.close))
	return r
}

// caught runs f and returns a panic as an error.
func caught(f func() error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v\n%s", p, debug.Stack())
		}
	}()
	return f()
}
