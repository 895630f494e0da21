package ingest

import (
	"cmp"
	"crypto/sha256"
	"fmt"
	"maps"
	"slices"
	"strings"

	"cartaz/builder/catalog"
	"cartaz/builder/internal/agenda"
	places "cartaz/builder/internal/page/place"
	"cartaz/builder/internal/report"
	"cartaz/builder/internal/validate"
	"cartaz/builder/search"
	"cartaz/builder/text"
)

// The groups of a kind have at most minPages pages, or one page for every eventsOfPage events if
// that is more. The page of a group is as large as an event's page, 20 KB; with six kinds there are
// at most a fifth more pages of groups than of events.
const minPages, eventsOfPage = 1000, 5

// Plan is the result of [Settle]: the events of a catalogue as they will be published, and
// everything that only the whole catalogue can tell.
type Plan struct {
	Rows   []*Row // in list order
	Groups [NumKinds]*Groups
	Fees   bool     // an event on sale charges a fee
	Images []string // addresses or origins of pictures; pictures of events on sale first
	Report report.Report
	// Withheld has the ids of events that are not public, by their source or by an edit.
	Withheld map[int64]bool

	// By the number in a row.
	texts     []string
	places    []place
	producers []producer
	images    [][2]number             // numbers of texts
	tagLists  [][]number              // numbers of texts
	sessions  map[int64][]agenda.Item // by Row.Offset
	acts      map[int64]catalog.Names // by Row.Offset
	series    []Series                // the first entry is for events in no series
	others    [][]*Row                // first rows on sale of one name and organiser; [0] is empty
	placeKeys []placeKeys
	topicKeys map[number]string // by the number of a tag's text
	changed   map[number]bool   // lists that differ from the records' own
	bounded   bool              // there are groups without a page

	venuesIn map[string][]*Group // with coordinates, by the key of their city
}

// AppendItems appends the items of an event: its sessions that are not over, or else the whole
// event. An event without a date has none.
func (p *Plan) AppendItems(items []agenda.Item, row *Row) []agenda.Item {
	if sessions, ok := p.sessions[row.Offset]; ok {
		return append(items, sessions...)
	}
	if item, ok := row.When(); ok {
		items = append(items, item)
	}
	return items
}

// Series holds the events on sale that share a name (folded) and a venue, whose descriptions begin
// alike, and that take place on several days or at several times of one day. A list shows the first
// of them and their number.
type Series struct {
	ID    int // from 1; 0 for an event in no series
	Days  int // on which its events begin
	Times int // at which its events begin, over all days
}

// Settle decides what only the whole catalogue can tell: duplicates and slugs, the order of the
// list, groups of events. It takes over the rows of the catalogue. had reports whether the release
// before has a page at an address.
func Settle(c *Catalogue, had func(path string) bool) *Plan {
	n := c.numbers
	p := &Plan{Rows: c.rows, Report: c.Report, places: n.places.list, producers: n.producers.list,
		images: n.images.list, sessions: n.sessions, acts: n.acts, Withheld: c.withheld,
		series: make([]Series, 1), tagLists: make([][]number, len(n.tags.list)),
		topicKeys: map[number]string{}, changed: map[number]bool{}}
	// The names of topics that the brand has for tags, each once in a list.
	for i, tags := range n.tags.list[1:] {
		list := &p.tagLists[i+1]
		for tag := range strings.SplitSeq(tags, "\n") {
			name := cmp.Or(c.topics[text.Slug(tag)], tag)
			t := n.text(name)
			p.topicKeys[t] = places.TopicKey(name)
			if again := name != tag && slices.Contains(*list, t); !again {
				*list = append(*list, t)
			}
			p.changed[number(i+1)] = p.changed[number(i+1)] || name != tag
		}
	}
	p.texts = n.texts.list
	p.keysOfPlaces()
	maps.Copy(p.Withheld, c.hidden)
	// Only published rows stay, in the order of the list.
	p.Rows = slices.DeleteFunc(p.Rows, func(row *Row) bool {
		hidden := row.Slug != "" && c.hidden[row.ID]
		if hidden {
			p.Report.Add(validate.Hidden(row.ID))
		}
		return hidden || row.Slug == ""
	})
	slices.SortFunc(p.Rows, func(a, b *Row) int { // an unknown start comes last
		return cmp.Or(cmp.Compare(a.sort, b.sort), strings.Compare(a.name, b.name),
			cmp.Compare(a.ID, b.ID))
	})
	// In memory, too, rows lie in the order of the list, in which most loops read them.
	list := make([]Row, len(p.Rows))
	for i, row := range p.Rows {
		row.Number = int32(i)
		list[i], p.Rows[i] = *row, &list[i]
	}
	p.findSeries()
	p.findOthers()
	p.findGroups(had)
	// What rows need no longer, and what a report and the header fields of all pages say.
	seen, later := map[number]bool{0: true}, []string{}
	for _, row := range p.Rows {
		list := &later
		if row.OnSale {
			list = &p.Images
		}
		for _, n := range p.images[row.images] {
			if !seen[n] {
				seen[n], *list = true, append(*list, p.texts[n])
			}
		}
		row.Hash = p.withSettled(row)
		row.name = "" // the names of a million events take dozens of megabytes
		if row.OnSale {
			p.Report.OnSale++
			p.Fees = p.Fees || row.carries&report.ChargesFee != 0
		}
		p.Report.Coverage.Add(row.carries)
	}
	p.Images = append(p.Images, later...)
	p.Report.Published = len(p.Rows)
	p.Report.Finish()
	return p
}

// ImagesOf returns the banner and the thumbnail of an event, as in Images, or "".
func (p *Plan) ImagesOf(row *Row) [2]string {
	pair := p.images[row.images]
	return [2]string{p.texts[pair[0]], p.texts[pair[1]]}
}

// withSettled joins the hash of a record with the settled values: the slug, the venue's key, its
// tags and whether it is apart from others of its name. All of them decide the bytes of an event's
// pages.
func (p *Plan) withSettled(row *Row) [16]byte {
	settled := append(row.Hash[:], row.Slug...)
	if key := p.placeKeys[row.place].joined; key != "" {
		settled = append(append(settled, 0), key...)
	}
	if p.changed[row.tags] {
		settled = append(append(settled, 0, 0), strings.Join(p.tags(row), "\n")...)
	}
	if row.Apart {
		settled = append(settled, 0, 0, 0)
	}
	settled = append(settled, strings.Join(p.pagelessOf(row), "\n")...)
	sum := sha256.Sum256(settled)
	return [16]byte(sum[:16])
}

// pagelessOf returns the addresses of the groups of an event that have no page.
func (p *Plan) pagelessOf(row *Row) (paths []string) {
	for kind := range NumKinds {
		if !p.bounded {
			break
		}
		p.groupsOf(kind, row, func(key string, _ Spelling) {
			if p.Groups[kind].Of(key) == nil {
				paths = append(paths, kind.Path(key))
			}
		})
	}
	return paths
}

// Assign gives a record of the catalogue its settled values besides the slug: the key of its venue
// if it differs from the key by the record alone, its tags, and which of its groups have no page.
func (p *Plan) Assign(rec *catalog.Record, row *Row) {
	if rec.Location != nil {
		rec.Location.VenueKey = p.placeKeys[row.place].joined
	}
	if p.changed[row.tags] {
		rec.Tags = p.tags(row)
	}
	rec.Pageless = p.pagelessOf(row)
}

// tags returns the tags that an event keeps.
func (p *Plan) tags(row *Row) (tags []string) {
	for _, n := range p.tagLists[row.tags] {
		tags = append(tags, p.texts[n])
	}
	return tags
}

// findSeries numbers the series of the events on sale. It needs their names, which a plan drops.
func (p *Plan) findSeries() {
	p.alike(func(buf []byte, row *Row) []byte {
		key := p.placeKeys[row.place].venue
		if !row.OnSale || row.days == 0 || key == "" {
			return buf
		}
		return append(append(text.AppendFold(buf, row.name), 0), key...)
	}, func(rows []*Row) {
		alike := map[uint32][]*Row{}
		for _, row := range rows {
			alike[row.begins] = append(alike[row.begins], row)
		}
		for _, rows := range text.InOrder(alike) {
			p.addSeries(rows, len(alike) > 1)
		}
	})
}

// addSeries numbers a series, if rows are one. apart becomes their Row.Apart.
func (p *Plan) addSeries(rows []*Row, apart bool) {
	days, times := map[catalog.Date]bool{}, map[[2]int]bool{}
	for _, row := range rows {
		row.Apart = apart
		days[row.first], times[[2]int{int(row.first), int(row.minute)}] = true, true
	}
	if len(times) == 1 {
		return
	}
	for _, row := range rows {
		row.series = number(len(p.series))
	}
	p.series = append(p.series, Series{len(p.series), len(days), len(times)})
}

// Series returns the series of an event.
func (p *Plan) Series(row *Row) Series { return p.series[row.series] }

// OfNames returns only the first event among rows for each name and organiser, and for each series.
func (p *Plan) OfNames(rows []*Row) []*Row {
	names, series := map[number]bool{}, map[number]bool{}
	return slices.DeleteFunc(slices.Clone(rows), func(row *Row) bool {
		again := names[row.others] || series[row.series]
		names[row.others], series[row.series] = row.others != 0, row.series != 0
		return again
	})
}

// Facets returns the values by which a search filters an event, except the names of its country.
func (p *Plan) Facets(row *Row) search.Doc {
	at, who := &p.places[row.place], &p.producers[row.producer]
	doc := search.Doc{
		Venue: p.texts[at.name], City: p.texts[at.city], State: p.texts[at.state],
		StateName: p.texts[at.stateName], VenueKey: p.placeKeys[row.place].venue,
		Country: p.texts[at.country], Producer: p.texts[who.name], ProducerSlug: p.texts[who.slug],
	}
	for _, n := range p.tagLists[row.tags] {
		if key := p.topicKeys[n]; key != "" {
			doc.Topics = append(doc.Topics, search.Topic{Key: key, Label: p.texts[n]})
		}
	}
	return doc
}

// Zone returns the name of the time zone of an event that begins at an hour, or "" if it is not
// known.
func (p *Plan) Zone(row *Row) string { return p.texts[p.places[row.place].zone] }

// Kind is a property that the events of a group share. A new kind is a constant here, its address
// in [Kind.Index] (catalog/paths.go and, for other languages, catalog/spelling.go, with their first
// parts in brands/reserved.txt), and a case of [Plan.groupsOf]. An event may be in many groups of a
// kind. A kind that neither the place nor the organiser of an event decides alone comes
// after Topic: see [Kind.numberOf]. Its pages need a case of related and, for labels that are not
// their own, of linkTo in build/site, the addresses in page/groups.go and page/frame.go, a section
// in page/renderer.go, which SectionsOf in build/site sets, and its link in frame.html; their
// titles are in builder/internal/words/lists.go.
type Kind int

// Kinds of groups, in the order in which their pages are drawn.
const (
	City Kind = iota
	Organiser
	Venue
	Country
	Topic
	Artist
	NumKinds
)

// Index returns the address of the list of all groups of a kind.
func (k Kind) Index() string {
	return [NumKinds]string{catalog.CitiesPath, catalog.OrganisersPath, catalog.VenuesPath,
		catalog.CountriesPath, catalog.TopicsPath, catalog.ArtistsPath}[k]
}

// Path returns the address of the page of a group.
func (k Kind) Path(key string) string { return k.Index() + "/" + key }

// groupsOf calls in for each group of a kind that an event belongs to, with its key and its
// spelling in the source of the event. A group without a key has no page and is left out.
func (p *Plan) groupsOf(kind Kind, row *Row, in func(key string, s Spelling)) {
	at, keys, who := &p.places[row.place], &p.placeKeys[row.place], p.producers[row.producer]
	s := Spelling{State: p.texts[at.state], Country: p.texts[at.country]}
	key := ""
	switch kind {
	case City:
		key, s.Label = keys.city, p.texts[at.city]
	case Venue:
		key, s.Label, s.City = keys.venue, p.texts[at.name], p.texts[at.city]
	case Country:
		key, s = strings.ToLower(s.Country), Spelling{Label: s.Country}
	case Organiser:
		key, s = p.texts[who.slug], Spelling{Label: p.texts[who.name]}
	case Topic:
		for _, n := range p.tagLists[row.tags] {
			if key := p.topicKeys[n]; key != "" {
				in(key, Spelling{Label: p.texts[n]})
			}
		}
	case Artist:
		for _, act := range p.acts[row.Offset].List() {
			if key := places.TopicKey(act); key != "" {
				in(key, Spelling{Label: act})
			}
		}
	}
	if key != "" {
		in(key, s)
	}
}

// Spelling is how a source writes a place, an organiser, a topic or an act.
type Spelling struct {
	Label   string // as shown; for a country its code
	City    string // of a venue
	State   string // abbreviation, of a city or a venue
	Country string // code, of a city or a venue
}

func (s Spelling) compare(o Spelling) int {
	return cmp.Or(strings.Compare(s.Label, o.Label), strings.Compare(s.City, o.City),
		strings.Compare(s.State, o.State), strings.Compare(s.Country, o.Country))
}

// Group is the events that share a city, organiser, venue, country, topic or act.
type Group struct {
	Key      string // last part of its address
	Spelling        // the most frequent one
	// Others are the other spellings, in byte order.
	Others []Spelling
	// Lat and Lon are the position of a venue, in millionths of a degree; both 0 if not known.
	Lat, Lon int32
	OnSale   int    // events in the list
	Rows     []*Row // its events, in list order

	spellings map[Spelling]int // until they are settled
}

// Groups are the groups of one kind.
type Groups struct {
	List []*Group
	// Ranked are the groups that have events on sale, most events first, then by label.
	Ranked []*Group
	byKey  map[string]*Group
	// single has the group of each place or producer, by its number. It is nil for topics and acts,
	// of which an event may have several.
	single []*Group
}

// numberOf returns the number of the value that decides the group of an event, for the kinds before
// Topic: its organiser, or its place.
func (k Kind) numberOf(row *Row) number {
	if k == Organiser {
		return row.producer
	}
	return row.place
}

// Of returns the group with a key, or nil.
func (g *Groups) Of(key string) *Group { return g.byKey[key] }

// rank fills in Ranked.
func (g *Groups) rank() {
	labels := map[*Group]string{}
	for _, group := range g.List {
		if group.OnSale > 0 {
			g.Ranked, labels[group] = append(g.Ranked, group), text.Fold(group.Label)
		}
	}
	slices.SortFunc(g.Ranked, func(a, b *Group) int {
		return cmp.Or(cmp.Compare(b.OnSale, a.OnSale), strings.Compare(labels[a], labels[b]),
			strings.Compare(a.Key, b.Key))
	})
}

// findGroups puts each event into its groups. The most frequent spelling of a group wins, or the
// first in byte order among equals, so the order of the source does not matter.
func (p *Plan) findGroups(had func(path string) bool) {
	for kind := range NumKinds {
		groups := &Groups{byKey: map[string]*Group{}}
		for _, row := range p.Rows {
			p.groupsOf(kind, row, func(key string, s Spelling) {
				g := groups.byKey[key]
				if g == nil {
					g = &Group{Key: key, spellings: map[Spelling]int{}}
					groups.byKey[key] = g
					groups.List = append(groups.List, g)
				}
				g.spellings[s]++
				g.Rows = append(g.Rows, row)
				if row.OnSale {
					g.OnSale++
				}
			})
		}
		for _, g := range groups.List {
			ranked := slices.SortedFunc(maps.Keys(g.spellings), func(a, b Spelling) int {
				return cmp.Or(cmp.Compare(g.spellings[b], g.spellings[a]), a.compare(b))
			})
			g.Spelling, g.Others, g.spellings = ranked[0], ranked[1:], nil
			slices.SortFunc(g.Others, Spelling.compare)
		}
		p.bound(kind, groups, had)
		if kind < Topic {
			groups.single = make([]*Group, max(len(p.places), len(p.producers)))
			for _, g := range groups.List {
				for _, row := range g.Rows {
					groups.single[kind.numberOf(row)] = g
				}
			}
		}
		groups.rank()
		p.Groups[kind] = groups
	}
	for _, g := range p.Groups[Venue].List {
		at := &p.places[p.Located(g).place]
		g.Lat, g.Lon = at.lat, at.lon
		p.reportSpellings(g)
	}
}

// bound removes the pages of acts that play once and had no page before, and the pages beyond the
// limit: it keeps the groups with the most events, and among equals the first by key. The events of
// the others show their names as text.
func (p *Plan) bound(kind Kind, groups *Groups, had func(path string) bool) {
	groups.List = slices.DeleteFunc(groups.List, func(g *Group) bool {
		// The page of the event says all, but subscribers of a calendar lose no event.
		once := kind == Artist && len(g.Rows) == 1 && !had(kind.Path(g.Key))
		if once {
			delete(groups.byKey, g.Key)
			p.bounded = true
		}
		return once
	})
	most := max(minPages, len(p.Rows)/eventsOfPage)
	if len(groups.List) <= most {
		return
	}
	p.bounded = true
	ranked := slices.SortedFunc(slices.Values(groups.List), func(a, b *Group) int {
		return cmp.Or(cmp.Compare(len(b.Rows), len(a.Rows)), strings.Compare(a.Key, b.Key))
	})
	for _, g := range ranked[most:] {
		delete(groups.byKey, g.Key)
	}
	groups.List = ranked[:most]
	p.Report.Add(validate.Finding{Kind: validate.Repaired, Reason: validate.TooMany,
		Position: kind.Path(""), Detail: fmt.Sprintf("%d groups; the %d of the most events have "+
			"a page, all others are text, such as %q", len(ranked), most, ranked[most].Label)})
}

// GroupOf returns the group of a kind that an event belongs to, the first of several, or nil.
func (p *Plan) GroupOf(kind Kind, row *Row) (group *Group) {
	if single := p.Groups[kind].single; single != nil {
		return single[kind.numberOf(row)]
	}
	p.groupsOf(kind, row, func(key string, _ Spelling) {
		if group == nil {
			group = p.Groups[kind].Of(key)
		}
	})
	return group
}

// HomeCountry returns the code of the country of more than half of the events with a country, or
// "". Pages name the country of a place only if it is another one.
func (p *Plan) HomeCountry() string {
	all := 0
	for _, g := range p.Groups[Country].List {
		all += len(g.Rows)
	}
	for _, g := range p.Groups[Country].List {
		if 2*len(g.Rows) > all {
			return g.Label
		}
	}
	return ""
}

// maxSpellings is how many spellings of a venue a report names.
const maxSpellings = 5

// reportSpellings reports a venue that several spellings share.
func (p *Plan) reportSpellings(g *Group) {
	var others []string
	for _, s := range g.Others {
		s.Country = g.Country
		if s != g.Spelling && len(others) < maxSpellings {
			others = append(others, fmt.Sprintf("%q", strings.TrimRight(
				strings.Join([]string{s.Label, s.City, s.State}, ", "), ", ")))
		}
	}
	if len(others) > 0 {
		p.Report.Add(validate.Finding{Kind: validate.Joined, Reason: validate.VenueSpellings,
			Position: catalog.VenuePath(g.Key), Slug: g.Key,
			Detail: fmt.Sprintf("%q is also written %s", g.Label, strings.Join(others, ", "))})
	}
}

// Located returns the first event of a venue that has coordinates, else its first event.
func (p *Plan) Located(g *Group) *Row {
	for _, row := range g.Rows {
		if p.places[row.place].known() {
			return row
		}
	}
	return g.Rows[0]
}

// known reports whether the place has coordinates.
func (p *place) known() bool { return p.lat != 0 || p.lon != 0 }
