package page

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"cartaz/builder/catalog"
	"cartaz/builder/internal/page/place"
	"cartaz/builder/internal/words"
	"cartaz/builder/text"
)

// GroupModel is the content of the page of a venue, a country or a topic: its first events in the
// order of the list. More reports whether there are further ones.
type GroupModel struct {
	Facet
	Cards, Lines [][]byte
	More         bool
	Past         []PastRow // the most recent events that are over, the latest first
	Cities       []Facet   // of a country or a topic, with events of it
	Organisers   []Facet
}

// VenueModel is the content of a venue's page.
type VenueModel struct {
	GroupModel
	Place *catalog.Place // as one of its events has it
	Near  []Near         // other venues of the city, the nearest first
}

// Near is a venue near another.
type Near struct {
	Facet
	Metres float64
}

// Venue renders the page of a venue.
func (r *ListRenderer) Venue(m VenueModel) (Page, error) {
	w := r.words
	city := r.places.CityLine(m.Place)
	l := r.group(&m.GroupModel, words.List(m.Label, city), catalog.VenuesPath, "venue")
	where := place.Model{Name: m.Label, Lines: place.AddressLines(m.Place, city),
		Map: place.CoordinatesOf(m.Place).MapURL()}
	l.Where = &where
	for _, near := range m.Near {
		l.Near = append(l.Near, chip{Path: near.Path, Label: near.Label,
			Count: w.Lists.Distance(near.Metres)})
	}
	return r.embeddable("group", l, m.Facet)
}

// Country renders the page of a country.
func (r *ListRenderer) Country(m GroupModel) (Page, error) {
	l := r.group(&m, m.Label, catalog.CountriesPath, "country")
	return r.programs.render("group", l.Path, l)
}

// Topic renders the page of a topic.
func (r *ListRenderer) Topic(m GroupModel) (Page, error) {
	m.Label = words.UpperFirst(m.Label) // a title; tags are often in small letters
	l := r.group(&m, m.Label, catalog.TopicsPath, "tag")
	return r.embeddable("group", l, m.Facet)
}

// group is the model of a group's page. title is what its description opens with, index the list
// of all groups of its kind, and parameter the filter of the list.
func (r *ListRenderer) group(m *GroupModel, title, index, parameter string) *listingModel {
	w := r.words
	lead := w.Lists.CityLead(m.Count)
	l := &listingModel{frame: r.frame.page(m.Path, m.Label, title+". "+lead), Lead: lead}
	l.Title = words.Title(short(title), r.brand.Name)
	l.Crumbs = r.frame.crumbs(r.frame.indexCrumb(index))
	l.fillGroup(w, m.Facet, m.Cards, m.Lines, m.More, parameter, m.Past)
	l.TopCities, l.CitiesHeading = chips(w, m.Cities), w.Cities
	l.TopOrganisers, l.OrganisersHeading = chips(w, m.Organisers), w.Organisers
	return l
}

// IndexModel is the content of the list of all groups of one kind that have events on sale, in the
// order of their labels. Of very many groups it has those with most events, and Letters lead to
// all.
type IndexModel struct {
	Path    string // one of the paths of lists: [catalog.CitiesPath] and so on
	Groups  []Facet
	Total   int
	Letters []LetterCount // none where Groups are all there are
}

// LetterCount is how many groups there are under a letter, as [Letter] has it.
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
	Jump     bool // links to the sections stand above them

	Previous, Next *Link // of several pages
}

// section is the groups under one letter, or all of them under none.
type section struct {
	ID, Heading string
	Path        string // of the section on its page
	Chips       []chip
}

// longIndex is from how many groups on a list has letters.
const longIndex = 40

// Index renders the list of all cities, organisers, venues, countries or topics.
func (r *ListRenderer) Index(m IndexModel) (Page, error) {
	w := r.words
	title := r.frame.indexCrumb(m.Path).Label
	lead := w.Lists.IndexLead(m.Total, len(m.Letters) > 0)
	x := indexModel{frame: r.frame.page(m.Path, title, title+". "+lead), Lead: lead,
		Jump: len(m.Letters) == 0 && len(m.Groups) > longIndex}
	x.Crumbs = r.frame.crumbs()
	all := chips(w, m.Groups)
	if !x.Jump {
		x.Sections = []section{{Chips: all}}
		if len(m.Letters) > 0 {
			letters := section{ID: "letras", Heading: w.Alphabet}
			for _, l := range m.Letters {
				letters.Chips = append(letters.Chips, chip{Label: letterLabel(l.Letter),
					Path:  catalog.IndexLetterPath(m.Path, l.Letter, 1),
					Count: w.Numbers.Text(l.Count)})
			}
			x.Sections = append(x.Sections, letters)
		}
		return r.programs.render("index", x.Path, &x)
	}
	for _, c := range all {
		letter := letterOf(c.Label)
		if n := len(x.Sections); n == 0 || x.Sections[n-1].Heading != letter {
			x.Sections = append(x.Sections, section{ID: letterID(letter), Heading: letter,
				Path: "#" + letterID(letter)})
		}
		at := &x.Sections[len(x.Sections)-1]
		at.Chips = append(at.Chips, c)
	}
	return r.programs.render("index", x.Path, &x)
}

// Letter renders a page of the groups whose labels begin with a letter.
func (r *ListRenderer) Letter(m LetterModel) (Page, error) {
	w := r.words
	index := r.frame.indexCrumb(m.Index)
	title := words.Title(index.Label, letterLabel(m.Letter))
	lead := w.Lists.IndexLead(m.Count, false)
	if m.Pages > 1 {
		lead += " " + w.Results.PageOf.Text(w.Numbers.Text(m.Page), w.Numbers.Text(m.Pages)) + "."
	}
	path := func(page int) string { return catalog.IndexLetterPath(m.Index, m.Letter, page) }
	x := indexModel{frame: r.frame.page(path(m.Page), title, title+". "+lead), Lead: lead,
		Sections: []section{{Chips: chips(w, m.Groups)}}}
	x.Crumbs = r.frame.crumbs(index)
	if m.Page > 1 {
		x.Previous = &Link{Path: path(m.Page - 1), Label: w.Previous}
	}
	if m.Page < m.Pages {
		x.Next = &Link{Path: path(m.Page + 1), Label: w.Next}
	}
	return r.programs.render("index", x.Path, &x)
}

// otherLetters stands for digits, signs and letters besides a to z in an address.
const otherLetters = "0"

// Letter is the part of an address under which a label stands in a list of very many groups: its
// first letter, folded, from a to z, or [otherLetters].
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

// letterOf is the letter under which a label stands; "#" for digits and signs.
func letterOf(label string) string {
	first, _ := utf8.DecodeRuneInString(text.Fold(label))
	if !unicode.IsLetter(first) {
		return "#"
	}
	return strings.ToUpper(string(first))
}

func letterID(letter string) string {
	if letter == "#" {
		return "l-0"
	}
	return "l-" + strings.ToLower(letter)
}
