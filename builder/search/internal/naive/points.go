package naive

import (
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"cartaz/builder/search/text"
	"cartaz/builder/search/text/names"
	"cartaz/builder/search/text/roots"
)

// ways are the words of all documents that satisfy a wanted word, each with the way.
type ways struct {
	item
	place         location          // that the word names
	kanaKnown     bool              // documents have the word in kana
	kanaHead      bool              // only at the end of others
	kanaStrict    bool              // it is not looked for in pairs
	kanaNear      map[string]bool   // words in kana that it may stand for
	found         map[string]string // by "exact", "alias" …, the best way
	edits         map[string]string // of mistyped words: "1" or "2"
	pairs         []string          // of neighbours, of a word that may be several joined
	whole, prefix []map[string]int  // of each part: found whole, found whole or as a beginning

	noun, adjectives map[string]bool // forms of the first word, and of what it is as an attribute
}

// A part of a hyphenated word or of a compound is a word of a document, or a part of one.
const (
	foundWhole = 1 + iota
	foundInside
)

// isCorrected reports whether a word may be mistyped.
func isCorrected(n *Naive, w item) bool {
	return w.plain && utf8.RuneCountInString(w.word) >= 5 &&
		!strings.ContainsAny(w.word, "0123456789") && !n.isListed(w.word)
}

func (n *Naive) ways(w item, correct bool) ways {
	letters, asked := []rune(w.word), correct
	correct = correct && isCorrected(n, w)
	all := ways{item: w, found: map[string]string{}, edits: map[string]string{},
		noun: map[string]bool{}, adjectives: map[string]bool{}}
	form := func(t string, bases []string) bool {
		isCount := w.serial && !strings.ContainsAny(t, "0123456789")
		return (w.related || !isCount) && n.forms(w.word, t, bases)
	}
	// What stands in no name also finds names with words of its family.
	names := n.russian && w.single() && !w.related && n.hasForm(w.word, 1) && !n.hasForm(w.word, 2)
	completes := "prefix"
	if w.last && n.hasForm(w.word, 1) {
		completes = n.completes(w.word, n.hasForm(w.word, 2))
		if w.extension {
			completes = ""
		}
	}
	if n.standsJoined(w) {
		completes = ""
	}
	all.readKana(n, asked)
	if slices.ContainsFunc(w.around, func(joined string) bool { return isPlace(n, joined) }) {
		all.date = date{}
	}
	bound := boundBy(n, w)
	if bound != "" {
		if bound == w.person {
			all.surname = w.word
		}
		all.word = bound
	}
	if bound != "" || len(w.word) > 1 && n.hasForm(w.word, 1) {
		all.people = nil
	}
	if _, known := n.vocab[w.word]; known && bound == "" && w.single() {
		all.place = placeOf(n, w)
	}
	for t, forms := range n.vocab {
		if w.plain && !w.behind {
			all.noun[t] = t == w.word || form(t, forms)
			all.adjectives[t] = n.isAttribute(w.word, t)
		}
		if !correct {
		} else if edits := editsTo(n, letters, t); edits > 0 {
			all.edits[t] = strconv.Itoa(edits)
		}
		switch {
		case bound != "":
			if n.isJoined(w.joins, t) {
				all.found[t] = "alias"
			} else if edits := all.edits[t]; edits != "" {
				all.found[t] = edits
			}
		case t == w.word:
			all.found[t] = "exact"
		case !w.plain:
		case form(t, forms), n.isJoined(w.joins, t), n.isTogether(w, t, forms),
			w.behind && n.isAttribute(w.word, t),
			w.number != "" && t == w.number,
			w.beside && w.parts == nil && soundAlike(n.languages, w.word, t),
			w.related && (n.russian && n.isRelated(w.word, t, roots.AreAkin) ||
				isClose(&n.language, w.word, t) || n.areOfOneVerb(w.word, t) ||
				n.areGermanKin(w.word, t) || n.areKin(w.word, t)):
			all.found[t] = "alias"
		case names && n.isRelated(w.word, t, roots.AreDeeds):
			all.found[t] = "alias name"
		case n.isPart(t, w.word), w.related && slices.ContainsFunc(n.parts[t],
			func(part string) bool { return n.areGermanKin(w.word, part) }):
			all.found[t] = "compound"
		case w.last && strings.HasPrefix(t, w.word) && completes == "prefix",
			w.joinedLast != "" && !w.elided && strings.HasPrefix(t, w.joinedLast):
			all.found[t] = "prefix"
		case w.last && strings.HasPrefix(t, w.word) && completes != "":
			all.found[t] = completes
		case n.hasPart(t, w.word):
			all.found[t] = "of compound"
		case correct && osa(letters, []rune(t)) == 1:
			all.found[t] = "1"
		case correct && len(letters) >= 9 && osa(letters, []rune(t)) == 2:
			all.found[t] = "2"
		}
	}
	parts := w.parts
	if bound != "" {
		return all
	}
	if first := n.hyphens[w.word]; parts == nil && w.plain && first > 0 && !n.neighbours[w.word] {
		parts = []string{w.word[:first], w.word[first:]}
	}
	if parts == nil && w.plain && !slices.ContainsFunc(n.docs,
		func(d document) bool { return all.points(&d) >= points["alias"][1] }) {
		if parts = n.apart(w.word); parts == nil {
			tries := 256
			all.pairs = n.pairs(w.word, nil, &tries)
		}
	}
	if len(parts) == 2 && w.hyphen && n.neighbours[w.word] {
		parts = nil
	}
	for i, p := range parts {
		whole, prefix := map[string]int{}, map[string]int{}
		for t, forms := range n.vocab {
			switch {
			case n.forms(p, t, forms):
				whole[t], prefix[t] = foundWhole, foundWhole
			case n.hasPart(t, p):
				whole[t], prefix[t] = foundInside, foundInside
			}
			if w.last && w.parts != nil && i == len(parts)-1 && len([]rune(p)) >= 2 &&
				strings.HasPrefix(t, p) {
				prefix[t] = foundWhole
			}
		}
		all.whole, all.prefix = append(all.whole, whole), append(all.prefix, prefix)
	}
	return all
}

// isJoined reports whether a word is one of those that words of the query are together, a final s
// aside.
func (n *Naive) isJoined(joins []string, t string) bool {
	bare := func(w string) string {
		if n.latin {
			return strings.TrimSuffix(w, "s")
		}
		return w
	}
	return slices.ContainsFunc(joins, func(j string) bool {
		if n.languages&text.German != 0 && bare(t) == bare(withoutE(j)) {
			begins := false
			for word := range n.vocab {
				begins = begins || strings.HasPrefix(word, bare(j))
			}
			return !begins || bare(t) == bare(j)
		}
		return bare(t) == bare(j)
	})
}

// standsJoined reports whether a last word is, with the one before it, a word that is no beginning
// of others.
func (n *Naive) standsJoined(w item) bool {
	if w.joinedLast == "" || n.completes(w.joinedLast, true) != "" {
		return false
	}
	for t := range n.vocab {
		if n.isJoined([]string{w.joinedLast}, t) {
			return true
		}
	}
	return false
}

// isAttribute reports whether a word of a document is the adjective of a noun of the query.
func (n *Naive) isAttribute(noun, found string) bool {
	return n.russian && slices.ContainsFunc(attributes, func(pair [2][]string) bool {
		return meet(n.asked(noun), pair[0]) && meet(n.asked(found), pair[1])
	})
}

// hasForm reports whether some document has a form of a word in a field of that class or a greater
// one.
func (n *Naive) hasForm(word string, class int) bool {
	for t, bases := range n.vocab {
		if (t == word || n.forms(word, t, bases)) && (class == 1 || slices.ContainsFunc(n.docs,
			func(d document) bool { return d.words[t] >= class })) {
			return true
		}
	}
	return false
}

// nowhere reports whether no document has the word as it is typed; one of parts that are somewhere
// may be meant so.
func (n *Naive) nowhere(w item) bool {
	all := n.ways(w, false)
	parts := 0
	if len(all.pairs) > 0 && slices.ContainsFunc(n.docs, func(d document) bool {
		return slices.Contains(slices.Collect(maps.Keys(d.neighbours)), all.pairs[0])
	}) {
		return false
	}
	for i := range all.prefix {
		for t := range n.vocab {
			if all.prefix[i][t] > 0 {
				parts++
				break
			}
		}
	}
	return (parts == 0 || parts < len(all.prefix)) &&
		!slices.ContainsFunc(n.docs, func(d document) bool { return all.points(&d) > 0 })
}

func (w ways) points(d *document) int {
	best := 0
	for _, o := range w.others {
		best = max(best, points["alias"][o.class(d)])
	}
	best = max(best, w.kanaPoints(d))
	if w.kanaKnown || w.kanaStrict {
		return best
	}
	if w.run != "" {
		return max(best, points["exact"][d.begins[w.run]], points["prefix"][d.words[w.word]])
	}
	for t, class := range d.words {
		if way, ok := w.found[t]; ok {
			best = max(best, points[way][class])
		}
	}
	for t, class := range d.words { // the adjective in the name, the noun anywhere
		for other := range d.words {
			if class == 3 && w.adjectives[t] && w.noun[other] {
				best = max(best, points["alias"][3])
			}
		}
	}
	together := func(sets []map[string]int) int {
		least := 3
		for _, set := range sets {
			best := 0
			for t, class := range d.words {
				switch set[t] {
				case foundWhole:
					best = max(best, class)
				case foundInside:
					best = max(best, class-1, 1)
				}
			}
			least = min(least, best)
		}
		return least
	}
	if len(w.whole) > 0 {
		best = max(best, points["alias"][together(w.whole)], points["prefix"][together(w.prefix)])
	}
	if len(w.pairs) > 0 {
		least := 3
		for _, pair := range w.pairs {
			least = min(least, d.neighbours[pair])
		}
		best = max(best, points["alias"][least])
	}
	if w.surname != "" && d.neighbours[w.word] > 0 && d.words[w.surname] == 3 {
		best = max(best, points["exact"][3])
	}
	for _, name := range w.people {
		best = max(best, points["alias"][d.neighbours[name]])
	}
	if w.place.has(d) {
		best = max(best, points["exact"][3])
	}
	if w.year > 0 && inYear(d.Doc, w.year) {
		best = max(best, points["alias"][1])
	}
	if w.date.month > 0 && onDate(d.Doc, w.date) {
		best = max(best, points["alias"][2])
	}
	if !w.plain {
		return best
	}
	if len(w.word) >= 4 {
		best = max(best, points["alias"][d.neighbours[w.word]])
	}
	for _, phrase := range append([]string{w.word}, w.phrases...) {
		best = max(best, points["alias"][d.synonyms[phrase]])
	}
	for word, class := range d.synonyms { // of what a mistyped word may stand for
		if edits := w.edits[word]; edits != "" {
			best = max(best, points[edits][class])
		}
	}
	return best
}

// ties decide between documents of one score.
func (n *Naive) ties(wanted []item, readings [][]string, d *document) int {
	sum := 0
	if tail := wanted[len(wanted)-1].tail; tail != "" {
		all, own := 0, 0
		for joined := range n.neighbours {
			if strings.HasPrefix(joined, tail) {
				all++
				own += min(d.neighbours[joined], 1)
			}
		}
		if all <= 8 {
			sum += 4 * own
		}
	}
	for i, w := range wanted {
		if w.next == "" {
			continue
		}
		sum += 2 * min(d.neighbours[wanted[i+1].word+w.word], 1)
		for _, a := range append([]string{w.word}, readings[i]...) {
			for _, b := range append([]string{wanted[i+1].word}, readings[i+1]...) {
				sum += 4 * min(d.neighbours[a+b], 1)
			}
		}
	}
	for _, pair := range wanted[0].ownPairs {
		sum += 4 * min(d.neighbours[pair], 1)
	}
	sum += numberTies(d, wanted) + authorTies(n, d, wanted)
	for _, w := range wanted {
		if w.single() && placeOf(n, w).has(d) {
			sum += 4
		}
		if code, ok := names.CountryOf([]byte(w.word)); ok && w.single() && !w.beside &&
			text.Fold(d.Country) == code {
			sum += 4
		}
	}
	if d.first[append(wanted[0].parts, wanted[0].word)[0]] {
		sum += 2
	}
	for first := range d.first {
		if w := wanted[0]; w.single() && boundBy(n, w) == "" && n.bends(w.word, first) {
			sum += 2
		}
	}
	for _, reading := range readings[0] {
		if d.first[reading] {
			sum += 2
		}
	}
	end := wanted[len(wanted)-1]
	if d.last[append([]string{end.word}, end.parts...)[len(end.parts)]] {
		sum++
	}
	for _, reading := range readings[len(readings)-1] {
		if d.last[reading] {
			sum++
		}
	}
	return sum
}
