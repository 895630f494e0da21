package main

import (
	"fmt"
	"strings"

	"cartaz/builder/search"
	"cartaz/builder/search/internal/relevance"
)

// printPool lists, for each judged query, what the best events of any engine are that nobody has judged yet, neither as right
// nor as wrong. It does not say which engine found it, so that the judge cannot know either.
func printPool(root string, makers []maker, depth int) error {
	for _, catalogue := range relevance.Catalogues() {
		events, err := relevance.Load(root, catalogue)
		if err != nil {
			return err
		}
		queries, err := relevance.LoadQueries(root, catalogue, events)
		if err != nil {
			return err
		}
		docs := make([]search.Doc, len(events))
		for i := range events {
			docs[i] = events[i].Doc
		}
		pool := make([]map[int]bool, len(queries))
		for _, m := range makers {
			e, err := m.open(docs, languages[catalogue])
			if err != nil {
				skipped(m.name, err)
				continue
			}
			for i := range queries {
				ids, _, err := e.search(search.Query{Text: queries[i].Text}, depth)
				if err != nil {
					return fmt.Errorf("%s: %q: %w", m.name, queries[i].Text, err)
				}
				for _, id := range ids {
					if !queries[i].Judged(id) {
						if pool[i] == nil {
							pool[i] = map[int]bool{}
						}
						pool[i][id] = true
					}
				}
			}
			if err := e.close(); err != nil {
				return err
			}
		}
		for i, q := range queries {
			if len(pool[i]) == 0 {
				continue
			}
			fmt.Printf("\n%s.txt:%d %q: %d not judged\n", catalogue, q.Line, q.Text, len(pool[i]))
			for id := range docs {
				if pool[i][id] {
					fmt.Println(describe(&events[id]))
				}
			}
		}
	}
	return nil
}

func describe(e *relevance.Event) string {
	return strings.Join([]string{"  " + e.Slug, e.Name, e.Venue, e.City, e.State + e.StateName, e.Producer, e.Description}, " | ")
}
