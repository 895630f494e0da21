package ingest

import (
	"cmp"
	"slices"
	"strings"

	"cartaz/builder/internal/cache"
	"cartaz/builder/internal/upstream"
	"cartaz/builder/internal/validate"
)

// item adds one item of the source to the catalogue.
func (r *reader) item(item upstream.Item) error {
	pos := item.Pos.String()
	if item.Note != "" {
		reason := validate.NotAnEvent
		if len(item.Checked) > 0 {
			reason = validate.GuessedCharset
		}
		r.Report.Add(validate.Finding{Kind: validate.Ignored, Reason: reason, Position: pos,
			Detail: item.Note})
	}
	if item.Failure != nil {
		r.Report.Add(validate.Finding{Kind: validate.Dropped, Reason: validate.NotMapped,
			Position: pos, Detail: item.Failure.Err.Error() + ", for " + item.Failure.Value})
		return nil
	}
	if err := r.keep(&item); err != nil {
		return err
	}
	for i := range item.Checked {
		if err := r.take(&item.Checked[i], item.Pos); err != nil {
			return err
		}
	}
	return nil
}

// keep writes the records of an item to disk, unless they are there as they are.
func (r *reader) keep(item *upstream.Item) error {
	if !item.Known {
		for i := range item.Checked {
			if err := boundText(r.trial, &item.Checked[i], item.Pos.String()); err != nil {
				return err
			}
		}
	}
	forgotten, err := r.forget(item)
	if err != nil {
		return err
	}
	if item.Known && !forgotten && !restate(item.Checked, r.options.Now) {
		r.Known++
		r.Records.inOrder(item.Digest)
		return nil
	}
	return r.Records.put(item.Digest, r.source.Name, item.Checked)
}

// take reports the findings of a record, and adds it to the catalogue, unless it is dropped or
// withheld.
func (r *reader) take(c *validate.Checked, at upstream.Position) error {
	for i := range c.Findings {
		c.Findings[i].Position = at.String()
	}
	r.Report.Add(c.Findings...)
	r.edited(c)
	gone := c.Clock.Gone
	expired := !gone.IsZero() && !gone.After(r.options.Now)
	switch {
	case c.Record == nil && c.Key.ID == 0: // dropped
		return nil
	case c.Record == nil, expired, r.Records.withheld[c.Key.ID]:
		r.withheld[c.Key.ID] = true
		return nil
	}
	return r.add(c, at)
}

// forget removes from an item the records of events that an edit hides by their ids: only the ids
// stay on disk, and the cache keeps no answer that they were read from. Their rows stay in memory,
// so that no other event moves to their addresses.
func (r *reader) forget(item *upstream.Item) (found bool, err error) {
	for i := range item.Checked {
		c := &item.Checked[i]
		id := c.Key.ID
		if c.Record == nil || !r.Checker.Hides(&validate.Key{ID: id}) {
			continue
		}
		found = true
		r.edited(c)
		if _, again := r.byID[id]; !again {
			r.byID[id] = len(r.rows)
			r.rows = append(r.rows, newRow(c.Record, c.Key, cache.Ref{}, r.numbers))
			r.positions = append(r.positions, item.Pos)
			r.shown = append(r.shown, c.Shown)
		}
		*c = validate.Checked{Key: validate.Key{ID: id}}
		for _, key := range item.Answers {
			err = cmp.Or(err, r.Records.cache.Erase(key))
		}
	}
	return found, err
}

// edited notes the edits of a record.
func (r *reader) edited(c *validate.Checked) {
	for _, i := range r.Checker.EditsOf(&c.Key) {
		e := &r.Edits[i]
		e.Found = true
		for _, f := range c.Findings {
			name, was, _ := strings.Cut(f.Detail, ": ")
			_, set := r.options.Brand.Edits[i].Set[name]
			switch {
			case !set || f.Kind != validate.Edited:
			case f.Reason == validate.ByEdit:
				e.Was[name] = was
			case !slices.Contains(e.Doubts, f.Detail):
				e.Doubts = append(e.Doubts, f.Detail)
			}
		}
	}
}
