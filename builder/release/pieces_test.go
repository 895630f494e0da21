package release_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/builder/release"
)

func mustCompile(t testing.TB, text string, escape release.Escape) release.Pieces {
	t.Helper()
	p, err := release.CompilePieces(text, escape)
	require.NoError(t, err)
	return p
}

// slots fills each slot with the same value, and items with markup.
func slots(value string) func([]byte, release.Slot) []byte {
	return func(dst []byte, slot release.Slot) []byte {
		if slot == release.SlotItems {
			return append(dst, "<li>&amp;</li>"...)
		}
		return append(dst, value...)
	}
}

func TestPiecesConditions(t *testing.T) {
	p := mustCompile(t, "a⟦if q⟧[q=⟦q⟧⟦if many !city⟧ many⟦if next⟧>⟦end⟧⟦end⟧]⟦end⟧⟦if none⟧none⟦end⟧⟦if !q⟧all⟦end⟧z", release.EscapeHTML)
	for _, c := range []struct {
		flags release.Flags
		want  string
	}{
		{0, "aallz"},
		{release.None, "anoneallz"},
		{release.HasQ, "a[q=v]z"},
		{release.HasQ | release.Many, "a[q=v many]z"},
		{release.HasQ | release.Many | release.HasNext, "a[q=v many>]z"},
		{release.HasQ | release.Many | release.HasNext | release.HasCity, "a[q=v]z"},
		{release.HasNext, "aallz"},
	} {
		require.Equal(t, c.want, string(p.Append(nil, c.flags, slots("v"))), "flags %b", c.flags)
	}
	require.Equal(t, "before aallz", string(p.Append([]byte("before "), 0, slots("v"))))
}

// Every word that templates may use, so that renaming one is noticed here.
func TestPiecesWords(t *testing.T) {
	for i, word := range strings.Fields(`q city state organization filter none one many prev next past searching
		corrected tries everywhere without_q without_city without_state without_organization try1 try2 try3 near_city near_organization
		unknown apart`) {
		p := mustCompile(t, "⟦if "+word+"⟧x⟦end⟧⟦if !"+word+"⟧y⟦end⟧", release.EscapeHTML)
		require.Equal(t, []release.Piece{{Need: 1 << i, Text: "x"}, {Never: 1 << i, Text: "y"}}, p.List, word)
	}
	names := strings.Fields(`q city state organization organization_value total first last page last_page self without_q without_city
		without_state without_organization without_filters prev next first_page items
		corrected corrected_address unknown all_count everywhere_count without_q_count without_city_count without_state_count
		without_organization_count try1 try1_address try1_count try2 try2_address try2_count try3 try3_address try3_count
		near_city near_city_address near_city_count near_organization near_organization_address near_organization_count`)
	for i, name := range names {
		p := mustCompile(t, "⟦"+name+"⟧", release.EscapeHTML)
		require.Equal(t, []release.Piece{{Slot: release.Slot(i + 1)}}, p.List, name)
	}
	require.Equal(t, release.SlotNearOrgCount, release.Slot(len(names)))
	require.Equal(t, release.Apart, release.Flags(1<<25))
}

func TestCompilePiecesRefuses(t *testing.T) {
	for name, text := range map[string]string{
		"open if":          "⟦if q⟧x",
		"end without if":   "x⟦end⟧",
		"one end too many": "⟦if q⟧x⟦end⟧⟦end⟧",
		"open mark":        "x⟦q",
		"unknown slot":     "⟦name⟧",
		"unknown word":     "⟦if name⟧⟦end⟧",
		"negated nothing":  "⟦if !⟧⟦end⟧",
		"if of nothing":    "⟦if⟧⟦end⟧",
		"empty mark":       "⟦⟧",
		"mark in a mark":   "⟦if ⟦q⟧⟧⟦end⟧",
		"two words":        "⟦q q⟧",
	} {
		_, err := release.CompilePieces(text, release.EscapeHTML)
		require.ErrorIs(t, err, release.ErrPieces, name)
	}
}

func TestPiecesEscape(t *testing.T) {
	const nasty = "<b onclick=\"x\">&'\x00\r\n\x7f[a](b)*_`|\\é"
	html := mustCompile(t, "<p title=\"⟦q⟧\">⟦items⟧", release.EscapeHTML)
	require.Equal(t,
		`<p title="&#60;b onclick=&#34;x&#34;&#62;&#38;&#39;    [a](b)*_`+"`"+`|\é"><li>&amp;</li>`,
		string(html.Append(nil, 0, slots(nasty))))
	md := mustCompile(t, "# ⟦q⟧\n⟦items⟧", release.EscapeMarkdown)
	require.Equal(t,
		"# \\<b onclick=\"x\"\\>&'    \\[a\\](b)\\*\\_\\`\\|\\\\é\n<li>&amp;</li>",
		string(md.Append(nil, 0, slots(nasty))))

	// A term must not turn the rest of the sentence that it stands in around, nor hold what is an error in HTML.
	const turned = "a\u202eb\u202c\u2066c\u2069 \u0085d\ufffe\ufdd0e\u200b\u200f\xff&\u202ecopy;"
	require.Equal(t, "abc de\u200b\u200f\xff&#38;copy;", string(release.EscapeHTML.Append(nil, []byte(turned))))
	require.Equal(t, "abc de\u200b\u200f\xff\\&copy;", string(release.EscapeMarkdown.Append(nil, []byte(turned))))

	// An address in Markdown is percent-encoded by the edge: a backslash in it
	// would break it. In HTML its & still has to be escaped.
	const address = "/eventos?q=a_b&page=2"
	require.Equal(t, "(/eventos?q=a_b&page=2)", string(mustPage(t, "(⟦next⟧)", release.EscapeMarkdown, address)))
	require.Equal(t, "/eventos?q=a_b&#38;page=2", string(mustPage(t, "⟦next⟧", release.EscapeHTML, address)))
	require.Equal(t, "/eventos?q=a\\_b\\&page=2", string(mustPage(t, "⟦q⟧", release.EscapeMarkdown, address)), "a term that looks like one")
	require.Equal(t, "\\&copy; Samba & Cia", string(mustPage(t, "⟦q⟧", release.EscapeMarkdown, "&copy; Samba & Cia")), "no character reference")
}

func mustPage(t *testing.T, text string, escape release.Escape, value string) []byte {
	p := mustCompile(t, text, escape)
	return p.Append(nil, 0, slots(value))
}

func TestPiecesRoundTrip(t *testing.T) {
	for _, escape := range []release.Escape{release.EscapeHTML, release.EscapeMarkdown} {
		p := mustCompile(t, "a⟦if q !city⟧⟦q⟧b⟦end⟧⟦items⟧c⟦if corrected⟧⟦corrected⟧⟦end⟧", escape)
		b := p.Encode()
		got, err := release.DecodePieces(b)
		require.NoError(t, err)
		require.Equal(t, p, got)
		clear(b)
		require.Equal(t, p, got, "the text is a copy")
		require.Equal(t, string(p.Append(nil, release.HasQ, slots("v"))), string(got.Append(nil, release.HasQ, slots("v"))))
	}
	empty, err := release.DecodePieces(release.Pieces{Escape: 'h'}.Encode())
	require.NoError(t, err)
	require.Empty(t, empty.Append(nil, 0, slots("v")))
}

// The bytes of the format, written out.
func TestPiecesBytes(t *testing.T) {
	p := release.Pieces{Escape: 'm', List: []release.Piece{{Need: release.HasQ, Never: release.HasNext, Slot: release.SlotCity, Text: "xy"}}}
	// Version 2 has more conditions and slots; what does without them stays version 1, which earlier edges read.
	require.Equal(t, "CTZP\x01m\x00\x00\x01\x00\x00\x00"+"\x01\x00\x00\x00\x00\x02\x00\x00\x02\x00\x00\x00\x02\x00\x00\x00xy", string(p.Encode()))
	p.List[0].Slot = release.SlotCorrected
	require.Equal(t, "CTZP\x02m\x00\x00\x01\x00\x00\x00"+"\x01\x00\x00\x00\x00\x02\x00\x00\x15\x00\x00\x00\x02\x00\x00\x00xy", string(p.Encode()))
	p.List[0].Slot, p.List[0].Never = release.NoSlot, release.Corrected
	require.Equal(t, "CTZP\x02m\x00\x00\x01\x00\x00\x00"+"\x01\x00\x00\x00\x00\x10\x00\x00\x00\x00\x00\x00\x02\x00\x00\x00xy", string(p.Encode()))
}

func TestDecodePiecesRefuses(t *testing.T) {
	good := mustCompile(t, "a⟦if q⟧⟦q⟧b⟦end⟧", release.EscapeHTML).Encode()
	for n := range good {
		_, err := release.DecodePieces(good[:n])
		require.ErrorIs(t, err, release.ErrPieces, "cut at %d", n)
	}
	_, err := release.DecodePieces(append(good, 0))
	require.ErrorIs(t, err, release.ErrPieces)
	for at, value := range map[int]byte{
		0: 'X', 4: 3, 5: 'x', 6: 1, 7: 1, 8: 9, 11: 0xFF, // header: magic, version, escape, zeros, count
		13: 0x10, 15: 0x80, 19: 1, 20: 0xFF, 21: 1, 22: 1, 23: 1, 27: 0xFF, // first piece: conditions, slot, zeros, length
	} {
		bad := bytes.Clone(good)
		bad[at] = value
		_, err := release.DecodePieces(bad)
		require.ErrorIs(t, err, release.ErrPieces, "byte %d = %#x", at, value)
	}
	for _, version := range []byte{0, 2} {
		bad := bytes.Clone(good)
		bad[4] = version
		_, err := release.DecodePieces(bad)
		require.ErrorIs(t, err, release.ErrPieces, "the first version that knows all of it is 1, not %d", version)
	}
}

func FuzzDecodePieces(f *testing.F) {
	p, err := release.CompilePieces("a⟦if q !city⟧⟦q⟧b⟦end⟧⟦items⟧c", release.EscapeHTML)
	require.NoError(f, err)
	f.Add(p.Encode(), uint32(release.HasQ), "<&>")
	f.Add([]byte("CTZP\x01m\x00\x00\xff\xff\xff\xff"), uint32(0), "")
	f.Fuzz(func(t *testing.T, b []byte, flags uint32, value string) {
		p, err := release.DecodePieces(b)
		if err != nil {
			require.ErrorIs(t, err, release.ErrPieces)
			return
		}
		require.Equal(t, b, p.Encode(), "one content, one form")
		_ = p.Append(nil, release.Flags(flags), slots(value))
	})
}

// Whatever a template and a value hold: what compiles survives the disk, and a
// value in an attribute cannot leave it.
func FuzzCompilePieces(f *testing.F) {
	f.Add("<p title=\"⟦q⟧\">⟦if q⟧x⟦end⟧", "\" onclick=\"x")
	f.Add("⟦if !q city⟧⟦items⟧⟦end⟧", "")
	f.Fuzz(func(t *testing.T, text, value string) {
		p, err := release.CompilePieces(text, release.EscapeHTML)
		if err != nil {
			require.ErrorIs(t, err, release.ErrPieces)
			return
		}
		again, err := release.DecodePieces(p.Encode())
		require.NoError(t, err)
		require.Equal(t, p.Encode(), again.Encode())
		out := release.EscapeHTML.Append(nil, []byte(value))
		require.False(t, bytes.ContainsAny(out, "<>\"'\r\n\x00"), "%q", out)
		out = release.EscapeMarkdown.Append(nil, []byte(value))
		for i, c := range out {
			if strings.IndexByte("[]<>`|*_", c) >= 0 {
				require.True(t, i > 0 && out[i-1] == '\\', "%q", out)
			}
		}
	})
}

func BenchmarkPieces(b *testing.B) {
	var text strings.Builder
	for i := range 40 {
		fmt.Fprintf(&text, "<p>%s⟦if q⟧<b>⟦q⟧</b>⟦end⟧⟦if !city⟧<i>⟦total⟧</i>⟦end⟧", strings.Repeat("x", 50+i))
	}
	p, err := release.CompilePieces(text.String(), release.EscapeHTML)
	require.NoError(b, err)
	fill := slots("forró & baião")
	var dst []byte
	b.ReportAllocs()
	for b.Loop() {
		dst = p.Append(dst[:0], release.HasQ, fill)
	}
}
