package naive

import (
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"

	"cartaz/builder/search/text"
	ja "cartaz/builder/search/text/japanese"
)

// normal is a part of a folded text, from a byte to another, and the term that stands for all
// writings of it.
type normal struct {
	from, until int
	word        string
}

// normals are those of a text in Japanese, or of a query.
func normals(s string, typed bool) []normal {
	folded := string(text.AppendSearch(nil, s))
	return slices.Concat(numbers(folded), loanwords(s, folded, typed), singles(s, folded, typed),
		placesIn(s))
}

// singles are the words of one Han letter that stand alone, or that others end with.
func singles(s, folded string, typed bool) (all []normal) {
	fold := func(s string) string { return string(text.AppendSearch(nil, s)) }
	for _, t := range tokens(s) {
		runs := scripts(s, t)
		for i, run := range runs {
			word := strings.Join(run.letters, "")
			for _, single := range ja.Singles() {
				letter := fold(single.Letter)
				is := strings.TrimPrefix(word, "御") == letter ||
					!typed && single.Ends && strings.HasSuffix(word, letter)
				for _, kana := range single.Kana {
					is = is || strings.TrimPrefix(word, "御") == fold(kana)
				}
				if !is {
					continue
				}
				n := normal{run.at, run.at + len(word), "=" + letter}
				if i > 0 && runs[i-1].hiragana && single.Polite &&
					!slices.ContainsFunc(run.letters, kana) &&
					strings.HasSuffix(folded[:run.at], "オ") {
					n.from -= len("オ")
				}
				all = append(all, n)
			}
		}
	}
	return all
}

// inLatin has the words of the table of loanwords by their katakana, folded.
var inLatin = sync.OnceValue(func() map[string][]ja.Loanword {
	all := map[string][]ja.Loanword{}
	for _, entry := range ja.ReadLoanwords(ja.Loanwords) {
		for _, kana := range entry.Kana {
			key := string(text.AppendSearch(nil, kana))
			all[key] = append(all[key], entry)
		}
	}
	return all
})

// loanwords are those of the runs of katakana that are nothing else.
func loanwords(s, folded string, typed bool) (all []normal) {
	for _, t := range tokens(s) {
		for _, run := range scripts(s, t) {
			if run.hiragana || !slices.ContainsFunc(run.letters, kana) {
				continue
			}
			parts := inLoanwords(strings.Join(run.letters, ""), 5)
			at, joined, oneWay := run.at, "", false
			for _, part := range parts {
				entries := inLatin()[part]
				if entries == nil {
					entries = inLatin()[strings.TrimSuffix(part, "ー")]
				}
				for _, entry := range entries {
					if typed && len(parts) == 1 || !typed && !entry.OneWay {
						all = append(all, normal{at, at + len(part), entry.Latin})
					}
				}
				at += len(part)
				joined += entries[0].Latin
				oneWay = oneWay || entries[0].OneWay
			}
			if len(parts) > 1 && (typed || !oneWay) {
				all = append(all, normal{run.at, at, joined[:min(64, len(joined))]})
			}
		}
	}
	return all
}

// inLoanwords takes katakana apart into at most so many loanwords, nil when that cannot be. A long
// mark may follow each.
func inLoanwords(s string, most int) []string {
	for end := len(s); end > 0 && most > 0; end -= len("ア") {
		if inLatin()[s[:end]] == nil {
			continue
		}
		whole := end
		if strings.HasPrefix(s[end:], "ー") {
			whole += len("ー")
		}
		if whole == len(s) {
			return []string{s}
		}
		if rest := inLoanwords(s[whole:], most-1); rest != nil {
			return append([]string{s[:whole]}, rest...)
		}
	}
	return nil
}

// formsAt are the normal forms of which some letter stands from a byte to another, each with the
// letters around it that are in no normal form.
func formsAt(query string, forms []normal, from, until int) (all []other) {
	folded := string(text.AppendSearch(nil, query))
	inForm := func(from, until int) bool {
		return slices.ContainsFunc(forms,
			func(n normal) bool { return n.from < until && from < n.until })
	}
	for _, n := range forms {
		if n.until <= from || until <= n.from {
			continue
		}
		o := other{normal: n.word}
		if r, size := utf8.DecodeLastRuneInString(folded[:n.from]); kindOf(r) == 'c' &&
			!inForm(n.from-size, n.from) {
			o.grams = append(o.grams, string(r))
		}
		if r, size := utf8.DecodeRuneInString(folded[n.until:]); kindOf(r) == 'c' &&
			!inForm(n.until, n.until+size) {
			o.grams = append(o.grams, string(r))
		}
		all = append(all, o)
	}
	return all
}

const (
	arabic  = "0123456789"
	figures = "〇一二三四五六七八九"
)

// numbers are the numbers of a folded text that are not written in Arabic figures alone.
func numbers(folded string) (all []normal) {
	for at := 0; at < len(folded); {
		numeral := numeralAt(folded[at:])
		if numeral == "" {
			_, size := utf8.DecodeRuneInString(folded[at:])
			at += size
			continue
		}
		before, behind := folded[:at], folded[at+len(numeral):]
		if n := numberOf(numeral); n > 0 && strings.Trim(numeral, arabic) != "" &&
			meant(before, numeral, behind) {
			all = append(all, normal{at, at + len(numeral), strconv.Itoa(n)})
		}
		at += len(numeral)
	}
	return all
}

// numeralAt are the numerals that a text begins with.
func numeralAt(s string) string {
	end := 0
	for i, r := range s {
		if r == ',' && i > 0 && strings.ContainsRune(arabic, rune(s[i-1])) {
			group := s[i+1:]
			if n := len(group) - len(strings.TrimLeft(group, arabic)); n == 3 {
				continue
			}
		}
		if !strings.ContainsRune(arabic+figures+"零十百千万萬億亿兆", r) {
			break
		}
		end = i + utf8.RuneLen(r)
	}
	return s[:end]
}

// meant reports whether numerals are a number in that place of a text.
func meant(before, numeral, behind string) bool {
	for _, some := range []string{"数", "何", "几", ".", ","} {
		if strings.HasSuffix(before, some) {
			return false
		}
	}
	if strings.HasSuffix(before, "第") {
		return true
	}
	if strings.ContainsAny(numeral[:1], arabic) {
		return strings.Trim(before[max(0, len(before)-1):], "abcdefghijklmnopqrstuvwxyz") != "" ||
			before == ""
	}
	begins := func(s, table string) bool {
		return slices.ContainsFunc(strings.Fields(table), func(word string) bool {
			return strings.HasPrefix(s, string(text.AppendSearch(nil, word)))
		})
	}
	return !begins(numeral+behind, ja.FixedWords) &&
		(utf8.RuneCountInString(numeral) > 1 || begins(behind, ja.Counters))
}

// numberOf is the value of numerals, 0 for none.
func numberOf(numeral string) int {
	s := strings.NewReplacer(",", "", "萬", "万", "亿", "億", "零", "〇").Replace(numeral)
	n, ok := valueOf(s, []string{"兆", "億", "万", "千", "百", "十"},
		[]int{1e12, 1e8, 1e4, 1000, 100, 10})
	if !ok || n > 1e16 {
		return 0
	}
	return n
}

// valueOf reads numerals with some units, the greatest first.
func valueOf(s string, units []string, worth []int) (n int, ok bool) {
	if s == "" {
		return 0, true
	}
	for i, unit := range units {
		left, right, found := strings.Cut(s, unit)
		if !found {
			continue
		}
		rest, ok := valueOf(right, units[i+1:], worth[i+1:])
		if !ok {
			return 0, false
		}
		if worth[i] < 1e4 {
			if left == "" {
				return worth[i] + rest, true
			}
			n, ok = inFigures(left)
			return n*worth[i] + rest, ok
		}
		first := slices.Index(units, "千")
		n, ok = valueOf(left, units[first:], worth[first:])
		return n*worth[i] + rest, ok && n > 0
	}
	return inFigures(s)
}

// inFigures reads figures without units. Han ones in a row are a number only with a zero, or as
// four: 二〇二六, and no 三四.
func inFigures(s string) (n int, ok bool) {
	if strings.Trim(s, arabic) == "" {
		n, err := strconv.Atoi(s)
		return n, err == nil
	}
	count := utf8.RuneCountInString(s)
	for _, r := range s {
		i := strings.IndexRune(figures, r)
		if i < 0 {
			return 0, false
		}
		n = n*10 + utf8.RuneCountInString(figures[:i])
	}
	return n, count == 1 || n > 0 && (count == 4 || strings.Contains(s, "〇"))
}
