package site

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"cartaz/builder/catalog"
)

// Bounds of the list of changes.
const (
	maxChanges  = 10_000
	keepChanges = 90 * 24 * time.Hour
)

// writeChanges writes /mudancas.ndjson: the changes of the events on sale, release by release, the
// newest last. The first line says since when the list is complete. The list is that of the release
// before plus the changes since then: no other file keeps it, and it starts over on a machine that
// lacks that release. A client that last read it before the time in the first line must read all
// events again.
//
// The age of a line is measured from the newest one: a build without changes leaves the file as it
// is.
func (w *collections) writeChanges() error {
	now := time.Unix(w.Now, 0).UTC()
	since, lines := w.History.Since, w.public(w.History.Changes)
	if since == "" {
		since = now.Format(time.RFC3339)
	} else {
		if last, ok := lastTime(lines, since); ok && !now.After(last) {
			now = last.Add(time.Second) // the clock was turned back
		}
		if news := w.changes(now.Format(time.RFC3339)); len(news) > 0 {
			lines, since = bounded(slices.Concat(lines, news), since, now)
		}
	}
	w.Next.Since, w.Next.Changes = since, lines
	body := []byte(`{"since":"` + since + `"}` + "\n")
	return w.Store.Single(catalog.ChangesPath, append(body, bytes.Join(lines, nil)...),
		w.Store.Profiles.Lines)
}

// public returns lines without the events that are withheld: only that they were removed stays, and
// their ids.
func (w *collections) public(lines [][]byte) [][]byte {
	if len(w.Plan.Withheld) == 0 {
		return lines
	}
	return slices.DeleteFunc(slices.Clone(lines), func(line []byte) bool {
		var of struct {
			ID   int64
			Slug string
		}
		_ = json.Unmarshal(line, &of) // this program made it
		return of.Slug != "" && w.Plan.Withheld[of.ID]
	})
}

// lastTime returns the time of the newest line, or of the head.
func lastTime(lines [][]byte, since string) (time.Time, bool) {
	at, ok := since, true
	if n := len(lines); n > 0 {
		at, ok = valueAfter(lines[n-1], `{"at":"`)
	}
	t, err := time.Parse(time.RFC3339, at)
	return t, ok && err == nil
}

// valueAfter returns the string at the beginning of a line, after some text.
func valueAfter(line []byte, before string) (string, bool) {
	rest, ok := bytes.CutPrefix(line, []byte(before))
	at, _, end := bytes.Cut(rest, []byte(`"`))
	return string(at), ok && end
}

// bounded drops whole releases, the oldest first, until the lines fit, and returns since when the
// rest is complete.
func bounded(lines [][]byte, since string, now time.Time) ([][]byte, string) {
	oldest := now.Add(-keepChanges).Format(time.RFC3339)
	for len(lines) > 0 {
		at, _ := valueAfter(lines[0], `{"at":"`)
		if len(lines) <= maxChanges && at >= oldest {
			break
		}
		since = at
		for len(lines) > 0 {
			if next, _ := valueAfter(lines[0], `{"at":"`); next != at {
				break
			}
			lines = lines[1:]
		}
	}
	return lines, since
}

// changes returns the lines for the differences from the release before: "added" to the events on
// sale, "changed", "closed" if the event is no longer on sale but still has a page, and "removed"
// if the source no longer has it.
func (w *collections) changes(at string) [][]byte {
	var lines [][]byte
	line := func(what string, description []byte) {
		b := append([]byte(`{"at":"`), at...)
		b = append(append(append(b, `","what":"`...), what...), `",`...)
		lines = append(lines, append(b, description[1:]...)) // without its brace
	}
	gone := func(what string, old *EventPast) {
		item, slug := w.data.itemBefore(old.ID), old.Slug
		if w.Plan.Withheld[old.ID] { // no longer public: only its id is named
			item, slug = nil, ""
		}
		if item == nil {
			item = fmt.Appendf(nil, `{"id":%d,"slug":%q}`, old.ID, slug)
		}
		line(what, described(item, nil))
	}
	for _, row := range w.Plan.Rows {
		old := w.History.Event(row.ID)
		was := old != nil && old.OnSale
		switch {
		case row.OnSale && !was:
			line("added", w.data.descriptions[row.ID])
		case row.OnSale && old.Hash != HashOf(row):
			line("changed", w.data.descriptions[row.ID])
		case !row.OnSale && was:
			gone("closed", old)
		}
	}
	for i := range w.History.Events {
		if old := &w.History.Events[i]; old.OnSale && w.Next.Event(old.ID) == nil {
			gone("removed", old)
		}
	}
	return lines
}
