package syndication

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"time"
)

// Feed is the head of a feed, in the form of JSON Feed. All addresses are absolute.
type Feed struct {
	Version string   `json:"version"` // of JSON Feed
	Title   string   `json:"title"`
	Home    string   `json:"home_page_url"` // the page that shows the same
	JSON    string   `json:"feed_url"`      // address of the feed as JSON Feed
	Lang    string   `json:"language"`
	Icon    string   `json:"icon,omitempty"`
	Authors []Author `json:"authors"`
	Atom    string   `json:"-"` // address of the feed as Atom
	ID      string   `json:"-"` // names the feed for ever: Atom without the brand's spelling
}

// Author is the author of a feed or an entry.
type Author struct {
	Name string `json:"name"`
}

// Entry is one event of a feed.
type Entry struct {
	ID        string    `json:"id"` // an IRI that stays when title and address change
	URL       string    `json:"url"`
	Title     string    `json:"title"`
	Text      string    `json:"content_text"`      // title and summary
	Summary   string    `json:"summary"`           // plain text
	Published time.Time `json:"date_published"`    // when it was first listed, UTC
	Updated   time.Time `json:"date_modified"`     // when what it says last changed, UTC
	Authors   []Author  `json:"authors,omitempty"` // none when they are the feed's
	Tags      []string  `json:"tags,omitempty"`
}

// Media types of the two forms.
const (
	AtomType = "application/atom+xml; charset=utf-8"
	JSONType = "application/feed+json; charset=utf-8"
)

// AppendAtom appends the feed as Atom. It has at least one entry: the feed was updated when an
// entry last changed.
func AppendAtom(b []byte, f *Feed, entries []Entry) []byte {
	w := xmlWriter{b: b}
	w.add(xml.Header + `<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="`)
	w.text(f.Lang)
	w.add("\">\n")
	w.element("id", f.ID)
	w.element("title", f.Title)
	var updated time.Time
	for _, e := range entries {
		if e.Updated.After(updated) {
			updated = e.Updated
		}
	}
	w.element("updated", stamp(updated))
	w.link("self", "application/atom+xml", f.Atom)
	w.link("alternate", "text/html", f.Home)
	w.link("alternate", "application/feed+json", f.JSON)
	w.authors(f.Authors)
	if f.Icon != "" {
		w.element("icon", f.Icon)
	}
	for i := range entries {
		w.entry(&entries[i])
	}
	w.add("</feed>\n")
	return w.b
}

func (w *xmlWriter) link(rel, mediaType, href string) {
	w.add(`<link rel="` + rel + `" type="` + mediaType + `" href="`)
	w.text(href)
	w.add("\"/>\n")
}

func (w *xmlWriter) authors(list []Author) {
	for _, a := range list {
		w.add("<author>")
		w.element("name", a.Name)
		w.add("</author>\n")
	}
}

// entry writes an entry of Atom.
func (w *xmlWriter) entry(e *Entry) {
	w.add("<entry>\n")
	w.element("id", e.ID)
	w.element("title", e.Title)
	w.element("published", stamp(e.Published))
	w.element("updated", stamp(e.Updated))
	w.link("alternate", "text/html", e.URL)
	w.authors(e.Authors)
	for _, tag := range e.Tags {
		w.add(`<category term="`)
		w.text(tag)
		w.add("\"/>\n")
	}
	if e.Summary != "" {
		w.element("summary", e.Summary)
	}
	w.add("</entry>\n")
}

// AppendJSON appends the feed as JSON Feed 1.1, an entry a line.
func AppendJSON(b []byte, f *Feed, entries []Entry) []byte {
	w := bytes.NewBuffer(b)
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	add := func(v any, end string) {
		_ = encoder.Encode(v) // texts and dates: it cannot fail
		w.Truncate(w.Len() - len(end))
	}
	add(f, "}\n")
	separator := `,"items":[`
	for i := range entries {
		w.WriteString(separator + "\n")
		separator = ","
		add(&entries[i], "\n")
	}
	w.WriteString("\n]}\n")
	return w.Bytes()
}

// stamp returns a date (RFC 3339).
func stamp(t time.Time) string { return t.UTC().Format(time.RFC3339) }
