// Package explain reports how a query was read and evaluated, and why documents have their places
// in the answer. It evaluates nothing again: it reads the plan that answered the query, its lists,
// and the table of points.
package explain

import (
	"slices"
	"strings"

	"cartaz/builder/search/internal/index"
	"cartaz/builder/search/internal/query"
	"cartaz/builder/search/internal/rank"
)

// Explanation is the whole of it.
type Explanation struct {
	Dropped []Dropped  `json:"dropped,omitempty"`
	Words   []Token    `json:"words,omitempty"`   // in the order of the text; each must be found
	Filters []Filtered `json:"filters,omitempty"` // each must hold
	// how the words were understood; of an empty answer as typed
	Reading string `json:"reading"`
	Hits    []Hit  `json:"hits"`
	// the documents that were asked for by number, in that order
	Also []Hit `json:"also,omitempty"`
}

// Dropped is a word of the text that the query does not ask for.
type Dropped struct {
	Text string `json:"text"`
	// "stop word", "pictogram", "elided"; or, since nothing has all words with it, "optional"
	// (tickets, where) or "not in the index" (a bigram across two words)
	Why string `json:"why"`
}

// Token is one word that the query asks for.
type Token struct {
	Text string `json:"text"`
	// Ways are the lists in which documents may be found by the word, the best first.
	Ways []Way `json:"ways"`
}

// Way is one list of documents in which a word is found.
type Way struct {
	// How the word is found:
	//
	//	exact      as it is
	//	form       another form: Rule says by which rule
	//	joined     with its neighbour in the query, or two neighbours in the document joined
	//	synonym    another member of a group is in the document
	//	begins     the word found begins so
	//	compound   the word found is a compound with that part
	//	one edit   a letter added, left out, replaced or swapped with its neighbour
	//	two edits
	How  string `json:"how"`
	Rule string `json:"rule,omitempty"` // names what joins the word and a form of it
	// Text is the word in the index; for "begins" it is the beginning, for "compound" the part, for
	// "synonym" the group.
	Text      string `json:"text"`
	Documents int    `json:"documents"`
}

// Filtered is one filter of the query.
type Filtered struct {
	Kind   string `json:"kind"`          // city, state, organization, venue, country, tag …
	Key    string `json:"key,omitempty"` // what is compared; of dates from..to
	Number int    `json:"-"`             // see query.Filters
}

// Hit is one document of an explanation.
type Hit struct {
	ID    uint32 `json:"id"`    // its number in the index
	Rank  int    `json:"rank"`  // from 1, 0 when it is not in the answer
	Score int    `json:"score"` // the points of its matches
	// Ties decides between equal scores: names that are or begin with the query, and neighbouring
	// words. After that the order of the list decides.
	Ties int `json:"ties"`
	// Matches has the best find of each word, in the order of Explanation.Words.
	Matches []Match `json:"matches,omitempty"`
	// Failed are the filters that do not hold for the document, by Filtered.Kind.
	Failed []string `json:"failed,omitempty"`
}

// Match says how a document is found by one word, or that it is not.
type Match struct {
	Word   string `json:"word"`
	Points int    `json:"points"` // 0 when the document is not found by the word
	How    string `json:"how,omitempty"`
	Rule   string `json:"rule,omitempty"`  // see Way.Rule
	Found  string `json:"found,omitempty"` // see Way.Text
	Field  string `json:"field,omitempty"` // "name", "place" or "description"
}

// explainer turns a plan that has answered a query into words.
type explainer struct {
	*query.Matches
	ranker *rank.Ranker
	file   *index.File
}

// Of explains the answer that m, which was traced, has found: the documents ids, the first of which
// has rank 1. It also explains the documents in also, whether they were found or not; the caller
// sets their rank.
func Of(file *index.File, m *query.Matches, r *rank.Ranker, filters []Filtered, ids,
	also []uint32) *Explanation {
	e := explainer{m, r, file}
	out := &Explanation{Reading: m.Reading.String(), Filters: filters, Hits: []Hit{}}
	r.PlanTies(m) // the answer has planned them only if it had a page
	for token := range m.Tokens {
		if m.ClauseOf(token) == nil {
			m.AddToken(token) // not planned, since a filter has no documents
		}
	}
	for _, d := range m.Dropped {
		out.Dropped = append(out.Dropped, Dropped{string(m.Slice(d.Text)), d.Why})
	}
	for i := range m.Tokens {
		out.Words = append(out.Words, e.word(i))
	}
	for i, id := range ids {
		hit := e.hit(id, filters)
		hit.Rank = i + 1
		out.Hits = append(out.Hits, hit)
	}
	for _, id := range also {
		out.Also = append(out.Also, e.hit(id, filters))
	}
	return out
}

// word describes what a token may be found by.
func (e *explainer) word(i int) Token {
	c := e.ClauseOf(i)
	out := Token{Text: string(e.Slice(e.Tokens[i].Text)), Ways: []Way{}}
	seen := map[string]bool{}
	for mt := range query.MatchTypes {
		for _, list := range e.In(c.Lists[mt]) {
			way := e.way(c.Token, mt, list)
			// A word that begins with the last one is not listed again if it was found as a whole.
			if !seen[way.Text] {
				seen[way.Text] = true
				out.Ways = append(out.Ways, way)
			}
		}
	}
	return out
}

// way describes one list of a token found in that type of match.
func (e *explainer) way(token int, t query.MatchType, l query.List) Way {
	key := e.Slice(e.Tokens[token].Text)
	if l.Entry >= 0 {
		d := e.file.Dictionary(l.Section)
		key = d.Key(l.Entry)
	}
	way := Way{How: "form", Rule: l.Rule, Text: strings.TrimLeft(string(key), derivedKinds),
		Documents: l.Count}
	if way.Rule == "synonym" {
		word, others := e.file.GroupOf(way.Text)
		slices.Sort(others)
		way.Text = strings.Join(append([]string{word}, slices.Compact(others)...), " = ")
	}
	switch {
	case hows[t] != "":
		way.How = hows[t]
	case l.Rule == "compound", l.Rule == "synonym", l.Rule == "joined":
		way.How = l.Rule
	}
	if way.How != "form" {
		way.Rule = ""
	}
	return way
}

// hows holds what matches of a type are called, except for variants.
var hows = [query.MatchTypes]string{query.Exact: "exact", query.Prefix: "begins",
	query.Edit1: "one edit", query.Edit2: "two edits"}

// derivedKinds are the control characters that the keys of derived terms begin with.
const derivedKinds = "\x01\x02\x03\x04\x05\x06\x07\x08"
