package hygiene_test

import (
	"strings"
	"testing"

	"cartaz/builder/internal/markup/hygiene"
	"cartaz/builder/rowstest"

	"github.com/stretchr/testify/require"
)

func TestText(t *testing.T) {
	for _, tt := range []struct{ name, in, want string }{
		{"plain", "Olá, mundo!\tsim\n", "Olá, mundo!\tsim\n"},
		{"line ends", "a\r\nb\rc\u2028d\u2029e\vf\fg\u0085h", "a\nb\nc\nd\ne\nf\ng\nh"},
		{"controls", "a\x00b\x1b[31m\x7f\u009bc", "ab[31mc"},
		{"not utf-8", "a\xff\xc3b", "a\uFFFD\uFFFDb"},
		{"nfc", "e\u0301", "é"},
		{"direction", "a\u202e\u202a\u2066\u2069\u200e\u200f\u061cb", "ab"},
		{"zero width", "a\u200b\u2060\ufeff\u00ad\u180e\u034fb", "ab"},
		{"fillers", "\u115f\u3164\uffa0x", "x"},
		{"blank braille", "a\u2800b", "a b"},
		{"annotations", "a\ufff9b\ufffac\ufffb\ufffc", "abc"},
		{"private use", "a\ue000\uf002\U000F0000b", "ab"},
		{"noncharacters", "a\ufdd0\ufffeb", "ab"},
		{"tag smuggling", "a\U000E0049\U000E0067\U000E006Eb", "ab"},
		{"selector smuggling", "a\ufe00\ufe0f\U000E0100b", "ab"},
		{"flag of Scotland",
			"\U0001F3F4\U000E0067\U000E0062\U000E0073\U000E0063\U000E0074\U000E007F!",
			"\U0001F3F4\U000E0067\U000E0062\U000E0073\U000E0063\U000E0074\U000E007F!"},
		{"black flag with other tags", "\U0001F3F4\U000E0061\U000E0062\U000E007F!", "\U0001F3F4!"},
		{"family", "👩\u200d👩\u200d👧", "👩\u200d👩\u200d👧"},
		{"heart", "❤\ufe0f\u200d🔥", "❤\ufe0f\u200d🔥"},
		{"keycap", "1\ufe0f\u20e3", "1\ufe0f\u20e3"},
		{"selectors in a row", "❤\ufe0f\ufe0f\ufe0f", "❤\ufe0f"},
		{"joiner between letters", "ig\u200dno\u200cre", "ignore"},
		{"Persian", "می\u200cخواهم", "می\u200cخواهم"},
		{"Devanagari", "क्\u200dष", "क्\u200dष"},
		{"Arabic number sign", "\u0600١", "\u0600١"},
		{"piled marks", "x" + strings.Repeat("\u0336", 50), "x" + strings.Repeat("\u0336", 8)},
		{"soft hyphen before a mark", "e\u00ad\u0301", "é"},
	} {
		t.Run(tt.name, func(t *testing.T) { require.Equal(t, tt.want, hygiene.Text(tt.in)) })
	}
}

// TestShortWay: no character that the short way lets through is changed by the
// long one, alone or between others.
func TestShortWay(t *testing.T) {
	var all strings.Builder
	for r := rune(0); r < 0x3000; r++ {
		s := string(r)
		require.Equal(t, hygiene.Rewrite(s), hygiene.Text(s), "%U", r)
		if r >= 0x80 && hygiene.Ordinary(s) {
			all.WriteString(s + "a" + s + "é")
		}
	}
	require.Equal(t, all.String(), hygiene.Rewrite(all.String()))
	require.True(t, hygiene.Ordinary("ação – “ênfase” 10 €\n"))
	for _, s := range []string{"\x80", "\xC2", "\xC2a", "\xE2\x80", "\u00ad", "\u2028",
		"\u202f", "\u0300"} {
		require.False(t, hygiene.Ordinary(s), "%q", s)
	}
}

func TestLine(t *testing.T) {
	for in, want := range map[string]string{
		"a": "a", " a ": "a", "a  b": "a b", "a\nb": "a b", "a\u00a0\u2003b": "a b", "\t": "",
		"": "", "é ": "é", "a\u2028b": "a b",
	} {
		require.Equal(t, want, hygiene.Line(in), "%q", in)
	}
}

func TestCut(t *testing.T) {
	for _, tt := range rowstest.Read[[]struct {
		In   string
		Max  int
		Want string
		Cut  bool
	}](t, "testdata/cut.yaml") {
		got, cut := hygiene.Cut(tt.In, tt.Max)
		require.Equal(t, tt.Want, got, "%q", tt.In)
		require.Equal(t, tt.Cut, cut, "%q", tt.In)
	}
}

func TestURL(t *testing.T) {
	rows := rowstest.Read[map[string]string](t, "testdata/url.yaml")
	rows["https://a.example/\u202ex"] = ""
	rows["https://a.example/\xff"] = ""
	rows["https://a.example/"+strings.Repeat("x", 2000)] = ""
	rows["https://a.example/"+strings.Repeat("é", 600)] = ""
	for in, want := range rows {
		require.Equal(t, want, hygiene.URL(in), "%q", in)
	}
}

// Cleaning twice changes nothing more.
func FuzzHygiene(f *testing.F) {
	for _, seed := range []string{"a\u200db", "👩\u200d👧",
		"\U0001F3F4\U000E0067\U000E0062\U000E0065\U000E006E\U000E0067\U000E007F",
		"e\u0301\u0301\u0301\u0301\u0301\u0301\u0301\u0301\u0301\u0301", "\xff\u202e", "a\u00a0b",
		"https://a.example/é?ü=\u00a0"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, s string) {
		text, line := hygiene.Text(s), hygiene.Line(s)
		require.Equal(t, hygiene.Rewrite(s), text)
		require.Equal(t, line, hygiene.Line(line))
		require.Equal(t, line, hygiene.Line(text))
		require.Equal(t, text, hygiene.Text(text))
		cut, was := hygiene.Cut(line, 10)
		require.LessOrEqual(t, len([]rune(cut)), 10)
		require.Equal(t, was, cut != line)
		if u := hygiene.URL(s); u != "" {
			require.Equal(t, u, hygiene.URL(u))
		}
	})
}
