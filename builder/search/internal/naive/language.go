package naive

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"cartaz/builder/search/text"
)

// language is what the rules of matching need to know of the languages of a catalogue.
type language struct {
	languages      text.Languages
	stops, elided  []string
	asking         []string // skipped when nothing has all words
	askingEnds     []string // the same at the end of texts without spaces
	endings        []text.Ending
	rows           [][]string // of words that stand for each other
	latin, russian bool
}

func newLanguage(languages text.Languages) language {
	l := language{languages: languages, endings: text.Endings(languages),
		rows: text.FormRows(languages), askingEnds: text.AskingEnds(languages),
		russian: languages&text.Russian != 0,
		latin:   languages&^(text.Russian|text.Japanese) != 0}
	for _, code := range languages.Codes() {
		l.stops = append(l.stops, text.StopWords(text.LanguageOf(code))...)
		l.asking = append(l.asking, text.AskingWords(text.LanguageOf(code))...)
		l.elided = append(l.elided, text.Elisions(text.LanguageOf(code))...)
	}
	return l
}

var (
	beforeES = regexp.MustCompile(`([rzsx]|[cs]h)$`)
	beforeIS = regexp.MustCompile(`[^aeiouy]$`)
	ordinal  = regexp.MustCompile(`^([0-9]{1,3})([ao]|st|nd|rd|th)$`)
	french   = regexp.MustCompile(`^([0-9]{1,3})(?:(e|eme)|er|re|ere)$`)
	umlaut   = regexp.MustCompile(`([^aeiouyq]|^)([aou])e`)
)

// bases are what a word may be a form of, itself too. Words with a common one find each other.
func (l *language) bases(w string) []string {
	all := []string{w}
	for i, row := range l.rows {
		if slices.Contains(row, w) {
			all = append(all, "row "+strconv.Itoa(i))
		}
	}
	if m := ordinal.FindStringSubmatch(w); m != nil {
		return append(all, m[1])
	}
	if m := french.FindStringSubmatch(w); m != nil && l.languages&text.French != 0 {
		row := " first"
		if m[2] != "" {
			row = " other"
		}
		return append(all, m[1], m[1]+row)
	}
	if l.russian && strings.Trim(w, "абвгдежзиклмнопрстуфхцчшщъыьэюяіїєґђћљњџјѕ") == "" {
		return append(all, russianStems(w)...)
	}
	if strings.Trim(w, "abcdefghijklmnopqrstuvwxyz") != "" {
		return all
	}
	rule := func(plural, singular string, least int, ok func(stem string) bool) {
		if stem, has := strings.CutSuffix(w, plural); has && len(stem) >= least && ok(stem) {
			all = append(all, stem+singular)
		}
	}
	always := func(string) bool { return true }
	if l.latin {
		rule("s", "", 2, func(stem string) bool {
			return !strings.HasSuffix(stem, "s") && (len(stem) > 2 ||
				!strings.ContainsAny(stem, "aeiouy")) && !strings.Contains(
				" news deus mais pois dois seis tres antes menos plus this caos ", " "+w+" ")
		})
		rule("es", "", 3, beforeES.MatchString)
	}
	if l.languages&text.Portuguese != 0 {
		rule("oes", "ao", 2, always)
		rule("aes", "ao", 1, func(string) bool { return w != "maes" })
		for _, end := range []string{"ais al", "eis el", "eis il", "ois ol", "uis ul", "ns m"} {
			plural, singular, _ := strings.Cut(end, " ")
			rule(plural, singular, 2, always)
		}
		rule("is", "il", 3, beforeIS.MatchString)
	}
	if l.languages&text.English != 0 {
		rule("ies", "y", 2, always)
	}
	for _, e := range l.endings {
		rule(e.Bent, e.Base, e.Least,
			func(string) bool { return !slices.Contains(e.Except, w) })
	}
	return all
}

// asked are the bases of a word of a query. An ordinal number is found as such only.
func (l *language) asked(word string) []string {
	if ordinal.MatchString(word) {
		return []string{word}
	}
	all := l.bases(word)
	if l.languages&text.French != 0 && french.MatchString(word) {
		return slices.DeleteFunc(all, func(base string) bool { // 17e is 17eme, and no 17
			return base == french.FindStringSubmatch(word)[1]
		})
	}
	return all
}

// forms reports whether a word of a document, with its bases, is a form of a word of a query.
func (l *language) forms(word, found string, bases []string) bool {
	if meet(l.asked(word), bases) {
		return true
	}
	if l.languages&text.German == 0 || strings.Trim(word, "abcdefghijklmnopqrstuvwxyz") != "" {
		return false
	}
	for from := range 2 {
		other := respelled(word, from)
		if other != word && len(other) <= text.MaxToken && meet(l.bases(other), bases) {
			return true
		}
	}
	if plain := withoutE(word); plain != word {
		return meet(l.bases(plain), bases)
	}
	return len(found) == len(word)+1 && withoutE(found) == word
}

// respelled is a word with the parts that German writes in the way from written in the other way.
func respelled(word string, from int) string {
	var pairs []string
	for _, pair := range text.GermanSpellings() {
		if strings.HasPrefix(pair[1-from], pair[from]) {
			pairs = append(pairs, pair[1-from], pair[1-from]) // kanguruh has its h
		}
		pairs = append(pairs, pair[from], pair[1-from])
	}
	return strings.NewReplacer(pairs...).Replace(word)
}

// completes says where a last word that documents have finds longer ones: "prefix" for anywhere,
// "name prefix" for names only, "" for nowhere. titled: some name or place has it.
func (l *language) completes(word string, titled bool) string {
	letters := len([]rune(word))
	switch {
	case l.derives() && (letters >= 5 || l.languages&text.Russian == 0):
		return ""
	case !l.derives() && l.languages&(text.German|text.Russian) == 0 &&
		(letters < 5 || letters < 6 && titled):
		return "name prefix"
	}
	return "prefix"
}

// derives reports whether longer words are mostly made of others by suffixes.
func (l *language) derives() bool {
	return l.languages&(text.French|text.Spanish|text.Russian) != 0 &&
		l.languages&(text.Portuguese|text.German) == 0
}

// bends reports whether another word is a form of one, and not only a word of its row, in languages
// that derive.
func (l *language) bends(word, other string) bool {
	bases := slices.DeleteFunc(l.asked(word),
		func(base string) bool { return strings.HasPrefix(base, "row ") })
	return l.derives() && word != other && meet(bases, l.bases(other))
}

// withoutE is a word as it is folded when ae, oe and ue are written as umlauts.
func withoutE(w string) string { return umlaut.ReplaceAllString(w, "$1$2") }

// russianEnd matches a word whose last vowel may be fleeting.
var russianEnd = regexp.MustCompile(`^(.{2,})[ое]([кцрлн])ь?$`)

// russianStems are the word without its longest ending, with the vowel of ей and ой kept, and
// without a vowel that only this form has; and that of the noun that an adjective belongs to.
func russianStems(w string) (stems []string) {
	stem := w
	for _, e := range text.RussianEndings() {
		if cut, ok := strings.CutSuffix(w, e); ok && len([]rune(cut)) >= 3 &&
			len(cut) < len(stem) {
			stem = cut
		}
	}
	for _, whole := range text.RussianWhole() {
		if strings.HasPrefix(w, whole) && w != whole && len(stem) < len(whole) {
			stem = whole
		}
	}
	add := func(s string) {
		if len([]rune(s)) >= 3 {
			stems = append(stems, "stem "+s)
		}
	}
	nouns, ii, ie := text.RussianSoftNouns()
	end, last := strings.TrimPrefix(w, stem), []rune(stem)[len([]rune(stem))-1:]
	switch soft := slices.Contains(nouns, end); {
	case end == "ии" && strings.Contains(ii, string(last)),
		end == "ие" && strings.Contains(ie, string(last)):
		add(stem)
		add(stem + "и")
	case soft:
		add(stem + "и")
	default:
		add(stem)
	}
	if w == stem+"еи" || w == stem+"ои" {
		add(strings.TrimSuffix(w, "и"))
	}
	if m := russianEnd.FindStringSubmatch(w); m != nil && (stem == w || stem+"ь" == w) {
		add(m[1] + m[2])
	}
	for _, pair := range text.RussianOf() {
		if slices.Contains(stems, "stem "+pair[1]) {
			stems = append(stems, "stem "+pair[0])
		}
	}
	return stems
}
