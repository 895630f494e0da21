package brands

import (
	"cmp"
	_ "embed" // legal.txt
	"slices"
	"strings"
)

// legalTable says which pages the law of a country may ask of a site.
//
//go:embed legal.txt
var legalTable string

// LegalGaps lists the keys of [Brand.Legal] that the law of the brand's country may ask for and the
// brand does not have, as in "DE imprint". The country follows from the time zone, or from the
// locale if there is no time zone; if it is not known, nothing is missing.
func (b *Brand) LegalGaps() (gaps []string) {
	for line := range strings.Lines(legalTable) {
		row := strings.Fields(line)
		if !slices.Contains(row[2:], cmp.Or(b.Timezone, b.Locale)) {
			continue
		}
		for _, key := range strings.Split(row[1], ",") {
			if path := b.Legal[key]; path == "" || b.Drafts[path] != "" {
				gaps = append(gaps, row[0]+" "+key)
			}
		}
	}
	return gaps
}
