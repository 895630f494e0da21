package text

import (
	"bytes"
	"unicode/utf8"
)

// EachTerm calls f with every term under which a folded text is indexed: its words, the joined form
// of hyphenated words, and of unspaced scripts every letter and every pair of neighbours, also
// those that a space parts. "e-mail 東京" gives e, mail, email, 東, 東京, 京. The 京都 of 東京都 is none,
// see PairFrom.
//
// It calls hyphenated with the joined form of words of two parts, and the length of the first part:
// email, 1. Neither function may retain its argument. buf holds joined forms while they run; the
// grown slice is returned.
func EachTerm(folded, buf []byte, f func(term []byte),
	hyphenated func(joined []byte, first int)) []byte {
	t := NewTokenizer(folded)
	buf = buf[:0]
	parts, first := 0, 0
	var run Token // the token before, if it is of an unspaced script
	join := func() {
		if 1 < parts && parts <= MaxParts {
			f(Clip(buf, MaxToken))
		}
		if parts == 2 {
			hyphenated(Clip(buf, MaxToken), first)
		}
		buf, parts = buf[:0], 0
	}
	for {
		token, ok := t.Next()
		if !ok {
			join()
			return buf
		}
		if !token.Hyphenated {
			join()
		}
		word := folded[token.Start:token.End]
		if token.Unspaced {
			eachGram(word, f)
			if run.Unspaced && isLooseGap(folded[run.End:token.Start]) {
				buf = append(append(buf, LastLetter(folded[run.Start:run.End])...),
					word[:LetterLen(word)]...)
				f(buf)
				buf = buf[:0]
			}
			run = token
			continue
		}
		run = Token{}
		f(word)
		if token.Pictogram {
			continue
		}
		if HasSigns(word) {
			f(word[:1])
		}
		if parts == 0 {
			first = len(word)
		}
		buf, parts = append(buf, word...), parts+1
	}
}

// eachGram calls f with every letter of an unspaced run and with every pair of neighbours, see
// PairFrom.
func eachGram(run []byte, f func(term []byte)) {
	for i := 0; i < len(run); {
		n := LetterLen(run[i:])
		f(run[i : i+n])
		if i+n < len(run) {
			f(run[PairFrom(run, i) : i+n+LetterLen(run[i+n:])])
		}
		i += n
	}
}

// tokyoTo is 東京都 as it is searched.
var tokyoTo = []byte("东京都")

// PairFrom returns where the term begins for the pair of letters at a place of an unspaced run:
// there, unless the pair is the 京都 of 東京都. That is 東京 and a suffix, which no change of script
// shows, and stands in one of three addresses of Japan; its three letters are one term, so that who
// types 京都 does not find it.
func PairFrom(run []byte, at int) int {
	if first := at - len(tokyoTo)/3; first >= 0 && bytes.HasPrefix(run[first:], tokyoTo) {
		return first
	}
	return at
}

// isLooseGap reports whether the text between two unspaced runs is left out as often as not: a
// space (서울 재즈, 서울재즈), or the dot between the parts of a foreign name (ジャズ・フェス).
func isLooseGap(between []byte) bool { return string(between) == " " || string(between) == "・" }

// LastLetter is the last letter of an unspaced run, with its combining marks.
func LastLetter(run []byte) []byte {
	for n := LetterLen(run); n < len(run); n = LetterLen(run) {
		run = run[n:]
	}
	return run
}

// LetterLen is the length in bytes of the first letter of an unspaced run with the combining marks
// that follow it, at most MaxToken/2.
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

// AppendJoined appends two words as one, cut like a token: "open" and "air" give "openair".
func AppendJoined(dst, a, b []byte) []byte {
	start := len(dst)
	dst = append(append(dst, a...), b...)
	return dst[:start+len(Clip(dst[start:], MaxToken))]
}

// Edges returns the first and the last token of a folded text, pictograms and, unless skip is nil,
// its stop words aside. ok is false when there are none.
func Edges(folded []byte, skip *Rules) (first, last Token, ok bool) {
	for t := NewTokenizer(folded); ; {
		token, more := t.Next()
		if !more {
			return first, last, ok
		}
		if token.Pictogram || skip != nil && token.IsWord() &&
			skip.IsStop(folded[token.Start:token.End]) {
			continue
		}
		if !ok {
			first, ok = token, true
		}
		last = token
	}
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
