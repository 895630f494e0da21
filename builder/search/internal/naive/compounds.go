package naive

import (
	"maps"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"cartaz/builder/search/text"
	"cartaz/builder/search/text/german"
	"cartaz/builder/search/text/joined"
	"cartaz/builder/search/text/names"
	"cartaz/builder/search/text/russian"
)

// readCompounds finds the parts of all words that are German compounds.
func (n *Naive) readCompounds() {
	if n.languages&text.German == 0 {
		return
	}
	var bases []string
	simple := map[string]bool{}
	for _, word := range append(slices.Collect(maps.Keys(n.vocab)), text.GermanParts()...) {
		if len(word) >= 3 && isPlain(word) && !slices.Contains(n.stops, word) {
			bases, simple[word] = append(bases, n.bases(word)...), true
		}
	}
	cities := map[string]bool{}
	for _, d := range n.docs {
		for _, t := range tokens(d.City) {
			cities[t.text] = true
		}
	}
	var heads []string
	isWord := func(part string) bool { return n.meetsAny(part, bases) }
	isHead := func(part string) bool {
		stem, ok := strings.CutSuffix(part, "er")
		return isWord(part) || n.meetsAny(part, heads) || ok && len(stem) >= 4 &&
			simple[stem+"en"] && !slices.Contains(german.NoAgents(), part)
	}
	for word := range n.vocab {
		if modifier, _ := split(word, isWord); modifier != "" || !isPlain(word) {
			continue
		}
		for i := len(word) - 5; i >= 4; i-- {
			if !slices.Contains(text.GermanParticles(), word[:i]) &&
				endsModifier(word[:i], simple) {
				heads = append(heads, n.bases(word[i:])...)
				break
			}
		}
	}
	for word := range n.vocab {
		for rest := word; !cities[word]; {
			before, ok := isApart(n.bases(rest))
			if before != "" {
				n.parts[word] = append(n.parts[word], before)
			}
			if ok {
				break
			}
			modifier, head := split(rest, isWord)
			if m, h := split(rest, isHead); modifier == "" && (m != "" || head == "") {
				modifier, head = m, h
			}
			if head == "" {
				break
			}
			n.parts[word] = append(n.parts[word], head)
			if before := rest[:len(rest)-len(head)]; modifier == "" {
				n.parts[word] = append(n.parts[word], before)
				if bare := strings.TrimSuffix(before, "s"); len(bare) >= 3 {
					n.parts[word] = append(n.parts[word], bare)
				}
			}
			if modifier != "" {
				n.parts[word] = append(n.parts[word], modifier)
				for _, link := range text.GermanLinks() {
					bare, ok := strings.CutSuffix(rest[:len(rest)-len(head)], link)
					if ok && len(bare) >= 4 && simple[bare] &&
						slices.Contains(n.bases(modifier), bare) {
						n.parts[word] = append(n.parts[word], bare)
					}
				}
			}
			rest = head
		}
	}
}

// isApart reports whether one of the bases of a word is a compound that is no kind of what its last
// word names, and returns its part.
func isApart(bases []string) (part string, ok bool) {
	for _, base := range bases {
		if part, ok = german.Apart()[base]; ok {
			return part, true
		}
	}
	return "", false
}

// meetsAny reports whether a word has one of these bases, but for the shortest.
func (n *Naive) meetsAny(word string, bases []string) bool {
	return slices.ContainsFunc(n.bases(word),
		func(base string) bool { return len(base) >= 3 && slices.Contains(bases, base) })
}

// endsModifier reports whether what stands before a head is a word, but for what links them.
func endsModifier(before string, words map[string]bool) bool {
	return slices.ContainsFunc(text.GermanLinks(), func(link string) bool {
		rest, ok := strings.CutSuffix(before, link)
		return ok && len(rest) >= 4 && words[rest]
	})
}

func isPlain(word string) bool { return strings.Trim(word, "abcdefghijklmnopqrstuvwxyz") == "" }

// split reads a word as a compound. There is no head when it is none, and no modifier when what
// stands before the head is no word.
func split(word string, known func(string) bool) (modifier, head string) {
	longest := ""
	for i := 3; i <= len(word)-4 && isPlain(word); i++ {
		before, head := word[:i], word[i:]
		if slices.Contains(text.GermanParticles(), before) ||
			!strings.ContainsAny(before, "aeiouy") || !known(head) {
			continue
		}
		for _, link := range text.GermanLinks() {
			rest, ok := strings.CutSuffix(before, link)
			if ok && len(rest) >= 3 && known(rest) {
				return rest, head
			}
		}
		if i == 3 && known(before+"en") {
			return before + "en", head
		}
		if longest == "" && (len(head) > 4 || len(before) > 6) &&
			(len(head) > 5 || !strings.HasSuffix(head, "en")) {
			longest = head
		}
	}
	return "", longest
}

// apart are the parts that a word of a query may stand for which nobody has as one word.
func (n *Naive) apart(word string) []string {
	known := func(part string) bool {
		for t, bases := range n.vocab {
			if n.forms(part, t, bases) || n.hasPart(t, part) {
				return true
			}
		}
		return false
	}
	if n.languages&text.German != 0 {
		if modifier, head := split(word, known); modifier != "" {
			return []string{modifier, head}
		}
	}
	if !n.russian || !isRussian(word) {
		return nil
	}
	first, head := "", ""
	for _, pair := range russian.Combining() {
		rest, ok := strings.CutPrefix(word, pair[0])
		if ok && len([]rune(rest)) >= 3 && (head == "" || len(rest) < len(head)) {
			first, head = pair[1], rest
		}
	}
	if first == "" || !known(first) || !known(head) {
		return nil
	}
	return []string{first, head}
}

// isTogether reports whether a word, with its bases, is a form of what an item is with another.
func (n *Naive) isTogether(w item, t string, bases []string) bool {
	return slices.ContainsFunc(w.together,
		func(compound string) bool { return n.forms(compound, t, bases) })
}

// together are the compounds that two words are in either order.
func (l *language) together(a, b string) (all []string) {
	if !l.russian || !isRussian(a) || !isRussian(b) {
		return nil
	}
	for range 2 {
		for _, pair := range russian.Combining() {
			form, word := pair[0], pair[1]
			stays := form == word && strings.ContainsAny(word[len(word)-2:], "аеоуыэюя")
			meets := a == word || !stays && meet(l.asked(a), citations(word))
			if meets && len(form)+len(b) <= text.MaxToken {
				all = append(all, form+b)
			}
		}
		a, b = b, a
	}
	return all
}

// isPart reports whether a compound has a word of a query as a part.
func (n *Naive) isPart(compound, word string) bool {
	return slices.Contains(n.parts[compound], word)
}

// hasPart reports whether a compound has a part that is a form of a word of a query.
func (n *Naive) hasPart(compound, word string) bool {
	return slices.ContainsFunc(n.parts[compound], func(part string) bool {
		return n.forms(word, part, n.bases(part))
	})
}

// joinedPairs and homophones are read once, since each word asks for them.
var joinedPairs, homophones = sync.OnceValue(joined.Pairs), sync.OnceValue(names.Homophones)

// readBound reads the neighbours of a description that belong together, or are also one word.
func readBound(n *Naive, d *document, all []token) {
	before, content := "", ""
	for i, t := range all {
		if i == 0 || t.kind != 'w' || t.gap != " " {
			before, content = "", ""
		}
		if t.kind != 'w' {
			continue
		}
		stop := slices.Contains(n.stops, t.text)
		for _, pair := range joinedPairs() {
			if pair[0] == before && (pair[1] == t.text || pair[1]+"s" == t.text) {
				addNeighbours(&n.language, d, before, t.text, 1)
			}
		}
		for _, first := range []string{before, content} {
			if n.belong(first, t.text) && (first == before || len(first) > 1) {
				addNeighbours(&n.language, d, first, t.text, 1)
			}
		}
		if before = t.text; !stop {
			content = t.text
		}
	}
}

// readTitles reads the titles of works in a description as neighbours.
func readTitles(n *Naive, d *document, all []token) {
	var words []string
	for _, t := range all {
		if strings.ContainsAny(t.gap, ";!?|/[]\n–—•·") || t.kind != 'w' {
			words = nil
		}
		if t.kind != 'w' || slices.Contains(n.stops, t.text) {
			continue
		}
		words = append(words, t.text)
		for from := range max(0, len(words)-1) {
			if n.titles[strings.Join(words[from:], " ")] {
				joined := strings.Join(words[from:], "")
				d.neighbours[joined] = max(d.neighbours[joined], 1)
			}
		}
	}
}

// belong reports whether two words mean little apart.
func (l *language) belong(a, b string) bool {
	switch {
	case isKey(l.languages, a, b):
		return true
	case a == "" || slices.Contains(l.stops, a):
		return false
	case len(a) > 1:
		return a == b || len(b) > 1 && !slices.Contains(l.stops, b) && isGiven(l, a) ||
			otherFigures(l, a, b) != "" || l.latin && len(b) > 1 && !slices.Contains(l.stops, b) &&
			slices.Contains(strings.Fields("le la les el los las il lo gli der das"), a)
	}
	return strings.Contains("abcdefghijklmnopqrstuvwxyz", a) && len(b) > 1 &&
		!slices.Contains(l.elided, a)
}

// isGiven reports whether a word is a first name.
func isGiven(l *language, word string) bool {
	return l.latin && !slices.Contains(l.stops, word) && slices.Contains(names.Given(), word)
}

// boundBy is the joined form of a word of a query and its neighbour that belong together, if some
// document has it; "" for others.
func boundBy(n *Naive, w item) string {
	for _, joined := range w.belongs {
		if n.neighbours[joined] {
			return joined
		}
	}
	return ""
}

// pairs are the neighbours that a word is made of which is three to five words joined.
func (n *Naive) pairs(word string, before []string, tries *int) []string {
	if len(before) == 0 && len(word) < 6 {
		return nil
	}
	for end := 1; end <= len(word) && *tries > 0; end++ {
		if end < len(word) && !utf8.RuneStart(word[end]) {
			continue
		}
		if end == len(word) && len(before) < 2 {
			return nil
		}
		*tries--
		first := word[:end]
		if n.vocab[first] == nil || len(before) > 0 && !n.neighbours[before[len(before)-1]+first] {
			continue
		}
		words := append(slices.Clone(before), first)
		if end == len(word) {
			var pairs []string
			for i := range words[1:] {
				pairs = append(pairs, words[i]+words[i+1])
			}
			return pairs
		}
		if len(words) == 5 {
			continue
		}
		if pairs := n.pairs(word[end:], words, tries); pairs != nil {
			return pairs
		}
	}
	return nil
}

// acronyms are the initials of the words of a house, or of each part of its name between signs.
func acronyms(stops []string, house string) (all []string) {
	initials := ""
	for i, t := range tokens(house) {
		if i > 0 && t.gap != " " {
			all, initials = append(all, initials), ""
		}
		switch {
		case t.kind == 'w' && slices.Contains(stops, t.text):
		case t.kind == 'w':
			initials += t.text[:1]
		default:
			initials += "?"
		}
	}
	return slices.DeleteFunc(append(all, initials), func(acronym string) bool {
		return !acronymed.MatchString(acronym)
	})
}

var acronymed = regexp.MustCompile("^[b-df-hj-np-tv-xz]{3,6}$")
