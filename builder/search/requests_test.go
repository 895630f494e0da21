package search_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/builder/search"
)

// Where all events are of one kind, a request need not find its word.
func TestRequests(t *testing.T) {
	var docs []search.Doc
	for range 8 {
		docs = append(docs, search.Doc{Name: "Concert for Schools", City: "Bronx"})
	}
	docs = append(docs,
		search.Doc{Name: "Mahler", Venue: "Central Park", Description: "With a harp."},
		search.Doc{Name: "Harpsichord", Description: "A concert in the park."})
	x := mustIndex(t, docs)
	for query, want := range map[string][]uint32{
		"concerts in central park":  {8},
		"concerts with harp":        {8},    // a request is typed whole
		"concerts harp":             {8, 9}, // the last word may be a beginning
		"harp concerts":             {8},    // not before the kind
		"concert for harp":          {8},
		"any concerts in the park":  nil, // nobody has any
		"concerts for schools":      {0, 1, 2, 3, 4, 5, 6, 7},
		"concerts in the park":      {8, 9},
		"mahler concerts in a park": {8},
		"films in central park":     {8}, // since nothing has all words
	} {
		q := search.Query{Text: query}
		ids, _ := x.Search(q, 0, 10, nil)
		require.ElementsMatch(t, want, ids, query)
		require.Zero(t, testing.AllocsPerRun(20, func() { x.Search(q, 0, 10, ids[:0]) }), query)
	}
	e := x.Explain(search.Query{Text: "concerts in central park"}, 0, 10)
	require.Contains(t, e.Dropped, search.Dropped{Text: "concerts", Why: "kind of event"})

	for range 5 { // films, too
		docs = append(docs, search.Doc{Name: "Film"})
	}
	ids, _ := mustIndex(t, docs).Search(search.Query{Text: "concerts in the park"}, 0, 10, nil)
	require.Equal(t, []uint32{9}, ids)
}

// The word for what all events are stays in a name of three words. Where these are concerts, so is
// music.
func TestRequestsOfSeries(t *testing.T) {
	docs := []search.Doc{{Name: "Brahms", Description: "Chamber music."}, {Name: "Chamber Mozart"},
		{Name: "Water Music"}, {Name: "Still Water"}, {Name: "The Young", Description: "People."}}
	for range 8 {
		docs = append(docs, search.Doc{Name: "Young People's Concert"})
	}
	x := mustIndex(t, docs)
	for query, want := range map[string][]uint32{
		"chamber music":          {1, 0},
		"water music":            {2, 3}, // those that say so first
		"young people's concert": {5, 6, 7, 8, 9, 10, 11, 12},
		"young peoples concert":  {5, 6, 7, 8, 9, 10, 11, 12},
	} {
		ids, _ := x.Search(search.Query{Text: query}, 0, 10, nil)
		require.Equal(t, want, ids, query)
	}
}

// A figure behind other words is no count, unless nothing has it.
func TestSerialFigures(t *testing.T) {
	x := mustIndex(t, []search.Doc{{Name: "Bruckner 7"},
		{Name: "Bruckner", Description: "Seven songs"},
		{Name: "Ocean's Eight"}, {Name: "Symphony", Description: "7th by Bruckner"}})
	for query, want := range map[string][]uint32{
		"bruckner 7":       {0, 3},
		"7 bruckner songs": {1},
		"bruckner seven":   {0, 1},
		"oceans 8":         {2},
	} {
		ids, _ := x.Search(search.Query{Text: query}, 0, 10, nil)
		require.Equal(t, want, ids, query)
	}
}

// What has the word for what all events are beside the same word goes before others.
func TestOwnKindFirst(t *testing.T) {
	docs := []search.Doc{{Name: "PHP Days"}, {Name: "PHP Conference"}, {Name: "Vue in PHP"}}
	for range 8 {
		docs = append(docs, search.Doc{Name: "Conference"})
	}
	x := mustIndex(t, docs)
	for _, query := range []string{"php conference", "conference php", "php conferences"} {
		ids, _ := x.Search(search.Query{Text: query}, 0, 10, nil)
		require.Equal(t, []uint32{1, 0, 2}, ids, query)
	}
}

// A letter at the end is left out where nothing has it, and a word that cannot be mistyped stands
// for its family beside one that is.
func TestRequestsOfVisitors(t *testing.T) {
	x := mustIndex(t, []search.Doc{
		{Name: "Beethoven: Symphony No. 5", Venue: "Merkin Hall", City: "Boston"},
		{Name: "Debussy: La mer", City: "Boston"},
		{Name: "Mer noire", Description: "A night in LA.", City: "Boston"},
		{Name: "An American in Paris", City: "Boston"},
		{Name: "Rust in Peace", City: "Boston"},
		{Name: "Haydn", City: "Paris"},
		{Name: "Mahler", City: "Paris"},
		{Name: "Bach", City: "Rust"},
		{Name: "More Rust", City: "Boston"}, {Name: "Rust again", City: "Boston"},
	})
	for query, want := range map[string][]uint32{
		"merkin h":             {0},
		"merki h":              {0},
		"bethoven 5th":         {0},
		"beethoven sinfonie 5": {0},
		"la mer":               {1}, // an article belongs to its noun
		"paris":                {5, 6, 3},
		"paris american":       {3},
		"rust":                 {4, 9, 8, 7}, // more have it than are there
	} {
		ids, _ := x.Search(search.Query{Text: query}, 0, 10, nil)
		require.Equal(t, want, ids, query)
	}
}

func TestExplainBegunWord(t *testing.T) {
	x := mustIndex(t, []search.Doc{{Name: "Haydn", Venue: "Merkin Hall"}})
	e := x.Explain(search.Query{Text: "merkin h"}, 0, 10)
	require.Equal(t, []search.Dropped{{Text: "h", Why: "begun"}}, e.Dropped)
}

// The city that everybody means goes before its namesakes.
func TestGreatCities(t *testing.T) {
	x := mustIndex(t, []search.Doc{{Name: "Vivaldi", City: "Vienna", Country: "us"},
		{Name: "Brahms", City: "Vienna", Country: "at"}, {Name: "Mahler", City: "New York"}})
	for query, want := range map[string][]uint32{"vienna": {1, 0}, "wien": {1, 0}, "vivaldi": {0}} {
		ids, _ := x.Search(search.Query{Text: query}, 0, 10, nil)
		require.Equal(t, want, ids, query)
	}
}
