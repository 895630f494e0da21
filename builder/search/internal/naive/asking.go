package naive

import (
	"slices"
	"strings"
	"unicode/utf8"

	"cartaz/builder/search/text"
)

// ownKind is a row of words for what all events of the catalogue are, nil where there is none: one
// of twenty-five names has it or more, eight at least, and twice as many as any other kind.
func ownKind(n *Naive) (own []string) {
	rows := text.EventKinds(n.languages)
	named := make([]int, len(rows))
	for i, row := range rows {
		for _, d := range n.docs {
			for _, word := range row {
				if d.words[word] == 3 {
					named[i]++
				}
			}
		}
	}
	most := slices.Index(named, slices.Max(named))
	for i, names := range named {
		if i != most && 2*names > named[most] {
			return nil
		}
	}
	if named[most] < 8 || 25*named[most] < len(n.docs) {
		return nil
	}
	return rows[most]
}

// request reads a text without the word for what all events are, unless names have it before the
// next word, or at the end of three words or more that are the text. Where these are concerts,
// music is what they are, too. From then on it is a stop word.
func request(n *Naive, l *language, query string) []item {
	wanted := l.items(query, n.longest)
	done := slices.Contains(l.stops, ownRead) || slices.Contains(l.stops, notOwn)
	for i, w := range wanted {
		another := func(other item) bool { return other.word != w.word }
		own, isRequest := n.own, w.leads || i+1 == len(wanted)
		if music := text.MusicWords(n.languages); isRequest && slices.Contains(music, w.word) &&
			slices.Equal(n.own, text.EventKinds(n.languages)[text.Concerts]) {
			own = append(slices.Clone(own), w.word)
		}
		if done || !slices.ContainsFunc(wanted, another) || !w.single() ||
			!slices.Contains(own, w.word) || n.neighbours[w.next] ||
			i+1 == len(wanted) && endsName(n, query, w) {
			continue
		}
		l.stops, l.ownPairs = slices.Concat(l.stops, []string{w.word, ownRead}), nil
		if isRequest {
			l.stops = append(l.stops, requestRead)
		}
		for at := max(0, i-1); at <= min(i+1, len(wanted)-1); at++ {
			for _, word := range own {
				if at != i && wanted[at].single() {
					l.ownPairs = append(l.ownPairs, wanted[at].word+word, word+wanted[at].word)
				}
			}
		}
		return l.items(query, n.longest)
	}
	return wanted
}

// endsName reports whether a word is the last of a text that is three neighbours or more.
func endsName(n *Naive, query string, w item) bool {
	joined, last, tries := "", "", 256
	for i, t := range tokens(query) {
		if t.kind != 'w' {
			return false
		}
		if i < 12 {
			joined, last = joined+t.text, t.text
		}
	}
	return last == w.word && len(n.pairs(text.Clip(joined, text.MaxToken), nil, &tries)) > 0
}

// These are stop words that nobody types: a text is read without the word for what all events are,
// which was the last or had a stop word behind it, or is not looked at for one.
const ownRead, requestRead, notOwn = "\x00", "\x02", "\x01"

// unasked reads a text without what only asks, and a letter at the end, if that is a part of it and
// not all.
func (n *Naive) unasked(l *language, query string, wanted []item) (
	shortest string, without language, skipped bool,
) {
	asking, begun := n.asking, false
	if last := len(wanted) - 1; last > 0 && wanted[last].single() &&
		utf8.RuneCountInString(wanted[last].word) == 1 &&
		strings.Trim(wanted[last].word, "0123456789") != "" {
		asking, begun = append(slices.Clone(asking), wanted[last].word), true
	}
	asks := func(w item) bool { return w.single() && slices.Contains(asking, w.word) }
	if !slices.ContainsFunc(wanted, func(w item) bool { return !asks(w) }) {
		return "", without, false
	}
	shortest = query
	for i := range query {
		tail := text.Fold(query[i:])
		if i > 0 && len(shortest) == len(query) && slices.Contains(n.askingEnds, tail) {
			shortest = query[:i]
		}
	}
	if len(shortest) == len(query) && !slices.ContainsFunc(wanted, asks) {
		return "", without, false
	}
	without = *l
	without.stops, without.whole = slices.Concat(l.stops, asking), begun
	return shortest, without, true
}

// kindsAmong returns the words for kinds of events and places that a text may be read without, if
// it has some, and others.
func kindsAmong(n *Naive, wanted []item) (kinds []string) {
	kinds = slices.Concat(n.kinds, placesOf(n.languages, wanted), formOf(n, wanted))
	if others := othersThan(kinds, wanted); 0 < len(others) && len(others) < len(wanted) {
		return kinds
	}
	return nil
}

func othersThan(kinds []string, wanted []item) []item {
	return slices.DeleteFunc(slices.Clone(wanted),
		func(w item) bool { return w.single() && slices.Contains(kinds, w.word) })
}

// kindsOf returns those of kindsAmong, if each other word stands somewhere.
func kindsOf(n *Naive, wanted []item) (kinds []string) {
	if kinds = kindsAmong(n, wanted); kinds == nil ||
		slices.ContainsFunc(othersThan(kinds, wanted), n.nowhere) {
		return nil
	}
	return kinds
}

// formOf is the form of a work at the end or the beginning of a text that has its title beside.
func formOf(n *Naive, wanted []item) []string {
	if len(wanted) < 2 {
		return nil
	}
	var forms []string
	for _, code := range n.languages.Codes() {
		forms = append(forms, text.FormWords(text.LanguageOf(code))...)
	}
	for _, at := range []int{len(wanted) - 1, 0} {
		form, title := wanted[at].word, ""
		for i, w := range wanted {
			if !w.single() || i != at && w.word == form {
				return nil
			}
			if i != at && !slices.Contains(n.kinds, w.word) {
				title += w.word
			}
		}
		if titlesOf(&n.language).joined[title] && slices.Contains(forms, form) {
			return []string{form}
		}
	}
	return nil
}

// placesOf are the words for kinds of places; none where one has no name on the right side.
func placesOf(languages text.Languages, wanted []item) (all []string) {
	named := map[string][]bool{} // of a word: whether names follow
	for _, code := range languages.Codes() {
		for _, word := range text.PlaceWords(text.LanguageOf(code)) {
			named[word] = append(named[word], text.NamesFollow(text.LanguageOf(code)))
			all = append(all, word)
		}
	}
	for i, w := range wanted {
		behind := slices.Contains(named[w.word], true) && i < len(wanted)-1
		before := slices.Contains(named[w.word], false) && i > 0
		if w.single() && named[w.word] != nil && !behind && !before {
			return nil
		}
	}
	return all
}
