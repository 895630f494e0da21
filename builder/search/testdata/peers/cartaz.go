package main

import (
	"bytes"

	"cartaz/builder/search"
	"cartaz/builder/search/lang"
)

type cartaz struct {
	x   *search.Index
	dst []uint32
}

// openCartaz indexes for the language of the catalogue beside English, as the builder does; for
// Portuguese and English both.
func openCartaz(docs []search.Doc, language string) (engine, error) {
	w := search.NewWriter(nil)
	if of := lang.Of(language); of&^lang.Default != 0 {
		w.Languages(of | lang.English)
	}
	for _, d := range docs {
		d.JSON, d.Card, d.Line = nil, nil, nil
		if err := w.Add(d); err != nil {
			return nil, err
		}
	}
	var b bytes.Buffer
	if _, err := w.WriteTo(&b); err != nil {
		return nil, err
	}
	x, err := search.Open(b.Bytes())
	return &cartaz{x: x}, err
}

func (c *cartaz) search(q search.Query, limit int) ([]int, int, error) {
	var total int
	c.dst, total = c.x.Search(q, 0, limit, c.dst[:0])
	ids := make([]int, len(c.dst))
	for i, id := range c.dst {
		ids[i] = int(id)
	}
	return ids, total, nil
}

func (c *cartaz) close() error { return nil }
