package resultpage_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/builder/release/resultpage"
)

func TestTitles(t *testing.T) {
	var titles []resultpage.EmbedTitle
	for i := range 100 {
		titles = append(titles, resultpage.EmbedTitle{Path: fmt.Sprintf("/cidades/c-%d", i*7%100),
			Title: strings.Repeat("Título ", i%5) + fmt.Sprint(i)})
	}
	titles = append(titles, resultpage.EmbedTitle{Path: "/locais/x", Title: "a\tb\nc"})
	for n := range len(titles) + 1 {
		some := append([]resultpage.EmbedTitle(nil), titles[len(titles)-n:]...)
		table := resultpage.AppendEmbedTitles(nil, some)
		require.Equal(t, n, strings.Count(string(table), "\n"))
		for _, want := range titles[len(titles)-n:] {
			got, ok := resultpage.FindEmbedTitle(table, want.Path)
			require.True(t, ok, want.Path)
			require.Equal(t, strings.NewReplacer("\t", " ", "\n", " ").Replace(want.Title), got)
		}
		for _, path := range []string{"", "/", "/cidades/c-", "/cidades/c-100", "/zzz"} {
			_, ok := resultpage.FindEmbedTitle(table, path)
			require.False(t, ok, path)
		}
	}
}

func TestClamped(t *testing.T) {
	for _, test := range []struct{ maxWidth, maxHeight, width, height int }{
		{0, 0, 600, 600}, {320, 0, 320, 600}, {0, 200, 600, 200}, {4000, 4000, 600, 600},
		{-1, -5, 600, 600}, {1, 1, 1, 1},
	} {
		width, height := resultpage.ClampEmbed(test.maxWidth, test.maxHeight)
		require.Equal(t, [2]int{test.width, test.height}, [2]int{width, height})
	}
}

// TestFrame: nothing in an address or a name leaves its attribute.
func TestFrame(t *testing.T) {
	f := resultpage.EmbedFrame{URL: "https://a.example/embed/cidades/x?a=1&b=2",
		Title: `Bar "do" <Zé>`, Height: 600}
	require.Equal(t, `<iframe src="https://a.example/embed/cidades/x?a=1&amp;b=2" `+
		`title="Bar &#34;do&#34; &lt;Zé&gt;" height="600" loading="lazy" `+
		`style="width:100%;border:0"></iframe>`, f.HTML())
	f.Width = 320
	require.Contains(t, f.HTML(), `width="320" height="600" loading="lazy" style="border:0"`)
}
