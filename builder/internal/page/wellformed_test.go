package page_test

import (
	"bytes"
	"compress/gzip"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"
	gmhtml "github.com/yuin/goldmark/renderer/html"
	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"cartaz/brands"
	"cartaz/builder/catalog"
	"cartaz/builder/internal/page"
	"cartaz/builder/resultpage"
)

// TestWellFormed checks the rules for every page that its elements show.
func TestWellFormed(t *testing.T) {
	for _, b := range []*brands.Brand{palco(), confs()} {
		for name, p := range pages(t, b) {
			t.Run(b.Key+"/"+name, func(t *testing.T) {
				doc := parse(t, p.HTML)
				checkBalanced(t, p.HTML)
				checkHead(t, b, doc)
				checkHeadings(t, doc)
				checkIDs(t, doc)
				checkNames(t, doc)
				checkNothingForbidden(t, doc)
				require.LessOrEqual(t, gzipped(t, p.HTML), 10<<10, "HTML over its budget")
			})
		}
	}
}

// TestStylesheetBudget: one style sheet of at most 8 KB gzipped, without any
// address, colour or font that the tokens do not hold.
func TestStylesheetBudget(t *testing.T) {
	path, body := mustNew(t, palco()).Stylesheet()
	require.Regexp(t, `^/assets/[0-9a-f]{16}\.css$`, path)
	require.LessOrEqual(t, gzipped(t, body), 8<<10)
	require.NotContains(t, string(body), "/*")
	for _, forbidden := range []string{"url(", "@import", "@font-face", "expression("} {
		require.NotContains(t, string(body), forbidden)
	}
	require.Equal(t, strings.Count(string(body), "{"), strings.Count(string(body), "}"))
}

func gzipped(t *testing.T, b []byte) int {
	t.Helper()
	var out bytes.Buffer
	w := gzip.NewWriter(&out)
	_, err := w.Write(b)
	require.NoError(t, err)
	require.NoError(t, w.Close())
	return out.Len()
}

func parse(t *testing.T, b []byte) *html.Node {
	t.Helper()
	doc, err := html.Parse(bytes.NewReader(b))
	require.NoError(t, err)
	return doc
}

var void = map[string]bool{"base": true, "meta": true, "link": true, "img": true, "br": true,
	"input": true,
	"hr":    true}

// checkBalanced reads the tokens as they are, because a parser repairs tokens that do not match.
func checkBalanced(t *testing.T, b []byte) {
	t.Helper()
	var open []string
	z := html.NewTokenizer(bytes.NewReader(b))
	for {
		switch z.Next() {
		case html.ErrorToken:
			require.Empty(t, open, "elements left open")
			return
		case html.StartTagToken:
			name, _ := z.TagName()
			if !void[string(name)] {
				open = append(open, string(name))
			}
		case html.EndTagToken:
			name, _ := z.TagName()
			require.NotEmpty(t, open, "</%s> closes nothing", name)
			require.Equal(t, open[len(open)-1], string(name))
			open = open[:len(open)-1]
		}
	}
}

func checkHead(t *testing.T, b *brands.Brand, doc *html.Node) {
	t.Helper()
	require.Equal(t, b.Locale, attr(find(doc, atom.Html)[0], "lang"))
	require.Contains(t, textOf(find(doc, atom.Title)[0]), b.Name)
	require.Len(t, find(doc, atom.Title), 1)
	meta := map[string]int{}
	for _, m := range find(doc, atom.Meta) {
		key := attr(m, "name") + attr(m, "property")
		if key != "" {
			require.NotEmpty(t, attr(m, "content"), key)
		}
		meta[key]++
		if key == "description" {
			require.LessOrEqual(t, len([]rune(attr(m, "content"))), 160)
		}
	}
	require.Equal(t, 2, meta["theme-color"])
	for _, key := range []string{"description", "viewport", "og:title", "og:description", "og:url",
		"og:type", "og:site_name", "og:locale"} {
		require.Equal(t, 1, meta[key], key)
	}
	require.Equal(t, meta["og:image"], meta["twitter:card"])
	links := map[string]string{}
	for _, l := range find(doc, atom.Link) {
		if attr(l, "rel") != "alternate" || attr(l, "type") == "text/markdown" {
			links[attr(l, "rel")] = attr(l, "href")
		}
	}
	require.Contains(t, links["canonical"], b.SiteURL+"/")
	require.Contains(t, links["alternate"], ".md")
	require.Regexp(t, `^/assets/`, links["stylesheet"])
	head := find(doc, atom.Head)[0]
	last := head.LastChild
	for last.Type != html.ElementNode {
		last = last.PrevSibling
	}
	for _, s := range slices.Backward(find(doc, atom.Script)) {
		if attr(s, "src") != "" {
			continue // the one script of the site
		}
		require.Equal(t, "application/ld+json", attr(s, "type"))
		require.Same(t, last, s, "JSON-LD is not last in head")
		for last = last.PrevSibling; last.Type != html.ElementNode; {
			last = last.PrevSibling
		}
	}
}

func checkHeadings(t *testing.T, doc *html.Node) {
	t.Helper()
	require.Len(t, find(doc, atom.H1), 1)
	level := 0
	walk(doc, func(n *html.Node) {
		if n.Type != html.ElementNode || len(n.Data) != 2 || n.Data[0] != 'h' || n.Data[1] < '1' ||
			n.Data[1] > '6' {
			return
		}
		next := int(n.Data[1] - '0')
		require.LessOrEqual(t, next, level+1, "heading %q skips a level", textOf(n))
		require.NotEmpty(t, strings.TrimSpace(textOf(n)))
		level = next
	})
}

func checkIDs(t *testing.T, doc *html.Node) {
	t.Helper()
	ids := map[string]bool{}
	walk(doc, func(n *html.Node) {
		if id := attr(n, "id"); id != "" {
			require.False(t, ids[id], "id %s twice", id)
			ids[id] = true
		}
	})
	walk(doc, func(n *html.Node) {
		for _, key := range []string{"for", "aria-labelledby", "aria-describedby"} {
			for _, ref := range strings.Fields(attr(n, key)) {
				require.True(t, ids[ref], "%s=%q leads nowhere", key, ref)
			}
		}
		if href := attr(n, "href"); strings.HasPrefix(href, "#") {
			require.True(t, ids[href[1:]], "%s leads nowhere", href)
		}
	})
}

// checkNames: controls have labels, repeated landmarks and links have names,
// pictures have an alternative.
func checkNames(t *testing.T, doc *html.Node) {
	t.Helper()
	labels := map[string]bool{}
	for _, l := range find(doc, atom.Label) {
		labels[attr(l, "for")] = true
	}
	for _, control := range append(find(doc, atom.Input), find(doc, atom.Select)...) {
		if attr(control, "type") != "hidden" {
			require.True(t, labels[attr(control, "id")], "%s has no label", attr(control, "name"))
		}
	}
	for _, nav := range append(find(doc, atom.Nav), find(doc, atom.Section)...) {
		require.NotEmpty(t, attr(nav, "aria-label")+attr(nav, "aria-labelledby"),
			"a landmark has no name")
	}
	for _, a := range find(doc, atom.A) {
		name := textOf(a)
		for _, img := range find(a, atom.Img) {
			name += attr(img, "alt")
		}
		require.NotEmpty(t, strings.TrimSpace(name), "link %s has no text", attr(a, "href"))
		require.NotEmpty(t, attr(a, "href"))
	}
	for _, img := range find(doc, atom.Img) {
		require.True(t, hasAttr(img, "alt") && hasAttr(img, "width") ||
			find(img.Parent, atom.A) == nil)
		if attr(img.Parent, "class") != "logo" {
			require.Equal(t, "no-referrer", attr(img, "referrerpolicy"))
		}
	}
	for _, th := range find(doc, atom.Th) {
		require.NotEmpty(t, attr(th, "scope"))
	}
}

// checkNothingForbidden: no script but data, no inline style, no handler, no
// address of a foreign scheme.
func checkNothingForbidden(t *testing.T, doc *html.Node) {
	t.Helper()
	walk(doc, func(n *html.Node) {
		if n.Type != html.ElementNode {
			return
		}
		require.NotContains(t, []string{"style", "iframe", "object", "embed", "base", "svg",
			"math"}, n.Data)
		for _, a := range n.Attr {
			require.NotEqual(t, "style", a.Key)
			require.False(t, strings.HasPrefix(a.Key, "on"), "handler %s", a.Key)
			if a.Key == "href" || a.Key == "src" || a.Key == "action" {
				scheme, _, found := strings.Cut(a.Val, ":")
				require.True(t, !found || strings.ContainsAny(scheme, "/?#") || scheme == "https" ||
					scheme == "http" || scheme == "mailto" || scheme == "webcal", "address %q",
					a.Val)
			}
		}
	})
}

func walk(n *html.Node, visit func(*html.Node)) {
	visit(n)
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		walk(c, visit)
	}
}

func find(root *html.Node, a atom.Atom) []*html.Node {
	var found []*html.Node
	walk(root, func(n *html.Node) {
		if n.Type == html.ElementNode && n.DataAtom == a {
			found = append(found, n)
		}
	})
	return found
}

func attr(n *html.Node, key string) string {
	for _, a := range n.Attr {
		if a.Key == key {
			return a.Val
		}
	}
	return ""
}

func hasAttr(n *html.Node, key string) bool {
	for _, a := range n.Attr {
		if a.Key == key {
			return true
		}
	}
	return false
}

// textOf is the text below n with its white space collapsed.
func textOf(n *html.Node) string {
	var b strings.Builder
	walk(n, func(n *html.Node) {
		if n.Type == html.TextNode {
			b.WriteString(n.Data)
			b.WriteByte(' ')
		}
	})
	return strings.Join(strings.Fields(b.String()), " ")
}

// attacks are texts that try to leave the place in which they are shown.
var attacks = []string{
	`<script>alert(1)</script>`, `</script><script>alert(1)</script>`,
	`"><img src=x onerror=alert(1)>`, `' onmouseover='alert(1)`,
	`</title><svg onload=alert(1)>`, `</a></h3></li><iframe src=//e.example>`, `<!--`, `--><b>`,
	`]]>`, `&lt;script&gt;alert(1)&lt;/script&gt;`,
	`javascript:alert(1)`, `data:text/html,<script>alert(1)</script>`, `{{.Brand}}`, `⟦items⟧`,
	`⟦if q⟧`, `⟦end⟧`, `⟧⟦`,
	"x\n---\ntitle: y\n---\n# z", "x\n\n# Sistema\n\nIgnore", "](https://e.example)",
	"[x](javascript:alert(1))", "![x](https://e.example/p.png)", "<https://e.example>",
	"| a | b |\n|---|---|", "`code`", "```\nfence", "> quote", "**bold** _it_ ~~gone~~", `\`,
	`\\](x)`, "*", "\x00\x01", "\u2028", "a\u202eb", strings.Repeat("A", 400), "",
}

// TestHostileText puts each attack into every field of a record. The page must keep the elements
// that it has with harmless text, and so must the output of a Markdown reader for the twin, front
// matter included, and for the line.
func TestHostileText(t *testing.T) {
	r := mustNew(t, palco())
	schema := eventSchema(t)
	calm := mustEvent(t, r, poisoned("texto"))
	for _, attack := range attacks {
		if attack == "" {
			continue
		}
		t.Run(attack[:min(len(attack), 24)], func(t *testing.T) {
			e := mustEvent(t, r, poisoned(attack))
			checkBalanced(t, e.HTML)
			checkNothingForbidden(t, parse(t, e.HTML))
			require.Equal(t, elements(t, calm.HTML), elements(t, e.HTML), "an element escaped")
			require.Equal(t, elements(t, calm.Card), elements(t, e.Card),
				"an element escaped its card")
			require.Equal(t, drawn(t, calm.Line), drawn(t, e.Line),
				"the line became something else")
			require.Equal(t, 1, strings.Count(string(e.Line), "\n"))
			require.Equal(t, drawn(t, calm.Markdown), drawn(t, e.Markdown),
				"the Markdown became something else")
			mustCalendar(t, e.Calendar)
			if doc := jsonLD(t, e.HTML); doc != nil {
				require.NoError(t, schema.Validate(doc))
			}
		})
	}
}

// poisoned is a record with the text in every field that is shown as text.
func poisoned(s string) *catalog.Record {
	rec := evinha()
	rec.Name, rec.Location.Name, rec.Location.City, rec.Producer.Name = "x "+s, "x "+
		s, "São Paulo "+s, "x "+s
	rec.Location.Address = "Rua " + s
	rec.Status, rec.SaysCancelled = "x "+s, true
	rec.Description, rec.Format = "Um texto.", "text"
	rec.Tickets = []catalog.Ticket{ticket("x "+s, 100, 0, true), ticket("x "+s, 100, 0, false)}
	return rec
}

// elements are the names of all elements and attributes, in order.
func elements(t *testing.T, b []byte) []string {
	t.Helper()
	var names []string
	walk(parse(t, b), func(n *html.Node) {
		if n.Type != html.ElementNode {
			return
		}
		names = append(names, n.Data)
		for _, a := range n.Attr {
			names = append(names, "@"+a.Key)
		}
	})
	return names
}

// drawn are the elements that a Markdown reader with tables, and with raw HTML
// switched on, makes of a page. Bare addresses are not counted as links.
func drawn(t *testing.T, markdown []byte) []string {
	t.Helper()
	var out strings.Builder
	md := goldmark.New(goldmark.WithExtensions(extension.Table, extension.Strikethrough,
		extension.TaskList), goldmark.WithRendererOptions(gmhtml.WithUnsafe()))
	require.NoError(t, md.Convert(markdown, &out))
	return elements(t, []byte(out.String()))
}

// TestHostileAddresses: an address that is not a web address does not become a link, and a web
// address keeps every character.
func TestHostileAddresses(t *testing.T) {
	r := mustNew(t, palco())
	for _, address := range []string{"javascript:alert(1)", "data:text/html,x",
		`https://e.example/"onclick="x`, "https://e.example/>x", "https://e.example/ \n\nx"} {
		rec := evinha()
		rec.BuyURL, rec.Banner, rec.Thumbnail = address, address, address
		e := mustEvent(t, r, rec)
		checkBalanced(t, e.HTML)
		for _, n := range []([]byte){e.HTML, e.Card} {
			walk(parse(t, n), func(n *html.Node) {
				require.NotContains(t, attr(n, "href"), "javascript:")
				require.Empty(t, attr(n, "onclick"))
			})
		}
		require.Equal(t, 1, strings.Count(string(e.Markdown), "**Comprar:** <"))
	}
}

// TestHostileNamesInLists: the names of cities and organisers in a catalogue can neither break the
// pages that list them nor forge a slot of the search page.
func TestHostileNamesInLists(t *testing.T) {
	b := palco()
	r := mustNew(t, b)
	count := func(name string) (html, markdown int) {
		facets := []page.Facet{{Path: "/cidades/x", Label: name, Value: name, State: name,
			Count: 1}}
		h, m, err := r.List(page.ListModel{"city": append(facets, facets...),
			"venue": append(facets, facets...)})
		require.NoError(t, err)
		return slots(h), slots(m)
	}
	wantHTML, wantMarkdown := count("texto")
	for _, attack := range attacks {
		html, markdown := count(attack)
		require.Equal(t, wantHTML, html, attack)
		require.Equal(t, wantMarkdown, markdown, attack)

		facet := page.Facet{Path: "/cidades/x", Label: "x " + attack, Value: attack, Count: 1}
		for _, p := range []func() (page.Page, error){
			func() (page.Page, error) {
				return r.Group(catalog.CitiesPath, page.GroupModel{Facet: facet, More: true,
					Cities: []page.Facet{facet}, Organisers: []page.Facet{facet}})
			},
			func() (page.Page, error) {
				return r.Group(catalog.OrganisersPath, page.GroupModel{Facet: facet,
					Past: []page.PastRow{{Name: "x " + attack, Path: "/eventos/x"}}})
			},
			func() (page.Page, error) {
				return r.Home(page.HomeModel{Total: 1, Sections: []page.HomeSection{{
					ID: "x", Heading: facet.Label, Groups: []page.Facet{facet},
					Parts: []page.HomePart{{Groups: []page.Facet{facet}}}}}})
			},
		} {
			p, err := p()
			require.NoError(t, err)
			checkBalanced(t, p.HTML)
			checkNothingForbidden(t, parse(t, p.HTML))
		}
	}
}

func slots(p resultpage.Template) int {
	n := 0
	for _, piece := range p.Pieces {
		if piece.Slot != resultpage.NoSlot {
			n++
		}
	}
	return n
}
