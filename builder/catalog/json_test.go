package catalog_test

import (
	"bytes"
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/builder/catalog"
)

func ptr(s string) *string { return &s }

func full() catalog.Event {
	return catalog.Event{
		ID: 42, Slug: "show-na-praca", Name: "Show na Praça <ao vivo> & \"a cores\"\u2028",
		Description: ptr("<p>Olá,\tmundo\n</p>"), Status: ptr("ativo"),
		StartsAt: ptr("2027-03-05T20:00:00-03:00"), EndsAt: ptr("2027-03-05T23:00:00-03:00"),
		Timezone: ptr("America/Recife"),
		IsOnline: true, IsClosed: true, URL: "https://palco.example/eventos/show-na-praca",
		Images: catalog.Images{Banner: ptr("https://img.example/b.jpg"),
			Thumbnail: ptr("https://img.example/t.jpg")},
		Location: &catalog.Location{Name: ptr("Praça"), City: ptr("Recife"),
			State: ptr("Pernambuco"), StateAbbr: ptr("PE"), FormattedAddress: ptr("Rua A, 10"),
			Latitude: ptr("-8.05"), Longitude: ptr("-34.9")},
		Producer: &catalog.Producer{Name: "Samba & Cia", Slug: "samba-cia"},
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

// standardString is what encoding/json makes of s.
func standardString(t testing.TB, s string) string {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	require.NoError(t, enc.Encode(s))
	return string(bytes.TrimSuffix(b.Bytes(), []byte("\n")))
}

func FuzzAppendString(f *testing.F) {
	var all []byte
	for c := range 256 {
		all = append(all, byte(c), 'x')
	}
	for _, s := range []string{"", string(all), "a\"b\\c", "\xff\xfe", "\u2028\u2029\u2030",
		"é漢🎭\xf0\x9f", "\uFFFD", "</script><!-- & -->"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		require.Equal(t, standardString(t, s), string(catalog.AppendString(nil, s)))
	})
}
