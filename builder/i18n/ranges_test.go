package i18n

import (
	"fmt"
	"reflect"

	"golang.org/x/text/feature/plural"
)

// missingForms compares the forms of a text with those that its language needs for the numbers that
// occur, as the tag range of a field says.
func (l *locale) missingForms(b binding, tag reflect.StructTag) error {
	low, high := 0, 0
	if text := tag.Get("range"); text != "" {
		if n, err := fmt.Sscanf(text, "%d-%d", &low, &high); n == 0 {
			return fmt.Errorf("%s: range %q: write 1-31 or 1-: %w", b.key, text, err)
		}
	}
	p, err := l.plural(b)
	if err != nil {
		return err
	}
	occur := formSet{plural.Other: true}
	needed := occur
	note := func(n int) {
		category := form(l.tag, n)
		occur[category] = true
		_, exact := p.exact[n]
		needed[category] = needed[category] || !exact
	}
	if high == 0 {
		// Every rule of CLDR looks at the last two digits at most, or at millions.
		high = low + 999
		note(1_000_000)
	}
	for n := low; n <= high; n++ {
		note(n)
	}
	return l.complete(b.key, &p, occur, needed)
}
