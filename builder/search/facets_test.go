package search_test

import (
	"iter"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/builder/search"
	"cartaz/builder/search/internal/generated"
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

// Whoever turns the pages of an answer sees each document once, in whatever steps, order and
// company: every way of making a page (from a list, scored one by one, divided by score, filled
// level by level) gives the same stretch of one and the same order.
func TestPagesAreStable(t *testing.T) {
	docs := make([]search.Doc, 9000)
	c := generated.New(5)
	for i := range docs {
		docs[i] = c.Doc(i)
		docs[i].Description = docs[i].Description[:20]
	}
	x := mustIndex(t, docs)
	queries := append([]search.Query{
		{}, {Text: "show"}, {Text: "de"}, {Text: "show de"}, {Text: "festival de jazz"},
		{Text: "sa"}, {Text: "festvial"}, {Text: "stand-up"},
		{Text: "show", City: "São Paulo"}, {City: "Curitiba"}, {State: "SP"},
	}, generated.Queries(6, 16)...)
	var group sync.WaitGroup
	failed := make([]string, 4)
	for g := range failed {
		group.Go(func() {
			rnd := rand.New(rand.NewPCG(uint64(g), 1))
			for _, q := range queries {
				all, total := x.Search(q, 0, len(docs), nil)
				seen := make([]bool, len(docs))
				for _, id := range all {
					if seen[id] {
						failed[g] = q.Text + ": a document twice"
					}
					seen[id] = true
				}
				for range 12 {
					offset, limit := rnd.IntN(total+2), 1+rnd.IntN(300)
					page, again := x.Search(q, offset, limit, nil)
					want := all[min(offset, total):min(offset+limit, total)]
					if again != total || !slices.Equal(page, want) {
						failed[g] = q.Text + ": another page"
					}
				}
			}
		})
	}
	group.Wait()
	for _, f := range failed {
		require.Empty(t, f)
	}
}

func TestOrdinalNumbers(t *testing.T) {
	docs := named("Feira, 2ª edição", "Feira 2", "Feira 2º", "Feira 2b", "3rd summit",
		"3º encontro", "Edição 12 da feira", "12ª feira", "2026a x")
	x := mustIndex(t, docs)
	for text, want := range map[string][]string{
		"feira 2":   {"Feira 2", "Feira, 2ª edição", "Feira 2º"},
		"2 feira":   {"Feira 2", "Feira, 2ª edição", "Feira 2º"},
		"2ª edição": {"Feira, 2ª edição"},
		"2a edicao": {"Feira, 2ª edição"},
		"3 summit":  {"3rd summit"},
		"12 feira":  {"Edição 12 da feira", "12ª feira"},
		"12ª feira": {"12ª feira"}, // see ordinals
		"2026 x":    nil,
	} {
		require.Equal(t, want, found(t, x, docs, search.Query{Text: text}), text)
	}
}
