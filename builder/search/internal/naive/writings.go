package naive

import (
	"strings"
	"sync"

	"cartaz/builder/search/text"
)

// other is another writing of a word, between the letters around it.
type other struct {
	grams  []string
	begins string // how a run of the document must begin, "" for anyhow
	wide   bool   // none of the letters are in that word, only in kana around it
	kana   string // the whole word in katakana instead, "" where it is none
	// normal is a normal form instead, and grams the letters around it
	normal string
}

// others are the other writings of the words that have a letter from from to until-1 of a token.
func others(query string, t token, from, until int) (all []other) {
	letters, _ := grams(t.text)
	for at := 0; at < len(letters); {
		n, group := writingAt(letters[at:])
		if n == 0 {
			at++
			continue
		}
		before, behind := letters[max(0, at-1):at], letters[at+n:min(len(letters), at+n+1)]
		for _, member := range group {
			word := strings.Join(letters[at:at+n], "")
			if member == word {
				continue
			}
			spelled := strings.Join(before, "") + member + strings.Join(behind, "")
			single, pairs := grams(spelled)
			o := other{grams: pairs}
			if len(pairs) == 0 {
				o.grams = single
			}
			if len(before) == 0 || !kana(before[0]) {
				o.begins = kanaOnto(member)
			}
			start := t.at + len(strings.Join(letters[:at], ""))
			whole, run := kanaOf(query, t, start-len(strings.Join(before, "")),
				start+len(word)+len(strings.Join(behind, "")))
			if whole != "" && !run.hiragana {
				o.kana = whole[:start-run.at] + member + whole[start-run.at+len(word):]
				notKana := func(r rune) bool { return !kana(string(r)) }
				if len(o.kana) > 63 || strings.ContainsFunc(o.kana, notKana) {
					o.kana = ""
				}
			}
			// Letters of the same word in kana that are not in the other writing.
			o.wide = at >= until || at+n <= from
			first := t.at + len(strings.Join(letters[:from], ""))
			last := t.at + len(strings.Join(letters[:until], ""))
			if !o.wide || o.kana != "" && run.at <= first && last <= run.at+len(whole) {
				all = append(all, o)
			}
		}
		at += n
	}
	return all
}

// writingAt is the longest word of several writings that letters begin with.
func writingAt(letters []string) (n int, group []string) {
	rest := strings.Join(letters, "")
	for _, row := range text.Writings(text.Japanese) {
		for _, word := range row.Typed {
			if !strings.HasPrefix(rest, word) {
				continue
			}
			all, _ := grams(word)
			if len(all) < n || strings.Join(letters[:len(all)], "") != word {
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

// kanaOnto is the kana that a word begins with, four letters at most.
func kanaOnto(word string) (begin string) {
	letters, _ := grams(word)
	for i := 0; i < min(4, len(letters)) && kana(letters[i]); i++ {
		begin += letters[i]
	}
	return begin
}

// writingBegins are those of all words that have other writings: of kana nothing else is known of
// how runs begin.
var writingBegins = sync.OnceValue(func() map[string]bool {
	all := map[string]bool{}
	for _, row := range text.Writings(text.Japanese) {
		for _, word := range row.Found {
			all[kanaOnto(word)] = true
		}
	}
	return all
})

func kana(letter string) bool { return letter >= "ァ" && letter < "ヿ" && letter[:3] != "・" }

// class is the least field in which a document has all of it, 0 for not at all.
func (o other) class(d *document) int {
	if o.kana != "" {
		return max(d.kana[o.kana], d.kanaParts[o.kana], d.kanaBegins(o.kana))
	}
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
