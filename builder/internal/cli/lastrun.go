package cli

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"sync"
	"time"

	"cartaz/builder/internal/build"
	"cartaz/builder/internal/durable"
	"cartaz/builder/release"
	"cartaz/builder/text"
)

// lastRun is the outcome of the last run for a brand, in the file <brand>.run.json beside the
// brand's folder. A run that finds another builder at work updates only the gauges; a run that a
// signal ends updates nothing.
type lastRun struct {
	build.Outcome
	Ended  time.Time `json:"ended"`
	Before time.Time `json:"before"` // when the previous run ended, or zero
	Since  time.Time `json:"since"`  // when the first of the runs with this exit code ended
	// Told is the exit code for which a command of --on-failure or --on-recovery was last called,
	// ToldAt the time of the call. A call that failed does not count.
	Told   int       `json:"told"`
	ToldAt time.Time `json:"told_at"`
	// Gauges holds the values for the file of --metrics, even if a run does not write it.
	Gauges map[string]float64 `json:"gauges"`
}

// reminder is how long a brand fails before --on-failure is called again: a little less than a day,
// so a builder that runs once a day calls it every day.
const reminder = 23 * time.Hour

func lastRunFile(out, brand string) string {
	return filepath.Join(out, url.PathEscape(brand)+".run.json")
}

// readLastRun reads the outcome of the last run for a brand. Without a file the error is
// [fs.ErrNotExist].
func readLastRun(out, brand string) (last lastRun, err error) {
	name := lastRunFile(out, brand)
	data, err := os.ReadFile(name)
	if err == nil {
		err = json.Unmarshal(data, &last)
	}
	if err == nil && (last.Brand != brand || last.Ended.IsZero()) {
		err = errors.New("it is of no run over this brand")
	}
	if err != nil {
		return lastRun{}, fmt.Errorf("%s: %w", name, err)
	}
	return last, nil
}

// ofAll is held while the outcome of all brands is remembered, which builder serve finds with each
// brand.
var ofAll sync.Mutex

// isLike reports whether the run ended like the run of an outcome.
func (r *lastRun) isLike(o *build.Outcome) bool {
	return !r.Ended.IsZero() && r.ExitCode == o.ExitCode
}

// next returns the record after another run, which ended now and left these gauges.
func (r *lastRun) next(o *build.Outcome, now time.Time, gauges map[string]float64) lastRun {
	next := lastRun{*o, now, r.Ended, now, r.Told, r.ToldAt, gauges}
	switch {
	case o.ExitCode == ExitRunning:
		next = *r
		next.Gauges = gauges
	case r.isLike(o):
		next.Since = r.Since
	}
	return next
}

// isDue reports whether the command for the state of an outcome is to be called: the brand has
// entered that state, or fails for as long as a reminder.
func (r *lastRun) isDue(o *build.Outcome, now time.Time) bool {
	if r.Told != o.ExitCode {
		return true
	}
	return o.ExitCode != ExitOK && (!r.isLike(o) || now.Sub(r.ToldAt).Abs() >= reminder)
}

// remember writes the outcome of a run for a brand, and calls the command for its state if that is
// due. Earlier calls count: a run without these flags changes the state without a call. If the file
// is lost or broken, the command is called. Two runs at the same time may call it twice.
func (f *fleet) remember(ctx context.Context, o *build.Outcome, stderr io.Writer) int {
	if f.options.DryRun || ctx.Err() != nil {
		return ExitOK
	}
	out, now := f.out, f.Now()
	if o.Brand == "" {
		ofAll.Lock()
		defer ofAll.Unlock()
	}
	// Which command is for this state, if any?
	last, lost := readLastRun(out, o.Brand)
	shell, flag := f.onFailure, "--on-failure"
	switch {
	case o.ExitCode == ExitOK:
		shell, flag = f.onRecovery, "--on-recovery"
	case o.ExitCode == ExitRunning && lost != nil:
		return ExitOK
	case o.ExitCode == ExitRunning:
		shell = ""
	}
	seq, _ := release.ParseID(o.Release)
	isFirst := o.Published && seq == 1 || o.Brand == ""
	// If the last state is lost it is called, except after a first release, which has none.
	if lost != nil && shell != "" && !(isFirst && errors.Is(lost, fs.ErrNotExist)) {
		last.Told = -1
		fmt.Fprintf(stderr, "%s: what was told before is not known, so %s is called: %v\n", o.Brand,
			flag, lost)
	}
	next := last.next(o, now, gaugesOf(o, now, filepath.Join(out, o.Brand), last.Gauges))
	var err error
	if shell != "" && last.isDue(o, now) {
		if err = f.tell(ctx, shell, o, stderr); err == nil {
			next.Told, next.ToldAt = o.ExitCode, now
		} else {
			err = fmt.Errorf("%s: %w", flag, err) // the next run calls again
		}
	}
	record, _ := text.JSON(next, "") // encodable like the outcome
	if err = errors.Join(err, os.MkdirAll(out, 0o755), durable.Replace(lastRunFile(out, o.Brand),
		bytes.NewReader(record), durable.NoSync)); err != nil {
		fmt.Fprintf(stderr, "builder: %s: %v\n", cmp.Or(o.Brand, "all brands"), err)
		return ExitFailed
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.saving == nil && f.metrics != "" {
		f.saving = time.AfterFunc(time.Second, func() { _ = f.save() }) // the last save reports it
	}
	return ExitOK
}

// tell calls a command of --on-failure or --on-recovery with an outcome.
func (f *fleet) tell(ctx context.Context, shell string, o *build.Outcome, stderr io.Writer) error {
	line, err := text.JSON(o, "")
	if err != nil {
		return err
	}
	return f.purger.Shell(ctx, shell, bytes.NewReader(line), stderr, "BRAND="+o.Brand)
}
