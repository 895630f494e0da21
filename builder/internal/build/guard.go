package build

import (
	"encoding/json"
	"fmt"
	"time"

	"cartaz/brands"
	"cartaz/builder/catalog"
	"cartaz/builder/internal/ingest"
	"cartaz/builder/internal/report"
	"cartaz/builder/internal/validate"
	"cartaz/builder/release"
	"cartaz/builder/search"
)

// fewGone is the smallest loss that a guard of events counts. A smaller one passes, however large
// its share is: a brand of three shows has three others next month.
const fewGone = 10

// guard holds back a catalogue that differs too much from the release before: it has shrunk, has
// become another one, carries less, or is judged by a wrong clock. The likeliest reason is a wrong
// answer. A new guard is a method that check calls; its limit is a key of [brands.Guards], and its
// message names the flag that lets the catalogue pass once: a field of [Options], its name in
// builder/internal/cli/flags.go, and its help in verbs.txt there.
type guard struct {
	brand   *brands.Brand
	options *Options
	dir     string
	now     time.Time
	prev    *previous
	plan    *ingest.Plan
	revived int // records on sale that were over when the live release was built
}

// check returns the first reason to hold the catalogue back; it wraps [ErrHeld].
func (g *guard) check() error {
	if len(g.plan.Rows) == 0 && (g.prev.live == nil || g.kept() > 0) {
		return fmt.Errorf("%w: no record of %d could be published: repair the source or its map",
			ErrHeld, g.plan.Report.Records)
	}
	for _, check := range []func() error{g.first, g.size, g.sources, g.onSale, g.starts,
		g.clock, g.coverage} {
		if err := check(); err != nil {
			return fmt.Errorf("%w: %w", ErrHeld, err)
		}
	}
	return nil
}

// first judges the first catalogue of a brand: an event must have a date, most of them if many have
// none, and none may be lost because it shares an id.
func (g *guard) first() error {
	if g.options.AcceptLoss || g.prev.eventsOf != "" {
		return nil
	}
	events := len(g.plan.Rows)
	undated := len(g.plan.Rows) - g.plan.Report.Coverage.Start
	if 2*undated > events && (undated >= fewLost || undated == events) {
		return fmt.Errorf("%d of %d events have no start: builder try %s shows what their items "+
			"have; write a source.map that gives starts_at. If they have none, build once with "+
			"--accept-loss", undated, events, g.brand.Key)
	}
	n := 0
	for _, c := range g.plan.Report.Counts {
		if c.Kind == validate.Dropped && c.Reason == validate.DuplicateID {
			n = c.N
		}
	}
	if n < fewLost && 2*n <= g.plan.Report.Records {
		return nil
	}
	for _, f := range g.plan.Report.Findings {
		if f.Reason == validate.DuplicateID {
			return fmt.Errorf("%d of %d records are lost, because others with their id have other "+
				"content, the first at %s (%s): write a source.map that gives each event an id of "+
				"its own, or source.duplicates: merge. If they are right to go, build once with "+
				"--accept-loss", n, g.plan.Report.Records, f.Position, f.Slug)
		}
	}
	return nil
}

// kept returns the number of events of the release before, without those that their source or an
// edit has withdrawn: withdrawn events do not count as lost.
func (g *guard) kept() int {
	n := g.prev.events
	for id := range g.plan.Withheld {
		if g.prev.live != nil {
			if _, ok := g.prev.live.Event(id); ok {
				n--
			}
		}
	}
	return n
}

// size compares the number of events.
func (g *guard) size() error {
	before, after := g.kept(), len(g.plan.Rows)
	shrink := 1 - float64(after)/float64(before)
	if g.options.AcceptShrink || before == 0 || shrink <= g.brand.Guards.MaxShrink {
		return nil
	}
	whose := ""
	if g.prev.live == nil {
		whose = " in release " + g.prev.eventsOf + ", the last one whose manifest can be read,"
	}
	return fmt.Errorf("the catalogue fell from %d events%s to %d (%.0f %%, guards.max_shrink in "+
		"%s allows %.0f %%); "+
		"if that is true, build once with --accept-shrink",
		before, whose, after, 100*shrink, g.brand.File(), 100*g.brand.Guards.MaxShrink)
}

// sources compares the results of each of several sources. A source that was left out, now or then,
// is not compared.
func (g *guard) sources() error {
	if g.options.AcceptShrink {
		return nil
	}
	limits := map[string]float64{}
	for _, s := range g.brand.Sources() {
		limits[s.Name] = g.brand.Guards.MaxShrink
		if s.MaxShrink != nil {
			limits[s.Name] = *s.MaxShrink
		}
	}
	before := map[string]int{}
	for _, s := range report.Of(g.dir, g.prev.eventsOf).Sources {
		before[s.Name] = s.Records
	}
	for _, s := range g.plan.Report.Sources {
		was := before[s.Name]
		if shrink := 1 - float64(s.Records)/float64(max(was, 1)); s.Error == "" && was > 0 &&
			shrink > limits[s.Name] {
			return fmt.Errorf("source %s fell from %d records to %d (%.0f %%, max_shrink in %s "+
				"allows %.0f %%); if that is true, build once with --accept-shrink", s.Name, was,
				s.Records, 100*shrink, g.brand.File(), 100*limits[s.Name])
		}
	}
	return nil
}

// onSale follows the events that were on sale in the live release.
func (g *guard) onSale() error {
	was := g.onSaleBefore()
	limit := g.brand.Guards.MaxShrink
	if !g.options.AcceptShrink && tooMany(was.gone, was.open, limit) {
		return fmt.Errorf("of %d events that were on sale and are not over %d have gone (%.0f "+
			"%%, guards.max_shrink in %s allows %.0f %%), although there are %d others: "+
			"is it the catalogue of somebody else? If that is true, build once with "+
			"--accept-shrink",
			was.open, was.gone, 100*float64(was.gone)/float64(was.open), g.brand.File(), 100*limit,
			len(g.plan.Rows))
	}
	if !g.options.AcceptShrink && tooMany(was.gone+was.off, was.open, limit) {
		return fmt.Errorf("of %d events that were on sale and are not over %d are closed or over "+
			"now and %d have gone (%.0f %%, guards.max_shrink in %s allows %.0f %%): "+
			"did the source change its dates? If that is true, build once with --accept-shrink",
			was.open, was.off, was.gone, 100*float64(was.gone+was.off)/float64(was.open),
			g.brand.File(), 100*limit)
	}
	if age := g.now.Sub(time.Unix(was.lastEnd, 0)); !g.options.AcceptClock &&
		g.brand.AsOf.IsZero() &&
		tooMany(was.over, was.over+was.open, limit) && age > longOver {
		return fmt.Errorf("of %d events that were on sale %d are over, the last of them for %d "+
			"days: is the clock of this machine right? It says %s. "+
			"If it is, build once with --accept-clock", was.over+was.open, was.over, int(
			age.Hours()/24), g.now.Format(time.RFC3339))
	}
	return nil
}

// starts follows the events that are on sale in the live release and now. If more than half of them
// start later or earlier by the same time, or on the same day, this is one change: a zone of the
// source, or a lost field. max_shrink can only raise that share.
func (g *guard) starts() error {
	limit := max(g.brand.Guards.MaxShrink, 0.5)
	if g.options.AcceptShrink || g.prev.live == nil {
		return nil
	}
	both, changed := 0, map[uint32]*ingest.Row{} // the latter by document
	for _, row := range g.plan.Rows {
		old, ok := g.prev.live.Event(row.ID)
		if !ok || old.Doc == release.NoDoc || !row.OnSale {
			continue
		}
		both++
		if old.Hash != row.Hash {
			changed[old.Doc] = row
		}
	}
	if !tooMany(len(changed), both, limit) {
		return nil // most builds end here
	}
	index, err := search.Open(g.prev.live.SearchIndex())
	if err != nil {
		return nil
	}
	by, on := map[time.Duration]int{}, map[catalog.Date]int{}
	for doc, row := range changed {
		var e catalog.Event
		item, err := index.JSON(doc)
		when, dated := row.When()
		if err != nil || json.Unmarshal(item, &e) != nil || e.StartsAt == nil || !dated {
			continue
		}
		was := catalog.ParseMoment(*e.StartsAt)
		moved := time.Duration(row.Start()-was.SortKey()) * time.Second
		if moved == 0 {
			continue
		}
		by[moved]++
		if catalog.DateOf(was.Time) != when.First {
			on[when.First]++
		}
	}
	const remedy = "%d of %d events that are on sale now start %s (guards.max_shrink in %s " +
		"allows %.0f %%): did the source change its dates or its zone? If that is true, build " +
		"once with --accept-shrink"
	for moved, n := range by {
		if tooMany(n, both, limit) {
			way := "later"
			if moved < 0 {
				way = "earlier"
			}
			return fmt.Errorf(remedy, n, both, moved.Abs().String()+" "+way, g.brand.File(),
				100*limit)
		}
	}
	for day, n := range on {
		if tooMany(n, both, limit) {
			return fmt.Errorf(remedy, n, both, "on "+day.String(), g.brand.File(), 100*limit)
		}
	}
	return nil
}

// Limits of the guard against a wrong clock. A brand that is built at all learns within minutes
// that an event is over.
const (
	longOver = 180 * 24 * time.Hour // a whole catalogue cannot have been over for longer
	wayBack  = 30 * 24 * time.Hour  // a clock may be set back, but not by more
)

// clock finds a clock that was set back so far that events which were over are on sale again.
func (g *guard) clock() error {
	if g.options.AcceptClock || g.prev.live == nil || !g.brand.AsOf.IsZero() ||
		g.revived < fewGone {
		return nil
	}
	built := g.prev.live.Manifest().BuiltAt
	if built.Sub(g.now) < wayBack {
		return nil
	}
	return fmt.Errorf("%d events are on sale that were over when the live release was built, on "+
		"%s: is the clock of this machine right? It says %s. "+
		"If it is, build once with --accept-clock", g.revived, built.Format(
		time.RFC3339), g.now.Format(time.RFC3339))
}

// coverage compares the members that events carry.
func (g *guard) coverage() error {
	if g.options.AcceptLoss {
		return nil
	}
	before := report.Of(g.dir, g.prev.eventsOf)
	name, reason := lost(before.Coverage, g.plan.Report.Coverage, before.Published,
		len(g.plan.Rows), g.brand.Guards.MaxLoss)
	if name == "" {
		return nil
	}
	return fmt.Errorf("the catalogue has lost its %s: %s, which guards.max_loss.%s in %s does "+
		"not allow: did the source change its format? "+
		"If that is true, build once with --accept-loss", name, reason, name, g.brand.File())
}

// tooMany reports whether a loss of n events counts, and is more than a share of all events.
func tooMany(n, of int, share float64) bool {
	return n >= fewGone && float64(n) > share*float64(of)
}

// onSaleBefore counts the events of the live release that were on sale.
type onSaleBefore struct {
	open int // not over, by their times in the live release
	// open events that the new catalogue has neither under their id nor under their slug
	gone int
	// open events that the new catalogue has closed or over, although they had not begun
	off     int
	over    int   // over, by their times in the live release
	lastEnd int64 // Unix seconds: when the last of the events over ended
}

// onSaleBefore compares the events that were on sale with the new catalogue. An event that cannot
// be read counts as still there.
func (g *guard) onSaleBefore() (was onSaleBefore) {
	if g.prev.live == nil {
		return was
	}
	stayed := 0
	for _, row := range g.plan.Rows {
		if old, ok := g.prev.live.Event(row.ID); ok && old.Doc != release.NoDoc && row.OnSale {
			stayed++
		}
	}
	// Most builds end here: a closer look reads every event of the live release.
	of := g.prev.live.Manifest().OnSale
	if !tooMany(of-stayed, of, g.brand.Guards.MaxShrink) {
		return was
	}
	index, err := search.Open(g.prev.live.SearchIndex())
	if err != nil {
		return was
	}
	onSaleByID := make(map[int64]bool, len(g.plan.Rows))
	onSaleBySlug := make(map[string]bool, len(g.plan.Rows))
	for _, row := range g.plan.Rows {
		onSaleByID[row.ID], onSaleBySlug[row.Slug] = row.OnSale, row.OnSale
	}
	for old := range g.prev.live.Events() {
		if old.Doc == release.NoDoc || g.plan.Withheld[old.ID] {
			continue
		}
		var e catalog.Event
		item, err := index.JSON(old.Doc)
		if err != nil || json.Unmarshal(item, &e) != nil {
			continue
		}
		if over, ok := e.Over(); ok && over.Before(g.now) {
			was.over++
			was.lastEnd = max(was.lastEnd, over.Unix())
			continue
		}
		was.open++
		onSale, known := onSaleByID[old.ID]
		if !known {
			onSale, known = onSaleBySlug[e.Slug]
		}
		switch {
		case !known:
			was.gone++
		case !onSale && !begun(&e, g.now):
			was.off++
		}
	}
	return was
}

// begun reports whether the start of an event is before now; false for an event without a start.
func begun(e *catalog.Event, now time.Time) bool {
	if e.StartsAt == nil {
		return false
	}
	at, ok := catalog.ParseMoment(*e.StartsAt).Passes()
	return ok && at.Before(now)
}
