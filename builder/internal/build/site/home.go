package site

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"time"

	"cartaz/builder/catalog"
	"cartaz/builder/internal/ingest"
	"cartaz/builder/internal/page"
)

const (
	homeChips   = 12 // cities, organisers and so on that a page names
	shelfCards  = 4
	homeShelves = 3 // topics that have one
	homeMonths  = 6
	partChips   = 8 // groups of a day or a month
)

// home is the home page that is being composed.
type home struct {
	*Site
	model page.HomeModel
	all   []*ingest.Row        // rows on sale, by arrange
	shown map[*ingest.Row]bool // rows that have a card
	done  map[string]bool      // sections
}

func (s *Site) newHome() *home {
	return &home{Site: s, all: s.preferred(s.Plan.Rows), shown: map[*ingest.Row]bool{},
		done: map[string]bool{}}
}

// writeHome adds the home page.
func (s *Site) writeHome() error {
	h := s.newHome()
	h.model = page.HomeModel{
		Total: s.Plan.Report.OnSale, Cities: len(s.Plan.Groups[ingest.City].Ranked),
		Fees: s.Plan.Fees, Today: s.Days.Today, Days: s.Days.Counts(),
		Schedule: len(s.Programme) > 0,
	}
	if cities := s.Plan.Groups[ingest.City].Ranked; len(cities) == 1 {
		h.model.Place = s.Facet(ingest.City, cities[0]).Label
	}
	sections := s.Brand.Home
	if len(sections) == 0 {
		sections = s.homeSections()
	}
	for _, name := range sections {
		if err := h.add(name); err != nil {
			return err
		}
	}
	drawn, err := s.Renderer.Home(h.model)
	return s.AddPage(drawn, err)
}

// preferred returns the events on sale among rows, as the home page prefers them.
func (s *Site) preferred(rows []*ingest.Row) []*ingest.Row {
	return last(s.Days.Arrange(rows), soldOut)
}

// homeSections returns the sections for a brand that names none: a festival has few days with many
// events each, a list of conferences many countries.
func (s *Site) homeSections() []string {
	names := "featured next running free shelves cities organisers"
	if len(s.Days.Days) <= page.FewDays && len(s.Programme) > 0 {
		names = "featured days next free topics cities organisers"
	} else if s.Sections.HasCountries {
		names = "featured next months countries topics cities organisers"
	}
	return strings.Fields(names)
}

// add adds the section of a name, if the catalogue has content for it.
func (h *home) add(name string) error {
	name, look, _ := strings.Cut(name, " ")
	key := h.Brand.Spelling.Key(name)
	if h.done[key] {
		return nil
	}
	h.done[key] = true
	w := h.Renderer.Words()
	m := page.HomeSection{ID: strings.ReplaceAll(name, "/", "-"), Look: look}
	switch name {
	case "featured":
		m.Heading, m.Look = w.Featured, cmp.Or(look, page.Posters)
		rows := h.featured()
		if len(rows) == 0 {
			rows = first(h.only(func(row *ingest.Row) bool {
				return h.Plan.ImagesOf(row)[0] != ""
			}), shelfCards)
		}
		return h.cards(m, rows, HomeCards)
	case "next":
		m.Heading = w.ComingUp
		m.All = catalog.EventsPath
		m.Count = h.model.Total
		return h.cards(m, h.Days.Home, HomeCards)
	case "running":
		m.Heading = w.StillOn
		return h.cards(m, h.only(func(row *ingest.Row) bool {
			item, dated := row.When()
			return dated && item.First < h.Days.Today
		}), HomeCards)
	case "free":
		free := h.only(func(row *ingest.Row) bool { return row.Free })
		m.Heading = w.Prices.Free
		m.All = catalog.EventsPath + "?free=1"
		m.Count = len(free)
		return h.cards(m, free, shelfCards)
	case "shelves":
		for _, g := range first(h.Plan.Groups[ingest.Topic].Ranked, homeShelves) {
			if err := h.add(catalog.TopicPath(g.Key)); err != nil {
				return err
			}
		}
		return nil
	case "days":
		for _, day := range first(h.Days.From(h.Days.Today), page.FewDays) {
			h.part(&m, ingest.Venue, day.Date, day.Date, slices.Concat(day.Starts, day.Running))
		}
	case "months":
		kind := ingest.Venue
		if h.Sections.HasCountries {
			kind = ingest.Country
		} else if h.Sections.HasCities {
			kind = ingest.City
		}
		for _, month := range first(h.Days.Months(), homeMonths) {
			var items []int32
			for _, day := range month.Days {
				items = append(items, day.Starts...)
			}
			h.part(&m, kind, month.Month.First(), month.Month.Last(), items)
		}
	default:
		return h.groups(name, m)
	}
	m.Heading = w.Agenda
	if len(m.Parts) > 0 {
		h.model.Sections = append(h.model.Sections, m)
	}
	return nil
}

// only returns the events on sale for which wanted returns true.
func (h *home) only(wanted func(*ingest.Row) bool) []*ingest.Row {
	return slices.DeleteFunc(slices.Clone(h.all),
		func(row *ingest.Row) bool { return !wanted(row) })
}

// cards adds a section of cards of events on sale that have none yet, one of each name: so no two
// are of one series, and the cards are those of the first rows.
func (h *home) cards(m page.HomeSection, rows []*ingest.Row, limit int) (err error) {
	rows = h.Plan.OfNames(slices.DeleteFunc(slices.Clone(rows),
		func(row *ingest.Row) bool { return h.shown[row] || !row.OnSale }))
	if m.Listed, err = h.FirstCards(rows, limit); len(m.Cards) == 0 || err != nil {
		return err
	}
	for _, row := range rows[:len(m.Cards)] {
		h.shown[row] = true
	}
	h.model.Sections = append(h.model.Sections, m)
	return nil
}

// groups adds the list of groups of a kind, or the first events of the group whose page has the
// address.
func (h *home) groups(name string, m page.HomeSection) error {
	if kind, g, _ := groupAt(h.Plan, h.Brand.Spelling.Key(name)); g != nil {
		f := h.Facet(kind, g)
		m.Heading, m.All, m.Count = f.Label, f.Path, f.Count
		return h.cards(m, h.preferred(g.Rows), shelfCards)
	}
	for kind := range ingest.NumKinds {
		list, index := h.Plan.Groups[kind].Ranked, kind.Index()
		if "/"+catalog.PathWords[name] == index && h.Sections.Has(index) && len(list) > 0 {
			m.Index, m.Groups = index, h.Facets(kind, first(list, homeChips))
			if len(list) > homeChips {
				m.All = index
			}
			h.model.Sections = append(h.model.Sections, m)
		}
	}
	return nil
}

// part adds a day or a month, with the groups that have the most events in it.
func (h *home) part(m *page.HomeSection, kind ingest.Kind, from, to catalog.Date, items []int32) {
	rows := h.rows(items)
	slices.SortFunc(rows, (*ingest.Row).Compare) // an event may have several sessions
	p := page.HomePart{From: from, To: to, Groups: h.within(slices.Compact(rows), kind, partChips)}
	m.Index = kind.Index()
	if len(p.Groups) > 0 {
		m.Parts = append(m.Parts, p)
	}
}

// featured returns the rows of the events that the brand shows first: the events that its edits
// pin, then the events of brand.yaml, in their order.
func (s *Site) featured() []*ingest.Row {
	var rows []*ingest.Row
	for _, name := range slices.Concat(s.Brand.Pins(time.Unix(s.Now, 0)), s.Brand.Featured) {
		i := slices.IndexFunc(s.Plan.Rows,
			func(row *ingest.Row) bool { return strconv.FormatInt(row.ID, 10) == name })
		if i < 0 {
			i = slices.IndexFunc(s.Plan.Rows,
				func(row *ingest.Row) bool { return row.Slug == name })
		}
		if i >= 0 && !slices.Contains(rows, s.Plan.Rows[i]) {
			rows = append(rows, s.Plan.Rows[i])
		}
	}
	return rows
}
