package resultpage_test

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/builder/catalog"
	"cartaz/builder/release/releasetest"
	"cartaz/builder/resultpage"
	"cartaz/builder/rowstest"
)

func mustCompile(t testing.TB, text string, escape resultpage.Escape) resultpage.Template {
	t.Helper()
	p, err := resultpage.Compile(text, escape)
	require.NoError(t, err)
	return p
}

// join joins a page as the edge does.
func join(p resultpage.Template, flags resultpage.Flags, fill releasetest.Fill) []byte {
	return releasetest.Join(p, flags, fill, nil)
}

// slots fills each slot with the same value, and items with markup.
func slots(value string) releasetest.Fill {
	return func(slot resultpage.Slot) string {
		if slot == resultpage.SlotItems {
			return "<li>&amp;</li>"
		}
		return value
	}
}

func TestConditions(t *testing.T) {
	p := mustCompile(t, "a⟦if q⟧[q=⟦q⟧⟦if many !filter⟧ many⟦if next⟧>⟦end⟧⟦end⟧]⟦end⟧"+
		"⟦if none⟧none⟦end⟧⟦if !q⟧all⟦end⟧z", resultpage.EscapeHTML)
	for _, c := range []struct {
		flags resultpage.Flags
		want  string
	}{
		{0, "aallz"},
		{resultpage.None, "anoneallz"},
		{resultpage.HasQ, "a[q=v]z"},
		{resultpage.HasQ | resultpage.Many, "a[q=v many]z"},
		{resultpage.HasQ | resultpage.Many | resultpage.HasNext, "a[q=v many>]z"},
		{resultpage.HasQ | resultpage.Many | resultpage.HasNext | resultpage.HasFilter, "a[q=v]z"},
		{resultpage.HasNext, "aallz"},
	} {
		require.Equal(t, c.want, string(join(p, c.flags, slots("v"))), "flags %b", c.flags)
	}
}

// Every word that templates may use, so the test notices a renamed one.
func TestWords(t *testing.T) {
	for i, word := range strings.Fields(`
		q filter none one many prev next past searching corrected tries
		partial gone by_date by_price refined wrong is_today is_tomorrow is_weekend later read
		long agent any_city any_state any_organization any_from any_to any_after any_hour`) {
		p := mustCompile(t, "⟦if "+word+"⟧x⟦end⟧⟦if !"+word+"⟧y⟦end⟧", resultpage.EscapeHTML)
		want := []resultpage.Piece{{Need: 1 << i, Text: "x"}, {Never: 1 << i, Text: "y"}}
		require.Equal(t, want, p.Pieces, word)
	}
	names := strings.Fields(`
		q total first last page last_page self prev next first_page items corrected
		corrected_address missing all_count filter_count currency asked
		by_date_address by_rank_address by_price_address today_address tomorrow_address weekend_address`)
	for i, name := range names {
		p := mustCompile(t, "⟦"+name+"⟧", resultpage.EscapeHTML)
		require.Equal(t, []resultpage.Piece{{Slot: resultpage.Slot(i + 1)}}, p.Pieces, name)
	}
	require.Equal(t, resultpage.SlotWeekend, resultpage.Slot(len(names)))
	require.Equal(t, resultpage.IsWeekend, resultpage.Flags(1<<19))
	for i, list := range []string{"filters", "without", "wrong", "earlier", "further", "gone",
		"city", "state", "organization", "from", "to", "after", "hour", "venue", "country", "tag"} {
		for k, slot := range []string{"value", "label", "address", "count"} {
			p := mustCompile(t, "⟦each "+list+"⟧⟦"+slot+"⟧⟦end⟧", resultpage.EscapeHTML)
			require.Equal(t, []resultpage.Piece{{Each: resultpage.List(i + 1),
				Slot: resultpage.SlotItemValue + resultpage.Slot(k)}}, p.Pieces)
		}
	}
}

// The text of a list is repeated for each item, including its conditions and the slots of the page.
func TestLists(t *testing.T) {
	p := mustCompile(t, "a⟦each filters⟧<a href=\"⟦address⟧\">⟦label⟧⟦if q⟧ ⟦q⟧⟦end⟧</a>⟦end⟧b"+
		"⟦each wrong⟧!⟦label⟧⟦end⟧⟦each without⟧⟦count⟧⟦end⟧", resultpage.EscapeHTML)
	lists := releasetest.Lists{
		resultpage.ListFilters: {
			{resultpage.SlotItemLabel: "<Sala>", resultpage.SlotItemLink: "/eventos?a=b&c"},
			{resultpage.SlotItemLabel: "Free"},
		},
		resultpage.ListWrong: {{resultpage.SlotItemLabel: "x"}},
	}
	for flags, want := range map[resultpage.Flags]string{
		0: `a<a href="/eventos?a=b&#38;c">&#60;Sala&#62;</a><a href="">Free</a>b!x`,
		resultpage.HasQ: `a<a href="/eventos?a=b&#38;c">&#60;Sala&#62; v</a><a href="">Free v</a>` +
			`b!x`,
	} {
		require.Equal(t, want, string(releasetest.Join(p, flags, slots("v"), lists)))
	}
	require.Equal(t, "ab", string(join(p, 0, slots("v"))))
}

func TestCompileRefuses(t *testing.T) {
	for name, text := range rowstest.Read[map[string]string](t, "testdata/compile-refuses.yaml") {
		_, err := resultpage.Compile(text, resultpage.EscapeHTML)
		require.ErrorIs(t, err, resultpage.ErrTemplate, name)
	}
}

func TestEscape(t *testing.T) {
	const nasty = "<b onclick=\"x\">&'\x00\r\n\x7f[a](b)*_`|\\é"
	html := mustCompile(t, "<p title=\"⟦q⟧\">⟦items⟧", resultpage.EscapeHTML)
	require.Equal(t,
		`<p title="&#60;b onclick=&#34;x&#34;&#62;&#38;&#39;    [a](b)*_`+"`"+`|\é"><li>&amp;</li>`,
		string(join(html, 0, slots(nasty))))
	md := mustCompile(t, "# ⟦q⟧\n⟦items⟧", resultpage.EscapeMarkdown)
	require.Equal(t,
		"# \\<b onclick='x'\\>&'    \\[a\\](b)\\*\\_\\`\\|\\\\é\n<li>&amp;</li>",
		string(join(md, 0, slots(nasty))))

	// A term must not turn the rest of its sentence around, nor hold an error of HTML.
	const turned = "a\u202eb\u202c\u2066c\u2069 \u0085d\ufffe\ufdd0e\u200b\u200f\xff&\u202ecopy;"
	require.Equal(t, "abc de\u200b\u200f\xff&#38;copy;",
		string(resultpage.EscapeHTML.Append(nil, turned)))
	require.Equal(t, "abc de\u200b\u200f\xff\\&copy;",
		string(resultpage.EscapeMarkdown.Append(nil, turned)))

	// The edge percent-encodes an address in Markdown: a backslash would break it.
	// In HTML its & still has to be escaped.
	const address = "/eventos?q=a_b&page=2"
	inHTML := func(template, value string) string {
		return string(join(mustCompile(t, template, resultpage.EscapeHTML), 0, slots(value)))
	}
	inMarkdown := func(template, value string) string {
		return string(join(mustCompile(t, template, resultpage.EscapeMarkdown), 0, slots(value)))
	}
	require.Equal(t, "(/eventos?q=a_b&page=2)", inMarkdown("(⟦next⟧)", address))
	require.Equal(t, "/eventos?q=a_b&#38;page=2", inHTML("⟦next⟧", address))
	require.Equal(t, "/eventos?q=a\\_b\\&page=2", inMarkdown("⟦q⟧", address), "a term like one")
	require.Equal(t, "\\&copy; Samba & Cia", inMarkdown("⟦q⟧", "&copy; Samba & Cia"), "none opens")
}

// Any text compiles or is refused, and no value leaves its attribute.
func FuzzCompile(f *testing.F) {
	f.Add("<p title=\"⟦q⟧\">⟦if q⟧x⟦end⟧", "\" onclick=\"x")
	f.Add("⟦if !q city⟧⟦items⟧⟦end⟧", "")
	f.Fuzz(func(t *testing.T, text, value string) {
		p, err := resultpage.Compile(text, resultpage.EscapeHTML)
		if err != nil {
			require.ErrorIs(t, err, resultpage.ErrTemplate)
			return
		}
		require.Equal(t, text, p.Text)
		_ = join(p, resultpage.HasQ, slots(value))
		out := resultpage.EscapeHTML.Append(nil, value)
		require.False(t, bytes.ContainsAny(out, "<>\"'\r\n\x00"), "%q", out)
		out = resultpage.EscapeMarkdown.Append(nil, value)
		for i, c := range out {
			if strings.IndexByte("[]<>`|*_", c) >= 0 {
				require.True(t, i > 0 && out[i-1] == '\\', "%q", out)
			}
		}
	})
}

// TestListByDay: each day has one heading, events that began before today one, and events without a
// day another; sold-out events are the last of their day, and stay in it.
func TestListByDay(t *testing.T) {
	card := func(class, start, name string) []byte {
		if start != "" {
			start = `<time datetime="` + start + `">`
		}
		return []byte(`<li class="` + class + `"><p class="date one">` + start + name + "</li>\n")
	}
	cards := [][]byte{
		card("card sold", "2026-11-21T21:00:00-03:00", "A"),
		card("card", "2026-11-21T22:30:00-03:00", "B"),
		card("card", "2026-11-22", "C"),
		card("card sold", "2027-01-02T10:00:00Z", "D"),
		card("card", "2026-11-20T23:00:00-03:00", "E"),
		card("card", "2025-01-02", "F"),
		card("card", "", "G"),
	}
	today, ok := catalog.ParseDate("2026-11-21")
	require.True(t, ok)
	texts := resultpage.DayTextsOf("pt-BR")
	joined := string(texts.Append([]byte("<ul>"), slices.Values(cards), today))
	var order []string
	for line := range strings.Lines(joined) {
		if day, ok := strings.CutPrefix(strings.TrimPrefix(line, "<ul>"), `<li class="day">`); ok {
			order = append(order, strings.TrimSuffix(day, "</li>\n"))
			continue
		}
		order = append(order, string(line[len(line)-len("A</li>\n")]))
	}
	require.Equal(t, []string{"sáb 21 nov 2026", "B", "A", "dom 22 nov 2026", "C",
		"sáb 2 jan 2027", "D", "Em cartaz desde antes", "E", "F", "Data a definir", "G"}, order)
	require.Empty(t, texts.Append(nil, slices.Values([][]byte(nil)), today))
}

// TestTable: each path of a table is found with its value, and no other path is found.
func TestTable(t *testing.T) {
	var titles []resultpage.Row
	for i := range 100 {
		titles = append(titles, resultpage.Row{Path: fmt.Sprintf("/cidades/c-%d", i*7%100),
			Value: strings.Repeat("Título ", i%5) + fmt.Sprint(i)})
	}
	titles = append(titles, resultpage.Row{Path: "/locais/x", Value: "a\tb\nc"})
	for n := range len(titles) + 1 {
		some := append([]resultpage.Row(nil), titles[len(titles)-n:]...)
		table := resultpage.AppendTable(nil, some)
		require.Equal(t, n, strings.Count(string(table), "\n"))
		for _, want := range titles[len(titles)-n:] {
			got, ok := resultpage.FindInTable(table, want.Path)
			require.True(t, ok, want.Path)
			require.Equal(t, strings.NewReplacer("\t", " ", "\n", " ").Replace(want.Value), got)
		}
		for _, path := range []string{"", "/", "/cidades/c-", "/cidades/c-100", "/zzz"} {
			_, ok := resultpage.FindInTable(table, path)
			require.False(t, ok, path)
		}
	}
}
