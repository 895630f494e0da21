package main

import (
	"fmt"
	"strings"

	"cartaz/builder/search"
	"cartaz/builder/search/internal/relevance"
)

// printPool lists, for each judged query, what the best events of any engine are that nobody has
// judged yet, neither as right nor as wrong. It does not say which engine found it, so that the
// judge cannot know either.
func printPool(root, set string, makers []maker, depth int) error {
	for _, name := range relevance.Catalogues() {
		c, err := loadJudged(root, set, name)
		if err != nil {
			return err
		}
		pool := make([]map[int]bool, len(c.queries))
		for _, m := range makers {
			e, err := m.open(c.docs, c.language)
			if err != nil {
				skipped(m.name, err)
				continue
			}
			for i := range c.queries {
				q := &c.queries[i]
				ids, _, err := e.search(search.Query{Text: q.Text}, depth)
				if err != nil {
					return fmt.Errorf("%s: %q: %w", m.name, q.Text, err)
				}
				for _, id := range ids {
					if !q.Judged(id) {
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
		for i, q := range c.queries {
			if len(pool[i]) == 0 {
				continue
			}
			fmt.Printf("\n%s.txt:%d %q: %d not judged\n", c.name, q.Line, q.Text, len(pool[i]))
			for id := range c.docs {
				if pool[i][id] {
					fmt.Println(describe(&c.events[id]))
				}
			}
		}
	}
	return nil
}

func describe(e *relevance.Event) string {
	return strings.Join([]string{"  " + e.Slug, e.Name, e.Venue, e.City, e.State + e.StateName,
		e.Producer, e.Description}, " | ")
}
