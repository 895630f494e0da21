package naive

import (
	"regexp"
	"slices"
	"strings"
	"unicode"

	"cartaz/builder/search/text"
)

// token is a word, a run of letters of a script without spaces, or a pictogram.
type token struct {
	text  string
	kind  rune // w, c, p
	gap   string
	at    int  // in bytes
	glued bool // a hyphen or the like, and nothing else, is before it and behind another word
}

const joiners = "-_'./&‐–’‘״׳־"

func kindOf(r rune) rune {
	switch {
	case r >= 0x1100 &&
		(r == 'ー' || unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana,
			unicode.Hangul)),
		unicode.IsLetter(r) && unicode.In(r, unicode.Thai, unicode.Lao, unicode.Khmer,
			unicode.Myanmar):
		return 'c'
	case unicode.IsLetter(r) || unicode.IsNumber(r):
		return 'w'
	case unicode.In(r, unicode.Mn, unicode.Mc):
		return 'm'
	case unicode.Is(unicode.So, r) && r > 0xff:
		return 'p'
	}
	return ' '
}

// signs are those behind a single letter, as in C++.
var signs = regexp.MustCompile(`^[a-z]([+#]{1,2})(?:$|[^\p{L}\p{N}\p{M}\p{So}])`)

func tokens(s string) (all []token) {
	runes := []rune(string(text.AppendSearch(nil, s)))
	between := ""
	for i := 0; i < len(runes); {
		kind := kindOf(runes[i])
		if kind == ' ' || kind == 'm' {
			between += string(runes[i])
			i++
			continue
		}
		j := i + 1
		for j < len(runes) && kind != 'p' && (kindOf(runes[j]) == kind || kindOf(runes[j]) == 'm') {
			j++
		}
		for j < len(runes) && kind == 'p' && kindOf(runes[j]) == 'm' {
			j++
		}
		if j == i+1 {
			if m := signs.FindStringSubmatch(string(runes[i:])); m != nil {
				j += len(m[1])
			}
		}
		t := token{text: string(runes[i:j]), kind: kind, gap: between,
			at: len(string(runes[:i]))}
		t.glued = len(all) > 0 && all[len(all)-1].kind == 'w' && kind == 'w' &&
			len([]rune(between)) == 1 && strings.Contains(joiners, between)
		all, between, i = append(all, t), "", j
	}
	return all
}

// chains groups tokens that hyphens join.
func chains(all []token) (chains [][]token) {
	for _, t := range all {
		if n := len(chains); t.glued {
			chains[n-1] = append(chains[n-1], t)
		} else {
			chains = append(chains, []token{t})
		}
	}
	return chains
}

// unelided takes articles and the like that lost their vowel out of the chains that they begin.
func (l *language) unelided(all [][]token) (out [][]token) {
	for _, c := range all {
		for len(c) > 1 && slices.Contains(l.elided, c[0].text) &&
			strings.ContainsAny(c[1].gap, "'’‘") {
			rest := slices.Clone(c[1:])
			out, c = append(out, c[:1]), rest
		}
		out = append(out, c)
	}
	return out
}

func join(chain []token) (joined string) {
	for _, t := range chain {
		joined += t.text
	}
	return joined
}

// grams are the letters of a run, with their marks, and its pairs of letters.
func grams(run string) (letters, pairs []string) {
	for _, r := range run {
		if n := len(letters); n > 0 && kindOf(r) == 'm' {
			letters[n-1] += string(r)
		} else {
			letters = append(letters, string(r))
		}
	}
	for i := range letters[1:] {
		pair := letters[i] + letters[i+1]
		if isTokyo(letters, i) {
			pair = letters[i-1] + pair
		}
		pairs = append(pairs, pair)
	}
	return letters, pairs
}

// isTokyo reports whether a pair of letters is the 京都 of 東京都.
func isTokyo(letters []string, at int) bool {
	return at > 0 && at+1 < len(letters) && strings.Join(letters[at-1:at+2], "") == "东京都"
}

// script is a run of one Japanese script in a text: its letters, and where it begins.
type script struct {
	at       int
	letters  []string
	hiragana bool
}

// scripts are the runs of one script in the token of a text.
func scripts(s string, t token) (all []script) {
	letters, _ := grams(t.text)
	text.AppendSearchRuns(nil, s, func(at int, hiragana bool) {
		if at >= t.at && at < t.at+len(t.text) {
			all = append(all, script{at: at, hiragana: hiragana})
		}
	})
	at := t.at
	for _, letter := range letters {
		for i := len(all) - 1; i >= 0; i-- {
			if at >= all[i].at {
				all[i].letters = append(all[i].letters, letter)
				break
			}
		}
		at += len(letter)
	}
	return all
}

// beginning is how the run begins that letter number n of a token of a query belongs to, with the
// one behind it if there is a pair; "" when there is none.
func beginning(query string, t token, n int, pair bool) string {
	letters, _ := grams(t.text)
	at := t.at + len(strings.Join(letters[:n], ""))
	for _, run := range scripts(query, t) {
		first := at - run.at
		for i := range run.letters {
			last := i
			if pair {
				last++
			}
			if len(strings.Join(run.letters[:i], "")) == first && last < min(4, len(run.letters)) &&
				!run.hiragana {
				return strings.Join(run.letters[:min(4, len(run.letters))], "")
			}
		}
	}
	return ""
}

// states are the names of those whose abbreviation is enough.
var states = map[string]string{
	"AC": "Acre", "AL": "Alagoas", "AM": "Amazonas", "AP": "Amapá", "BA": "Bahia", "CE": "Ceará",
	"DF": "Distrito Federal",
	"ES": "Espírito Santo", "GO": "Goiás", "MA": "Maranhão", "MG": "Minas Gerais",
	"MS": "Mato Grosso do Sul", "MT": "Mato Grosso",
	"PA": "Pará", "PB": "Paraíba", "PE": "Pernambuco", "PI": "Piauí", "PR": "Paraná",
	"RJ": "Rio de Janeiro",
	"RN": "Rio Grande do Norte", "RO": "Rondônia", "RR": "Roraima", "RS": "Rio Grande do Sul",
	"SC": "Santa Catarina", "SE": "Sergipe",
	"SP": "São Paulo", "TO": "Tocantins",
}
