package phrases

import (
	"embed"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"

	tags "golang.org/x/text/language"

	"cartaz/builder/text"
)

//go:embed languages/*.tsv
var files embed.FS

// table holds the phrases of one section, folded, with one space between their words.
type table map[string]span

func (t table) has(phrase string) bool { _, ok := t[phrase]; return ok }

// span is the meaning of a phrase. For days it is the first and the last day, counted from today or
// by the calendar; for names of days and months, their number; for parts of the day, the first
// hour.
type span struct {
	unit  unit
	n     int // how many days, weeks or months on; Sunday 0, January 1
	after int // hour, or 0 for any
}

// unit is what a span counts.
type unit int

const (
	dayUnit     unit = iota // today + n
	weekendUnit             // Saturday and Sunday, without past days
	weekUnit                // Monday to Sunday, without past days
	monthUnit               // first to last day, without past days
	yearUnit                // as a month
	easterUnit              // Easter Sunday + n to Easter Sunday + after
)

// language holds the rules' words of one language: the sections of its file. A row has the name of
// its section, up to two numbers (n and after of a span), and phrases separated by commas.
//
//	weekend	1	next weekend
//	part	0	18	night, evening
type language struct {
	sections
	// days holds phrases for days, of the sections day, weekend, week, month and year.
	days table
	// says holds the phrases of sayings, with the index of their section in sayings as n.
	says table
	// countries holds short names of countries with their keys; cities the short names of cities
	// that are not synonyms of the search; money words for currencies with their codes.
	countries, cities, money map[string]string

	starts table // the first words of all phrases for time
}

// sections holds the other sections, each by its name.
type sections struct {
	// Weekday and MonthName hold names, with the usual short forms. The unsure ones also mean
	// something else, such as "quinta" (fifth) and "may". They count only with a preposition, a
	// part of the day, a day or a year, or at the end of a longer query.
	Weekday, Unsure, MonthName, UnsureMonth table
	// DayName holds the days of the week as they are written next to a date, with the abbreviations
	// of pages; DayWord holds words for day before a number.
	DayName, DayWord table
	// Bound holds words before a day that extend it to all days before or after it: 1 until, 2
	// before, 3 since, 4 after.
	Bound table
	// On holds prepositions and articles before a day, and words for open; In prepositions before a
	// month; Next words before or after a weekday that mean the one after today; Join words between
	// the two ends of a range, words for or with n 1; Part parts of the day, with n 1 if they need
	// no day next to them; Of words that may be inside a date ("28 de maio").
	On, In, Next, Join, Part, Of table
	// After holds words before an hour, Hour words after its number, both with n 1 if they can only
	// mean an hour; Number holds numbers in words.
	After, Hour, Number table
	// MonthPart holds the first and the last day of parts of a month, before its name.
	MonthPart table
	// Feast holds days with names: n is the month and after the day. In the section easter they are
	// the first and the last day of a feast, counted from Easter Sunday. Season holds seasons, with
	// their first and their last month.
	Feast, Season table
	// Date has "month first" if 11/28 is 28 November.
	Date table
	// These words announce a name: Place the name of a place, with or without an Article, By that
	// of an organiser, State that of a state. After About a name may be of any kind, or of an
	// organiser if Maker comes before.
	Place, Article, About, By, Maker, State table
	// Kind holds words for kinds of events; words of one kind have the same n, except those of
	// otherKind; see [Names.DropKinds] and [Names.Fewer].
	Kind table
	// UpTo holds words before the highest price, Without words before what is not wanted.
	UpTo, Without table
	// Conjunction holds words that are not compared in names: "Samba & Cia" is "Samba e Cia".
	Conjunction table
}

// sayings are the sections of phrases that are not searched for; those of filters and of words of
// filters set them. If a phrase is in several sections, the first counts. Phrases of keep are
// searched for, although they have words of the others. Phrases of vague name a time without days,
// phrases of cheap ask for the order of the prices.
// Phrases of ask say that something is wanted, but not what, in messages in their language; short
// has the phrases that also abbreviate a state after a word for a place ("eventos em es").
var sayings = strings.Fields(`keep help changes price buy free online cfp cancelled postponed
	sold_out step_free sign_language captions audio_description vague cheap ask short`)

// say adds a phrase to a section of sayings.
func (l *language) say(phrase, section string) {
	n := slices.Index(sayings, section)
	if s, ok := l.says[phrase]; !ok || n < s.n {
		l.says[phrase] = span{n: n}
	}
}

// readLanguage reads the files of several languages as one.
func readLanguage(codes ...string) *language {
	l := &language{days: table{}, says: table{}, countries: map[string]string{},
		cities: map[string]string{}, money: map[string]string{}}
	units := strings.Fields("day weekend week month year easter") // in the order of their constants
	into := map[string]table{}
	for fields, i := reflect.ValueOf(&l.sections).Elem(), 0; i < fields.NumField(); i++ {
		t := table{}
		fields.Field(i).Set(reflect.ValueOf(t))
		into[strings.ToLower(fields.Type().Field(i).Name)] = t
	}
	into["easter"] = l.Feast
	for _, code := range codes {
		name := "languages/" + code + ".tsv"
		content, err := files.ReadFile(name)
		if err != nil {
			panic(err)
		}
		for line := range strings.Lines(string(content)) {
			if line[0] == '#' {
				continue
			}
			fields := strings.Split(strings.TrimSpace(line), "\t")
			if codes := map[string]map[string]string{"country": l.countries, "city": l.cities,
				"money": l.money}[fields[0]]; codes != nil {
				for name := range strings.SplitSeq(fields[2], ", ") {
					codes[name] = fields[1]
				}
				continue
			}
			counts := slices.Index(units, fields[0])
			s, t := span{unit: unit(max(counts, 0))}, into[fields[0]]
			if counts >= 0 && t == nil {
				t = l.days
			}
			numbers, last := []*int{&s.n, &s.after}, len(fields)-1
			for i, field := range fields[1:last] {
				if *numbers[i], err = strconv.Atoi(field); err != nil {
					panic(fmt.Sprintf("%s: %v", name, err))
				}
			}
			for phrase := range strings.SplitSeq(fields[last], ", ") {
				if t != nil {
					t[text.Fold(phrase)] = s
				} else {
					l.say(text.Fold(phrase), fields[0])
				}
			}
		}
	}
	l.complete()
	return l
}

// complete adds entries that follow from the tables: weekdays with a part of the day in one word,
// as German writes them, and the first words of phrases.
func (l *language) complete() {
	for name, day := range maps.Clone(l.Weekday) {
		for part, s := range l.Part {
			l.Weekday[name+part] = span{n: day.n, after: s.after}
		}
	}
	for phrase := range l.days { // in a message they are left only where they contradict others
		l.say(phrase, "vague")
	}
	l.starts = table{}
	maps.Copy(l.DayName, l.Weekday)
	for _, t := range []table{l.days, l.DayName, l.DayWord, l.MonthName, l.Bound, l.On, l.In,
		l.Next, l.After, l.Number, l.Part, l.Feast, l.Season, l.MonthPart} {
		for phrase := range t {
			first, _, _ := strings.Cut(phrase, " ")
			l.starts[first] = span{}
		}
	}
}

var (
	// known holds the languages by their codes (ISO 639-1), one for each file.
	known = map[string]*language{}
	// anyLanguage reads messages: a person may write to a Brazilian brand in English.
	anyLanguage *language
)

func init() {
	list, err := files.ReadDir("languages")
	if err != nil {
		panic(err)
	}
	var codes []string
	for _, f := range list {
		code := strings.TrimSuffix(f.Name(), ".tsv")
		known[code], codes = readLanguage(code), append(codes, code)
	}
	anyLanguage = readLanguage(codes...)
}

// Rules read the queries of one site. They are safe for concurrent use.
type Rules struct {
	languages []*language // all, the languages of the site first
	own       int         // their number
}

// For returns the rules of a site with this locale (BCP 47): the rules of its language, then
// English, in which people search everywhere, then the others.
func For(locale string) Rules {
	base, _ := tags.Make(locale).Base()
	rules := Rules{}
	own := []string{base.String(), "en"}
	for i, code := range append(own, slices.Sorted(maps.Keys(known))...) {
		if l := known[code]; l != nil && !slices.Contains(rules.languages, l) {
			rules.languages = append(rules.languages, l)
		}
		if i < len(own) {
			rules.own = len(rules.languages)
		}
	}
	return rules
}
