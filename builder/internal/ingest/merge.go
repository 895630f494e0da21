package ingest

import (
	"slices"
	"strings"

	"cartaz/builder/catalog"
	"cartaz/builder/internal/groupkey"
	"cartaz/builder/internal/validate"
)

// merge joins another record of the same event into rec: what source.duplicates "merge" in
// brand.yaml asks for. The rule: members that rec already has stay; those it lacks come from more,
// an end only to the same start; lines of the description and tickets that rec does not have are
// added at the end, tags too; an event is closed only when both say so, online when one does. The
// one that says that the date has changed also says the date.
func merge(rec, more *catalog.Record) {
	keep := func(mine *string, theirs string) {
		if *mine == "" {
			*mine = theirs
		}
	}
	if rec.Description == "" {
		rec.Description, rec.Format = more.Description, more.Format
	} else if rec.Format == more.Format {
		rec.Description = addLines(rec.Description, more.Description)
	}
	keep(&rec.Status, more.Status)
	moved := false
	switch {
	case rec.State == "" && more.State != "":
		rec.State, rec.SaysCancelled = more.State, false
		moved = more.PreviousStarts.Known() // a date that no longer holds must not stay
	case rec.State == "":
		rec.SaysCancelled = rec.SaysCancelled || more.SaysCancelled && rec.Status == more.Status
	}
	if !rec.PreviousStarts.Known() {
		rec.PreviousStarts = more.PreviousStarts
	}
	switch {
	case moved || !rec.Starts.Known():
		rec.Starts, rec.Ends, rec.Timezone = more.Starts, more.Ends, more.Timezone
		rec.Over, rec.IsEnded, rec.IsStarted = more.Over, more.IsEnded, more.IsStarted
	case !rec.Ends.Known() && rec.Starts.String() == more.Starts.String():
		rec.Ends, rec.Over, rec.IsEnded, rec.IsStarted = more.Ends, more.Over, more.IsEnded,
			more.IsStarted
	}
	rec.IsOnline = rec.IsOnline || more.IsOnline
	rec.IsClosed = rec.IsClosed && more.IsClosed
	keep(&rec.Banner, more.Banner)
	keep(&rec.Thumbnail, more.Thumbnail)
	if rec.Location == nil {
		rec.Location = more.Location
	}
	if rec.Producer == nil {
		rec.Producer = more.Producer
	}
	keep(&rec.BuyURL, more.BuyURL)
	if rec.Call == nil {
		rec.Call = more.Call
	}
	for _, t := range more.Tickets {
		if !slices.ContainsFunc(rec.Tickets,
			func(mine catalog.Ticket) bool { return mine.Name == t.Name }) {
			rec.Tickets = append(rec.Tickets, t)
		}
	}
	for _, tag := range more.Tags {
		same := func(mine string) bool { return groupkey.Topic(mine) == groupkey.Topic(tag) }
		if len(rec.Tags) < validate.MaxTags && !slices.ContainsFunc(rec.Tags, same) {
			rec.Tags = append(rec.Tags, tag)
		}
	}
	if more.UpdatedAt.After(rec.UpdatedAt) {
		rec.UpdatedAt = more.UpdatedAt
	}
}

// addLines appends the lines of more that text does not have. A list at the end of a text thus
// grows by the items of the same list in another.
func addLines(text, more string) string {
	have := map[string]bool{"": true}
	for line := range strings.Lines(text) {
		have[strings.TrimSpace(line)] = true
	}
	var b strings.Builder
	b.WriteString(strings.TrimRight(text, "\r\n"))
	for line := range strings.Lines(more) {
		if line = strings.TrimRight(line, "\r\n"); !have[strings.TrimSpace(line)] {
			have[strings.TrimSpace(line)] = true
			b.WriteString("\n" + line)
		}
	}
	return b.String()
}
