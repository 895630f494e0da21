package query

import (
	"slices"
	"strings"
	"unicode/utf8"

	"cartaz/builder/search/analysis"
	"cartaz/builder/text"
)

const (
	// MaxQuery is the number of bytes of a query that are read, before folding; a letter that would
	// be cut is left out.
	MaxQuery = 256
	// MaxTokens is the number of words of a query that are read. Each part of a hyphenated word
	// counts, and so does each bigram of a script without spaces.
	MaxTokens = 12
	// leastPrefix is the length in letters of the shortest word that also finds longer words that
	// begin with it.
	leastPrefix = 2
)

// Kind is the kind of a token.
type Kind uint8

// The kinds. Only words have variants, neighbours, prefixes and corrections.
const (
	Word      Kind = iota
	Gram           // a letter, or a bigram, of a script without spaces
	Pictogram      // or another symbol
)

// Token is one item that a text asks for.
type Token struct {
	Text   Span // in the text
	At     int  // number among the words of the text, stop words included
	Kind   Kind
	Prefix bool // it is the last: it also finds words that begin with it
	bound  bool // a hyphen or the like joins it to a neighbour
	elided bool // l'
	// Next is the token joined with the next one, ignoring stop words; before and after are the
	// token joined with its direct neighbours in the text. All are empty unless both tokens are
	// words.
	Next, before, after Span
	// meant is the entry of Terms that a misspelled word most likely means, or -1.
	meant int
}

// Span is a range of some slice.
type Span struct{ Lo, Hi int }

// Empty reports whether the range is empty.
func (s Span) Empty() bool { return s.Lo == s.Hi }

// Dropped is a word that the query does not ask for.
type Dropped struct {
	Text Span
	Why  string // "stop word", "pictogram", "elided", "optional" or "not in the index"
}

// Parsed is the result of parsing a text.
type Parsed struct {
	Tokens  []Token // each must be found
	Dropped []Dropped
	query   string
	text    []byte // the folded query, then joined forms
	folded  int    // end of the query in text
	key     []byte // of a name
	a       *analysis.Analyzer
}

// Slice returns a part of the text.
func (p *Parsed) Slice(at Span) []byte { return p.text[at.Lo:at.Hi] }

// NameKey returns the key of a name that equals the query, see analysis.NameKey. It is valid until
// the next call that adds to the text.
func (p *Parsed) NameKey() []byte {
	p.key = analysis.NameKey(p.key[:0], p.text[:p.folded])
	return p.key
}

// Parse cuts a query into tokens. The relaxed reading leaves out optional words if others are left,
// and cuts scripts without spaces where words may end.
func (p *Parsed) Parse(query string, a *analysis.Analyzer, relaxed bool) {
	p.a, p.query = a, text.Clip(query, MaxQuery)
	p.Tokens, p.Dropped = p.Tokens[:0], p.Dropped[:0]
	if relaxed {
		p.text = a.AppendRelaxed(p.text[:0], p.query)
	} else {
		p.text = a.Append(p.text[:0], p.query)
	}
	p.folded = len(p.text)
	for t := range analysis.Tokens(p.text) {
		if len(p.Tokens) == MaxTokens {
			break
		}
		p.add(t)
	}
	last := p.lastWord()
	for i := range p.Tokens[:max(0, len(p.Tokens)-1)] {
		joined := p.join(i)
		p.Tokens[i].after = joined
		p.Tokens[i+1].before = joined
	}
	p.dropStops()
	if relaxed {
		p.keep("optional", func(t Token) bool {
			return t.Kind != Word || !p.a.IsOptional(p.Slice(t.Text))
		})
	}
	for i := range p.Tokens[:max(0, len(p.Tokens)-1)] {
		p.Tokens[i].Next = p.join(i)
	}
	if n := len(p.Tokens); n > 0 && p.Tokens[n-1].At == last {
		t := &p.Tokens[n-1]
		word := p.Slice(t.Text)
		t.Prefix = utf8.RuneCount(word) >= leastPrefix && !analysis.HasSigns(word)
	}
}

// lastWord returns the number of the last word of an alphabet that is not a stop word. It returns
// -1 if there is none, or if anything but stop words follows it.
func (p *Parsed) lastWord() int {
	for i := len(p.Tokens) - 1; i >= 0; i-- {
		t := &p.Tokens[i]
		if t.Kind == Word && (i == 0 || !p.a.IsStop(p.Slice(t.Text)) || t.bound) {
			return t.At
		}
		if t.Kind != Word {
			return -1
		}
	}
	return -1
}

// add adds a token of the folded text: for an unspaced run its bigrams, or a single letter.
func (p *Parsed) add(t analysis.Token) {
	n := len(p.Tokens)
	if !t.Unspaced {
		kind := Word
		if t.Pictogram {
			kind = Pictogram
		}
		token := Token{Text: Span{t.Start, t.End}, At: n, Kind: kind, meant: -1}
		if t.Hyphenated && n > 0 {
			before := &p.Tokens[n-1]
			before.elided = p.a.IsElided(p.Slice(before.Text)) &&
				strings.Contains("'’‘", string(p.text[before.Text.Hi:t.Start]))
			before.bound = !before.elided
			token.bound = !before.elided
		}
		p.Tokens = append(p.Tokens, token)
		return
	}
	run := p.text[t.Start:t.End]
	first := analysis.LetterLen(run)
	for at := 0; len(p.Tokens) < MaxTokens; {
		end := at + first
		if end == len(run) && at > 0 {
			return
		}
		next := 0
		if end < len(run) {
			next = analysis.LetterLen(run[end:])
		}
		p.Tokens = append(p.Tokens, Token{Text: Span{t.Start + at, t.Start + end + next},
			At: len(p.Tokens), Kind: Gram, meant: -1})
		if next == 0 {
			return
		}
		at, first = end, next
	}
}

// join appends the joined form of token i and the next one to the text.
func (p *Parsed) join(i int) Span {
	a, b := &p.Tokens[i], &p.Tokens[i+1]
	if a.Kind != Word || b.Kind != Word {
		return Span{}
	}
	start := len(p.text)
	p.text = append(append(p.text, p.Slice(a.Text)...), p.Slice(b.Text)...)
	p.text = p.text[:start+len(text.Clip(p.text[start:], analysis.MaxToken))]
	return Span{start, len(p.text)}
}

// dropStops keeps stop words and symbols only if there is nothing else, and drops stop words before
// symbols: a visitor who types "samba 🥁" wants samba, a visitor who types "🥁" wants the drum.
func (p *Parsed) dropStops() {
	p.keep("elided", func(t Token) bool { return !t.elided })
	p.keep("pictogram", func(t Token) bool { return t.Kind != Pictogram })
	p.keep("stop word", func(t Token) bool {
		return t.Kind != Word || t.bound || !p.a.IsStop(p.Slice(t.Text))
	})
}

// keep keeps the wanted tokens, if there are any, and records why the others are dropped.
func (p *Parsed) keep(why string, wanted func(t Token) bool) {
	if !slices.ContainsFunc(p.Tokens, wanted) {
		return
	}
	p.Tokens = slices.DeleteFunc(p.Tokens, func(t Token) bool {
		if wanted(t) {
			return false
		}
		p.Dropped = append(p.Dropped, Dropped{t.Text, why})
		return true
	})
}
