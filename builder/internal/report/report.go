// Package report describes the result of a build: how many records it read, dropped and repaired,
// and what the published events carry.
package report

import (
	_ "embed" // report.txt
	"fmt"
	"strings"
	"text/template"

	"cartaz/builder/internal/upstream"
	"cartaz/builder/internal/validate"
	"cartaz/builder/text"
)

// Numbers counts the records of a build, in its report and in its outcome.
type Numbers struct {
	OnSale  int `json:"on_sale"` // published events in the list and the search
	Records int `json:"records"` // records that the map made of the items
	Merged  int `json:"merged"`  // records that became part of another
	// records that are not published, and items that could not be mapped
	Dropped  int `json:"dropped"`
	Repaired int `json:"repaired"` // repairs made to published records
	// items left out because their detail was not there (404 or 410)
	Gone int `json:"gone"`
	// items left out because they could not be mapped
	Failed int `json:"failed"`
}

// Report describes the result of a build. It is sealed in the release and holds no clock, so the
// same catalogue gives the same report, except for Stderr.
type Report struct {
	Brand     string `json:"brand"`
	Documents int    `json:"documents"` // files or pages read
	Items     int    `json:"items"`     // raw records in them
	// unreadable pages, replaced by pages of an earlier pull, and the error of the first
	Old    int    `json:"old,omitempty"`
	OldWhy string `json:"old_why,omitempty"`
	// standard error of the programs of the source, the last 4 KiB
	Stderr string `json:"stderr,omitempty"`
	// one entry for each of several sources, in their order; nil for a brand with one source
	Sources   []Source `json:"sources,omitempty"`
	Bytes     int64    `json:"bytes"`     // decoded bytes read
	Published int      `json:"published"` // events in the release
	Numbers
	Withheld  int      `json:"withheld,omitempty"` // records, and dates, that are not public
	Coverage  Coverage `json:"coverage"`           // what the published events carry
	Resources int      `json:"resources"`          // addresses in the release
	// files and texts of the brand without effect, each with its file and the remedy
	Warnings []string `json:"warnings,omitempty"`
	// ISO 639-1 codes of the languages whose rules the search follows
	Languages []string         `json:"languages,omitempty"`
	Counts    []validate.Count `json:"counts"` // how often each reason was found
	// the first ones of each reason, in the order of the source
	Findings []validate.Finding `json:"findings"`

	tally validate.Tally
}

// Add counts findings, in the order of the source.
func (r *Report) Add(findings ...validate.Finding) { r.tally.Add(findings...) }

// Pulled adds the numbers of a pull.
func (r *Report) Pulled(s upstream.Stats) {
	r.Documents = s.Documents
	r.Items = s.Items
	r.Records = s.Records
	r.Bytes = s.Bytes
	r.Gone, r.Failed, r.Stderr = s.Gone, s.Failed, s.Stderr
	r.Old, r.OldWhy = s.Old, s.OldWhy
}

// Source is the result of one of several sources.
type Source struct {
	Name    string `json:"name"`
	Items   int    `json:"items"`
	Records int    `json:"records"` // before records of one id are merged
	Failed  int    `json:"failed"`
	Error   string `json:"error,omitempty"` // why an optional source was left out
}

// Source adds the result of one of several sources.
func (r *Report) Source(name string, s upstream.Stats) {
	r.Sources = append(r.Sources, Source{Name: name, Items: s.Items, Records: s.Records,
		Failed: s.Failed})
}

// Skipped notes that an optional source was left out.
func (r *Report) Skipped(name string, why error) {
	r.Sources = append(r.Sources, Source{Name: name, Error: why.Error()})
}

// Finish fills in the members that follow from the findings.
func (r *Report) Finish() {
	r.Counts, r.Findings = r.tally.Counts(), r.tally.Findings()
	if r.Findings == nil {
		r.Findings = []validate.Finding{}
	}
	r.Withheld = r.tally.Total(validate.Withheld)
	r.Dropped, r.Repaired = r.tally.Total(validate.Dropped), r.tally.Total(validate.Repaired)
}

// Encode returns the bytes of report.json.
func (r *Report) Encode() ([]byte, error) {
	b, err := text.JSON(r, " ")
	if err != nil {
		return nil, fmt.Errorf("report: %w", err)
	}
	return b, nil
}

//go:embed report.txt
var texts string

var templates = template.Must(template.New("").Parse(texts))

// written returns the report in the form of a template.
func (r *Report) written(name string) string {
	var b strings.Builder
	_ = templates.ExecuteTemplate(&b, name, r) // tests run each template
	return b.String()
}

// Summary returns the report in one line.
func (r *Report) Summary() string { return r.written("summary") }

// Reasons lists the findings: for each reason a line break and a line with its first place.
func (r *Report) Reasons() string { return r.written("reasons") }
