package build

import (
	"cartaz/builder/internal/build/keep"
	"cartaz/builder/internal/ingest"
	"cartaz/builder/internal/markup"
	"cartaz/builder/search/lang"
)

// languageSample is the number of events that are read to find the languages of a catalogue. They
// are at equal distances in the list, so the same catalogue gives the same languages.
const languageSample = 256

// languages returns the languages of the search index: search.languages of the brand, or else the
// language of its locale, English, whose words are in names everywhere, and the languages of its
// texts. A live release of the same records that was drawn alike knows them, so no text is read
// again.
func (r *run) languages(plan *ingest.Plan, print keep.Print) (lang.Set, error) {
	if named := r.brand.Search.Languages; named != 0 {
		return named, nil
	}
	if !r.fresh && r.prev.print.SameIndex(print) && r.prev.says(plan) {
		return r.prev.print.Languages, nil
	}
	var seen lang.Seen
	step := max(1, len(plan.Rows)/languageSample)
	for i := 0; i < len(plan.Rows); i += step {
		rec, err := r.records.Get(plan.Rows[i].Ref())
		if err != nil {
			return 0, err
		}
		seen.Add(rec.Name + "\n" + markup.Clean(rec.Description, rec.Format).Plain)
	}
	return lang.Of(r.brand.Locale) | lang.English | seen.Languages(), nil
}
