package search_test

import (
	"iter"
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/builder/search"
)

func TestFacetLists(t *testing.T) {
	x := mustIndex(t, []search.Doc{
		{Name: "a", City: "São Paulo", State: "SP", Producer: "Samba & Cia",
			ProducerSlug: "samba-e-cia", JSON: []byte("{}")},
		{Name: "b", City: "SAO PAULO", State: "SP", Producer: "Vento Sul",
			ProducerSlug: "Vento-Sul", JSON: []byte("{}")},
		{Name: "c", City: "São Paulo", State: "SP", JSON: []byte("{}")},
		{Name: "d", City: "Berlin", JSON: []byte("{}"), Venue: "Arena", VenueKey: "arena-berlin",
			Country: "DE", CountryNames: []string{"Alemanha", "Germany"},
			Topics: []search.Topic{{Key: "jazz", Label: "Jazz"}, {Key: "forro", Label: "forro"}}},
		{Name: "d2", City: "Berlin", JSON: []byte("{}"), Country: "BR",
			CountryNames: []string{"Brasil"},
			Topics:       []search.Topic{{Key: "forro", Label: "Forró"}}},
		{Name: "d3", City: "Berlin", JSON: []byte("{}"),
			Topics: []search.Topic{{Key: "forro", Label: "Forró"}}},
		{Name: "e", JSON: []byte("{}")},
	})
	var cities []string
	for label := range x.Cities() {
		cities = append(cities, string(label))
	}
	require.Equal(t, []string{"Berlin", "São Paulo"}, cities)
	require.Equal(t, []string{"arena-berlin=Arena"}, labelled(x.Venues()))
	require.Equal(t, []string{"br=Brasil", "de=Alemanha"}, labelled(x.Countries()))
	require.Equal(t, []string{"forro=Forró", "jazz=Jazz"}, labelled(x.Topics()))
	for _, tc := range []struct {
		of         func(string) (string, bool)
		key, label string
	}{
		{x.VenueLabel, "ARENA-berlin", "Arena"}, {x.CountryLabel, "DE", "Alemanha"},
		{x.TopicLabel, "Jazz", "Jazz"}, {x.TopicLabel, "rock", ""}, {x.CountryLabel, "", ""},
	} {
		label, ok := tc.of(tc.key)
		require.Equal(t, tc.label, label, tc.key)
		require.Equal(t, label != "", ok, tc.key)
	}
	for range x.Cities() {
		break // stopping early is allowed
	}
	var organizations []string
	for slug, name := range x.Organizations() {
		organizations = append(organizations, string(slug)+"="+string(name))
	}
	require.Equal(t, []string{"samba-e-cia=Samba & Cia", "vento-sul=Vento Sul"}, organizations)
	for _, tc := range []struct {
		state, key string
		ok         bool
	}{
		{"SP", "sp", true}, {"sp", "sp", true}, {"São Paulo", "sp", true},
		{"sao  paulo ", "sp", true},
		{"PE", "", false}, {"Pernambuco", "", false}, {"", "", false}, {" ", "", false},
	} {
		key, ok := x.StateKey(tc.state)
		require.Equal(t, tc.ok, ok, tc.state)
		require.Equal(t, tc.key, key, tc.state)
	}
}

func labelled(values iter.Seq2[[]byte, []byte]) (all []string) {
	for key, label := range values {
		all = append(all, string(key)+"="+string(label))
	}
	return all
}
