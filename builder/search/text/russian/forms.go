package russian

import "strings"

// Reading is one way to read a word: as a form of a stem in a class.
type Reading struct {
	Class     int // in Classes
	Reflexive bool
	from, to  int // of the stem in Readings.text
}

// Readings are all ways to read one word. All bytes lie in arrays, so that a query allocates
// nothing.
type Readings struct {
	text [2048]byte
	used int
	all  [64]Reading
	n    int
}

// Len is the number of readings.
func (r *Readings) Len() int { return r.n }

// At returns reading i, and its stem, good until the next Read.
func (r *Readings) At(i int) (Reading, []byte) {
	return r.all[i], r.text[r.all[i].from:r.all[i].to]
}

// use is one ending of a class.
type use struct {
	class   int
	changed bool
}

// uses are those of each ending, and longestEnding is that of most bytes.
var uses, longestEnding = func() (map[string][]use, int) {
	all, longest := map[string][]use{}, 0
	for i := range Classes {
		for n, list := range [...][]string{Classes[i].Endings, Classes[i].Changed} {
			for _, ending := range list {
				all[ending] = append(all[ending], use{i, n > 0})
				longest = max(longest, len(ending))
			}
		}
	}
	return all, longest
}()

// letter is the length of a letter: words have only Russian ones.
const letter = 2

// Read finds the readings of a folded word.
func (r *Readings) Read(w []byte) {
	r.n, r.used = 0, 0
	r.read(w, false)
	if n := len(w) - len("ся"); n > 0 && (string(w[n:]) == "ся" || string(w[n:]) == "сь") {
		r.read(w[:n], true)
	}
}

func (r *Readings) read(w []byte, reflexive bool) {
	for n := len(w); n >= 0 && n >= len(w)-longestEnding; n -= letter {
		for _, u := range uses[string(w[n:])] {
			c := &Classes[u.class]
			switch {
			case reflexive && !c.IsVerb():
			case u.changed:
				for _, change := range Changes {
					if before, ok := cut(w[:n], change[1]); ok {
						r.add(u.class, reflexive, before, "", change[0])
					}
				}
			case n < len(w) || len(w) >= LeastZero*letter && !isLong(c, w):
				r.add(u.class, reflexive, w[:n], "", "")
			}
			if !u.changed && !reflexive && c.Fleeting != "" {
				r.addZero(u.class, w[:n], string(w[n:]))
			}
		}
	}
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

// addZero adds the readings of a form whose last vowel is fleeting. There are three kinds: one that
// only this form has (выставок, выставк), one for ь (писем, письм), and one for й behind a vowel
// (копеек, копеик).
func (r *Readings) addZero(class int, w []byte, ending string) {
	if !isZero(ending) || len(w) < 3*letter {
		return
	}
	last, middle := w[len(w)-letter:], string(w[len(w)-2*letter:len(w)-letter])
	before := w[:len(w)-2*letter]
	if !endsIn(w, Classes[class].Fleeting) || middle != "о" && middle != "е" {
		return
	}
	switch {
	case endsIn(before, consonant):
		r.add(class, false, before, string(last), "")
		if middle == "е" {
			r.add(class, false, before, "ь", string(last))
		}
	case middle == "е" && endsIn(before, vowel):
		r.add(class, false, before, "и", string(last))
	}
}

// isZero reports whether a vowel may be fleeting before an ending.
func isZero(ending string) bool { return ending == "" || ending == "ь" || ending == "ью" }

// endsIn reports whether the last letter of a part of a word is one of some.
func endsIn(w []byte, letters string) bool {
	return len(w) >= letter && strings.Contains(letters, string(w[len(w)-letter:]))
}

// add adds a reading whose stem is made of three parts, unless it cannot be one of its class.
func (r *Readings) add(class int, reflexive bool, a []byte, b, c string) {
	n := len(a) + len(b) + len(c)
	if r.n == len(r.all) || r.used+n > len(r.text) {
		return
	}
	stem := append(append(append(r.text[r.used:r.used], a...), b...), c...)
	if !Classes[class].Has(stem) {
		return
	}
	r.all[r.n] = Reading{class, reflexive, r.used, r.used + n}
	r.n++
	r.used += n
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
		if endsIn(buf[:n], vowel+"и") {
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
	if len(stem) < 2*letter || !endsIn(stem, c.Fleeting) {
		return buf
	}
	last, middle := stem[len(stem)-letter:], string(stem[len(stem)-2*letter:len(stem)-letter])
	before := stem[:len(stem)-letter]
	form := func(w []byte, vowel string) {
		buf = append(append(append(append(buf[:0], w...), vowel...), last...), ending...)
		f(buf)
	}
	switch shorter := before[:len(before)-letter]; {
	case middle == "ь" && endsIn(shorter, consonant), middle == "и" && endsIn(shorter, vowel):
		form(shorter, "е")
	case endsIn(before, consonant):
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
