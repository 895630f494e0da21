package page

import (
	"cmp"
	"fmt"
	"html/template"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"cartaz/builder/catalog"
	"cartaz/builder/internal/markup"
	"cartaz/builder/internal/page/assets"
	"cartaz/builder/internal/page/place"
	"cartaz/builder/internal/syndication"
	"cartaz/builder/internal/theme"
	"cartaz/builder/internal/words"
	"cartaz/builder/text"
)

// Page is one page of the site in HTML and Markdown. The Markdown is served at Path + ".md", for
// "/" at "/index.md".
type Page struct {
	Path     string
	HTML     []byte
	Markdown []byte
	Title    string // its heading
	Embed    []byte // its events as a bare list for frames on other sites; or nil
	Picture  []byte // PNG that links to the page show; nil if they show another one
}

// Event is all rendered output of one event.
type Event struct {
	Path     string // of the HTML page; add ".md" for the Markdown, ".ics" for the calendar
	HTML     []byte
	Markdown []byte
	Card     []byte // one li.card with its line end
	Line     []byte // one item of a Markdown list with its line end
	Calendar []byte // nil if no date is known or its zone is not known
	Picture  []byte // PNG that links to the page show; nil if they show another one
}

// roomForPage is the initial capacity for a page: most fit.
const roomForPage = 32 << 10

// rooms are the buffers in which events are drawn: a new one for each was a seventh of all
// allocated bytes of a build.
var rooms = sync.Pool{New: func() any { return new(make([]byte, 0, roomForPage)) }}

// Event renders the pages, the list fragments and the calendar of one event. text is its sanitised
// description, or nil. The page links to the events of to. The result is two allocations of exact
// size: one for the fragments, which the caller may keep longer, and one for everything else.
func (r *Renderer) Event(rec *catalog.Record, text *catalog.Text, to Related) (Event, error) {
	if text == nil {
		text = &catalog.Text{}
	}
	m := r.model(rec, text)
	m.related(r.site, to)
	room := rooms.Get().(*[]byte)
	defer rooms.Put(room)
	html, err := r.programs.append((*room)[:0], r.programs.html, "event", m)
	if err != nil {
		return Event{}, err
	}
	buf, err := r.programs.append(html, r.programs.md, "event", m)
	if err != nil {
		return Event{}, err
	}
	pages := len(buf)
	buf = r.Exporter.AppendEvent(buf, rec, text.Plain, m.coordinates)
	files := len(buf)
	if !r.frame.HasCities && rec.Location != nil && rec.Location.City != "" {
		m.card.CityLine = "" // it is the one city of all events
	}
	if buf, err = r.programs.append(buf, r.programs.html, "card", &m.card); err != nil {
		return Event{}, err
	}
	cards := len(buf)
	buf = append(buf, m.card.line(r.brand.Address(m.card.Path))...)

	drawn, pieces := append([]byte(nil), buf[:files]...), append([]byte(nil), buf[files:]...)
	e := Event{
		Path: m.card.Path,
		HTML: clip(drawn, 0, len(html)), Markdown: clip(drawn, len(html), pages),
		Card: clip(pieces, 0, cards-files), Line: clip(pieces, cards-files, len(pieces)),
		Picture: m.frame.picture,
	}
	if files > pages {
		e.Calendar = clip(drawn, pages, files)
	}
	return e, nil
}

// clip returns b[from:to] with no spare capacity, so that an append copies it.
func clip(b []byte, from, to int) []byte { return b[from:to:to] }

// card is the model of an event in a list. The event's page shows the same values.
type card struct {
	Path      string
	Name      string
	Block     words.DateBlock
	Hour      string // "21h"
	Venue     string // "Theatro Municipal"
	CityLine  string // "São Paulo, SP"
	Price     price
	Tags      []tag
	Acts      string // that the name does not say
	Art       string // classes of the poster
	Thumbnail assets.Picture
	Cover     string // picture of its topic, for an event without one
	SoldOut   bool

	listDate string // "sáb 23 mai 2026, 21h"
}

// price is the one price of an event: Amount in bold; Known reports whether there is one.
type price struct {
	words.PriceSummary
	Known bool
}

// tag is a label such as "online". A strong tag is tinted.
type tag struct {
	Label  string
	Strong bool
}

// card returns the card of an event in lists.
func (r *site) card(rec *catalog.Record, state words.State, summary words.PriceSummary) card {
	w := r.words
	c := card{
		Path: catalog.EventPath(rec.Slug), Name: rec.Name,
		CityLine: r.places.CityLine(rec.Location),
		Art:      artClass(artOf(rec)), Venue: place.Venue(rec.Location),
		SoldOut: state == words.StateSoldOut,
	}
	name := text.Fold(rec.Name)
	acts := slices.DeleteFunc(rec.Acts.List(),
		func(act string) bool { return strings.Contains(name, text.Fold(act)) })
	c.Acts = markup.Summary(words.List(acts...), maxSecond)
	address := cmp.Or(rec.Thumbnail, rec.Banner)
	for i := 0; i < len(rec.Tags) && address == ""; i++ {
		c.Cover = r.art[place.TopicKey(rec.Tags[i])]
		address = c.Cover
	}
	c.Thumbnail = r.picture(address)
	c.Block, c.Hour, c.listDate = w.Dates.Card(rec.Starts, rec.Ends)
	if state.Selling() {
		c.Price = price{summary, summary.Amount != ""}
	}
	for _, label := range [...]string{w.States.EventTag(rec), w.States.Tag(state)} {
		if label != "" {
			c.Tags = append(c.Tags, tag{Label: label})
		}
	}
	switch {
	case place.Hybrid(rec):
		c.Tags = append(c.Tags, tag{Label: w.Hybrid, Strong: true})
	case rec.IsOnline && rec.State != catalog.MovedOnline:
		c.Tags = append(c.Tags, tag{Label: w.Online, Strong: true})
	}
	return c
}

// picture returns the copy of a picture, or the picture at its address.
func (r *site) picture(address string) assets.Picture {
	c := r.Copies[address]
	p := assets.Picture{Path: address, Color: c.Color}
	for i, size := range c.Sizes {
		w := strconv.Itoa(size.Width)
		if i == 0 {
			p.Path, p.Width, p.Height = size.Path, w, strconv.Itoa(size.Height)
		} else {
			p.Srcset += ","
		}
		p.Srcset += template.Srcset(size.Path + " " + w + "w")
	}
	return p
}

// artOf returns the poster of an event. Events of one topic have one palette.
func artOf(rec *catalog.Record) (palette, pattern int) {
	palette, pattern = theme.Art(rec.Slug)
	if len(rec.Tags) > 0 {
		palette, _ = theme.Art(place.TopicKey(rec.Tags[0]))
	}
	return palette, pattern
}

func artClass(palette, pattern int) string { return fmt.Sprintf("a%d p%d", palette, pattern) }

// line returns the card as one item of a Markdown list, with the same facts in the same order as
// the HTML card.
func (c *card) line(address string) string {
	parts := []string{"[" + text.Markdown(c.Name) + "](" + catalog.TwinPath(address) + ")",
		text.Markdown(c.Acts), c.listDate, text.Markdown(c.Venue), text.Markdown(c.CityLine)}
	if c.Price.Known {
		parts = append(parts, c.Price.String())
	}
	for _, tag := range c.Tags {
		parts = append(parts, text.Markdown(tag.Label))
	}
	return "- " + words.Line(parts...) + "\n"
}

type eventModel struct {
	frame
	card
	Banner       string
	Poster       assets.Picture // the banner
	PlaceLine    string
	Lede         string // first sentence of a longer description, or ""
	Notice       notice
	Cancelled    bool // the notice comes before the name
	When         words.When
	StartsAt     string
	EndsAt       string
	Timezone     string
	CalendarPath string
	Google       string // adds the event to that calendar, if there is a CalendarPath
	Outlook      string
	Where        place.Model
	VenuePath    string // address of the page of its venue, or ""
	Organiser    *Link
	Call         *Link // for papers: its deadline and its address
	Extra        catalog.Extra
	Doors, Sales string // when doors open, and when sales begin; "" if not known
	Lasts        string // how long one session takes; "" if not known
	Performers   []Link // without a path if an act has no page
	Ages, Access string // for whom it is, and who has access; "" if not known
	Sessions     []words.SessionGroup
	MoreSessions string // how many are left besides these
	Topics       []Link // without a path if a topic has no page
	State        string // as the Markdown page names it
	EventState   string // as the source says it
	SourceSays   string // label of the source that reads as cancelled, or ""
	Previously   string // the former start of an event with a new date
	Tickets      tickets
	About        template.HTML
	Quote        string // the organiser's text as a Markdown block quote
	Links        []Link
	City         *Link
	JSONPath     string
	// Share holds plain links that open another program with name, date, place and address filled
	// in: no script, and no request to another site before a person follows one.
	Share []Link

	Dates, AtVenue, ByOrganiser []PastRow // events that the page leads to

	coordinates place.Coordinates // coordinates of the place
}

// maxSessions is the largest number of sessions on the page of an event.
const maxSessions = 36

// sentence is the first one of a description, when it has 20 to 200 bytes.
var sentence = regexp.MustCompile(`^[^\n]{20,200}?[.!?…]["”»)]?(\s|$)`)

// notice is the text under the title of an event that may not take place as planned.
type notice struct{ Strong, Text string }

// model returns what the templates of an event's page are given.
func (r *Renderer) model(rec *catalog.Record, text *catalog.Text) *eventModel {
	w, m := r.words, &eventModel{}
	state := words.StateOf(rec)
	summary := w.Prices.Summary(rec.Tickets)
	m.card = r.card(rec, state, summary)
	m.coordinates = place.CoordinatesOf(rec.Location)
	m.When = w.Dates.When(rec.Starts, rec.Ends, rec.Timezone)
	if len(rec.Sessions.All) > 0 {
		m.When.Hours, m.When.Start, m.When.Zone = "", "", "" // a run has no hours of its own
		left := rec.Sessions.Left()
		m.Sessions = w.Days.Sessions(left, maxSessions)
		if more := len(left) - maxSessions; more > 0 {
			m.MoreSessions = w.Lists.MoreDates.Count(more)
		}
	}
	// The head: first sentence, place, title and description, and the picture that links show.
	if lede := strings.TrimSpace(sentence.FindString(text.Plain)); len(lede) < len(text.Plain) &&
		!strings.HasPrefix(lede, rec.Name) {
		m.Lede = lede
	}
	m.PlaceLine = words.List(m.Venue, m.CityLine)
	if m.PlaceLine == "" && rec.IsOnline {
		m.PlaceLine = w.Online
	}
	m.frame = r.frame.page(m.card.Path, rec.Name, r.describe(rec, m, state))
	m.Banner, m.Poster = rec.Banner, r.picture(rec.Banner)
	m.Cancelled = state == words.StateCancelled
	switch p := &m.Poster; {
	case m.Cancelled:
		m.addPicture(rec, nil)
	case p.Color != "" && (r.frame.Many || !rec.OnSale()):
		m.Image, m.ImageAlt = r.brand.SiteURL+p.Path, rec.Name
		m.ImageWidth, m.ImageHeight = p.Width, p.Height
	case drawnByPreviews(rec.Banner) && r.Copies[rec.Banner].Name == "":
		m.Image, m.ImageAlt, m.ImageWidth, m.ImageHeight = rec.Banner, rec.Name, "", ""
	case rec.OnSale():
		m.addPicture(rec, r.Copies[rec.Banner].Sizes)
	}
	// The body: notice, times and calendars, place, text.
	m.Notice.Strong, m.Notice.Text = w.States.Notice(rec, state)
	if rec.SaysCancelled {
		m.SourceSays = rec.Status
	}
	m.StartsAt, m.EndsAt, m.Timezone = m.Block.Datetime, rec.Ends.String(), rec.Timezone
	if syndication.HasCalendar(rec) && state < words.StateEnded && rec.Starts.Known() {
		m.CalendarPath = m.card.Path + ".ics"
		m.addCalendars(rec)
	}
	m.Where = place.ModelOf(w, rec, m.CityLine, m.coordinates)
	m.State, m.EventState = w.States.Name(rec, state), string(rec.State)
	m.Previously = rec.PreviousStarts.String()
	m.About, m.Quote = template.HTML(text.Page), markup.Quote(text.Markdown)
	m.JSONPath = catalog.DetailPath(r.frame.Brand.BaseURL, rec.Slug)
	// The pages of the groups that it belongs to.
	m.Crumbs = r.frame.crumbs(r.frame.eventsCrumb())
	if p := rec.Location; p != nil {
		key := place.CityKey(p.City, p.StateAbbr)
		if path := rec.Group(catalog.CityPath(key)); key != "" && path != "" {
			m.City = &Link{Path: path,
				Label: r.places.City(p.City, p.StateAbbr, p.Country)}
			m.Crumbs = append(m.Crumbs, *m.City)
			m.Links = append(m.Links,
				Link{Path: m.City.Path, Label: w.Lists.EventsIn(m.City.Label)})
		}
		if key := place.VenueKey(p); key != "" && r.frame.HasVenues {
			m.VenuePath = rec.Group(catalog.VenuePath(key))
		}
		if name := r.places.Country(p.Country); name != "" && r.frame.HasCountries {
			m.Links = append(m.Links, Link{Label: name,
				Path: catalog.CountryPath(strings.ToLower(p.Country))})
		}
	}
	linked := func(name string, path func(key string) string) Link {
		l := Link{Label: name}
		if key := place.TopicKey(name); key != "" {
			l.Path = rec.Group(path(key))
		}
		return l
	}
	for _, tag := range rec.Tags {
		m.Topics = append(m.Topics, linked(tag, catalog.TopicPath))
	}
	for _, act := range rec.Acts.List() {
		m.Performers = append(m.Performers, linked(act, catalog.ArtistPath))
	}
	if o := rec.Producer; o != nil && o.Name != "" {
		m.Organiser = &Link{Label: o.Name}
		if o.Slug != "" {
			m.Organiser.Path = rec.Group(catalog.OrganiserPath(o.Slug))
		}
	}
	// The facts that few events have.
	m.Extra, m.Doors = rec.Extra, w.Dates.Beside(rec.DoorsAt, rec.Starts)
	if at := rec.SalesAt; at.Known() {
		m.Sales = cmp.Or(w.Dates.Beside(at, rec.Starts), w.Dates.ShortDate(at))
	}
	m.Lasts, m.Ages, m.Access = words.Lasts(rec.Duration), w.Audience.Ages(rec.Ages),
		words.UpperFirst(words.List(w.Audience.Access(rec.Access)...))
	if address := string(rec.CallURL); address != "" || rec.CallUntil.Known() {
		m.Call = &Link{Label: address, Path: address}
		if rec.CallUntil.Known() {
			m.Call.Label = w.CallUntil.Text(w.Dates.ShortDate(rec.CallUntil))
		}
	}
	m.Links = append(m.Links,
		Link{Path: catalog.TwinPath(m.frame.Path), Label: "Markdown", Type: "text/markdown"},
		Link{Path: m.JSONPath, Label: "JSON", Type: "application/json"})
	m.Tickets = r.tickets(rec, state, m)
	m.JSONLD = r.jsonLD(rec, text, state, summary, m)
	m.complete()
	m.Share = m.shareLinks(words.Line(m.Heading, m.When.Summary(), m.PlaceLine))
	return m
}

// describe summarises the event in one or two sentences: when, where, and the price or the state of
// the event.
func (r *Renderer) describe(rec *catalog.Record, m *eventModel, state words.State) string {
	end := m.Price.Sentence()
	if label := r.words.States.Tag(state); label != "" {
		end = label
	}
	// What has changed, as a new date, comes first. If it is a cancellation, it comes alone.
	switch label := r.words.States.EventTag(rec); {
	case label == "":
	case end == "" || rec.SaysCancelled:
		end = label
	default:
		end = label + ". " + end
	}
	first := words.List(m.When.Summary(), m.PlaceLine) + "."
	if end == "" {
		return first
	}
	if len([]rune(first))+len([]rune(end))+2 > maxDescription && m.Venue != "" {
		// The price matters more than the end of a venue's long name.
		first = words.List(m.When.Summary(), m.CityLine) + "."
	}
	return strings.TrimSpace(first + " " + end + ".")
}
