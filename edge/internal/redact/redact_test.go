package redact_test

import (
	"net/url"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"cartaz/edge/internal/redact"
)

// Each text alone, in a query, escaped once and twice, and between other words.
func TestPersonal(t *testing.T) {
	for _, text := range []string{
		"joao@exemplo.com", "JOAO.silva+show@Exemplo.COM.BR", "o'neil_x@sub-1.example.museum",
		"joão@exemplo.com.br", "a@b", "joao＠exemplo.com", "joao @ exemplo.com",
		"user:secret@host", "a!#$%*b@exemplo.com", "logo@2x.png",
		"5511987654321", "11 98765-4321", "11.98765.4321", "1-1-9-8-7-6-5-4-3-2-1",
		"98765-4321", "9876–5432", "9876\u200b5432", "9876 / 5432", "9876, 5432", "98765432",
		"1\ufe0f\u20e398765432", "415 555 2671", "20 7946 0958", "2025-20267",
		"529.982.247-25", "123_456_789-00", "11.222.333/0001-81",
		"٠١٢٣٤٥٦٧٨", "०१२३४५६७८", "９８７６５４３２１", "𝟗𝟖𝟕𝟔𝟓𝟒𝟑𝟐", "⑨⑧⑦⑥⑤④③②", "九八七六五四三二",
		"2026112211987654321", "2026-13-22", "1234.5678",
		"2026-11-22 987654321"[11:], "-23.550520,-46.633308"[1:], "192.168.100.200", "1763791234",
	} {
		for _, frame := range [][2]string{{"", ""}, {"contato ", " show"}, {"(", ")"},
			{"a, ", ", b"}, {"<", ">"}, {"2026-11-22, a ", " b 20:30"}} {
			require.Equal(t, frame[0]+"[masked]"+frame[1],
				redact.Text(frame[0]+text+frame[1], 256), text)
			escaped := url.QueryEscape(text)
			require.Equal(t, "q="+url.QueryEscape(frame[0])+"[masked]"+url.QueryEscape(frame[1])+
				"&page=2",
				redact.Query("q="+url.QueryEscape(frame[0])+escaped+url.QueryEscape(frame[1])+
					"&page=2", 256), text)
			twice := strings.ReplaceAll(strings.ReplaceAll(escaped, "+", "%20"), "%", "%25")
			require.Equal(t, "q=[masked]", redact.Query("q="+twice, 500), text)
		}
	}
	require.Equal(t, "q=+[masked]&city=x", redact.Query("q=+14155552671&city=x", 256))
	require.Equal(t, "q=contato+[masked]+[masked]&e=[masked]",
		redact.Query("q=contato+joao@x.com.br+11+98765-4321&e=52998224725", 256))
	require.Equal(t, "Bot/1.0 (+https://bot.example; [masked])",
		redact.Text("Bot/1.0 (+https://bot.example; mail@bot.example)", 256))
	require.Equal(t, "q=[masked]", redact.Query("q=joao%%34%30exemplo.com", 256),
		"an escape made of escapes")
	require.Equal(t, "q=[masked]+ao+vivo", redact.Query("q=show+@banda+ao+vivo", 256))
}

// Dates, and fewer digits than a number of a person has, stay readable.
func TestNearMisses(t *testing.T) {
	for _, text := range []string{
		"", "samba no pé", "1234567", "123-4567", "20:30", "21h30", "2026", "1990-2020"[:7],
		"2026-11-22", "22-11-2026", "22/11/2026", "22.11.2026", "20261122", "1/2/2026",
		"2026-11-22T20:30:00-03:00", "2026-11-22T20:30:00.125Z", "22-11-2026 20:30",
		"2026-11-22 2026-11-23", "2026-11-22/2026-11-23", "festival-2026-11-22",
		"show20261122", "R$ 150,00", "C++2024", "20+26", "1+2+3", "100%", "50%25", "%", "%4",
		"%zz", "a%", "/eventos/show-do-ano-2026", "q=samba&page=12&per_page=50&x=1234567",
		"Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) " +
			"Chrome/120.0.0.0 Safari/537.36", "Version/17.4.1 Mobile/15E148",
		"日本 東京", "Москва", "12a34b56c78d90",
	} {
		require.Equal(t, text, redact.Text(text, 256))
		require.Equal(t, text, redact.Query(text, 256))
		escaped := url.QueryEscape(text)
		require.Equal(t, "q="+escaped, redact.Query("q="+escaped, 256), text)
	}
}

// Characters that could change how a log is read become escapes: lines, colours, the direction of
// writing.
func TestEscapes(t *testing.T) {
	for text, want := range map[string]string{
		"a\nb\x1b[31m\x7f\u0085":   "a%0Ab%1B[31m%7F%C2%85",
		"abc\u202egpj.exe\u2066x":  "abc%E2%80%AEgpj.exe%E2%81%A6x",
		"\u200f\u061c\u2028\ufeff": "%E2%80%8F%D8%9C%E2%80%A8%EF%BB%BF",
		"\xff\xc3":                 "%FF%C3",
		"\xe2%80%AE":               "%E2%80%AE",
		"\ufffd é %0A":             "\ufffd é %0A",
	} {
		require.Equal(t, want, redact.Text(text, 256))
	}
}

func TestMessage(t *testing.T) {
	require.Equal(t, "http2: server connection error from [masked]: PROTOCOL_ERROR",
		redact.Message("http2: server connection error from 1.2.3.4:5: PROTOCOL_ERROR\n", 256))
	require.Equal(t, "error from [masked]: [masked] ([masked])",
		redact.Message("error from [2001:db8::1]:443: fe80::1%eth0 (10.0.0.1)", 256))
	require.LessOrEqual(t, len(redact.Message(strings.Repeat("\x00", 5000), 1024)), 1024)
}

// A match that begins before the limit is seen whole, and no result is longer than the limit.
func TestLimit(t *testing.T) {
	for n := range 40 {
		got := redact.Text(strings.Repeat("x ", 5)+"joao.silva@exemplo.com.br", n)
		require.LessOrEqual(t, len(got), n)
		require.NotContains(t, got, "j", "no half of an address at %d", n)
	}
	require.Equal(t, "[masked]", redact.Query(strings.Repeat("%61", 60)+"%40exemplo.com", 256))
	require.Equal(t, strings.Repeat("a", 256), redact.Text(strings.Repeat("a", 100_000), 256))
}

func FuzzRedact(f *testing.F) {
	for _, s := range []string{"", "joao@x.com", "+55 (11) 98765-4321", "2026-11-22T20:30",
		"%2540%", "a@a@a@a.b", "((((11) 9", "\xff@\xff.\xff\xff", "\u202e",
		strings.Repeat("1 ", 300), strings.Repeat("a.", 300), strings.Repeat("%25", 200),
		strings.Repeat("a@", 300)} {
		f.Add(s, 256)
		f.Add(s, 7)
	}
	f.Fuzz(func(t *testing.T, text string, limit int) {
		limit &= 0x3ff
		for _, got := range []string{redact.Text(text, limit), redact.Query(text, limit),
			redact.Message(text, limit)} {
			require.LessOrEqual(t, len(got), limit)
			require.True(t, utf8.ValidString(got))
			require.NotContains(t, got, "@")
			for _, r := range got {
				require.True(t, unicode.IsGraphic(r), "%q", got)
			}
		}
		if len(text) < 64 && !strings.Contains(text, "%") {
			require.NotContains(t, redact.Query(text+" zq7qz@exemplo.com", 1000), "zq7qz")
			require.NotContains(t, redact.Query(text+" a987654321", 1000), "987654321")
		}
	})
}
