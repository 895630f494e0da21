package naive

import (
	"slices"
	"strings"
	"sync"

	"cartaz/builder/search/text"
	"cartaz/builder/search/text/german"
	"cartaz/builder/search/text/roots"
)

var knownGerman sync.Map // of words: []rootOf

// areGermanKin reports whether two words are of one German family.
func (l *language) areGermanKin(a, b string) bool {
	if l.languages&text.German == 0 || !isPlain(a) || !isPlain(b) {
		return false
	}
	all := func(w string) []rootOf {
		known, ok := knownGerman.Load(w)
		if !ok {
			known, _ = knownGerman.LoadOrStore(w, germanRoots(w))
		}
		return known.([]rootOf)
	}
	ofB := all(b)
	return slices.ContainsFunc(all(a), func(one rootOf) bool {
		return slices.ContainsFunc(ofB, func(other rootOf) bool {
			return one.root == other.root && roots.AreAkin(one.kind, other.kind)
		})
	})
}

var germanStrong = german.Strong()

// germanRoots are all of a German word.
func germanRoots(w string) (all []rootOf) {
	add := func(kind roots.Kind, least int, root string) {
		if len(root) >= least {
			all = append(all, rootOf{root, kind})
		}
	}
	stem := func(kind roots.Kind, least int, stem string) {
		if add(kind, least, stem); len(stem) < least {
			return
		}
		particle := particleOf(stem)
		for _, row := range germanStrong {
			if slices.Contains(row[1:], stem[len(particle):]) {
				add(kind, 0, particle+row[0])
			}
		}
		if short, ok := strings.CutSuffix(stem, "el"); ok && len(short) >= german.LeastRoot {
			add(kind, 0, short+"l")
		}
		if short, ok := strings.CutSuffix(stem, "ier"); ok && kind == roots.Verb {
			add(kind, german.LeastRoot, short)
		}
	}
	stem(roots.Noun, german.LeastNoun, w)
	for _, s := range german.Suffixes {
		for _, suffix := range s.Suffixes {
			root, ok := strings.CutSuffix(w, suffix)
			none := s.Kind == roots.Agent && slices.Contains(german.NoAgents(), w)
			if !ok || none || len(root) < german.LeastRoot {
				continue
			}
			if s.Added != "" {
				add(s.Kind, 0, root+s.Added)
				continue
			}
			particle := particleOf(root)
			if !s.Participle || slices.Contains(german.Inseparable, particle) {
				stem(s.Kind, german.LeastRoot, root)
			}
			for _, sign := range []string{"ge", "zu"} {
				rest, ok := strings.CutPrefix(root[len(particle):], sign)
				if ok && s.Kind == roots.Verb && particleOf(particle+rest) == particle &&
					len(rest) >= german.LeastRoot && (particle != "" || sign == "ge") &&
					!slices.Contains(german.Inseparable, particle) {
					stem(roots.Verb, german.LeastRoot, particle+rest)
				}
			}
		}
	}
	return all
}

// particleOf is the longest particle that a German root begins with.
func particleOf(root string) (longest string) {
	for _, p := range german.Particles {
		if strings.HasPrefix(root, p) && len(root) >= len(p)+german.LeastRoot &&
			len(p) > len(longest) {
			longest = p
		}
	}
	return longest
}
