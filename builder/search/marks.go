package search

// Beside words the dictionary of terms holds marks: terms that begin with a control character, which no word does, and
// say more about a document than which words it has. A query looks them up like words; they sort before all words, so
// that no beginning of a word meets them.
//
// They cost about a fifth of the lists and nothing where a query has no use for them. Without neighbours in descriptions
// they stay few: names and places are short, and it is there that words which follow each other name something.
const (
	// markNeighbours and two joined words: they follow each other in a name or a place, as they stand or with nothing
	// but stop words between.
	markNeighbours byte = 1 + iota
	// markHyphen, a joined word, markHyphen again and the length of its first part: somebody wrote it in two parts with
	// a hyphen, so it may be read in two.
	markHyphen
	// markFirst and a word: names begin with it, stop words aside.
	markFirst
	// markLast and a word: names end with it.
	markLast
	// markSynonym and a word or two joined: what it is a synonym of is there.
	markSynonym

	// firstWord is below the first byte of all words and above all marks.
	firstWord = ' '
)

// minJoined is the shortest word that may be two others joined, in bytes, and minPart the shortest part of it when it is
// taken apart because of a hyphen elsewhere: kpop is K-Pop, but a lone k is too little to look for.
const (
	minJoined = 4
	minPart   = 2
)

// marker goes through the words of one text for its marks.
type marker struct {
	*Writer
	class    class
	key      []byte
	previous []byte // the plain word before, and the one that is no stop word; parts of the text
	content  []byte
	chain    [2][]byte // the first words of a hyphenated one
	parts    int
}

// addMarks adds the marks of the text in w.fold.
func (w *Writer) addMarks(c class) {
	m := marker{Writer: w, class: c, key: w.joined}
	for s := (scanner{text: w.fold}); ; {
		word, ok := s.next()
		if !ok {
			break
		}
		if !word.glued {
			m.endChain()
		}
		if word.sign {
			continue
		}
		if word.cjk {
			m.previous, m.content = nil, nil
			continue
		}
		m.add(w.fold[word.start:word.end])
	}
	m.endChain()
	if c == inName {
		m.addEdges()
	}
	w.joined = m.key
}

func (m *marker) add(text []byte) {
	if m.parts < len(m.chain) {
		m.chain[m.parts] = text
	}
	m.parts++
	if m.class == inDescription {
		return
	}
	m.neighbours(m.previous, text)
	m.previous = text
	if !isStopWord(text) {
		m.neighbours(m.content, text)
		m.content = text
	}
}

func (m *marker) neighbours(a, b []byte) {
	if len(a) > 0 {
		m.key = appendJoined(append(m.key[:0], markNeighbours), a, b)
		m.addTerm(m.class, m.key)
	}
}

// endChain ends a hyphenated word, or a single one.
func (m *marker) endChain() {
	if a, b := m.chain[0], m.chain[1]; m.parts == 2 && len(a) >= minPart && len(b) >= minPart {
		m.key = appendJoined(append(m.key[:0], markHyphen), a, b)
		m.key = append(m.key, markHyphen, byte(len(a)))
		m.addTerm(m.class, m.key)
	}
	m.parts = 0
}

// addEdges marks the first and the last word of a name that are no stop words, or of one that has no others.
func (m *marker) addEdges() {
	first, last, ok := edges(m.fold, true)
	if !ok {
		first, last, ok = edges(m.fold, false)
	}
	if !ok {
		return
	}
	// Of a run without spaces both its outer letter and its outer pair.
	letter, pair := m.fold[first.start:first.end], m.fold[first.start:first.end]
	if first.cjk {
		n := gramLen(pair)
		letter, pair = pair[:n], pair[:n+gramLen(pair[n:])]
	}
	m.edge(markFirst, letter)
	m.edge(markFirst, pair)
	letter, pair = m.fold[last.start:last.end], m.fold[last.start:last.end]
	if last.cjk {
		for n := gramLen(letter); n < len(letter); n = gramLen(letter) {
			pair, letter = letter, letter[n:]
		}
	}
	m.edge(markLast, letter)
	m.edge(markLast, pair)
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

func (m *marker) edge(mark byte, text []byte) {
	m.key = append(append(m.key[:0], mark), text...)
	m.addTerm(m.class, m.key)
}

// appendJoined appends two words as one, cut like a word.
func appendJoined(dst, a, b []byte) []byte {
	start := len(dst)
	dst = append(append(dst, a...), b...)
	return dst[:start+len(clip(dst[start:], maxWord))]
}
