package lang

import (
	"bytes"
	"slices"
	"strings"
	"unicode/utf8"
)

// The Russian stemmer is the Snowball stemmer (M. Porter, "Russian stemming algorithm"), on letters
// as text.Fold returns them: й is и, and ё is е. It only cuts, so the word begins with the result:
//
//	концертами   the noun ending ами goes: концерт
//	музыкальная  the adjective ending ая goes, then н and ь stay: музыкальн
//	учился       ся goes as reflexive, ил as a verb ending: уч
//
// Endings of a group are tried longest first. Endings after a or я leave that letter.

type endings struct{ always, afterA []string }

// russian returns the endings of a list, the longest first. The endings before | count only after а
// or я.
func russian(list string) endings {
	after, always, found := strings.Cut(list, "|")
	if !found {
		after, always = "", list
	}
	sorted := func(s string) []string {
		all := strings.Fields(s)
		slices.SortStableFunc(all, func(a, b string) int { return len(b) - len(a) })
		return all
	}
	return endings{always: sorted(always), afterA: sorted(after)}
}

var (
	gerunds    = russian("в вши вшись | ив ивши ившись ыв ывши ывшись")
	reflexives = russian("ся сь")
	adjectives = russian("ее ие ые ое ими ыми еи ии ыи ои ем им ым ом его ого ему ому их ых " +
		"ую юю ая яя ою ею")
	participles = russian("ем нн вш ющ щ | ивш ывш ующ")
	verbs       = russian("ла на ете ите ли и л ем н ло но ет ют ны ть ешь нно | ила ыла ена " +
		"еите уите ите или ыли еи уи ил ыл им ым ен ило ыло ено ят ует уют ит ыт ены ить ыть ишь " +
		"ую ю")
	nouns = russian("а ев ов ие ье е иями ями ами еи ии и иеи ои иям ям ием ем ам ом о у ах " +
		"иях ях ы ь ию ью ю ия ья я")
	superlatives = russian("еиш еише")
	abstract     = russian("ост ость")
)

// cut returns the text before an ending of the group in w, from the byte rv on, or false.
func (e *endings) cut(w []byte, rv int) ([]byte, bool) {
	for _, end := range e.afterA {
		if n := len(w) - len(end); n >= rv+2 && string(w[n:]) == end {
			if c := string(w[n-2 : n]); c == "а" || c == "я" {
				return w[:n], true
			}
		}
	}
	for _, end := range e.always {
		n := len(w) - len(end)
		if n < rv || string(w[n:]) != end {
			continue
		}
		// After a vowel и may have been й, which is part of the stem: файла.
		if len(end) >= 4 && strings.HasPrefix(end, "и") && endsInVowel(w[:n]) {
			continue
		}
		return w[:n], true
	}
	return w, false
}

func endsInVowel(w []byte) bool {
	r, _ := utf8.DecodeLastRune(w)
	return strings.ContainsRune(vowels, r)
}

const vowels = "аеиоуыэюя"

// leastStem is the length of the shortest stem, in bytes, that is looked up: three letters.
const leastStem = 6

// stemRussian returns the stem of a folded word in Cyrillic, or nil.
func stemRussian(word []byte) []byte {
	if len(word) == 0 || len(word)%2 != 0 || word[0]&^1 != 0xd0 {
		return nil
	}
	rv, r2 := regions(word)
	if rv < 0 {
		return nil
	}
	w, ok := gerunds.cut(word, rv)
	if !ok {
		w, _ = reflexives.cut(word, rv)
		if rest, is := adjectives.cut(w, rv); is {
			w, _ = participles.cut(rest, rv)
		} else if rest, is := verbs.cut(w, rv); is {
			w = rest
		} else {
			w, _ = nouns.cut(w, rv)
		}
	}
	if rest, is := bytes.CutSuffix(w, []byte("и")); is && len(rest) >= rv {
		w = rest
	}
	if rest, is := abstract.cut(w, r2); is {
		w = rest
	}
	if rest, is := superlatives.cut(w, rv); is {
		w = rest
	}
	if bytes.HasSuffix(w, []byte("нн")) {
		w = w[:len(w)-2]
	} else if rest, is := bytes.CutSuffix(w, []byte("ь")); is && len(rest) >= rv {
		w = rest
	}
	if len(w) < leastStem {
		return nil
	}
	return w
}

// regions returns where RV and R2 of a word begin, in bytes: after the first vowel, and after the
// second group of a vowel and a consonant. rv is -1 for a word that is not Cyrillic or has no
// vowel.
func regions(word []byte) (rv, r2 int) {
	rv, r2 = -1, len(word)
	groups, vowel := 0, false
	for i := 0; i < len(word); {
		r, n := utf8.DecodeRune(word[i:])
		if r < 'а' || r > 'я' {
			return -1, 0
		}
		i += n
		is := strings.ContainsRune(vowels, r)
		if is && rv < 0 {
			rv = i
		}
		if vowel && !is {
			if groups++; groups == 2 {
				r2 = i
			}
		}
		vowel = is
	}
	return rv, r2
}
