package catalog_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/builder/catalog"
)

// An address is spelled by the words of a brand and read back; any other text stays as it is.
func TestSpelling(t *testing.T) {
	s := catalog.NewSpelling("http://a.example:8080", map[string]string{"eventos": "events",
		"cidades": "cities", "hoje": "today", "temas": "temas", "letra": "letter"})
	for key, own := range map[string]string{
		"/eventos": "/events", "/eventos.ics?q=a/b": "/events.ics?q=a/b", "/eventos/x": "/events/x",
		"/cidades/letra/b/2": "/cities/letter/b/2", "/cidades/letra": "/cities/letra",
		"/embed/cidades/recife-pe": "/embed/cities/recife-pe", "/hoje.md": "/today.md",
		"/eventos.ndjson": "/eventos.ndjson", "/eventos-2.ndjson": "/eventos-2.ndjson",
		"/eventos2": "/eventos2", "/temas/jazz": "/temas/jazz", "/letra": "/letra",
		"/": "/", "": "", ":gone": ":gone", "eventos": "eventos", "/assets/x.css": "/assets/x.css",
	} {
		require.Equal(t, own, s.Own(key))
		require.Equal(t, key, s.Key(own))
		require.Equal(t, key, s.Key(key), "the words of the code are answered everywhere")
		require.Equal(t, own, s.Own(own), "what is spelled stays so")
		require.Equal(t, key, new(catalog.Spelling).Own(key))
	}
	for text, want := range map[string]string{
		`<a href="/eventos⟦self⟧">/eventos</a>`:            `<a href="/events⟦self⟧">/eventos</a>`,
		`<a href="/cidades/letra/b">`:                      `<a href="/cities/letter/b">`,
		`](http://a.example:8080/eventos/x.md)`:            `](http://a.example:8080/events/x.md)`,
		`webcal://a.example:8080/hoje`:                     `webcal://a.example:8080/today`,
		`http://b/eventos http://b.a.example:8080/eventos`: `=`,
		`href="/`: `=`,
	} {
		if want == "=" {
			want = text
		}
		require.Equal(t, ">"+want, string(s.AppendText([]byte(">"), []byte(text))))
	}
}
