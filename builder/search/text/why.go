package text

import (
	"bytes"
	"maps"
	"slices"
	"strings"

	"cartaz/builder/search/text/families"
	"cartaz/builder/search/text/names"
	"cartaz/builder/search/text/russian"
)

// RuleOf names the rules by which a word of a query finds another form of it, one of its
// Inflections: "fr -aux/-al", "ru masculine концерт-", "ordinal". It is "" when none of them joins
// the two. Explanations use it; it allocates.
func (r *Rules) RuleOf(word, form string) string {
	w, f := []byte(word), []byte(form)
	if row, _ := r.rows.Get([]byte(word)); slices.Contains(row, form) {
		return r.rowOf(word, form)
	}
	if r.languages&Russian != 0 && isInternational(w, form) {
		return "ru international word"
	}
	switch {
	case digits(w) > 0:
		return "ordinal"
	case isLatin(w) && isLatin(f):
		if rule := r.endingsOf(w, f); rule != "" {
			return rule
		}
		if rule := r.umlautsOf(w, f); rule != "" {
			return rule
		}
		if rule := verbOf(r, w, f); rule != "" {
			return rule
		}
		if rule := r.spellingOf(w, f); rule != "" {
			return rule
		}
		if rule := germanFamilyOf(r, w, f); rule != "" {
			return rule
		}
		if rule := kinOf(r.stems, w, f); rule != "" {
			return rule
		}
		return nearOf(r, word, form)
	case r.languages&Russian != 0 && isCyrillic(w) && isCyrillic(f):
		return russianRule(w, f)
	}
	return ""
}

// kinOf names the stem that two words are made of.
func kinOf(stems *families.Set, word, form []byte) (rule string) {
	stems.EachStem(word, len(word), func(family *families.Family, stem []byte,
		endings [2][]string) bool {
		rest, ok := bytes.CutPrefix(form, stem)
		if ok && (slices.Contains(endings[0], string(rest)) ||
			slices.Contains(endings[1], string(rest))) {
			rule = family.Language + " family " + string(stem) + "-"
		}
		return rule == ""
	})
	return rule
}

// nearOf names the row of words that say nearly the same, or sound alike.
func nearOf(r *Rules, word, form string) string {
	if row, _ := r.close.Get([]byte(word)); slices.Contains(row, form) {
		return "close to " + row[0]
	}
	if row, _ := r.homophones.Get([]byte(word)); slices.Contains(row, form) {
		return "sounds like " + row[0]
	}
	return ""
}

// rowOf names the row that a word and a form stand in.
func (r *Rules) rowOf(word, form string) string {
	for _, row := range names.Spellings() {
		if slices.Contains(row, word) && slices.Contains(row, form) {
			return "spelling of " + row[0]
		}
	}
	for _, code := range r.languages.Codes() {
		for _, row := range FormRows(LanguageOf(code)) {
			if slices.Contains(row, word) && slices.Contains(row, form) {
				return code + " forms of " + row[0]
			}
		}
	}
	return ""
}

// endingsOf names the endings that lead from a word to a base, and from that to a form.
func (r *Rules) endingsOf(word, form []byte) string {
	from, to := r.namedBases(word), r.namedBases(form)
	for _, a := range from {
		for _, b := range to {
			if a.base == b.base {
				return strings.Trim(a.rule+", "+b.rule, ", ")
			}
		}
	}
	return ""
}

type namedBase struct{ base, rule string }

// namedBases are the bases of a word, itself first, with the rules that lead to them.
func (r *Rules) namedBases(w []byte) []namedBase {
	all := []namedBase{{base: string(w)}}
	for i := range r.endings {
		e := &r.endings[i]
		if stem, ok := cutEnding(w, e.Bent, e.Least); ok && e.fits(stem, w) {
			all = append(all, namedBase{string(stem) + e.Base, e.name(r.languages)})
		}
	}
	return all
}

// name is what explanations call the rule: its languages, of those of an index, and its endings.
func (e *Ending) name(of Languages) string {
	return (e.Languages & of).String() + " -" + e.Bent + "/-" + e.Base
}

// umlautsOf names the writing of ä, ö and ü that a word and a form differ in.
func (r *Rules) umlautsOf(word, form []byte) string {
	const rule = "de ae, oe, ue for ä, ö, ü"
	if r.languages&German == 0 {
		return ""
	}
	plain, other := AppendUmlauts(nil, word), AppendUmlauts(nil, form)
	if string(plain) == string(other) {
		return rule
	}
	if ending := r.endingsOf(plain, other); ending != "" {
		return rule + ", " + ending
	}
	return ""
}

// spellingOf names the two writings of parts of German words that a word and a form differ in.
func (r *Rules) spellingOf(word, form []byte) string {
	if r.languages&German == 0 {
		return ""
	}
	for from := range 2 {
		other := AppendSpelling(nil, word, from)
		if len(other) == 0 {
			continue
		}
		rule := "de " + string(word) + " written " + string(other)
		row, _ := r.rows.Get(other)
		if string(other) == string(form) || slices.Contains(row, string(form)) {
			return rule
		}
		if ending := r.endingsOf(other, form); ending != "" {
			return rule + ", " + ending
		}
	}
	return ""
}

// russianRule names the class and the stem that two words share, or what belongs together.
func russianRule(word, form []byte) string {
	var r, other russian.Readings
	r.Read(word)
	other.Read(form)
	found := ""
	for i := range r.Len() {
		reading, stem := r.At(i)
		for k := range other.Len() {
			if same, its := other.At(k); same.Class == reading.Class &&
				same.Reflexive == reading.Reflexive && string(its) == string(stem) {
				return "ru " + russian.Classes[same.Class].Name + " " + string(stem) + "-"
			}
		}
		note := func(rule string) func(form []byte) {
			return func(w []byte) {
				if string(w) == string(form) {
					found = rule + string(stem) + "-"
				}
			}
		}
		r.EachTwin(i, nil, note("ru adjective of its noun, or the noun, "))
		r.EachAdjective(i, nil, note("ru noun as adjective "))
	}
	if found != "" {
		return found
	}
	russian.EachAspectForm(word, &r, nil, func(w []byte) {
		if string(w) == string(form) {
			found = "ru aspect"
		}
	})
	if rule := familyRule(word, form); found == "" {
		found = rule
	}
	russian.EachAspect(word, &r, func(w []byte) {
		if rule := familyRule(w, form); found == "" && rule != "" {
			found = "ru aspect " + string(w) + ", " + rule
		}
	})
	return found
}

// familyRule names the root that two words share.
func familyRule(word, form []byte) string {
	var its russian.Roots
	its.Read(word)
	if root, ok := its.Meet(form, false); ok {
		return "ru family " + string(root) + "-"
	}
	return ""
}

// isInternational reports whether a row of russian.International joins two words, and no class
// does.
func isInternational(word []byte, form string) (found bool) {
	var r russian.Readings
	switch {
	case isCyrillic(word):
		r.Read(word)
		if isCyrillic([]byte(form)) && russianRule(word, []byte(form)) != "" {
			return false
		}
	case !isLatin(word):
		return false
	}
	russian.EachInternational(word, &r, nil, func(w []byte) { found = found || string(w) == form })
	return found
}

// WritingRule names the rule by which a part of Japanese finds another writing of it, given that:
// "ja numbers" for 42, "ja loanwords" for linux, "ja writings" for 祭り.
func WritingRule(other string) string {
	switch c := other[0]; {
	case '0' <= c && c <= '9':
		return "ja numbers"
	case slices.Contains(slices.Collect(maps.Values(japanesePlaces())), other):
		return "ja places"
	case 'a' <= c && c <= 'z':
		return "ja loanwords"
	}
	return "ja writings"
}
