package page

import (
	"html/template"
	"strings"

	"cartaz/builder/catalog"
	"cartaz/builder/internal/markup"
	"cartaz/builder/internal/theme"
	"cartaz/builder/internal/words"
)

// Page is one page of the site in both forms. Its Markdown twin lies at Path +
// ".md", that of "/" at "/index.md".
type Page struct {
	Path     string
	HTML     []byte
	Markdown []byte
}

// Event is everything that is drawn of one event.
type Event struct {
	Path     string // of the HTML page; the twin lies at + ".md", the calendar at + ".ics"
	HTML     []byte
	Markdown []byte
	Card     []byte // one li.card with its line end
	Line     []byte // one item of a Markdown list with its line end
	Calendar []byte // nil when no date is known or its zone is not
}

// Event draws the pages, the list fragments and the calendar of one event. text
// is its cleaned description; nil counts as none. What is drawn lies in two
// allocations of their exact size: the fragments, which the caller may keep
// longer, apart from the rest.
func (r *Renderer) Event(rec *catalog.Record, text *catalog.Text) (Event, error) {
	if text == nil {
		text = &catalog.Text{}
	}
	d, _ := r.drawings.Get().(*drawing)
	if d == nil {
		d = new(drawing)
	}
	defer r.release(d)
	m := &d.model
	r.fillEvent(m, rec, text)
	html, err := r.appendHTML(d.out[:0], "event", m)
	if err != nil {
		return Event{}, err
	}
	buf, err := r.appendMarkdown(html, "event", m)
	if err != nil {
		return Event{}, err
	}
	pages := len(buf)
	buf = r.appendCalendar(buf, rec, m.point)
	files := len(buf)
	if buf, err = r.appendHTML(buf, "card", &m.card); err != nil {
		return Event{}, err
	}
	cards := len(buf)
	buf = m.card.appendLine(buf, r.brand.SiteURL)
	d.out = buf

	drawn, pieces := append([]byte(nil), buf[:files]...), append([]byte(nil), buf[files:]...)
	e := Event{
		Path: m.card.Path,
		HTML: part(drawn, 0, len(html)), Markdown: part(drawn, len(html), pages),
		Card: part(pieces, 0, cards-files), Line: part(pieces, cards-files, len(pieces)),
	}
	if files > pages {
		e.Calendar = part(drawn, pages, files)
	}
	return e, nil
}

// drawing is what one event is drawn with, used again for the next one.
type drawing struct {
	out   []byte
	model eventModel
}

// maxScratch is how large a buffer may be to be kept for the next event.
const maxScratch = 256 << 10

// release puts a drawing back. Nothing of the event stays in it but the room
// that its lists took.
func (r *Renderer) release(d *drawing) {
	if cap(d.out) > maxScratch {
		return
	}
	d.model.reset()
	r.drawings.Put(d)
}

// part is a stretch of b that cannot be appended to in place.
func part(b []byte, from, to int) []byte { return b[from:to:to] }

// card is what lists show of an event, and what its page repeats.
type card struct {
	Path      string
	Name      string
	Block     words.DateBlock
	TimeVenue string // "21h · Theatro Municipal"
	CityLine  string // "São Paulo, SP"
	Price     price
	Tags      []tag
	Art       string // classes of the poster
	Monogram  string
	Thumbnail string

	listDate string // "sáb 23 mai 2026, 21h"
	venue    string
}

// price is the one price of an event: Amount in bold, Known when there is one.
type price struct {
	words.PriceSummary
	Known bool
}

// tag is a state in a word. Strong ones are tinted.
type tag struct {
	Label  string
	Strong bool
}

// card fills a card; tags is room for its tags.
func (r *Renderer) card(rec *catalog.Record, state words.State, summary words.PriceSummary, tags []tag) card {
	w := r.words
	c := card{
		Path: EventPath(rec.Slug), Name: rec.Name,
		CityLine: cityLine(rec.Location),
		Art:      artClass(theme.Art(rec.Slug)), Monogram: theme.Monogram(rec.Name),
		Thumbnail: rec.Thumbnail,
		Tags:      tags[:0],
		venue:     venue(rec.Location),
	}
	if c.Thumbnail == "" {
		c.Thumbnail = rec.Banner
	}
	c.Block, c.TimeVenue, c.listDate = w.CardDates(rec.Starts, rec.Ends, c.venue)
	if state.Selling() {
		c.Price = price{summary, summary.Amount != ""}
	}
	if label := w.Tag(state); label != "" {
		c.Tags = append(c.Tags, tag{Label: label})
	}
	if rec.IsOnline {
		c.Tags = append(c.Tags, tag{Label: w.Online(), Strong: true})
	}
	return c
}

func artClass(palette, pattern int) string {
	const classes = "a0 p0a0 p1a0 p2a0 p3a0 p4a1 p0a1 p1a1 p2a1 p3a1 p4a2 p0a2 p1a2 p2a2 p3a2 p4a3 p0a3 p1a3 p2a3 p3a3 p4a4 p0a4 p1a4 p2a4 p3a4 p4"
	at := 5 * (5*palette + pattern)
	return classes[at : at+5]
}

// appendLine writes the card in Markdown: the same facts in the same order, the
// date beside the venue as on the card.
func (c *card) appendLine(b []byte, site string) []byte {
	b = append(b, "- ["...)
	b = append(b, escapeMarkdown(c.Name)...)
	b = append(b, "]("...)
	b = appendTwin(append(b, site...), c.Path)
	b = append(b, ')')
	b = appendPart(b, c.listDate)
	b = appendPart(b, escapeMarkdown(c.venue))
	b = appendPart(b, escapeMarkdown(c.CityLine))
	if c.Price.Known {
		b = appendPart(b, c.Price.String())
	}
	for i := range c.Tags {
		b = appendPart(b, c.Tags[i].Label)
	}
	return append(b, '\n')
}

func appendPart(b []byte, part string) []byte {
	if part == "" {
		return b
	}
	return append(append(b, " · "...), part...)
}

// eventModel is everything that the page of an event says.
type eventModel struct {
	frame
	card
	Banner       string
	PlaceLine    string
	Notice       notice
	When         words.When
	StartsAt     string
	EndsAt       string
	Timezone     string
	CalendarPath string
	Where        where
	Organiser    *Link
	State        string // as the Markdown page names it
	Tickets      tickets
	About        template.HTML
	Quote        string // the organiser's text as a Markdown block quote
	Links        []Link
	City         *Link
	JSONPath     string

	point   point  // where the place lies
	scratch []byte // for JSON-LD
}

// reset empties the model but for the room of its lists.
func (m *eventModel) reset() {
	crumbs, links, tags := m.Crumbs[:cap(m.Crumbs)], m.Links[:cap(m.Links)], m.Tags[:cap(m.Tags)]
	clear(crumbs)
	clear(links)
	clear(tags)
	*m = eventModel{Links: links[:0], scratch: m.scratch}
	m.Crumbs, m.Tags = crumbs[:0], tags[:0]
}

// notice is said under the title of an event that is closed or over.
type notice struct{ Strong, Text string }

// fillEvent fills an empty model.
func (r *Renderer) fillEvent(m *eventModel, rec *catalog.Record, text *catalog.Text) {
	w := r.words
	state := words.StateOf(rec)
	summary := w.PriceSummary(rec.Tickets)
	crumbs := m.Crumbs[:0]
	m.card = r.card(rec, state, summary, m.Tags)
	m.point = pointOf(rec.Location)
	m.When = w.When(rec.Starts, rec.Ends, rec.Timezone)
	m.PlaceLine = words.List(m.venue, m.CityLine)
	if m.PlaceLine == "" && rec.IsOnline {
		m.PlaceLine = w.Online()
	}
	m.frame = r.page(m.card.Path, rec.Name, r.describe(m, state))
	m.Banner, m.Image = rec.Banner, rec.Banner
	m.Notice.Strong, m.Notice.Text = w.Notice(state)
	m.StartsAt, m.EndsAt, m.Timezone = m.Block.Datetime, rec.Ends.String(), rec.Timezone
	if hasCalendar(rec) && !state.Ended() {
		m.CalendarPath = m.card.Path + ".ics"
	}
	m.Where = r.whereOf(rec, m.CityLine, m.point)
	m.State = w.StateName(state)
	m.About, m.Quote = template.HTML(text.Page), markup.Quote(text.Markdown)
	m.JSONPath = r.brand.BaseURL + "/events/" + rec.Slug
	m.Crumbs = append(crumbs, r.homeCrumb(), r.eventsCrumb())
	if p := rec.Location; p != nil {
		if c := r.cityOf(p.City, p.StateAbbr); c != nil {
			m.City = &c.page
			m.Crumbs = append(m.Crumbs, c.page)
			m.Links = append(m.Links, c.events)
		}
	}
	if o := rec.Producer; o != nil && o.Name != "" {
		m.Organiser = &Link{Label: o.Name}
		if o.Slug != "" {
			m.Organiser.Path = OrganiserPath(o.Slug)
			m.Links = append(m.Links, *m.Organiser)
		}
	}
	m.Links = append(m.Links, Link{Path: m.MarkdownPath(), Label: "Markdown", Type: "text/markdown"},
		Link{Path: m.JSONPath, Label: "JSON", Type: "application/json"})
	m.Tickets = r.tickets(rec, state, m)
	m.JSONLD = r.jsonLD(rec, text, state, summary, m)
}

// describe is the page in a sentence or two: when, where, how much.
func (r *Renderer) describe(m *eventModel, state words.State) string {
	end := m.Price.Sentence()
	if label := r.words.Tag(state); label != "" {
		end = label
	}
	first := words.List(m.When.Summary(), m.PlaceLine) + "."
	if end == "" {
		return first
	}
	if over := len([]rune(first)) + len([]rune(end)) + 2 - maxDescription; over > 0 && m.venue != "" {
		// The price matters more than the tail of a venue's long name.
		first = words.List(m.When.Summary(), m.CityLine) + "."
	}
	return strings.TrimSpace(first + " " + end + ".")
}
