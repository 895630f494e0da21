package page_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/net/html/atom"

	"cartaz/builder/catalog"
	"cartaz/builder/internal/page"
)

// TestEmbed: the list for frames on other sites has the next events of the page and a link to it,
// opens every link outside of the frame, and is hidden from search engines.
func TestEmbed(t *testing.T) {
	b := palco()
	r := mustNew(t, b)
	many := cards(t, r, b)
	for len(many.Cards) < 20 {
		many.Add([]byte(many.Cards[0]), []byte(many.Lines[0]))
	}
	facet := page.Facet{Path: "/organizadores/casa", Label: `Casa "&" Cia`, Value: "casa",
		Count: 50}
	p, err := r.Group(catalog.OrganisersPath, page.GroupModel{Facet: facet,
		Listed: cut(many, 20), More: true})
	require.NoError(t, err)
	doc := parse(t, p.Embed)
	checkBalanced(t, p.Embed)
	checkIDs(t, doc)
	checkNames(t, doc)
	text := string(p.Embed)
	const base = `<base target="_blank">` // no other page may have the element
	checkNothingForbidden(t, parse(t, []byte(strings.Replace(text, base, "", 1))))
	require.Equal(t, 12, strings.Count(text, `<li class="card`))
	require.Contains(t, text, base)
	require.Contains(t, text, `<meta name="robots" content="noindex,follow">`)
	require.Contains(t, text, `<link rel="canonical" `+
		`href="https://palco.example/organizadores/casa">`)
	require.Contains(t, text, `<a href="/organizadores/casa">Palco</a>`)
	require.Contains(t, text,
		`<a class="btn calm" href="/organizadores/casa">Ver todos os 50 eventos</a>`)
	require.Empty(t, find(doc, atom.Script))

	p, err = r.Group(catalog.OrganisersPath, page.GroupModel{
		Facet: page.Facet{Path: facet.Path, Label: "Nada"}})
	require.NoError(t, err)
	require.Contains(t, string(p.Embed), "Nenhum evento")
	require.NotContains(t, string(p.Embed), "Ver todos")
}

// TestLongTitles: the title element has the part of a long name that search engines show, the
// preview of a shared link all of it.
func TestLongTitles(t *testing.T) {
	rec := evinha()
	rec.Name = strings.Repeat("Festival ", 12) + "fim"
	text := string(mustEvent(t, mustNew(t, palco()), rec).HTML)
	require.Contains(t, text, "<title>"+strings.TrimSpace(strings.Repeat("Festival ", 7))+
		"… · Palco</title>")
	require.Contains(t, text, `<meta property="og:title" content="`+rec.Name+`">`)
}
