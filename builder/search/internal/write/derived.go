package write

import (
	"bytes"
	"unicode/utf8"

	"cartaz/builder/search/internal/format"
	"cartaz/builder/search/text"
	"cartaz/builder/search/text/joined"
	"cartaz/builder/search/text/music"
)

// deriver adds the derived terms of a document to a Writer: pairs of words that search needs
// together, and the ends of names.
type deriver struct{ *Writer }

// addHyphenated adds the derived term of a word of two parts, joined, of which the first has that
// length.
func (w deriver) addHyphenated(field format.Field, joined []byte, first int) {
	if first >= format.MinPart && first+format.MinPart <= len(joined) {
		w.derived = append(append(append(w.derived[:0], format.Hyphenated), joined...),
			format.Hyphenated, byte(first))
		w.addTerm(field, w.derived)
	}
}

// addDerived adds the derived terms of the name or place in w.folded: its neighbours, and the ends
// of a name.
func (w deriver) addDerived(field format.Field) {
	var previous, content []byte // the word before, and the one before that is no stop word
	var work numbered
	w.words = w.words[:0]
	for tokens := text.NewTokenizer(w.folded); ; {
		token, ok := tokens.Next()
		if !ok {
			break
		}
		switch word := w.folded[token.Start:token.End]; {
		case token.Pictogram:
		case token.Unspaced:
			previous, content, w.words = nil, nil, w.words[:0]
		default:
			w.addNeighbours(field, previous, word)
			if work.read(w.folded, previous, token) && field == format.InName {
				w.addNeighbours(field, work.kind, word)
				w.addNeighbours(field, work.author, word)
			}
			if !w.rules.IsStop(word) {
				if len(content) > 0 && &content[0] != &previous[0] {
					w.addNeighbours(field, content, word)
				}
				content = word
				if w.synonyms.longest > 2 {
					w.words = append(w.words, word)
					w.addPhrases(field, w.words)
				}
			}
			previous = word
		}
	}
	if field == format.InName {
		w.addNameEdges()
	}
}

// numbered reads the numbers of works in a name: of "Beethoven: Concerto, Piano, No. 4" it finds
// that the concerto, and Beethoven, have the number 4, so that they are neighbours.
type numbered struct {
	kind   []byte // of the work, nil for none
	author []byte // what stands before a colon, or before the kind
	done   bool   // the work has its number
	end    int    // of the word before
}

// read reads a word of a folded name, with the one before, and reports whether it is the number of
// the work. That is the first number behind a sign; what parts works ends them.
func (n *numbered) read(folded, previous []byte, token text.Token) bool {
	word, between := folded[token.Start:token.End], folded[n.end:token.Start]
	switch n.end = token.End; {
	case bytes.ContainsAny(between, music.WorkEnds):
		n.kind, n.author = nil, nil
	case n.author == nil && bytes.IndexByte(between, ':') >= 0:
		n.author = previous
	}
	switch {
	case music.IsWork(word):
		if n.kind, n.done = word, false; n.author == nil {
			n.author = previous
		}
	case n.kind != nil && !n.done && music.IsNumber(word) && music.IsNumberSign(previous):
		n.done = true
		return true
	}
	return false
}

// titleBreaks are what no title goes across.
const titleBreaks = ";!?|/[]\n–—•·"

// addBound adds the neighbours of the description in w.folded that belong together, or that are
// also written as one, and titles of works. Only a blank stands between such neighbours: "samba,
// rock" are two things, and samba-rock is found by its joined form.
func (w deriver) addBound() {
	var previous, content []byte // as in addDerived
	end := 0
	w.words = w.words[:0]
	for tokens := text.NewTokenizer(w.folded); ; {
		token, ok := tokens.Next()
		if !ok {
			return
		}
		if gap := w.folded[end:token.Start]; string(gap) != " " || !token.IsWord() {
			previous, content = nil, nil
			if bytes.ContainsAny(gap, titleBreaks) || !token.IsWord() {
				w.words = w.words[:0]
			}
		}
		if end = token.End; !token.IsWord() {
			continue
		}
		word := w.folded[token.Start:token.End]
		switch {
		case len(previous) > 0 && (joined.Has(previous, word) ||
			text.Belong(w.rules, previous, word)):
			w.addNeighbours(format.InDescription, previous, word)
		case len(content) > 1 && text.Belong(w.rules, content, word):
			w.addNeighbours(format.InDescription, content, word)
		}
		if !w.rules.IsStop(word) {
			content, w.words = word, append(w.words, word)
			w.addTitles()
		}
		previous = word
	}
}

// addTitles adds the titles of works that end with the last of w.words.
func (w deriver) addTitles() {
	if !w.synonyms.titleEnds[string(w.words[len(w.words)-1])] {
		return
	}
	for n := 2; n <= min(len(w.words), w.synonyms.longest); n++ {
		w.derived = format.AppendPhrase(append(w.derived[:0], format.Neighbours),
			w.words[len(w.words)-n:])
		if w.synonyms.titles[string(w.derived)] {
			w.addTerm(format.InDescription, w.derived)
		}
	}
}

func (w deriver) addNeighbours(field format.Field, a, b []byte) {
	if len(a) == 0 {
		return
	}
	w.derived = text.AppendJoined(append(w.derived[:0], format.Neighbours), a, b)
	w.addTerm(field, w.derived)
	if other := text.OtherFigures(w.rules, a, b); other != "" { // Act 3 is Act III
		w.derived = append(append(append(w.derived[:0], format.Neighbours), a...), other...)
		w.addTerm(field, w.derived)
	}
}

// addPhrases adds the members of groups of synonyms, of more than two words, that end with the last
// of the words.
func (w deriver) addPhrases(field format.Field, words [][]byte) {
	for n := 3; n <= min(len(words), w.synonyms.longest); n++ {
		w.derived = format.AppendPhrase(append(w.derived[:0], format.Neighbours),
			words[len(words)-n:])
		if w.synonyms.longer[string(w.derived)] {
			w.addTerm(field, w.derived)
		}
	}
}

// addNameEdges adds the first and the last word of a name that are no stop words, or of one that
// has no others.
func (w deriver) addNameEdges() {
	first, last, ok := text.Edges(w.folded, w.rules)
	if !ok {
		first, last, ok = text.Edges(w.folded, nil)
	}
	if !ok {
		return
	}
	// Of a run without spaces both its outer letter and its outer pair.
	letter, pair := w.folded[first.Start:first.End], w.folded[first.Start:first.End]
	if first.Unspaced {
		n := text.LetterLen(pair)
		letter, pair = pair[:n], pair[:n+text.LetterLen(pair[n:])]
	}
	w.addNameEdge(format.NameBegins, letter)
	w.addNameEdge(format.NameBegins, pair)
	letter, pair = w.folded[last.Start:last.End], w.folded[last.Start:last.End]
	if last.Unspaced {
		run := letter
		for n := text.LetterLen(letter); n < len(letter); n = text.LetterLen(letter) {
			pair, letter = letter, letter[n:]
		}
		pair = run[text.PairFrom(run, len(run)-len(pair)):]
	}
	w.addNameEdge(format.NameEnds, letter)
	w.addNameEdge(format.NameEnds, pair)
}

func (w deriver) addNameEdge(kind byte, word []byte) {
	w.derived = append(append(w.derived[:0], kind), word...)
	w.addTerm(format.InName, w.derived)
}

// addRuns adds what the runs of one script in w.folded begin with. Of kana only what other writings
// are looked up by: words in katakana are there whole, and hiragana is mostly grammar.
func addRuns(w *Writer, field format.Field) {
	for i, run := range w.runs {
		at := run.At
		until := len(w.folded)
		if i+1 < len(w.runs) {
			until = w.runs[i+1].At
		}
		end := at
		for n := 0; n < format.RunLetters && end < until; n++ {
			if r, _ := utf8.DecodeRune(w.folded[end:]); !text.IsUnspaced(r) {
				break
			}
			end += text.LetterLen(w.folded[end:until])
			begin := w.folded[at:end]
			if text.BeginsInKana(begin) && !text.BeginsWriting(begin) {
				continue
			}
			w.derived = append(append(w.derived[:0], format.RunBegins), begin...)
			w.addTerm(field, w.derived)
		}
	}
	addKana(w, field)
}

// addKana adds the words in kana of w.folded. Of hiragana those of names and places, since
// descriptions write all their grammar in it.
func addKana(w *Writer, field format.Field) {
	hiragana := field != format.InDescription
	w.joined = text.EachKana(w.folded, w.runs, hiragana, w.joined, func(word []byte) {
		w.derived = append(append(w.derived[:0], format.KanaWord), word...)
		w.addTerm(field, w.derived)
	})
}

// addNormals lists the document under the normal forms of what is in w.folded, as under synonyms.
func addNormals(w *Writer, field format.Field) {
	w.normals.Each(w.rules, w.folded, w.runs, false, func(_, _ int, normal []byte) {
		w.derived = append(append(w.derived[:0], format.SynonymOf), normal...)
		w.addTerm(field, w.derived)
	})
}

// addAcronyms lists the document under the acronyms of a house.
func (w *Writer) addAcronyms(house string) {
	w.folded = text.AppendSearch(w.folded[:0], house)
	text.EachAcronym(w.rules, w.folded, func(acronym []byte) {
		w.derived = append(append(w.derived[:0], format.SynonymOf), acronym...)
		w.addTerm(format.InPlace, w.derived)
	})
}
