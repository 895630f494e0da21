package build

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"

	"cartaz/builder/internal/intake"
	"cartaz/builder/internal/upstream"
)

// Report says what a build made of a catalogue. It is sealed in the release and
// holds no clock, so the same catalogue gives the same report.
type Report struct {
	Brand     string           `json:"brand"`
	Documents int              `json:"documents"` // files or pages read
	Items     int              `json:"items"`     // raw records in them
	Records   int              `json:"records"`   // what the map made of those
	Gone      int              `json:"gone"`      // items left out because their detail was not there (404 or 410)
	Bytes     int64            `json:"bytes"`     // decoded bytes read
	Published int              `json:"published"` // events in the release
	OnSale    int              `json:"on_sale"`   // of them in the list and the search
	Merged    int              `json:"merged"`    // records that became part of another
	Dropped   int              `json:"dropped"`   // records that are not published
	Resources int              `json:"resources"` // addresses in the release
	Counts    []intake.Count   `json:"counts"`    // how often each reason was found
	Findings  []intake.Finding `json:"findings"`  // the first ones of each reason, in the order of the source

	tally intake.Tally
}

func (r *Report) pulled(s upstream.Stats) {
	r.Documents, r.Items, r.Records, r.Gone, r.Bytes = s.Documents, s.Items, s.Records, s.Gone, s.Bytes
}

// finish draws what is derived from the tally.
func (r *Report) finish() {
	r.Counts, r.Findings = r.tally.Counts(), r.tally.Findings()
	if r.Findings == nil {
		r.Findings = []intake.Finding{}
	}
	r.Dropped = r.tally.Total(intake.Dropped)
}

// encode is the form of report.json.
func (r *Report) encode() ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", " ")
	if err := enc.Encode(r); err != nil {
		return nil, fmt.Errorf("report: %w", err)
	}
	return b.Bytes(), nil
}

// Summary is the report in one line.
func (r *Report) Summary() string {
	text := fmt.Sprintf("%d events (%d on sale) of %d records, %d merged, %d dropped", r.Published, r.OnSale, r.Records, r.Merged, r.Dropped)
	if r.Gone > 0 {
		text += fmt.Sprintf(", %d gone before their detail was read", r.Gone)
	}
	return text
}

// Reasons is what was found: for each reason a line break and a line with the
// first place.
func (r *Report) Reasons() string {
	var b strings.Builder
	for _, c := range r.Counts {
		fmt.Fprintf(&b, "\n    %6d %s %s", c.N, c.Kind, c.Reason)
		for _, f := range r.Findings {
			if f.Kind == c.Kind && f.Reason == c.Reason {
				fmt.Fprintf(&b, ", first at %s: %s", f.Position, f.Detail)
				break
			}
		}
	}
	return b.String()
}
