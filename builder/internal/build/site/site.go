package site

import (
	"cmp"
	"log/slog"
	"slices"
	"strings"
	"time"

	"cartaz/brands"
	"cartaz/builder/catalog"
	"cartaz/builder/internal/build/keep"
	"cartaz/builder/internal/discovery"
	"cartaz/builder/internal/ingest"
	"cartaz/builder/internal/markup"
	"cartaz/builder/internal/page"
	"cartaz/builder/release"
	"cartaz/builder/search/lang"
	"cartaz/builder/text"
)

// Site is a release that is being drawn.
type Site struct {
	Brand    *brands.Brand
	Plan     *ingest.Plan
	Renderer *page.Renderer
	Own      []*page.OwnPage // the brand's own pages
	Said     []*page.OwnPage // its texts on pages of groups, which all exist
	Days     *Days
	Sections page.Sections
	Records  *Records
	Log      *slog.Logger

	Base      *release.Release // nil for the first release
	History   *History         // of Base
	Next      *History         // of this release
	Carry     *keep.CarryOver
	Store     *keep.Store
	Fragments *Fragments
	Languages lang.Set // of the search
	Now       int64    // Unix seconds of the build

	// For each row, in Unix seconds: when it was first in a release, and Last-Modified of its page.
	FirstListed, Modified []int64

	Programme []*ingest.Row // rows that schedule.xml shows; none without that file

	off    map[catalog.Date][]page.EventRow // cancelled events from today on
	links  map[*ingest.Group]*link
	summer keep.Summer

	Sitemap []discovery.Entry // of the pages that are not events
}

// AddPage adds a drawn page and lists it in the sitemap.
func (s *Site) AddPage(p page.Page, err error) error {
	if err != nil {
		return err
	}
	modified, err := s.Store.Drawn(&p)
	s.Sitemap = append(s.Sitemap, EntryAt(p.Path, modified))
	return err
}

// EntryAt returns the sitemap entry of a page.
func EntryAt(path string, modified int64) discovery.Entry {
	return discovery.Entry{Path: path, Modified: time.Unix(modified, 0).UTC()}
}

// AddUnlisted adds a drawn page that the sitemap does not hold.
func (s *Site) AddUnlisted(p page.Page, err error) error {
	if err == nil {
		_, err = s.Store.Drawn(&p)
	}
	return err
}

// Carried takes a page over from the base release if that release has its sum, and reports whether
// it does. The sum covers the address. A listed page gets an entry in the sitemap.
func (s *Site) Carried(path string, sum keep.Sum, listed bool) (bool, error) {
	if !s.Store.Sums.Known(sum) {
		return false, nil
	}
	modified, err := s.Store.TakeDrawn(path)
	if err != nil {
		return true, err
	}
	if listed {
		s.Sitemap = append(s.Sitemap, EntryAt(path, modified))
	}
	return true, nil
}

// Before returns the content of the base release at a path, or nil. Content that cannot be read
// counts as absent if everything is drawn again because of that.
func (s *Site) Before(path string) ([]byte, error) {
	b, err := keep.Body(s.Base, path)
	if err != nil && s.Carry.Release == nil {
		return nil, nil
	}
	return b, err
}

// FirstCards reads the cards and lines of the first events on sale among rows, at most limit of
// them. A series has one card, of its first event among rows, with a link to its other dates or
// times: the event's own page does not depend on their number.
func (s *Site) FirstCards(rows []*ingest.Row, limit int) (list page.Listed, err error) {
	shown := map[int]bool{} // series
	for _, row := range rows {
		if len(list.Cards) == limit {
			break
		}
		series := s.Plan.Series(row)
		if !row.OnSale || shown[series.ID] {
			continue
		}
		card, line, err := s.Fragments.Card(row)
		if err != nil {
			return list, err
		}
		if series.ID != 0 {
			shown[series.ID] = true
			rec, err := s.Records.Stored(row)
			if err != nil {
				return list, err
			}
			card, line = s.Renderer.WithSeries(card, line, rec.Name, s.Plan.Facets(row).VenueKey,
				series.Days, series.Times)
		}
		list.Add(card, line)
	}
	return list, nil
}

// second returns the beginning of an event's description if other events at its venue share its
// name.
func (s *Site) second(row *ingest.Row) (string, error) {
	if !row.Apart {
		return "", nil
	}
	rec, err := s.Records.Stored(row)
	if err != nil {
		return "", err
	}
	return page.Second(markup.Clean(rec.Description, rec.Format).Plain), nil
}

// link is a group in the form in which pages link to it.
type link struct {
	page.Facet
	order string // its label, folded
}

// linkTo returns the link to a group. Pages of many groups have it.
func (s *Site) linkTo(kind ingest.Kind, g *ingest.Group) *link {
	if l := s.links[g]; l != nil {
		return l
	}
	f := page.Facet{Path: kind.Path(g.Key), Label: g.Label, Value: g.Key, Count: g.OnSale,
		Lat: float64(g.Lat) / 1e6, Lon: float64(g.Lon) / 1e6,
		Next: s.Days.Next(g.Rows)}
	switch kind {
	case ingest.City:
		f.Value, f.State = g.Label, g.State
		f.Label = s.Renderer.CityLabel(g.Label, g.State, g.Country)
	case ingest.Country:
		f.Label = s.Renderer.CountryName(g.Label)
	case ingest.Artist:
		f.Value = `"` + g.Label + `"`
	}
	if s.links == nil {
		s.links = map[*ingest.Group]*link{}
	}
	s.links[g] = &link{f, text.Fold(f.Label)}
	return s.links[g]
}

// Facet returns the link to a group for pages that do not show when its next event begins.
func (s *Site) Facet(kind ingest.Kind, g *ingest.Group) page.Facet {
	f := s.linkTo(kind, g).Facet
	f.Next = 0
	return f
}

// Facets returns the links to groups.
func (s *Site) Facets(kind ingest.Kind, list []*ingest.Group) []page.Facet {
	facets := make([]page.Facet, len(list))
	for i, g := range list {
		facets[i] = s.linkTo(kind, g).Facet
	}
	return facets
}

// byLabel returns the links to groups, in the order of their labels.
func (s *Site) byLabel(kind ingest.Kind, list []*ingest.Group) []page.Facet {
	return s.Facets(kind, slices.SortedFunc(slices.Values(list), func(a, b *ingest.Group) int {
		return s.linkTo(kind, a).compare(s.linkTo(kind, b))
	}))
}

// compare compares links by their labels.
func (l *link) compare(o *link) int {
	return cmp.Or(strings.Compare(l.order, o.order), strings.Compare(l.Path, o.Path))
}

// manyEvents is a number of events on sale whose pictures would take too much of a build.
const manyEvents = 200

// SectionsOf returns which lists of groups the pages of a plan link to: no list of a single city or
// country, and no list of groups without events on sale.
func SectionsOf(plan *ingest.Plan) page.Sections {
	onSale := func(kind ingest.Kind) int { return len(plan.Groups[kind].Ranked) }
	return page.Sections{
		HasCities:     onSale(ingest.City) > 1,
		HasOrganisers: onSale(ingest.Organiser) > 0,
		HasVenues:     onSale(ingest.Venue) > 0,
		HasCountries:  len(plan.Groups[ingest.Country].List) > 1 && onSale(ingest.Country) > 0,
		HasTopics:     onSale(ingest.Topic) > 0,
		HasArtists:    onSale(ingest.Artist) > 0,
		HasArchive:    plan.Report.OnSale < len(plan.Rows),
		Home:          plan.HomeCountry(),
		Many:          plan.Report.OnSale > manyEvents,
	}
}

// Groups returns the groups of a kind that have a page: all of them, but no countries if all events
// are in one.
func (s *Site) Groups(kind ingest.Kind) []*ingest.Group {
	if kind == ingest.Country && !s.Sections.HasCountries {
		return nil
	}
	return s.Plan.Groups[kind].List
}

func first[T any](list []T, n int) []T { return list[:min(n, len(list))] }
