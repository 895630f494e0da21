package lang

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"

	"cartaz/builder/text"
)

// Japanese is written without blanks and searched by bigrams. A query that finds nothing as typed
// is cut where a word may end, so that the bigrams across these places are not asked for:
//
//	動画を再生する    動画 再生    を comes between words, する makes a verb of a noun
//	京都フェスタ      京都 フェスタ  another script begins
//	祭りを見たい      祭り         the end only asks (section optional of ja.tsv)

// script is the script of a run of Japanese.
type script uint8

const (
	otherScript script = iota
	han
	katakana
	hiragana
)

// scriptOf returns the script of a folded letter that follows a letter of another script. Marks
// that prolong or repeat a letter continue any script.
func scriptOf(r rune, before script) script {
	switch {
	case r == 'ー' || r == '々' || unicode.Is(unicode.Mn, r):
		return before
	case 'ぁ' <= r && r <= 'ゟ':
		return hiragana
	case 'ァ' <= r && r <= 'ヿ' && r != '・':
		return katakana
	case unicode.Is(unicode.Han, r):
		return han
	}
	return otherScript
}

var (
	// particles come between words and are not words: the case, topic and coordinating particles of
	// school grammar (学校文法), also with の before or after them. doing holds forms of する, which turns
	// nouns into verbs.
	particles = wordSet("が の を に へ と から より で や も は か まで など への との での からの までの には では とは")
	doing     = wordSet("する した して しました している しています したい しよう される された されて できる できます")
)

// firstParticles are also looked for at the beginning of longer hiragana.
const firstParticles = "がのをにへとではも"

func wordSet(words string) map[string]bool {
	m := map[string]bool{}
	for word := range strings.FieldsSeq(text.Fold(words)) {
		m[word] = true
	}
	return m
}

// cutJapanese returns the Cut of an Analyzer. ends holds the ends of queries that only ask.
func cutJapanese(ends []string) func(folded []byte) []byte {
	return func(folded []byte) []byte {
		// The ends that only ask are cut off, the longest first.
		for longest := 1; longest > 0; folded = folded[:len(folded)-longest] {
			longest = 0
			for _, end := range ends {
				if len(end) > longest && len(end) < len(folded) &&
					bytes.HasSuffix(folded, []byte(end)) {
					longest = len(end)
				}
			}
		}
		// Each run of a script may end a word, and a particle does.
		var out []byte
		before := otherScript
		for at := 0; at < len(folded); {
			r, _ := utf8.DecodeRune(folded[at:])
			now := scriptOf(r, before)
			end := runEnd(folded, at, now)
			run := folded[at:end]
			switch {
			case now != hiragana:
				if before != otherScript && now != otherScript {
					out = append(out, ' ')
				}
				out = append(out, run...)
			case before != otherScript &&
				(particles[string(run)] || before == han && doing[string(run)]):
				out = append(out, ' ')
			default:
				if first, n := utf8.DecodeRune(run); before != otherScript && len(run) > n &&
					strings.ContainsRune(firstParticles, first) {
					out, run = append(out, ' '), run[n:]
				} else if before == katakana {
					out = append(out, ' ')
				}
				out = append(out, run...) // the end of a verb or noun stays with it: 祭り
			}
			before, at = now, end
		}
		return out
	}
}

// runEnd returns the end of the run of a script that begins at a place.
func runEnd(folded []byte, at int, of script) int {
	for at < len(folded) {
		r, n := utf8.DecodeRune(folded[at:])
		if scriptOf(r, of) != of {
			break
		}
		at += n
	}
	return at
}
