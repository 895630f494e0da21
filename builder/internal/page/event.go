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
	scratch, _ := r.scratch.Get().(*[]byte)
	if scratch == nil {
		scratch = new([]byte)
	}
	defer r.scratch.Put(scratch)
	m := r.eventModel(rec, text)
	html, err := r.appendHTML((*scratch)[:0], "event", m)
	if err != nil {
		return Event{}, err
	}
	buf, err := r.appendMarkdown(html, "event", m)
	if err != nil {
		return Event{}, err
	}
	pages := len(buf)
	buf = r.appendCalendar(buf, rec)
	files := len(buf)
	if buf, err = r.appendHTML(buf, "card", &m.card); err != nil {
		return Event{}, err
	}
	cards := len(buf)
	buf = m.card.appendLine(buf, r.brand.SiteURL)
	*scratch = buf

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

func (r *Renderer) card(rec *catalog.Record, state words.State, summary words.PriceSummary) card {
	w := r.words
	palette, pattern := theme.Art(rec.Slug)
	c := card{
		Path: EventPath(rec.Slug), Name: rec.Name,
		Block:    w.DateBlock(rec.Starts, rec.Ends),
		CityLine: cityLine(rec.Location),
		Art:      artClass(palette, pattern), Monogram: theme.Monogram(rec.Name),
		Thumbnail: rec.Thumbnail,
		listDate:  w.ListDate(rec.Starts, rec.Ends),
		venue:     venue(rec.Location),
	}
	if c.Thumbnail == "" {
		c.Thumbnail = rec.Banner
	}
	c.TimeVenue = w.CardLine(rec.Starts, rec.Ends, c.venue)
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
	return "a" + string(rune('0'+palette)) + " p" + string(rune('0'+pattern))
}

// appendLine writes the card in Markdown: the same facts in the same order, the
// date beside the venue as on the card.
func (c *card) appendLine(b []byte, site string) []byte {
	b = append(b, "- ["...)
	b = append(b, escapeMarkdown(c.Name)...)
	b = append(b, "]("...)
	b = append(b, site...)
	b = append(b, twin(c.Path)...)
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
}

// notice is said under the title of an event that is closed or over.
type notice struct{ Strong, Text string }

func (r *Renderer) eventModel(rec *catalog.Record, text *catalog.Text) *eventModel {
	w := r.words
	state := words.StateOf(rec)
	summary := w.PriceSummary(rec.Tickets)
	m := &eventModel{card: r.card(rec, state, summary)}
	m.When = w.When(rec.Starts, rec.Ends, rec.Timezone)
	m.frame = r.page(m.card.Path, rec.Name, r.describe(rec, m, state))
	m.Banner, m.Image = rec.Banner, rec.Banner
	m.PlaceLine = words.List(m.venue, m.CityLine)
	if m.PlaceLine == "" && rec.IsOnline {
		m.PlaceLine = w.Online()
	}
	m.Notice.Strong, m.Notice.Text = w.Notice(state)
	m.StartsAt, m.EndsAt, m.Timezone = rec.Starts.String(), rec.Ends.String(), rec.Timezone
	if hasCalendar(rec) && !state.Ended() {
		m.CalendarPath = m.card.Path + ".ics"
	}
	m.Where = r.whereOf(rec)
	m.State = w.StateName(state)
	m.About, m.Quote = template.HTML(text.Page), markup.Quote(text.Markdown)
	m.JSONPath = r.brand.BaseURL + "/events/" + rec.Slug
	m.Crumbs = r.crumbs(r.eventsCrumb())
	if p := rec.Location; p != nil {
		if key := CityKey(p.City, p.StateAbbr); key != "" {
			label := CityLabel(p.City, p.StateAbbr)
			m.City = &Link{Path: CityPath(key), Label: label}
			m.Crumbs = append(m.Crumbs, *m.City)
			m.Links = append(m.Links, Link{Path: m.City.Path, Label: w.EventsIn(label)})
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
	return m
}

// describe is the page in a sentence or two: when, where, how much.
func (r *Renderer) describe(rec *catalog.Record, m *eventModel, state words.State) string {
	place := words.List(m.venue, m.CityLine)
	if place == "" && rec.IsOnline {
		place = r.words.Online()
	}
	end := m.Price.Sentence()
	if label := r.words.Tag(state); label != "" {
		end = label
	}
	first := words.List(m.When.Summary(), place) + "."
	if end == "" {
		return first
	}
	if over := len([]rune(first)) + len([]rune(end)) + 2 - maxDescription; over > 0 && m.venue != "" {
		// The price matters more than the tail of a venue's long name.
		first = words.List(m.When.Summary(), m.CityLine) + "."
	}
	return strings.TrimSpace(first + " " + end + ".")
}
