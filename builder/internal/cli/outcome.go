package cli

import (
	"errors"
	"fmt"
	"math"
	"time"

	"cartaz/builder/bucket"
	"cartaz/builder/bucket/store"
	"cartaz/builder/internal/build"
	"cartaz/builder/internal/changes"
	"cartaz/builder/internal/discovery"
	"cartaz/builder/internal/report"
	"cartaz/builder/internal/upstream"
	"cartaz/builder/internal/validate"
	"cartaz/builder/release"
)

// runCode is the exit code of a run: the code of the brands that failed, or ExitFailed when they
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

func exitCode(err error) int {
	switch {
	case err == nil:
		return ExitOK
	case errors.Is(err, build.ErrTimeout):
		return ExitFailed // whatever the limit interrupted
	case errors.Is(err, build.ErrRunning), errors.Is(err, release.ErrLocked),
		errors.Is(err, bucket.ErrMovedOn), errors.Is(err, bucket.ErrBusy),
		errors.Is(err, store.ErrRaceLost):
		return ExitRunning
	case errors.Is(err, build.ErrHeld), errors.Is(err, upstream.ErrEmpty):
		// An empty source is held back like a source that has shrunk too much.
		return ExitHeld
	case errors.Is(err, store.ErrConfig), errors.Is(err, upstream.ErrMap),
		errors.Is(err, discovery.ErrOpenAPI):
		return ExitUsage
	case errors.Is(err, upstream.ErrUnavailable), errors.Is(err, upstream.ErrIncomplete),
		errors.Is(err, upstream.ErrMalformed), errors.Is(err, upstream.ErrItem),
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

// result is the JSON output of a build of one brand.
type result struct {
	Brand string `json:"brand"`
	// Result is published, unchanged, taken_back, would_publish, or the word of [resultName].
	Result string `json:"result"`
	// Redrawn says of a brand that failed that its last catalogue lost what has ended.
	Redrawn  bool    `json:"redrawn,omitempty"`
	ExitCode int     `json:"exit_code"` // that of this brand alone
	Release  string  `json:"release"`   // the live one afterwards, "" for none
	Seconds  float64 `json:"duration_seconds"`
	Events   int     `json:"events"`
	OnSale   int     `json:"on_sale"`
	Records  int     `json:"records"`
	Merged   int     `json:"merged"`
	Dropped  int     `json:"dropped"`
	Repaired int     `json:"repaired"` // repairs made to records
	Gone     int     `json:"gone"`     // items left out because their detail was not there
	// Failed counts items left out because they could not be mapped; Dropped includes them.
	Failed   int `json:"failed"`
	Drawn    int `json:"drawn"`    // events that were rendered anew
	Exported int `json:"exported"` // files written or removed below site
	// Shares are the parts of the events, 0 to 1, that carry something.
	Shares map[string]float64 `json:"shares"`
	Source pulled             `json:"source"`
	// Reasons counts what was dropped, repaired or ignored, by reason.
	Reasons []validate.Count `json:"reasons"`
	// TakenBack is the rolled-back release that the build made again and did not publish. With
	// result published it is the release whose rollback this build ended.
	TakenBack string           `json:"taken_back,omitempty"`
	Changes   *changes.Changes `json:"changes,omitempty"`    // of a dry run
	HookError string           `json:"hook_error,omitempty"` // also of the list of addresses
	Error     string           `json:"error,omitempty"`
}

// pulled is the JSON output of the cost of reading a source. All members but bytes are 0 for files.
type pulled struct {
	Bytes       int64 `json:"bytes"`        // decoded, those from memory included
	Requests    int   `json:"requests"`     // sent
	Retries     int   `json:"retries"`      // of them sent once more
	NotModified int   `json:"not_modified"` // of them answered by 304
	Details     int   `json:"details"`      // read, asked for or not
	// of them not asked for, because source.detail.key was as before
	Reused int `json:"reused"`
}

// report prints the outcome of one brand in one line. When reasons is true, or the brand failed, it
// also prints the reasons why records were repaired or dropped.
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
func outcomeText(o build.Outcome) string {
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

// outcomeWord is the outcome of a build that did not fail, as one word.
func outcomeWord(o build.Outcome) string {
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
		Brand: o.Brand, Release: o.Release, Seconds: o.Duration.Seconds(),
		Events: o.Report.Published, OnSale: o.Report.OnSale,
		Records: o.Report.Records, Merged: o.Report.Merged, Dropped: o.Report.Dropped,
		Repaired: o.Report.Repaired, Shares: map[string]float64{}, Gone: o.Report.Gone,
		Failed: o.Report.Failed, Drawn: o.Drawn, Exported: o.Exported,
		Source: pulled{
			Bytes: o.Pulled.Bytes, Requests: o.Pulled.Requests, Retries: o.Pulled.Retries,
			NotModified: o.Pulled.NotModified, Details: o.Pulled.Details, Reused: o.Pulled.Reused,
		},
		Reasons: o.Report.Counts, TakenBack: o.Pinned + o.Unpinned, Changes: o.Changes,
	}
	for i, share := range o.Report.Coverage.Shares(o.Report.Published) {
		r.Shares[report.CoverageNames[i]] = math.Round(share*1e4) / 1e4
	}
	if hookErr != nil {
		r.HookError = hookErr.Error()
	}
	if r.Reasons == nil {
		r.Reasons = []validate.Count{}
	}
	if o.Err == nil {
		r.Result = outcomeWord(o)
		return r
	}
	r.ExitCode, r.Redrawn = exitCode(o.Err), o.Redrawn
	r.Result, r.Error = resultName(r.ExitCode), o.Err.Error()
	return r
}
