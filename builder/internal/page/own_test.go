package page_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/net/html/atom"

	"cartaz/brands"
	"cartaz/builder/internal/markup"
)

// Both forms of a page that the brand wrote say the same words.
func TestOwnPageSaysTheSame(t *testing.T) {
	b := palco()
	b.Pages = []brands.OwnPage{{Path: "/sobre", File: "pages/sobre.md",
		Title: "Sobre *nós* & <tudo>",
		Line:  4, Body: "Um **teatro** de [bairro](/eventos) & R$ 5.\n\n## Contato *geral*\n\n" +
			"1. um\n2. dois\n   - três\n\n| a | b |\n|---|---|\n| 1 \\| 2 | `x` |\n\n> citado\n"}}
	r := mustNew(t, b)
	pages, err := r.OwnPages()
	require.NoError(t, err)
	drawn, notes, err := r.Own(pages[0], markup.New(), func(string) bool { return true })
	require.NoError(t, err)
	require.Empty(t, notes)
	main := textOf(find(parse(t, drawn.HTML), atom.Main)[0])
	twin := markdownText(t, drawn.Markdown)
	for _, fact := range []string{"Sobre *nós* & <tudo>", "Um teatro de bairro & R$ 5.",
		"Contato geral", "um", "dois", "três", "1 | 2", "x", "citado"} {
		require.Contains(t, loose(main), loose(fact))
		require.Contains(t, loose(twin), loose(fact))
	}
	require.Contains(t, string(drawn.Markdown), "https://palco.example/eventos")
}
