package suggest

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"cartaz/builder/catalog"
	"cartaz/builder/release/resultpage"
	"cartaz/builder/search"
	"cartaz/builder/text"
	"cartaz/edge/internal/answer/listquery"
	"cartaz/edge/internal/phrases"
)

// nameInWords offers the events of a city and of an organiser that a term names.
func (s *Helper) nameInWords(h *Help, term string) {
	q := phrases.FindNames(text.Clip(term, listquery.MaxTerm), s.Names)
	if q.City != "" {
		h.NearCity = s.near(h, resultpage.NearCity, q.City, search.Query{City: q.City})
	}
	if label, ok := s.Names.Label(phrases.Organization, q.Organization); ok {
		h.NearOrg = s.near(h, resultpage.NearOrg, label,
			search.Query{Organization: q.Organization})
	}
}

func (s *Helper) near(h *Help, flag resultpage.Flags, label string, q search.Query) Offer {
	return Offer{Label: label, Query: q, Count: s.offer(h, flag, q)}
}

// nearestCity offers a city in place of one that no event is in: most often it
// is mistyped, cut short or written with its state.
func (s *Helper) nearestCity(h *Help, q search.Query) {
	if q.City == "" {
		return
	}
	if _, known := s.Index.Label(search.Cities, q.City); known {
		return
	}
	label, ok := s.Index.CityNear(q.City)
	if !ok {
		label, ok = s.cityLike(q.City)
	}
	if !ok {
		return
	}
	if q.City = label; s.count(q) == 0 {
		q = search.Query{City: label}
	}
	h.NearCity = s.near(h, resultpage.NearCity, label, q)
}

// cityLike is the city whose events are found by a text, and which the text
// names: events are found by their names and descriptions, too.
func (s *Helper) cityLike(text string) (label string, ok bool) {
	q := search.Query{Text: text}
	ids, o := s.Index.Answer(q, 0, maxLike, nil)
	if o.Corrected && o.Total > 0 {
		q.Text = cmp.Or(s.respell(q), text)
		if label, ok = s.Index.Label(search.Cities, q.Text); ok {
			return label, true
		}
		ids, _ = s.Index.Search(q, 0, maxLike, ids[:0])
	}
	for _, id := range ids {
		p := s.event(id).Location
		if p == nil || p.City == nil || !names(q.Text, p) {
			continue
		}
		if label, ok = s.Index.Label(search.Cities, *p.City); ok {
			return label, true
		}
	}
	return "", false
}

// names says whether every word of a query, numbers aside, begins one of the city
// or its state, and one of them one of the city.
func names(query string, p *catalog.Location) bool {
	begins := func(name *string, word string) bool {
		return name != nil && slices.ContainsFunc(text.Words(text.Fold(*name)),
			func(w string) bool { return strings.HasPrefix(w, word) })
	}
	inCity := false
	for _, word := range text.Words(text.Fold(query)) {
		first, _ := utf8.DecodeRuneInString(word)
		switch {
		case unicode.IsNumber(first):
		case begins(p.City, word):
			inCity = true
		case !begins(p.State, word) && !begins(p.StateAbbr, word):
			return false
		}
	}
	return inCity
}
