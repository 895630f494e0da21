package ingest

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"

	"cartaz/builder/internal/validate"
)

// settle sets the slugs of the rows, "" for a record that is not published. Hidden events keep
// their slugs: no other event moves to the address of a hidden one.
func (c *Catalogue) settle() {
	slugs, findings := validate.Settle(len(c.rows),
		func(i int) *validate.Key { return &c.rows[i].Key },
		func(i int) string { return c.positions[i].String() })
	for i, slug := range slugs {
		c.rows[i].Slug = slug
	}
	c.Report.Add(findings...)
}

// resolve finds the event that each edit means: the event with its id, the event that it meant
// before, or the event with its slug. If the event that it meant before is missing, the event with
// its slug is hidden but not corrected: it may be the same event with another id, or another event
// of the same name that now has the slug.
//
// It reports whether a correction by slug is new: its event may have records of other slugs, and
// records of other events may want its slug.
func (c *Catalogue) resolve(o Options) (again bool) {
	edits := o.Brand.Edits
	if len(edits) == 0 {
		return false
	}
	rows := map[string]*Row{} // by id, and by slug after a slash
	for _, e := range edits {
		rows[e.Event] = nil
		rows[e.Means] = nil
		rows["/"+e.Event] = nil
	}
	for _, row := range c.rows {
		for _, name := range []string{strconv.FormatInt(row.ID, 10), "/" + row.Slug} {
			if _, wanted := rows[name]; wanted && row.Slug != "" {
				rows[name] = row
			}
		}
	}
	for i := range edits {
		e, done := &edits[i], &c.Edits[i]
		own := rows[e.Event]
		was := rows[e.Means]
		now := rows["/"+e.Event]
		if own == nil && strings.Trim(e.Event, "0123456789") == "" {
			now = nil // digits are an id, see Checker.EditsOf
		}
		id, unknown := strconv.ParseInt(cmp.Or(e.Means, e.Event), 10, 64)
		if unknown == nil && e.Hide && e.Holds(o.Now) {
			c.hidden[id] = true // also of a source that has no such event any more
		}
		row := cmp.Or(own, was, now)
		if row == nil {
			continue
		}
		before := e.Means
		done.Found = true
		if own != nil || before == "" {
			e.Means = strconv.FormatInt(row.ID, 10)
		}
		// The name leads to another event than row, or the event that it meant before is missing.
		if now != row && (own == nil || now != nil) || was == nil && before != "" {
			done.Doubts = append(done.Doubts, fmt.Sprintf("event %s is meant, and this is not its "+
				"slug now: write its id, or that of another (which hide takes down while event "+
				"%[1]s is gone)", e.Means))
		}
		if !e.Holds(o.Now) {
			continue
		}
		if e.Hide {
			c.hidden[row.ID] = true
		}
		again = again || len(e.Set) > 0 && before != e.Means && own == nil
	}
	return again
}
