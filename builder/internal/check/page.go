package check

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// page is what a page of HTML says about itself.
type page struct {
	answer     *answer
	lang       string
	title      string
	about      string // meta description
	canonicals []string
	headings   []string // the text of every h1
	mains      int
	images     int      // without an alt attribute
	data       []string // JSON-LD
}

// readPage reads a page of HTML; the parser reads every text as browsers do.
func readPage(a *answer) (*page, error) {
	if err := a.wantType("text/html"); err != nil {
		return nil, err
	}
	root, err := html.Parse(bytes.NewReader(a.body))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", a.target, err)
	}
	p := &page{answer: a}
	for n := range root.Descendants() {
		if n.Type != html.ElementNode {
			continue
		}
		switch n.DataAtom {
		case atom.Html:
			p.lang = attr(n, "lang")
		case atom.Title:
			if n.Namespace == "" && p.title == "" {
				p.title = textOf(n)
			}
		case atom.Meta:
			if strings.EqualFold(attr(n, "name"), "description") {
				p.about = attr(n, "content")
			}
		case atom.Link:
			for rel := range strings.FieldsSeq(strings.ToLower(attr(n, "rel"))) {
				if rel == "canonical" {
					p.canonicals = append(p.canonicals, attr(n, "href"))
				}
			}
		case atom.H1:
			p.headings = append(p.headings, textOf(n))
		case atom.Main:
			p.mains++
		case atom.Img:
			if !hasAttr(n, "alt") {
				p.images++
			}
		case atom.Script:
			if strings.EqualFold(attr(n, "type"), "application/ld+json") {
				p.data = append(p.data, textOf(n))
			}
		}
	}
	return p, nil
}

func attr(n *html.Node, name string) string {
	for _, a := range n.Attr {
		if a.Key == name {
			return strings.TrimSpace(a.Val)
		}
	}
	return ""
}

func hasAttr(n *html.Node, name string) bool {
	for _, a := range n.Attr {
		if a.Key == name {
			return true
		}
	}
	return false
}

func textOf(n *html.Node) string {
	var b strings.Builder
	for d := range n.Descendants() {
		if d.Type == html.TextNode {
			b.WriteString(d.Data)
		}
	}
	return strings.Join(strings.Fields(b.String()), " ")
}

// page asks for a page as a browser does.
func (c *client) page(target string) (*page, error) {
	a, err := c.get(target, "Accept", acceptBrowser)
	if err != nil {
		return nil, err
	}
	if a.status != 200 {
		return nil, fmt.Errorf("%s answers %d", target, a.status)
	}
	return readPage(a)
}

// findEvent looks for a page about an event: among the pages of the sitemap, one
// whose data says that it is one. It is nil when there is none in the sample.
func (s *site) findEvent() *page {
	if s.facts.tried {
		return s.facts.event
	}
	s.facts.tried = true
	m, err := s.loadSitemap()
	if err != nil {
		return nil
	}
	likely := sitemap{locs: slices.DeleteFunc(slices.Clone(m.locs), func(target string) bool {
		// Below a word of the path, single events lie in most languages.
		_, below, _ := strings.Cut(strings.ToLower(target), "event")
		return !strings.Contains(strings.TrimRight(below, "/"), "/")
	})}
	for _, target := range append(likely.sample(4), m.sample(5)...) {
		p, err := s.page(target)
		if err == nil && len(p.events()) > 0 {
			s.facts.event = p
			return p
		}
	}
	return nil
}

// events are the events of the JSON-LD of a page.
func (p *page) events() (all []map[string]any) {
	for _, block := range p.data {
		all = append(all, eventsIn(block)...)
	}
	return all
}

// eventsIn is the events of a JSON-LD block: the block itself, or members of its
// list or graph.
func eventsIn(block string) []map[string]any {
	var v any
	if json.Unmarshal([]byte(block), &v) != nil {
		return nil
	}
	var events []map[string]any
	var visit func(v any)
	visit = func(v any) {
		switch v := v.(type) {
		case []any:
			for _, item := range v {
				visit(item)
			}
		case map[string]any:
			if slices.ContainsFunc(list(v["@type"]), func(kind any) bool {
				name, _ := kind.(string)
				return strings.HasSuffix(name, "Event")
			}) {
				events = append(events, v)
			}
			visit(v["@graph"])
		}
	}
	visit(v)
	return events
}

// eventData: the data of an event page has what search engines and agents need.
func eventData(s *site) (string, error) {
	p := s.findEvent()
	if p == nil {
		return "", notOffered("no page of the sample is about an event")
	}
	for _, block := range p.data {
		if !json.Valid([]byte(block)) {
			return fail("%s: a JSON-LD block is not JSON", p.answer.target)
		}
	}
	events := p.events()
	if len(events) > 1 {
		return fail("%s describes %d events; a page about one event describes one",
			p.answer.target, len(events))
	}
	if err := eventFault(events[0]); err != nil {
		return fail("%s: %w", p.answer.target, err)
	}
	name, _ := events[0]["name"].(string)
	return fmt.Sprintf("%s: %q", p.answer.target, name), nil
}

// eventFault says what search engines lack in an event.
func eventFault(e map[string]any) error {
	if name, _ := e["name"].(string); strings.TrimSpace(name) == "" {
		return errors.New("the event has no name")
	}
	for _, member := range []string{"startDate", "endDate"} {
		text, _ := e[member].(string)
		if !dateForm.MatchString(text) && (e[member] != nil || member == "startDate") {
			return fmt.Errorf("%s is %q: want a date, or a time with its offset", member, text)
		}
	}
	places := list(e["location"])
	if len(places) == 0 {
		return errors.New("the event has no location")
	}
	for _, place := range places {
		if p, ok := place.(map[string]any); ok && p["address"] == nil && p["url"] == nil {
			return errors.New("location has no address")
		}
	}
	for _, offer := range list(e["offers"]) {
		if o, ok := offer.(map[string]any); ok && o["price"] != nil && o["priceCurrency"] == nil {
			return errors.New("an offer has a price without priceCurrency")
		}
	}
	return nil
}

var dateForm = regexp.MustCompile(
	`^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d))?$`)

// list is the values of a member of JSON-LD, which is one value or a list.
func list(v any) []any {
	if values, ok := v.([]any); ok || v == nil {
		return values
	}
	return []any{v}
}

// samplePages is the home page and that of an event, if one is found.
func (s *site) samplePages() ([]*page, error) {
	home, err := s.page("/")
	if err != nil {
		return nil, err
	}
	if p := s.findEvent(); p != nil {
		return []*page{home, p}, nil
	}
	return []*page{home}, nil
}

// canonical: pages name their own address, once, and the same in the header.
func canonical(s *site) (string, error) {
	pages, err := s.samplePages()
	if err != nil {
		return "", err
	}
	for _, p := range pages {
		target := p.answer.target
		if len(p.canonicals) != 1 {
			return fail("%s has %d canonical links", target, len(p.canonicals))
		}
		named := p.canonicals[0]
		if !strings.Contains(named, "://") {
			return fail("%s: canonical %q is not a whole address", target, named)
		}
		if at, ok := s.local(named); !ok || at != target {
			return fail("%s says that its address is %s", target, named)
		}
		for _, l := range parseLinks(p.answer.header) {
			if at, ok := s.local(l.Target); l.Has("canonical") && (!ok || at != target) {
				return fail("%s: canonical is %s in the header and %s in the page",
					target, l.Target, named)
			}
		}
	}
	return fmt.Sprintf("%d pages name their own address", len(pages)), nil
}

// structure: a page can be read without looking at it.
func structure(s *site) (string, error) {
	pages, err := s.samplePages()
	if err != nil {
		return "", err
	}
	for _, p := range pages {
		target := p.answer.target
		switch {
		case p.lang == "":
			return fail("%s does not say its language", target)
		case p.title == "":
			return fail("%s has no title", target)
		case p.about == "":
			return fail("%s has no description", target)
		case len(p.headings) != 1:
			return fail("%s has %d headings of the first level", target, len(p.headings))
		case p.mains != 1:
			return fail("%s has %d main elements", target, p.mains)
		case p.images > 0:
			return fail("%s has %d images without alt", target, p.images)
		}
	}
	return fmt.Sprintf("%d pages: language, title, description, one h1, one main, alt on images",
		len(pages)), nil
}
