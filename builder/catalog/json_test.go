package catalog_test

import (
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
