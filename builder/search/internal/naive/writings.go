package naive

import (
	"strings"

	"cartaz/builder/search/text"
)

// other is another writing of a word, between the letters around it.
type other struct {
	grams  []string
	begins string // how a run of the document must begin, "" for anyhow
	// normal is a normal form instead, and grams the letters around it
	normal string
}

// others are the other writings of the words that have a letter from from to until-1 of a run.
func others(letters []string, from, until int) (all []other) {
	for at := 0; at < len(letters); {
		n, group := writingAt(letters[at:])
		if n == 0 {
			at++
			continue
		}
		before, behind := letters[max(0, at-1):at], letters[at+n:min(len(letters), at+n+1)]
		for _, member := range group {
			word := strings.Join(letters[at:at+n], "")
			if member == word || at >= until || at+n <= from {
				continue
			}
			spelled := strings.Join(before, "") + member + strings.Join(behind, "")
			single, pairs := grams(spelled)
			o := other{grams: pairs}
			if len(pairs) == 0 {
				o.grams = single
			}
			if len(before) == 0 || !kana(before[0]) {
				first, _ := grams(member)
				for i := 0; i < min(4, len(first)) && kana(first[i]); i++ {
					o.begins += first[i]
				}
			}
			all = append(all, o)
		}
		at += n
	}
	return all
}

// writingAt is the longest word of several writings that letters begin with.
func writingAt(letters []string) (n int, group []string) {
	for _, row := range text.Writings(text.Japanese) {
		for _, word := range row.Typed {
			all, _ := grams(word)
			if len(all) < n || len(all) > len(letters) ||
				strings.Join(letters[:len(all)], "") != word {
				continue
			}
			if len(all) > n {
				n, group = len(all), nil
			}
			group = append(group, row.Found...)
		}
	}
	return n, group
}

func kana(letter string) bool { return letter >= "ァ" && letter < "ヿ" && letter[:3] != "・" }

// class is the least field in which a document has all of it, 0 for not at all.
func (o other) class(d *document) int {
	least := 3
	if n := o.normal; n != "" {
		least = max(d.words[n], d.neighbours[n])
		if n < "a" || n > "zz" || len(o.grams) == 0 {
			least = max(least, d.synonyms[n])
		}
	}
	for _, g := range o.grams {
		least = min(least, d.words[g])
	}
	if o.begins != "" {
		least = min(least, d.begins[o.begins])
	}
	return least
}
