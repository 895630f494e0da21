package validate_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"regexp"
	"testing"
	"unicode/utf8"

	"cartaz/builder/internal/validate"

	"github.com/stretchr/testify/require"
)

var slugForm = regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)

// Whatever a source sends, a record that is kept obeys the rules of the table.
func FuzzCheck(f *testing.F) {
	for _, seed := range []string{
		`{"name":"a"}`,
		`{"id":1e99,"name":"x","slug":"..","starts_at":"2026-05-23T24:00","timezone":"Etc/GMT+3"}`,
		`{"id":"\u0000","name":"\u202ex","tickets":[{"price":1.5},{"fee":9e18}],` +
			`"location":{"latitude":"1,5","longitude":1}}`,
		`{"name":"x","starts_at":-99999999999,"ends_at":"31/12/2199 23:59",` +
			`"images":{"banner":"http://a/%zz"}}`, `[]`, `{"name":{}}`,
	} {
		f.Add([]byte(seed))
	}
	c := paulista(f)
	f.Fuzz(func(t *testing.T, data []byte) {
		d := json.NewDecoder(bytes.NewReader(data))
		d.UseNumber()
		var raw any
		if d.Decode(&raw) != nil {
			return
		}
		rec, key, findings := c.Check(raw, "1")
		for _, finding := range findings {
			require.Less(t, len(finding.Detail), 1000)
			require.True(t, utf8.ValidString(finding.Detail))
		}
		if rec == nil {
			require.Equal(t, validate.Dropped, findings[len(findings)-1].Kind)
			return
		}
		require.Regexp(t, slugForm, rec.Slug)
		require.LessOrEqual(t, len(rec.Slug), 200)
		require.NotEmpty(t, rec.Name)
		require.LessOrEqual(t, utf8.RuneCountInString(rec.Name), 300)
		require.True(t, utf8.ValidString(rec.Name+rec.Description))
		require.NotContains(t, rec.Name, "\n")
		if rec.Starts.Known() && rec.Ends.Known() {
			require.NotEqual(t, rec.Starts, rec.Ends)
		}
		again, same, _ := c.Check(raw, "1")
		require.Equal(t, rec, again)
		require.Equal(t, key, same)
		slugs, _ := validate.Settle(1, func(int) *validate.Key { return &key }, nil)
		c.Assign(rec, slugs[0])
		require.Equal(t, key.Slug, rec.Slug)
	})
}

func BenchmarkCheck(b *testing.B) {
	c := paulista(b)
	raw := with(map[string]any{
		"description": "<p>Uma noite de música brasileira no centro da cidade, com entrada " +
			"franca.</p>",
		"starts_at": "2026-05-23T21:00:00-03:00", "ends_at": "2026-05-23T22:00:00-03:00",
		"timezone": "America/Sao_Paulo",
		"images":   map[string]any{"banner": "https://img.example/a.jpg"},
		"location": map[string]any{"name": "Theatro Municipal", "city": "São Paulo",
			"state": "São Paulo", "latitude": -23.5452957, "longitude": -46.638201},
		"producer": map[string]any{"name": "Secretaria Municipal de Cultura"},
		"tickets":  []any{map[string]any{"name": "Inteira", "price": 12000, "fee": 1800}},
	})
	b.ReportAllocs()
	for b.Loop() {
		if rec, _, _ := c.Check(raw, "1"); rec == nil {
			b.Fatal("dropped")
		}
	}
}

func BenchmarkSettle(b *testing.B) {
	keys := make([]validate.Key, 100_000)
	for i := range keys {
		keys[i] = validate.Key{ID: int64(i * 7919 % len(keys)),
			Slug: fmt.Sprintf("evento-%d", i%(len(keys)-1000))}
	}
	b.ReportAllocs()
	for b.Loop() {
		validate.Settle(len(keys), func(i int) *validate.Key { return &keys[i] },
			func(int) string { return "" })
	}
}
