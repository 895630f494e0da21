package match

import (
	"slices"

	"cartaz/builder/search/internal/format"
	"cartaz/builder/search/text"
)

// kindsState says what became of the words for kinds of events in a query, see text.IsKind.
type kindsState uint8

const (
	kindsRead     kindsState = iota
	kindsSkipped             // since nothing has all words
	placesSkipped            // those for kinds of places too
	kindsKept                // since nothing has the others either
)

// skipKinds reads the query again without words for kinds of events and places where each other
// word stands somewhere, and with them where nothing was found so either. It reports whether it
// did.
func skipKinds(m *Matches) bool {
	t := &m.Parsed
	if t.mistyped {
		return false
	}
	switch t.kinds {
	case kindsRead:
		if !dropKinds(&m.Plan) {
			return false
		}
		if nothingBehindKinds(m, t.kinds, (*Matches).Retain) {
			t.kinds = kindsKept
			return false
		}
	case kindsSkipped, placesSkipped:
		t.kinds = kindsKept
	default:
		return false
	}
	t.readText()
	t.cut()
	return true
}

// skipKindsMistyped reads a mistyped query again without words for kinds of events and places, as
// no correction of it has all of its words: filme do michael jacson. It reports whether it did, and
// does so once. Nothing is left after the clause lost; where no document has that word of the
// others, as it is typed or corrected, nothing is found without the kinds either.
func skipKindsMistyped(m *Matches, lost *Clause) bool {
	t := &m.Parsed
	if t.mistyped || lost == nil || t.rules.HasRuns() ||
		t.kinds != kindsRead && t.kinds != kindsKept {
		return false
	}
	readForm(t)
	skipped := kindsBeside(t)
	isSkipped := func(token *Token) bool {
		return token.Joinable() && isKind(t, t.Slice(token.Text), skipped)
	}
	if lost.IsFilter() || lost.Documents == 0 && !isSkipped(&t.Tokens[lost.Token]) {
		return false
	}
	some := 0
	for i := range t.Tokens {
		if isSkipped(&t.Tokens[i]) {
			some++
		}
	}
	if some == 0 || some == len(t.Tokens) ||
		nothingBehindKinds(m, skipped, retainCorrected) && m.budget > 0 {
		return false
	}
	t.kinds, t.mistyped, m.apart.state = skipped, true, unpartable
	t.readText()
	t.cut()
	return true
}

// kindsBeside is which words for kinds a query may do without: those for places only where names
// may stand beside them.
func kindsBeside(t *Parsed) kindsState {
	if placesAreNamed(t) {
		return placesSkipped
	}
	return kindsSkipped
}

// nothingBehindKinds reports whether what is left of a query without its words for kinds, which all
// stand before the others, is found nowhere together, as the lists of the plan tell that retain
// goes through. Then the query need not be read again without them: without what is before them,
// words stand for no more than with it. In Russian and German they may, and in Japanese, where a
// query is read by its runs.
func nothingBehindKinds(m *Matches, skipped kindsState,
	retain func(m *Matches, c *Clause) bool) bool {
	t := &m.Parsed
	if t.rules.HasRuns() || t.rules.HasAttributes() || t.rules.HasCompounds() {
		return false
	}
	first := 0
	for ; first < len(t.Tokens); first++ {
		token := &t.Tokens[first]
		if !token.Joinable() || !isKind(t, t.Slice(token.Text), skipped) {
			break
		}
		if m.ClauseOf(first).Documents == 0 {
			return false
		}
	}
	for i := first; i < len(t.Tokens); i++ {
		token := &t.Tokens[i]
		if token.Joinable() && isKind(t, t.Slice(token.Text), skipped) || m.ClauseOf(i).bound {
			return false
		}
	}
	m.All()
	for i := range m.Clauses {
		if c := &m.Clauses[i]; c.Token >= first && !retain(m, c) {
			return true
		}
	}
	m.Total = 0
	return false
}

// dropKinds decides which words for kinds the query is read without from now on. It reports whether
// it has some, and others, of which each stands somewhere.
func dropKinds(p *Plan) bool {
	t := &p.Parsed
	readForm(t)
	var some, others bool
	skipped := kindsBeside(t)
	for i := range t.Tokens {
		token := &t.Tokens[i]
		if token.Joinable() && isKind(t, t.Slice(token.Text), skipped) {
			some = true
			continue
		}
		if p.ClauseOf(i).Documents == 0 {
			return false
		}
		others = true
	}
	if some && others {
		t.kinds = skipped
	}
	return some && others
}

// isKind reports whether a word is skipped in that state.
func isKind(t *Parsed, word []byte, state kindsState) bool {
	return (state == kindsSkipped || state == placesSkipped) &&
		(text.IsKind(t.rules, word) || len(t.form) > 0 && string(t.form) == string(word)) ||
		state == placesSkipped && text.IsPlaceKind(t.rules, word)
}

// readForm notes the last word of a query, or the first, if that is the form of a work and the
// others are its title: blue danube waltz. The opera of the Phantom of the Opera is none.
func readForm(t *Parsed) {
	t.form = t.form[:0]
	n := len(t.Tokens)
	for _, at := range [...]int{n - 1, 0} {
		form := t.Slice(t.Tokens[at].Text)
		if n > 1 && t.Tokens[at].Joinable() && text.IsForm(t.rules, form) && isTitle(t, at, form) {
			t.form = append(t.form, form...)
			return
		}
	}
}

// isTitle reports whether the tokens but one, which is that form, are the title of a work.
func isTitle(t *Parsed, but int, form []byte) bool {
	start := len(t.text)
	for i := range t.Tokens {
		word := t.Slice(t.Tokens[i].Text)
		switch {
		case i == but:
		case !t.Tokens[i].Joinable(), string(word) == string(form):
			return false
		case !text.IsKind(t.rules, word):
			t.text = append(t.text, word...)
		}
	}
	title := t.text[start:]
	t.text = t.text[:start]
	return text.IsTitle(t.rules, title)
}

// placesAreNamed reports whether a name may stand beside each word for a kind of place.
func placesAreNamed(t *Parsed) bool {
	for i := range t.Tokens {
		word := t.Slice(t.Tokens[i].Text)
		if t.Tokens[i].Joinable() && text.IsPlaceKind(t.rules, word) &&
			!text.MayNamePlace(t.rules, word, i > 0, i < len(t.Tokens)-1) {
			return false
		}
	}
	return true
}

// skipAsking reads the query again without what only asks (see text.Rules.Asks), and a letter at
// the end, where a word is just begun (merkin h). It reports whether there was any beside other
// words. It does so once.
func skipAsking(t *Parsed) bool {
	letter := lastLetter(t)
	asks := func(token *Token) bool {
		word := t.Slice(token.Text)
		return token.Joinable() && (t.rules.Asks(word) || string(word) == string(letter))
	}
	var some, others bool
	for i := range t.Tokens {
		if asks(&t.Tokens[i]) {
			some = true
		} else {
			others = true
		}
	}
	if t.Asking || !others || !some && !t.rules.HasRuns() {
		return false
	}
	if t.Asking = some; some {
		t.letter = append(t.letter[:0], letter...)
	} else {
		t.readText()
		whole := len(t.text)
		t.Asking = true
		t.readText()
		t.Asking = len(t.text) < whole
	}
	t.readText()
	t.cut()
	return t.Asking
}

// lastLetter is the last token if that is a single letter behind others, else nil. Before words for
// kinds it is none.
func lastLetter(t *Parsed) []byte {
	last := &t.Tokens[len(t.Tokens)-1]
	word := t.Slice(last.Text)
	if t.kinds != kindsRead || len(t.Tokens) < 2 || !last.Joinable() || letters(word) != 1 ||
		isNumber(word) {
		return nil
	}
	return word
}

const (
	// A catalogue is of one kind of event where one in ownShare names says that kind or more, at
	// least leastOwn names, and no other kind stands in more than one in otherShare of so many.
	ownShare   = 25
	leastOwn   = 8
	otherShare = 2
)

// ownKindOf is the row of text.EventKinds that says what all events of a catalogue are, though most
// names do without: concerts of an orchestra, conferences. It is -1 where there is none.
func ownKindOf(file *format.File) int {
	terms, docs := format.Words(file), file.Docs()
	rows := text.EventKinds(file.Rules().Languages())
	named := make([]int, len(rows))
	own := 0
	for i, row := range rows {
		for _, word := range row {
			entry, ok := terms.FindIn(file.FirstWord(), terms.Len(), []byte(word))
			if !ok {
				continue
			}
			if postings, ok := terms.Postings(entry); ok {
				postings.Each(docs, func(_ uint32, field format.Field) {
					if field == format.InName {
						named[i]++
					}
				})
			}
		}
		if named[i] > named[own] {
			own = i
		}
	}
	if named[own] < leastOwn || named[own]*ownShare < docs {
		return -1
	}
	for i, n := range named {
		if i != own && n*otherShare > named[own] {
			return -1
		}
	}
	return own
}

// skipOwnKind reads the query again without the word for what all events of the catalogue are:
// concerts in central park, security conferences. What names have it so before stays: concerts for
// schools. Where it stood is noted, see EachOwnPair.
func skipOwnKind(p *Plan, x *Index) {
	t := &p.Parsed
	if t.kinds != kindsRead || len(t.own) > 0 {
		return
	}
	for i := range t.Tokens {
		token := &t.Tokens[i]
		row, ok := text.EventKind(t.rules, t.Slice(token.Text))
		request := i+1 == len(t.Tokens) ||
			t.Tokens[i+1].First > token.First+1 && isStop(t, t.Word(token.First+1))
		if !ok && request && text.IsMusic(t.rules, t.Slice(token.Text)) {
			row, ok = text.Concerts, true
		}
		if !ok || !token.Joinable() || row != x.ownKind() || isAlone(t, token) {
			continue
		}
		if p.begin(x); hasDerived(p, format.Neighbours, t.Slice(token.Next)) || endsName(p, token) {
			continue
		}
		t.own, t.request = append(t.own, t.Slice(token.Text)...), request
		for side, at := range [...]int{i - 1, i + 1} {
			t.besideOwn[side] = t.besideOwn[side][:0]
			if 0 <= at && at < len(t.Tokens) && t.Tokens[at].Joinable() {
				t.besideOwn[side] = append(t.besideOwn[side], t.Slice(t.Tokens[at].Text)...)
			}
		}
		t.readText()
		t.cut()
		return
	}
}

// endsName reports whether a token is the last of a query that names have in these words, three or
// more: young people's concert.
func endsName(p *Plan, last *Token) bool {
	if last != &p.Tokens[len(p.Tokens)-1] || last.First+1 != len(p.Words) {
		return false
	}
	p.phrase = p.phrase[:0]
	for i, w := range p.Words {
		if !w.IsWord() {
			return false
		}
		p.phrase = append(p.phrase, p.Word(i)...)
	}
	return len(joinedParts(p, text.Clip(p.phrase, text.MaxToken))) > 0
}

// isAlone reports whether all tokens are the same word.
func isAlone(t *Parsed, word *Token) bool {
	return !slices.ContainsFunc(t.Tokens, func(other Token) bool {
		return string(t.Slice(other.Text)) != string(t.Slice(word.Text))
	})
}

// EachOwnPair calls visit with the words that stood beside the one which skipOwnKind left out, each
// with every word for the same, in both orders: of php conferences, php and conference.
func EachOwnPair(m *Matches, visit func(first, second []byte)) {
	if len(m.own) == 0 {
		return
	}
	for _, beside := range m.besideOwn {
		if len(beside) == 0 {
			continue
		}
		for _, word := range m.index.ownWords() {
			visit(beside, word)
			visit(word, beside)
		}
		if text.IsMusic(m.rules, m.own) {
			visit(beside, m.own)
			visit(m.own, beside)
		}
	}
}
