package report

import (
	"encoding/json"
	"fmt"
	"strings"

	"cartaz/builder/catalog"
	"cartaz/builder/release"
)

// Coverage says how many events of a catalogue carry what people look for. A source whose format
// changes without an error shows here: its dates or prices are not understood any more, and the
// events are published without them.
type Coverage struct {
	Start       int `json:"start"`       // starts_at
	Place       int `json:"place"`       // a location with a name or a city, or online
	Price       int `json:"price"`       // a ticket with a price, 0 included
	Description int `json:"description"` // not empty in the record
	Image       int `json:"image"`       // banner or thumbnail
}

// What one event carries, one bit for each member of [Coverage].
const (
	carriesStart = 1 << iota
	carriesPlace
	carriesPrice
	carriesDescription
	carriesImage
	ChargesFee // an available ticket with a price and a fee above 0; not counted in Coverage
)

// Carried is the bits of a record.
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

// Counts are the members in the order of the bits and of [CoverageNames].
func (c *Coverage) Counts() [5]*int {
	return [...]*int{&c.Start, &c.Place, &c.Price, &c.Description, &c.Image}
}

// CoverageNames are the members of [Coverage] in the order of [Coverage.Shares]: the names that
// reports, metrics and guards.max_loss have for them.
var CoverageNames = [...]string{"start", "place", "price", "description", "image"}

// Shares are the members as parts (0 to 1) of so many events, all 0 of none.
func (c *Coverage) Shares(events int) (shares [len(CoverageNames)]float64) {
	for i, n := range c.Counts() {
		shares[i] = float64(*n) / float64(max(events, 1))
	}
	return shares
}

// Text is the shares in words: "start 100 %, place 98 %, …".
func (c *Coverage) Text(events int) string {
	var parts []string
	for i, share := range c.Shares(events) {
		parts = append(parts, fmt.Sprintf("%s %.0f %%", CoverageNames[i], 100*share))
	}
	return strings.Join(parts, ", ")
}

// Of is the report of a release, as far as it can be read.
func Of(dir, id string) (r Report) {
	read(dir, id, &r)
	return r
}

// Redrawn is the report of a release that is drawn again from the records of the last build: the
// report of release id, with the values that the clock has changed.
func Redrawn(dir, id string, now *Report) Report {
	r := *now
	if read(dir, id, &r) {
		r.Published, r.OnSale, r.Coverage = now.Published, now.OnSale, now.Coverage
	}
	return r
}

// read reads the report of a release into r; false when it cannot be read.
func read(dir, id string, r *Report) bool {
	if id == "" {
		return false
	}
	data, err := release.Report(dir, id)
	return err == nil && json.Unmarshal(data, r) == nil
}
