package russian_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/builder/search/text/russian"
)

// Every form that a class gives to a stem is read as a form of that stem, so that of two words each
// finds the other.
func TestFormsAreRead(t *testing.T) {
	var r russian.Readings
	for i := range russian.Classes {
		c := &russian.Classes[i]
		for _, begin := range []string{"", "о", "ка", "выста", "перем", "семь", "копеи", "строи"} {
			for _, last := range c.Last {
				stem := begin + last
				if c.Prefixes {
					stem = last
				}
				if !c.Has([]byte(stem)) {
					continue
				}
				for _, reflexive := range []bool{false, c.IsVerb()} {
					c.EachForm([]byte(stem), reflexive, nil, func(form []byte) {
						r.Read(form)
						require.Less(t, r.Len(), 50, "%s has nearly more readings than fit", form)
						found := false
						for n := range r.Len() {
							reading, its := r.At(n)
							found = found || reading.Class == i && string(its) == stem &&
								reading.Reflexive == reflexive
						}
						require.True(t, found, "%s is no form of %s (%s)", form, stem, c.Name)
					})
				}
			}
		}
	}
}

// Each adjective that belongs to a noun, and the noun, stand in the table as in a dictionary.
func TestPairsAreCitations(t *testing.T) {
	var r russian.Readings
	for _, pair := range append(russian.Of(), russian.Attributes()...) {
		r.Read([]byte(pair[0]))
		forms := map[string]bool{}
		for i := range r.Len() {
			r.EachTwin(i, nil, func(form []byte) { forms[string(form)] = true })
			r.EachAdjective(i, nil, func(form []byte) { forms[string(form)] = true })
		}
		require.Contains(t, forms, pair[1])
	}
}
