package main

import (
	"slices"

	"cartaz/builder/search"
	"cartaz/builder/search/internal/relevance"
)

// judged is a real catalogue with the queries whose answers people have judged.
type judged struct {
	name     string
	language string
	events   []relevance.Event
	queries  []relevance.Query
	docs     []search.Doc // of the events, in their order
}

// languages are those of the catalogues.
var languages = map[string]string{
	"virada": "pt", "palco": "pt", "confs": "en", "mundo": "en", "paris": "fr", "nyphil": "en",
	"nyphil-past": "en",
	"spanish":     "es", "german": "de", "russian": "ru", "japanese": "ja", "software-es": "es",
	"software-de": "de", "software-ru": "ru", "software-ja": "ja", "italian": "it",
}

// languageOf is the language that the queries of a catalogue are counted under; those of invented
// catalogues apart from the real ones.
func languageOf(catalogue string) string {
	if catalogue == relevance.Mundo {
		return "other scripts"
	}
	if slices.Contains(relevance.Invented(), catalogue) {
		return languages[catalogue] + ", invented"
	}
	return languages[catalogue]
}

func loadJudged(root, set, name string) (*judged, error) {
	events, err := relevance.Load(root, name)
	if err != nil {
		return nil, err
	}
	queries, err := relevance.LoadQueries(root, set, name, events)
	if err != nil {
		return nil, err
	}
	docs := make([]search.Doc, len(events))
	for i := range events {
		docs[i] = events[i].Doc
	}
	return &judged{name, languages[name], events, queries, docs}, nil
}
