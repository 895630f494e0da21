package analysis

import (
	"iter"
	"unicode"
	"unicode/utf8"

	"cartaz/builder/text"
)

const (
	// MaxToken is the length of the longest token in bytes of folded text. The rest of a longer
	// word is ignored, in documents and in queries alike.
	MaxToken = 64
	// maxParts is the largest number of parts of a hyphenated word that are also joined to one
	// word. Longer chains are addresses and file names.
	maxParts = 5
	// maxSigns is the largest number of signs after a single letter: C++, C#, A+.
	maxSigns = 2
)

// Token is one token of a folded text.
type Token struct {
	Start, End int  // in bytes
	Unspaced   bool // a run of letters of a script that is indexed by bigrams, see IsUnspaced
	Pictogram  bool
	// Hyphenated reports that only a hyphen, underscore, apostrophe, dot, slash or ampersand
	// separates it from the token before.
	Hyphenated bool
}

// IsWord reports whether the token is a word of an alphabet. Only words have inflections,
// neighbours and prefixes.
func (t *Token) IsWord() bool { return !t.Unspaced && !t.Pictogram }

// Tokens yields the tokens of a text that text.Fold returned, and the bytes of each.
func Tokens(folded []byte) iter.Seq2[Token, []byte] {
	return func(yield func(Token, []byte) bool) {
		t := tokenizer{text: folded}
		for {
			token, ok := t.next()
			if !ok || !yield(token, folded[token.Start:token.End]) {
				return
			}
		}
	}
}

// tokenizer walks over the tokens of a folded text.
type tokenizer struct {
	text []byte
	pos  int
	last Token
}

// next returns the next token, and false after the last.
func (t *tokenizer) next() (Token, bool) {
	start, joiners, others := t.pos, 0, 0
	var class runeClass
	for start < len(t.text) {
		r, n := t.rune(start)
		if class = classOf(r); class != separator {
			break
		}
		if isJoiner(r) {
			joiners++
		} else {
			others++
		}
		start += n
	}
	if start >= len(t.text) {
		t.pos = start
		return Token{}, false
	}
	end := start
	for end < len(t.text) {
		r, n := t.rune(end)
		// A combining mark continues the token that it follows.
		if c := classOf(r); c != class && (c != combining || class == separator) ||
			class == pictogram && end > start {
			break
		}
		end += n
	}
	end = t.withSigns(start, end)
	t.pos = end
	token := Token{Start: start, End: end, Unspaced: class == unspaced,
		Pictogram: class == pictogram}
	token.Hyphenated = joiners == 1 && others == 0 && t.last.End > 0 && token.IsWord() &&
		t.last.IsWord()
	t.last = token
	if !token.Unspaced {
		token.End = start + len(text.Clip(t.text[start:end], MaxToken))
	}
	return token, true
}

// withSigns returns the end of a token that begins at start. Plus and number signs after a single
// letter belong to it, since C, C++ and C# are three languages. After longer words they are
// decoration.
func (t *tokenizer) withSigns(start, end int) int {
	if c := t.text[start]; end != start+1 || c < 'a' || c > 'z' {
		return end
	}
	i := end
	for i < len(t.text) && i < end+maxSigns && (t.text[i] == '+' || t.text[i] == '#') {
		i++
	}
	if i < len(t.text) {
		if r, _ := t.rune(i); classOf(r) != separator {
			return end
		}
	}
	return i
}

func (t *tokenizer) rune(at int) (rune, int) {
	if c := t.text[at]; c < utf8.RuneSelf {
		return rune(c), 1
	}
	return utf8.DecodeRune(t.text[at:])
}

// HasSigns reports whether a token, which must not be empty, ends with a plus or number sign: C++,
// C#.
func HasSigns(token []byte) bool {
	c := token[len(token)-1]
	return c == '+' || c == '#'
}

// runeClass is the class of a folded rune in the tokenizer. A token is a run of one class, with
// combining marks.
type runeClass uint8

const (
	separator runeClass = iota
	letter              // or digit of an alphabet
	unspaced            // letter of a script that is indexed by bigrams
	combining
	pictogram
)

// classOf returns the class of a folded rune.
func classOf(r rune) runeClass {
	switch {
	case 'a' <= r && r <= 'z' || '0' <= r && r <= '9':
		return letter
	case r == '$' || r > utf8.RuneSelf && unicode.Is(unicode.Sc, r):
		return pictogram // a name may have no other text: ¥$
	case r < utf8.RuneSelf || r == utf8.RuneError:
		return separator
	case IsUnspaced(r):
		return unspaced
	case unicode.IsLetter(r) || unicode.IsNumber(r):
		return letter
	case unicode.In(r, unicode.Mn, unicode.Mc):
		return combining
	case r > unicode.MaxLatin1 && unicode.Is(unicode.So, r):
		return pictogram
	}
	return separator
}

// IsUnspaced reports whether a folded rune is a letter of a script that is indexed by bigrams: Han,
// kana, Hangul, Thai, Lao, Burmese, Khmer. These write no spaces between words; Hangul does, but
// often not in searches. The marks and digits of Thai, Lao, Burmese and Khmer are not letters.
func IsUnspaced(r rune) bool {
	switch {
	case r < 0xe00:
		return false
	case r < 0x1100 || 0x1780 <= r && r < 0x1800:
		return unicode.IsLetter(r) && unicode.In(r, unicode.Thai, unicode.Lao, unicode.Myanmar,
			unicode.Khmer)
	case 'ぁ' <= r && r <= 'ゖ', 'ァ' <= r && r <= 'ヺ', '一' <= r && r <= '\u9fff':
		return true // most of them, without a look-up in the tables
	}
	return r == 'ー' || unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana,
		unicode.Hangul)
}

func isJoiner(r rune) bool {
	switch r {
	case '-', '_', '\'', '.', '/', '&', '‐', '–', '’', '‘', '״', '׳', '־':
		return true // the last three are Hebrew
	}
	return false
}
