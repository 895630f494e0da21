package naive

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"cartaz/builder/search"
	"cartaz/builder/search/text"
	"cartaz/builder/search/text/months"
)

// date is a month, or a day of it, of any year.
type date struct{ month, day int }

// dayNumber is one that may be a day of a month.
var dayNumber = regexp.MustCompile("^[0-9]{1,2}$")

// readMonths notes which words name a month or a day of one.
func readMonths(languages text.Languages, all []item) {
	for i := range all {
		readMonth(languages, all, i)
	}
}

func readMonth(languages text.Languages, all []item, at int) {
	word := func(i int) string {
		if i < 0 || i >= len(all) || !all[i].single() {
			return ""
		}
		return all[i].word
	}
	month, never := 0, false // never: it is a word of its own without a date
	var leads, links, articles, named []string
	for _, table := range months.Tables {
		if languages&text.LanguageOf(table.Language) == 0 {
			continue
		}
		for n, row := range strings.Split(strings.TrimSpace(table.Rows), "\n") {
			sides := strings.Split(row, "|")
			unsure := slices.Contains(strings.Fields(sides[1]), word(at))
			if !unsure && !slices.Contains(strings.Fields(sides[0]), word(at)) {
				continue
			}
			month, never = n+1, never || unsure
			leads = append(leads, strings.Fields(table.Leads)...)
			links = append(links, strings.Fields(table.Links)...)
			articles = append(articles, strings.Fields(table.Articles)...)
		}
		for _, name := range table.Names {
			if name[1] == word(at) {
				named = append(named, name[0])
			}
		}
	}
	first, next := at-1, at+1
	if slices.Contains(links, word(first)) {
		first--
	}
	if slices.Contains(links, word(next)) {
		next++
	}
	if month == 0 || slices.Contains(named, word(first)) ||
		never && slices.Contains(articles, word(at-1)) {
		return
	}
	day := 0
	for _, i := range []int{first, at + 1} {
		n, err := strconv.Atoi(word(i))
		last := time.Date(2024, time.Month(month+1), 0, 0, 0, 0, 0, time.UTC).Day()
		if day == 0 && err == nil && dayNumber.MatchString(word(i)) && 0 < n && n <= last &&
			all[i].date.month == 0 {
			day = n
			all[i].date = date{month, n}
		}
	}
	if !never || day > 0 || year.MatchString(word(at-1)) || year.MatchString(word(next)) ||
		slices.Contains(leads, word(at-1)) {
		all[at].date = date{month, day}
		all[at].led = slices.Contains(leads, word(at-1))
	}
}

// isPlace reports whether a document has two joined words in its place and not in its name.
func isPlace(n *Naive, joined string) bool {
	return slices.ContainsFunc(n.docs, func(d document) bool { return d.neighbours[joined] == 2 })
}

// onDate reports whether some day of a document lies in such a month of the years 1900 to 2099, or
// is such a day. It goes through the days one by one.
func onDate(d search.Doc, of date) bool {
	dayOne := time.Date(1, time.January, 1, 0, 0, 0, 0, time.UTC)
	for day := d.First; day != 0 && (day == d.First || day <= d.Last); day++ {
		t := dayOne.AddDate(0, 0, int(day)-1)
		if t.Year() >= 1900 && t.Year() <= 2099 && int(t.Month()) == of.month &&
			(of.day == 0 || of.day == t.Day()) {
			return true
		}
	}
	return false
}
