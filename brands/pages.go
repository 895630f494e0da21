package brands

import (
	"cmp"
	"regexp"
	"strings"
)

const maxPageSize = 100_000

// effects says with which styles a key of source.pages means something.
var effects = map[string][]string{
	"size": {PagesNumber, PagesOffset, PagesNext, PagesToken}, "size_param": {PagesNumber, PagesOffset, PagesNext, PagesToken},
	"param": {PagesNumber, PagesOffset, PagesToken}, "first": {PagesNumber, PagesOffset}, "window": {PagesNumber, PagesOffset},
	"last": {PagesNumber}, "next": {PagesNext}, "token": {PagesToken},
}

// pageKeys are the keys below source.pages, in the order of messages.
var pageKeys = []string{"style", "param", "first", "size", "size_param", "window", "last", "next", "token", "total"}

// pages reads how a source goes on to its next page.
func (r *reader) pages(s *Source, o object) {
	p := o.child("pages", pageKeys...)
	pages := &s.Pages
	pages.Style = p.oneOf("style", PagesNone, PagesNone, PagesNumber, PagesOffset, PagesNext, PagesToken)
	means := func(key string) bool {
		for _, style := range effects[key] {
			if style == pages.Style {
				return true
			}
		}
		if n := p.nodes[key]; n != nil {
			r.fault(n.Line, p.prefix+key, "has no effect with style %s: leave it out, or set style to %s", pages.Style, either(effects[key]))
		}
		return false
	}
	if means("size") {
		pages.Size = p.integer("size", 0, 1, maxPageSize)
	}
	if means("size_param") {
		def := "per_page"
		if pages.Style == PagesOffset {
			def = "limit"
		}
		pages.SizeKey = cmp.Or(p.param("size_param", s), def)
	}
	if means("param") {
		def := map[string]string{PagesNumber: "page", PagesOffset: "offset", PagesToken: "continuation"}[pages.Style]
		pages.Param = cmp.Or(p.param("param", s), def)
	}
	if means("first") {
		def := 1
		if pages.Style == PagesOffset {
			def = 0
		}
		pages.First = p.integer("first", def, 0, 1)
	}
	if means("window") {
		pages.Window = p.integer("window", 0, 1, 1_000_000_000)
	}
	if means("last") {
		pages.Last = cmp.Or(p.filter("last"), ".meta.last_page? // .last_page?")
	}
	if means("next") {
		pages.Next = cmp.Or(p.filter("next"), ".links.next? // .next_page_url? // .next?")
	}
	if means("token") {
		pages.Token = cmp.Or(p.filter("token"), ".continuation?")
	}
	pages.Total = cmp.Or(p.filter("total"), ".meta.total? // .total? // .count? // .total_count?")
	switch {
	case pages.Style == PagesOffset && !p.has("size"):
		r.fault(p.line, p.prefix+"size", "missing: style offset counts by it, so write how many items a page has")
	case pages.Window > 0 && pages.Size == 0 && !p.has("size"):
		p.scalar("window").fault("needs source.pages.size: how far a page reaches depends on it")
	case pages.Window > 0 && pages.Size > pages.Window:
		p.scalar("window").fault("is smaller than source.pages.size: not one page fits in")
	case pages.Style == PagesNext && s.Body != nil:
		p.scalar("style").fault("next asks with GET, which has no source.body: leave the body out, or change style")
	}
}

// either lists words for people: a, b or c.
func either(words []string) string {
	last := len(words) - 1
	if last < 1 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:last], ", ") + " or " + words[last]
}

var paramPattern = regexp.MustCompile(`^[A-Za-z0-9_.@$\[\]-]{1,64}$`)

// param reads the name of a query parameter, or of a member of the body.
func (o object) param(key string, s *Source) string {
	text := o.filter(key)
	if text == "" {
		return ""
	}
	v := o.str(key)
	if !paramPattern.MatchString(text) {
		v.fault("%q is not the name of a query parameter", v.text)
		return ""
	}
	if s.Body == nil {
		return text
	}
	path := strings.Split(text, ".")
	for at, i := s.Body, 0; i < len(path); i++ {
		child, there := at[path[i]]
		next, object := child.(map[string]any)
		switch {
		case path[i] == "":
			v.fault("%q is not the path of a member of source.body: write it as in variables.page", v.text)
			return ""
		case !there || i == len(path)-1:
			return text
		case !object:
			v.fault("%q leads through %s, which is no object in source.body", v.text, strings.Join(path[:i+1], "."))
			return ""
		}
		at = next
	}
	return text
}
