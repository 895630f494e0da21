package brands

import (
	"cmp"
	"regexp"
	"strings"

	"go.yaml.in/yaml/v3"
)

const maxPageSize = 100_000

// stylesOfPageKey lists, for a key of source.pages, the styles in which the key has an effect.
var stylesOfPageKey = map[string][]string{
	"size":       {PagesNumber, PagesOffset, PagesNext, PagesToken},
	"size_param": {PagesNumber, PagesOffset, PagesNext, PagesToken},
	"param":      {PagesNumber, PagesOffset, PagesToken},
	"first":      {PagesNumber, PagesOffset},
	"window":     {PagesNumber, PagesOffset},
	"last":       {PagesNumber},
	"next":       {PagesNext},
	"token":      {PagesToken},
}

// pageKeys are the keys below source.pages, in the order of messages.
var pageKeys = []string{
	"style", "param", "first", "size", "size_param", "window", "last", "next", "token", "total",
}

// pages reads source.pages. The word none in its place is short for {style: none}.
func (r sourceReader) pages(s *Source, m mapping) {
	pages := &s.Pages
	if n := m.nodes["pages"]; n != nil && n.Kind == yaml.ScalarNode && n.Tag != "!!null" {
		if n.Value != PagesNone {
			r.file.fault(n.Line, m.prefix+"pages",
				"%q is not known: write none where one answer is "+
					"the whole catalogue, else {style: %s} with what it needs",
				n.Value, PagesNumber)
		}
		*pages = Pages{Style: PagesNone, Whole: true}
		return
	}
	p := m.child("pages", pageKeys...)
	pages.Style = p.oneOf("style", PagesNone,
		PagesNone, PagesNumber, PagesOffset, PagesNext, PagesToken)
	pages.Whole = pages.Style == PagesNone && p.has("style")
	means := func(key string) bool {
		for _, style := range stylesOfPageKey[key] {
			if style == pages.Style {
				return true
			}
		}
		if n := p.nodes[key]; n != nil {
			r.file.fault(n.Line, p.prefix+key,
				"has no effect with style %s: leave it out, or set style to %s", pages.Style,
				joinOr(stylesOfPageKey[key]))
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
		pages.SizeKey = cmp.Or(p.param("size_param", r.filter(p, "size_param"), s), def)
	}
	if means("param") {
		def := map[string]string{
			PagesNumber: "page", PagesOffset: "offset", PagesToken: "continuation",
		}[pages.Style]
		pages.Param = cmp.Or(p.param("param", r.filter(p, "param"), s), def)
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
		pages.Last = r.filter(p, "last")
	}
	if means("next") {
		pages.Next = r.filter(p, "next")
	}
	if means("token") {
		pages.Token = r.filter(p, "token")
	}
	pages.Total = r.filter(p, "total")
	switch {
	case pages.Style == PagesOffset && !p.has("size"):
		r.file.fault(p.line, p.prefix+"size",
			"missing: style offset counts by it, so write how many items a page has")
	case pages.Window > 0 && pages.Size == 0 && !p.has("size"):
		p.scalar("window").fault("needs source.pages.size: how far a page reaches depends on it")
	case pages.Window > 0 && pages.Size > pages.Window:
		p.scalar("window").fault("is smaller than source.pages.size: not one page fits in")
	case pages.Style == PagesNext && s.Body != nil:
		p.scalar("style").fault("next asks with GET, which has no source.body: leave the body " +
			"out, or change style")
	}
}

// joinOr joins words for a message: "a, b or c".
func joinOr(words []string) string {
	last := len(words) - 1
	if last < 1 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:last], ", ") + " or " + words[last]
}

var paramPattern = regexp.MustCompile(`^[A-Za-z0-9_.@$\[\]-]{1,64}$`)

// param checks the text of a key that names a query parameter, or a member of the body.
func (m mapping) param(key, text string, s *Source) string {
	if text == "" {
		return ""
	}
	v := m.str(key)
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
		next, isObject := child.(map[string]any)
		switch {
		case path[i] == "":
			v.fault("%q is not the path of a member of source.body: write it as in variables.page",
				v.text)
			return ""
		case !there || i == len(path)-1:
			return text
		case !isObject:
			v.fault("%q leads through %s, which is no object in source.body", v.text,
				strings.Join(path[:i+1], "."))
			return ""
		}
		at = next
	}
	return text
}
