package suggest

import (
	"slices"
	"strings"

	"cartaz/builder/search"
	"cartaz/builder/text"
)

// retryWords finds out which words of a term find nothing as they are typed, and
// what the others find, and those words as they may be meant.
func (s *Helper) retryWords(h *Help, q search.Query) {
	if meant := search.Retyped(s.Names.Index, q.Text); meant != "" {
		// It was typed on another keyboard, or in other letters.
		s.try(h, q, meant)
		return
	}
	words := distinct(search.Keywords(q.Text, s.Names.Index.Languages()))
	var known, unknown []string
	for _, word := range words {
		one := search.Query{Text: word}
		_, o := s.Names.Index.Answer(one, 0, 0, nil)
		if o.Total > 0 && !o.Corrected {
			known = append(known, word)
			continue
		}
		unknown = append(unknown, s.Texts.Quoted(word))
		if meant := s.meant(one, o); meant != "" {
			known = append(known, meant)
		}
	}
	switch {
	case len(words) == 1: // the page repeats it anyway
	case len(unknown) > 0:
		h.Unknown = strings.Join(unknown, ", ")
	default:
		h.Apart = true
	}
	s.tryWords(h, q, known, len(unknown) > 0)
}

// tryWords offers searches for words of which each finds something: for all of
// them, if that is another search than the one that found nothing, for all but
// one, and for each.
func (s *Helper) tryWords(h *Help, q search.Query, known []string, all bool) {
	before := len(h.Offers)
	try := func(words ...string) {
		if len(h.Offers) < before+maxTries {
			s.try(h, q, strings.Join(words, " "))
		}
	}
	if all && len(known) > 1 {
		try(known...)
	}
	if len(known) > 2 {
		for i := range known {
			try(slices.Delete(slices.Clone(known), i, i+1)...)
		}
	}
	for _, word := range known {
		try(word)
	}
}

// try offers the search for another text.
func (s *Helper) try(h *Help, q search.Query, text string) {
	s.offer(h, s.Texts.Quoted(text), q, func(q *search.Query) { q.Text = text })
}

// meant is what a word that finds nothing as it is typed may stand for: the word
// that it was corrected to, or two words that some event has both, without the
// space between them; "" for nothing.
func (s *Helper) meant(q search.Query, o search.Outcome) string {
	if o.Total > 0 {
		return s.respell(q)
	}
	best, most := "", 0
	for _, pair := range s.Names.Index.Apart(q.Text) {
		if n := s.count(search.Query{Text: pair}); n > most {
			best, most = pair, n
		}
	}
	return best
}

// distinct leaves out words that a text has had before.
func distinct(words []string) []string {
	var folded []string
	return slices.DeleteFunc(words, func(word string) bool {
		key := text.Fold(word)
		had := slices.Contains(folded, key)
		folded = append(folded, key)
		return had
	})
}
