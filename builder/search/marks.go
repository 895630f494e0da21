package search

// Beside words the dictionary of terms holds marks: terms that begin with a control character, which no word does, and
// say more about a document than which words it has. A query looks them up like words; they sort before all words, so
// that no beginning of a word meets them.
//
// They cost room among the lists, and nothing where a query has no use for them. Without neighbours in descriptions
// they stay few: names and places are short, and it is there that words which follow each other name something.
const (
	// markNeighbours and two joined words: they follow each other in a name or a place, as they stand or with nothing
	// but stop words between. Of more words only where they are a synonym.
	markNeighbours byte = 1 + iota
	// markHyphen, a joined word, markHyphen again and the length of its first part: somebody wrote it in two parts with
	// a hyphen, so it may be read in two.
	markHyphen
	// markFirst and a word: names begin with it, stop words aside.
	markFirst
	// markLast and a word: names end with it.
	markLast
	// markSynonym and a word or some joined: what it is a synonym of is there.
	markSynonym
	// markGroup and the members of a group of synonyms, between them markGroup again: one of them is there. It says what
	// the synonyms of an index are, and of how many words: so many are looked up together, see longestMember.
	markGroup

	// firstWord is below the first byte of all words and above all marks.
	firstWord = ' '
)

// minJoined is the shortest word that may be two others joined, in bytes, and minPart the shortest part of it when it is
// taken apart because of a hyphen elsewhere: kpop is K-Pop, but a lone k is too little to look for.
const (
	minJoined = 4
	minPart   = 2
)

// addHyphen marks a word of two parts, joined, of which the first has that length.
func (w *Writer) addHyphen(c class, joined []byte, first int) {
	if first >= minPart && first+minPart <= len(joined) {
		w.mark = append(append(append(w.mark[:0], markHyphen), joined...), markHyphen, byte(first))
		w.addTerm(c, w.mark)
	}
}

// addMarks marks the neighbours in the name or place in w.fold, and the ends of a name.
func (w *Writer) addMarks(c class) {
	var previous, content []byte // the word before, and the one before that is no stop word
	w.run = w.run[:0]
	for s := (scanner{text: w.fold}); ; {
		word, ok := s.next()
		if !ok {
			break
		}
		switch text := w.fold[word.start:word.end]; {
		case word.sign:
		case word.cjk:
			previous, content, w.run = nil, nil, w.run[:0]
		default:
			w.addNeighbours(c, previous, text)
			if !isStopWord(text) {
				if len(content) > 0 && &content[0] != &previous[0] {
					w.addNeighbours(c, content, text)
				}
				content = text
				if w.synonyms.longest > 2 {
					w.run = append(w.run, text)
					w.addPhrases(c, w.run)
				}
			}
			previous = text
		}
	}
	if c == inName {
		w.addEdges()
	}
}

func (w *Writer) addNeighbours(c class, a, b []byte) {
	if len(a) > 0 {
		w.mark = appendJoined(append(w.mark[:0], markNeighbours), a, b)
		w.addTerm(c, w.mark)
	}
}

// addEdges marks the first and the last word of a name that are no stop words, or of one that has no others.
func (w *Writer) addEdges() {
	first, last, ok := edges(w.fold, true)
	if !ok {
		first, last, ok = edges(w.fold, false)
	}
	if !ok {
		return
	}
	// Of a run without spaces both its outer letter and its outer pair.
	letter, pair := w.fold[first.start:first.end], w.fold[first.start:first.end]
	if first.cjk {
		n := gramLen(pair)
		letter, pair = pair[:n], pair[:n+gramLen(pair[n:])]
	}
	w.edge(markFirst, letter)
	w.edge(markFirst, pair)
	letter, pair = w.fold[last.start:last.end], w.fold[last.start:last.end]
	if last.cjk {
		for n := gramLen(letter); n < len(letter); n = gramLen(letter) {
			pair, letter = letter, letter[n:]
		}
	}
	w.edge(markLast, letter)
	w.edge(markLast, pair)
}

// edges returns the first and the last word of a folded text, signs and, if asked for, stop words aside.
func edges(folded []byte, skipStops bool) (first, last word, ok bool) {
	for s := (scanner{text: folded}); ; {
		w, more := s.next()
		if !more {
			return first, last, ok
		}
		if w.sign || skipStops && w.plain() && isStopWord(folded[w.start:w.end]) {
			continue
		}
		if !ok {
			first, ok = w, true
		}
		last = w
	}
}

func (w *Writer) edge(mark byte, text []byte) {
	w.mark = append(append(w.mark[:0], mark), text...)
	w.addTerm(inName, w.mark)
}

// appendJoined appends two words as one, cut like a word.
func appendJoined(dst, a, b []byte) []byte {
	start := len(dst)
	dst = append(append(dst, a...), b...)
	return dst[:start+len(clip(dst[start:], maxWord))]
}
