package search

import (
	"cmp"
	"slices"
	"strings"
)

// Explanation says how a query was read and evaluated, and why documents are where they are in its answer. It comes from
// the evaluation itself: the plan is the one that answered the query, with a note of each list, and points and ties are
// counted by the code that ranks.
type Explanation struct {
	Text      string     `json:"text"`             // what was read, folded
	Unread    string     `json:"unread,omitempty"` // the words behind it, which were not
	Dropped   []Dropped  `json:"dropped,omitempty"`
	Words     []Wanted   `json:"words,omitempty"`   // in the order of the text; each must be found
	Filters   []Filtered `json:"filters,omitempty"` // each must hold
	Corrected bool       `json:"corrected"`         // nothing has the words as typed: some may differ by edits
	Total     int        `json:"total"`
	Lists     int        `json:"lists"`    // that the query looked at
	Postings  int        `json:"postings"` // documents in these lists
	Hits      []Hit      `json:"hits"`
	Also      []Hit      `json:"also,omitempty"` // the documents that were asked for by number, in that order
}

// Dropped is a word of the text that the query does not ask for.
type Dropped struct {
	Text string `json:"text"`
	Why  string `json:"why"` // "stop word" or "pictogram"
}

// Wanted is one word that the query asks for.
type Wanted struct {
	Text  string   `json:"text"`            // of a hyphenated word its joined form
	Kind  string   `json:"kind"`            // "word", "hyphenated", "letters" (a pair in a script without spaces) or "pictogram"
	Parts []string `json:"parts,omitempty"` // of a hyphenated word
	Last  bool     `json:"last,omitempty"`  // beginnings of words count too
	// Ways are the lists in which documents may be found by the word, the best first.
	Ways      []Way `json:"ways"`
	Documents int   `json:"documents"` // that are found by the word, whatever the other words and the filters
}

// How a word is found.
const (
	HowExact    = "exact"     // as it stands
	HowForm     = "form"      // plural or singular
	HowJoined   = "joined"    // joined with its neighbour in the query, or two neighbours in the document joined
	HowSynonym  = "synonym"   // another member of a group is in the document
	HowParts    = "parts"     // the parts of a hyphenated word
	HowBegins   = "begins"    // the word found begins so
	HowOneEdit  = "one edit"  // a letter added, left out, replaced or swapped with its neighbour
	HowTwoEdits = "two edits" // two of these
)

// Way is one list of documents in which a word is found.
type Way struct {
	How       string   `json:"how"`
	Text      string   `json:"text"`            // the word in the index; of HowBegins with Terms the beginning
	Terms     int      `json:"terms,omitempty"` // how many words begin so
	Of        []string `json:"of,omitempty"`    // of a synonym: what documents have instead
	Documents int      `json:"documents"`
	Points    Points   `json:"points"`
}

// Points is what a way is worth, by the field in which the word is found.
type Points struct {
	Name        int `json:"name"`
	Place       int `json:"place"`
	Description int `json:"description"`
}

// Filtered is one filter of the query.
type Filtered struct {
	Kind      string `json:"kind"` // "city", "state" or "organization"
	Key       string `json:"key"`  // what is compared
	Documents int    `json:"documents"`
}

// Explain answers a query as Search does, and says how. The documents of also are explained beside those of the page, found or
// not; numbers that do not exist are left out. It costs many times what Search does.
func (x *Index) Explain(q Query, offset, limit int, also ...uint32) *Explanation {
	s := &scratch{trace: new(trace)}
	ids := x.answer(s, q, offset, limit, nil)
	e := &explainer{planner: planner{scratch: s, x: x, terms: x.dict(termDict), prefixes: x.dict(prefixDict), budget: correctionBudget}}
	e.out = &Explanation{Corrected: s.corrected, Total: s.total, Hits: []Hit{}}
	if len(s.ties) == 0 && len(s.wanted) > 0 {
		e.addTies() // the answer has added them only if it had a page
	}
	e.out.Lists = len(s.leaves) + len(s.ties)
	for i := range s.leaves {
		e.out.Postings += s.leaves[i].count
	}
	for i := range s.ties {
		e.out.Postings += s.ties[i].leaf.count
	}
	for i := range s.wanted {
		if e.unitOf(i) == nil {
			e.word(i) // not planned, since a filter has no documents
		}
	}
	e.reading(q)
	e.readFilters(q)
	e.readWords()
	also = slices.DeleteFunc(slices.Clone(also), func(id uint32) bool { return uint64(id) >= uint64(x.docs) })
	all := slices.Concat(ids, also)
	slices.Sort(all)
	hits := e.hits(slices.Compact(all))
	for i, id := range ids {
		hit := hits[id]
		hit.Rank = max(offset, 0) + i + 1
		e.out.Hits = append(e.out.Hits, hit)
	}
	if len(also) > 0 {
		whole, _ := x.Search(q, 0, e.out.Total, nil)
		for _, id := range also {
			hit := hits[id]
			hit.Rank = slices.Index(whole, id) + 1
			e.out.Also = append(e.out.Also, hit)
		}
	}
	return e.out
}

// explainer turns a plan that has answered a query into words.
type explainer struct {
	planner
	out *Explanation
}

// unitOf is the unit of a wanted word, or nil.
func (e *explainer) unitOf(wanted int) *unit {
	for i := range e.units {
		if e.units[i].wanted == wanted {
			return &e.units[i]
		}
	}
	return nil
}

// reading says how the text was read.
func (e *explainer) reading(q Query) {
	read := len(AppendFold(nil, head(q.Text, maxQuery))) // joined forms follow in the text
	e.out.Text = string(e.text[:read])
	covered := make([]bool, len(e.scratch.words))
	for i := range e.wanted {
		w := &e.wanted[i]
		for n := range max(1, w.parts) {
			covered[w.firstPart+n] = covered[w.firstPart+n] || w.kind != gram
		}
	}
	end := read
	for i, w := range e.scratch.words {
		if !w.cjk && !covered[i] {
			why := "stop word"
			if w.sign {
				why = "pictogram"
			}
			e.out.Dropped = append(e.out.Dropped, Dropped{Text: string(e.text[w.start:w.end]), Why: why})
		}
		end = w.end
	}
	if len(e.scratch.words) < maxWords {
		end = read
	}
	rest := string(e.text[end:read]) + Fold(q.Text[len(head(q.Text, maxQuery)):])
	if scan := (scanner{text: []byte(rest)}); rest != "" {
		if _, more := scan.next(); more {
			e.out.Unread = strings.TrimSpace(rest)
			e.out.Text = strings.TrimSpace(string(e.text[:end]))
		}
	}
}

// filterNames are those of the filters in the API.
var filterNames = map[section]string{cityDict: "city", stateDict: "state", organizationDict: "organization"}

// readFilters says which filters there are.
func (e *explainer) readFilters(q Query) {
	for _, f := range q.filters() {
		key := f.appendKey(nil)
		if len(key) == 0 {
			continue
		}
		out := Filtered{Kind: filterNames[f.section], Key: string(key)}
		d := e.x.dict(f.section)
		if i, ok := d.find(key); ok {
			out.Documents = d.record(i).count
		}
		e.out.Filters = append(e.out.Filters, out)
	}
}

// readWords describes what each word of the query may be found by, and counts its documents.
func (e *explainer) readWords() {
	for i := range e.wanted {
		w := &e.wanted[i]
		out := Wanted{Text: string(e.textAt(w.text)), Kind: "word", Last: w.last, Ways: []Way{}}
		switch {
		case w.kind == gram:
			out.Kind = "letters"
		case w.kind == picture:
			out.Kind = "pictogram"
		case w.parts > 0:
			out.Kind = "hyphenated"
			for _, part := range e.scratch.words[w.firstPart : w.firstPart+w.parts] {
				out.Parts = append(out.Parts, string(e.text[part.start:part.end]))
			}
		}
		u := e.unitOf(i)
		// The search stops correcting at the first word that finds nothing; here each is told.
		if e.corrected && u.leaves[oneEdit].empty() && u.leaves[twoEdit].empty() {
			e.correct(u)
		}
		out.Ways = e.ways(w, u)
		e.everything(e.x.docs)
		if e.keep(u) {
			out.Documents = e.total
		}
		e.out.Words = append(e.out.Words, out)
	}
}

func (e *explainer) textAt(at span) []byte { return e.text[at.lo:at.hi] }

// ways lists the lists of a unit.
func (e *explainer) ways(w *wanted, u *unit) []Way {
	ways := []Way{}
	seen := map[string]bool{}
	for k := range kinds {
		for i := u.leaves[k].lo; i < u.leaves[k].hi; i++ {
			way := e.way(w, k, &e.trace.leaves[i])
			// A word that the last one begins is not told again when it was found as a whole.
			key := way.Text
			if len(way.Of) > 0 || way.Terms > 0 {
				key = way.How + " " + way.Text + " " + strings.Join(way.Of, " ")
			}
			if !seen[key] {
				seen[key] = true
				ways = append(ways, way)
			}
		}
		if k == variant && len(u.parts) > 0 {
			ways = append(ways, e.partsWay(u))
		}
	}
	return ways
}

// way describes one list of a word found in that kind of way.
func (e *explainer) way(w *wanted, k kind, n *note) Way {
	way := Way{Text: n.text, Documents: n.count, Terms: n.words, Points: pointsFor(k)}
	switch {
	case k == exact:
		way.How = HowExact
	case k == oneEdit, k == twoEdit:
		way.How = HowOneEdit
		if k == twoEdit {
			way.How = HowTwoEdits
		}
		if n.isSynonym() {
			way.Text, way.Of = e.x.synonymsOf(n.text[1:])
		}
	case k == begun:
		way.How = HowBegins
		if n.section == prefixDict {
			lo, hi := e.terms.begins(e.x.firstWord, []byte(n.text))
			way.Terms = hi - lo
		}
	case n.isSynonym():
		way.How = HowSynonym
		way.Text, way.Of = e.x.synonymsOf(n.text[1:])
	case strings.HasPrefix(n.text, string(markNeighbours)):
		way.How, way.Text = HowJoined, n.text[1:]
	case n.text == string(e.textAt(w.before)) || n.text == string(e.textAt(w.after)):
		way.How = HowJoined
	default:
		way.How = HowForm
	}
	return way
}

// partsWay describes that a word is found by its parts, wherever they stand.
func (e *explainer) partsWay(u *unit) Way {
	way := Way{How: HowParts, Points: pointsFor(variant), Documents: e.x.docs}
	var texts []string
	for i := range u.parts {
		p := &u.parts[i]
		for _, at := range [...]span{p.whole, p.begun} {
			if !at.empty() {
				texts = append(texts, e.trace.leaves[at.lo].text)
				break
			}
		}
		way.Documents = min(way.Documents, p.documents) // at most
	}
	way.Text = strings.Join(texts, " + ")
	return way
}

func pointsFor(k kind) Points {
	return Points{Name: int(pointsOf[k][inName]), Place: int(pointsOf[k][inPlace]), Description: int(pointsOf[k][inDescription])}
}

// synonymsOf returns a member of a group of synonyms, given as one word, as it is written with blanks, and the other members of
// its groups, as far as the index tells them.
func (x *Index) synonymsOf(joined string) (member string, others []string) {
	member = joined
	terms := x.dict(termDict)
	for i := terms.lowerIn(0, x.firstWord, []byte{markGroup}); i < x.firstWord; i++ {
		key := string(terms.key(i))
		if key == "" || key[0] != markGroup {
			break
		}
		members := strings.Split(key[1:], string(markGroup))
		own := slices.IndexFunc(members, func(m string) bool { return strings.TrimPrefix(memberKey(m), string(markNeighbours)) == joined })
		if own >= 0 {
			member = members[own]
			others = append(others, slices.Delete(members, own, own+1)...)
		}
	}
	slices.SortFunc(others, cmp.Compare)
	return member, slices.Compact(others)
}
