package search

import (
	"cartaz/builder/search/analysis"
	"cartaz/builder/search/internal/index"
	"cartaz/builder/text"
)

// CityAlias returns the city that a text names in another language or by a synonym, in the spelling
// of Label.
func (x *Index) CityAlias(name string) (string, bool) {
	var buf [128]byte
	key := text.AppendKey(buf[:0], name)
	if len(key) == 0 || len(key) > analysis.MaxToken {
		return "", false
	}
	if member, err := x.query.Analyzer.Synonym(string(key)); err == nil {
		_, others := x.file.GroupOf(index.JoinedMember(member))
		for _, other := range others {
			if label, ok := x.Label(Cities, other); ok {
				return label, true
			}
		}
	}
	var names analysis.Variants
	x.query.Analyzer.Expand(&names, key)
	for i := range names.Len() {
		name, rule := names.At(i)
		if label, ok := x.Label(Cities, string(name)); ok && rule == analysis.PlaceRule {
			return label, true
		}
	}
	return "", false
}
