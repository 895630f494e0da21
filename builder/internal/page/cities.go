package page

import (
	"sync"
	"sync/atomic"

	"cartaz/builder/catalog"
	"cartaz/builder/internal/groupkey"
	"cartaz/builder/internal/page/place"
	"cartaz/builder/internal/words"
)

// cityLinks holds the links to a city's page. It is immutable, because models point into it.
type cityLinks struct {
	page   Link // to its page, under its label
	events Link // the same as "Events in ..."
}

// cityCache caches cities by name, state abbreviation and country; nil for a city without a page. A
// catalogue has far fewer cities than events, but a faulty one must not fill the memory, so the
// cache is bounded by maxCities.
type cityCache struct {
	words  *words.Words
	places *place.Labels
	known  sync.Map // [3]string -> *cityLinks
	count  atomic.Int32
}

const maxCities = 4096

// of returns the links to a city's page, nil when it has no page.
func (s *cityCache) of(p *catalog.Place) *cityLinks {
	key := [3]string{p.City, p.StateAbbr, p.Country}
	if c, ok := s.known.Load(key); ok {
		return c.(*cityLinks)
	}
	var c *cityLinks
	if address := groupkey.City(p.City, p.StateAbbr); address != "" {
		path, label := catalog.CityPath(address), s.places.City(p.City, p.StateAbbr, p.Country)
		c = &cityLinks{
			page:   Link{Path: path, Label: label},
			events: Link{Path: path, Label: s.words.Lists.EventsIn(label)},
		}
	}
	if s.count.Load() < maxCities {
		s.count.Add(1)
		s.known.Store(key, c)
	}
	return c
}
