package search

import (
	"slices"
	"strings"
)

// Hit is one document of an explanation.
type Hit struct {
	ID       uint32 `json:"id"`       // its number in the index
	Rank     int    `json:"rank"`     // from 1, 0 when it is not in the answer
	Position int    `json:"position"` // in the list order, from 1; decides where score and ties are equal
	Score    int    `json:"score"`    // the points of its matches
	Ties     int    `json:"ties"`     // the weights of TieParts
	// Matches has the best find of each word, in the order of Explanation.Words.
	Matches  []Match `json:"matches,omitempty"`
	TieParts []Tie   `json:"tie_parts,omitempty"`
	// Failed are the filters that do not hold for the document, by Filtered.Kind.
	Failed []string `json:"failed,omitempty"`
}

// Match says how a document is found by one word, or that it is not.
type Match struct {
	Word   string `json:"word"`
	Points int    `json:"points"` // 0 when the document is not found by the word
	How    string `json:"how,omitempty"`
	Field  string `json:"field,omitempty"` // "name", "place" (organiser, venue, city or state) or "description"; of parts the least
	Found  string `json:"found,omitempty"` // the word of the document, folded
	// Near is a word of a document that is not found: it differs by edits that were not tried, as other documents have
	// the words as typed.
	Near string `json:"near,omitempty"`
}

// Tie is one reason to go before others of the same score.
type Tie struct {
	Why    string `json:"why"` // "neighbours", "name begins" or "name ends"
	Text   string `json:"text"`
	Weight int    `json:"weight"`
}

// hits explains documents, given in list order.
func (e *explainer) hits(docs []uint32) map[uint32]Hit {
	hits := make([]Hit, len(docs))
	for n, id := range docs {
		hits[n] = Hit{ID: id, Position: int(id) + 1}
	}
	// Scored by the code that ranks few documents.
	f := &e.few
	f.docs = slices.Clone(docs)
	f.begin()
	for i := range e.out.Words {
		word := e.out.Words[i].Text
		u := e.unitOf(i)
		e.scoreFew(u, nil)
		points := slices.Clone(f.points)
		matches := e.matches(&e.wanted[i], u, points)
		for n := range hits {
			matches[n].Word, matches[n].Points = word, int(points[n])
			hits[n].Matches = append(hits[n].Matches, matches[n])
		}
	}
	for i := range e.ties {
		t := &e.ties[i]
		e.tieFew(t, nil)
		part := e.tiePart(i)
		for n, c := range f.class {
			if c > 0 {
				hits[n].TieParts = append(hits[n].TieParts, part)
			}
		}
	}
	for n := range hits {
		hits[n].Score, hits[n].Ties = int(f.scores[n]), int(f.ties[n])
	}
	e.failures(hits)
	byID := make(map[uint32]Hit, len(hits))
	for _, hit := range hits {
		byID[hit.ID] = hit
	}
	return byID
}

// classesOf is how well each document of the explanation is found in one list, 0 for not at all. The result is good
// until the next call.
func (e *explainer) classesOf(l *leaf) []uint8 {
	clear(e.few.class)
	l.score(&e.few, nil, e.few.class, &ownClass)
	return e.few.class
}

var classFields = [inName + 1]string{inDescription: "description", inPlace: "place", inName: "name"}

// matches finds the list that gives each document its points.
func (e *explainer) matches(w *wanted, u *unit, points []uint8) []Match {
	out := make([]Match, len(points))
	for k := range kinds {
		for i := u.leaves[k].lo; i < u.leaves[k].hi; i++ {
			way := e.way(w, k, &e.trace.leaves[i])
			for n, c := range slices.Clone(e.classesOf(&e.leaves[i])) {
				if c == 0 || out[n].How != "" || pointsOf[k][c] != points[n] {
					continue
				}
				out[n] = Match{How: way.How, Field: classFields[c], Found: way.Text}
				switch {
				case len(way.Of) > 0:
					out[n].Found = e.member(way.Of, n, c)
				case way.Terms > 0:
					out[n].Found = e.begunWord(way.Text, n, c)
				}
			}
		}
	}
	for n := range out {
		switch {
		case out[n].How != "":
		case points[n] > 0: // by its parts, the only way that is no list
			out[n] = e.partsMatch(u, n, points[n])
		case !e.corrected:
			out[n].Near = e.nearWord(*u, n)
		}
	}
	return out
}

// partsMatch describes a document that has all parts of a word.
func (e *explainer) partsMatch(u *unit, n int, points uint8) Match {
	m := Match{How: HowParts, Found: e.partsWay(u).Text}
	for c := inDescription; c <= inName; c++ {
		if pointsOf[variant][c] == points || pointsOf[begun][c] == points {
			m.Field = classFields[c]
		}
	}
	return m
}

// maxBegun is how many words are looked through for the one that a document has.
const maxBegun = 1 << 16

// begunWord is the word with that beginning which the document has in that class.
func (e *explainer) begunWord(beginning string, n int, c uint8) string {
	lo, hi := e.terms.begins(e.x.firstWord, []byte(beginning))
	for i := lo; i < min(hi, lo+maxBegun); i++ {
		if e.has(&e.terms, i, n) == c {
			return string(e.terms.key(i))
		}
	}
	return beginning
}

// member is the member of a group of synonyms that the document has in that class; all of them when that is not known.
func (e *explainer) member(of []string, n int, c uint8) string {
	for _, member := range of {
		if i, ok := e.terms.find([]byte(memberKey(member))); ok && e.has(&e.terms, i, n) == c {
			return member
		}
	}
	return strings.Join(of, ", ")
}

// has is the class in which the document has an entry of a dictionary.
func (e *explainer) has(d *dict, i, n int) uint8 {
	l, ok := d.list(i)
	if !ok {
		return 0
	}
	return e.classesOf(&l)[n]
}

// nearWord is a word of the document that the word of the unit may be a mistyped form of, "" for none.
func (e *explainer) nearWord(u unit, n int) string {
	e.correct(&u)
	for _, k := range [...]kind{oneEdit, twoEdit} {
		for i := u.leaves[k].lo; i < u.leaves[k].hi; i++ {
			if e.classesOf(&e.leaves[i])[n] > 0 {
				return e.trace.leaves[i].word()
			}
		}
	}
	return ""
}

// failures notes the filters that do not hold.
func (e *explainer) failures(hits []Hit) {
	holds := map[string][]uint8{}
	for i := range e.units {
		if u := &e.units[i]; u.filter() {
			at := u.leaves[exact].lo
			holds[filterNames[e.trace.leaves[at].section]] = slices.Clone(e.classesOf(&e.leaves[at]))
		}
	}
	for _, f := range e.out.Filters {
		for n := range hits {
			if classes := holds[f.Kind]; classes == nil || classes[n] == 0 {
				hits[n].Failed = append(hits[n].Failed, f.Kind)
			}
		}
	}
}

// tiePart describes a tie of the plan.
func (e *explainer) tiePart(i int) Tie {
	text := e.trace.ties[i].text
	t := Tie{Why: "neighbours", Text: text[1:], Weight: e.ties[i].weight}
	switch text[0] {
	case markFirst:
		t.Why = "name begins"
	case markLast:
		t.Why = "name ends"
	default:
		for n := range e.wanted {
			if next := e.wanted[n].next; next.empty() {
				continue
			}
			if words, ok := e.neighbours(&e.wanted[n], &e.wanted[n+1], t.Text); ok {
				t.Text = words
				break
			}
		}
	}
	return t
}

// neighbours are the words that a tie has joined, as they stand in the query or, mistyped, may be meant.
func (e *explainer) neighbours(a, b *wanted, joined string) (string, bool) {
	texts := func(w *wanted) []string {
		all := []string{string(e.textAt(w.text))}
		for _, term := range e.readings(w) {
			all = append(all, string(e.terms.key(term)))
		}
		return all
	}
	for _, first := range texts(a) {
		for _, second := range texts(b) {
			if string(appendJoined(nil, []byte(first), []byte(second))) == joined {
				return first + " " + second, true
			}
		}
	}
	return "", false
}
