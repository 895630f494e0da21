package german

import "cartaz/builder/search/text/roots"

// mostAdded is the most letters that a word has more than its root: a sign, what forms of strong
// verbs have more than their stem, or what is cut from roots, and a suffix.
const mostAdded = len("ge") + 4 + len("erinnen") + 4

// Meet returns the root that a folded word of the letters a to z has in common with the one that
// was read, of kinds that are akin, and whether there is one.
func (r *Roots) Meet(w []byte) (root []byte, ok bool) {
	if len(w) > r.longest {
		return nil, false
	}
	r.each(w, func(its []byte, end string, kind roots.Kind) bool {
		n := len(its) + len(end)
		for i := range r.set.Len() {
			own, kinds := r.set.At(i)
			if len(own) == n && string(own[:len(its)]) == string(its) &&
				string(own[len(its):]) == end && kinds.Akin().Has(kind) {
				root, ok = own, true
				return true
			}
		}
		return false
	})
	return root, ok
}

// each calls visit with the roots of a word, each in two parts, until that returns true.
func (r *Roots) each(w []byte, visit func(root []byte, end string, kind roots.Kind) bool) bool {
	if len(w) >= LeastNoun && eachOf(w, "", roots.Noun, visit) {
		return true
	}
	if len(w) <= LeastRoot {
		return false
	}
	for _, s := range suffixesAt[w[len(w)-1]-'a'] {
		n := len(w) - len(s.text)
		if n < LeastRoot || string(w[n:]) != s.text || s.Kind == roots.Agent && noAgent[string(w)] {
			continue
		}
		if (!s.Participle || fixed[particleOf(w[:n])]) && eachOf(w[:n], s.Added, s.Kind, visit) ||
			s.Kind == roots.Verb && r.eachBehind(w[:n], visit) {
			return true
		}
	}
	return false
}

// eachBehind is each for the root of a verb that has ge or zu behind its particle. Without one ge
// begins it.
func (r *Roots) eachBehind(root []byte,
	visit func(root []byte, end string, kind roots.Kind) bool) bool {
	p := particleOf(root)
	n := len(p) + len("ge")
	if len(root)-n < LeastRoot || fixed[p] {
		return false
	}
	if sign := string(root[len(p):n]); sign != "ge" && (sign != "zu" || p == "") {
		return false
	}
	r.buf = append(append(r.buf[:0], p...), root[n:]...)
	return particleOf(r.buf) == p && eachOf(r.buf, "", roots.Verb, visit)
}

// eachOf calls visit with a root, and with what else it is the root of: of a form of a strong verb
// the stem of that, of sammel- samml-, of fotografier- fotograf-.
func eachOf(root []byte, added string, kind roots.Kind,
	visit func(root []byte, end string, kind roots.Kind) bool) bool {
	if visit(root, added, kind) {
		return true
	}
	if added != "" {
		return false
	}
	n := len(particleOf(root))
	if len(root)-n <= longestStrong {
		if base := baseOf[string(root[n:])]; base != "" && base != string(root[n:]) &&
			visit(root[:n], base, kind) {
			return true
		}
	}
	if stem, ok := cutSuffix(root, "el"); ok && visit(stem, "l", kind) {
		return true
	}
	stem, ok := cutSuffix(root, "ier")
	return ok && kind == roots.Verb && visit(stem, "", kind)
}

// suffix is one of a Suffix.
type suffix struct {
	*Suffix
	text string
}

// suffixesAt are the suffixes by their last letter, in the order of Suffixes.
var suffixesAt = func() (all [26][]suffix) {
	for i := range Suffixes {
		for _, text := range Suffixes[i].Suffixes {
			at := text[len(text)-1] - 'a'
			all[at] = append(all[at], suffix{&Suffixes[i], text})
		}
	}
	return all
}()
