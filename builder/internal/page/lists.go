package page

import (
	"cmp"
	"html/template"
	"strings"

	"cartaz/builder/catalog"
	"cartaz/builder/internal/page/place"
	"cartaz/builder/internal/words"
	"cartaz/builder/resultpage"
)

// Facet is a city or an organiser with the number of its events on sale.
type Facet struct {
	Path  string // address of its page
	Label string // "São Paulo, SP"
	Value string // value of the filter city= or organization=
	State string // state in short, of a city; "" if not known
	Count int    // events on sale
	// Next is the next day on which one of them begins, on pages that show it; 0 if none is known.
	Next catalog.Date `json:",omitempty"`
	// Lat and Lon are the coordinates of a venue, in degrees; both 0 if not known.
	Lat, Lon float64 `json:",omitempty"`
}

// Listed holds events of a list: their fragments of [Renderer.Event] in HTML and in Markdown.
type Listed struct {
	Cards []template.HTML
	Lines []string
}

// Add adds the fragments of an event.
func (l *Listed) Add(card, line []byte) {
	l.Cards, l.Lines = append(l.Cards, template.HTML(card)), append(l.Lines, string(line))
}

// byDay joins the cards of a list in the order of the starts, under headings of its days. Events up
// to the day begun have one heading.
func (r *Renderer) byDay(cards []template.HTML, begun catalog.Date) []template.HTML {
	if len(cards) == 0 {
		return nil
	}
	w := r.words
	texts := resultpage.DayTexts{ShortDays: w.Dates.ShortDays, ShortMonths: w.Dates.ShortMonths,
		ListDay: w.Days.ListDay, StillOn: w.StillOn, ToCome: w.Dates.ToCome}
	return []template.HTML{template.HTML(texts.Append(nil,
		func(yield func([]byte) bool) {
			for i := 0; i < len(cards) && yield([]byte(cards[i])); i++ {
			}
		}, begun+1))}
}

// HomeModel is the content of the home page.
type HomeModel struct {
	Total    int  // events on sale
	Cities   int  // cities with events on sale
	Fees     bool // an event on sale has a price with a fee
	Sections []HomeSection
	Today    catalog.Date // on the clock of the build
	Days     []DayCount   // with events
	Schedule bool         // there is a schedule.xml
	Place    string       // the city of all events, or ""
}

// HomeSection is a section of the home page: cards, groups or parts.
type HomeSection struct {
	ID, Heading string // Heading may be "" if there is an Index
	Look        string // of cards: [Posters], "list" or else
	Listed
	Index  string // path of the list of the groups
	Groups []Facet
	Parts  []HomePart
	All    string // address of all of them, or ""
	Count  int    // the number of these events; 0 for groups
}

// Posters is the look of cards with large pictures.
const Posters = "posters"

// HomePart is a day or a month, with groups that have events in it.
type HomePart struct {
	From, To catalog.Date
	Groups   []Facet
}

// PastRow is an event in a list of past or related events. Date is in words, Datetime its day for
// machines, both "" if not known; Tag is the reason why it is not on sale, "" if it is over.
type PastRow struct{ Date, Datetime, Name, Path, Tag string }

// Past returns the row of an event that is not on sale.
func (r *Renderer) Past(rec *catalog.Record, slug, tag string) PastRow {
	return PastRow{r.words.Dates.ShortDate(rec.Starts), dayOf(rec.Starts), rec.Name,
		catalog.EventPath(slug), tag}
}

// chip is a facet as pages show it: a link with the next day and a count.
type chip struct{ Path, Label, Count, Next string }

func chips(w *words.Words, facets []Facet) []chip {
	list := make([]chip, len(facets))
	for i, f := range facets {
		list[i] = chip{Path: f.Path, Label: words.UpperFirst(f.Label),
			Count: w.Numbers.Text(f.Count)}
		if f.Next != 0 {
			list[i].Next = w.Dates.ShortDate(onDay(f.Next))
		}
	}
	return list
}

// listingModel is the model of the home page and of the pages of groups.
type listingModel struct {
	frame
	Lead string
	When []chip // days
	Home []homeSection
	Listed
	SeeAll            *Link
	TopCities         []chip
	TopOrganisers     []chip
	OrganisersHeading string
	CitiesHeading     string
	Past              []PastRow
	Art               string        // home only
	Where             *place.Model  // of a venue
	Near              []chip        // venues near a venue, with their distance
	Map               template.HTML // the venues of a city
	Said              *Said         // of a group; or nil
	Share             []Link        // of a group: see [frame.shareLinks]
}

// homeSection is a section of the home page in the form for templates.
type homeSection struct {
	ID, Heading string
	Look        string
	Listed
	Groups []chip
	Parts  []homePart
	All    *Link
}

// homePart is a part of a section, whose chips lead to the list.
type homePart struct {
	ID, Path, Heading string
	Chips             []chip
}

// Home renders the home page.
func (r *Renderer) Home(m HomeModel) (Page, error) {
	w := r.words
	about, lead := w.Lists.NoEventsOnSale, w.Lists.NoEventsOnSale
	if m.Total > 0 {
		about, lead = w.Lists.HomeLead(m.Total, m.Cities), ""
	}
	if m.Fees {
		lead = w.PricesIncludeFees
		about += " " + lead
	}
	if n := len(m.Days); n > 0 && n <= FewDays {
		block, _, _ := w.Dates.Card(onDay(m.Days[0].Date), onDay(m.Days[n-1].Date))
		lead = words.Line(block.String(), m.Place)
	}
	l := listingModel{frame: r.frame.page("/", w.WhatsOn, about),
		Lead: cmp.Or(r.brand.Tagline, lead)}
	l.Art = artClass(0, 0) // the poster in the brand's own colour
	if m.Total > 0 {
		l.Follow = catalog.EventsPath
	}
	if m.Schedule {
		l.Schedule = catalog.SchedulePath
	}
	if m.Total > 0 {
		// The links already include today and tomorrow.
		l.When = append(whenChips(w, ""), nextChips(w, m.Days, m.Today+2)...)
	}
	for _, section := range m.Sections {
		l.Home = append(l.Home, r.homeSection(section, m.Today))
		l.Cards = append(l.Cards, section.Cards...)
	}
	l.drawList(m.Total, r.brand.Name, l.Lead, l.Cards)
	l.JSONLD = l.homeLD()
	return r.programs.render("home", l.Path, &l)
}

// homeSection returns a section as the home page shows it. The brand's chosen cards have the
// picture as a poster, the first of which loads before all else.
func (r *Renderer) homeSection(m HomeSection, today catalog.Date) homeSection {
	w := r.words
	for i, card := range m.Cards {
		if text := string(card); m.Look == Posters {
			text = strings.Replace(text, `"8rem"`, `"40rem"`, 1)
			if i == 0 {
				text = strings.Replace(text, `loading="lazy"`, `fetchpriority="high"`, 1)
			}
			m.Cards[i] = template.HTML(text)
		}
	}
	s := homeSection{ID: m.ID, Heading: words.UpperFirst(m.Heading), Look: m.Look,
		Listed: m.Listed, Groups: chips(w, m.Groups)}
	if m.Look == "list" {
		s.Cards = r.byDay(m.Cards, today-1)
	}
	if s.Heading == "" {
		s.Heading = r.frame.indexCrumb(m.Index).Label
	}
	for _, part := range m.Parts {
		p := homePart{ID: m.ID + part.From.String(), Path: catalog.DayPath(part.From),
			Heading: w.Days.ListedDay(part.From), Chips: chips(w, part.Groups)}
		if part.From != part.To {
			month := part.From.Month()
			p.Path, p.Heading = catalog.MonthPath(month), words.UpperFirst(w.Days.MonthName(month))
		}
		for i, f := range part.Groups { // in the order of the canonical address
			first, last := catalog.DaysQuery(part.From, part.To),
				query(groupKinds[m.Index].parameter, f.Value)
			if m.Index == catalog.CitiesPath {
				first, last = last, first
			}
			p.Chips[i].Path = catalog.EventsPath + "?" + first + "&" + last
		}
		s.Parts = append(s.Parts, p)
	}
	if m.Count > len(m.Cards) {
		s.All = &Link{Path: m.All, Label: w.Lists.SeeAll.Count(m.Count)}
	} else if len(m.Groups) > 0 && m.All != "" {
		s.All = &Link{Path: m.All, Label: w.FullList}
	}
	return s
}

// onDay returns a moment with a known day.
func onDay(d catalog.Date) catalog.Moment {
	return catalog.Moment{Time: d.Time(), Precision: catalog.Day}
}

// dayOf returns the day of a moment, for the datetime attribute of a time element.
func dayOf(m catalog.Moment) string {
	if m.Known() {
		m.Precision = catalog.Day
	}
	return m.String()
}
