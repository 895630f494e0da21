package match

import (
	"slices"
	"strings"
	"unicode/utf8"

	"cartaz/builder/search/internal/format"
	"cartaz/builder/search/text"
)

const (
	// MaxQuery is how much of a query is read, in bytes as it arrives; a letter that would be cut
	// is left out.
	MaxQuery = 256
	// MaxTokens is how many of its words are read. Parts of a hyphenated word count, and so do
	// pairs of letters in scripts without spaces.
	MaxTokens = 12
)

// Parsed is what a text asks for.
type Parsed struct {
	Tokens []Token      // each must be found
	Words  []text.Token // what was read, stop words and parts of hyphenated words too
	query  string       // as it arrived, clipped
	text   []byte       // the folded query, then joined forms
	folded int          // where the query ends in text
	// Asking: what only asks is skipped, since nothing has all of the query, see skipAsking.
	Asking bool
	kinds  kindsState
	// mistyped: words for kinds are skipped though others are mistyped, see skipKindsMistyped.
	mistyped bool
	form     []byte // of a work, that is skipped as kinds are
	letter   []byte // that is skipped as what only asks is, see skipAsking
	own      []byte // what all events of the catalogue are, that is skipped, see skipOwnKind
	// besideOwn are the words before and behind it; empty for none.
	besideOwn [2][]byte
	request   bool // it is the last, or a stop word is behind it: conferences in berlin
	// clipped: words that nobody has stand for words that begin so, see clipWords.
	clipped bool
	tail    Span // in text, see Tail
	rules   *text.Rules
	runs    []text.Run // of Japanese scripts
	joins   []joinedTokens
	// joinsKnown: joins were looked up.
	joinsKnown bool

	writings []writing
	normals  text.Normals
}

// Token is one thing that a text asks for: a word, a hyphenated word, a pair of letters, or a
// pictogram.
type Token struct {
	Text   Span // in the text; of a hyphenated word its joined form
	First  int  // in Words: the first part of a hyphenated word, else the word itself
	Parts  int  // 0 unless hyphenated
	Kind   TokenKind
	Prefix bool // it is the last, or before a year: it also stands for words that begin so
	// Run is how the run of Han or katakana begins that the pair of letters belongs to, see
	// text.AppendSearchRuns; empty for others.
	Run Span
	// Kana is the word in kana that the pair belongs to, see text.KanaVocabulary; empty for others.
	Kana Span
	// Month is the month that the token names, from 1, or a day of which it is; 0 for none. Day is
	// the day of it that the text names beside, 0 for none.
	Month, Day uint8
	led        bool // a word that leads to a month is before it
	hiragana   bool // that word is written so
	knownKana  bool // in the plan: documents have that word
	// begun is how many bytes of the token some word of a document begins with, whole how many at
	// most a word has that the token begins with; good when they are looked up, see begunOf.
	begun, whole uint8
	lookedUp     bool
	opens        known // see opensSynonym

	// The joined form with the words before and after in the text, and with the next one that is no
	// stop word; empty unless both are single words of an alphabet.
	before, after, Next Span

	// In Plan.respelled: words that it may stand for when it is mistyped, or clipped; good in the
	// plan that corrects, or reads clipped words.
	respelled Span
}

// TokenKind tells what can be done with a token.
type TokenKind uint8

// The kinds. Only plain words have inflections, neighbours, prefixes and corrections.
const (
	PlainWord TokenKind = iota
	Gram                // a letter, or a pair, of a script without spaces
	Pictogram
)

// Joinable reports whether the token may be joined with one that follows.
func (t *Token) Joinable() bool { return t.Kind == PlainWord && t.Parts == 0 }

// Span is a range of some slice.
type Span struct{ Lo, Hi int }

// Empty reports whether nothing is in the range.
func (s Span) Empty() bool { return s.Lo == s.Hi }

// Slice returns a part of the text.
func (t *Parsed) Slice(at Span) []byte { return t.text[at.Lo:at.Hi] }

// Spellings are how languages write a name that a word is, see text.Spellings.
func Spellings(t *Parsed, word []byte) []string { return text.Spellings(t.rules, word) }

// Word is one of Words.
func (t *Parsed) Word(i int) []byte { return t.text[t.Words[i].Start:t.Words[i].End] }

// Tail is the last token joined with the stop word at the end of the text, which may be the
// beginning of another word: "mário de an" may be on its way to Mário de Andrade. It is empty when
// the text does not end so.
func (t *Parsed) Tail() Span { return t.tail }

// Parse cuts a query into tokens by the rules of the languages of an index.
func (t *Parsed) Parse(query string, rules *text.Rules) {
	t.rules, t.query, t.Asking = rules, text.Clip(query, MaxQuery), false
	t.kinds, t.mistyped, t.clipped = kindsRead, false, false
	t.own, t.letter, t.request = t.own[:0], t.letter[:0], false
	t.readText()
	t.cut()
}

// Folded is what was read, as it is searched; see Matches.Parted.
func (t *Parsed) Folded() []byte { return t.text[:t.folded] }

// cut cuts the folded query into tokens.
func (t *Parsed) cut() {
	t.folded = len(t.text)
	t.Words, t.Tokens, t.tail = t.Words[:0], t.Tokens[:0], Span{}
	t.writings = t.writings[:0]
	for tokens := text.NewTokenizer(t.text); len(t.Words) < MaxTokens; {
		w, ok := tokens.Next()
		if !ok {
			break
		}
		if w.Unspaced {
			t.addGrams(w)
		} else {
			t.Words = append(t.Words, w)
		}
	}
	readWritings(t)
	for i := 0; i < len(t.Words); {
		n := 1
		if t.isElided(i) {
			t.addTokens(i, 1)
			i++
			continue
		}
		for i+n < len(t.Words) && t.Words[i+n].Hyphenated {
			n++
		}
		t.addTokens(i, n)
		i += n
	}
	readKana(t)
	for i := range t.Tokens[:max(0, len(t.Tokens)-1)] {
		joined := t.join(i)
		t.Tokens[i].after, t.Tokens[i+1].before = joined, joined
	}
	t.notePairs()
	noteMonths(t)
	stop := t.stopWordAtEnd()
	t.dropStopWords()
	n := len(t.Tokens)
	if n == 0 {
		return
	}
	for i := range t.Tokens[:n-1] {
		t.Tokens[i].Next = t.join(i)
	}
	last := &t.Tokens[n-1]
	if !stop.Empty() && last.Text != stop && last.Joinable() {
		start := len(t.text)
		t.text = text.AppendJoined(t.text, t.Slice(last.Text), t.Slice(stop))
		t.tail = Span{start, len(t.text)}
	}
	last.Prefix = isBeginning(t, last) && len(t.letter) == 0 // a letter was behind it
	beginsBefore(t)
}

// isBeginning reports whether a token may be the beginning of a word.
func isBeginning(t *Parsed, token *Token) bool {
	word := t.Slice(token.Text)
	return token.Kind == PlainWord && letters(word) >= format.MinPrefix && !text.HasSigns(word)
}

// readText folds the query.
func (t *Parsed) readText() {
	if !t.rules.HasRuns() {
		t.runs = t.runs[:0]
		t.text = text.AppendSearch(t.text[:0], t.query)
		return
	}
	t.readRuns(appendFolded(t, t.text[:0]))
}

// appendFolded appends the query folded, as far as it is read.
func appendFolded(t *Parsed, dst []byte) []byte {
	dst = text.AppendScripts(dst, t.query)
	if t.Asking {
		dst = text.CutAsking(t.rules, dst)
	}
	return dst
}

// readRuns takes a query that is folded, and finds its runs.
func (t *Parsed) readRuns(folded []byte) {
	t.runs = t.runs[:0]
	t.text = text.Unify(folded, func(at int, hiragana bool) {
		t.runs = append(t.runs, text.Run{At: at, Hiragana: hiragana})
	})
}

// unspacedEnd is where the token without spaces ends that has a letter before at, or so many
// letters behind at as an index has of a run.
func (t *Parsed) unspacedEnd(at int) int {
	for n := 0; n < format.RunLetters && at < len(t.text); n++ {
		r, _ := utf8.DecodeRune(t.text[at:])
		if !text.IsUnspaced(r) {
			break
		}
		at += text.LetterLen(t.text[at:])
	}
	return at
}

// runOf returns how the run begins that a pair of letters, or a single one, of an unspaced token
// belongs to. It is empty for a pair across the border of two runs, for one behind what an index
// has of a run, and for hiragana: whole sentences are written in it.
func (t *Parsed) runOf(pair text.Token, end int) Span {
	for i, r := range t.runs {
		until := end
		if i+1 < len(t.runs) {
			until = min(until, t.runs[i+1].At)
		}
		if r.At <= pair.Start && pair.End <= until && !r.Hiragana {
			begins := r.At
			for range format.RunLetters {
				if begins < until {
					begins += text.LetterLen(t.text[begins:until])
				}
			}
			if pair.End <= begins {
				return Span{r.At, begins}
			}
		}
	}
	return Span{}
}

// isElided reports whether word i is an article or the like that lost its vowel: l'exposition is
// two words, of which a query skips the first.
func (t *Parsed) isElided(i int) bool {
	if i+1 >= len(t.Words) || !t.Words[i+1].Hyphenated || !t.rules.IsElided(t.Word(i)) {
		return false
	}
	switch string(t.text[t.Words[i].End:t.Words[i+1].Start]) {
	case "'", "’", "‘":
		return true
	}
	return false
}

// stopWordAtEnd returns the stop word of two letters or more that the text ends with, if there is
// one.
func (t *Parsed) stopWordAtEnd() Span {
	if n := len(t.Tokens); n > 0 && t.Tokens[n-1].Joinable() && t.IsStop(&t.Tokens[n-1]) {
		if at := t.Tokens[n-1].Text; letters(t.Slice(at)) >= format.MinPrefix {
			return at
		}
	}
	return Span{}
}

// join appends the joined form of token i and the next one to the text.
func (t *Parsed) join(i int) Span {
	a, b := &t.Tokens[i], &t.Tokens[i+1]
	if !a.Joinable() || !b.Joinable() {
		return Span{}
	}
	start := len(t.text)
	t.text = text.AppendJoined(t.text, t.Slice(a.Text), t.Slice(b.Text))
	return Span{start, len(t.text)}
}

func letters(word []byte) int { return utf8.RuneCount(word) }

// addGrams adds the pairs of neighbours of a run of a script without spaces; a single letter stays
// single.
func (t *Parsed) addGrams(run text.Token) {
	start := run.Start
	first := text.LetterLen(t.text[start:run.End])
	for len(t.Words) < MaxTokens {
		next := 0
		if start+first < run.End {
			next = text.LetterLen(t.text[start+first : run.End])
		}
		if next > 0 || start == run.Start {
			from := run.Start + text.PairFrom(t.text[run.Start:run.End], start-run.Start)
			t.Words = append(t.Words, text.Token{Start: from, End: start + first + next,
				Unspaced: true})
		}
		if next == 0 {
			return
		}
		start, first = start+first, next
	}
}

// addTokens adds n words that hyphens join, or a single one.
func (t *Parsed) addTokens(first, n int) {
	if n == 1 || n > text.MaxParts {
		for i := first; i < first+n; i++ {
			w := &t.Words[i]
			kind := PlainWord
			if w.Unspaced {
				kind = Gram
			} else if w.Pictogram {
				kind = Pictogram
			}
			t.Tokens = append(t.Tokens, Token{Text: Span{w.Start, w.End}, First: i, Kind: kind})
			if kind == Gram {
				t.Tokens[len(t.Tokens)-1].Run = t.runOf(*w, t.unspacedEnd(w.End))
			}
		}
		return
	}
	start := len(t.text)
	for i := first; i < first+n; i++ {
		t.text = append(t.text, t.Word(i)...)
	}
	end := start + len(text.Clip(t.text[start:], text.MaxToken))
	t.Tokens = append(t.Tokens, Token{Text: Span{start, end}, First: first, Parts: n})
}

// dropStopWords leaves stop words and pictograms only when there is nothing else, stop words before
// pictograms: who types "samba 🥁" wants samba, who types "🥁" wants that.
func (t *Parsed) dropStopWords() {
	words := func(token *Token) bool { return token.Kind != Pictogram }
	if !retain(t, func(token *Token) bool { return words(token) && !t.IsStop(token) }) {
		retain(t, words)
	}
}

// retain leaves the tokens that are wanted, if there are any, and reports whether there are.
func retain(t *Parsed, wanted func(token *Token) bool) bool {
	n := 0
	for i := range t.Tokens {
		if wanted(&t.Tokens[i]) {
			if n < i {
				t.Tokens[n] = t.Tokens[i]
			}
			n++
		}
	}
	if n > 0 {
		t.Tokens = t.Tokens[:n]
	}
	return n > 0
}

// IsStop reports whether a token is a stop word, or a hyphenated word of nothing else.
func (t *Parsed) IsStop(token *Token) bool {
	if token.Parts == 0 {
		return token.Kind == PlainWord && isStop(t, t.Slice(token.Text)) && !isKey(t, token)
	}
	for i := range token.Parts {
		if !isStop(t, t.Word(token.First+i)) {
			return false
		}
	}
	return true
}

func isStop(t *Parsed, word []byte) bool {
	return t.rules.IsStop(word) || t.Asking && (t.rules.Asks(word) ||
		len(t.letter) > 0 && string(t.letter) == string(word)) || isKind(t, word, t.kinds) ||
		len(t.own) > 0 && string(t.own) == string(word)
}

// IsJoined reports whether a word is the token joined with others before or after it, a final s
// aside.
func (t *Parsed) IsJoined(token *Token, word string) bool {
	same := func(joined Span) bool {
		return strings.TrimSuffix(word, "s") ==
			strings.TrimSuffix(string(t.Slice(joined)), "s")
	}
	return slices.ContainsFunc(t.joins, func(j joinedTokens) bool {
		return j.from <= token.First && token.First < j.until && same(j.text)
	})
}
