package analysis

import (
	"hash/fnv"
	"strconv"
	"unicode/utf8"

	"cartaz/builder/text"
)

// EachTerm calls f with every term under which a folded text is indexed: its words, the joined form
// of hyphenated words, and for unspaced scripts every letter and every bigram, also bigrams across
// a blank. "e-mail 東京" gives e, mail, email, 東, 東京, 京. f may not retain its argument. buf holds
// joined forms during the call; EachTerm returns the grown slice.
func EachTerm(folded, buf []byte, f func(term []byte)) []byte {
	buf = buf[:0]
	parts := 0
	join := func() {
		if 1 < parts && parts <= maxParts {
			f(text.Clip(buf, MaxToken))
		}
		buf, parts = buf[:0], 0
	}
	for token, word := range Tokens(folded) {
		if !token.Hyphenated {
			join()
		}
		if token.Unspaced {
			eachGram(word, f)
			continue
		}
		f(word)
		if token.Pictogram {
			continue
		}
		if HasSigns(word) {
			f(word[:1])
		}
		buf, parts = append(buf, word...), parts+1
	}
	join()
	return buf
}

// eachGram calls f with every letter of an unspaced run and with every pair of neighbours.
func eachGram(run []byte, f func(term []byte)) {
	for i := 0; i < len(run); {
		n := LetterLen(run[i:])
		f(run[i : i+n])
		if i+n < len(run) {
			f(run[i : i+n+LetterLen(run[i+n:])])
		}
		i += n
	}
}

// LetterLen returns the length in bytes of the first letter of an unspaced run with the combining
// marks that follow it, at most MaxToken/2.
func LetterLen(run []byte) int {
	_, n := utf8.DecodeRune(run)
	for n < len(run) {
		r, m := utf8.DecodeRune(run[n:])
		if classOf(r) != combining || n+m > MaxToken/2 {
			break
		}
		n += m
	}
	return n
}

// Begin calls f with the beginning of a folded name, without stop words if it has other words: a
// word, or for an unspaced run both its first letter and its first bigram. It does not call f if
// all tokens are pictograms. f may not retain its argument.
func (a *Analyzer) Begin(folded []byte, f func(term []byte)) {
	var first []byte
	for token, word := range Tokens(folded) {
		stop := token.Pictogram || token.IsWord() && a.IsStop(word)
		if first == nil && !token.Pictogram || !stop {
			first = word
		}
		if token.Unspaced {
			n := LetterLen(word)
			f(word[:n])
			first = word[:n+LetterLen(word[n:])]
		}
		if !stop {
			break
		}
	}
	if first != nil {
		f(first)
	}
}

// MaxNameTokens is the number of tokens of a name that NameKey reads: as many as of a query.
const MaxNameTokens = 12

// NameKey appends a key of a whole folded text: a hash (FNV-1a) of its tokens, stop words and
// pictograms included, in letters; nothing for a text without tokens. Two names with the same words
// have the same key, with any text between the words.
func NameKey(dst, folded []byte) []byte {
	h := fnv.New64a()
	n := 0
	for _, word := range Tokens(folded) {
		h.Write(word)
		h.Write([]byte{' '})
		if n++; n == MaxNameTokens {
			break
		}
	}
	if n == 0 {
		return dst
	}
	return strconv.AppendUint(dst, h.Sum64(), 32)
}

// PairKey appends a key of two words that follow each other: 15 bits of a hash (FNV-1a) of them, in
// three letters.
func PairKey(dst, a, b []byte) []byte {
	h := uint32(2166136261)
	for _, word := range [...][]byte{a, {' '}, b} {
		for _, c := range word {
			h = (h ^ uint32(c)) * 16777619
		}
	}
	h ^= h >> 15
	for range 3 {
		dst = append(dst, 'A'+byte(h&31))
		h >>= 5
	}
	return dst
}

// Runes decodes a token into buf and returns its letters.
func Runes(buf *[MaxToken]rune, token []byte) []rune {
	n := 0
	for i := 0; i < len(token) && n < len(buf); n++ {
		r, size := utf8.DecodeRune(token[i:])
		buf[n] = r
		i += size
	}
	return buf[:n]
}
