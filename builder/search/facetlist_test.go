package search_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/builder/search"
)

func TestFacetLists(t *testing.T) {
	x := mustIndex(t, []search.Doc{
		{Name: "a", City: "São Paulo", State: "SP", Producer: "Samba & Cia", ProducerSlug: "samba-e-cia", JSON: []byte("{}")},
		{Name: "b", City: "SAO PAULO", State: "SP", Producer: "Vento Sul", ProducerSlug: "Vento-Sul", JSON: []byte("{}")},
		{Name: "c", City: "São Paulo", State: "SP", JSON: []byte("{}")},
		{Name: "d", City: "Berlin", JSON: []byte("{}")},
		{Name: "e", JSON: []byte("{}")},
	})
	var cities []string
	for label := range x.Cities() {
		cities = append(cities, string(label))
	}
	require.Equal(t, []string{"Berlin", "São Paulo"}, cities)
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
		{"SP", "sp", true}, {"sp", "sp", true}, {"São Paulo", "sp", true}, {"sao  paulo ", "sp", true},
		{"PE", "", false}, {"Pernambuco", "", false}, {"", "", false}, {" ", "", false},
	} {
		key, ok := x.StateKey(tc.state)
		require.Equal(t, tc.ok, ok, tc.state)
		require.Equal(t, tc.key, key, tc.state)
	}
}
