package page

import (
	"html/template"
	"strings"
	"unicode"
	"unicode/utf8"

	"cartaz/builder/catalog"
	"cartaz/builder/i18n"
	"cartaz/builder/internal/page/place"
	"cartaz/builder/internal/words"
	"cartaz/builder/text"
)

// GroupModel is the content of the page of a city, an organiser, a venue, a country or a topic: its
// first events in the order of the list, and other members that depend on its kind.
type GroupModel struct {
	Facet
	Listed
	More       bool           // there are further events
	Past       []PastRow      // the most recent events that are over, the latest first
	Cities     []Facet        // other cities for a city; else cities with events of the group
	Organisers []Facet        // with events in a city or at a venue
	Venues     []Facet        `json:",omitempty"` // with events in a city
	Days       []DayCount     // the next ones on which events of a city begin
	Place      *catalog.Place // of a venue, as one of its events has it
	Near       []Near         // other venues of its city, the nearest first
	Said       *Said          `json:",omitempty"` // by the brand itself; or nil
	// Begun is the last day before today on which one of the events began: events up to that day
	// have one heading.
	Begun catalog.Date
}

// Near is a venue near another.
type Near struct {
	Facet
	Metres float64
}

// groupKinds holds, for each kind of group, the template of its pages and the parameter of the list
// that finds its events, by the path of the list of all groups.
var groupKinds = map[string]struct{ template, parameter string }{
	catalog.CitiesPath: {"city", "city"}, catalog.OrganisersPath: {"organiser", "organization"},
	catalog.VenuesPath: {"group", "venue"}, catalog.CountriesPath: {"group", "country"},
	catalog.TopicsPath: {"group", "tag"}, catalog.ArtistsPath: {"group", "q"},
}

// counted returns the count of the groups of a list, by its path.
func counted(l *words.Lists, index string) *i18n.Plural {
	return map[string]*i18n.Plural{catalog.CitiesPath: &l.IndexedCities,
		catalog.OrganisersPath: &l.IndexedOrganisers, catalog.VenuesPath: &l.IndexedVenues,
		catalog.CountriesPath: &l.IndexedCountries, catalog.TopicsPath: &l.IndexedTopics,
		catalog.ArtistsPath: &l.IndexedArtists}[index]
}

// Group renders the page of a group. index is the path of the list of all groups of its kind. A
// page without events on sale is hidden from search engines until there are some.
func (r *Renderer) Group(index string, m GroupModel) (Page, error) {
	w, kind := r.words, groupKinds[index]
	heading, title, lead := m.Label, m.Label, w.Lists.CityLead(m.Count)
	cities, organisers := w.Cities, w.Organisers
	switch index {
	case catalog.CitiesPath:
		heading = w.Lists.EventsIn(m.Label)
		title, cities, organisers = heading, w.OtherCities, w.Lists.OrganisersIn(m.Label)
	case catalog.OrganisersPath:
		lead = w.Lists.OrganiserLead(m.Count)
	case catalog.VenuesPath:
		title = words.List(m.Label, r.places.CityLine(m.Place))
	case catalog.TopicsPath:
		heading = words.UpperFirst(m.Label) // a title; tags are often in small letters
		title = heading
	}
	l := &listingModel{frame: r.frame.page(m.Path, heading, title+". "+lead), Listed: m.Listed}
	if m.Count == 0 {
		l.Lead = lead
	}
	l.Title = words.Title(short(title), r.brand.Name)
	l.Crumbs = r.frame.crumbs(r.frame.indexCrumb(index))
	l.drawList(m.Count, heading, r.places.CityLine(m.Place), l.Cards)
	if len(l.Cards) > 0 {
		l.JSONLD = ld(l.eventList(l.Cards))
		l.Cards = r.byDay(l.Cards, m.Begun)
	}
	if m.Said != nil {
		l.addSaid(m.Said, ldTypes[index])
	}
	l.NoIndex = m.Count == 0
	// Links to the list of these events, which a group without events on sale lacks.
	filtered := "?" + query(kind.parameter, m.Value)
	if m.Count > 0 {
		l.Follow, l.Share = m.Path, l.shareLinks(heading)
		if kind.parameter != "q" { // whose field is that of the form
			l.Narrow = &Facet{Path: catalog.EventsPath + filtered, Label: kind.parameter,
				Value: m.Value}
		}
		if index == catalog.CitiesPath {
			l.Map = r.dots(m.Venues)
			l.When = whenChips(w, filtered)
			for _, d := range m.Days {
				day := dayChip(w, d)
				day.Path = catalog.EventsPath + filtered + "&" + catalog.DaysQuery(d.Date, d.Date)
				l.When = append(l.When, day)
			}
		}
	}
	if m.More {
		l.SeeAll = &Link{Path: catalog.EventsPath + filtered,
			Label: w.Lists.SeeAll.Count(m.Count)}
		if kind.parameter == "q" {
			l.SeeAll.Label = w.FullList // texts that name the act, too
		}
	}
	// What the group has besides: former events, other groups, its place.
	l.Past = m.Past
	l.TopCities, l.CitiesHeading = chips(w, m.Cities), cities
	l.TopOrganisers, l.OrganisersHeading = chips(w, m.Organisers), organisers
	if index == catalog.VenuesPath {
		l.Where = &place.Model{Name: m.Label, Map: place.CoordinatesOf(m.Place).MapURL(),
			Lines: place.AddressLines(m.Place, r.places.CityLine(m.Place))}
	}
	for _, near := range m.Near {
		l.Near = append(l.Near, chip{Path: near.Path, Label: near.Label,
			Count: w.Lists.Distance(near.Metres)})
	}
	if index == catalog.CountriesPath {
		return r.programs.render(kind.template, l.Path, l)
	}
	return r.embeddable(kind.template, l, &m)
}

// IndexModel is the content of the list of all groups of one kind that have events on sale, in the
// order of their labels. A very long list has only the groups with most events, and Letters lead to
// all groups.
type IndexModel struct {
	Path    string // one of the paths of lists: [catalog.CitiesPath] and so on
	Groups  []Facet
	Total   int
	Letters []LetterCount // empty if Groups holds all groups
}

// LetterCount is the number of groups under a letter, as [Letter] returns it.
type LetterCount struct {
	Letter string
	Count  int
}

// LetterModel is one page of the groups whose labels begin with a letter.
type LetterModel struct {
	LetterCount
	Index       string // path of the whole list
	Groups      []Facet
	Page, Pages int // from 1
}

// indexModel is the model of a list of groups, and of the list of months.
type indexModel struct {
	frame
	Lead     string
	Sections []section
	Jump     bool // links to the sections are above them
	Map      template.HTML

	Previous, Next *Link // if there are several pages
}

// section holds the groups under one letter, or all groups without a letter.
type section struct {
	ID, Heading string
	Path        string // of the section on its page
	Chips       []chip
	Letters     bool // the chips lead to letters
	Folded      bool // closed until a visitor opens it
}

// add puts a chip below the heading of a section, which is the last one or begins here.
func (x *indexModel) add(s section, c chip) {
	if n := len(x.Sections); n == 0 || x.Sections[n-1].Heading != s.Heading {
		x.Sections = append(x.Sections, s)
	}
	last := &x.Sections[len(x.Sections)-1]
	last.Chips = append(last.Chips, c)
}

// manyEvents is the number of events on sale from which a topic is in the first part.
const manyEvents = 3

// longIndex is the number of groups from which a list has letters.
const longIndex = 40

// Index renders the list of all cities, organisers, venues, countries or topics.
func (r *Renderer) Index(m IndexModel) (Page, error) {
	w := r.words
	title := r.frame.indexCrumb(m.Path).Label
	lead := counted(w.Lists, m.Path).Count(m.Total)
	if len(m.Letters) > 0 {
		lead += " " + w.Lists.IndexMost
	}
	x := indexModel{frame: r.frame.page(m.Path, title, title+". "+lead), Lead: lead,
		Jump: len(m.Letters) == 0 && len(m.Groups) > longIndex}
	x.Crumbs, x.Map = r.frame.crumbs(), r.dots(m.Groups)
	all := chips(w, m.Groups)
	many, few, ok := byFrequency(&m)
	switch {
	case ok:
		x.Jump = false
		x.Sections = []section{{Chips: chips(w, many)}, {ID: "outros", Heading: w.OtherTopics,
			Chips: chips(w, few), Folded: true}}
	case !x.Jump:
		x.Sections = []section{{Chips: all}}
	}
	for _, l := range m.Letters {
		x.add(section{ID: "letras", Heading: w.Alphabet, Letters: true},
			chip{Label: letterLabel(l.Letter), Path: catalog.IndexLetterPath(m.Path, l.Letter, 1),
				Count: w.Numbers.Text(l.Count)})
	}
	for i := 0; x.Jump && i < len(all); i++ {
		letter, id := "#", "l-0" // of digits and signs
		if first, _ := utf8.DecodeRuneInString(text.Fold(all[i].Label)); unicode.IsLetter(first) {
			letter = strings.ToUpper(string(first))
			id = "l-" + strings.ToLower(letter)
		}
		x.add(section{ID: id, Heading: letter, Path: "#" + id}, all[i])
	}
	return r.programs.render("index", x.Path, &x)
}

// byFrequency separates the topics with many events from rare tags, which few people look for; ok
// is false if one part would be empty.
func byFrequency(m *IndexModel) (many, few []Facet, ok bool) {
	for _, f := range m.Groups {
		if f.Count >= manyEvents {
			many = append(many, f)
		} else {
			few = append(few, f)
		}
	}
	ok = m.Path == catalog.TopicsPath && len(m.Letters) == 0 && len(many) > 0 && len(few) > 0
	return many, few, ok
}

// Letter renders a page of the groups whose labels begin with a letter.
func (r *Renderer) Letter(m LetterModel) (Page, error) {
	w := r.words
	index := r.frame.indexCrumb(m.Index)
	title := words.Title(index.Label, letterLabel(m.Letter))
	lead := counted(w.Lists, m.Index).Count(m.Count)
	path := func(page int) string { return catalog.IndexLetterPath(m.Index, m.Letter, page) }
	x := indexModel{Sections: []section{{Chips: chips(w, m.Groups)}}}
	x.frame, x.Lead, x.Previous, x.Next = r.pager(title, lead, m.Page, m.Pages, path)
	x.Crumbs = r.frame.crumbs(index)
	return r.programs.render("index", x.Path, &x)
}

// pager returns one of several pages with its lead, and links to the pages before and after it.
func (r *Renderer) pager(title, lead string, page, pages int, path func(int) string) (_ frame,
	_ string, before, after *Link) {
	w := r.words
	if pages > 1 {
		lead += " " + w.Results.PageOf.Text(w.Numbers.Text(page), w.Numbers.Text(pages)) + "."
	}
	if page > 1 {
		before = &Link{Path: path(page - 1), Label: w.Previous}
	}
	if page < pages {
		after = &Link{Path: path(page + 1), Label: w.Next}
	}
	return r.frame.page(path(page), title, title+". "+lead), lead, before, after
}

// otherLetters represents digits, signs and letters other than a to z in an address.
const otherLetters = "0"

// Letter returns the part of an address for a label in a list of very many groups: its first
// letter, folded, from a to z, or [otherLetters].
func Letter(label string) string {
	if folded := text.Fold(label); folded != "" && folded[0] >= 'a' && folded[0] <= 'z' {
		return folded[:1]
	}
	return otherLetters
}

func letterLabel(letter string) string {
	if letter == otherLetters {
		return "#"
	}
	return strings.ToUpper(letter)
}
