package search_test

import (
	"iter"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cartaz/builder/search"
	"cartaz/builder/search/internal/generated"
	"cartaz/builder/search/text"
)

// names are the names of the documents of an answer, in its order.
func names(t *testing.T, docs []search.Doc, q search.Query) (all []string) {
	t.Helper()
	ids, total := mustIndex(t, docs).Search(q, 0, len(docs), nil)
	require.Len(t, ids, total)
	for _, id := range ids {
		all = append(all, docs[id].Name)
	}
	return all
}

func TestDays(t *testing.T) {
	day := search.DayOf(time.Date(2026, 11, 28, 23, 59, 0, 0, time.FixedZone("", -3*3600)))
	require.Equal(t, "2026-11-28", day.String())
	require.Equal(t, search.Day(1), search.DayOf(time.Date(1, 1, 1, 0, 0, 0, 0, time.UTC)))
	require.Equal(t, search.Day(0), search.DayOf(time.Date(0, 12, 31, 0, 0, 0, 0, time.UTC)))
	require.Empty(t, search.Day(0).String())
	docs := []search.Doc{
		{Name: "feira", First: day - 9, Last: day + 1}, {Name: "sexta", First: day - 1},
		{Name: "sábado", First: day, Last: day - 5, Hour: 21},
		{Name: "madrugada", First: day + 1, Hour: 1}, {Name: "um dia"},
	}
	for _, tc := range []struct {
		q    search.Query
		want []string
	}{
		{search.Query{From: day, To: day}, []string{"feira", "sábado"}},
		{search.Query{From: day}, []string{"feira", "sábado", "madrugada"}},
		{search.Query{To: day - 1}, []string{"feira", "sexta"}},
		{search.Query{From: day + 1, To: day - 1}, nil},
		{search.Query{From: day, After: 20}, []string{"sábado"}},
		{search.Query{After: 1}, []string{"sábado", "madrugada"}},
		{search.Query{After: 24}, []string{"feira", "sexta", "sábado", "madrugada", "um dia"}},
		{search.Query{After: -1, From: day + 2}, nil},
	} {
		require.Equal(t, tc.want, names(t, docs, tc.q), "%+v", tc.q)
	}
	require.Equal(t, search.Query{}, search.Query{After: 24, Venue: " ", Topic: "\t"}.Asked())
}

// A year beside other words finds what takes place in it, behind what has it in a text. Alone it is
// a word.
func TestYears(t *testing.T) {
	day := func(y int, m time.Month, d int) search.Day {
		return search.DayOf(time.Date(y, m, d, 0, 0, 0, 0, time.UTC))
	}
	docs := []search.Doc{
		{Name: "PyCon", First: day(2019, 12, 31)}, {Name: "PyConf", First: day(2020, 1, 1)},
		{Name: "PyCon night", First: day(2019, 12, 31), Last: day(2020, 1, 1)},
		{Name: "PyCon 2020"}, {Name: "2020 Vision"},
	}
	for query, want := range map[string][]string{
		"pycon 2020": {"PyCon 2020", "PyCon night", "PyConf"},
		"2019 pycon": {"PyCon", "PyCon night"},
		"2020":       {"PyCon 2020", "2020 Vision"},
		"pycon 2021": nil,
	} {
		require.ElementsMatch(t, want, names(t, docs, search.Query{Text: query}), query)
	}
	e := mustIndex(t, docs).Explain(search.Query{Text: "pycon 2020"}, 0, 9)
	require.Equal(t, "takes place in the year", e.Words[1].Ways[1].Rule)
	require.Equal(t, "PyCon 2020", docs[e.Hits[0].ID].Name)
}

// A month finds what takes place in it, behind what has it in a name; a name that is another word,
// too, only in a date. A day beside a month is that day.
func TestMonths(t *testing.T) {
	day := func(y int, m time.Month, d int) search.Day {
		return search.DayOf(time.Date(y, m, d, 0, 0, 0, 0, time.UTC))
	}
	docs := []search.Doc{
		0: {Name: "Jazz concerts", First: day(2025, 12, 31), Last: day(2026, 1, 2)},
		1: {Name: "Jazz concerts, eine выставка", First: day(2026, 5, 12), Last: day(2026, 6, 1),
			City: "Rio de Janeiro"},
		2: {Name: "Jazz in December"}, 3: {Name: "August Wilson", First: day(2026, 3, 1)},
		4: {Name: "12 fools in Rio", First: day(2030, 1, 24), City: "Lisboa"},
		5: {Name: "Ball", Venue: "Sesc 24 de Maio", First: day(2028, 2, 29)},
		6: {Name: "Jazz, 12 musicians", First: day(2026, 12, 24), Last: day(2026, 12, 26)},
		7: {Name: "Wilson Ball", First: day(2024, 8, 24)},
		8: {Name: "Wilson forever", First: day(2021, 5, 1), Last: day(2022, 5, 30)},
	}
	x := mustIndexIn(t, text.AllLanguages, docs)
	for query, want := range map[string][]uint32{
		"december": {2, 0, 6, 8}, "jazz dezembro": {0, 6}, "december 2026": {0, 6},
		"jazz december 2025": {0}, "december jazz": {2, 0, 6}, "декабрь": {0, 6, 8},
		"decem": {2}, "decem jazz": nil, "12 may": {1, 8}, "may 12": {1, 8}, "12 de maio": {1, 8},
		"31 мая": {1, 8}, "12 december": {8}, "25 december 2026": {6}, "31. Dezember": {0, 8},
		"concerts in may 2026": {1}, "выставка в мае": {1}, "Konzert im Mai 2026": {1},
		"conciertos en mayo": {1, 8}, "concerts en juin": {1}, "29 february": {5},
		"30 february": nil, "february": {5, 8}, "31 april": nil,
		"may": nil, "march": nil, "march 2026": {3}, "the march 2026": nil, "mar de 2026": {3},
		"fools may": nil, "wilson may": nil, "wilson in may": {8}, "august wilson": {3},
		"wilson 24 august": {7, 8}, "april fools": nil, "ball mars": nil, "ball aug 2024": {7},
		"rio de janeiro": {1}, "rio janeiro": {1}, "rio em janeiro": {4, 1},
		"janeiro": {1, 0, 4, 8}, "24 de maio": {5}, "sesc 24 de maio": {5}, "maio 2028": {5},
		"may-june 2026": nil,
	} {
		q := search.Query{Text: query}
		ids, _ := x.Search(q, 0, 10, nil)
		require.Equal(t, want, ids, query)
		require.Zero(t, testing.AllocsPerRun(20, func() { x.Search(q, 0, 10, ids[:0]) }), query)
	}
	e := requireExplained(t, x, search.Query{Text: "jazz december"}, 0, 9)
	require.Equal(t, "takes place in the month", e.Words[1].Ways[1].Rule)
	require.Equal(t, "12-01..12-31", e.Words[1].Ways[1].Text)
	e = requireExplained(t, x, search.Query{Text: "12 may"}, 0, 9)
	require.Equal(t, "takes place on the day", e.Words[0].Ways[1].Rule)
	require.Equal(t, "05-12", e.Words[1].Ways[0].Text)
}

// A country is found by its names, and by whole names of the regions that it is in.
func TestCountries(t *testing.T) {
	docs := []search.Doc{
		{Name: "Gophers", City: "Berlin", Country: "DE",
			CountryNames: []string{"Alemanha", "Germany"}, Regions: []string{"Europe", "Europa",
				"Western Europe"}},
		{Name: "South Beach Python", City: "Lima", Country: "PE", CountryNames: []string{"Peru"},
			Regions: []string{"América do Sul", "South America", "América Latina e Caribe"}},
		{Name: "Germany on tour", Country: "PE"},
	}
	for text, want := range map[string][]string{
		"germany": {"Germany on tour", "Gophers"}, "gremany": {"Germany on tour", "Gophers"},
		"alemanha": {"Gophers"}, "europe": {"Gophers"}, "western europe": {"Gophers"},
		"gophers europa": {"Gophers"}, "south america": {"South Beach Python"},
		"america do sul": {"South Beach Python"}, "america latina caribe": {"South Beach Python"},
		"america": nil, "western": nil, "south": {"South Beach Python"}, "europ": nil,
	} {
		require.Equal(t, want, names(t, docs, search.Query{Text: text}), text)
	}
	require.Equal(t, []string{"South Beach Python", "Germany on tour"},
		names(t, docs, search.Query{Country: "pe"}))
	e := mustIndex(t, docs).Explain(search.Query{Text: "south america"}, 0, 10)
	require.Equal(t, search.HowSynonym, e.Hits[0].Matches[1].How)
	require.Equal(t, "peru", e.Hits[0].Matches[1].Found)
}

// By date the list order decides, though the words find another one better.
func TestByDate(t *testing.T) {
	docs := []search.Doc{{Name: "Feira", Description: "com samba"}, {Name: "Samba"}}
	require.Equal(t, []string{"Samba", "Feira"}, names(t, docs, search.Query{Text: "samba"}))
	require.Equal(t, []string{"Feira", "Samba"},
		names(t, docs, search.Query{Text: "samba", ByDate: true}))
}

// An explanation names each filter and those that do not hold.
func TestExplainFilters(t *testing.T) {
	day := search.DayOf(time.Date(2026, 11, 28, 0, 0, 0, 0, time.UTC))
	x := mustIndex(t, []search.Doc{
		{Name: "a", First: day, Hour: 22, Free: true, Venue: "Sala", VenueKey: "sala",
			Country: "BR", Topics: []search.Topic{{Key: "jazz", Label: "Jazz"}}},
		{Name: "b", First: day + 1, Hour: 19, Online: true},
	})
	e := x.Explain(search.Query{From: day, To: day, After: 20, Free: true, Venue: "Sala",
		Country: "BR", Topic: "jazz"}, 0, 10, 1)
	var kinds []string
	for _, f := range e.Filters {
		require.Equal(t, 1, f.Documents, f.Kind)
		kinds = append(kinds, f.Kind+"="+f.Key)
	}
	require.Equal(t, []string{"venue=sala", "country=br", "tag=jazz", "free=free", "after=20",
		"dates=2026-11-28..2026-11-28"}, kinds)
	require.Empty(t, e.Hits[0].Failed)
	require.Equal(t, []string{"venue", "country", "tag", "free", "after", "dates"},
		e.Also[0].Failed)
	e = x.Explain(search.Query{Online: true, From: day + 5}, 0, 10, 0)
	require.Equal(t, "2026-12-03..", e.Filters[1].Key)
	require.Zero(t, e.Filters[1].Documents)
	require.Equal(t, []string{"online", "dates"}, e.Also[0].Failed)
}

// A city is found by its names in other languages, behind what has the name as it was typed; a word
// of a name that is the name of a city elsewhere finds nothing.
func TestCitiesInOtherLanguages(t *testing.T) {
	x := mustIndex(t, []search.Doc{
		{Name: "Oktoberfest", City: "München"}, {Name: "Munich Jazz", City: "Recife"},
		{Name: "Gophers", City: "Singapore"}, {Name: "A praga", City: "Recife"},
		{Name: "Rails", City: "Mexico City"}, {Name: "Ruby", City: "Moscow"},
	})
	for query, want := range map[string][]uint32{
		"munich": {1, 0}, "Muenchen": {0}, "Мюнхен": {0}, "singapur": {2}, "prag": {3},
		"prague": nil, "Москва": {5}, "moskau": {5}, "ciudad de méxico": {4}, "wien": nil,
		"rails ciudad de méxico": {4}, "moskou ruby": {5},
	} {
		got, _ := x.Search(search.Query{Text: query}, 0, 10, nil)
		require.Equal(t, want, got, query)
	}
	e := requireExplained(t, x, search.Query{Text: "singapur"}, 0, 10)
	require.Equal(t, search.HowSynonym, e.Hits[0].Matches[0].How)
	require.Equal(t, "singapore", e.Hits[0].Matches[0].Found)
}

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
