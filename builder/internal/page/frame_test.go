package page_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/builder/internal/page"
)

// TestFirstTabStops: a person with a keyboard reaches only what can be seen: the skip link, the
// logo and the navigation. Programs that read the source still find llms.txt before the content.
func TestFirstTabStops(t *testing.T) {
	home, err := mustNew(t, palco()).Home(page.HomeModel{})
	require.NoError(t, err)
	_, body, found := strings.Cut(string(home.HTML), "<body>")
	require.True(t, found)
	top, _, found := strings.Cut(body, "<main")
	require.True(t, found)
	var stops []string
	for _, link := range regexp.MustCompile(`<a [^>]*href="([^"]*)"`).FindAllStringSubmatch(top, -1) {
		stops = append(stops, link[1])
	}
	require.Equal(t, []string{"#conteudo", "/"}, stops[:2])
	require.NotContains(t, stops, "/llms.txt")
	require.Equal(t, 1, strings.Count(top, `class="skip"`))
	require.Contains(t, top, "<p hidden>Para agentes e programas: /llms.txt</p>")
	require.Contains(t, string(home.HTML), `<a href="/llms.txt" type="text/plain">llms.txt</a>`,
		"people find it in the footer")
}
