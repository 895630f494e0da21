package report

import (
	"encoding/json"
	"fmt"
	"strings"

	"cartaz/builder/catalog"
	"cartaz/builder/release"
)

// Coverage counts the events of a catalogue that have the facts which people look for. It shows a
// source whose format changed without an error: its dates or prices are no longer understood, and
// the events are published without them.
type Coverage struct {
	Start       int `json:"start"`       // starts_at
	Place       int `json:"place"`       // a location with a name or a city, or online
	Price       int `json:"price"`       // a ticket with a price, 0 included
	Description int `json:"description"` // not empty in the record
	Image       int `json:"image"`       // banner or thumbnail
}

// The facts of one event, one bit for each member of [Coverage].
const (
	carriesStart = 1 << iota
	carriesPlace
	carriesPrice
	carriesDescription
	carriesImage
	ChargesFee // an available ticket with a price and a fee above 0; not counted in Coverage
)

// Carried returns the bits of a record.
func Carried(rec *catalog.Record) (bits uint8) {
	set := func(bit uint8, is bool) {
		if is {
			bits |= bit
		}
	}
	p := rec.Location
	set(carriesStart, rec.Starts.Known() || rec.PreviousStarts.Known())
	set(carriesPlace, rec.IsOnline || p != nil && (p.Name != "" || p.City != ""))
	for i := range rec.Tickets {
		t := &rec.Tickets[i]
		set(carriesPrice, t.Price != nil)
		set(ChargesFee, t.Available && t.Price != nil && t.Fee != nil && *t.Fee > 0)
	}
	set(carriesDescription, rec.Description != "")
	set(carriesImage, rec.Banner != "" || rec.Thumbnail != "")
	return bits
}

// Add counts one event by the bits of [Carried].
func (c *Coverage) Add(bits uint8) {
	for i, n := range c.Counts() {
		*n += int(bits >> i & 1)
	}
}

// Counts returns the members in the order of the bits and of [CoverageNames].
func (c *Coverage) Counts() [5]*int {
	return [...]*int{&c.Start, &c.Place, &c.Price, &c.Description, &c.Image}
}

// CoverageNames are the members of [Coverage] in the order of [Coverage.Shares]: their names in
// reports, metrics and guards.max_loss.
var CoverageNames = [...]string{"start", "place", "price", "description", "image"}

// Shares returns the members as shares (0 to 1) of a number of events, all 0 for no events.
func (c *Coverage) Shares(events int) (shares [len(CoverageNames)]float64) {
	for i, n := range c.Counts() {
		shares[i] = float64(*n) / float64(max(events, 1))
	}
	return shares
}

// Text returns the shares in words: "start 100 %, place 98 %, …".
func (c *Coverage) Text(events int) string {
	var parts []string
	for i, share := range c.Shares(events) {
		parts = append(parts, fmt.Sprintf("%s %.0f %%", CoverageNames[i], 100*share))
	}
	return strings.Join(parts, ", ")
}

// Of returns the report of a release, as far as it can be read.
func Of(dir, id string) (r Report) {
	read(dir, id, &r)
	return r
}

// Redrawn returns the report of a release that is rendered again from the records of the last
// build: the report of release id, with the values that the clock has changed.
func Redrawn(dir, id string, now *Report) Report {
	r := *now
	if read(dir, id, &r) {
		r.Published = now.Published
		r.OnSale = now.OnSale
		r.Coverage = now.Coverage
	}
	return r
}

// read reads the report of a release into r. It reports whether it could be read.
func read(dir, id string, r *Report) bool {
	if id == "" {
		return false
	}
	data, err := release.Report(dir, id)
	return err == nil && json.Unmarshal(data, r) == nil
}
