package match

import (
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
	for tokens := text.NewTokenizer(t.text); ; {
		w, ok := tokens.Next()
		if !ok {
			return
		}
		if w.Unspaced {
			addWritings(t, w)
		}
	}
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
		w.begins = Span{word, word}
		for range format.RunLetters {
			if w.begins.Hi < word+len(other) && text.BeginsInKana(t.text[w.begins.Hi:]) {
				w.begins.Hi += text.LetterLen(t.text[w.begins.Hi : word+len(other)])
			}
		}
	}
	t.writings = append(t.writings, w)
}

// addOthers adds the lists of the other writings of the words that a pair of letters is a part of,
// and returns where they end.
func addOthers(p *Plan, pair text.Token) int {
	for i := range p.writings {
		w := &p.writings[i]
		if w.until <= pair.Start || pair.End <= w.from {
			continue
		}
		switch w.list {
		case noList:
			lookWriting(p, w)
		case emptyList:
		default:
			p.Trace.joined(len(p.Lists), p.Slice(w.other), 0, p.Lists[w.list].Count)
			p.Lists = append(p.Lists, p.Lists[w.list])
		}
	}
	return len(p.Lists)
}

// lookWriting adds the list of the documents that have all pairs of letters of another writing.
func lookWriting(p *Plan, w *writing) {
	w.list = emptyList
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
		if !also(p.Terms.FindIn(p.index.file.FirstWord(), p.Terms.Len(), other[at:end])) {
			return
		}
		at += n
	}
	w.list = len(p.Lists)
	p.Trace.joined(len(p.Lists), other, 0, all.Count)
	p.Lists = append(p.Lists, all)
}

// retain leaves of a joined list what another has too, each document in the lesser field.
func (l *List) retain(other *List) {
	for i, w := range other.joined {
		l.joined[i] &= w
	}
	l.Count = min(l.Count, other.Count)
}
