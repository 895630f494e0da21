package search

// Plural and singular meet at query time: the index holds words as they are written, and a query word is expanded to
// the forms that may stand for it. Nothing linguistic is stored, so these rules can change without a new format.
//
// Two words meet when they share a singular, a word being one of its own singulars. The rules are pairs of endings
// that hold in Portuguese (ingressos, flores, canções, pães, jornais, papéis, faróis, azuis, infantis, jovens) or
// English (tickets, boxes, dishes, parties). A pair which would often join unrelated words is left out: a lost match is
// repaired by typing the other form, a wrong one buries the right ones.

// A number is found in its ordinal ones: who looks for the second edition types 2 where the name has 2ª. Not the other way round:
// measured, 13th international conference found conferences on the 13 of a month.

// ordinals are what follows a number in an ordinal one, folded: 2ª, 2º, 1st, 2nd, 3rd, 4th.
var ordinals = [...]string{"a", "o", "st", "nd", "rd", "th"}

// maxOrdinal is the most digits of an ordinal number; more are years and amounts.
const maxOrdinal = 3

func isNumber(w []byte) bool {
	for _, c := range w {
		if c < '0' || '9' < c {
			return false
		}
	}
	return true
}

// ending is one rule: a word that ends in plural may be the plural of the one that ends in singular instead.
type ending struct {
	plural, singular string
	least            int // letters before the ending
	fits             func(stem, plural []byte) bool
}

var endings = [...]ending{
	{"s", "", 2, fitsS},
	{"es", "", 3, fitsES},
	{"oes", "ao", 2, nil},
	{"aes", "ao", 1, func(_, plural []byte) bool { return string(plural) != "maes" }}, // mothers are no hands
	{"ais", "al", 2, nil},
	{"eis", "el", 2, nil},
	{"eis", "il", 2, nil},
	{"ois", "ol", 2, nil},
	{"uis", "ul", 2, nil},
	{"is", "il", 3, func(stem, _ []byte) bool { return !isVowel(stem[len(stem)-1]) }},
	{"ns", "m", 2, nil},
	{"ies", "y", 2, nil},
}

func fitsS(stem, plural []byte) bool {
	if stem[len(stem)-1] == 's' {
		return false
	}
	if len(stem) == 2 { // djs, mcs, tvs, but neither mês nor gás
		return !isVowel(stem[0]) && !isVowel(stem[1])
	}
	switch string(plural) {
	// Words whose final s is their own, and that without it are some other word.
	case "news", "deus", "mais", "pois", "dois", "seis", "tres", "antes", "menos", "plus", "this":
		return false
	}
	return true
}

func fitsES(stem, _ []byte) bool {
	switch c := stem[len(stem)-1]; c {
	case 'r', 'z', 's', 'x', 'o':
		return true
	case 'h':
		return stem[len(stem)-2] == 'c' || stem[len(stem)-2] == 's'
	}
	return false
}

func isVowel(c byte) bool {
	switch c {
	case 'a', 'e', 'i', 'o', 'u', 'y':
		return true
	}
	return false
}

// forms is a small set of words, all bytes in one buffer so that a warm one allocates nothing.
type forms struct {
	text []byte
	ends []int
}

func (f *forms) reset() { f.text, f.ends = f.text[:0], f.ends[:0] }

func (f *forms) len() int { return len(f.ends) }

func (f *forms) at(i int) []byte {
	start := 0
	if i > 0 {
		start = f.ends[i-1]
	}
	return f.text[start:f.ends[i]]
}

// add puts stem+ending into the set.
func (f *forms) add(stem []byte, ending string) {
	start := len(f.text)
	f.text = append(append(f.text, stem...), ending...)
	for i := range f.len() {
		if string(f.at(i)) == string(f.text[start:]) {
			f.text = f.text[:start]
			return
		}
	}
	f.ends = append(f.ends, len(f.text))
}

// expand fills f with the forms that meet w: first w, then its singulars, then the plurals of all these; of a number the
// ordinal ones.
func (f *forms) expand(w []byte) {
	f.reset()
	f.add(w, "")
	if len(w) <= maxOrdinal && isNumber(w) {
		for _, ending := range ordinals {
			f.add(w, ending)
		}
		return
	}
	for _, c := range w {
		if c < 'a' || c > 'z' {
			return // the rules know the letters of two languages; other numbers and scripts stay as they are
		}
	}
	for i := range endings {
		e := &endings[i]
		if stem, ok := cutEnding(w, e.plural, e.least); ok && (e.fits == nil || e.fits(stem, w)) {
			f.add(stem, e.singular)
		}
	}
	for k := range f.len() {
		for i := range endings {
			e := &endings[i]
			// at(k) is read anew: add may have moved the buffer.
			stem, ok := cutEnding(f.at(k), e.singular, e.least)
			if !ok {
				continue
			}
			start := len(f.text)
			f.text = append(append(f.text, stem...), e.plural...)
			plural := f.text[start:]
			f.text = f.text[:start]
			if e.fits == nil || e.fits(plural[:len(stem)], plural) {
				f.add(stem, e.plural)
			}
		}
	}
}

func cutEnding(w []byte, end string, least int) ([]byte, bool) {
	n := len(w) - len(end)
	if n < least || string(w[n:]) != end {
		return nil, false
	}
	return w[:n], true
}
