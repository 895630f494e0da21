package naive

import (
	"slices"
	"strings"

	"cartaz/builder/search/text"
)

// readCompounds finds the parts of all words that are German compounds.
func (n *Naive) readCompounds() {
	if n.languages&text.German == 0 {
		return
	}
	var bases []string
	for word := range n.vocab {
		if len(word) >= 3 && isPlain(word) && !slices.Contains(n.stops, word) {
			bases = append(bases, n.bases(word)...)
		}
	}
	known := func(part string) bool {
		return slices.ContainsFunc(n.bases(part),
			func(base string) bool { return len(base) >= 3 && slices.Contains(bases, base) })
	}
	for word := range n.vocab {
		for rest := word; ; {
			modifier, head := split(rest, known)
			if head == "" {
				break
			}
			n.parts[word] = append(n.parts[word], head)
			if modifier != "" {
				n.parts[word] = append(n.parts[word], modifier)
			}
			rest = head
		}
	}
}

func isPlain(word string) bool { return strings.Trim(word, "abcdefghijklmnopqrstuvwxyz") == "" }

// split reads a word as a compound. There is no head when it is none, and no modifier when what
// stands before the head is no word.
func split(word string, known func(string) bool) (modifier, head string) {
	for i := 3; i <= len(word)-4 && isPlain(word); i++ {
		before, head := word[:i], word[i:]
		if slices.Contains(text.GermanParticles(), before) ||
			!strings.ContainsAny(before, "aeiouy") || !known(head) {
			continue
		}
		modifier := ""
		for _, link := range text.GermanLinks() {
			rest, ok := strings.CutSuffix(before, link)
			if ok && len(rest) >= 3 && known(rest) {
				modifier = rest
				break
			}
		}
		if modifier != "" || len(head) > 4 {
			return modifier, head
		}
	}
	return "", ""
}

// apart are the parts that a word of a query may stand for which nobody has as one word.
func (n *Naive) apart(word string) []string {
	if n.languages&text.German == 0 {
		return nil
	}
	modifier, head := split(word, func(part string) bool {
		for t, bases := range n.vocab {
			if n.forms(part, t, bases) {
				return true
			}
		}
		return false
	})
	if modifier == "" {
		return nil
	}
	return []string{modifier, head}
}

// hasPart reports whether a compound has a part that is a form of a word of a query.
func (n *Naive) hasPart(compound, word string) bool {
	return slices.ContainsFunc(n.parts[compound], func(part string) bool {
		return n.forms(word, part, n.bases(part))
	})
}
