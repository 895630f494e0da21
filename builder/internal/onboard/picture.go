package onboard

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"cartaz/brands"
	"cartaz/builder/catalog"
	"cartaz/builder/i18n"
	"cartaz/builder/internal/ingest"
	"cartaz/builder/internal/markup"
	"cartaz/builder/internal/page/place"
	"cartaz/builder/internal/report"
	"cartaz/builder/internal/upstream"
	"cartaz/builder/internal/upstream/adapt"
	"cartaz/builder/internal/validate"
	"cartaz/builder/internal/words"
	"cartaz/builder/search/lang"
	"cartaz/builder/text"
)

// Limits of a picture.
const (
	sampleSize   = 200 // items of a list
	sureItems    = 20  // items from which a member unique in each is an id, by any name
	fewItems     = 20  // items that take a request each
	shownEvents  = 5
	shownMembers = 12 // for people
)

// Picture is the result for the first items of a source. It counts as the report of a build does.
type Picture struct {
	Events   []string        `json:"events"`   // the first ones, as visitors see them
	Items    int             `json:"items"`    // read
	Good     int             `json:"good"`     // records that can be published
	Dropped  int             `json:"dropped"`  // records that cannot
	Withheld int             `json:"withheld"` // of them, that their source does not publish
	More     bool            `json:"more"`     // reading stopped after the first items
	Coverage report.Coverage `json:"coverage"` // of the good ones
	Why      string          `json:"why,omitempty"`
	Unused   []adapt.Member  `json:"unused"`            // members of the items that no record has
	Wrong    []string        `json:"wrong"`             // why most pages would be wrong
	Map      string          `json:"map,omitempty"`     // the map.jq that repairs it
	Preview  []string        `json:"preview,omitempty"` // Events, with Map
	Ask      []string        `json:"ask"`               // facts that the catalogue does not state
	Error    string          `json:"error,omitempty"`   // why no more items were read
	checker  *validate.Checker
	items    []upstream.Item
	records  []*catalog.Record
	days     int            // events with a day and no hour
	lostHour int            // of these, events whose items have an hour
	unclear  map[string]int // members that may mean that an event is not public
	doubts   []string       // dates that may be read in two ways
}

// errSampleFull ends the reading after enough items.
var errSampleFull = errors.New("enough")

func newPicture() *Picture {
	return &Picture{Events: []string{}, Unused: []adapt.Member{}, Wrong: []string{},
		Ask: []string{}, unclear: map[string]int{}}
}

// fail records why no more items were read.
func (p *Picture) fail(err error) {
	p.Error = err.Error()
	p.Wrong = append(p.Wrong, "the source could not be read: "+p.Error)
}

// look reads the first items of a source, and checks them as a build does.
func look(ctx context.Context, b *brands.Brand, now time.Time) (*Picture, error) {
	most := sampleSize
	b.Source.Timeout = min(b.Source.Timeout, detectTimeout)
	if b.Source.Kind == brands.KindHTML {
		b.Source.Timeout = siteTimeout
	}
	if b.Source.Kind == brands.KindHTML || b.Source.Detail.URL != "" {
		most = fewItems
	}
	p := newPicture()
	err := ingest.Look(ctx, b, now, upstream.Options{},
		func(_ brands.Source, c *validate.Checker, item upstream.Item) error {
			p.items, p.checker = append(p.items, item), c
			if len(p.items) == most {
				return errSampleFull
			}
			return nil
		})
	p.Items = len(p.items)
	if p.More = errors.Is(err, errSampleFull); err != nil && !p.More {
		p.fail(err)
	}
	return p, p.check(ctx)
}

// notice counts what a person should know of a record: doubts, and a start without an hour.
func (p *Picture) notice(c validate.Checked) {
	badDate := false
	for _, f := range c.Findings {
		switch f.Reason {
		case validate.NotUnderstood:
			p.unclear[f.Detail]++
		case validate.AmbiguousDate:
			p.doubts = append(p.doubts, f.Detail)
		case validate.BadDate:
			badDate = true
		}
	}
	if c.Record.Starts.Known() && !c.Record.Starts.HasClock() {
		p.days++
		if badDate {
			p.lostHour++
		}
	}
}

// check checks the items and draws the events.
func (p *Picture) check(ctx context.Context) error {
	trial := markup.NewTrial(ctx)
	defer trial.Close()
	var members adapt.Unused
	var shown []string
	seen := map[int64]bool{}
	for _, item := range p.items {
		if item.Failure != nil {
			p.leave(validate.Finding{Detail: item.Failure.Err.Error()})
			continue
		}
		list, err := ingest.CheckItem(p.checker, trial, item)
		if err != nil {
			return err
		}
		first := len(p.records)
		if item.Note != "" && len(list) > 0 && !slices.Contains(p.Ask, item.Note) {
			p.Ask = append(p.Ask, item.Note)
		}
		for _, c := range list {
			if c.Record == nil {
				p.leave(c.Findings[len(c.Findings)-1])
				continue
			} else if seen[c.Key.ID] {
				p.leave(validate.Finding{Detail: "another item has its id: source.duplicates: " +
					"merge joins them, as several dates of one event"})
				continue
			}
			seen[c.Key.ID] = true
			p.records, shown = append(p.records, c.Record), append(shown, c.Shown)
			p.notice(c)
		}
		if len(list) > 0 {
			members.Add(item.Value, item.Records, p.records[first:])
		}
	}
	// If most records have a flag set, those without it are left out.
	all := p.records
	p.records = nil
	for i, found := range validate.Unset(shown) {
		switch found.Kind {
		case validate.Withheld:
			p.leave(found)
			continue
		case validate.Ignored:
			p.unclear[found.Detail]++
		}
		p.records = append(p.records, all[i])
		p.Coverage.Add(report.Carried(all[i]))
	}
	p.Good, p.Unused = len(p.records), members.Members()
	if slices.ContainsFunc(p.Unused, func(m adapt.Member) bool { return m.Clock }) {
		p.lostHour = p.days
	}
	return nil
}

// leave counts a record that is not published, by the finding that says why.
func (p *Picture) leave(why validate.Finding) {
	p.Why = cmp.Or(p.Why, why.Detail)
	if p.Dropped++; why.Kind == validate.Withheld {
		p.Withheld++
	}
}

// draw lists the first events that are not over, or the first ones.
func (p *Picture) draw(locale string) {
	countries := map[string]int{}
	for _, rec := range p.records {
		if rec.Location != nil {
			countries[rec.Location.Country]++
		}
	}
	delete(countries, "")
	w := words.For(locale)
	labels := place.NewLabels(locale, most(countries))
	for _, over := range []bool{false, true} {
		for _, rec := range p.records {
			if rec.IsEnded != over || len(p.Events) == shownEvents {
				continue
			}
			at := []string{w.Online}
			if rec.Location != nil {
				at = []string{place.Venue(rec.Location), labels.CityLine(rec.Location)}
			} else if !rec.IsOnline {
				at = nil
			}
			p.Events = append(p.Events, words.Line(cmp.Or(w.Dates.List(rec.Starts, rec.Ends),
				w.Dates.ToCome), rec.Name, words.List(at...),
				w.Prices.Summary(rec.Tickets).String()))
		}
	}
}

// learn sets the facts that b lacks and the catalogue reveals, and reports whether there were any.
// said is the language that a document names, or "".
func (p *Picture) learn(b *Brand, said string) (learned bool) {
	set := func(to *string, v string) {
		if *to == "" && v != "" {
			*to, learned = v, true
		}
	}
	zones, money := map[string]int{}, map[string]int{}
	var seen lang.Seen
	for _, rec := range p.records {
		zones[rec.Timezone]++
	}
	for half := range 2 { // names alone are too short to reveal their language
		var all strings.Builder
		for i, rec := range p.records {
			if i%2 == half || len(p.records) == 1 {
				all.WriteString(rec.Name + "\n" + rec.Description + "\n")
			}
		}
		seen.Add(all.String())
	}
	for _, item := range p.items {
		text, _ := json.Marshal(item.Value) // it was JSON
		for _, m := range currencies.FindAllStringSubmatch(string(text), -1) {
			money[cmp.Or(m[1], currencyOf[m[2]+m[3]])]++
		}
	}
	if len(p.items) > 1 && !slices.ContainsFunc(p.items, identified) {
		for _, m := range p.Unused {
			if m.Key && (m.Named || !m.Clock && !m.Date && len(p.items) >= sureItems) {
				set(&b.id, m.Path)
			}
		}
	}
	set(&b.Timezone, most(zones))
	set(&b.currency, most(money))
	set(&b.Locale, i18n.Match(said, ""))
	if codes := seen.Languages().Codes(); len(codes) == 1 {
		set(&b.Locale, i18n.Match(codes[0], ""))
	}
	return learned
}

// identified reports whether no id of the item may be added: its records have ids, or it has
// several records.
func identified(item upstream.Item) bool {
	return len(item.Records) > 1 || slices.ContainsFunc(item.Records, func(record any) bool {
		object, _ := record.(map[string]any)
		return object["id"] != nil
	})
}

// program returns a map that adds members to the records that are made without one.
func (b *Brand) program(s brands.Source, add ...string) string {
	base := "."
	switch {
	case s.Document():
		base = "(.record // empty)"
	case s.Program != "":
		base = "preset"
	}
	if b.id != "" {
		add = append(add, "id: "+b.id)
	}
	if len(add) == 0 {
		return base
	}
	return base + " + {" + strings.Join(add, ", ") + "}"
}

// most returns the name with the highest count, or "" if that is the most frequent.
func most(counts map[string]int) string {
	best := ""
	for name, n := range text.InOrder(counts) {
		if n > counts[best] {
			best = name
		}
	}
	return best
}

// currencies matches the currencies in an item as JSON: codes in members named so, and signs next
// to numbers.
var (
	currencies = regexp.MustCompile(`(?i:currency|moeda|moneda|devise|valuta|wa?e?hrung)[^"]*":` +
		`\[?"([A-Z]{3})"|(R\$|€|£) ?\d|\d ?(€|£)`)
	currencyOf = map[string]string{"R$": "BRL", "€": "EUR", "£": "GBP"}
)

// judge notes what would be wrong with the pages of most events, what would repair it, and what is
// not known.
func (p *Picture) judge(ctx context.Context, b *Brand, loaded *brands.Brand) error {
	l := p.lacks()
	switch {
	case p.Error != "": // fail has noted it
	case l.records:
		p.Wrong = append(p.Wrong, fmt.Sprintf("%d of %d records cannot be published: %s",
			p.Dropped, p.Dropped+p.Good, p.Why))
	case p.Good == 0 && p.Withheld > 0:
		p.Wrong = append(p.Wrong, "no event is public: "+p.Why)
	case b.seen.Doubt != "":
		p.Wrong = append(p.Wrong, "the source "+b.seen.Doubt)
	}
	wrong := func(n int, what string) {
		p.Wrong = append(p.Wrong, fmt.Sprintf("%d of %d events %s", n, p.Good, what))
	}
	if l.start && p.Good > 0 {
		wrong(p.Good-p.Coverage.Start, "have no start")
	}
	if l.place && p.Good > 0 {
		wrong(p.Good-p.Coverage.Place, "have no place")
	}
	if l.hour {
		wrong(p.lostHour, "lose their hour")
	}
	if l != (lacks{}) && len(p.items) > 0 {
		if err := p.repair(ctx, b, loaded, l); err != nil {
			return err
		}
	}
	ask := func(format string, values ...any) {
		p.Ask = append(p.Ask, fmt.Sprintf(format, values...))
	}
	for said, n := range text.InOrder(p.unclear) {
		if len(p.Ask) >= shownMembers {
			break
		}
		ask("%s, of %d of %d events, is not understood and has no effect: write in map.jq what "+
			"it means (no record for an event that is not public, a state, prices), or name the "+
			"member in source.public.ignore", said, n, p.Good)
	}
	if n := len(p.doubts); n > 0 {
		ask("%d of %d events have a date that may be read in two ways: %s", n, p.Good,
			p.doubts[0])
	}
	if b.Locale == "" {
		ask("the language is not known, so the site speaks %s: --locale, or locale in brand.yaml",
			fallbackLocale)
	}
	local := func(rec *catalog.Record) bool { return rec.Starts.HasClock() && rec.Timezone == "" }
	if b.Timezone == "" && slices.ContainsFunc(p.records, local) {
		ask("the time zone is not known, so hours are shown as the source writes them: " +
			"--timezone, or timezone in brand.yaml")
	}
	if b.currency == "" && p.Coverage.Price > 0 {
		ask("the currency is not known: currency in brand.yaml")
	}
	return nil
}

// lacks returns the parts that most events of the picture do not have.
func (p *Picture) lacks() lacks {
	most := func(n int) bool { return 2*n > p.Good }
	none := p.Good+p.Withheld == 0
	return lacks{
		records: p.Error == "" && (none || p.Dropped-p.Withheld > p.Good),
		start:   none || most(p.Good-p.Coverage.Start),
		place:   none || most(p.Good-p.Coverage.Place),
		hour:    most(p.lostHour),
	}
}

// repair proposes a map that gives the records the parts that they lack. The map is tried on the
// items first; it is shown only if it helps, and then the preview shows its result.
func (p *Picture) repair(ctx context.Context, b *Brand, loaded *brands.Brand, l lacks) error {
	items := make([]any, len(p.items))
	for i, item := range p.items {
		items[i] = item.Value
	}
	found := propose(p.Unused, l, b.Now)
	p.Ask = append(p.Ask, found.ask...)
	program := b.program(loaded.Source, found.add...)
	if len(found.add) == 0 {
		return nil
	}
	tried, err := try(ctx, loaded, program, items, b.Now)
	if err != nil {
		return err
	}
	// The map must give names, keep starts and hours, and mend something.
	if now := tried.lacks(); tried.Error != "" || now.records || now.start && !l.start ||
		now == l || now.hour {
		p.Ask = append(p.Ask, "no map is proposed: "+strings.Join(found.add, ", ")+
			" was tried on the items and gives no events with it")
		return nil
	}
	tried.draw(loaded.Locale)
	p.Map, p.Preview = program, tried.Events
	return nil
}

// try checks the items at hand as a build with a map does.
func try(ctx context.Context, b *brands.Brand, program string, items []any,
	now time.Time) (*Picture, error) {
	dir, err := os.MkdirTemp("", "cartaz-init-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	list, _ := json.Marshal(items) // they were JSON
	trial := *b
	trial.Source = brands.Source{Kind: "file", Path: filepath.Join(dir, "items.json"),
		Map: filepath.Join(dir, mapFile), Program: b.Source.Program, Preset: b.Source.Preset,
		Timeout: detectTimeout, MaxBytes: documentBytes}
	if err = errors.Join(os.WriteFile(trial.Source.Path, list, 0o600),
		os.WriteFile(trial.Source.Map, []byte(program), 0o600)); err != nil {
		return nil, err
	}
	return look(ctx, &trial, now)
}
