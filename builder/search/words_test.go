package search_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/builder/search"
	"cartaz/builder/search/text"
)

// Names of a description are typed without the blank between them, too.
func TestWordsTypedAsOneOfDescriptions(t *testing.T) {
	x := mustIndex(t, []search.Doc{
		{Name: "Rach 3", Description: "Yuja Wang, piano. Rush hour, with beer and bread."},
		{Name: "Gershwin", Description: "Yuja Wang, piano; Lang Lang, piano."},
		{Name: "Wang alone", Description: "Wang, hour after hour, in the land of a Lang, rush."},
		{Name: "Yuja alone", Description: "Yuja, a langland, Santos.", City: "Santos"},
	})
	for query, want := range map[string][]uint32{
		"yujawang":          {0, 1},
		"gershwin yujawang": {1},
		"YujaWang piano":    {0, 1},
		"langlan":           {3}, // a correction goes before
		"rushhours":         nil, // the second word stands as it is typed
		"rushhour":          {0, 2},
		"beerrush":          {0},
		"seawater":          nil,
		"withbread":         {0},
		"beerland":          nil,
		"seabread":          nil,
		"yujawang rushhour": nil, // one word of a text, not two
		"landwang":          {2},
		"rach3":             {0},
		"rush3":             {0}, // in one document
		"3rach":             nil,
	} {
		q := search.Query{Text: query}
		ids, _ := x.Search(q, 0, 10, nil)
		require.ElementsMatch(t, want, ids, query)
		require.Zero(t, testing.AllocsPerRun(20, func() { x.Search(q, 0, 10, ids[:0]) }), query)
	}
	// Words for kinds are skipped then, too, whether somebody has them or not.
	x = mustIndex(t, []search.Doc{{Name: "Samba", Venue: "Arouche"}, {Name: "Filme", Venue: "Sé"}})
	for query, want := range map[string][]uint32{
		"largoarouche": {0}, "sambafilme": {0}, "filmearouche": {0}, "largofilme": nil,
	} {
		ids, _ := x.Search(search.Query{Text: query}, 0, 10, nil)
		require.ElementsMatch(t, want, ids, query)
		require.Zero(t, testing.AllocsPerRun(20,
			func() { x.Search(search.Query{Text: query}, 0, 10, ids[:0]) }), query)
	}
}

// What is read as two words is said so, and narrowed by filters.
func TestExplainWordsTypedAsOne(t *testing.T) {
	x := mustIndex(t, []search.Doc{{Name: "Rach 3", Description: "Yuja Wang, piano."},
		{Name: "Yuja alone", Description: "Yuja, Santos.", City: "Santos"}})
	e := x.Explain(search.Query{Text: "yujawang"}, 0, 10)
	require.True(t, e.Parted)
	require.False(t, e.Corrected)
	require.Equal(t, "yuja wang", e.Text)
	ids, _ := x.Search(search.Query{Text: "yujawang", City: "santos"}, 0, 10, nil)
	require.Empty(t, ids)
}

// A first name and the word behind it are one person; elsewhere both words stand for themselves.
func TestFirstNames(t *testing.T) {
	x := mustIndex(t, []search.Doc{
		{Name: "Johann Strauss", Description: "With Richard Wagner."},
		{Name: "Don Juan", Description: "Richard Strauss. João de Andrade."},
		{Name: "Villa-Lobos", Description: "Andrade, João. São Paulo Jazz Orchestra."},
		{Name: "Jazz", Description: "Sarah Mary Smith. Peter and the Wolf.", City: "São Paulo"},
		{Name: "Wolf", Description: "Peter, Smith, Sarah, Mary."},
	})
	for query, want := range map[string][]uint32{
		"richard strauss":    {1},
		"strauss richard":    {0, 1}, // no name
		"richard wagner":     {0},
		"richard":            {0, 1},
		"joao andrade":       {1}, // across a stop word
		"mary smith":         {3},
		"sarah mary smith":   {3},
		"peter wolf":         {3},
		"wagner strauss":     {0},
		"sao paulo jazz":     {2, 3}, // Paulo is no first name behind another word
		"smith peter":        {3, 4},
		"richard villa":      nil,
		"don juan richard":   {1},
		"richardstrauss":     {1},
		"richard strausss":   {0, 1}, // a correction is no name
		"r strauss":          {1},
		"music by r strauss": {1},
		"j strauss":          {0},
		"xr strauss":         {1}, // the last letter is beside the surname
		"rx strauss":         nil,
		"r d strauss":        nil,
	} {
		ids, _ := x.Search(search.Query{Text: query}, 0, 10, nil)
		require.ElementsMatch(t, want, ids, query)
	}
}

// The form of a work is skipped beside its title, where nothing has both.
func TestFormsOfWorks(t *testing.T) {
	x := mustIndex(t, []search.Doc{
		{Name: "Johann Strauss: An der schönen blauen Donau"},
		{Name: "O lago dos cisnes"}, {Name: "Carmen", Description: "Bizet."},
		{Name: "O fantasma da ópera"}, {Name: "Mozart", Description: "Requiem."},
		{Name: "Fidelio, opera"}, {Name: "Fidelio"},
	})
	for query, want := range map[string][]uint32{
		"blue danube waltz":           {0},
		"waltz blue danube":           {0},
		"ballet swan lake":            {1},
		"swan lake ballet tickets":    {1},
		"carmen opera":                {2},
		"ópera carmen":                {2},
		"o fantasma da ópera musical": {3},
		"phantom of the opera show":   {3},
		"mozart opera":                nil, // no title
		"fidelio opera":               {5},
		"carmen opera opera":          nil,
		"carmen ballet waltz":         nil, // one form
	} {
		q := search.Query{Text: query}
		ids, _ := x.Search(q, 0, 10, nil)
		require.ElementsMatch(t, want, ids, query)
		require.Zero(t, testing.AllocsPerRun(20, func() { x.Search(q, 0, 10, ids[:0]) }), query)
	}
	e := x.Explain(search.Query{Text: "carmen opera"}, 0, 10)
	require.Equal(t, []search.Dropped{{Text: "opera", Why: "form of a work"}}, e.Dropped)
}

// A word that nobody has is a beginning before the last, too, where nothing has the query.
func TestClippedWords(t *testing.T) {
	docs := []search.Doc{
		{Name: "Rachmaninoff: Concerto, Piano, No. 2; Copland: Symphony No. 3"},
		{Name: "Rachmaninoff: Concerto, Piano, No. 3"},
		{Name: "Rachel", Description: "An evening with Concertino and Tchaikovsky."},
		{Name: "Mozart", Description: "An evening of samba."},
	}
	x := mustIndex(t, docs)
	for query, want := range map[string][]uint32{
		"rach 3":              {1, 0}, // the number belongs to its work
		"rach conce 3":        {1, 0},
		"rac 3":               nil, // too short
		"rachm piano":         {0, 1},
		"evening tchai sambb": nil,
		"tchai evening":       {2},
		"tchai evening ticke": nil,
		"tchai tickets":       {2},
		"concert mozart":      {3}, // a word to skip is none
		"rachmanino piano":    {0, 1},
	} {
		q := search.Query{Text: query}
		ids, _ := x.Search(q, 0, 10, nil)
		require.Equal(t, want, ids, query)
		require.Zero(t, testing.AllocsPerRun(20, func() { x.Search(q, 0, 10, ids[:0]) }), query)
	}
	e := x.Explain(search.Query{Text: "rachm piano"}, 0, 10)
	require.False(t, e.Corrected)
	require.Equal(t, search.HowBegins, e.Words[0].Ways[0].How)

	// Japanese takes words apart instead.
	x = mustIndexIn(t, text.Japanese|text.English, docs)
	ids, _ := x.Search(search.Query{Text: "rach 3"}, 0, 10, nil)
	require.Empty(t, ids)
}

// Words for kinds are left out where no correction of the others has them.
func TestKindsOfMistypedQueries(t *testing.T) {
	x := mustIndex(t, []search.Doc{{Name: "Michael Jackson"}, {Name: "Filme: Michael"},
		{Name: "Festa de Jackson"}})
	for query, want := range map[string][]uint32{
		"filme do michael jacson": {0}, "filme do michael": {1}, "festa jacson": {2},
		"filme do michael jaxxon": nil, "filme do jacson": {0, 2},
	} {
		q := search.Query{Text: query}
		ids, _ := x.Search(q, 0, 10, nil)
		require.Equal(t, want, ids, query)
		require.Zero(t, testing.AllocsPerRun(20, func() { x.Search(q, 0, 10, ids[:0]) }), query)
	}
	e := x.Explain(search.Query{Text: "filme do michael jacson"}, 0, 10)
	require.True(t, e.Corrected)
	require.Contains(t, e.Dropped, search.Dropped{Text: "filme", Why: "kind of event"})
}

// Names in camel case are found by their last part, and those of events by the first.
func TestCamelCase(t *testing.T) {
	x := mustIndex(t, []search.Doc{{Name: "dotSwift"}, {Name: "SmashingConf"}, {Name: "JavaScript"},
		{Name: "Swift", Description: "Smashing."}})
	for query, want := range map[string][]uint32{
		"swift": {3, 0}, "smashing paris": nil, "smashing": {3, 1}, "java": {2}, "script": {2},
	} {
		ids, _ := x.Search(search.Query{Text: query}, 0, 10, nil)
		require.Equal(t, want, ids, query)
	}
	e := requireExplained(t, x, search.Query{Text: "script"}, 0, 10)
	require.Equal(t, "part of a name in camel case, acronym or region", e.Words[0].Ways[0].Rule)

	// Names that Japanese takes over are one word.
	x = mustIndexIn(t, text.Japanese|text.English, []search.Doc{{Name: "dotSwift"}})
	ids, _ := x.Search(search.Query{Text: "swift"}, 0, 10, nil)
	require.Empty(t, ids)
}

// The name of a country finds what takes place there before names that have the word.
func TestCountriesFirst(t *testing.T) {
	italy := func(name, city string) search.Doc {
		return search.Doc{Name: name, City: city, Country: "IT", CountryNames: []string{"Italy"}}
	}
	x := mustIndex(t, []search.Doc{{Name: "Songs in Italy"}, italy("Songs", "Rome"),
		italy("Jazz", "Naples"), {Name: "Rock"}})
	for query, want := range map[string][]uint32{
		"italy": {1, 2, 0}, "songs italy": {0, 1}, "jazz in italy": {2}, "ital": {0, 1, 2},
	} {
		q := search.Query{Text: query}
		ids, _ := x.Search(q, 0, 10, nil)
		require.Equal(t, want, ids, query)
		require.Zero(t, testing.AllocsPerRun(20, func() { x.Search(q, 0, 10, ids[:0]) }), query)
	}
	requireExplained(t, x, search.Query{Text: "songs italy"}, 0, 10)
	hit := x.Explain(search.Query{Text: "italy"}, 0, 1).Hits[0]
	require.Equal(t, "place", hit.Matches[0].Field)
	require.Contains(t, hit.TieParts,
		search.TieBreaker{Why: "takes place there", Text: "italy", Weight: 4})

	// Of the country where most of the catalogue is, names come first.
	x = mustIndex(t, []search.Doc{italy("Harold", "Rome"), {Name: "Jazz"},
		italy("Italy", "Naples")})
	ids, _ := x.Search(search.Query{Text: "italy"}, 0, 10, nil)
	require.Equal(t, []uint32{2, 0}, ids)
}

// Descriptions are read for what abbreviations are short for.
func TestAbbreviatedPhrases(t *testing.T) {
	x := mustIndex(t, []search.Doc{{Name: "a", Description: "Topic: Internet of Things"},
		{Name: "b", Description: "Call for papers, until May."}, {Name: "IoT Day"}})
	for query, want := range map[string][]uint32{
		"iot": {2, 0}, "cfp": {1}, "internet of things": {0, 2},
	} {
		ids, _ := x.Search(search.Query{Text: query}, 0, 10, nil)
		require.ElementsMatch(t, want, ids, query)
	}
}

// Acts and parts are numbered in Roman figures or others.
func TestNumberedParts(t *testing.T) {
	x := mustIndex(t, []search.Doc{
		{Name: "Lohengrin", Description: "Prelude to Act III."},
		{Name: "Part 2", Description: "In 3 acts, the third act of which is long."},
		{Name: "Dune, Part II"},
	})
	for query, want := range map[string][]uint32{
		"act 3": {0}, "act iii": {0}, "lohengrin act 3": {0}, "act iv": nil,
		"part ii": {1, 2}, "part 2": {1, 2}, "iii": {0}, "3 acts": {1},
	} {
		ids, _ := x.Search(search.Query{Text: query}, 0, 10, nil)
		require.ElementsMatch(t, want, ids, query)
	}
}

// Another spelling of one sound is one edit, also where letters differ in number.
func TestSounds(t *testing.T) {
	x := mustIndex(t, []search.Doc{{Name: "Jean-Yves Thibaudet"}, {Name: "Foggy night"},
		{Name: "Chappell Roan"}})
	for query, want := range map[string][]uint32{
		"thibodet": {0}, "thibaudet": {0}, "jean yves thibodet": {0}, "phoggy": {1},
		"thibodut":    nil, // two edits
		"chapel roan": {2}, "chapelx": nil,
	} {
		q := search.Query{Text: query}
		ids, _ := x.Search(q, 0, 10, nil)
		require.Equal(t, want, ids, query)
		require.Zero(t, testing.AllocsPerRun(20, func() { x.Search(q, 0, 10, ids[:0]) }), query)
	}
}

// Articles of other languages are skipped where nothing has all words.
func TestArticles(t *testing.T) {
	x := mustIndex(t, []search.Doc{{Name: "Deutsches Requiem"}, {Name: "Die Hard", City: "Köln"}})
	for query, want := range map[string][]uint32{
		"ein deutsches requiem": {0}, "die hard": {1}, "die requiem": {0}, "ein": nil,
		"oh deutsches": {0},
	} {
		ids, _ := x.Search(search.Query{Text: query}, 0, 10, nil)
		require.Equal(t, want, ids, query)
	}
	e := x.Explain(search.Query{Text: "ein deutsches requiem"}, 0, 10)
	require.Equal(t, []search.Dropped{{Text: "ein", Why: "article"}}, e.Dropped)
}

// Of a person those events go first that have the surname in their name.
func TestSurnamesFirst(t *testing.T) {
	x := mustIndex(t, []search.Doc{
		{Name: "Berlioz", Description: "Conductor: John Adams."},
		{Name: "Adams: Harmonielehre", Description: "Composer: John Adams."},
		{Name: "Adams Family"},
	})
	ids, _ := x.Search(search.Query{Text: "john adams"}, 0, 10, nil)
	require.Equal(t, []uint32{1, 0}, ids)
	e := requireExplained(t, x, search.Query{Text: "john adams"}, 0, 10)
	require.Equal(t, 15, e.Hits[0].Matches[1].Points)
	require.Zero(t, testing.AllocsPerRun(20, func() {
		x.Search(search.Query{Text: "john adams"}, 0, 10, ids[:0])
	}))
}

// The work that a query names is of the composer before it.
func TestComposersOfWorks(t *testing.T) {
	x := mustIndex(t, []search.Doc{
		{Name: "Barber: Capricorn Concerto; Elgar: Concerto, Violin"},
		{Name: "Adams: Harmonielehre; Barber: Concerto, Violin"},
	})
	ids, _ := x.Search(search.Query{Text: "barber violin concerto"}, 0, 10, nil)
	require.Equal(t, []uint32{1, 0}, ids)

	// As others spell the composer, beside a number, and no concertone.
	x = mustIndex(t, []search.Doc{
		{Name: "Beethoven: Concerto, Piano, No. 2; Rachmaninoff: Symphony No. 2"},
		{Name: "Rachmaninoff: Concerto, Piano, No. 2; Sousa: March"},
		{Name: "Rachmaninoff: Concertone, Piano"},
	})
	for _, query := range []string{"rachmaninov piano concerto 2",
		"rachmaninoff piano concerto 2"} {
		ids, _ = x.Search(search.Query{Text: query}, 0, 10, nil)
		require.Equal(t, []uint32{1, 0}, ids, query)
	}
	ids, _ = x.Search(search.Query{Text: "rachmaninoff concerto"}, 0, 10, nil)
	require.Equal(t, []uint32{1, 0}, ids)
}
