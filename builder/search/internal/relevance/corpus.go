package relevance

import (
	"cmp"
	"compress/gzip"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"cartaz/brands"
	"cartaz/builder/catalog"
	"cartaz/builder/internal/markup"
	"cartaz/builder/internal/samples"
	"cartaz/builder/internal/upstream"
	"cartaz/builder/internal/validate"
	vocabulary "cartaz/builder/lang"
	"cartaz/builder/search"
	"cartaz/builder/search/lang"
)

// Event is one document of a catalogue: what the index is given, and the slug by which judgements
// name it.
type Event struct {
	search.Doc
	Slug string
}

// Mundo is the catalogue of a few invented events in scripts that the sample brands hardly have.
const Mundo = "mundo"

// Catalogues returns the judged catalogues: the keys of the sample brands, Mundo, and the keys of
// Languages.
func Catalogues() []string {
	return append([]string{"virada", "confs", "palco", Mundo}, Languages()...)
}

// Languages returns the catalogues that are written in one language each: events of Paris, concerts
// of an orchestra (nyphil, and nyphil-past of other seasons), programs of Debian (software-), and
// invented ones. Half of their queries were not looked at while the rules of the language were
// made, or of another catalogue in it; see Query.Unseen.
func Languages() []string {
	return append([]string{"paris", "nyphil", "nyphil-past", "software-es", "software-de",
		"software-ru", "software-ja"}, Invented()...)
}

// Invented returns those of Languages that were made up to have words that look alike. Each
// language of theirs but Italian has a real catalogue too.
func Invented() []string { return []string{"spanish", "german", "russian", "japanese", "italian"} }

// LanguagesOf returns the languages that the index of a catalogue is built for.
func LanguagesOf(catalogue string) lang.Set {
	switch catalogue {
	case "paris":
		return lang.French | lang.English
	case "software-es", "spanish":
		return lang.Spanish | lang.English
	case "software-de", "german":
		return lang.German | lang.English
	case "software-ru", "russian":
		return lang.Russian | lang.English
	case "software-ja", "japanese":
		return lang.Japanese | lang.English
	case "italian":
		return lang.Italian | lang.English
	}
	return lang.Default
}

// SynonymsOf returns the groups that the index of a catalogue has beside those of its languages:
// those of the pack that an orchestra asks for.
func SynonymsOf(catalogue string) (groups [][]string) {
	if strings.HasPrefix(catalogue, "nyphil") {
		groups = lang.Pack("classical")
	}
	return groups
}

// Load returns the events of a catalogue in list order. root is the folder of the project.
func Load(root, catalogue string) ([]Event, error) {
	file := filepath.Join(root, queriesFolder, catalogue+".json")
	switch {
	case catalogue == Mundo || slices.Contains(Invented(), catalogue):
		return loadFile(file)
	case slices.Contains(Languages(), catalogue):
		return loadFile(file + ".gz")
	}
	return loadBrand(filepath.Join(root, "brands", catalogue))
}

// loadFile reads events from a JSON array of documents, compressed or not.
func loadFile(file string) ([]Event, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var r io.Reader = f
	if strings.HasSuffix(file, ".gz") {
		if r, err = gzip.NewReader(f); err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
	}
	var events []Event
	if err := json.NewDecoder(r).Decode(&events); err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return events, nil
}

// loadBrand reads a sample brand the way the builder does, through its map and the builder's
// checks. Of confs everything is taken as on sale, past years too: a search over 6,007 conferences
// of 14 years is harder than one over the 180 that are still to come.
func loadBrand(folder string) ([]Event, error) {
	b, err := brands.LoadOne(folder, brands.LoadOptions{})
	if err != nil {
		return nil, err
	}
	brand, now := b.Key, b.Now(time.Now())
	if brand == "confs" {
		now = time.Unix(0, 0)
	}
	checker := validate.New(validate.Config{
		Zone: b.Zone, ZoneName: b.Timezone, Currency: b.Currency, BuyURL: b.BuyURL, Now: now.UTC(),
	})
	var records []*catalog.Record
	var keys []validate.Key
	byID := map[int64]int{}
	_, err = upstream.Pull(context.Background(), upstream.FromBrand(b), upstream.Options{},
		samples.Each(func(record any, pos upstream.Position) error {
			made := checker.Gate(record, pos.String(), nil)
			rec, key := made.Record, made.Key
			if rec == nil {
				return fmt.Errorf("%s: record at %s is dropped", brand, pos)
			}
			if i, ok := byID[rec.ID]; ok && b.Source.Duplicates == brands.MergeDuplicates {
				join(records[i], rec)
				return nil
			}
			byID[rec.ID] = len(records)
			records, keys = append(records, rec), append(keys, key)
			return nil
		}))
	if err != nil {
		return nil, err
	}
	slugs, _ := validate.Settle(len(keys), func(i int) *validate.Key { return &keys[i] },
		func(int) string { return "" })
	for i, slug := range slugs {
		records[i].Slug = slug
	}
	slices.SortFunc(records, func(a, b *catalog.Record) int {
		return cmp.Or(cmp.Compare(a.Starts.SortKey(), b.Starts.SortKey()),
			strings.Compare(a.Name, b.Name), cmp.Compare(a.ID, b.ID))
	})
	var events []Event
	for _, rec := range records {
		if rec.Slug != "" && rec.OnSale() {
			events = append(events, event(rec, b.Locale))
		}
	}
	return events, nil
}

// join does what the builder's merge does to what is searched: lines of the description that are
// not there yet are added; the sample brands that merge say the same of name and place in every
// record.
func join(rec, more *catalog.Record) {
	rec.IsOnline = rec.IsOnline || more.IsOnline
	have := strings.Split(rec.Description, "\n")
	for line := range strings.SplitSeq(more.Description, "\n") {
		if !slices.Contains(have, line) {
			rec.Description += "\n" + line
		}
	}
}

// event returns what the builder indexes of an event, in the locale of its brand.
func event(rec *catalog.Record, locale string) Event {
	e := Event{Slug: rec.Slug, Doc: search.Doc{
		Name: rec.Name, Description: markup.Clean(rec.Description, rec.Format).Plain,
		Online: rec.IsOnline,
	}}
	if span, ok := rec.Span(); ok {
		e.First, e.Last = search.DayOf(span.First.Time()), search.DayOf(span.Last.Time())
	}
	if p := rec.Location; p != nil {
		e.Venue, e.City, e.State, e.StateName = p.Name, p.City, p.StateAbbr, p.State
		if p.Country != "" {
			e.Country, e.CountryNames = p.Country, vocabulary.CountryNames(p.Country, locale)
		}
	}
	if p := rec.Producer; p != nil {
		e.Producer, e.ProducerSlug = p.Name, p.Slug
	}
	return e
}
