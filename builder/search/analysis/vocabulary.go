package analysis

// Vocabulary is the set of words in which parts of compounds are looked up: the words of an index,
// and common parts of compounds.
type Vocabulary struct {
	a     *Analyzer
	bases map[string]bool
	forms Variants
}

// NewVocabulary returns a Vocabulary with the common parts of compounds, or nil for languages
// without compounds.
func (a *Analyzer) NewVocabulary() *Vocabulary {
	if !a.HasCompounds() {
		return nil
	}
	v := &Vocabulary{a: a, bases: map[string]bool{}}
	for _, word := range a.Parts {
		v.Add([]byte(word))
	}
	return v
}

// HasCompounds reports whether a language writes compounds as one word.
func (a *Analyzer) HasCompounds() bool { return a.Split != nil }

// leastPart is the length of the shortest word that is a part of a compound, in bytes.
const leastPart = 3

// Add adds a folded word. It ignores stop words and words of less than three letters or of other
// scripts.
func (v *Vocabulary) Add(word []byte) {
	if len(word) < leastPart || !isLatin(word) || v.a.IsStop(word) {
		return
	}
	v.eachBase(word, func(base []byte) bool {
		v.bases[string(base)] = true
		return false
	})
}

// eachBase calls f with the word and its bases until f returns true. It reports whether f did.
func (v *Vocabulary) eachBase(word []byte, f func(base []byte) bool) bool {
	v.forms.reset()
	v.forms.add(word, "", "")
	v.forms.addBases(v.a, 0)
	for i := range v.forms.Len() {
		if base, _ := v.forms.At(i); len(base) >= leastPart && f(base) {
			return true
		}
	}
	return false
}

// IsWord reports whether a part is a form of a word that was added.
func (v *Vocabulary) IsWord(part []byte) bool {
	return v.eachBase(part, func(base []byte) bool { return v.bases[string(base)] })
}

// EachPart calls emit with the parts of a word that is a compound, given the words that exist. emit
// must not retain its argument.
func (a *Analyzer) EachPart(word []byte, isWord func(part []byte) bool, emit func(part []byte)) {
	if a.HasCompounds() && isLatin(word) {
		a.Split(word, isWord, emit)
	}
}
