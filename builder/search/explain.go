package search

import (
	"cmp"
	"slices"
	"strings"

	"cartaz/builder/search/internal/format"
	"cartaz/builder/search/internal/match"
	"cartaz/builder/search/internal/rank"
	"cartaz/builder/search/text"
)

// Explanation says how a query was read and evaluated, and why documents are where they are in its
// answer. It comes from the evaluation itself: the plan is the one that answered the query, with a
// note of each list, and the code that adds points and tie-breakers notes the reason where it adds
// them.
type Explanation struct {
	Text    string     `json:"text"`             // what was read, folded
	Unread  string     `json:"unread,omitempty"` // the words behind it, which were not
	Dropped []Dropped  `json:"dropped,omitempty"`
	Words   []Token    `json:"words,omitempty"`   // in the order of the text; each must be found
	Filters []Filtered `json:"filters,omitempty"` // each must hold
	// nothing has words that are typed as one, and Text has blanks where they were taken apart
	Parted bool `json:"parted,omitempty"`
	// nothing has the words as typed: some may differ by edits
	Corrected bool  `json:"corrected"`
	Total     int   `json:"total"`
	Lists     int   `json:"lists"`    // that the query looked at
	Postings  int   `json:"postings"` // documents in these lists
	Hits      []Hit `json:"hits"`
	// the documents that were asked for by number, in that order
	Also []Hit `json:"also,omitempty"`
}

// Dropped is a word of the text that the query does not ask for.
type Dropped struct {
	Text string `json:"text"`
	// "stop word", "pictogram"; or, since nothing has all words with it, "only asks" (tickets),
	// "article" of another language, "kind of event", "kind of place", "begun" (a letter at the
	// end) or, beside its title, "form of a work"
	Why string `json:"why"`
}

// Token is one word that the query asks for.
type Token struct {
	Text string `json:"text"` // of a hyphenated word its joined form
	// "word", "hyphenated", "letters" (see text.IsUnspaced) or "pictogram"
	Kind  string   `json:"kind"`
	Parts []string `json:"parts,omitempty"` // of a hyphenated word
	Last  bool     `json:"last,omitempty"`  // beginnings of words count too
	// Ways are the lists in which documents may be found by the word, the best first.
	Ways []Way `json:"ways"`
	// that are found by the word, whatever the other words and the filters
	Documents int `json:"documents"`
}

// How a word is found.
const (
	HowExact = "exact" // as it stands
	HowForm  = "form"  // another form: Way.Rule says by which rule
	// joined with its neighbour in the query, or two neighbours in the document joined
	HowJoined  = "joined"
	HowSynonym = "synonym" // another member of a group is in the document
	// the parts of a hyphenated word, of a German compound, or the neighbours that were joined
	HowParts    = "parts"
	HowBegins   = "begins"    // the word found begins so
	HowCompound = "compound"  // the word found is a compound with that part
	HowInside   = "inside"    // the letters stand inside a run of one script, or across two
	HowOneEdit  = "one edit"  // a letter added, left out, replaced or swapped with its neighbour
	HowTwoEdits = "two edits" // two of these
)

// Way is one list of documents in which a word is found.
type Way struct {
	How string `json:"how"`
	// Rule names what joins the word and a form of it, see text.Rules.RuleOf; "names only" of
	// HowBegins says what text.CompletesNames means.
	Rule string `json:"rule,omitempty"`
	// the word in the index; of HowBegins with Terms the beginning
	Text      string   `json:"text"`
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
	Kind      string `json:"kind"`          // one of filterNames
	Key       string `json:"key,omitempty"` // what is compared; of dates from..to
	Documents int    `json:"documents"`
}

// Explain answers a query as Search does, and says how. The documents of also are explained beside
// those of the page, found or not; numbers that do not exist are left out. It costs many times what
// Search does.
func (x *Index) Explain(q Query, offset, limit int, also ...uint32) *Explanation {
	b := &queryBuffers{Matches: match.Matches{Plan: match.Plan{Trace: new(match.Trace)}}}
	ids := b.answer(x, &q, offset, limit, nil)
	e := &explainer{queryBuffers: b, x: x}
	e.out = &Explanation{Parted: b.Parted(), Corrected: b.Corrected, Total: b.Total,
		Hits: []Hit{}}
	b.ranker.PlanTies(&b.Matches) // the answer has planned them only if it had a page
	e.out.Lists, e.out.Postings = len(b.Lists)+b.ranker.Ties(), b.ranker.TiePostings()
	for i := range b.Lists {
		e.out.Postings += b.Lists[i].Count
	}
	for token := range b.Tokens {
		if b.ClauseOf(token) == nil {
			b.AddToken(token) // not planned, since a filter has no documents
		}
	}
	e.reading(&q)
	e.readFilters(&q)
	e.readWords()
	also = slices.DeleteFunc(slices.Clone(also),
		func(id uint32) bool { return uint64(id) >= uint64(x.Len()) })
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
	*queryBuffers
	x   *Index
	out *Explanation
}

const onlyAsks = "only asks"

// reading says how the text was read.
func (e *explainer) reading(q *Query) {
	head := text.Clip(q.Text, match.MaxQuery)
	folded := string(e.Folded())
	e.out.Text = folded
	covered := make([]bool, len(e.Words))
	for i := range e.Tokens {
		t := &e.Tokens[i]
		for n := range max(1, t.Parts) {
			covered[t.First+n] = covered[t.First+n] || t.Kind != match.Gram
		}
	}
	if whole := text.Fold(head); e.Asking {
		if rest := text.CutAsking(e.x.file.Rules(), []byte(whole)); len(rest) < len(whole) {
			e.out.Dropped = append(e.out.Dropped, Dropped{Text: whole[len(rest):], Why: onlyAsks})
		}
	}
	end := len(folded)
	for i, w := range e.Words {
		if !w.Unspaced && !covered[i] {
			e.out.Dropped = append(e.out.Dropped,
				Dropped{Text: string(e.Word(i)), Why: e.whyDropped(i)})
		}
		end = w.End
	}
	if len(e.Words) < match.MaxTokens {
		end = len(folded)
	}
	rest := folded[end:] + string(text.AppendSearch(nil, q.Text[len(head):]))
	tokens := text.NewTokenizer([]byte(rest))
	if _, more := tokens.Next(); more {
		e.out.Unread = strings.TrimSpace(rest)
		e.out.Text = strings.TrimSpace(folded[:end])
	}
}

// filterNames are those of the filters, by their number, as queries have them.
var filterNames = [...]string{
	"city", "state", "organization", "venue", "country", "tag", "free", "online", "after",
	match.DaysFilter: "dates",
}

// readFilters says which filters there are.
func (e *explainer) readFilters(q *Query) {
	filters := q.filters()
	for n := range filters.Values {
		if key := filters.Values[n].AppendKey(nil); len(key) > 0 {
			e.filtered(n, string(key))
		}
	}
	if q.From != 0 || q.To != 0 {
		e.filtered(match.DaysFilter, q.From.String()+".."+q.To.String())
	}
}

// filtered describes one filter.
func (e *explainer) filtered(n int, key string) {
	out := Filtered{Kind: filterNames[n], Key: key}
	for i := range e.Clauses {
		if c := &e.Clauses[i]; c.IsFilter() && c.Filter == n {
			out.Documents = c.Documents
		}
	}
	e.out.Filters = append(e.out.Filters, out)
}

// readWords describes what each token of the query may be found by, and counts its documents.
func (e *explainer) readWords() {
	for i := range e.Tokens {
		t := &e.Tokens[i]
		out := Token{Text: string(e.Slice(t.Text)), Kind: "word", Last: t.Prefix, Ways: []Way{}}
		switch {
		case t.Kind == match.Gram:
			out.Kind = "letters"
		case t.Kind == match.Pictogram:
			out.Kind = "pictogram"
		case t.Parts > 0:
			out.Kind = "hyphenated"
			for n := range t.Parts {
				out.Parts = append(out.Parts, string(e.Word(t.First+n)))
			}
		}
		c := e.ClauseOf(i)
		// The search stops correcting at the first word that finds nothing; here each is told.
		if e.Corrected && c.Lists[match.Edit1].Empty() && c.Lists[match.Edit2].Empty() {
			e.Correct(c)
		}
		out.Ways = e.ways(t, c)
		e.All()
		if e.Retain(c) {
			out.Documents = e.Total
		}
		e.out.Words = append(e.out.Words, out)
	}
}

// ways describes the lists of a clause.
func (e *explainer) ways(t *match.Token, c *match.Clause) []Way {
	ways := []Way{}
	seen := map[string]bool{}
	for k := range match.Kinds {
		for i := c.Lists[k].Lo; i < c.Lists[k].Hi; i++ {
			way := e.way(t, k, i)
			// A word that the last one begins is not told again when it was found as a whole.
			key := way.Text
			if len(way.Of) > 0 || way.Terms > 0 || way.How == HowInside {
				key = way.How + " " + way.Text + " " + strings.Join(way.Of, " ")
			}
			if !seen[key] {
				seen[key] = true
				ways = append(ways, way)
			}
		}
		if k == match.Alias && len(c.Parts) > 0 {
			ways = append(ways, e.partsWay(c))
		}
	}
	return ways
}

// way describes one list of a token found in that kind of way.
func (e *explainer) way(t *match.Token, k match.Kind, list int) Way {
	origin := &e.Trace.Lists[list]
	way := Way{Text: origin.Key, Documents: origin.Documents, Terms: origin.Terms,
		Points: pointsFor(k)}
	switch {
	case origin.Section == format.Days:
		way.How = HowForm
		way.Rule, way.Text = dateOf(e, t)
	case k == match.Exact:
		way.How, way.Text = HowExact, strings.TrimLeft(origin.Key, derivedKinds)
	case k == match.Edit1, k == match.Edit2:
		way.How, way.Text = HowOneEdit, origin.Word()
		if k == match.Edit2 {
			way.How = HowTwoEdits
		}
		if origin.IsSynonym() {
			way.Text, way.Of = e.synonymsOf(origin)
		}
	case k == match.Prefix && t.Kind == match.Gram:
		way.How, way.Text = HowInside, strings.TrimLeft(origin.Key, derivedKinds)
		if way.Text != origin.Key {
			way.How = HowBegins
		}
	case strings.HasPrefix(origin.Key, string(format.KanaWord)):
		way.How, way.Text, way.Rule = HowForm, origin.Key[1:], "ja parts of katakana"
	case t.Kind == match.Gram, origin.Writing:
		way.How, way.Rule = HowForm, text.WritingRule(origin.Key)
		way.Text = strings.TrimPrefix(way.Text, "=")
	case strings.HasPrefix(origin.Key, string(format.CompoundPart)):
		way.How, way.Text = HowCompound, origin.Key[1:]
		if way.Text != string(e.Slice(t.Text)) {
			way.Rule = e.ruleOf(t, way.Text)
		}
		// the list has the field below that of the compound, see format.CompoundPart
		way.Points.Name, way.Points.Place = way.Points.Place, way.Points.Description
	case k == match.Prefix:
		way.How = HowBegins
		if origin.Names {
			way.Rule = "names only"
			way.Points.Place, way.Points.Description = 0, 0
		}
		if origin.Section == format.Prefixes {
			lo, hi := e.Terms.WithPrefix(e.x.file.FirstWord(), []byte(origin.Key))
			way.Terms = hi - lo
		}
	case origin.IsSynonym():
		way.How = HowSynonym
		way.Text, way.Of = e.synonymsOf(origin)
		if len(way.Of) == 0 && e.x.file.Rules().HasRuns() { // a normal form
			way.How, way.Rule = HowForm, text.WritingRule(way.Text)
		}
		if len(way.Of) == 0 && way.Rule == "" && t.Kind == match.PlainWord {
			way.Rule = "part of a name in camel case, acronym or region"
		}
	case strings.HasPrefix(origin.Key, string(format.Neighbours)):
		way.How, way.Text = HowJoined, origin.Key[1:]
	case e.IsJoined(t, origin.Key):
		way.How = HowJoined
	default:
		way.How, way.Rule = HowForm, e.ruleOf(t, origin.Key)
	}
	return way
}

// ruleOf names the rule by which a token finds a form of its word, or of one of its parts.
func (e *explainer) ruleOf(t *match.Token, form string) string {
	rules := e.x.file.Rules()
	rule := rules.RuleOf(string(e.Slice(t.Text)), form)
	if first, _ := text.SplitRussian(rules, []byte(form)); rule == "" && len(first) > 0 {
		rule = "ru compound"
	}
	if rule != "" || t.Parts == 0 {
		return rule
	}
	for n := range t.Parts {
		if rule := rules.RuleOf(string(e.Word(t.First+n)), form); rule != "" {
			return rule
		}
	}
	return ""
}

// synonymsOf returns the member of a group of synonyms that a list is of, and the others.
func (e *explainer) synonymsOf(origin *match.Origin) (member string, others []string) {
	member, others = format.SynonymGroups{File: e.x.file}.Of(origin.Word())
	slices.SortFunc(others, cmp.Compare)
	return member, slices.Compact(others)
}

// partsWay describes that a token is found by its parts, wherever they stand.
func (e *explainer) partsWay(c *match.Clause) Way {
	way := Way{How: HowParts, Points: pointsFor(match.Alias), Documents: e.x.Len()}
	var texts []string
	for i := range c.Parts {
		p := &c.Parts[i]
		for _, lists := range [...]match.Span{p.Whole, p.Prefix} {
			if !lists.Empty() {
				texts = append(texts, strings.TrimLeft(e.Trace.Lists[lists.Lo].Key, derivedKinds))
				break
			}
		}
		way.Documents = min(way.Documents, p.Documents) // at most
	}
	way.Text = strings.Join(texts, " + ")
	return way
}

// derivedKinds are the control characters that the keys of derived terms begin with.
const derivedKinds = "\x01\x02\x03\x04\x05\x06\x07\x08\x09"

func pointsFor(k match.Kind) Points {
	p := &rank.Points[k]
	return Points{
		Name: int(p[format.InName]), Place: int(p[format.InPlace]),
		Description: int(p[format.InDescription]),
	}
}
