package search

import (
	"unicode"
	"unicode/utf8"
)

const (
	// maxWord is the longest word kept, in bytes of folded text; the rest of a longer word is ignored, in documents
	// and in queries alike.
	maxWord = 64
	// maxParts is the most parts of a hyphenated word that are also joined to one; longer chains are addresses and
	// file names.
	maxParts = 5
)

// word is one word of a folded text.
type word struct {
	start, end int
	cjk        bool // a run of letters of a script that is written without spaces, to be read as bigrams
	sign       bool // a pictogram
	glued      bool // nothing but one hyphen, apostrophe, dot, slash or ampersand parts it from the word before
}

// plain reports whether the word is one of an alphabet, that may have forms, neighbours and beginnings.
func (w *word) plain() bool { return !w.cjk && !w.sign }

// scanner walks over the words of a folded text.
type scanner struct {
	text []byte
	pos  int
	last word
}

// next returns the next word, and false after the last.
func (s *scanner) next() (word, bool) {
	start, joiners, others := s.pos, 0, 0
	var class wordClass
	for start < len(s.text) {
		r, n := s.rune(start)
		if class = classOf(r); class != notWord {
			break
		}
		if isJoiner(r) {
			joiners++
		} else {
			others++
		}
		start += n
	}
	if start >= len(s.text) {
		s.pos = start
		return word{}, false
	}
	end := start
	for end < len(s.text) {
		r, n := s.rune(end)
		// Marks continue whatever they follow.
		if c := classOf(r); c != class && (c != mark || class == notWord) || class == pictogram && end > start {
			break
		}
		end += n
	}
	end = s.withSigns(start, end)
	s.pos = end
	w := word{start: start, end: end, cjk: class == ideograph, sign: class == pictogram}
	w.glued = joiners == 1 && others == 0 && s.last.end > 0 && w.plain() && s.last.plain()
	s.last = w
	if !w.cjk {
		w.end = start + len(clip(s.text[start:end], maxWord))
	}
	return w, true
}

// maxSigns is how many signs a single letter may have: C++, C#, A+.
const maxSigns = 2

// withSigns returns where a word ends that begins at start: plus and number signs behind a single letter belong to it,
// since C, C++ and C# are three languages. Behind longer words they are decoration.
func (s *scanner) withSigns(start, end int) int {
	if c := s.text[start]; end != start+1 || c < 'a' || c > 'z' {
		return end
	}
	i := end
	for i < len(s.text) && i < end+maxSigns && (s.text[i] == '+' || s.text[i] == '#') {
		i++
	}
	if i < len(s.text) {
		if r, _ := s.rune(i); classOf(r) != notWord {
			return end
		}
	}
	return i
}

// hasSigns expects a word.
func hasSigns(w []byte) bool {
	c := w[len(w)-1]
	return c == '+' || c == '#'
}

func (s *scanner) rune(at int) (rune, int) {
	if c := s.text[at]; c < utf8.RuneSelf {
		return rune(c), 1
	}
	return utf8.DecodeRune(s.text[at:])
}

type wordClass uint8

const (
	notWord wordClass = iota
	letter
	ideograph
	mark
	pictogram
)

// classOf expects a folded rune.
func classOf(r rune) wordClass {
	switch {
	case 'a' <= r && r <= 'z' || '0' <= r && r <= '9':
		return letter
	case r < utf8.RuneSelf || r == utf8.RuneError:
		return notWord
	case isUnspaced(r):
		return ideograph
	case unicode.IsLetter(r) || unicode.IsNumber(r):
		return letter
	case unicode.In(r, unicode.Mn, unicode.Mc):
		return mark
	case r > unicode.MaxLatin1 && unicode.Is(unicode.So, r):
		return pictogram
	}
	return notWord
}

// isUnspaced reports whether r is a letter of a script whose words are not set apart by spaces, or whose spaces do not set
// apart what people search for (Hangul). Thai, Lao, Burmese and Khmer have marks and digits too, which are no letters.
func isUnspaced(r rune) bool {
	switch {
	case r < 0xe00:
		return false
	case r < 0x1100 || 0x1780 <= r && r < 0x1800:
		return unicode.IsLetter(r) && unicode.In(r, unicode.Thai, unicode.Lao, unicode.Myanmar, unicode.Khmer)
	}
	return r == 'ー' || unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul)
}

func isJoiner(r rune) bool {
	switch r {
	case '-', '\'', '.', '/', '&', '‐', '–', '’', '‘', '״', '׳', '־': // the last are those of Hebrew
		return true
	}
	return false
}

// clip cuts b to at most n bytes, at a rune boundary.
func clip(b []byte, n int) []byte {
	if len(b) <= n {
		return b
	}
	for n > 0 && !utf8.RuneStart(b[n]) {
		n--
	}
	return b[:n]
}

// eachTerm calls f with every term under which a folded text is found: its words, the joined form of hyphenated
// words, and of scripts without spaces every letter and every pair of neighbours, also those that a space parts. It calls parted with the joined form of
// words of two parts, and the length of the first. Neither must keep its argument. scratch holds joined forms while they
// run; the grown slice is returned.
func eachTerm(folded, scratch []byte, f func(term []byte), parted func(joined []byte, first int)) []byte {
	s := scanner{text: folded}
	scratch = scratch[:0]
	parts, first := 0, 0
	var run word // the run before of a script without spaces
	join := func() {
		if 1 < parts && parts <= maxParts {
			f(clip(scratch, maxWord))
		}
		if parts == 2 {
			parted(clip(scratch, maxWord), first)
		}
		scratch, parts = scratch[:0], 0
	}
	for {
		w, ok := s.next()
		if !ok {
			join()
			return scratch
		}
		if !w.glued {
			join()
		}
		text := folded[w.start:w.end]
		if w.cjk {
			eachGram(text, f)
			if run.cjk && isLooseGap(folded[run.end:w.start]) {
				scratch = append(append(scratch, lastGram(folded[run.start:run.end])...), text[:gramLen(text)]...)
				f(scratch)
				scratch = scratch[:0]
			}
			run = w
			continue
		}
		run = word{}
		f(text)
		if w.sign {
			continue
		}
		if hasSigns(text) {
			f(text[:1])
		}
		if parts == 0 {
			first = len(text)
		}
		scratch, parts = append(scratch, text...), parts+1
	}
}

// eachGram calls f with every letter of a run and with every pair of neighbours.
func eachGram(run []byte, f func(term []byte)) {
	for i := 0; i < len(run); {
		n := gramLen(run[i:])
		f(run[i : i+n])
		if i+n < len(run) {
			f(run[i : i+n+gramLen(run[i+n:])])
		}
		i += n
	}
}

// isLooseGap reports whether what stands between two runs of a script without spaces is left out as often as not: a space
// (서울 재즈, 서울재즈), or the dot between the parts of a foreign name (ジャズ・フェス).
func isLooseGap(between []byte) bool { return string(between) == " " || string(between) == "・" }

// lastGram is the last letter of a run.
func lastGram(run []byte) []byte {
	for n := gramLen(run); n < len(run); n = gramLen(run) {
		run = run[n:]
	}
	return run
}

// gramLen is the length of the first letter of a run with the marks that follow it, at most maxWord/2 bytes.
func gramLen(run []byte) int {
	_, n := utf8.DecodeRune(run)
	for n < len(run) {
		r, m := utf8.DecodeRune(run[n:])
		if classOf(r) != mark || n+m > maxWord/2 {
			break
		}
		n += m
	}
	return n
}

// isStopWord reports whether a folded word is skipped in queries that hold others: articles, prepositions and
// conjunctions of Portuguese and English. The list is short on purpose: a word that can name something is not in it.
func isStopWord(w []byte) bool {
	switch string(w) {
	case "a", "o", "as", "os", "um", "uma", "uns", "umas",
		"de", "do", "da", "dos", "das", "em", "no", "na", "nos", "nas", "num", "numa",
		"por", "pelo", "pela", "pelos", "pelas", "para", "pra", "pro", "com", "ao", "aos", "e", "ou", "que", "se",
		"the", "an", "of", "in", "on", "at", "to", "for", "and", "or", "with", "by", "from":
		return true
	}
	return false
}
