package page

import (
	"sync"
	"sync/atomic"
)

// city is what the pages of all events in a city say of it. It is never
// changed: models point into it.
type city struct {
	page   Link // to its page, under its label
	events Link // the same as "Events in ..."
}

// cityCache remembers cities by name and state in short; nil for one without a
// page. A catalogue has far fewer of them than events, but whatever it calls
// cities may not fill the memory.
type cityCache struct {
	known sync.Map // [2]string -> *city
	count atomic.Int32
}

const maxCities = 4096

// cityOf is a city's links, nil when it has no page.
func (r *Renderer) cityOf(name, stateAbbr string) *city {
	key := [2]string{name, stateAbbr}
	if c, ok := r.cities.known.Load(key); ok {
		return c.(*city)
	}
	var c *city
	if address := CityKey(name, stateAbbr); address != "" {
		path, label := CityPath(address), CityLabel(name, stateAbbr)
		c = &city{page: Link{Path: path, Label: label}, events: Link{Path: path, Label: r.words.EventsIn(label)}}
	}
	if r.cities.count.Load() < maxCities {
		r.cities.count.Add(1)
		r.cities.known.Store(key, c)
	}
	return c
}
