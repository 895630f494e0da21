package naive

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"cartaz/builder/search/text"
	"cartaz/builder/search/text/music"
	"cartaz/builder/search/text/russian"
)

// language is what the rules of matching need to know of the languages of a catalogue.
type language struct {
	languages      text.Languages
	stops, elided  []string
	asking         []string // skipped when nothing has all words
	kinds          []string // skipped then when something has all others
	askingEnds     []string // the same at the end of texts without spaces
	endings        []text.Ending
	rows           [][]string // of words that stand for each other
	latin, russian bool
	whole          bool                // the last word is, since a letter behind it was left out
	ownPairs       []string            // of the word that request left out, see there
	known          map[string][]string // bases of words that were asked for, which take long
}

func newLanguage(languages text.Languages) language {
	l := language{languages: languages, endings: text.Endings(languages),
		rows: text.FormRows(languages), askingEnds: text.AskingEnds(languages),
		russian: languages&text.Russian != 0,
		latin:   languages&^(text.Russian|text.Japanese) != 0, known: map[string][]string{}}
	for _, code := range languages.Codes() {
		l.stops = append(l.stops, text.StopWords(text.LanguageOf(code))...)
		l.asking = append(l.asking, text.AskingWords(text.LanguageOf(code))...)
		if code != "ru" && code != "ja" {
			l.asking = append(l.asking, text.Articles()...)
		}
		l.kinds = append(l.kinds, text.KindWords(text.LanguageOf(code))...)
		l.elided = append(l.elided, text.Elisions(text.LanguageOf(code))...)
	}
	if l.latin {
		l.stops = append(l.stops, text.Conjunctions()...)
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
	if l.russian {
		all = append(all, international()[w]...)
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
	if l.russian && isRussian(w) {
		for _, base := range russianBases(w) {
			all = append(append(all, base), international()[base]...)
		}
		return all
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
				" news deus mais pois dois seis tres antes menos plus this caos kids ", " "+w+" ")
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
	all = append(all, l.verbBases(w)...)
	for _, e := range l.endings {
		rule(e.Bent, e.Base, e.Least,
			func(string) bool { return !slices.Contains(e.Except, w) })
	}
	return all
}

// isListed reports whether a word stands in a table.
func (l *language) isListed(w string) bool {
	return slices.ContainsFunc(l.rows, func(row []string) bool { return slices.Contains(row, w) })
}

// asked are the bases of a word of a query. An ordinal number is found as such only.
func (l *language) asked(word string) []string {
	if ordinal.MatchString(word) {
		return []string{word}
	}
	if l.known[word] == nil {
		l.known[word] = l.askedFirst(word)
	}
	return l.known[word]
}

func (l *language) askedFirst(word string) []string {
	all := slices.DeleteFunc(l.bases(word),
		func(base string) bool { return l.isUnsureVerb(word, base) })
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
func respelled(word string, from int) string { return respellers[from]().Replace(word) }

var respellers = [2]func() *strings.Replacer{
	sync.OnceValue(func() *strings.Replacer { return newRespeller(0) }),
	sync.OnceValue(func() *strings.Replacer { return newRespeller(1) }),
}

func newRespeller(from int) *strings.Replacer {
	var pairs []string
	for _, pair := range text.GermanSpellings() {
		if strings.HasPrefix(pair[1-from], pair[from]) {
			pairs = append(pairs, pair[1-from], pair[1-from]) // kanguruh has its h
		}
		pairs = append(pairs, pair[from], pair[1-from])
	}
	return strings.NewReplacer(pairs...)
}

// completes says where a last word that documents have finds longer ones: "prefix" for anywhere,
// "name prefix" for names only, "" for nowhere. titled: some name or place has it.
func (l *language) completes(word string, titled bool) string {
	letters := len([]rune(word))
	switch {
	case strings.Trim(word, "0123456789") == "", l.latin && slices.Contains(music.Works(), word):
		return ""
	case l.derives() && !(l.russian && russian.IsCombining([]byte(word))):
		return ""
	case l.derives():
		return "prefix"
	case l.languages&text.German != 0 && letters < 5:
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
	bases := slices.DeleteFunc(slices.Clone(l.asked(word)),
		func(base string) bool { return strings.HasPrefix(base, "row ") })
	return l.derives() && word != other && meet(bases, l.bases(other))
}

// withoutE is a word as it is folded when ae, oe and ue are written as umlauts.
func withoutE(w string) string { return umlaut.ReplaceAllString(w, "$1$2") }

// isRussian reports whether a word has only letters as Russian has them.
func isRussian(w string) bool {
	return strings.Trim(w, "абвгдежзиклмнопрстуфхцчшщъыьэюяіїєґђћљњџјѕ") == ""
}

// russianEnd matches a form whose last vowel may be fleeting.
var russianEnd = regexp.MustCompile(`^(.*(.))([ое])(.)(|ь|ью)$`)

// russianBases are the stems that a word has as a form of a class, each with the class.
func russianBases(w string) (all []string) {
	zero := russianEnd.FindStringSubmatch(w)
	plain, reflexive := withoutSya(w)
	for i := range russian.Classes {
		c := &russian.Classes[i]
		for _, stem := range stemsIn(c, w, zero) {
			all = append(all, "class "+strconv.Itoa(i)+" "+stem)
		}
		if reflexive && c.IsVerb() {
			for _, stem := range stemsIn(c, plain, nil) {
				all = append(all, "class "+strconv.Itoa(i)+" "+stem+"ся")
			}
		}
	}
	for _, pair := range ofNouns {
		if meet(all, pair[1]) {
			all = append(all, pair[0]...)
		}
	}
	return all
}

// international has the rows of words that are written in Latin and in Russian letters, by these
// words and by the stems of those that bend.
var international = sync.OnceValue(func() map[string][]string {
	all := map[string][]string{}
	for i, row := range russian.International() {
		for _, word := range row {
			keys := []string{strings.TrimSuffix(word, "=")}
			if keys[0] == word && isRussian(word) {
				keys = append(keys, citations(word)...)
			}
			for _, key := range keys {
				all[key] = append(all[key], "row international "+strconv.Itoa(i))
			}
		}
	}
	return all
})

// ofNouns and attributes are the stems of the pairs of words that belong together.
var (
	ofNouns    = stemsOf(russian.Of())
	attributes = stemsOf(russian.Attributes())
)

func stemsOf(pairs [][]string) (all [][2][]string) {
	for _, pair := range pairs {
		all = append(all, [2][]string{citations(pair[0]), citations(pair[1])})
	}
	return all
}

// stemsIn are the stems that a word may have as a form of a class; zero is what russianEnd finds.
func stemsIn(c *russian.Class, w string, zero []string) (all []string) {
	letters := func(s string) int { return len([]rune(s)) }
	add := func(stem string) {
		if c.Has([]byte(stem)) {
			all = append(all, stem)
		}
	}
	for _, ending := range c.Endings {
		stem, ok := strings.CutSuffix(w, ending)
		short := ending == "" && (letters(w) < russian.LeastZero || c.Name == "adjective" &&
			(strings.HasSuffix(w, russian.NoShort[0]) || strings.HasSuffix(w, russian.NoShort[1])))
		if ok && !short {
			add(stem)
		}
		if zero == nil || zero[5] != ending || !strings.Contains(c.Fleeting, zero[4]) {
			continue
		}
		switch m, e := zero, zero[3] == "е"; {
		case strings.Contains("бвгджзклмнпрстфхцчшщ", m[2]):
			add(m[1] + m[4])
			if e {
				add(m[1] + "ь" + m[4])
			}
		case strings.Contains("аеоуыэюя", m[2]) && e:
			add(m[1] + "и" + m[4])
		}
	}
	for _, ending := range c.Changed {
		stem, ok := strings.CutSuffix(w, ending)
		for _, change := range russian.Changes {
			if before, changed := strings.CutSuffix(stem, change[1]); ok && changed {
				add(before + change[0])
			}
		}
	}
	return all
}

// citations are the stems of a word in the classes in which it stands so in a dictionary.
func citations(w string) (all []string) {
	plain, reflexive := withoutSya(w)
	for i := range russian.Classes {
		c := &russian.Classes[i]
		for _, ending := range c.Citations() {
			if stem, ok := strings.CutSuffix(w, ending); ok && c.Has([]byte(stem)) {
				all = append(all, "class "+strconv.Itoa(i)+" "+stem)
			}
			if stem, ok := strings.CutSuffix(plain, ending); ok && reflexive && c.IsVerb() &&
				c.Has([]byte(stem)) {
				all = append(all, "class "+strconv.Itoa(i)+" "+stem+"ся")
			}
		}
	}
	return all
}
