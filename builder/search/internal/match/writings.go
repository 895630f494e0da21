package match

import (
	"slices"
	"unicode/utf8"

	"cartaz/builder/search/internal/format"
	"cartaz/builder/search/text"
)

// writing is another way to write a word of a script without spaces that stands in the query: 祭り
// for the まつり of 夏まつり. Its text has the letters before and behind the word too, so that it
// meets 夏祭り and no other 祭り.
type writing struct {
	from, until int  // the word in the text
	other       Span // in the text: the letter before, the other writing, the letter behind
	begins      Span // kana that begin a run of the document, in the text; empty for none
	// kana is the whole word in katakana with the other writing in it, in the text: プレーヤー for
	// プレイヤー, which is whole. It is empty where the two are no part of such a word.
	kana, whole Span

	// normal is a normal form instead, see text.Normals, with the letters before and behind, unless
	// those are of another one.
	normal, before, behind Span

	list int // in Plan.Lists once it was looked up, else noList; emptyList when nobody has it
}

const (
	noList    = -1
	emptyList = -2
)

// readWritings notes the words of the text, which nothing was appended to yet, that are written in
// several ways.
func readWritings(t *Parsed) {
	if !t.rules.HasRuns() {
		return
	}
	query := t.text
	tokens := text.NewTokenizer(query)
	for w, ok := tokens.Next(); ok; w, ok = tokens.Next() {
		if w.Unspaced {
			addWritings(t, w)
		}
	}
	readNormals(t, query)
}

// addWritings notes the words of an unspaced part of the text that are written in several ways.
func addWritings(t *Parsed, run text.Token) {
	before := run.Start // of the letter before at
	for at := run.Start; at < run.End; {
		n, group := t.rules.Writing(t.text[at:run.End])
		if n == 0 {
			before, at = at, at+text.LetterLen(t.text[at:run.End])
			continue
		}
		end := at + n
		after := end
		if end < run.End {
			after += text.LetterLen(t.text[end:run.End])
		}
		for _, other := range group {
			if other != string(t.text[at:end]) {
				addWriting(t, before, at, end, after, other)
			}
		}
		before, at = end-len(text.LastLetter(t.text[at:end])), end
	}
}

// addWriting notes one: the word from at to end, between the letters from before on and to after.
func addWriting(t *Parsed, before, at, end, after int, other string) {
	w := writing{from: at, until: end, list: noList}
	t.text = append(t.text, ' ') // where the query ends, and no run of it goes on
	start := len(t.text)
	t.text = append(t.text, t.text[before:at]...)
	word := len(t.text)
	t.text = append(t.text, other...)
	t.text = append(t.text, t.text[end:after]...)
	w.other = Span{start, len(t.text)}
	inRun := before < at && text.BeginsInKana(t.text[before:at])
	if text.BeginsInKana(t.text[word:]) && !inRun {
		w.begins = Span{word, word + len(text.KanaBeginning([]byte(other)))}
	}
	w.kana, w.whole = otherKana(t, before, at, end, after, other)
	t.writings = append(t.writings, w)
}

// otherKana appends the word in katakana that a writing, from at to end, is a part of, with another
// one instead. The letters around the writing, from before on and to after, must be of that word,
// too: of 翻訳アプリ the アプリ is no アプリケーション elsewhere.
func otherKana(t *Parsed, before, at, end, after int, other string) (kana, whole Span) {
	for i, run := range t.runs {
		word := text.KanaOf(t.text[:t.folded], t.runs, i)
		if run.Hiragana || before < run.At || run.At+len(word) < after {
			continue
		}
		start := len(t.text)
		t.text = append(append(t.text, t.text[run.At:at]...), other...)
		t.text = append(t.text, t.text[end:run.At+len(word)]...)
		if text.KanaLetters(t.text[start:]) > 0 {
			return Span{start, len(t.text)}, Span{run.At, run.At + len(word)}
		}
	}
	return Span{}, Span{}
}

// readNormals notes the parts of a query that have a normal form.
func readNormals(t *Parsed, query []byte) {
	first := len(t.writings)
	t.normals.Each(t.rules, query, t.runs, true, func(from, until int, normal []byte) {
		start := len(t.text)
		t.text = append(t.text, normal...)
		t.writings = append(t.writings, writing{from: from, until: until, list: noList,
			normal: Span{start, len(t.text)}})
	})
	all := t.writings[first:]
	covered := func(from, until int) bool {
		return slices.ContainsFunc(all, func(w writing) bool {
			return w.from < until && from < w.until
		})
	}
	for i := range all {
		w := &all[i]
		r, n := utf8.DecodeLastRune(query[:w.from])
		if text.IsUnspaced(r) && !covered(w.from-n, w.from) {
			w.before = Span{w.from - n, w.from}
		}
		r, n = utf8.DecodeRune(query[w.until:])
		if text.IsUnspaced(r) && !covered(w.until, w.until+n) {
			w.behind = Span{w.until, w.until + n}
		}
	}
}

// addOthers adds the lists of the other writings of the words that a pair of letters, or a number,
// is a part of, and returns where they end.
func addOthers(p *Plan, pair text.Token) int {
	for i := range p.writings {
		w := &p.writings[i]
		ofWord := hasKana(p) && w.whole.Lo <= pair.Start && pair.End <= w.whole.Hi
		if !ofWord && (w.until <= pair.Start || pair.End <= w.from) {
			continue
		}
		switch w.list {
		case noList:
			if w.normal.Empty() {
				lookWriting(p, w)
			} else {
				lookNormal(p, w)
			}
		case emptyList:
		default:
			p.Trace.writing(len(p.Lists), shown(p, w), p.Lists[w.list].Count)
			p.Lists = append(p.Lists, p.Lists[w.list])
		}
	}
	return len(p.Lists)
}

// lookWriting adds the list of the documents that have all pairs of letters of another writing.
func lookWriting(p *Plan, w *writing) {
	w.list = emptyList
	if !w.kana.Empty() && hasKana(p) {
		lookOtherKana(p, w)
		return
	}
	other := p.Slice(w.other)
	docs := p.index.file.Docs()
	var all List
	first := true
	also := func(i int, ok bool) bool {
		if !ok {
			return false
		}
		postings, ok := p.Terms.Postings(i)
		if !ok {
			return false
		}
		one := p.newJoined(docs)
		one.join(&postings, docs)
		one.Count = postings.Count
		if first {
			all, first = one, false
			return true
		}
		all.retain(&one)
		return true
	}
	if !w.begins.Empty() {
		begins := p.index.derived()
		p.key = append(append(p.key[:0], format.RunBegins), p.Slice(w.begins)...)
		if !also(p.Terms.FindIn(begins[format.RunBegins], begins[format.RunBegins+1], p.key)) {
			return
		}
	}
	for at := 0; at < len(other); {
		n := text.LetterLen(other[at:])
		end := at + n
		if end < len(other) {
			end += text.LetterLen(other[end:])
		} else if at > 0 {
			break // the last letter is in the pair before
		}
		pair := other[text.PairFrom(other, at):end]
		if !also(p.Terms.FindIn(p.index.file.FirstWord(), p.Terms.Len(), pair)) {
			return
		}
		at += n
	}
	w.list = len(p.Lists)
	p.Trace.writing(len(p.Lists), other, all.Count)
	p.Lists = append(p.Lists, all)
}

// shown is what explanations call another writing.
func shown(p *Plan, w *writing) []byte {
	if w.normal.Empty() {
		return p.Slice(w.other)
	}
	return p.Slice(w.normal)
}

// lookNormal adds the list of the documents that have a normal form, or a number with it, and the
// letters around it.
func lookNormal(p *Plan, w *writing) {
	w.list = emptyList
	docs := p.index.file.Docs()
	all := p.newJoined(docs)
	also := func(lo, hi int, key []byte) {
		i, ok := p.Terms.FindIn(lo, hi, key)
		if !ok {
			return
		}
		if postings, ok := p.Terms.Postings(i); ok {
			all.join(&postings, docs)
			all.Count = min(all.Count+postings.Count, docs)
		}
	}
	word, derived := p.Slice(w.normal), p.index.derived()
	also(p.index.file.FirstWord(), p.Terms.Len(), word)
	for _, kind := range [...]byte{format.Neighbours, format.SynonymOf} {
		if kind == format.SynonymOf && 'a' <= word[0] && word[0] <= 'z' &&
			!(w.before.Empty() && w.behind.Empty()) {
			break // with others it is found by its letters in what has it in katakana
		}
		p.key = append(append(p.key[:0], kind), word...)
		also(derived[kind], derived[kind+1], p.key)
	}
	for _, letter := range [...]Span{w.before, w.behind} {
		if letter.Empty() || all.Count == 0 {
			continue
		}
		i, ok := p.Terms.FindIn(p.index.file.FirstWord(), p.Terms.Len(), p.Slice(letter))
		if !ok {
			return
		}
		if postings, ok := p.Terms.Postings(i); ok {
			one := p.newJoined(docs)
			one.join(&postings, docs)
			one.Count = postings.Count
			all.retain(&one)
		}
	}
	if all.Count == 0 {
		return
	}
	w.list = len(p.Lists)
	p.Trace.writing(len(p.Lists), word, all.Count)
	p.Lists = append(p.Lists, all)
}

// retain leaves of a joined list what another has too, each document in the lesser field.
func (l *List) retain(other *List) {
	for i, w := range other.joined {
		l.joined[i] &= w
	}
	l.Count = min(l.Count, other.Count)
}
