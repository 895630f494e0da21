package page_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"
	gmhtml "github.com/yuin/goldmark/renderer/html"
	"golang.org/x/net/html"

	"cartaz/builder/catalog"
	"cartaz/builder/internal/page"
	"cartaz/builder/resultpage"
)

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
