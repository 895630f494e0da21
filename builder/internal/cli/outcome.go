package cli

import (
	"errors"
	"fmt"
	"time"

	"cartaz/builder/internal/build"
	"cartaz/builder/internal/intake"
	"cartaz/builder/internal/upstream"
	"cartaz/builder/release"
)

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
	case errors.Is(err, build.ErrRunning), errors.Is(err, release.ErrLocked):
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

// resultName is the word for an exit code other than ExitOK.
func resultName(code int) string {
	switch code {
	case ExitUsage:
		return "misconfigured"
	case ExitHeld:
		return "held"
	case ExitUpstream:
		return "source_unreadable"
	case ExitRunning:
		return "running"
	}
	return "failed"
}

// result is the outcome of a build of one brand, in JSON.
type result struct {
	Brand    string         `json:"brand"`
	Result   string         `json:"result"`    // published, unchanged, taken_back, would_publish, or why not
	ExitCode int            `json:"exit_code"` // that of this brand alone
	Release  string         `json:"release"`   // the live one afterwards, "" for none
	Seconds  float64        `json:"duration_seconds"`
	Events   int            `json:"events"`
	OnSale   int            `json:"on_sale"`
	Records  int            `json:"records"`
	Merged   int            `json:"merged"`
	Dropped  int            `json:"dropped"`
	Gone     int            `json:"gone"`     // items left out because their detail was not there
	Drawn    int            `json:"drawn"`    // events that were rendered anew
	Exported int            `json:"exported"` // files written or removed below site
	Source   pulled         `json:"source"`
	Reasons  []intake.Count `json:"reasons"` // what was dropped, repaired or ignored, and how often
	// TakenBack is the release that the build made once more and did not publish,
	// or with result published, the one whose rollback this ended.
	TakenBack string         `json:"taken_back,omitempty"`
	Changes   *build.Changes `json:"changes,omitempty"`    // of a dry run
	HookError string         `json:"hook_error,omitempty"` // also of the list of addresses
	Error     string         `json:"error,omitempty"`
}

// pulled is what reading a source took, in JSON. All but bytes is 0 for files.
type pulled struct {
	Bytes       int64 `json:"bytes"`        // decoded, those from memory included
	Requests    int   `json:"requests"`     // sent
	Retries     int   `json:"retries"`      // of them sent once more
	NotModified int   `json:"not_modified"` // of them answered by 304
	Details     int   `json:"details"`      // read, asked for or not
	Reused      int   `json:"reused"`       // of them not asked for, because source.detail.key was as before
}

// report prints the outcome of one brand: one line, and when they are wanted, or
// the brand failed, the reasons why records were repaired or dropped.
func (c *command) report(o build.Outcome, hookErr error, reasons bool) error {
	if c.json {
		if err := c.print(jsonResult(o, hookErr)); err != nil {
			return err
		}
	}
	if hookErr != nil {
		fmt.Fprintf(c.Stderr, "%s: %v\n", o.Brand, hookErr)
	}
	took := o.Duration.Round(time.Millisecond)
	why := ""
	if reasons || o.Err != nil {
		why = o.Report.Reasons()
	}
	if o.Err != nil {
		live := "nothing is live"
		if o.Release != "" {
			live = "release " + o.Release + " stays live"
		}
		fmt.Fprintf(c.Stderr, "%s: FAILED in %s, %s: %v%s\n", o.Brand, took, live, o.Err, why)
		return nil
	}
	if c.json {
		return nil
	}
	fmt.Fprintf(c.Stdout, "%s: %s in %s: %s%s\n", o.Brand, phrase(o), took, o.Report.Summary(), why)
	if o.Changes != nil {
		printChanges(c.Stdout, o.Changes)
	}
	return nil
}

// phrase is what a build did that did not fail.
func phrase(o build.Outcome) string {
	switch {
	case o.Unpinned != "":
		return "published " + o.Release + ", which ends the rollback from " + o.Unpinned + ","
	case o.Published:
		return "published " + o.Release
	case o.Pinned != "":
		return "unchanged " + o.Release + ", since " + o.Pinned + " was taken back,"
	case o.Changes != nil:
		return "would publish (" + countChanges(o.Changes) + ")"
	}
	return "unchanged " + o.Release
}

// resultOf is the same as a word.
func resultOf(o build.Outcome) string {
	switch {
	case o.Published:
		return "published"
	case o.Pinned != "":
		return "taken_back"
	case o.Changes != nil:
		return "would_publish"
	}
	return "unchanged"
}

func jsonResult(o build.Outcome, hookErr error) result {
	r := result{
		Brand: o.Brand, Release: o.Release, Seconds: o.Duration.Seconds(), Events: o.Report.Published, OnSale: o.Report.OnSale,
		Records: o.Report.Records, Merged: o.Report.Merged, Dropped: o.Report.Dropped, Gone: o.Report.Gone, Drawn: o.Drawn, Exported: o.Exported,
		Source: pulled{
			Bytes: o.Pulled.Bytes, Requests: o.Pulled.Requests, Retries: o.Pulled.Retries,
			NotModified: o.Pulled.NotModified, Details: o.Pulled.Details, Reused: o.Pulled.Reused,
		},
		Reasons: o.Report.Counts, TakenBack: o.Pinned + o.Unpinned, Changes: o.Changes,
	}
	if hookErr != nil {
		r.HookError = hookErr.Error()
	}
	if r.Reasons == nil {
		r.Reasons = []intake.Count{}
	}
	if o.Err == nil {
		r.Result = resultOf(o)
		return r
	}
	r.ExitCode = exitCode(o.Err)
	r.Result, r.Error = resultName(r.ExitCode), o.Err.Error()
	return r
}
