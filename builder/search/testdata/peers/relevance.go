package main

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"text/tabwriter"

	"cartaz/builder/search"
	"cartaz/builder/search/internal/relevance"
)

// compareRelevance prints how well each engine answers the judged queries.
func compareRelevance(root string, makers []maker) error {
	scores := map[string]map[string][]relevance.Score{}
	for _, m := range makers {
		scores[m.name] = map[string][]relevance.Score{}
	}
	missing := map[string]error{}
	kinds := []string{"all"}
	for _, name := range relevance.Catalogues() {
		if of := "all in " + languageOf(name); !slices.Contains(kinds, of) {
			kinds = append(kinds, of)
		}
	}
	for _, name := range relevance.Catalogues() {
		c, err := loadJudged(root, name)
		if err != nil {
			return err
		}
		kinds = append(kinds, c.name)
		for _, m := range makers {
			if missing[m.name] != nil {
				continue
			}
			e, err := m.open(c.docs, c.language)
			if err != nil {
				missing[m.name] = err
				skipped(m.name, err)
				continue
			}
			for i := range c.queries {
				q := &c.queries[i]
				ids, _, err := e.search(search.Query{Text: q.Text}, len(c.docs))
				if err != nil {
					return fmt.Errorf("%s: %q: %w", m.name, q.Text, err)
				}
				s := q.Judge(ids)
				for _, kind := range []string{"all", "all in " + languageOf(name), c.name,
					"· " + q.Kind} {
					scores[m.name][kind] = append(scores[m.name][kind], s)
				}
				if m.name == makers[0].name && len(scores[m.name]["· "+q.Kind]) == 1 {
					kinds = append(kinds, "· "+q.Kind)
				}
			}
			if err := e.close(); err != nil {
				return err
			}
		}
	}
	fmt.Printf(
		"\nRelevance: %d judged queries (testdata/relevance)\n\n",
		len(scores[makers[0].name]["all"]),
	)
	w := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', tabwriter.AlignRight)
	for _, part := range []struct {
		title string
		get   func(relevance.Score) float64
	}{
		{"recall", func(s relevance.Score) float64 { return s.Recall }},
		{"precision", func(s relevance.Score) float64 { return s.Precision }},
		{"nDCG@10", func(s relevance.Score) float64 { return s.NDCG }},
		{"first hit", func(s relevance.Score) float64 { return s.First }},
		{"clean", func(s relevance.Score) float64 { return s.Clean }},
	} {
		fmt.Fprintf(w, "%s\tqueries\t", part.title)
		for _, m := range makers {
			fmt.Fprintf(w, "%s\t", m.name)
		}
		fmt.Fprintln(w)
		for _, kind := range kinds {
			fmt.Fprintf(w, "%s\t%d\t", kind, len(scores[makers[0].name][kind]))
			for _, m := range makers {
				if missing[m.name] != nil {
					fmt.Fprint(w, "skipped\t")
					continue
				}
				fmt.Fprintf(w, "%.3f\t", part.get(relevance.Mean(scores[m.name][kind])))
			}
			fmt.Fprintln(w)
		}
		fmt.Fprintln(w, strings.Repeat("\t", 2+len(makers)))
	}
	for name, err := range missing {
		fmt.Fprintf(w, "SKIPPED %s: %v\n", name, err)
	}
	return w.Flush()
}
