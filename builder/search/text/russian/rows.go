package russian

import (
	"slices"
	"strings"
)

// sameWords are rows of words that say the same, in all of their forms.
type sameWords struct {
	rows   []sameRow
	byWord map[string]int
	byStem map[stemOf]int
	begins beginnings // of all words
}

// sameRow has the words of a row as they are folded, and the stems of those that bend.
type sameRow struct {
	words [][]byte
	stems []Stem
}

func newSameWords(table string) *sameWords {
	s := &sameWords{byWord: map[string]int{}, byStem: map[stemOf]int{}}
	for i, words := range rowsOf(table) {
		var r sameRow
		for _, word := range words {
			plain := strings.TrimSuffix(word, "=")
			r.words = append(r.words, []byte(plain))
			s.byWord[plain] = i
			s.begins.add([]byte(plain))
			if plain != word || 'a' <= word[0] && word[0] <= 'z' {
				continue
			}
			for _, stem := range citations(word) {
				s.byStem[stem] = i
				s.begins.addForms(stem)
				r.add(stem)
			}
		}
		s.rows = append(s.rows, r)
	}
	return s
}

// add adds a stem in a class.
func (r *sameRow) add(of stemOf) {
	i := slices.IndexFunc(r.stems, func(s Stem) bool {
		return string(s.text) == of.stem && s.reflexive == of.reflexive
	})
	if i < 0 {
		i = len(r.stems)
		r.stems = append(r.stems, Stem{text: []byte(of.stem), reflexive: of.reflexive})
	}
	if s := &r.stems[i]; of.class < tables.prefixed {
		s.classes |= 1 << of.class
	} else {
		s.prefixed |= 1 << (of.class - tables.prefixed)
	}
}

// rowsOf reads a table of rows that strokes part, of words as a dictionary has them. They come
// folded and without hyphens; of one with = at its end no form differs.
func rowsOf(table string) (rows [][]string) {
	fold := strings.NewReplacer("й", "и", "ё", "е", "-", "")
	for row := range strings.SplitSeq(fold.Replace(table), "/") {
		rows = append(rows, strings.Fields(row))
	}
	return rows
}

// eachRow calls f with the rows that a folded word stands in, some of them twice. r are the
// readings of the word.
func (s *sameWords) eachRow(w []byte, r *Readings, f func(row *sameRow)) {
	if !s.begins.has(w) {
		return
	}
	if i, ok := s.byWord[string(w)]; ok {
		f(&s.rows[i])
	}
	for n := range r.Len() {
		reading, stem := r.At(n)
		if i, ok := s.byStem[stemOf{reading.Class, reading.Reflexive, string(stem)}]; ok {
			f(&s.rows[i])
		}
	}
}

// each calls f with all words of these rows in all forms, and reports whether there is a row.
func (s *sameWords) each(w []byte, r *Readings, buf []byte, f func(form []byte)) ([]byte, bool) {
	found := false
	s.eachRow(w, r, func(row *sameRow) {
		found = true
		for _, word := range row.words {
			f(word)
		}
		for i := range row.stems {
			buf = row.stems[i].EachForm(buf, f)
		}
	})
	return buf, found
}
