package cli

import (
	"errors"
	"fmt"
	"time"

	"cartaz/builder/bucket"
	"cartaz/builder/bucket/store"
	"cartaz/builder/internal/build"
	"cartaz/builder/internal/upstream"
	"cartaz/builder/release"
)

// runCode is the exit code of a run: the code of the brands that failed, or ExitFailed if they
// failed with different codes.
type runCode int

// add adds the exit code of a brand.
func (c *runCode) add(code int) {
	switch brand := runCode(code); {
	case brand == ExitOK || brand == *c:
	case *c == ExitOK:
		*c = brand
	default:
		*c = ExitFailed
	}
}

// exitCodes maps errors to exit codes; the first row that matches counts. Other errors are
// ExitFailed.
var exitCodes = []struct {
	code int
	errs []error
}{
	{ExitFailed, []error{build.ErrTimeout}}, // whatever work the limit interrupted
	{ExitRunning, []error{build.ErrRunning, release.ErrLocked, bucket.ErrMovedOn, bucket.ErrBusy,
		store.ErrRaceLost}},
	// An empty source is held back like a source that has shrunk too much.
	{ExitHeld, []error{build.ErrHeld, upstream.ErrEmpty}},
	{ExitUsage, []error{store.ErrConfig, upstream.ErrMap}},
	{ExitUpstream, []error{upstream.ErrUnavailable, upstream.ErrIncomplete, upstream.ErrMalformed,
		upstream.ErrItem, upstream.ErrTooLarge}},
}

// exitCode returns the exit code for an error.
func exitCode(err error) int {
	if err == nil {
		return ExitOK
	}
	for _, row := range exitCodes {
		for _, e := range row.errs {
			if errors.Is(err, e) {
				return row.code
			}
		}
	}
	return ExitFailed
}

// resultNames are the words for exit codes other than ExitOK.
var resultNames = [...]string{ExitFailed: "failed", ExitUsage: "misconfigured", ExitHeld: "held",
	ExitUpstream: "source_unreadable", ExitRunning: "running"}

// report prints the outcome of one brand in one line. If reasons is true, or the brand failed, it
// also prints the reasons why records were repaired or dropped.
func (c *command) report(o *build.Outcome, reasons bool) error {
	if c.json {
		if err := c.print(o); err != nil {
			return err
		}
	}
	if o.HookError != "" {
		fmt.Fprintf(c.Stderr, "%s: %s\n", o.Brand, o.HookError)
	}
	took := time.Duration(o.Seconds * 1e9).Round(time.Millisecond)
	why := ""
	if reasons || o.Err != nil {
		why = o.Report.Reasons()
	}
	if o.Err != nil {
		live := "nothing is live"
		if o.Release != "" {
			live = "release " + o.Release + " stays live"
		}
		if o.Redrawn {
			live = "release " + o.Release + " has the last catalogue without ended events"
		}
		fmt.Fprintf(c.Stderr, "%s: FAILED in %s, %s: %v%s\n", o.Brand, took, live, o.Err, why)
		return nil
	}
	if c.json {
		return nil
	}
	fmt.Fprintf(c.Stdout, "%s: %s in %s: %s%s\n", o.Brand, outcomeText(o), took, o.Report.Summary(),
		why)
	if o.Changes != nil {
		printChanges(c.Stdout, o.Changes)
	}
	return nil
}

// outcomeText describes a build that did not fail.
func outcomeText(o *build.Outcome) string {
	switch {
	case o.TakenBack != "" && o.Published:
		return "published " + o.Release + ", which ends the rollback from " + o.TakenBack + ","
	case o.TakenBack != "":
		return "unchanged " + o.Release + ", since " + o.TakenBack + " was taken back,"
	case o.Changes != nil:
		return "would publish (" + countChanges(o.Changes) + ")"
	}
	return o.Result + " " + o.Release
}
