package match

// A year of four digits beside other words also finds what takes place in it: of "devoxx 2019" the
// Devoxx in a November of 2019, though no text says so. Alone it is only a word, since 1984 is a
// name. What has the year in a text goes before.

// The years that are looked for.
const (
	firstYear = 1900
	lastYear  = 2099
)

// yearOf returns the year that a word is, 0 for none.
func yearOf(word []byte) (year int) {
	if len(word) != 4 {
		return 0
	}
	for _, c := range word {
		if c < '0' || c > '9' {
			return 0
		}
		year = 10*year + int(c-'0')
	}
	if year < firstYear || year > lastYear {
		return 0
	}
	return year
}

// isYear reports whether a token is a year beside others.
func isYear(t *Parsed, token *Token) bool {
	return len(t.Tokens) > 1 && token.Joinable() && yearOf(t.Slice(token.Text)) > 0
}

// daysBefore is how many days of the calendar come before a year, counted from the year 1.
func daysBefore(year int) uint32 {
	n := year - 1
	return uint32(365*n + n/4 - n/100 + n/400)
}

// beginsBefore lets the word before a last one that is a year be a beginning, too: what is typed
// of a name may end before the year.
func beginsBefore(t *Parsed) {
	n := len(t.Tokens)
	if n > 1 && isYear(t, &t.Tokens[n-1]) {
		t.Tokens[n-2].Prefix = isBeginning(t, &t.Tokens[n-2])
	}
}

// addYear adds the documents of the year that a token is.
func addYear(p *Plan, t *Token) {
	if isYear(&p.Parsed, t) {
		year := yearOf(p.Slice(t.Text))
		listDays(p, daysBefore(year)+1, daysBefore(year+1))
		if last := len(p.Lists) - 1; p.Lists[last].Count == 0 {
			p.Lists = p.Lists[:last]
		}
	}
}
