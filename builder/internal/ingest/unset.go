package ingest

import "cartaz/builder/internal/validate"

// findUnset looks among the records of a source for those that lack a flag, see [validate.Unset].
func (r *reader) findUnset() {
	for i, found := range validate.Unset(r.shown[r.first:]) {
		if found.Kind == "" {
			continue
		}
		row := r.rows[r.first+i]
		found.ID, found.Position = row.ID, r.positions[r.first+i].String()
		r.unset[row.ID] = found.Kind == validate.Withheld
		r.Report.Add(found)
	}
}

// withhold takes the records away that lack such a flag. What has another public record of its id
// is not withheld.
func (c *Catalogue) withhold() {
	kept := 0
	for i, row := range c.rows {
		if c.unset[row.ID] {
			c.withheld[row.ID] = true
			continue
		}
		delete(c.withheld, row.ID)
		c.rows[kept], c.positions[kept] = row, c.positions[i]
		kept++
	}
	c.rows, c.positions = c.rows[:kept], c.positions[:kept]
}
