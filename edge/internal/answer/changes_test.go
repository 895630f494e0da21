package answer_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/builder/release/releasetest"
	"cartaz/edge/internal/answer"
	"cartaz/edge/internal/edgetest"
)

// What has changed since a time, the newest first, in the words of the list of changes.
func TestChanges(t *testing.T) {
	const head = "# O que mudou\n\nA lista começa em 2026-11-01T00:00:00Z; as mudanças mais " +
		"novas vêm primeiro.\n\n"
	line := func(at, what string) string {
		return `{"at":"` + at + `","what":"` + what + `","id":1,"slug":"a","name":"A [b]",` +
			`"url":"https://palco.example/eventos/a","fields":["name","location.city"]}` + "\n"
	}
	said := func(at, what string) string {
		return "- " + at + " · " + what +
			` · [A \[b\]](https://palco.example/eventos/a.md) · name, location.city` + "\n"
	}
	const monday, tuesday, night = "2026-11-16T15:00:00Z", "2026-11-17T15:00:00Z",
		"2026-11-18T02:59:59Z"
	brand, out := edgetest.Brand("palco"), t.TempDir()
	brand.Timezone = "America/Sao_Paulo"
	id := edgetest.PublishMore(t, out, brand, map[string]releasetest.Resource{
		"/mudancas.ndjson": releasetest.Text("application/x-ndjson",
			`{"since":"2026-11-01T00:00:00Z"}`+"\n"+line(monday, "added")+
				line(tuesday, "changed")+line(night, "removed")),
	})
	c := opened(t, out, brand, id)
	all := said(night, "Removido") + said(tuesday, "Mudou") + said(monday, "Novo")
	for query, want := range map[string]string{
		"":                                    all,
		"since=2026-11-17":                    said(night, "Removido") + said(tuesday, "Mudou"),
		"since=2026-11-18":                    "Nada.\n", // the night is the 17th in São Paulo
		"since=2026-11-17T15:00:00Z":          said(night, "Removido") + said(tuesday, "Mudou"),
		"since=2026-11-18T00%3A00%3A00-03:00": "Nada.\n",
	} {
		a := ask(c, answer.Request{Path: "/mudancas.md", Query: query})
		require.Equal(t, 200, a.Status)
		require.Equal(t, head+want, string(a.Body), query)
		require.Equal(t, "text/markdown; charset=utf-8", a.Field("Content-Type"))
		require.Contains(t, a.Field("Link"), "/mudancas.ndjson>")
		require.Equal(t, 304, ask(c, answer.Request{Path: "/mudancas.md", Query: query,
			IfNoneMatch: a.Field("ETag")}).Status)
	}
	wrong := ask(c, answer.Request{Path: "/mudancas.md", Query: "since=ontem"})
	require.Equal(t, strings.Replace(head, "\n\n", "\n\n“ontem” não é uma data do calendário: "+
		"escreva como em 2026-11-28. Foi ignorada.\n\n", 1)+all, string(wrong.Body))

	var many strings.Builder
	for i := range 300 {
		many.WriteString(line(fmt.Sprintf("2026-11-16T15:%02d:%02dZ", i/60, i%60), "added"))
	}
	id = edgetest.PublishMore(t, out, brand, map[string]releasetest.Resource{
		"/mudancas.ndjson": releasetest.Text("application/x-ndjson",
			`{"since":"2026-11-01T00:00:00Z"}`+"\n"+many.String()),
	})
	a := ask(opened(t, out, brand, id), answer.Request{Path: "/mudancas.md"})
	require.Equal(t, 100, strings.Count(string(a.Body), "· Novo ·"))
	require.Contains(t, string(a.Body), said("2026-11-16T15:03:20Z", "Novo")+
		"\nMudanças mais antigas: <https://palco.example/mudancas.ndjson>\n")
}
