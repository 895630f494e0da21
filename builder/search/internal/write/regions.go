package write

import (
	"slices"
	"strings"

	"cartaz/builder/search/internal/format"
	"cartaz/builder/search/text"
)

// Who looks for Europe wants what is in Germany, but who types the word "south" does not want all
// of South America. So a document is listed under the regions of its country as under synonyms:
// whole names find it, single words of them do not.

// regions are the terms under which the documents of a country are listed. They are worked out
// once for many documents.
type regions struct {
	names, of []string // Doc.CountryNames and Doc.Regions that the terms are of
	terms     []string
}

// addRegions lists the document under the regions of its country. A name that cannot be a synonym,
// such as one in a script without spaces, is left out.
func (w *Writer) addRegions(d *Doc) {
	if len(d.Regions) == 0 {
		return
	}
	r, ok := w.regions[d.Country]
	if !ok || !slices.Equal(r.names, d.CountryNames) || !slices.Equal(r.of, d.Regions) {
		r = newRegions(w.rules, d.CountryNames, d.Regions)
		w.regions[strings.Clone(d.Country)] = r
	}
	for _, term := range r.terms {
		w.addTerm(format.InPlace, []byte(term))
	}
}

// addCityNames lists the document under the other names of its city, see text.CityNames.
func (w *Writer) addCityNames(d *Doc) {
	w.folded = text.AppendKey(w.folded[:0], d.City)
	terms, ok := w.cityNames[string(w.folded)]
	if !ok {
		key := string(w.folded)
		if names := text.CityNames(w.folded); names != nil {
			own, _ := w.rules.Synonym(key)
			names = slices.DeleteFunc(slices.Clone(names), func(name string) bool {
				member, _ := w.rules.Synonym(name)
				return member == own
			})
			terms = newRegions(w.rules, []string{key}, names).terms
		}
		w.cityNames[key] = terms
	}
	for _, term := range terms {
		w.addTerm(format.InPlace, []byte(term))
	}
}

func newRegions(rules *text.Rules, names, of []string) regions {
	r := regions{names: slices.Clone(names), of: slices.Clone(of)}
	var members []string
	for _, region := range of {
		if member, err := rules.Synonym(region); err == nil {
			r.terms = append(r.terms, string(format.SynonymOf)+format.JoinedMember(member))
			members = append(members, member)
		}
	}
	if len(members) == 0 {
		return r
	}
	// The group is what explanations name, and it says of how many words a region is.
	for _, name := range names {
		if member, err := rules.Synonym(name); err == nil {
			members = append(members, member)
		}
	}
	slices.Sort(members)
	group := strings.Join(slices.Compact(members), string(format.SynonymGroup))
	r.terms = append(r.terms, string(format.SynonymGroup)+group)
	return r
}
