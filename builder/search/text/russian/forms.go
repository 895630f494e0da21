package russian

import "math/bits"

// Reading is one way to read a word: as a form of a stem in a class.
type Reading struct {
	Class     int // in Classes
	Reflexive bool
	stem      int // in Readings.stems
}

// Readings are all ways to read one word. All bytes lie in arrays, so that a query allocates
// nothing.
type Readings struct {
	reader stemReader
	text   [2048]byte
	used   int
	stems  [32]Stem // in the text
	n      int      // of the stems
	all    []Reading
}

// Len is the number of readings.
func (r *Readings) Len() int { return len(r.all) }

// At returns reading i, and its stem, good until the next Read.
func (r *Readings) At(i int) (Reading, []byte) { return r.all[i], r.stems[r.all[i].stem].text }

// Read finds the readings of a folded word of Cyrillic letters.
func (r *Readings) Read(w []byte) {
	r.n, r.used, r.all = 0, 0, r.all[:0]
	r.reader.least, r.reader.most = 0, len(w)
	r.reader.each(w, func(s Stem) bool {
		if r.n == len(r.stems) || r.used+len(s.text) > len(r.text) {
			return true
		}
		s.text = append(r.text[r.used:r.used], s.text...)
		r.used += len(s.text)
		for left := s.classes; left != 0; left &= left - 1 {
			class := bits.TrailingZeros64(uint64(left))
			r.all = append(r.all, Reading{class, s.reflexive, r.n})
		}
		for left := s.prefixed; left != 0; left &= left - 1 {
			class := tables.prefixed + bits.TrailingZeros32(left)
			r.all = append(r.all, Reading{class, s.reflexive, r.n})
		}
		r.stems[r.n] = s
		r.n++
		return false
	})
	r.reader.askFor(r.stems[:r.n])
}

// Beginning returns the letters that all forms of the word begin with.
func (r *Readings) Beginning() (begins []byte) {
	for i := range r.n {
		its := r.stems[i].Beginning()
		if i == 0 {
			begins = its
		}
		n := 0
		for n < min(len(begins), len(its)) && begins[n] == its[n] {
			n++
		}
		begins = begins[:n-n%letter]
	}
	return begins
}

// IsForm reports whether a folded word of Cyrillic letters is one that EachForm makes of a reading.
func (r *Readings) IsForm(w []byte) bool { return r.reader.isForm(w, r.stems[:r.n]) }

// isForm reports whether a folded word of Cyrillic letters is one that EachForm makes of a stem.
func (r *stemReader) isForm(w []byte, of []Stem) bool {
	return r.each(w, func(s Stem) bool {
		if s.reflexive && !isReflexive(w) {
			return false
		}
		for i := range of {
			if of[i].meets(&s) {
				return true
			}
		}
		return false
	})
}

// askFor makes each leave out what is shorter or longer than all of some stems.
func (r *stemReader) askFor(stems []Stem) {
	r.least, r.most = len(r.buf), 0
	for i := range stems {
		n := len(stems[i].text)
		r.least, r.most = min(r.least, n), max(r.most, n)
	}
}

// isReflexive reports whether a word that ends in ся or сь has the right one of the two.
func isReflexive(w []byte) bool {
	return string(w[len(w)-len("ся"):]) == "ся" || openLetters.endIn(w[:len(w)-len("ся")])
}

// isLong reports whether a word is no short form of the adjective that ends so.
func isLong(c *Class, w []byte) bool {
	if c.Name != "adjective" {
		return false
	}
	for _, end := range NoShort {
		if _, ok := cut(w, end); ok {
			return true
		}
	}
	return false
}

// Has reports whether a word of the class may have the stem.
func (c *Class) Has(stem []byte) bool {
	if c.Prefixes {
		for _, prefix := range c.Last {
			if string(stem) == prefix {
				return true
			}
		}
		return false
	}
	if len(stem) < c.Least*letter {
		return false
	}
	for _, last := range c.Last {
		if _, ok := cut(stem, last); ok {
			return true
		}
	}
	return false
}

// EachForm calls f with all forms that a stem has in the class, some more than once. f may not
// retain its argument, which lies in buf; the grown buf is returned.
func (c *Class) EachForm(stem []byte, reflexive bool, buf []byte, f func(form []byte)) []byte {
	form := func(stem []byte, change, ending string) {
		buf = append(append(append(buf[:0], stem...), change...), ending...)
		if !reflexive {
			f(buf)
			return
		}
		n := len(buf)
		buf = append(buf, "ся"...)
		f(buf)
		if openLetters.endIn(buf[:n]) {
			buf = append(buf[:n], "сь"...)
			f(buf)
		}
	}
	for _, ending := range c.Endings {
		if ending != "" || len(stem) >= LeastZero*letter && !isLong(c, stem) {
			form(stem, "", ending)
		}
		if c.Fleeting != "" && isZero(ending) {
			buf = c.eachZero(stem, ending, buf, f)
		}
	}
	if len(c.Changed) == 0 {
		return buf
	}
	for _, change := range Changes {
		if before, ok := cut(stem, change[0]); ok {
			for _, ending := range c.Changed {
				form(before, change[1], ending)
			}
		}
	}
	return buf
}

// eachZero calls f with the forms that have a fleeting vowel.
func (c *Class) eachZero(stem []byte, ending string, buf []byte, f func(form []byte)) []byte {
	if len(stem) < 2*letter || !c.fleeting.endIn(stem) {
		return buf
	}
	last, middle := stem[len(stem)-letter:], string(stem[len(stem)-2*letter:len(stem)-letter])
	before := stem[:len(stem)-letter]
	form := func(w []byte, vowel string) {
		buf = append(append(append(append(buf[:0], w...), vowel...), last...), ending...)
		f(buf)
	}
	switch shorter := before[:len(before)-letter]; {
	case middle == "ь" && consonants.endIn(shorter), middle == "и" && vowels.endIn(shorter):
		form(shorter, "е")
	case consonants.endIn(before):
		form(before, "о")
		form(before, "е")
	}
	return buf
}

// cut returns w without the end.
func cut(w []byte, end string) ([]byte, bool) {
	n := len(w) - len(end)
	if n < 0 || string(w[n:]) != end {
		return nil, false
	}
	return w[:n], true
}
