package search_test

import (
	"bytes"
	"runtime/debug"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/builder/search"
	"cartaz/builder/search/internal/generated"
	"cartaz/builder/search/text"
)

// found returns the names of the documents that answer q, in order.
func found(t *testing.T, x *search.Index, docs []search.Doc, q search.Query) []string {
	t.Helper()
	ids, total := x.Search(q, 0, 100, nil)
	require.Len(t, ids, total)
	var names []string
	for _, id := range ids {
		names = append(names, docs[id].Name)
	}
	return names
}

func named(names ...string) []search.Doc {
	var docs []search.Doc
	for _, n := range names {
		docs = append(docs, search.Doc{Name: n})
	}
	return docs
}

// A member may have more than two words: each of them, where all are typed one after the other,
// finds what has another member.
func TestSynonymsOfSeveralWords(t *testing.T) {
	docs := []search.Doc{
		{Name: "Visita guiada", Venue: "Museu de Arte de São Paulo"}, {Name: "Noite no MASP"},
		{Name: "Arte em São Paulo, no museu"},
		{Name: "Feira", Description: "Perto do Museu de Arte de São Paulo"}, {Name: "CCBB: cinema"},
	}
	x := mustIndex(t, docs, []string{"masp", "Museu de Arte de São Paulo"},
		[]string{"ccbb", "centro cultural banco brasil"})
	for text, want := range map[string][]string{
		"masp": {"Noite no MASP", "Visita guiada"},
		"museu de arte de são paulo": {
			"Arte em São Paulo, no museu", "Noite no MASP", "Visita guiada", "Feira",
		},
		"noite museu arte são paulo": {"Noite no MASP"},
		"museu arte": {
			"Arte em São Paulo, no museu", "Visita guiada", "Feira",
		},
		"centro cultural banco brasil":        {"CCBB: cinema"},
		"centro cultural do brasil":           nil,
		"brasil banco cultural centro":        nil,
		"cinema centro cultural banco brasil": {"CCBB: cinema"},
	} {
		require.Equal(t, want, found(t, x, docs, search.Query{Text: text}), text)
	}
}

func TestSynonymsOfABrand(t *testing.T) {
	write := func(groups ...[]string) (*search.Index, error) {
		w := search.NewWriter(nil)
		if err := w.Synonyms(groups); err != nil {
			return nil, err
		}
		for _, name := range []string{"JavaScript Day", "JS Conf", "Ruby on Rails",
			"React Native"} {
			require.NoError(t, w.Add(search.Doc{Name: name}))
		}
		var b bytes.Buffer
		_, err := w.WriteTo(&b)
		require.NoError(t, err)
		return search.Open(b.Bytes())
	}
	x, err := write([]string{"js", "JavaScript"}, []string{"ror", "ruby rails"},
		[]string{"rn", "react native"})
	require.NoError(t, err)
	require.NoError(t, x.Verify())
	for text, want := range map[string][]uint32{
		"js": {1, 0}, "javascript": {0, 1}, "ror": {2}, "rn": {3}, "bh": nil,
	} {
		ids, _ := x.Search(search.Query{Text: text}, 0, 10, nil)
		require.Equal(t, want, ids, text)
	}
	for _, member := range []string{"", "de", "one two three four five six", "東京", "🥁"} {
		_, err := write([]string{"x", member})
		require.ErrorIs(t, err, text.ErrSynonym, member)
	}
	w := search.NewWriter(nil)
	require.NoError(t, w.Add(search.Doc{Name: "JS"}))
	require.ErrorIs(t, w.Synonyms([][]string{{"js", "javascript"}}), search.ErrSynonymsLate)
}

func TestTitlesInOtherLanguages(t *testing.T) {
	docs := []search.Doc{
		{Name: "O Lago dos Cisnes"}, {Name: "Der Nussknacker"}, {Name: "Mozart: Symphony, K. 551"},
		{Name: "Lago azul", Description: "Cisnes no lago"}, {Name: "Alice no País das Maravilhas"},
		{Name: "Beethoven: Concerto, Piano, No. 5, E Flat Major, Op. 73"},
		{Name: "Weber: Concerto, Clarinet, F Minor, Op. 73"},
		{Name: "Matinee", Description: "Mozart: As bodas de Fígaro. Beethoven: Concerto No. 5, E " +
			"Flat Major, Op. 73"},
		{Name: "Bodas", Description: "Bodas; fígaro"}, {Name: "Casa de bonecas"},
	}
	x := mustIndex(t, docs)
	for text, want := range map[string][]string{
		"swan lake":           {"O Lago dos Cisnes"},
		"лебединое озеро":     {"O Lago dos Cisnes"},
		"lago cisnes":         {"O Lago dos Cisnes", "Lago azul"},
		"quebra-nozes":        {"Der Nussknacker"},
		"nutcracker":          {"Der Nussknacker"},
		"jupiter symphony":    {"Mozart: Symphony, K. 551"},
		"alice in wonderland": {"Alice no País das Maravilhas"},
		"marriage of figaro":  {"Matinee"},
		"doll's house":        {"Casa de bonecas"},
		"emperor concerto": {"Beethoven: Concerto, Piano, No. 5, E Flat Major, Op. 73",
			"Matinee"},
		"swan": nil,
	} {
		require.Equal(t, want, found(t, x, docs, search.Query{Text: text}), text)
	}
}

// Works are told apart by their numbers, which belong to one work of a programme.
func TestNumbersOfWorks(t *testing.T) {
	const (
		third = "Beethoven: Concerto, Piano, No. 3, C Minor"
		other = "Bruch: Concerto; Beethoven: Sonata, Piano, No. 8 (Old No. 3)"
		bruch = "Bruch: Symphony No. 3; Beethoven: Symphony No. 8"
	)
	docs := []search.Doc{{Name: other}, {Name: bruch}, {Name: third}}
	x := mustIndex(t, docs)
	for _, text := range []string{
		"beethoven piano concerto 3", "beethoven concerto piano 3", "third piano concerto",
		"3 concerto beethoven",
	} {
		want := []string{third, other}
		require.Equal(t, want, found(t, x, docs, search.Query{Text: text}), text)
	}
	for _, text := range []string{"beethoven 3", "beethoven 3rd", "beethoven third"} {
		q := search.Query{Text: text}
		require.Equal(t, third, found(t, x, docs, q)[0], text)
		ids := make([]uint32, 0, 3)
		require.Zero(t, testing.AllocsPerRun(20, func() { x.Search(q, 0, 3, ids) }), text)
	}
	explained := x.Explain(search.Query{Text: "third piano concerto"}, 0, 1)
	require.Contains(t, explained.Hits[0].TieParts, search.TieBreaker{Why: "neighbours",
		Text: "concerto 3", Weight: 4})
}

func TestPlacesAreFound(t *testing.T) {
	docs := []search.Doc{
		{Name: "A", Producer: "Casa Azul", Venue: "Teatro Rival", City: "Ouro Preto", State: "MG"},
		{Name: "B", City: "Campinas", StateName: "São Paulo"},
		{Name: "C", City: "München", State: "BY", StateName: "Bayern"},
		{Name: "D", Description: "teatro"},
		{Name: "E", City: "Santos", State: "São Paulo"},
		{Name: "F", City: "Natal", Online: true},
		{Name: "G on-line"},
		{Name: "H", Description: "Venda online."},
	}
	x := mustIndex(t, docs)
	for text, want := range map[string][]string{
		"azul": {
			"A"}, "rival": {"A"}, "ouro preto": {"A"}, "mg": {"A"}, "minas gerais": {"A"},
		"teatro": {"A",
			"D",
		},
		"sp": {"B", "E"}, "sao paulo": {"B", "E"}, "munchen bayern by": {"C"},
		"online": {
			"G on-line", "F", "H"}, "on-line": {"G on-line", "F", "H"}, "on line": {"G on-line",
			"F", "H"}, "online em natal": {"F"},
	} {
		require.Equal(t, want, found(t, x, docs, search.Query{Text: text}), text)
	}
	for state, want := range map[string][]string{
		"SP": {"B", "E"}, "sp": {"B", "E"}, "mg": {"A"}, "By": {"C"}, "são paulo": {"B", "E"},
		"bayern": nil,
	} {
		require.Equal(t, want, found(t, x, docs, search.Query{State: state}), state)
	}
}

func TestFilters(t *testing.T) {
	docs := []search.Doc{
		{Name: "Rock 1", City: "São Paulo", State: "SP", Producer: "Casa Azul",
			ProducerSlug: "casa-azul"},
		{Name: "Rock 2", City: "SAO  PAULO ", State: "sp", Producer: "Outra",
			ProducerSlug: "outra"},
		{Name: "Jazz 3", City: "São Paulo de Olivença", State: "AM", ProducerSlug: "Casa-Azul"},
		{Name: "Rock 4"},
	}
	x := mustIndex(t, docs)
	for name, c := range map[string]struct {
		q    search.Query
		want []string
	}{
		"none": {
			search.Query{}, []string{"Rock 1", "Rock 2", "Jazz 3", "Rock 4"},
		},
		"city, folded": {
			search.Query{City: "sao paulo"}, []string{"Rock 1", "Rock 2"},
		},
		"city is whole": {search.Query{City: "sao"}, nil},
		"city, space only": {
			search.Query{City: "  "}, []string{"Rock 1", "Rock 2", "Jazz 3", "Rock 4"},
		},
		"city has no typos": {search.Query{City: "sao paulu"}, nil},
		"state":             {search.Query{State: "Sp"}, []string{"Rock 1", "Rock 2"}},
		"unknown state":     {search.Query{State: "RJ"}, nil},
		"organization": {
			search.Query{Organization: "CASA-AZUL"}, []string{"Rock 1", "Jazz 3"},
		},
		"all must hold": {
			search.Query{City: "são paulo", State: "sp", Organization: "outra"}, []string{"Rock 2"},
		},
		"all must hold, none does": {search.Query{City: "são paulo", State: "am"}, nil},
		"with text": {
			search.Query{Text: "rock", City: "São Paulo"}, []string{"Rock 1", "Rock 2"},
		},
		"text with punctuation only": {
			search.Query{Text: "?!", City: "São Paulo"}, []string{"Rock 1", "Rock 2"},
		},
		"text elsewhere":         {search.Query{Text: "jazz", City: "São Paulo"}, nil},
		"text found, filter not": {search.Query{Text: "rock 4", State: "SP"}, nil},
	} {
		t.Run(name, func(t *testing.T) { require.Equal(t, c.want, found(t, x, docs, c.q)) })
	}
}

// A word that exists elsewhere is not a typo here.
func TestCorrectionIgnoresFilters(t *testing.T) {
	docs := []search.Doc{{Name: "Forró", City: "Recife"}, {Name: "Forno", City: "Olinda"}}
	x := mustIndex(t, docs)
	require.Empty(t, found(t, x, docs, search.Query{Text: "forró", City: "Olinda"}))
	require.Equal(t, []string{"Forno"}, found(t, x, docs,
		search.Query{Text: "fonno", City: "Olinda"}))
}

func TestPages(t *testing.T) {
	docs := named("Rock v", "Rock w", "Rock x", "Rock y", "Rock z")
	x := mustIndex(t, docs)
	for _, text := range []string{"", "rock"} {
		q := search.Query{Text: text}
		for name, c := range map[string]struct {
			offset, limit int
			want          []uint32
		}{
			"first":        {0, 2, []uint32{9, 0, 1}},
			"second":       {2, 2, []uint32{9, 2, 3}},
			"last":         {4, 2, []uint32{9, 4}},
			"past the end": {5, 2, []uint32{9}},
			"far past":     {1 << 62, 1 << 62, []uint32{9}},
			"negative":     {-3, 1, []uint32{9, 0}},
			"no limit":     {0, 0, []uint32{9}},
			"large limit":  {3, 1 << 62, []uint32{9, 3, 4}},
		} {
			ids, total := x.Search(q, c.offset, c.limit, []uint32{9})
			require.Equal(t, c.want, ids, "%q %s", text, name)
			require.Equal(t, 5, total, "%q %s", text, name)
		}
	}
}

func TestLabels(t *testing.T) {
	x := mustIndex(t, []search.Doc{
		{City: "SAO PAULO", ProducerSlug: "casa", Producer: "Casa Um"},
		{City: "São Paulo", ProducerSlug: "CASA", Producer: "Casa Dois"},
		{City: "São  Paulo ", ProducerSlug: "nameless"},
		{City: "São Paulo"},
	})
	city, ok := x.CityLabel("sao paulo")
	require.True(t, ok)
	require.Equal(t, "São Paulo", city, "most documents")
	city, _ = x.CityLabel(" SÃO  Paulo")
	require.Equal(t, "São Paulo", city)
	_, ok = x.CityLabel("Recife")
	require.False(t, ok)
	_, ok = x.CityLabel("")
	require.False(t, ok)
	name, ok := x.OrganizationLabel("Casa")
	require.True(t, ok)
	require.Equal(t, "Casa Um", name, "the first of equally frequent ones")
	_, ok = x.OrganizationLabel("nameless")
	require.False(t, ok)
}

func TestEmptyIndex(t *testing.T) {
	x := mustIndex(t, nil)
	require.NoError(t, x.Verify())
	for _, q := range []search.Query{{}, {Text: "rock"}, {City: "santos"},
		{Text: "gastronomia", State: "sp"}} {
		ids, total := x.Search(q, 0, 10, nil)
		require.Empty(t, ids)
		require.Zero(t, total)
	}
	_, err := x.JSON(0)
	require.ErrorIs(t, err, search.ErrNoDocument)
}

func TestConcurrentSearches(t *testing.T) {
	docs := make([]search.Doc, 300)
	c := generated.New(3)
	for i := range docs {
		docs[i] = c.Doc(i)
	}
	x := mustIndex(t, docs)
	queries := generated.Queries(2, 64)
	type answer struct {
		ids   []uint32
		total int
	}
	want := make([]answer, len(queries))
	for i, q := range queries {
		want[i].ids, want[i].total = x.Search(q, 0, 50, nil)
	}
	got := make([][]answer, 8)
	var wg sync.WaitGroup
	for g := range got {
		wg.Go(func() {
			for _, q := range queries {
				var a answer
				a.ids, a.total = x.Search(q, 0, 50, nil)
				got[g] = append(got[g], a)
			}
		})
	}
	wg.Wait()
	for g := range got {
		require.Equal(t, want, got[g])
	}
}

func TestSearchDoesNotAllocate(t *testing.T) {
	if raceEnabled {
		t.Skip("the race detector makes pools forget")
	}
	docs := make([]search.Doc, 5000)
	c := generated.New(4)
	for i := range docs {
		docs[i] = c.Doc(i)
	}
	x := mustIndex(t, docs)
	percent := debug.SetGCPercent(-1) // a collection empties pools
	t.Cleanup(func() { debug.SetGCPercent(percent) })
	dst := make([]uint32, 0, 64)
	for _, c := range benchQueries {
		require.Zero(t, testing.AllocsPerRun(20,
			func() { dst, _ = x.Search(c.q, 40, 20, dst[:0]) }), c.name)
	}
	var err error
	require.Zero(t, testing.AllocsPerRun(20, func() { _, err = x.JSON(7) }))
	require.NoError(t, err)
}
