package page_test

import (
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/net/html/atom"
)

// TestShare: the links hold what a friend needs to know, escaped once.
func TestShare(t *testing.T) {
	rec := evinha()
	rec.Name = "Rock & roll + 100%?"
	e := mustEvent(t, mustNew(t, palco()), rec)
	var links []string
	for _, a := range find(parse(t, e.HTML), atom.A) {
		for _, attr := range a.Attr {
			if attr.Key == "href" && regexp.MustCompile(`^(https://wa\.me|mailto:)`).MatchString(
				attr.Val) {
				links = append(links, attr.Val)
			}
		}
	}
	text := "Rock%20%26%20roll%20%2B%20100%25%3F%20%C2%B7%20S%C3%A1bado%2C%2023%20de%20maio" +
		"%20de%202026%2C%2021h%20%C2%B7%20Theatro%20Municipal%2C%20S%C3%A3o%20Paulo%2C%20SP%0A" +
		"https%3A%2F%2Fpalco.example%2Feventos%2F" + rec.Slug
	require.Contains(t, links, "https://wa.me/?text="+text)
	require.Contains(t, links,
		"mailto:?subject=Rock%20%26%20roll%20%2B%20100%25%3F&body="+text)
	require.Contains(t, string(e.HTML),
		`<span class="copy">https://palco.example/eventos/`+rec.Slug+`</span>`)
}
