package naive

import (
	"slices"
	"strings"

	"cartaz/builder/search/text"
	ja "cartaz/builder/search/text/japanese"
)

// kanaWord is what a run of one script says as a word in kana, "" for nothing.
func (s script) kanaWord() string {
	n := 0
	for n < len(s.letters) && kana(s.letters[n]) && len(s.letters[n]) == 3 {
		n++
	}
	if s.hiragana && n > 2 && strings.Contains("ガノヲニヘトデハモ", s.letters[n-1]) {
		n--
	}
	if n < 2 || n > 21 {
		return ""
	}
	return strings.Join(s.letters[:n], "")
}

// readKana notes the words in kana of a text.
func (d *document) readKana(value string, class int) {
	var before script // of katakana, at the end of the token before
	add := func(word string) { d.kana[word] = max(d.kana[word], class) }
	for _, t := range tokens(value) {
		if t.kind != 'c' {
			before = script{}
			continue
		}
		for i, run := range scripts(value, t) {
			word := run.kanaWord()
			if word == "" || run.hiragana && class == 1 {
				before = script{}
				continue
			}
			add(word)
			first := before.kanaWord()
			if all := first + word; i == 0 && first != "" && !run.hiragana && len(all) <= 63 &&
				(t.gap == " " || t.gap == "・") &&
				first == strings.Join(before.letters, "") {
				add(all)
			}
			before = run
			if run.hiragana {
				before = script{}
			}
		}
	}
}

// readKanaParts finds the parts of all words in kana.
func readKanaParts(n *Naive) {
	words := map[string]bool{}
	for _, d := range n.docs {
		for word := range d.kana {
			words[word] = words[word] || len(word) >= len("アアア")
		}
	}
	bare := func(w string) string {
		if len(w) > len("アアア") {
			return strings.TrimSuffix(w, "ー")
		}
		return w
	}
	known := func(w string) bool {
		return len(w) >= len("アア") && (words[w] || words[bare(w)] || isLoanword(w))
	}
	for _, d := range n.docs {
		for word, class := range d.kana {
			for from := 0; from < len(word); from += 3 {
				for to := from + len("アア"); to <= len(word); to += 3 {
					part := word[from:to]
					if part != word && (len(part) > len("アア") || isLoanword(part)) &&
						areWords(word[:from], known) && areWords(word[to:], known) {
						d.kanaParts[bare(part)] = max(d.kanaParts[bare(part)], class)
					}
				}
			}
		}
	}
}

// areWords reports whether letters are nothing, or words one after the other.
func areWords(s string, known func(string) bool) bool {
	for end := len("ア"); end <= len(s); end += 3 {
		if known(s[:end]) && areWords(s[end:], known) {
			return true
		}
	}
	return s == ""
}

func isLoanword(w string) bool {
	return inLatin()[w] != nil || inLatin()[strings.TrimSuffix(w, "ー")] != nil
}

// kanaBegins is the field in which a word of a document, or a run of few letters, begins so.
func (d *document) kanaBegins(word string) int {
	best := d.begins[word]
	for w, class := range d.kana {
		if w != word && strings.HasPrefix(w, word) {
			best = max(best, class)
		}
	}
	return best
}

// kanaEnds is the field of a word in kana that another one ends.
func (d *document) kanaEnds(word string) int {
	best := 0
	for w, class := range d.kana {
		if strings.HasSuffix(w, word) && len(w) >= len(word)+len("アア") {
			best = max(best, class)
		}
	}
	return best
}

// kanaOf is the word in kana of a token of a query that a part of it belongs to.
func kanaOf(query string, t token, from, until int) (word string, run script) {
	for _, run := range scripts(query, t) {
		if word := run.kanaWord(); run.at <= from && until <= run.at+len(word) {
			return word, run
		}
	}
	return "", script{}
}

// readKana sets what is known of the word in kana that a wanted pair of letters belongs to.
func (w *ways) readKana(n *Naive, correct bool) {
	if !slices.ContainsFunc(n.docs, func(d document) bool { return len(d.kana) > 0 }) {
		w.others = slices.DeleteFunc(slices.Clone(w.others), func(o other) bool { return o.wide })
		for i := range w.others {
			w.others[i].kana = "" // found by its letters, as in an index that is older
		}
		return
	}
	if w.kana == "" {
		return
	}
	w.kanaKnown = slices.ContainsFunc(n.docs, func(d document) bool {
		return d.kana[w.kana] > 0 || d.kanaParts[w.kana] > 0 ||
			!w.hiragana && d.kanaBegins(w.kana) > 0
	})
	if !w.kanaKnown && !w.hiragana {
		w.kanaStrict = true
		w.kanaHead = len(w.kana) >= len("アアア") && !w.trying && slices.ContainsFunc(n.docs,
			func(d document) bool { return d.kanaEnds(w.kana) > 0 })
	}
	typed := inSounds(w.kana)
	if !correct || w.kanaHead || w.kanaKnown || w.hiragana || len(typed) < 4 || isLoanword(w.kana) {
		return
	}
	w.kanaNear = map[string]bool{}
	for _, d := range n.docs {
		for _, words := range []map[string]int{d.kana, d.kanaParts} {
			for word := range words {
				if near := inSounds(word); len(near) >= 4 && osa(typed, near) == 1 {
					w.kanaNear[word] = true
				}
			}
		}
	}
}

// kanaPoints are those of the word in kana in a document.
func (w *ways) kanaPoints(d *document) int {
	best := 0
	if w.kanaKnown {
		best = max(points["exact"][d.kana[w.kana]], points["alias"][d.kanaParts[w.kana]],
			points["prefix"][d.kanaBegins(w.kana)])
	}
	if w.kanaHead {
		best = points["prefix"][d.kanaEnds(w.kana)]
	}
	for word := range w.kanaNear {
		best = max(best, points["1"][max(d.kana[word], d.kanaParts[word])])
	}
	return best
}

// inSounds are the letters of a word in kana, キヤ as one.
func inSounds(word string) (all []rune) {
	for _, r := range word {
		if n := len(all); n > 0 && strings.ContainsRune("ヤユヨ", r) &&
			strings.ContainsRune("キシチニヒミリギジヂビピ", all[n-1]) {
			all[n-1] = all[n-1]*1000 + r
		} else {
			all = append(all, r)
		}
	}
	return all
}

// kanaPlaces are the places in katakana beside a word of a document, a part of one, or a loanword.
func kanaPlaces(n *Naive, letters []rune) (all []place) {
	isWord := func(from, to int) bool {
		w := string(text.AppendSearch(nil, string(letters[from:to])))
		return len(w) >= len("アア") && len(w) <= 63 && (isLoanword(w) ||
			slices.ContainsFunc(n.docs, func(d document) bool {
				return d.kana[w] > 0 || d.kanaParts[w] > 0
			}))
	}
	in := func(r rune) bool { return 'ァ' <= r && r <= 'ヺ' || r == 'ー' }
	for from := 0; from < len(letters); {
		to := from
		for to < len(letters) && in(letters[to]) {
			to++
		}
		for at := from + 1; at < to; at++ {
			if !strings.ContainsRune("ァィゥェォッャュョヮヵヶンー", letters[at]) &&
				(isWord(from, at) || isWord(at, to)) {
				all = append(all, place{at, 0, cutWithin})
			}
		}
		from = to + 1
	}
	return all
}

// placesIn are the names of Japanese places that runs of a text begin with, in Latin letters.
func placesIn(s string) (all []normal) {
	names, whole := ja.PlaceRows()
	for _, t := range tokens(s) {
		for _, run := range scripts(s, t) {
			at, rest := run.at, strings.Join(run.letters, "")
			for rest != "" {
				longest, latin := "", ""
				for _, row := range slices.Concat(names, whole) {
					for _, name := range row[:len(row)-1] {
						name = string(text.AppendSearch(nil, name))
						if strings.HasPrefix(rest, name) && len(name) > len(longest) {
							longest, latin = name, ja.Latin(row[len(row)-1])
						}
					}
				}
				if longest == "" {
					break
				}
				all = append(all, normal{at, at + len(longest), latin})
				at, rest = at+len(longest), rest[len(longest):]
			}
		}
	}
	return all
}
