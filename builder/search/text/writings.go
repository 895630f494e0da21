package text

import (
	"bytes"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"cartaz/builder/search/text/japanese"
)

// WritingRow says that who types one word finds others too, which are the same word in another
// writing. All are as they are searched.
type WritingRow struct{ Typed, Found []string }

// writings are the rows of Japanese, and what each typed word finds.
type writings struct {
	rows    []WritingRow
	of      map[string][]string
	longest int // word, in bytes
}

var japaneseWritings = sync.OnceValue(func() *writings {
	w := &writings{of: map[string][]string{}}
	for _, sound := range japanese.Sounds {
		for _, kana := range sound.Row {
			w.add(string(kana)+sound.First, string(kana)+sound.Second)
		}
	}
	for row := range strings.Lines(strings.TrimSpace(japanese.Writings)) {
		w.add(japanese.Words(row)...)
	}
	places, whole := japanese.PlaceRows()
	for _, row := range slices.Concat(japanese.Okurigana(), japanese.VerbForms(), places,
		japanese.CompoundVerbs(), japanese.AdjectiveForms(), japanese.Pairs(japanese.Vocabulary)) {
		w.add(row...)
	}
	for _, row := range whole {
		for i := range row {
			row[i] = string(AppendSearch(nil, row[i]))
		}
		w.addRow(WritingRow{Typed: row[:1], Found: row})
	}
	w.addPolite("お", japanese.WithO)
	w.addPolite("ご", japanese.WithGo)
	return w
})

// add adds a row of words that find each other.
func (w *writings) add(row ...string) {
	for i := range row {
		row[i] = string(AppendSearch(nil, row[i]))
	}
	w.addRow(WritingRow{Typed: row, Found: row})
}

func (w *writings) addRow(row WritingRow) {
	w.rows = append(w.rows, row)
	for _, word := range row.Typed {
		w.longest = max(w.longest, len(word))
		for _, other := range row.Found {
			if !slices.Contains(w.of[word], other) {
				w.of[word] = append(w.of[word], other)
			}
		}
	}
}

// addPolite adds words with a polite prefix, which find them without it in all their writings. That
// the others find them needs no row, but for kana: those begin a run of one script.
func (w *writings) addPolite(prefix, table string) {
	prefix = string(AppendSearch(nil, prefix))
	for _, word := range japanese.Words(table) {
		word = string(AppendSearch(nil, word))
		words := w.of[word]
		if words == nil {
			words = []string{word}
		}
		var polite, inKana []string
		for _, word := range words {
			polite = append(polite, prefix+word)
			if BeginsInKana([]byte(word)) {
				inKana = append(inKana, prefix+word)
			} else {
				polite = append(polite, "御"+word)
			}
		}
		found := slices.Concat(words, polite)
		w.addRow(WritingRow{Typed: polite, Found: found})
		if len(inKana) > 0 {
			w.addRow(WritingRow{Typed: slices.Clone(words), Found: inKana})
		}
	}
}

// Writings returns the words of some languages that are written in several ways.
func Writings(languages Languages) []WritingRow {
	if languages&Japanese == 0 {
		return nil
	}
	return japaneseWritings().rows
}

// Writing returns the longest word that a text of a script without spaces begins with and that is
// written in several ways, and all of these ways. The length is 0 when there is none.
func (r *Rules) Writing(folded []byte) (length int, ways []string) {
	if r.languages&Japanese == 0 {
		return 0, nil
	}
	w := japaneseWritings()
	for n := min(len(folded), w.longest); n > 0; n-- {
		if n < len(folded) && !utf8.RuneStart(folded[n]) {
			continue
		}
		if ways, ok := w.of[string(folded[:n])]; ok {
			return n, ways
		}
	}
	return 0, nil
}

// BeginsInKana reports whether folded text begins with a katakana, which hiragana are folded to.
func BeginsInKana(folded []byte) bool {
	r, _ := utf8.DecodeRune(folded)
	return isKana(r)
}

// Some of what Japanese writes in several scripts has a normal form: one term that stands for all
// writings of it. The number of 四十二キロ is 42, and the word リナックス is linux. A document is listed
// under the normal forms of what it has as under synonyms, so that a query in Latin letters and
// Arabic figures looks up nothing more than before; a query in Japanese looks up the normal forms
// of its own parts.

// Run is where a run of one Japanese script begins in a folded text, see AppendSearchRuns.
type Run struct {
	At       int
	Hiragana bool
}

// Normals finds the normal forms in texts. Its memory serves the next text again.
type Normals struct{ buf []byte }

// Each calls f with each part of a folded text that has a normal form, which it is not itself, in
// any order. runs are those of the text. typed says that the text is a query: some writings find
// the normal form and are not found by it. f may not retain normal.
func (n *Normals) Each(r *Rules, folded []byte, runs []Run, typed bool,
	f func(from, until int, normal []byte)) {
	if !r.HasRuns() || len(folded) == 0 {
		return
	}
	n.numbers(folded, f)
	n.loanwords(folded, runs, typed, f)
	n.singles(folded, runs, typed, f)
	n.places(folded, runs, f)
}

// singles finds words of one Han letter that stand alone in a run of one script, also with お, or
// that are written in kana, and those that longer words of a document end with. The normal form is
// the letter behind =.
func (n *Normals) singles(folded []byte, runs []Run, typed bool,
	f func(from, until int, normal []byte)) {
	words := singleWords()
	for i, run := range runs {
		from, end := run.At, len(folded)
		if i+1 < len(runs) {
			end = runs[i+1].At
		}
		until := from
		for until < end {
			r, size := utf8.DecodeRune(folded[until:])
			if !IsUnspaced(r) {
				break
			}
			until += size
		}
		word := folded[from:until]
		single, ok := words[string(bytes.TrimPrefix(word, []byte("御")))]
		if !ok && !typed {
			if single, ok = words[string(LastLetter(word))]; !single.ends {
				continue
			}
		}
		if !ok || run.Hiragana && !single.kana {
			continue
		}
		if i > 0 && runs[i-1].Hiragana && single.polite &&
			bytes.HasSuffix(folded[runs[i-1].At:from], []byte("オ")) {
			from -= len("オ")
		}
		n.buf = append(append(n.buf[:0], '='), single.letter...)
		f(from, until, n.buf)
	}
}

// singleWord is a writing of a word of one Han letter.
type singleWord struct {
	letter             string
	kana, ends, polite bool
}

var singleWords = sync.OnceValue(func() map[string]singleWord {
	all := map[string]singleWord{}
	for _, s := range japanese.Singles() {
		letter := string(AppendSearch(nil, s.Letter))
		all[letter] = singleWord{letter: letter, ends: s.Ends, polite: s.Polite}
		for _, kana := range s.Kana {
			all[string(AppendSearch(nil, kana))] = singleWord{letter: letter, kana: true}
		}
	}
	return all
})

// numberTables are those of package japanese, folded.
type numberTables struct{ counters, fixed japaneseWords }

var numberWords = sync.OnceValue(func() *numberTables {
	return &numberTables{newJapaneseWords(japanese.Counters), newJapaneseWords(japanese.FixedWords)}
})

// numbers finds numbers that are not written in Arabic figures alone.
func (n *Normals) numbers(folded []byte, f func(from, until int, normal []byte)) {
	var last rune // the letter before at
	for at := 0; at < len(folded); {
		r, size := utf8.DecodeRune(folded[at:])
		number := japanese.ReadNumber(folded[at:])
		if number.Len == 0 {
			last, at = r, at+size
			continue
		}
		end := at + number.Len
		if isNumber(number, last, folded[at:]) {
			n.buf = japanese.AppendNumber(n.buf[:0], number.Value)
			f(at, end, n.buf)
		}
		last, at = '0', end
	}
}

// isNumber reports whether what a text begins with is a number that has another writing. last is
// the letter before it.
func isNumber(number japanese.Number, last rune, rest []byte) bool {
	if !number.Valid() || number.Plain {
		return false
	}
	switch last {
	case '数', '何', '几', '.', ',': // 数十人 is some tens of people; a part of another number
		return false
	case '第':
		return true
	}
	if r, _ := utf8.DecodeRune(rest); r < utf8.RuneSelf {
		return last < 'a' || last > 'z' // not behind letters: mp3万
	}
	words := numberWords()
	if words.fixed.prefix(rest) > 0 {
		return false
	}
	return number.Letters > 1 || words.counters.prefix(rest[number.Len:]) > 0
}

// loanwords finds runs of katakana that are loanwords, one or several joined. A run that holds
// anything else has none: カフェ is cafe, and カフェイン (caffeine) no cafe.
func (n *Normals) loanwords(folded []byte, runs []Run, typed bool,
	f func(from, until int, normal []byte)) {
	for i, run := range runs {
		until := len(folded)
		if i+1 < len(runs) {
			until = runs[i+1].At
		}
		kana := folded[run.At:until]
		end := 0
		for end < len(kana) && BeginsInKana(kana[end:]) {
			end += len("ア")
		}
		if run.Hiragana || end == 0 {
			continue
		}
		n.loanwordsOf(kana[:end], run.At, typed, f)
	}
}

// loanwordsOf takes a run of katakana apart. Several words of a document have each its normal form,
// and all of them one together; of a query only together, since a document that has the words apart
// is about something else.
func (n *Normals) loanwordsOf(kana []byte, start int, typed bool,
	f func(from, until int, normal []byte)) {
	var ends [maxLoanwords]int
	table := loanwordTable()
	parts, at, joined := ends[:table.split(kana, &ends, 0)], 0, true
	if len(parts) == 1 || !typed {
		for _, size := range parts {
			for _, w := range table.of(kana[at : at+size]) {
				if typed || !w.oneWay {
					n.buf = append(n.buf[:0], w.latin...)
					f(start+at, start+at+size, n.buf)
				}
			}
			at += size
		}
	}
	if len(parts) < 2 {
		return
	}
	n.buf, at = n.buf[:0], 0
	for _, size := range parts {
		w := table.of(kana[at : at+size])[0]
		n.buf, at = append(n.buf, w.latin...), at+size
		joined = joined && (typed || !w.oneWay)
	}
	if joined {
		f(start, start+at, Clip(n.buf, MaxToken))
	}
}

// maxLoanwords is the most loanwords that a run of katakana is taken apart into.
const maxLoanwords = 5

// loanwords leads from folded katakana to what they are in Latin letters.
type loanwords struct {
	words   map[string][]loanword
	longest int
}

type loanword struct {
	latin  string
	oneWay bool
}

var loanwordTable = sync.OnceValue(func() *loanwords {
	t := &loanwords{words: map[string][]loanword{}}
	for _, entry := range japanese.ReadLoanwords(japanese.Loanwords) {
		for _, kana := range entry.Kana {
			key := string(AppendSearch(nil, kana))
			t.words[key] = append(t.words[key], loanword{entry.Latin, entry.OneWay})
			t.longest = max(t.longest, len(key))
		}
	}
	return t
})

// of returns the words that a part of a split is.
func (t *loanwords) of(part []byte) []loanword {
	if words, ok := t.words[string(part)]; ok {
		return words
	}
	return t.words[string(bytes.TrimSuffix(part, []byte("ー")))]
}

// split takes katakana apart into words of the table, the longest first, and puts their lengths
// into parts from n on. A long mark that folding leaves out at the end of a run belongs to the word
// before it. It returns how many words there are in all, and 0 when something else is left.
func (t *loanwords) split(kana []byte, parts *[maxLoanwords]int, n int) int {
	if len(kana) == 0 {
		return n
	}
	if n == maxLoanwords {
		return 0
	}
	for size := min(len(kana), t.longest); size > 0; size -= len("ア") {
		if _, ok := t.words[string(kana[:size])]; !ok {
			continue
		}
		parts[n] = size
		if bytes.HasPrefix(kana[size:], []byte("ー")) {
			parts[n] += len("ー")
		}
		if all := t.split(kana[parts[n]:], parts, n+1); all > 0 {
			return all
		}
	}
	return 0
}

// japaneseWords is a set of folded words that texts begin with.
type japaneseWords struct {
	words   map[string]struct{}
	longest int
}

// newJapaneseWords folds the words of a table.
func newJapaneseWords(table string) japaneseWords {
	s := japaneseWords{words: map[string]struct{}{}}
	for _, word := range japanese.Words(table) {
		folded := string(AppendSearch(nil, word))
		s.words[folded] = struct{}{}
		s.longest = max(s.longest, len(folded))
	}
	return s
}

// prefix is the length of the longest word that a folded text begins with, 0 for none.
func (s *japaneseWords) prefix(folded []byte) int {
	for n := min(len(folded), s.longest); n > 0; n-- {
		if _, ok := s.words[string(folded[:n])]; ok {
			return n
		}
	}
	return 0
}
