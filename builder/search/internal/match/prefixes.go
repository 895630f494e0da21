package match

import (
	"math/bits"

	"cartaz/builder/search/internal/format"
	"cartaz/builder/search/text"
)

// prefixUnion adds to a plan what begins with a word: lists that the index has joined, and lists
// that are joined here.
type prefixUnion struct{ *Plan }

// addPrefixes adds the lists of what the last token begins, as far as it completes words, and of
// what it begins when it is joined with the token before; the latter also for the token before.
// exact are the lists of the last token as it is.
func (p prefixUnion) addPrefixes(n int, word []byte, completion text.Completion, exact Span) {
	tokens := p.Tokens
	t := &tokens[n]
	if t.Prefix {
		if completion != text.CompletesNothing && !standsJoined(p.Plan, t) {
			from := len(p.Lists)
			p.addPrefix(word)
			if completion == text.CompletesNames {
				p.leaveNames(from, word, exact)
			}
		}
		if n == len(tokens)-1 && !t.before.Empty() && !p.isElided(t.First-1) &&
			beginsWord(p.Plan, t.before) {
			p.addPrefix(p.Slice(t.before))
		}
	}
	if n == len(tokens)-2 && tokens[n+1].Prefix && !t.after.Empty() &&
		t.after == tokens[n+1].before && beginsWord(p.Plan, t.after) {
		p.addPrefix(p.Slice(t.after))
	}
}

// standsJoined reports whether the last token makes a word of documents with the token before that
// is no beginning of others: cam in "web cam", where there is webcam, is none of campos.
func standsJoined(p *Plan, t *Token) bool {
	if t.before.Empty() ||
		p.rules.Completion(p.Slice(t.before), true) != text.CompletesNothing {
		return false
	}
	for i := range p.joins {
		if p.joins[i].text == t.before {
			entries := p.joins[i].entries
			return entries[0] >= 0 || entries[1] >= 0
		}
	}
	return false
}

// FewTerms is how many lists of a prefix a query keeps apart. Joining more costs a bitset over all
// documents, but that is gone through once.
const FewTerms = 8

// addPrefix adds the lists of the documents with a word that begins so: the stored one, a few, or
// many joined here.
func (p prefixUnion) addPrefix(prefix []byte) {
	if i, ok := p.prefixes.Find(prefix); ok {
		p.addList(&p.prefixes, i)
		return
	}
	p.join(prefix, p.index.file.FirstWord())
}

// join adds the lists of the terms from first on that begin with a prefix, a few or many joined.
func (p prefixUnion) join(prefix []byte, first int) {
	lo, hi := p.Terms.WithPrefix(first, prefix)
	if hi-lo <= FewTerms {
		for i := lo; i < hi; i++ {
			p.addList(&p.Terms, i)
		}
		return
	}
	// The writer stores what costs more; an index that asks for more here is damaged.
	docs := p.index.file.Docs()
	budget, count := format.JoinLimit(docs), 0
	joined := p.newJoined(docs)
	for i := lo; i < hi && budget >= 0; i++ {
		postings, ok := p.Terms.Postings(i)
		if !ok {
			continue
		}
		joined.join(&postings, docs)
		count += postings.Count
		budget -= format.JoinCost(postings.Count, docs)
	}
	joined.Count = min(count, docs)
	p.Trace.joined(len(p.Lists), prefix, hi-lo, joined.Count)
	p.Lists = append(p.Lists, joined)
}

// leaveNames makes the lists from that number on, of words that begin with a prefix, one of the
// documents that have such a word in their name; none where no other words begin so than the prefix
// itself, which exact is the list of.
func (p prefixUnion) leaveNames(from int, prefix []byte, exact Span) {
	if p.documents(Span{from, len(p.Lists)}) == p.documents(exact) {
		p.Lists = p.Lists[:from]
		return
	}
	named := namesOf(p.Plan, Span{from, len(p.Lists)})
	p.Lists = p.Lists[:from]
	if named.Count == 0 {
		return
	}
	if p.Trace != nil {
		lo, hi := p.Terms.WithPrefix(p.index.file.FirstWord(), prefix)
		p.Trace.joined(from, prefix, hi-lo, named.Count)
		p.Trace.Lists[from].Names = true
	}
	p.Lists = append(p.Lists, named)
}

// namesOf joins what lists have in names.
func namesOf(p *Plan, lists Span) List {
	docs := p.index.file.Docs()
	named := p.newJoined(docs)
	for i := lists.Lo; i < lists.Hi; i++ {
		p.Lists[i].joinNames(&named, docs)
	}
	for i := range format.WordsFor(docs) {
		named.Count += bits.OnesCount64(named.FieldSets(i)[0])
	}
	return named
}

// completionOf says what the last word of a query completes, which documents have.
func completionOf(p *Plan, word []byte, c *Clause) text.Completion {
	least := p.rules.Completion(word, true)
	if other := p.rules.Completion(word, false); other == least || !isTitled(p, c) {
		return other
	}
	return least
}

// isWhole reports whether a token is typed whole: the last word of a request (see skipOwnKind), or
// a single word behind a dot that no word is before, as in .net, the last part of the name of a
// file or an address.
func isWhole(t *Parsed, token *Token) bool {
	if t.request {
		return true
	}
	at := t.Words[token.First].Start - 1
	return token.Parts == 0 && at >= 0 && t.text[at] == '.' && (at == 0 || t.text[at-1] == ' ')
}

// isTitled reports whether a document has a word, or a form of it, in its name or a place.
func isTitled(p *Plan, c *Clause) bool {
	for i := c.Lists[Exact].Lo; i < c.Lists[Alias].Hi; i++ {
		if p.Lists[i].reaches(format.InPlace, p.index.file.Docs()) {
			return true
		}
	}
	return false
}

// newJoined returns an empty joined list over all documents.
func (p *Plan) newJoined(docs int) List {
	if p.joinedUsed == len(p.joined) {
		p.joined = append(p.joined, nil)
	}
	sets := Resized(p.joined[p.joinedUsed], format.WordsFor(docs)*fieldSets)
	clear(sets)
	p.joined[p.joinedUsed] = sets
	p.joinedUsed++
	return List{joined: sets}
}

// leastClipped is the shortest word, in letters, that may be the beginning of another before the
// last of a query.
const leastClipped = 4

// clipWords lets words that nobody has stand for words that begin so, since nothing has the query:
// tchaik 4 is Tchaikovsky. The last word of a query does so anyway. It reports whether it did, and
// does so once, in an index without Japanese.
func clipWords(p *Plan) bool {
	if p.clipped || p.rules.HasRuns() {
		return false
	}
	for n := range p.Tokens {
		t := &p.Tokens[n]
		if p.ClauseOf(n).Documents > 0 || !mayBeClipped(&p.Parsed, t) {
			continue
		}
		lo, hi := p.Terms.WithPrefix(p.index.file.FirstWord(), p.Slice(t.Text))
		p.clipped = p.clipped || lo < hi
	}
	return p.clipped
}

// mayBeClipped reports whether a word before the last may be a beginning. Numbers are whole, and
// what the query may do without is none: concert is no concerto.
func mayBeClipped(t *Parsed, token *Token) bool {
	word := t.Slice(token.Text)
	return token.Joinable() && !token.Prefix && isBeginning(t, token) &&
		letters(word) >= leastClipped && !isNumber(word) &&
		!t.rules.Asks(word) && !text.IsKind(t.rules, word) && !text.IsPlaceKind(t.rules, word)
}

// addClipped adds the lists of the words that a token begins which nobody has. For the order of the
// answer it stands for a few of them, as a mistyped one does.
func addClipped(p *Plan, c *Clause) {
	t := &p.Tokens[c.Token]
	if !p.clipped || c.Documents > 0 || !mayBeClipped(&p.Parsed, t) {
		return
	}
	word := p.Slice(t.Text)
	t.Prefix = true
	c.Lists[Prefix].Lo = len(p.Lists)
	prefixUnion{p}.addPrefix(word)
	c.Lists[Prefix].Hi = len(p.Lists)
	c.Documents = p.documents(c.Lists[Prefix])
	if lo, hi := p.Terms.WithPrefix(p.index.file.FirstWord(), word); hi-lo <= maxCandidates {
		p.near[0], p.near[1] = p.near[0][:0], p.near[1][:0]
		for term := lo; term < hi; term++ {
			p.near[0] = append(p.near[0], term)
		}
		t.respelled = mostLikely(p)
	}
}
