//go:build bleve

package main

import (
	"os"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/blevesearch/bleve/v2"
	"github.com/blevesearch/bleve/v2/analysis/analyzer/custom"
	"github.com/blevesearch/bleve/v2/analysis/analyzer/keyword"
	"github.com/blevesearch/bleve/v2/analysis/char/asciifolding"
	"github.com/blevesearch/bleve/v2/analysis/lang/cjk"
	"github.com/blevesearch/bleve/v2/analysis/lang/de"
	"github.com/blevesearch/bleve/v2/analysis/lang/en"
	"github.com/blevesearch/bleve/v2/analysis/lang/es"
	"github.com/blevesearch/bleve/v2/analysis/lang/fr"
	"github.com/blevesearch/bleve/v2/analysis/lang/it"
	"github.com/blevesearch/bleve/v2/analysis/lang/pt"
	"github.com/blevesearch/bleve/v2/analysis/lang/ru"
	"github.com/blevesearch/bleve/v2/analysis/token/lowercase"
	"github.com/blevesearch/bleve/v2/analysis/tokenizer/unicode"
	"github.com/blevesearch/bleve/v2/mapping"
	"github.com/blevesearch/bleve/v2/search/query"

	"cartaz/builder/search"
)

type bleveEngine struct {
	index    bleve.Index
	dir      string
	language string
}

// beginning is a word as the terms of the index begin: the filters of Russian and Japanese leave й
// and が as they are.
func (e *bleveEngine) beginning(word string) string {
	if e.language == "ru" || e.language == "ja" {
		return strings.ToLower(word)
	}
	return plain(word)
}

var bleveFields = []struct {
	name  string
	boost float64
}{{"name", 10}, {"producer", 5}, {"venue", 5}, {"city", 5}, {"state", 5}, {"description", 1}}

// bleveFilters are the filters of bleve's own analyzer of each language. Accents are dropped before
// them where that leaves stop words and stems as the filters expect them; the German and the French
// filters drop them themselves, and so does nothing in other scripts.
var bleveFilters = map[string]struct {
	folding bool
	filters []string
}{
	"pt": {true, []string{lowercase.Name, pt.StopName, pt.LightStemmerName}},
	"en": {true, []string{lowercase.Name, en.StopName, en.SnowballStemmerName}},
	"fr": {false, []string{lowercase.Name, fr.ElisionName, fr.StopName, fr.LightStemmerName}},
	"es": {false, []string{lowercase.Name, es.NormalizeName, es.StopName, es.LightStemmerName}},
	"de": {false, []string{lowercase.Name, de.StopName, de.NormalizeName, de.LightStemmerName}},
	"ru": {false, []string{lowercase.Name, ru.StopName, ru.SnowballStemmerName}},
	"it": {false, []string{lowercase.Name, it.ElisionName, it.StopName, it.LightStemmerName}},
	"ja": {false, []string{cjk.WidthName, lowercase.Name, cjk.BigramName}},
}

// openBleve: the default index on disk, accents dropped, the stop words and the stemmer of the
// catalogue's language.
func openBleve(docs []search.Doc, language string) (engine, error) {
	m := bleve.NewIndexMapping()
	own := bleveFilters[language]
	analyzer := map[string]any{
		"type":          custom.Name,
		"tokenizer":     unicode.Name,
		"token_filters": own.filters,
	}
	if own.folding {
		analyzer["char_filters"] = []string{asciifolding.Name}
	}
	err := m.AddCustomAnalyzer("text", analyzer)
	if err != nil {
		return nil, err
	}
	doc := bleve.NewDocumentStaticMapping()
	for _, f := range bleveFields {
		t := bleve.NewTextFieldMapping()
		t.Analyzer = "text"
		t.Store, t.IncludeInAll, t.IncludeTermVectors, t.DocValues = false, false, false, false
		doc.AddFieldMappingsAt(f.name, t)
	}
	key := bleve.NewTextFieldMapping()
	key.Analyzer, key.Store, key.IncludeInAll, key.DocValues = keyword.Name, false, false, false
	doc.AddFieldMappingsAt("city_key", key)
	m.DefaultMapping = doc
	m.DefaultAnalyzer = "text"
	dir, err := os.MkdirTemp("", "bleve")
	if err != nil {
		return nil, err
	}
	e := &bleveEngine{dir: dir, language: language}
	if e.index, err = bleve.New(dir+"/index", m); err != nil {
		return nil, err
	}
	for from := 0; from < len(docs); from += 1000 {
		batch := e.index.NewBatch()
		for i := from; i < min(from+1000, len(docs)); i++ {
			d := &docs[i]
			if err := batch.Index(strconv.Itoa(i), map[string]any{
				"name": d.Name, "producer": d.Producer, "venue": d.Venue, "city": d.City,
				"state":       d.State + " " + d.StateName,
				"description": d.Description, "city_key": plain(d.City),
			}); err != nil {
				return nil, err
			}
		}
		if err := e.index.Batch(batch); err != nil {
			return nil, err
		}
	}
	return e, nil
}

// ask writes the query: every word in any field, the last also as a beginning.
func (e *bleveEngine) ask(q search.Query, fuzzy bool) query.Query {
	var all []query.Query
	typed := words(q.Text)
	analyzer := e.index.Mapping().(*mapping.IndexMappingImpl).AnalyzerNamed("text")
	for i, w := range typed {
		stemmed := analyzer.Analyze([]byte(w))
		if len(stemmed) == 0 && len(typed) > 1 {
			continue // a stop word
		}
		var any []query.Query
		for _, f := range bleveFields {
			m := bleve.NewMatchQuery(w)
			m.SetField(f.name)
			m.SetBoost(f.boost)
			m.SetOperator(query.MatchQueryOperatorAnd)
			if n := utf8.RuneCountInString(w); fuzzy && n >= 9 {
				m.SetFuzziness(2)
			} else if fuzzy && n >= 5 {
				m.SetFuzziness(1)
			}
			any = append(any, m)
			if i == len(typed)-1 && utf8.RuneCountInString(w) > 1 {
				p := bleve.NewPrefixQuery(e.beginning(w))
				p.SetField(f.name)
				p.SetBoost(f.boost / 2)
				any = append(any, p)
			}
		}
		all = append(all, bleve.NewDisjunctionQuery(any...))
	}
	if q.City != "" {
		t := bleve.NewTermQuery(plain(q.City))
		t.SetField("city_key")
		all = append(all, t)
	}
	return bleve.NewConjunctionQuery(all...)
}

func (e *bleveEngine) search(q search.Query, limit int) ([]int, int, error) {
	ids, total, err := e.once(q, limit, false)
	if err != nil || total > 0 {
		return ids, total, err
	}
	return e.once(q, limit, true)
}

func (e *bleveEngine) once(q search.Query, limit int, fuzzy bool) ([]int, int, error) {
	r, err := e.index.Search(bleve.NewSearchRequestOptions(e.ask(q, fuzzy), limit, 0, false))
	if err != nil {
		return nil, 0, err
	}
	var ids []int
	for _, h := range r.Hits {
		id, err := strconv.Atoi(h.ID)
		if err != nil {
			return nil, 0, err
		}
		ids = append(ids, id)
	}
	return ids, int(r.Total), nil
}

func (e *bleveEngine) close() error {
	err := e.index.Close()
	if err := os.RemoveAll(e.dir); err != nil {
		return err
	}
	return err
}
