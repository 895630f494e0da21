package upstream

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"io"
	"regexp"
	"strings"

	"golang.org/x/net/html/atom"

	"cartaz/brands"
	"cartaz/builder/internal/upstream/adapt"
	"cartaz/builder/internal/upstream/adapt/feed"
	"cartaz/builder/internal/upstream/adapt/page"
	"cartaz/builder/internal/worker"
)

// Sight describes one document, and where it says that events are.
type Sight struct {
	Kind      string   // kind of the source that reads it, "http" for JSON, or ""
	Around    any      // the values around its items
	Items     string   // source.items of XML
	Events    int      // events of a page, a calendar or a feed; several may count as one
	Language  string   // language that it names (html lang, xml:lang, language of RSS), or ""
	Types     string   // types that a page names, for messages
	Sitemap   bool     // the document is a sitemap: Links are its pages
	Links     []string // addresses of pages, each once
	Lists     []string // addresses of other sitemaps
	Calendars []string // addresses of calendars (text/calendar) that a page names
	Feeds     []string // addresses of feeds that a page names
}

// languageOf finds the language that a page or a feed names.
var languageOf = regexp.MustCompile(`(?i)<(?:html|feed|rss)\b[^>]*\blang=["']?` +
	`([a-z]{2,3}(?:-[a-z]+)*)|<(?:[a-z]+:)?language>\s*([a-z]{2,3}(?:-[a-z]+)*)\s*<`)

// yamlHead matches the beginning of YAML: its mark, or the first member after comments and blank
// lines.
var yamlHead = regexp.MustCompile(
	`^(?:#.*\s+)*(?:---\s|(?:- +)?["']?[\pL_][\pL\pN_ -]*["']?:(?:\s|$))`)

// Look describes a document with the given address. It runs in a process of its own, within the
// limits of a document.
func Look(ctx context.Context, document io.Reader, address string) (s Sight, err error) {
	p := worker.New(documentWorker)
	defer p.Close()
	found, err := readInWorker(ctx, p, kindLook, adapt.Options{URL: address}, document, nil)
	if err == nil {
		err = json.Unmarshal(found, &s)
	}
	return s, err
}

// look is the [adapt.Reader] of [Look]: it has no item, and returns the [Sight].
func look(b []byte, o adapt.Options, _ func(adapt.Item) error) (any, error) {
	head := b[:min(len(b), headBytes)]
	s := Sight{Kind: kindOf(head), Sitemap: page.IsSitemap(head)}
	if m := languageOf.FindSubmatch(head); m != nil && head[0] == '<' {
		s.Language = cmp.Or(string(m[1]), string(m[2]))
	}
	var err error
	each := func(read adapt.Reader) (around map[string]any) {
		s.Around, err = read(b, o, func(i adapt.Item) error {
			address, link := i.Value[page.AddressMember].(string)
			switch {
			case i.Value[page.ListMember] == true:
				s.Lists = append(s.Lists, address)
			case link:
				s.Links = append(s.Links, address)
			case i.Record() != nil:
				s.Events++
			}
			return nil
		})
		around, _ = s.Around.(map[string]any)
		return around
	}
	switch {
	case s.Sitemap:
		each(page.ReadList)
	case s.Kind == brands.KindXML:
		if s.Items, err = feed.Items(b); err == nil {
			each(feed.ReadXML)
		}
	case s.Kind == brands.KindFeed:
		if each(feed.Read); err != nil {
			s.Events, err = 0, nil // the pull reports the error
		}
	case s.Kind == brands.KindICS:
		s.Events = bytes.Count(b, []byte("BEGIN:VEVENT"))
	case s.Kind == brands.KindHTML:
		s.Types, _ = each(page.Read)[adapt.FoundMember].(string)
		if err == nil {
			around := each(page.ReadList)
			s.Calendars, _ = around[page.CalendarsMember].([]string)
			s.Feeds, _ = around[page.FeedsMember].([]string)
		}
	}
	return s, err
}

// kindOf returns the kind of a document by its beginning, or "" if no kind reads it.
func kindOf(head []byte) string {
	text := strings.ToUpper(strings.TrimSpace(string(head)))
	root := feed.Root(head)
	switch {
	case strings.HasPrefix(text, "{"), strings.HasPrefix(text, "["):
		return "http"
	case strings.HasPrefix(text, "BEGIN:VCALENDAR"):
		return brands.KindICS
	case page.IsSitemap(head):
		return brands.KindHTML
	case feed.IsFeed(root):
		return brands.KindFeed
	case root != "" && atom.Lookup([]byte(strings.ToLower(root))) == 0,
		strings.HasPrefix(text, "<?XML") && !strings.EqualFold(root, "html"):
		return brands.KindXML // its outermost element is not of HTML
	case strings.HasPrefix(text, "<"):
		return brands.KindHTML
	case yamlHead.MatchString(text):
		return brands.KindYAML
	case adapt.IsTable(head):
		return brands.KindCSV
	}
	return ""
}
