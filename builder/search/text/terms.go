package text

import (
	"bytes"
	"strings"
	"sync"
	"unicode/utf8"

	"cartaz/builder/search/text/music"
	"cartaz/builder/search/text/names"
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

// IsGiven reports whether a word is a first name in one of the languages, see names.IsGiven.
func IsGiven(r *Rules, word []byte) bool {
	return r.languages&latin != 0 && names.IsGiven(word) && !r.IsStop(word)
}

// OtherFigures returns the number behind a word in other figures, in an index of Latin letters: see
// music.OtherFigures.
func OtherFigures(r *Rules, before, number []byte) string {
	if r.languages&latin == 0 {
		return ""
	}
	return music.OtherFigures(before, number)
}

// IsKey reports whether two words, of which the second follows the first, are the key of a work, in
// an index with English. The letter is no stop word there.
func IsKey(r *Rules, letter, word []byte) bool {
	return len(letter) == 1 && r.languages&English != 0 && music.IsKey(letter, word)
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

// A word in kana is a run of katakana, or of hiragana in a name or place but for a particle at its
// end. Runs are indexed whole, since letters of them prove little: インド is no マインドフルネス, and
// what has タイ somewhere and イマ somewhere else says nothing of a タイマー. But katakana writes
// compounds as one. Their parts are found by the words of the catalogue itself and by those of the
// table of loanwords, as those of German compounds are:
//
//	ファイルマネージャ      ファイル + マネージャ    both are words of the table
//	サウンドレコーダ        レコーダ             also when it is no word: サウンド is
//	マインドフルネス        -              マ is one letter, and フルネス no word
//	メンバー             -              バー is a word, and メン too short beside it

const (
	kanaLen = len("ア")
	// leastKanaWord is the shortest word in kana, leastSure the shortest that is a part without
	// being a loanword, both in letters.
	leastKanaWord = 2
	leastSure     = 3
	maxKana       = MaxToken / kanaLen
)

// KanaLetters is how many letters a word in kana has, 0 when it is none: too short, too long, or
// with other letters in it.
func KanaLetters(word []byte) int {
	for at := 0; at < len(word); at += kanaLen {
		if !BeginsInKana(word[at:]) {
			return 0
		}
	}
	if n := len(word) / kanaLen; leastKanaWord <= n && n <= maxKana {
		return n
	}
	return 0
}

// IsLoanword reports whether a folded word in kana is in the table of loanwords.
func IsLoanword(word []byte) bool { return loanwordTable().of(word) != nil }

// ContentKana is what a run of hiragana, folded, says beside the particle that it may end with.
func ContentKana(run []byte) []byte {
	last := len(run) - kanaLen
	if last >= leastKanaWord*kanaLen && isKanaParticle[string(run[last:])] {
		return run[:last]
	}
	return run
}

var isKanaParticle = func() map[string]bool {
	all := map[string]bool{}
	for _, r := range partParticles {
		all[string(AppendSearch(nil, string(r)))] = true
	}
	return all
}()

// KanaVocabulary is the words that parts of words in katakana are looked for in.
type KanaVocabulary struct{ words map[string]struct{} }

// NewKanaVocabulary returns one of the table of loanwords.
func NewKanaVocabulary() *KanaVocabulary {
	return &KanaVocabulary{words: map[string]struct{}{}}
}

// Add adds a word in kana.
func (v *KanaVocabulary) Add(word []byte) {
	if len(word) >= leastSure*kanaLen {
		v.words[string(word)] = struct{}{}
	}
}

// knows reports whether a part is a word.
func (v *KanaVocabulary) knows(part []byte) bool {
	if len(part) < leastKanaWord*kanaLen {
		return false
	}
	if _, ok := v.words[string(part)]; ok {
		return true
	}
	_, ok := v.words[string(withoutLongMark(part))]
	return ok || IsLoanword(part)
}

// EachPart calls f with each part of a word in katakana that has words on both sides of it, or an
// end: of ファイルマネージャ with ファイル and マネージャ. It may call f with the same part again. f must not
// retain its argument.
func (v *KanaVocabulary) EachPart(word []byte, f func(part []byte)) {
	n := KanaLetters(word)
	if n < 2*leastKanaWord {
		return
	}
	var begins, ends [maxKana + 1]bool // a letter where words end, or begin that reach the end
	begins[0], ends[n] = true, true
	for to := leastKanaWord; to < n; to++ {
		for from := 0; from < to && !begins[to]; from++ {
			begins[to] = begins[from] && v.knows(word[from*kanaLen:to*kanaLen])
		}
	}
	for from := n - leastKanaWord; from > 0; from-- {
		for to := n; to > from && !ends[from]; to-- {
			ends[from] = ends[to] && v.knows(word[from*kanaLen:to*kanaLen])
		}
	}
	for from := range n {
		for to := from + leastKanaWord; to <= n && begins[from]; to++ {
			part := word[from*kanaLen : to*kanaLen]
			if !ends[to] || len(part) == len(word) ||
				to-from < leastSure && !IsLoanword(part) {
				continue
			}
			f(withoutLongMark(part))
		}
	}
}

// withoutLongMark leaves out the long mark that AppendSearch leaves out at the end of a run.
func withoutLongMark(part []byte) []byte {
	if len(part) > leastKana*kanaLen {
		return bytes.TrimSuffix(part, []byte("ー"))
	}
	return part
}

// KanaOf returns the word in kana that one of the runs of a folded text is, if any.
func KanaOf(folded []byte, runs []Run, i int) []byte {
	from, until := runs[i].At, len(folded)
	if i+1 < len(runs) {
		until = runs[i+1].At
	}
	end := from
	for end < until && BeginsInKana(folded[end:]) {
		end += kanaLen
	}
	word := folded[from:end]
	if runs[i].Hiragana {
		word = ContentKana(word)
	}
	if KanaLetters(word) == 0 {
		return nil
	}
	return word
}

// EachKana calls f with the words in kana of a folded text: with each run, of hiragana only when
// asked for, and with each two of katakana that a blank or a dot parts, joined in buf. f must not
// retain its argument.
func EachKana(folded []byte, runs []Run, hiragana bool, buf []byte, f func(word []byte)) []byte {
	var before []byte // the word of katakana before
	end := 0          // of that
	for i, run := range runs {
		word := KanaOf(folded, runs, i)
		if len(word) == 0 || run.Hiragana && !hiragana {
			before = nil
			continue
		}
		f(word)
		if run.Hiragana {
			before = nil
			continue
		}
		if len(before) > 0 && isLooseGap(folded[end:run.At]) &&
			len(before)+len(word) <= maxKana*kanaLen {
			buf = append(append(buf[:0], before...), word...)
			f(buf)
		}
		before, end = word, run.At+len(word)
	}
	return buf
}

// BeginsWriting reports whether a run of kana begins as a word does that has other writings, of
// which so many letters are looked up: マツリ for 祭り, and オ for お店.
func BeginsWriting(begin []byte) bool {
	_, ok := writingBegins()[string(begin)]
	return ok
}

// RunLetters is how many letters that a run of one script begins with are looked up together, at
// most.
const RunLetters = 4

var writingBegins = sync.OnceValue(func() map[string]struct{} {
	all := map[string]struct{}{}
	for _, row := range japaneseWritings().rows {
		for _, word := range row.Found {
			if begin := KanaBeginning([]byte(word)); len(begin) > 0 {
				all[string(begin)] = struct{}{}
			}
		}
	}
	return all
})

// KanaBeginning returns the kana that a folded word begins with, at most RunLetters.
func KanaBeginning(word []byte) []byte {
	end := 0
	for n := 0; n < RunLetters && BeginsInKana(word[end:]); n++ {
		end += len("ア")
	}
	return word[:end]
}

// MayBeginKana reports whether a word may begin as folded text does in katakana: not with a small
// letter, ン or the long mark.
func MayBeginKana(folded []byte) bool {
	r, _ := utf8.DecodeRune(folded)
	return isKana(r) && !strings.ContainsRune("ァィゥェォッャュョヮヵヶンー", r)
}
