package discovery

import (
	"bytes"
	"fmt"
	"html"
	"iter"
	"net/url"
	"slices"
	"strconv"
	"time"

	"cartaz/brands"
)

// Entry is one page of the sitemap.
type Entry struct {
	Path     string    // path of the page, from "/", not percent-encoded
	Modified time.Time // when its content last changed; zero if unknown
}

// sitemapLimits bound one file of a sitemap.
type sitemapLimits struct {
	entries int
	bytes   int
}

// protocolLimits are the limits of the sitemaps.org protocol 0.9. It says 50 MB and 52,428,800
// bytes for the same limit; the smaller value is safe for both.
var protocolLimits = sitemapLimits{entries: 50_000, bytes: 50_000_000}

const (
	sitemapHead = `<?xml version="1.0" encoding="UTF-8"?>` + "\n" +
		`<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"` // without its end
	sitemapFoot  = "</urlset>\n"
	sitemapsHead = `<?xml version="1.0" encoding="UTF-8"?>` + "\n" +
		`<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">` + "\n"
	sitemapsFoot = "</sitemapindex>\n"
)

// Sitemap writes the sitemap of a brand (sitemaps.org, protocol 0.9) from pages in the order given,
// which must be the same in every build, and passes its files to add, one by one. A single file is
// at /sitemap.xml; beyond 50,000 pages or 50 MB that address holds an index, which comes last, and
// the pages are in /sitemap-1.xml, /sitemap-2.xml and so on. Sitemap reads the entries once, and
// keeps neither entries nor finished files. It returns errors of add unchanged.
//
// A page of a catalogue that has sites in several languages names all of them (xhtml:link), except
// for pages that the brand wrote itself, whose paths other sites do not have.
//
// Only canonical pages that answer 200 belong in it, with truthful times.
func Sitemap(b *brands.Brand, entries iter.Seq[Entry], add func(Document) error) error {
	return sitemap(b, entries, protocolLimits, add)
}

// sitemap implements [Sitemap] with given limits, which tests lower.
func sitemap(b *brands.Brand, entries iter.Seq[Entry], limits sitemapLimits,
	add func(Document) error) error {
	s := sitemapWriter{limits: limits, site: b.SiteURL, head: sitemapHead + ">\n", emit: add}
	if b.Alternates != nil {
		s.head = sitemapHead + ` xmlns:xhtml="http://www.w3.org/1999/xhtml"` + ">\n"
	}
	for e := range entries {
		if err := s.add(sitemapRow(b, e), e.Modified); err != nil {
			return err
		}
	}
	return s.end()
}

func sitemapDocument(path string, body []byte) Document {
	return Document{Path: path, Body: body, ContentType: typeXML, Fields: openFields()}
}

// sitemapWriter fills parts one after the other. It emits a full part when the next one begins:
// only then is it known to be one of several.
type sitemapWriter struct {
	limits   sitemapLimits
	site     string
	head     string
	emit     func(Document) error
	parts    int          // number of emitted parts
	index    bytes.Buffer // rows of the emitted parts
	open     bytes.Buffer
	count    int
	modified time.Time // latest time of a page in the open part
}

// add adds a row to the open part, which it ends first if the row does not fit.
func (s *sitemapWriter) add(row string, modified time.Time) error {
	if s.count > 0 && (s.count == s.limits.entries ||
		s.open.Len()+len(row)+len(sitemapFoot) > s.limits.bytes) {
		if err := s.part(); err != nil {
			return err
		}
	}
	if s.count == 0 {
		s.open.WriteString(s.head)
	}
	s.open.WriteString(row)
	s.count++
	if modified.After(s.modified) {
		s.modified = modified
	}
	return nil
}

// part emits the open part as one of several.
func (s *sitemapWriter) part() error {
	if s.parts++; s.parts > s.limits.entries {
		return fmt.Errorf("document %s: %d parts, over the limit of %d", SitemapPath, s.parts,
			s.limits.entries)
	}
	name := "/sitemap-" + strconv.Itoa(s.parts) + ".xml"
	s.index.WriteString("<sitemap>" + location(s.site+name, s.modified) + "</sitemap>\n")
	return s.close(name)
}

// close ends the open part and emits it.
func (s *sitemapWriter) close(name string) error {
	s.open.WriteString(sitemapFoot)
	body := bytes.Clone(s.open.Bytes())
	s.open.Reset()
	s.count, s.modified = 0, time.Time{}
	return s.emit(sitemapDocument(name, body))
}

// end emits the rest. A sitemap without pages is one empty part.
func (s *sitemapWriter) end() error {
	if s.parts == 0 {
		if s.count == 0 {
			s.open.WriteString(s.head)
		}
		return s.close(SitemapPath)
	}
	if err := s.part(); err != nil {
		return err
	}
	return s.emit(sitemapDocument(SitemapPath, []byte(sitemapsHead+s.index.String()+sitemapsFoot)))
}

func sitemapRow(b *brands.Brand, e Entry) string {
	path := (&url.URL{Path: e.Path}).EscapedPath()
	return "<url>" + location(b.Address(path), e.Modified) + alternates(b, e.Path, path) +
		"</url>\n"
}

// alternates returns the addresses of a page in all languages of its catalogue, or "" if it has one
// language.
func alternates(b *brands.Brand, page, path string) string {
	own := func(p brands.OwnPage) bool { return p.Path == page }
	if b.Alternates == nil || slices.ContainsFunc(b.Pages, own) {
		return ""
	}
	links := ""
	for i := range b.Alternates {
		a := &b.Alternates[i]
		links += `<xhtml:link rel="alternate" hreflang="` + a.Lang + `" href="` +
			html.EscapeString(a.Address(path)) + `"/>`
	}
	return links
}

func location(address string, modified time.Time) string {
	// An address is percent-encoded, so it has no character that XML cannot hold.
	at := "<loc>" + html.EscapeString(address) + "</loc>"
	if !modified.IsZero() {
		at += "<lastmod>" + modified.UTC().Format(time.RFC3339) + "</lastmod>"
	}
	return at
}
