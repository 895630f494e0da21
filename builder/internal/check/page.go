package check

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

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
	var likely []string
	for _, target := range m.locs {
		// A word of the path below which single events lie in most languages.
		if i := strings.Index(strings.ToLower(target), "event"); i >= 0 &&
			strings.Contains(strings.Trim(target[i:], "/"), "/") {
			likely = append(likely, target)
		}
	}
	picked := (&sitemap{locs: likely}).sample(4)
	for _, target := range append(picked, m.sample(5)...) {
		p, err := s.page(target)
		if err != nil {
			continue
		}
		for _, data := range p.data {
			if len(eventsIn(data)) > 0 {
				s.facts.event = p
				return p
			}
		}
	}
	return nil
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
			kinds, ok := v["@type"].([]any)
			if !ok {
				kinds = []any{v["@type"]}
			}
			if slices.ContainsFunc(kinds, func(kind any) bool {
				name,
					_ := kind.(string)
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
			return "", fmt.Errorf("%s: a JSON-LD block is not JSON", p.answer.target)
		}
	}
	var events []map[string]any
	for _, block := range p.data {
		events = append(events, eventsIn(block)...)
	}
	if len(events) > 1 {
		return "", fmt.Errorf("%s describes %d events; a page about one event describes one",
			p.answer.target, len(events))
	}
	if err := eventFault(events[0]); err != nil {
		return "", fmt.Errorf("%s: %w", p.answer.target, err)
	}
	name, _ := events[0]["name"].(string)
	return fmt.Sprintf("%s: %q", p.answer.target, name), nil
}

func eventFault(e map[string]any) error {
	if context, _ := e["@context"].(string); context != "" &&
		!strings.Contains(context, "schema.org") {
		return fmt.Errorf("@context is %q", context)
	}
	if name, _ := e["name"].(string); strings.TrimSpace(name) == "" {
		return fmt.Errorf("the event has no name")
	}
	for _, member := range []string{"startDate", "endDate"} {
		value, found := e[member]
		if !found && member == "endDate" {
			continue
		}
		if text, _ := value.(string); !isDate(text) {
			return fmt.Errorf("%s is %q: want a date, or a time with its offset", member, text)
		}
	}
	if err := locationFault(e["location"]); err != nil {
		return err
	}
	if status, ok := e["eventStatus"].(string); ok &&
		!strings.Contains(status, "schema.org/Event") {
		return fmt.Errorf("eventStatus is %q: want a value of schema.org", status)
	}
	offers, ok := e["offers"].([]any)
	if !ok {
		offers = []any{e["offers"]}
	}
	for _, offer := range offers {
		if o, ok := offer.(map[string]any); ok && o["price"] != nil && o["priceCurrency"] == nil {
			return fmt.Errorf("an offer has a price without priceCurrency")
		}
	}
	return nil
}

func locationFault(v any) error {
	places, ok := v.([]any)
	if !ok {
		places = []any{v}
	}
	for _, v := range places {
		switch place := v.(type) {
		case map[string]any:
			if place["@type"] == "VirtualLocation" {
				if place["url"] == nil {
					return fmt.Errorf("a VirtualLocation has no url")
				}
			} else if place["address"] == nil {
				return fmt.Errorf("location has no address")
			}
		case string:
			if place == "" {
				return fmt.Errorf("location is empty")
			}
		default:
			return fmt.Errorf("the event has no location")
		}
	}
	return nil
}

func isDate(text string) bool {
	for _, layout := range []string{"2006-01-02", time.RFC3339, "2006-01-02T15:04Z07:00"} {
		if _, err := time.Parse(layout, text); err == nil {
			return true
		}
	}
	return false
}

// samplePages is the home page and one page further down.
func (s *site) samplePages() ([]*page, error) {
	home, err := s.page("/")
	if err != nil {
		return nil, err
	}
	pages := []*page{home}
	if p := s.findEvent(); p != nil {
		return append(pages, p), nil
	}
	if m, err := s.loadSitemap(); err == nil {
		for _, target := range m.sample(3) {
			if p, err := s.page(target); err == nil && target != "/" {
				return append(pages, p), nil
			}
		}
	}
	return pages, nil
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
			return "", fmt.Errorf("%s has %d canonical links", target, len(p.canonicals))
		}
		named := p.canonicals[0]
		if !strings.Contains(named, "://") {
			return "", fmt.Errorf("%s: canonical %q is not a whole address", target, named)
		}
		if at, ok := s.local(named); !ok || at != target {
			return "", fmt.Errorf("%s says that its address is %s", target, named)
		}
		for _, l := range parseLinks(p.answer.header) {
			if at, ok := s.local(l.Target); l.Has("canonical") && (!ok || at != target) {
				return "", fmt.Errorf("%s: canonical is %s in the header and %s in the page",
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
			return "", fmt.Errorf("%s does not say its language", target)
		case p.title == "":
			return "", fmt.Errorf("%s has no title", target)
		case p.about == "":
			return "", fmt.Errorf("%s has no description", target)
		case len(p.headings) != 1:
			return "", fmt.Errorf("%s has %d headings of the first level", target, len(p.headings))
		case p.mains != 1:
			return "", fmt.Errorf("%s has %d main elements", target, p.mains)
		case p.images > 0:
			return "", fmt.Errorf("%s has %d images without alt", target, p.images)
		}
	}
	return fmt.Sprintf("%d pages: language, title, description, one h1, one main, alt on images",
		len(pages)), nil
}
