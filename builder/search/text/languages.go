package text

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"cartaz/builder/search/text/families"
	"cartaz/builder/search/text/months"
	"cartaz/builder/search/text/music"
	"cartaz/builder/search/text/names"
	"cartaz/builder/search/text/russian"
	"cartaz/builder/search/text/verbs"
	"cartaz/builder/search/text/wordmap"
)

// Languages is a set of languages whose rules an index was built for: which words are skipped, and
// which forms of a word stand for each other. The bits are those that the file of an index has.
type Languages uint32

// The languages that there are rules for. Words of others are found as they are written, by their
// beginnings, and mistyped; scripts without spaces need no rules beside Fold.
const (
	Portuguese Languages = 1 << iota
	English
	French
	Spanish
	German
	Russian
	Japanese

	// AllLanguages are all of them.
	AllLanguages Languages = 1<<iota - 1
)

// DefaultLanguages are those of an index for which none were named.
const DefaultLanguages = Portuguese | English

// latin are the languages that form plurals with s.
const latin = Portuguese | English | French | Spanish | German

// languageCodes are the ISO 639-1 codes, by bit.
var languageCodes = [...]string{"pt", "en", "fr", "es", "de", "ru", "ja"}

// LanguageCodes returns the codes of all languages that there are rules for.
func LanguageCodes() []string { return slices.Clone(languageCodes[:]) }

// LanguageOf returns the language with an ISO 639-1 code, of which a locale is one too: that of
// pt-BR is Portuguese. It returns 0 when there are no rules for it.
func LanguageOf(locale string) Languages {
	code, _, _ := strings.Cut(strings.ToLower(locale), "-")
	if i := slices.Index(languageCodes[:], code); i >= 0 {
		return 1 << i
	}
	return 0
}

// Codes returns the ISO 639-1 codes of the languages of the set.
func (l Languages) Codes() (codes []string) {
	for i, code := range languageCodes {
		if l&(1<<i) != 0 {
			codes = append(codes, code)
		}
	}
	return codes
}

func (l Languages) String() string { return strings.Join(l.Codes(), " ") }

// Valid reports whether there are rules for all languages of the set.
func (l Languages) Valid() bool { return l&^AllLanguages == 0 }

// Rules are those of a set of languages, ready for use. They do not change, and are safe for
// concurrent use.
type Rules struct {
	languages      Languages
	stops          wordmap.Set
	longest        int // of stops, in bytes
	asking, kinds  wordmap.Set
	articles       wordmap.Set      // among asking
	eventKinds     wordmap.Map[int] // the rows of EventKinds that words stand in
	music          wordmap.Set
	forms          wordmap.Set                // of works
	titles         func() map[string]struct{} // of works, joined
	places         wordmap.Map[placeSides]
	askingEnd      []string
	elided         wordmap.Set
	endings        []Ending
	rows           wordmap.Map[[]string] // of a word: those of its rows
	homophones     wordmap.Map[[]string] // of a name: those that sound alike
	spellings      wordmap.Map[[]string] // of a name: how languages write it
	close          wordmap.Map[[]string] // of a word: those that say nearly the same
	ofBent, ofBase endingIndex           // by their bent endings, and by their bases
	ordinals       []string              // endings of ordinal numbers
	ordinalWords   wordmap.Map[[]byte]   // each with its number in figures
	sameth         [][]string
	stems          *families.Set
	months         *months.Set
	// tables of verbs whose forms stand for each other, always or where nothing is found
	verbs, families []*verbs.Table
}

var rulesOf sync.Map // of Languages: *Rules

// Rules returns the rules of the set. Languages without any are left out.
func (l Languages) Rules() *Rules {
	l &= AllLanguages
	if r, ok := rulesOf.Load(l); ok {
		return r.(*Rules)
	}
	r, _ := rulesOf.LoadOrStore(l, newRules(l))
	return r.(*Rules)
}

func newRules(l Languages) *Rules {
	r := &Rules{languages: l, askingEnd: AskingEnds(l), rows: wordmap.Of(byWord(FormRows(l))),
		close: wordmap.Of(byWord(CloseRows(l)))}
	r.titles = sync.OnceValue(func() map[string]struct{} { return titlesOf(r) })
	eventKinds, ordinalWords := map[string]int{}, map[string][]byte{}
	for row, words := range EventKinds(l) {
		for _, word := range words {
			eventKinds[word] = row
		}
	}
	for word, number := range OrdinalWords(l) {
		ordinalWords[word] = []byte(number)
	}
	r.eventKinds, r.ordinalWords = wordmap.Of(eventKinds), wordmap.Of(ordinalWords)
	r.music = wordmap.SetOf(MusicWords(l))
	var stops, asking, articles, kinds, forms, elided []string
	if l&latin != 0 {
		r.homophones = wordmap.Of(byWord(names.Homophones()))
		r.spellings = wordmap.Of(byWord(names.Spellings()))
		articles, stops = Articles(), Conjunctions()
		asking = slices.Clone(articles)
	}
	places := map[string]placeSides{}
	for i := range languageCodes {
		one := Languages(1 << i)
		if l&one == 0 {
			continue
		}
		stops = slices.Concat(stops, StopWords(one))
		asking = slices.Concat(asking, AskingWords(one))
		kinds = slices.Concat(kinds, KindWords(one))
		forms = slices.Concat(forms, FormWords(one))
		elided = slices.Concat(elided, Elisions(one))
		for _, word := range PlaceWords(one) {
			sides := places[word]
			sides.before = sides.before || !NamesFollow(one)
			sides.behind = sides.behind || NamesFollow(one)
			places[word] = sides
		}
	}
	for _, word := range stops {
		r.longest = max(r.longest, len(word))
	}
	r.stops, r.asking = wordmap.SetOf(stops), wordmap.SetOf(asking)
	r.articles = wordmap.SetOf(articles)
	r.kinds, r.forms, r.elided = wordmap.SetOf(kinds), wordmap.SetOf(forms), wordmap.SetOf(elided)
	r.places = wordmap.Of(places)
	for _, e := range allEndings {
		if e.Languages&l != 0 {
			r.endings = append(r.endings, e)
		}
	}
	for i := range r.endings {
		e := &r.endings[i]
		r.ofBent.add(e, e.Bent)
		r.ofBase.add(e, e.Base)
	}
	has := func(code string) bool { return l&LanguageOf(code) != 0 }
	r.stems, r.months = families.NewSet(has), months.NewSet(has)
	r.ordinals = ordinals[:]
	if l&French != 0 {
		r.ordinals = slices.Concat(r.ordinals, frenchOrdinals[0], frenchOrdinals[1])
		r.sameth = frenchOrdinals
	}
	r.verbs, r.families = VerbsOf(l), FamiliesOf(l)
	return r
}

// byWord has of each word of some rows its rows.
func byWord(rows [][]string) map[string][]string {
	m := map[string][]string{}
	for _, row := range rows {
		for _, word := range row {
			m[word] = append(m[word], row...)
		}
	}
	return m
}

// OrdinalWords returns the first ten ordinals of some languages, folded, each with its number in
// figures.
func OrdinalWords(l Languages) map[string]string {
	m := map[string]string{}
	for _, code := range l.Codes() {
		maps.Copy(m, music.Ordinals(code))
	}
	return m
}

// HasRuns reports whether one of the languages marks where words begin by a change of script only:
// see AppendSearchRuns.
func (r *Rules) HasRuns() bool { return r.languages&Japanese != 0 }

// Completion says which longer words the last word of a query finds when it stands in documents
// itself. One that stands nowhere is the beginning of any.
type Completion uint8

// The kinds of Completion, each finding less than the one before.
const (
	CompletesAll   Completion = iota
	CompletesNames            // words of names only: java in JavaScript Days
	CompletesNothing
)

const (
	// leastGerman is the shortest word of German, in letters, that is completed: what Ball begins
	// beside its compounds, which are found as such, is Ballett.
	leastGerman = 5
	// leastTopic is the shortest word, in letters, that is completed in descriptions when no name
	// or place has it: dança and dançante. What shorter ones begin is mostly another word: flor and
	// Florianópolis. leastOwn is that of words which a name or place has: Supla, suplanta.
	leastTopic = 5
	leastOwn   = 6
)

// Completion says what a word of documents completes. titled: it stands in a name or place of one.
// A number completes nothing: who types symphony 10 means neither Op. 103 nor 1050. Nor does a word
// for a work: a concerto is no concertone.
func (r *Rules) Completion(word []byte, titled bool) Completion {
	letters := utf8.RuneCount(word)
	switch {
	case digits(word) == len(word), r.languages&latin != 0 && music.IsWork(word):
		return CompletesNothing
	case r.Derives():
		if r.languages&Russian != 0 && russian.IsCombining(word) {
			return CompletesAll
		}
		return CompletesNothing
	case r.languages&German != 0 && letters < leastGerman:
		return CompletesNothing
	case r.languages&(German|Russian) != 0:
		return CompletesAll
	case letters < leastTopic || titled && letters < leastOwn:
		return CompletesNames
	}
	return CompletesAll
}

// Derives reports whether one of the languages is French, Spanish or Russian, where what is longer
// than a word is mostly another word, made of it by a suffix: hôtel and hôtellerie, орган and
// организация; and none is German or Portuguese, where it is as often a compound or a name that the
// word is part of, as in English.
func (r *Rules) Derives() bool {
	const derive, compound = French | Spanish | Russian, Portuguese | German
	return r.languages&derive != 0 && r.languages&compound == 0
}

// HasPluralS reports whether one of the languages forms plurals with s.
func (r *Rules) HasPluralS() bool { return r.languages&latin != 0 }

// HasLatin reports whether one of the languages is Portuguese, English, French, Spanish or German.
func HasLatin(r *Rules) bool { return r.languages&latin != 0 }

// HasUmlauts reports whether one of the languages writes ae, oe and ue for ä, ö and ü.
func (r *Rules) HasUmlauts() bool { return r.languages&German != 0 }

// Languages are those that the rules are of.
func (r *Rules) Languages() Languages { return r.languages }

// IsStop reports whether a folded word is skipped in queries that hold others.
func (r *Rules) IsStop(word []byte) bool {
	if len(word) > r.longest { // most words, and seen without a hash
		return false
	}
	return r.stops.Has(word)
}

// Asks reports whether a folded word only asks, for tickets or where: a query skips it when nothing
// has all of its words.
func (r *Rules) Asks(word []byte) bool {
	return r.asking.Has(word)
}

// IsKind reports whether a folded word says what kind of event or artist is meant: a query skips it
// when nothing has all of its words.
func IsKind(r *Rules, word []byte) bool {
	return r.kinds.Has(word)
}

// placeSides are where a name may stand beside a word for a kind of place.
type placeSides struct{ before, behind bool }

// IsPlaceKind reports whether a folded word says what kind of place is meant; a query skips it as
// those of IsKind.
func IsPlaceKind(r *Rules, word []byte) bool {
	return r.places.Has(word)
}

// MayNamePlace reports whether a word of IsPlaceKind may say the kind of a place that the query
// names, since words stand before it or behind it.
func MayNamePlace(r *Rules, word []byte, before, behind bool) bool {
	sides, _ := r.places.Get(word)
	return sides.before && before || sides.behind && behind
}

// IsListed reports whether a folded word stands in a table of words of the languages (FormRows), so
// that it is no mistyped one.
func IsListed(r *Rules, word []byte) bool {
	return r.rows.Has(word)
}

// Homophones returns the names that sound as a folded word does, itself too. They stand for it
// beside other words.
func Homophones(r *Rules, word []byte) []string {
	all, _ := r.homophones.Get(word)
	return all
}

// Spellings returns how languages write a name that a folded word is, itself too.
func Spellings(r *Rules, word []byte) []string {
	all, _ := r.spellings.Get(word)
	return all
}

// Months returns the names of the months in the languages.
func Months(r *Rules) *months.Set { return r.months }

// EachStem calls visit with each stem of a word of at most so many bytes, the longest first, and
// the endings of the words that are akin to it, until visit returns false: see package families.
func EachStem(r *Rules, word []byte, most int,
	visit func(stem []byte, endings [2][]string) bool) {
	r.stems.EachStem(word, most, func(_ *families.Family, stem []byte, endings [2][]string) bool {
		return visit(stem, endings)
	})
}

// CutAsking returns text that Fold returned without what only asks at its end, in a script without
// spaces: the を見る of 動画を見る. A text of nothing else stays whole.
func CutAsking(r *Rules, folded []byte) []byte {
	cut := len(folded)
	for _, end := range r.askingEnd {
		if rest := len(folded) - len(end); rest > 0 && string(folded[rest:]) == end {
			cut = min(cut, rest)
		}
	}
	return folded[:cut]
}

// IsElided reports whether a folded word before an apostrophe is an article or the like of its own:
// l'exposition is found as exposition is, and finds it.
func (r *Rules) IsElided(word []byte) bool {
	return r.elided.Has(word)
}

// Synonym returns a member of a group of synonyms as it is compared: folded, stop words left out,
// one blank between two words. It fails with ErrSynonym when there are no words, more than five, or
// some of a script without spaces.
func (r *Rules) Synonym(member string) (string, error) {
	var words []string
	folded := AppendSearch(nil, member)
	for tokens := NewTokenizer(folded); ; {
		token, ok := tokens.Next()
		if !ok {
			break
		}
		word := folded[token.Start:token.End]
		if !token.IsWord() {
			return "", fmt.Errorf("%w: %q is not written in words", ErrSynonym, member)
		}
		if !r.IsStop(word) {
			words = append(words, string(word))
		}
	}
	if len(words) < 1 || len(words) > MaxMemberWords {
		return "", fmt.Errorf("%w: %q has %d words, one to %d are needed, stop words aside",
			ErrSynonym, member, len(words), MaxMemberWords)
	}
	return strings.Join(words, " "), nil
}
