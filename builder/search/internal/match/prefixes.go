package match

import "cartaz/builder/search/internal/format"

// prefixUnion adds to a plan what begins with a word: lists that the index has joined, and lists
// that are joined here.
type prefixUnion struct{ *Plan }

// addPrefixes adds the lists of what the last token begins, if it completes words, and of what it
// begins when it is joined with the token before; the latter also for the token before.
func (p prefixUnion) addPrefixes(n int, word []byte, completes bool) {
	tokens := p.Tokens
	t := &tokens[n]
	if t.Prefix {
		if completes && !standsJoined(p.Plan, t) {
			p.addPrefix(word)
		}
		if !t.before.Empty() && beginsWord(p.Plan, t.before) {
			p.addPrefix(p.Slice(t.before))
		}
	} else if n == len(tokens)-2 && tokens[n+1].Prefix && !t.after.Empty() &&
		t.after == tokens[n+1].before && beginsWord(p.Plan, t.after) {
		p.addPrefix(p.Slice(t.after))
	}
}

// standsJoined reports whether the last token makes a word of documents with the token before that
// is no beginning of others: cam in "web cam", where there is webcam, is none of campos.
func standsJoined(p *Plan, t *Token) bool {
	if t.before.Empty() || p.rules.Completes(p.Slice(t.before)) {
		return false
	}
	for i := range p.joins {
		if p.joins[i].text == t.before {
			entries := lookJoined(p, i).entries
			return entries[0] >= 0 || entries[1] >= 0
		}
	}
	return false
}

// fewTerms is how many lists of a prefix a query keeps apart. Joining more costs a bitset over all
// documents, but that is gone through once.
const fewTerms = 8

// addPrefix adds the lists of the documents with a word that begins so: the stored one, a few, or
// many joined here.
func (p prefixUnion) addPrefix(prefix []byte) {
	if i, ok := p.prefixes.Find(prefix); ok {
		p.addList(&p.prefixes, i)
		return
	}
	lo, hi := p.Terms.WithPrefix(p.index.file.FirstWord(), prefix)
	if hi-lo <= fewTerms {
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
