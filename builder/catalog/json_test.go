package catalog_test

import (
	"bytes"
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"cartaz/builder/catalog"
)

func ptr(s string) *string { return &s }

func full() catalog.Event {
	return catalog.Event{
		ID: 42, Slug: "show-na-praca", Name: "Show na Praça <ao vivo> & \"a cores\"\u2028",
		Description: ptr("<p>Olá,\tmundo\n</p>"), Status: ptr("ativo"),
		StartsAt: ptr("2027-03-05T20:00:00-03:00"), EndsAt: ptr("2027-03-05T23:00:00-03:00"), Timezone: ptr("America/Recife"),
		IsOnline: true, IsClosed: true, URL: "https://palco.example/eventos/show-na-praca",
		Images:   catalog.Images{Banner: ptr("https://img.example/b.jpg"), Thumbnail: ptr("https://img.example/t.jpg")},
		Location: &catalog.Location{Name: ptr("Praça"), City: ptr("Recife"), State: ptr("Pernambuco"), StateAbbr: ptr("PE"), FormattedAddress: ptr("Rua A, 10"), Latitude: ptr("-8.05"), Longitude: ptr("-34.9")},
		Producer: &catalog.Producer{Name: "Samba & Cia", Slug: "samba-cia"},
	}
}

// asJSON is what encoding/json makes of an event, without its HTML escapes.
func asJSON(t require.TestingT, e catalog.Event) string {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	require.NoError(t, enc.Encode(e))
	return string(bytes.TrimSuffix(b.Bytes(), []byte("\n")))
}

func TestViewsEqualEncodingJSON(t *testing.T) {
	for name, e := range map[string]catalog.Event{"full": full(), "empty": {}, "empty place": {Location: &catalog.Location{}}} {
		t.Run(name, func(t *testing.T) {
			list := e
			list.Producer = nil
			require.Equal(t, asJSON(t, list), string(e.AppendListItem(nil)))
			detail := e
			detail.Status = nil
			require.Equal(t, asJSON(t, detail), string(e.AppendDetail(nil)))
		})
	}
}

func TestViewsDropOneMemberEach(t *testing.T) {
	e := full()
	var list, detail map[string]any
	require.NoError(t, json.Unmarshal(e.AppendListItem(nil), &list))
	require.NoError(t, json.Unmarshal(e.AppendDetail(nil), &detail))
	require.Equal(t, "ativo", list["status"])
	require.Nil(t, list["producer"])
	require.Nil(t, detail["status"])
	require.Equal(t, map[string]any{"name": "Samba & Cia", "slug": "samba-cia"}, detail["producer"])
	require.Len(t, list, 14, "the field list of version 1 is closed")
	for _, member := range []string{"price", "tickets", "fee"} {
		require.NotContains(t, string(e.AppendDetail(nil)), `"`+member+`"`)
	}
}

func TestMetaEqualsEncodingJSON(t *testing.T) {
	m := catalog.Meta{Total: 33, PerPage: 20, CurrentPage: 2, LastPage: 2}
	want, err := json.Marshal(m)
	require.NoError(t, err)
	require.Equal(t, string(want), string(m.AppendMeta(nil)))
}

func TestAppendStringReadsBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.String().Draw(t, "s")
		var back string
		require.NoError(t, json.Unmarshal(catalog.AppendString(nil, s), &back))
		require.Equal(t, s, back)
	})
}

func FuzzAppendString(f *testing.F) {
	for _, s := range []string{"", "a\"b\\c", "\x00\x1f\x7f", "\xff\xfe", "\u2028\u2029", "é漢🎭"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		want := bytes.ToValidUTF8([]byte(s), []byte("\uFFFD"))
		var back string
		if err := json.Unmarshal(catalog.AppendString(nil, s), &back); err != nil {
			t.Fatal(err)
		}
		// Runs of bad bytes become one replacement there and one a byte here:
		// compare without them.
		drop := func(s string) string {
			return string(bytes.ReplaceAll([]byte(s), []byte("\uFFFD"), nil))
		}
		if drop(back) != drop(string(want)) {
			t.Fatalf("%q became %q", s, back)
		}
	})
}

func BenchmarkAppendDetail(b *testing.B) {
	e := full()
	var buf []byte
	b.ReportAllocs()
	for b.Loop() {
		buf = e.AppendDetail(buf[:0])
	}
}
