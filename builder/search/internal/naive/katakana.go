package naive

import (
	"slices"
	"strings"

	"cartaz/builder/search/text"
	ja "cartaz/builder/search/text/japanese"
)

// placesIn are the names of Japanese places that runs of a text begin with, in Latin letters.
func placesIn(s string) (all []normal) {
	names, whole := ja.PlaceRows()
	for _, t := range tokens(s) {
		for _, run := range scripts(s, t) {
			at, rest := run.at, strings.Join(run.letters, "")
			for rest != "" {
				longest, latin := "", ""
				for _, row := range slices.Concat(names, whole) {
					for _, name := range row[:len(row)-1] {
						name = string(text.AppendSearch(nil, name))
						if strings.HasPrefix(rest, name) && len(name) > len(longest) {
							longest, latin = name, ja.Latin(row[len(row)-1])
						}
					}
				}
				if longest == "" {
					break
				}
				all = append(all, normal{at, at + len(longest), latin})
				at, rest = at+len(longest), rest[len(longest):]
			}
		}
	}
	return all
}
