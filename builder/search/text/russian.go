package text

import (
	"cartaz/builder/search/text/russian"
)

// Forms of Russian words meet when one class and one stem of it may have both: see package russian.
// Nothing that makes another word of a word is removed: орган, органный and организация stay apart,
// but for the adjectives of russian.Of and russian.Attributes. Nouns whose forms follow no rule
// stand in formRows.

// russianForms is what the forms of one word need.
type russianForms struct {
	readings russian.Readings
	form     []byte
	compound []byte
	seen     wordSet
}

func (f *Inflections) russianForms() *russianForms {
	if f.russian == nil {
		f.russian = new(russianForms)
	}
	return f.russian
}

// addRussian adds the other forms of w, and those of its twin.
func (f *Inflections) addRussian(w []byte) {
	if !isCyrillic(w) || len(w) > MaxToken {
		return
	}
	u := f.russianForms()
	u.seen.resetTo(f)
	u.readings.Read(w)
	add := func(form []byte) { u.seen.add(f, form) }
	for i := range u.readings.Len() {
		reading, stem := u.readings.At(i)
		u.form = russian.Classes[reading.Class].EachForm(stem, reading.Reflexive, u.form, add)
	}
	addTwins(f, w)
}

// addTwins adds the forms of the twin of a word that was read.
func addTwins(f *Inflections, w []byte) {
	u := f.russianForms()
	for i := 0; i < u.readings.Len() && russian.HasTwin(w); i++ {
		u.form = u.readings.EachTwin(i, u.form, func(form []byte) { u.seen.add(f, form) })
	}
}

// ExpandListed is Inflections.Expand for a word of Russian whose forms need not be listed: Reads
// says which other words are. It reports whether the word is one; of others f has nothing.
func ExpandListed(f *Inflections, r *Rules, w []byte) bool {
	f.reset()
	if r.languages&Russian == 0 || r.HasCompounds() || !isCyrillic(w) || len(w) > MaxToken {
		return false
	}
	f.add(w, "")
	u := f.russianForms()
	u.readings.Read(w)
	if u.readings.Len() == 0 {
		return false
	}
	if russian.HasTwin(w) {
		u.seen.resetTo(f)
		addTwins(f, w)
	}
	f.bent = f.Len()
	f.addRow(r, w)
	addInternational(f, w)
	return true
}

// Beginning returns the letters that all words begin with which Reads says to be forms.
func Beginning(f *Inflections) []byte { return f.russian.readings.Beginning() }

// Reads reports whether a folded word is a form of the one that ExpandListed read.
func Reads(f *Inflections, w []byte) bool {
	return isCyrillic(w) && len(w) <= MaxToken && f.russian.readings.IsForm(w)
}

// addInternational adds what a word is in the other letters, see russian.International.
func addInternational(f *Inflections, w []byte) {
	if !russian.IsInternational(w) || !isLatin(w) && !isCyrillic(w) || len(w) > MaxToken {
		return
	}
	u := f.russianForms()
	u.readings.Read(nil)
	if !isLatin(w) {
		u.readings.Read(w)
	}
	begun := false
	u.form, _ = russian.EachInternational(w, &u.readings, u.form, func(form []byte) {
		if !begun {
			u.seen.resetTo(f)
			begun = true
		}
		u.seen.add(f, form)
	})
}

// wordSet finds the words that a set has twice among many: a table of hashes with linear probing.
type wordSet struct {
	places [1 << 10]uint16 // number of a word and 1, or 0
	used   int
}

func (s *wordSet) reset() {
	if s.used > 0 {
		clear(s.places[:])
	}
	s.used = 0
}

// isNew adds word i of f and reports whether it was not there. Of more words than it has room for
// all are new.
func (s *wordSet) isNew(f *Inflections, i int) bool {
	if s.used > len(s.places)/2 {
		return true
	}
	w := f.At(i)
	hash := uint32(2166136261) // FNV-1a
	for _, c := range w {
		hash = (hash ^ uint32(c)) * 16777619
	}
	for at := hash; ; at++ {
		place := &s.places[at%uint32(len(s.places))]
		if *place == 0 {
			*place, s.used = uint16(i+1), s.used+1
			return true
		}
		if string(f.At(int(*place)-1)) == string(w) {
			return false
		}
	}
}

// HasFamilies reports whether words of one of the languages have a Family, or one of their verb:
// see ExpandFamily.
func HasFamilies(r *Rules) bool {
	return r.languages&(German|Russian) != 0 || len(r.families) > 0
}

// Family is the words that are made of the same root as a Russian one, and say nearly the same:
// загрузка, загружать, загрузчик (see russian.Roots), and those of the other aspect: рисование for
// нарисовать (see russian.Aspects). They are other words, so they are looked for only when a text
// finds nothing otherwise.
type Family struct {
	words    [maxAspects][]byte
	n, at    int // how many words there are, and how many of them Next has read
	readings russian.Readings
	word     russian.Roots
	stem     *russian.Stem // the last of EachStem
	forms    russian.FormReader
	form     []byte
}

// maxAspects is the most words of which a family is made of: one, and those of its rows.
const maxAspects = 12

// Read begins with a folded word. Next must be called before the family has any.
func (f *Family) Read(w []byte) {
	f.n, f.at = 0, 0
	if !isCyrillic(w) || len(w) > MaxToken {
		return
	}
	f.words[0], f.n = w, 1
	if !russian.HasAspect(w) {
		return
	}
	f.readings.Read(w)
	russian.EachAspect(w, &f.readings, func(word []byte) {
		if f.n < len(f.words) {
			f.words[f.n] = word
			f.n++
		}
	})
}

// EachStem calls visit with the letters that the forms of each word of its rows begin with. Until
// visit returns, IsForm says which words these forms are, and EachForm calls a function with them.
func (f *Family) EachStem(visit func(begins []byte)) {
	if f.n < 2 {
		return
	}
	russian.EachAspectStem(f.words[0], &f.readings, func(s *russian.Stem) {
		f.stem = s
		f.forms.Read(s)
		visit(s.Beginning())
	})
}

// EachWord calls visit with the words of its rows as they stand.
func (f *Family) EachWord(visit func(word []byte)) {
	for _, word := range f.words[1:max(f.n, 1)] {
		visit(word)
	}
}

// IsForm reports whether a folded word is a form of the stem that EachStem is at.
func (f *Family) IsForm(w []byte) bool {
	return isCyrillic(w) && len(w) <= MaxToken && f.forms.IsForm(w)
}

// EachForm calls visit with all forms of that stem.
func (f *Family) EachForm(visit func(form []byte)) { f.form = f.stem.EachForm(f.form, visit) }

// Next goes on to the words that have a root in common with the word, then those that have one with
// a word of its rows. It returns false when there are none left.
func (f *Family) Next() bool {
	for f.at < f.n {
		f.word.Read(f.words[f.at])
		if f.at++; f.word.Len() > 0 {
			return true
		}
	}
	return false
}

// Shared returns the letters that all words begin with that Next went on to.
func (f *Family) Shared() []byte { return f.word.Shared() }

// EachBeginning calls f with letters that words begin with that Next went on to: each of them has
// one of the beginnings, and no other.
func (f *Family) EachBeginning(visit func(letters []byte)) { f.word.EachBeginning(visit) }

// Has reports whether a folded word is one of those that Next went on to; with deeds, if one of the
// two is a verb or what is done.
func (f *Family) Has(w []byte, deeds bool) bool {
	if !isCyrillic(w) || len(w) > MaxToken {
		return false
	}
	_, ok := f.word.Meet(w, deeds)
	return ok
}

// SplitRussian parts a word of Russian that is a compound of a first part and a word: киноклуб
// gives кино and клуб, музшкола музыкальный and школа (see russian.Combining). It returns nothing
// of others.
func SplitRussian(r *Rules, w []byte) (first, head []byte) {
	if !r.HasAttributes() || !isCyrillic(w) {
		return nil, nil
	}
	return russian.Split(w)
}

// ExpandCompound fills f with all forms of the compound that folded words of Russian are together
// when the second stands for its first part: видеоредактор for редактор and видео, музшкола for
// школа and музыкальная. It leaves f empty for others.
func ExpandCompound(f *Inflections, r *Rules, head, first []byte) {
	f.reset()
	if !r.HasAttributes() || !russian.HasFirstPart(first) || !isCyrillic(first) ||
		!isCyrillic(head) || len(first) > MaxToken {
		return
	}
	u := f.russianForms()
	u.readings.Read(first)
	if first = russian.FirstPart(first, &u.readings); len(first) > 0 &&
		len(first)+len(head) <= MaxToken {
		u.compound = append(append(u.compound[:0], first...), head...)
		f.Expand(r, u.compound)
	}
}

// HasAttributes reports whether one of the languages has nouns that ExpandAttribute knows.
func (r *Rules) HasAttributes() bool { return r.languages&Russian != 0 }

// ExpandAttribute fills f with the adjectives that say the same before another word as a folded
// noun w behind it, in languages that have such; with nothing for other words.
func (f *Inflections) ExpandAttribute(r *Rules, w []byte) {
	f.reset()
	if !r.HasAttributes() || !russian.HasAdjective(w) || !isCyrillic(w) || len(w) > MaxToken {
		return
	}
	u := f.russianForms()
	u.readings.Read(w)
	for i := range u.readings.Len() {
		u.form = u.readings.EachAdjective(i, u.form, func(form []byte) { f.add(form, "") })
	}
	f.bent = f.Len()
}

// isCyrillic reports whether a word has only letters of two bytes that begin as those of Russian.
func isCyrillic(w []byte) bool {
	if len(w)%2 != 0 {
		return false
	}
	for i := 0; i < len(w); i += 2 {
		if w[i] != 0xd0 && w[i] != 0xd1 {
			return false
		}
	}
	return true
}
