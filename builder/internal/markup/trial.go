package markup

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"cartaz/builder/internal/worker"
)

// The limits of a costMeter bound the known costs. To bound unknown costs, a worker reads a text
// once before it is accepted: cleaning depends on its input only, so a text that stayed within the
// budget there does so again when the page is drawn. The trial covers sources of more than
// trialBytes, and shorter ones with many signs that can be costly. Other sources cost little even
// without a limit: the worst known form, a table of 680 columns and 680 rows, takes a second and
// 260 MB. No description of the sample brands is that long.
const (
	trialBytes = 4 << 10
	trialSigns = 40 // "|" and "`", and references that may be one of them
)

// trialLimits bound one trial: several times what 256 KiB of the most costly form within
// the limits take (tables of four cells).
var trialLimits = worker.Limits{CPU: 10 * time.Second, Memory: 512 << 20}

// maxOverruns is how many texts of one source may end a worker; further trials are refused, so that
// a source of hostile texts costs minutes and no more.
const maxOverruns = 20

const workerName = "text"

func init() { worker.Serve(workerName, tryText) }

// tryText makes all forms of a text, as a build does. The request is the format, a line end and the
// source; the answer is the limit that it passes, or empty.
func tryText(request []byte, _ func(worker.Message)) worker.Message {
	format, source, _ := strings.Cut(string(request), "\n")
	text, excess := clean(source, format)
	_ = Quote(text.Markdown)
	return worker.Message{Text: excess}
}

// Trial finds the descriptions that must not be parsed. Its methods are for one goroutine.
type Trial struct {
	ctx      context.Context
	limits   worker.Limits
	process  *worker.Process
	overruns int
}

// NewTrial returns a Trial until the end of ctx. Its worker starts with the first text that
// needs one, and [Trial.Close] ends it.
func NewTrial(ctx context.Context) *Trial {
	return &Trial{ctx: ctx, limits: trialLimits, process: worker.New(workerName)}
}

// Check returns why a description cannot be read in its format within the limits of the package and
// the budget of a text, or "". Such a text is published as [Paragraphs]. The error is the
// context's, or says that no worker could be started.
func (t *Trial) Check(source, format string) (reason string, err error) {
	if format == Paragraphs || format == "text" {
		return "", nil
	}
	source = source[:min(len(source), MaxSource)]
	if reason = exceededLimit(source, format); reason != "" || !needsTrial(source) {
		return reason, nil
	}
	if t.overruns >= maxOverruns {
		return fmt.Sprintf("not tried after %d texts that cost too much", maxOverruns), nil
	}
	answer, err := t.process.Call(t.ctx, t.limits, strings.NewReader(format+"\n"+source), nil)
	var overrun *worker.Overrun
	if errors.As(err, &overrun) {
		t.overruns++
		return overrun.Reason, nil
	}
	return answer.Text, err
}

// Close ends the worker.
func (t *Trial) Close() { t.process.Close() }

// needsTrial reports whether a source is long, or has many signs that can be costly.
func needsTrial(source string) bool {
	if len(source) > trialBytes {
		return true
	}
	signs := 0
	for i := range len(source) {
		switch source[i] {
		case '|', '`':
			signs++
		case '&':
			// Numbers, vert, VerticalLine, grave, DiacriticalGrave.
			if i+1 < len(source) && strings.IndexByte("#vVgD", source[i+1]) >= 0 {
				signs++
			}
		}
	}
	return signs > trialSigns
}
