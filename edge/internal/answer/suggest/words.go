package suggest

import (
	"slices"
	"strings"

	"cartaz/builder/release/resultpage"
	"cartaz/builder/search"
	"cartaz/builder/text"
)

// retryWords finds out which words of a term find nothing as they are typed, and
// what the others find, and those words as they may be meant.
func (s *Helper) retryWords(h *Help, text string) {
	if s.retype(h, text) {
		return
	}
	words := distinct(search.Keywords(text, s.Index.Languages()))
	var known, unknown []string
	for _, word := range words {
		q := search.Query{Text: word}
		_, o := s.Index.Answer(q, 0, 0, nil)
		if o.Total > 0 && !o.Corrected {
			known = append(known, word)
			continue
		}
		unknown = append(unknown, s.Texts.Quote.Text(resultpage.InnerQuotes(word)))
		if meant := s.meant(q, o); meant != "" {
			known = append(known, meant)
		}
	}
	switch {
	case len(words) == 1: // the page repeats it anyway
	case len(unknown) > 0:
		h.Flags |= resultpage.Unknown
		h.Unknown = strings.Join(unknown, ", ")
	default:
		h.Flags |= resultpage.Apart
	}
	s.tryWords(h, known, len(unknown) > 0)
}

// retype offers what a term that was typed on the wrong keyboard, or in other letters, is meant
// for. It returns false when that is nothing.
func (s *Helper) retype(h *Help, text string) bool {
	meant := search.Retyped(s.Index, text)
	if meant == "" {
		return false
	}
	o := Offer{Label: meant, Query: search.Query{Text: meant}}
	o.Count = s.offer(h, resultpage.Try1, o.Query)
	h.Tries[0] = o
	return true
}

// tryWords offers searches for words of which each finds something: for all of
// them, if that is another search than the one that found nothing, for all but
// one, and for each.
func (s *Helper) tryWords(h *Help, known []string, all bool) {
	tries := 0
	try := func(words ...string) {
		o := Offer{Label: strings.Join(words, " ")}
		o.Query.Text = o.Label
		if tries == maxTries || slices.ContainsFunc(h.Tries[:tries],
			func(other Offer) bool { return other.Label == o.Label }) {
			return
		}
		if o.Count = s.offer(h, resultpage.Try1<<tries, o.Query); o.Count > 0 {
			h.Tries[tries] = o
			tries++
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

// meant is what a word that finds nothing as it is typed may stand for: the word
// that it was corrected to, or two words that some event has both, without the
// space between them; "" for nothing.
func (s *Helper) meant(q search.Query, o search.Outcome) string {
	if o.Total > 0 {
		return s.respell(q)
	}
	best, most := "", 0
	for _, pair := range s.Index.Apart(q.Text) {
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
