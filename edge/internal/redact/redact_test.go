package redact_test

import (
	"net/url"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"cartaz/edge/internal/redact"
)

// Each text alone, in a query, escaped once and twice, and between other words.
func TestPersonal(t *testing.T) {
	for text, label := range map[string]string{
		"joao@exemplo.com":               "[email]",
		"JOAO.silva+show@Exemplo.COM.BR": "[email]",
		"o'neil_x@sub-1.example.museum":  "[email]",
		"joão@exemplo.com.br":            "[email]",
		"a@b.co":                         "[email]",
		"+55 11 98765-4321":              "[phone]",
		"+5511987654321":                 "[phone]",
		"+55 (11) 98765-4321":            "[phone]",
		"+55 11 3333-4444":               "[phone]",
		"+1 415 555 2671":                "[phone]",
		"+1-415-555-2671":                "[phone]",
		"+14155552671":                   "[phone]",
		"+44 20 7946 0958":               "[phone]",
		"+49 (30) 901820":                "[phone]",
		"+351 912 345 678":               "[phone]",
		"0055 11 98765-4321":             "[phone]",
		"005511987654321":                "[phone]",
		"5511987654321":                  "[phone]",
		"55 11 98765-4321":               "[phone]",
		"551133334444":                   "[phone]",
		"011987654321":                   "[phone]",
		"011 98765-4321":                 "[phone]",
		"(11) 98765-4321":                "[phone]",
		"(11)98765-4321":                 "[phone]",
		"(11) 987654321":                 "[phone]",
		"(11) 3333-4444":                 "[phone]",
		"(21) 2025-2026":                 "[phone]",
		"11 98765-4321":                  "[phone]",
		"11 98765 4321":                  "[phone]",
		"11 9 8765-4321":                 "[phone]",
		"11 987654321":                   "[phone]",
		"11-98765-4321":                  "[phone]",
		"11.98765.4321":                  "[phone]",
		"11987654321":                    "[phone]",
		"11 3333-4444":                   "[phone]",
		"85 3222 1234":                   "[phone]",
		"98765-4321":                     "[phone]",
		"529.982.247-25":                 "[cpf]",
		"123.456.789-00":                 "[cpf]", // wrong check digits: the form is enough
		"52998224725":                    "[cpf]",
		"529982247-25":                   "[cpf]",
		"11.222.333/0001-81":             "[cnpj]",
		"11.222.333/0001-99":             "[cnpj]",
		"11222333/0001-81":               "[cnpj]",
		"112223330001-81":                "[cnpj]",
		"11222333000181":                 "[cnpj]",
		"12.ABC.345/01DE-35":             "[cnpj]",
		"12.abc.345/01de-35":             "[cnpj]",
		"12ABC34501DE35":                 "[cnpj]",
		"12ABC345/01DE-35":               "[cnpj]",
	} {
		for _, frame := range [][2]string{{"", ""}, {"contato ", " show"}, {"(", ")"},
			{"a: ", ", b"}, {"<", ">"}} {
			require.Equal(t, frame[0]+label+frame[1], redact.Text(frame[0]+text+frame[1], 256),
				text)
			escaped := url.QueryEscape(text)
			require.Equal(t, "q="+url.QueryEscape(frame[0])+label+url.QueryEscape(frame[1])+
				"&page=2",
				redact.Query("q="+url.QueryEscape(frame[0])+escaped+url.QueryEscape(frame[1])+
					"&page=2", 256), text)
			twice := strings.ReplaceAll(strings.ReplaceAll(escaped, "+", "%20"), "%", "%25")
			require.Equal(t, "q="+label, redact.Query("q="+twice, 256), text)
		}
		require.Equal(t, "/eventos/"+label, redact.Text("/eventos/"+url.PathEscape(text), 256),
			text)
	}
	require.Equal(t, "q=[phone]", redact.Query("q=+5511987654321", 256),
		"a plus that was not escaped")
	require.Equal(t, "q=[phone]&city=x", redact.Query("q=+14155552671&city=x", 256))
	require.Equal(t, "q=contato+[email]+[phone]&e=[cpf]",
		redact.Query("q=contato+joao@x.com.br+11+98765-4321&e=52998224725", 256))
	require.Equal(t, "Bot/1.0 (+https://bot.example; [email])",
		redact.Text("Bot/1.0 (+https://bot.example; mail@bot.example)", 256))
}

// What looks a little like it stays readable.
func TestNearMisses(t *testing.T) {
	for _, text := range []string{
		"", "samba no pé", "@banda", "rock@rio", "joao@", "@exemplo.com", "joao@exemplo",
		"joao@exemplo.", "joao@.com", "a@1.2", "logo@2x.png", "logo@3x.webp",
		"2026", "1990-2026", "2025-2026", "2026-11-22", "22-11-2026", "22/11/2026", "22.11.2026",
		"20261122", "2026-11-22T20:30:00-03:00", "22-11-2026 20:30",
		"11 2025-2026", "19 2025 2026", "11-2026", "22-11-2026-2000", "2026-11-22-21-30", "20:30",
		"21h30",
		"123456", "1234567", "987654321", "1234567890", "1133334444", "12345678901", "10987654321",
		"00987654321", "123456789012", "1234567890123", "123456789012345678",
		"1763791234", "1733334444", "1763791234567", "11111111111", "52998224726", "11222333000182",
		"12ABC34501DE36", "festivalrock26", "LOLLAPALOOZA26",
		"R$ 150,00", "R$ 1.234.567,89", "100-200", "4500-5000", "2500.00-3500.00", "99,90",
		"1.234.567", "12.345.678",
		"-23.550520,-46.633308", "-22.45278000", "-22.90278000,-43.17290000", "22.45278000",
		"192.168.100.200", "127.0.0.1",
		"01310-100", "01310100", "3333-4444", "123-4567",
		"Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) " +
			"Chrome/120.0.6099.129 Safari/537.36", "Version/17.4.1 Mobile/15E148",
		"550e8400-e29b-41d4-a716-446655440000", "show-1234", "festival-2026-11-22",
		"/eventos/show-do-ano-2026", "/assets/app.9f86d081884c7d65.css",
		"q=samba&page=12&per_page=50", "city=S%C3%A3o+Paulo&state=SP", "C++2024", "+2026", "20+26",
		"1+2+3", "100%", "50%25", "%", "%4", "%zz", "a%",
	} {
		require.Equal(t, text, redact.Text(text, 256))
		require.Equal(t, text, redact.Query(text, 256))
		escaped := url.QueryEscape(text)
		require.Equal(t, "q="+escaped, redact.Query("q="+escaped, 256), text)
	}
}

// What begins before the limit is seen whole, and nothing is longer than it.
func TestLimit(t *testing.T) {
	for n := range 40 {
		text := strings.Repeat("x ", 5) + "joao.silva@exemplo.com.br"
		got := redact.Text(text, n)
		require.LessOrEqual(t, len(got), n)
		require.NotContains(t, got, "j", "no half of an address at %d", n)
	}
	require.Equal(t, "[email]", redact.Query(strings.Repeat("%61", 60)+"%40exemplo.com", 256))
	require.Equal(t, strings.Repeat("a", 256), redact.Text(strings.Repeat("a", 100_000), 256))
}

func FuzzRedact(f *testing.F) {
	for _, s := range []string{"", "joao@x.com", "+55 (11) 98765-4321", "529.982.247-25",
		"12.ABC.345/01DE-35", "%2540%", "a@a@a@a.b", "((((11) 9", "\xff@\xff.\xff\xff",
		strings.Repeat("1 ", 300), strings.Repeat("a.", 300), strings.Repeat("%25", 200),
		strings.Repeat("a@", 300)} {
		f.Add(s, 256)
		f.Add(s, 7)
	}
	f.Fuzz(func(t *testing.T, text string, limit int) {
		limit &= 0x3ff
		for _, got := range []string{redact.Text(text, limit), redact.Query(text, limit)} {
			require.LessOrEqual(t, len(got), limit)
			require.True(t, utf8.ValidString(got) || !utf8.ValidString(text) || len(text) > limit)
		}
		if !strings.ContainsAny(text, "@%0123456789") {
			require.Equal(t, text[:min(len(text), limit)], redact.Text(text, limit),
				"nothing to find")
		}
		if len(text) < 64 && !strings.Contains(text, "%") {
			require.NotContains(t, redact.Query(text+" joao@exemplo.com", 1000), "joao@exemplo.com")
		}
	})
}

func BenchmarkQuery(b *testing.B) {
	for name, text := range map[string]string{
		"plain": "q=samba&city=S%C3%A3o+Paulo&page=2", "dots": strings.Repeat("a.", 300),
		"digits": strings.Repeat("1 ", 300), "at": strings.Repeat("a@", 300),
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				redact.Query(text, 256)
			}
		})
	}
}
