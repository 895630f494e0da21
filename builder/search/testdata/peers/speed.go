package main

import (
	"fmt"
	"os"
	"runtime"
	"slices"
	"text/tabwriter"
	"time"

	"cartaz/builder/search"
	"cartaz/builder/search/internal/generated"
	"cartaz/builder/search/internal/relevance"
)

// compareSpeed prints how fast each engine answers, over generated events and over the real
// catalogues.
func compareSpeed(root string, makers []maker, size, count, rounds int) error {
	docs := make([]search.Doc, size)
	c := generated.New(1)
	for i := range docs {
		docs[i] = c.Doc(i)
		docs[i].JSON, docs[i].Card, docs[i].Line = nil, nil, nil
	}
	title := fmt.Sprintf("%d generated events, %d mixed queries", size, count)
	err := race(title, docs, "pt", generated.Queries(2, count), makers, rounds)
	if err != nil {
		return err
	}
	for _, name := range relevance.Catalogues() {
		c, err := loadJudged(root, "", name)
		if err != nil {
			return err
		}
		var queries []search.Query
		for _, q := range c.queries {
			queries = append(queries, search.Query{Text: q.Text})
		}
		title := fmt.Sprintf("%s: %d events, %d judged queries", c.name, len(c.docs), len(queries))
		if err := race(title, c.docs, c.language, queries, makers, rounds); err != nil {
			return err
		}
	}
	return nil
}

// runner is an engine in the race.
type runner struct {
	maker
	engine
	built  time.Duration
	times  []time.Duration // of the queries that it got, the best of all rounds
	totals map[int]int     // of queries by number
}

// race asks every engine every query in turn: first page of 20 and exact total.
func race(title string, docs []search.Doc, language string, queries []search.Query,
	makers []maker, rounds int) error {
	var runners []*runner
	for _, m := range makers {
		start := time.Now()
		e, err := m.open(docs, language)
		if err != nil {
			skipped(m.name, err)
			continue
		}
		runners = append(runners, &runner{maker: m, engine: e, built: time.Since(start),
			totals: map[int]int{}})
	}
	runtime.GC()
	best := make([]map[int]time.Duration, len(runners))
	for i := range best {
		best[i] = map[int]time.Duration{}
	}
	for n, q := range queries {
		for i, r := range runners {
			if n%r.every != 0 && len(docs) > 10_000 {
				continue
			}
			// In a row, so that each engine finds its own data in the caches and not that of the
			// others.
			for range rounds {
				start := time.Now()
				_, total, err := r.search(q, 20)
				took := time.Since(start)
				if err != nil {
					return fmt.Errorf("%s: %+v: %w", r.name, q, err)
				}
				if m, ok := r.engine.(*miniSearch); ok {
					took = m.took
				}
				if old, ok := best[i][n]; !ok || took < old {
					best[i][n] = took
				}
				r.totals[n] = total
			}
		}
	}
	fmt.Printf("\nSpeed: %s, 20 items and the exact total, best of %d in a row\n\n", title, rounds)
	w := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w,
		"\tqueries\tp50 µs\tmean µs\tp99 µs\tmax µs\tp50 ratio\tmean ratio\tindexed in\t")
	var base *runner
	for i, r := range runners {
		for _, took := range best[i] {
			r.times = append(r.times, took)
		}
		slices.Sort(r.times)
		if i == 0 {
			base = r
		}
		p := func(q float64) time.Duration { return r.times[int(q*float64(len(r.times)-1))] }
		us := func(d time.Duration) float64 { return float64(d) / 1000 }
		fmt.Fprintf(
			w,
			"%s\t%d\t%.1f\t%.1f\t%.1f\t%.1f\t%.0f\t%.0f\t%.1fs\t\n",
			r.name,
			len(r.times),
			us(p(.5)),
			us(mean(r.times)),
			us(p(.99)),
			us(p(1)),
			float64(p(.5))/float64(base.times[len(base.times)/2]),
			float64(mean(r.times))/float64(mean(base.times)),
			r.built.Seconds(),
		)
	}
	if err := w.Flush(); err != nil {
		return err
	}
	for _, r := range runners {
		if err := r.close(); err != nil {
			return err
		}
	}
	return nil
}

func mean(times []time.Duration) time.Duration {
	sum := time.Duration(0)
	for _, t := range times {
		sum += t
	}
	return sum / time.Duration(len(times))
}
