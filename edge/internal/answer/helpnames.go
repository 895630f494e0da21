package answer

import (
	"cmp"
	"slices"
	"strings"

	"cartaz/builder/catalog"
	"cartaz/builder/release"
	"cartaz/builder/search"
)

// nameInWords looks for a city and an organiser that a term names, in words that
// follow each other, the longest names first.
func (c *Catalogue) nameInWords(h *help, text string) {
	fields := strings.Fields(cut(text, maxTermBytes))
	fields = fields[:min(len(fields), maxFields)]
	for n := min(maxRun, len(fields)); n > 0; n-- {
		for i := range len(fields) - n + 1 {
			run := strings.Trim(strings.Join(fields[i:i+n], " "), ".,;:!?\"'()“”")
			if len(run) < minNearest {
				continue
			}
			if label, ok := c.index.CityLabel(run); ok && h.nearCity.count == 0 {
				h.nearCity = c.near(h, release.NearCity, label, search.Query{City: label})
			}
			slug := strings.ReplaceAll(search.Fold(run), " ", "-")
			if label, ok := c.index.OrganizationLabel(slug); ok && h.nearOrg.count == 0 {
				h.nearOrg = c.near(h, release.NearOrg, label, search.Query{Organization: slug})
			}
		}
	}
}

func (c *Catalogue) near(h *help, flag release.Flags, label string, q search.Query) offer {
	return offer{label: label, query: q, count: c.offer(h, flag, q)}
}

// nearestCity offers a city in place of one that no event is in: most often it
// is mistyped, cut short or written with its state.
func (c *Catalogue) nearestCity(h *help, q search.Query) {
	if q.City == "" {
		return
	}
	if _, known := c.index.CityLabel(q.City); known {
		return
	}
	label, ok := c.index.CityNear(q.City)
	if !ok {
		label, ok = c.cityLike(q.City)
	}
	if !ok {
		return
	}
	if q.City = label; c.count(q) == 0 {
		q = search.Query{City: label}
	}
	h.nearCity = c.near(h, release.NearCity, label, q)
}

// cityLike is the city whose events are found by a text, and which the text
// names: events are found by their names and descriptions, too.
func (c *Catalogue) cityLike(text string) (label string, ok bool) {
	q := search.Query{Text: text}
	ids, o := c.index.Answer(q, 0, maxLike, nil)
	if o.Corrected && o.Total > 0 {
		q.Text = cmp.Or(c.respell(q), text)
		if label, ok = c.index.CityLabel(q.Text); ok {
			return label, true
		}
		ids, _ = c.index.Search(q, 0, maxLike, ids[:0])
	}
	for _, id := range ids {
		p := c.event(id).Location
		if p == nil || p.City == nil || !names(q.Text, p) {
			continue
		}
		if label, ok = c.index.CityLabel(*p.City); ok {
			return label, true
		}
	}
	return "", false
}

// names says whether every word of a text begins one of the city or its state,
// and one of them one of the city.
func names(text string, p *catalog.Location) bool {
	begins := func(name *string, word string) bool {
		return name != nil && slices.ContainsFunc(splitWords(search.Fold(*name)), func(w string) bool { return strings.HasPrefix(w, word) })
	}
	inCity := false
	for _, word := range splitWords(search.Fold(text)) {
		switch {
		case begins(p.City, word):
			inCity = true
		case !begins(p.State, word) && !begins(p.StateAbbr, word):
			return false
		}
	}
	return inCity
}
