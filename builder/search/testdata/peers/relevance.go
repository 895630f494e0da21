package main

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"text/tabwriter"

	"cartaz/builder/search"
	"cartaz/builder/search/internal/relevance"
)

// compareRelevance prints how well each engine answers the judged queries of a set.
func compareRelevance(root, set string, makers []maker) error {
	scores := map[string]map[string][]score{}
	for _, m := range makers {
		scores[m.name] = map[string][]score{}
	}
	missing := map[string]error{}
	kinds, tried := []string{"all", "tuned", "unseen"}, []string{}
	for _, name := range relevance.Catalogues() {
		c, err := loadJudged(root, set, name)
		if err != nil {
			return err
		}
		if len(c.queries) > 0 {
			tried = append(tried, c.name)
		}
		for _, m := range makers {
			if missing[m.name] != nil || len(c.queries) == 0 {
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
				s := score{q.Judge(ids), 0}
				if len(ids) == 0 && len(q.Gains) > 0 {
					s.empty = 1
				}
				language := "all in " + cmp.Or(q.Language, languageOf(name))
				half := "tuned"
				if q.Unseen {
					half = "unseen"
				}
				for _, kind := range []string{"all", half, language, c.name, "· " + q.Kind} {
					scores[m.name][kind] = append(scores[m.name][kind], s)
				}
				if !slices.Contains(kinds, language) {
					kinds = append(kinds, language)
				}
				if !slices.Contains(tried, "· "+q.Kind) {
					tried = append(tried, "· "+q.Kind)
				}
			}
			if err := e.close(); err != nil {
				return err
			}
		}
	}
	if len(scores[makers[0].name]["all"]) == 0 {
		return fmt.Errorf("testdata/relevance/%s has no queries", set)
	}
	languages := len(kinds)
	kinds = append(kinds, tried...)
	fmt.Printf("\nRelevance: %d judged queries (testdata/relevance/%s)\n\n",
		len(scores[makers[0].name]["all"]), set)
	w := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', tabwriter.AlignRight)
	for _, part := range []struct {
		title string
		get   func(score) float64
	}{
		{"recall", func(s score) float64 { return s.Recall }},
		{"precision", func(s score) float64 { return s.Precision }},
		{"nDCG@10", func(s score) float64 { return s.NDCG }},
		{"first hit", func(s score) float64 { return s.First }},
		{"clean", func(s score) float64 { return s.Clean }},
		{"empty", func(s score) float64 { return s.empty }},
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
				fmt.Fprintf(w, "%.3f\t", average(scores[m.name][kind], part.get))
			}
			fmt.Fprintln(w)
		}
		fmt.Fprintln(w, strings.Repeat("\t", 2+len(makers)))
	}
	ndcg := func(s score) float64 { return s.NDCG }
	fmt.Fprintf(w, "nDCG@10 of %s less the peer's, from … to in 95 %%\t\t\n", makers[0].name)
	for _, kind := range kinds[:languages] {
		fmt.Fprintf(w, "%s\t\t", kind)
		for _, m := range makers[1:] {
			low, high := bootstrap(scores[makers[0].name][kind], scores[m.name][kind], ndcg)
			fmt.Fprintf(w, "%s %+.3f … %+.3f\t", m.name, low, high)
		}
		fmt.Fprintln(w)
	}
	for name, err := range missing {
		fmt.Fprintf(w, "SKIPPED %s: %v\n", name, err)
	}
	return w.Flush()
}

// score is that of one answer; empty is 1 where nothing is found and something should be.
type score struct {
	relevance.Score
	empty float64
}

func average(scores []score, get func(score) float64) float64 {
	sum := 0.0
	for _, s := range scores {
		sum += get(s)
	}
	return sum / float64(max(1, len(scores)))
}

// bootstrap returns the bounds between which 95 % of 10,000 means lie, each of the differences of
// as many queries, drawn with repetition: two engines differ where 0 is not between them.
func bootstrap(ours, theirs []score, get func(score) float64) (low, high float64) {
	if len(ours) == 0 || len(ours) != len(theirs) {
		return math.NaN(), math.NaN()
	}
	random := rand.New(rand.NewPCG(1, 1))
	means := make([]float64, 10_000)
	for i := range means {
		for range ours {
			k := random.IntN(len(ours))
			means[i] += (get(ours[k]) - get(theirs[k])) / float64(len(ours))
		}
	}
	slices.Sort(means)
	return means[len(means)/40], means[len(means)-len(means)/40-1]
}
