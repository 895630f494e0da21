package syndication

import (
	"encoding/xml"
	"strings"
	"time"

	"cartaz/builder/catalog"
)

// Feed is what a feed says of itself. All addresses are absolute.
type Feed struct {
	Title  string
	Lang   string
	Author string
	Home   string // the page that shows the same
	Atom   string // address of the feed as Atom, which is also its id
	JSON   string // address of the feed as JSON Feed
	Icon   string // "" for none
}

// Entry is one event of a feed.
type Entry struct {
	ID        string // an IRI that stays when title and address change
	Title     string
	URL       string
	Summary   string // plain text
	Author    string // "" for that of the feed
	Tags      []string
	Published time.Time // when it was first listed
	Updated   time.Time // when what it says last changed
}

// Media types of the two forms.
const (
	AtomType = "application/atom+xml; charset=utf-8"
	JSONType = "application/feed+json; charset=utf-8"
)

// AppendAtom appends the feed as Atom. It has at least one entry: updated of a feed is that of the
// entry that changed last.
func AppendAtom(b []byte, f *Feed, entries []Entry) []byte {
	w := xmlWriter{b: b}
	w.add(xml.Header + `<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="`)
	w.text(f.Lang)
	w.add("\">\n")
	w.element("id", f.Atom)
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
	w.add("<author>")
	w.element("name", f.Author)
	w.add("</author>\n")
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

func (w *xmlWriter) entry(e *Entry) {
	w.add("<entry>\n")
	w.element("id", e.ID)
	w.element("title", e.Title)
	w.element("published", stamp(e.Published))
	w.element("updated", stamp(e.Updated))
	w.link("alternate", "text/html", e.URL)
	if e.Author != "" {
		w.add("<author>")
		w.element("name", e.Author)
		w.add("</author>\n")
	}
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

// AppendJSON appends the feed as JSON Feed 1.1.
func AppendJSON(b []byte, f *Feed, entries []Entry) []byte {
	member := func(key, value string) {
		b = append(append(append(b, '"'), key...), `":`...)
		b = catalog.AppendString(b, value)
	}
	next := func() { b = append(b, ',') }
	b = append(b, '{')
	member("version", "https://jsonfeed.org/version/1.1")
	next()
	member("title", f.Title)
	next()
	member("home_page_url", f.Home)
	next()
	member("feed_url", f.JSON)
	next()
	member("language", f.Lang)
	if f.Icon != "" {
		next()
		member("icon", f.Icon)
	}
	b = append(b, `,"authors":[{`...)
	member("name", f.Author)
	b = append(b, `}],"items":[`...)
	for i := range entries {
		e := &entries[i]
		if i > 0 {
			next()
		}
		b = append(b, "\n{"...)
		member("id", e.ID)
		next()
		member("url", e.URL)
		next()
		member("title", e.Title)
		next()
		member("content_text", strings.TrimSpace(e.Title+"\n"+e.Summary))
		next()
		member("summary", e.Summary)
		next()
		member("date_published", stamp(e.Published))
		next()
		member("date_modified", stamp(e.Updated))
		if e.Author != "" {
			b = append(b, `,"authors":[{`...)
			member("name", e.Author)
			b = append(b, "}]"...)
		}
		if len(e.Tags) > 0 {
			b = append(b, `,"tags":[`...)
			for j, tag := range e.Tags {
				if j > 0 {
					next()
				}
				b = catalog.AppendString(b, tag)
			}
			b = append(b, ']')
		}
		b = append(b, '}')
	}
	return append(b, "\n]}\n"...)
}

// stamp is a date of both forms (RFC 3339).
func stamp(t time.Time) string { return t.UTC().Format(time.RFC3339) }
