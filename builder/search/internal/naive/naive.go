// Package naive states the rules of matching and ranking a second time, as simply as they can be
// said and without any code of builder/search but Fold and its two types, and the tables of words
// and endings of each language, which it reads its own way. Tests hold the index
// against it, and so does the comparison with other engines.
package naive

import (
	"cmp"
	"slices"
	"strings"

	"cartaz/builder/search"
	"cartaz/builder/search/text"
	"cartaz/builder/search/text/camel"
	"cartaz/builder/search/text/music"
	"cartaz/builder/search/text/names"
)

// Naive answers by looking at every word of every document, written from the rules and not from the
// code under test.
type Naive struct {
	docs    []document
	vocab   map[string][]string // all words, with their singulars
	hyphens map[string]int      // words that somebody wrote in two parts: the length of the first
	parts   map[string][]string // of German compounds
	// synonyms are the groups, folded and without stop words.
	synonyms   [][]string
	longest    int             // the most words of a synonym
	neighbours map[string]bool // all that any document has
	titles     map[string]bool // of works, of two words or more
	own        []string        // see ownKind
	// countries and cities are the keys of places by their names, see there.
	countries, cities map[string]string
	language
}

// document is what the rules need to know of one. A field is 3 name, 2 place, 1 description.
type document struct {
	search.Doc
	words       map[string]int  // field of each
	neighbours  map[string]int  // of two joined words that follow each other in a name or place
	runs        map[string]int  // the same of three to five words, stop words aside
	synonyms    map[string]int  // of what has a synonym in the document
	kana        map[string]int  // of words in kana
	kanaParts   map[string]int  // of the parts of these
	begins      map[string]int  // of letters and pairs that runs of one script begin with
	first, last map[string]bool // what the name begins and ends with
}

var synonymGroups = [][]string{
	{"sao paulo", "sp", "sampa"}, {"belo horizonte", "bh"}, {"porto alegre", "poa"},
	{"brasilia", "bsb"}, {"curitiba", "ctba"}, {"philadelphia", "philly"},
	{"florianopolis", "floripa"}, {"new york", "nova iorque", "nova york", "nyc"},
	{"san francisco", "sf"}, {"saint", "st"},
	{"yoga", "ioga"}, {"teatro", "theatro"}, {"comedia", "comedy"},
}

// New reads the documents of a catalogue in the languages of which an index is that names none.
// synonyms are groups beside those that every index has, written as documents write them.
func New(docs []search.Doc, synonyms ...[]string) *Naive {
	return NewIn(text.DefaultLanguages, docs, synonyms...)
}

// NewIn is New for other languages.
func NewIn(languages text.Languages, docs []search.Doc, synonyms ...[]string) *Naive {
	n := &Naive{vocab: map[string][]string{}, neighbours: map[string]bool{},
		hyphens: map[string]int{}, parts: map[string][]string{}, language: newLanguage(languages)}
	n.titles = map[string]bool{}
	for _, title := range slices.Concat(slices.Concat(titlesOf(&n.language).groups,
		[][]string{names.SameEverywhere()}, text.LanguageSynonyms(n.languages))...) {
		n.titles[n.asMember(title)] = strings.Contains(n.asMember(title), " ")
	}
	n.synonyms = n.joinGroups(slices.Concat(titlesOf(&n.language).groups,
		text.LanguageSynonyms(languages), synonyms))
	for _, member := range slices.Concat(n.synonyms...) {
		n.longest = max(n.longest, length(member))
	}
	for _, d := range docs {
		doc := document{Doc: d, words: map[string]int{}, neighbours: map[string]int{},
			runs: map[string]int{}, synonyms: map[string]int{}, begins: map[string]int{},
			kana: map[string]int{}, kanaParts: map[string]int{},
			first: map[string]bool{}, last: map[string]bool{}}
		n.read(&doc, 3, d.Name)
		doc.readEdges(n.stops)
		for _, f := range []string{d.Producer, d.Venue, d.City, d.State, d.StateName} {
			n.read(&doc, 2, f)
		}
		if d.StateName == "" {
			n.read(&doc, 2, states[d.State])
		}
		if d.Online {
			n.read(&doc, 2, "online")
		}
		for _, name := range d.CountryNames {
			n.read(&doc, 2, name)
		}
		for _, topic := range d.Topics {
			n.read(&doc, 2, topic.Label)
		}
		n.read(&doc, 1, d.Description)
		readTitles(n, &doc, tokens(d.Description))
		doc.readSynonyms(n.synonyms)
		camel.EachPart(d.Name, func(part string) {
			if languages&text.Japanese == 0 {
				doc.synonyms[part] = max(doc.synonyms[part], 1)
			}
		})
		for _, house := range []string{d.Producer, d.Venue} {
			for _, acronym := range acronyms(n.stops, house) {
				doc.synonyms[acronym] = max(doc.synonyms[acronym], 2)
			}
		}
		for _, region := range d.Regions {
			member := n.asMember(region)
			joined := strings.ReplaceAll(member, " ", "")
			doc.synonyms[joined] = max(doc.synonyms[joined], 2)
			n.longest = max(n.longest, length(member))
		}
		for _, name := range text.CityNames([]byte(strings.Join(strings.Fields(text.Fold(d.City)),
			" "))) {
			if member := n.asMember(name); member != "" && member != n.asMember(d.City) {
				joined := strings.ReplaceAll(member, " ", "")
				doc.synonyms[joined] = max(doc.synonyms[joined], 2)
				n.longest = max(n.longest, length(member))
			}
		}
		for joined := range doc.neighbours {
			n.neighbours[joined] = true
		}
		n.docs = append(n.docs, doc)
	}
	n.own, n.countries, n.cities = ownKind(n), countries(n), cities(n)
	n.readCompounds()
	readKanaParts(n)
	return n
}

func (n *Naive) read(d *document, class int, value string) {
	all := tokens(value)
	add := func(words ...string) {
		for _, w := range words {
			d.words[w] = max(d.words[w], class)
			if n.vocab[w] == nil {
				n.vocab[w] = n.bases(w)
			}
		}
	}
	for _, t := range all {
		add(t.text)
		switch {
		case t.kind == 'c':
			delete(n.vocab, t.text)
			letters, pairs := grams(t.text)
			add(append(letters, pairs...)...)
		case strings.ContainsAny(t.text, "+#"):
			add(t.text[:1])
		}
	}
	for _, t := range all {
		if _, pairs := grams(t.text); t.kind == 'c' && len(pairs) > 1 &&
			!slices.Contains(pairs, t.text) { // as 東京都 is
			delete(d.words, t.text) // runs are found by their pairs only
		}
	}
	for i, t := range all {
		if i > 0 && t.kind == 'c' && all[i-1].kind == 'c' && (t.gap == " " || t.gap == "・") {
			before, _ := grams(all[i-1].text)
			after, _ := grams(t.text)
			add(before[len(before)-1] + after[0])
		}
	}
	for _, t := range all {
		if t.kind == 'c' && n.languages&text.Japanese != 0 {
			for _, run := range scripts(value, t) {
				for i := range min(4, len(run.letters)) {
					first := strings.Join(run.letters[:i+1], "")
					if !kana(first) || writingBegins()[first] {
						d.begins[first] = max(d.begins[first], class)
					}
				}
			}
		}
	}
	if n.languages&text.Japanese != 0 {
		d.readKana(value, class)
		for _, form := range normals(value, false) {
			d.synonyms[form.word] = max(d.synonyms[form.word], class)
		}
	}
	for _, c := range chains(all) {
		if len(c) > 1 && len(c) <= 5 {
			add(join(c))
		}
		if len(c) == 2 && len(c[0].text) > 1 && len(c[1].text) > 1 {
			if first, ok := n.hyphens[join(c)]; !ok || first > len(c[0].text) {
				n.hyphens[join(c)] = len(c[0].text)
			}
		}
	}
	if class == 1 {
		readBound(n, d, all)
		return
	}
	before, beforeStops, work, author, gap := "", "", "", "", ""
	done := false
	var run []string
	for _, t := range all {
		gap += t.gap
		if t.kind == 'c' {
			before, beforeStops, run = "", "", nil
		}
		if t.kind != 'w' {
			continue
		}
		if strings.ContainsAny(gap, ";/|") {
			work, author = "", ""
		} else if author == "" && strings.Contains(gap, ":") {
			author = before
		}
		gap = ""
		if slices.Contains(music.Works(), t.text) {
			work, done = t.text, false
			author = cmp.Or(author, before)
		} else if work != "" && !done && shortNumber.MatchString(t.text) &&
			slices.Contains(numberSigns, before) {
			done = true
			if class == 3 {
				addNeighbours(&n.language, d, work, t.text, class)
				if author != "" {
					addNeighbours(&n.language, d, author, t.text, class)
				}
			}
		}
		if before != "" {
			addNeighbours(&n.language, d, before, t.text, class)
		}
		before = t.text
		if slices.Contains(n.stops, t.text) {
			continue
		}
		if beforeStops != "" {
			addNeighbours(&n.language, d, beforeStops, t.text, class)
		}
		beforeStops = t.text
		run = append(run, t.text)
		for from := max(0, len(run)-5); from < len(run)-2; from++ {
			joined := strings.Join(run[from:], "")
			d.runs[joined] = max(d.runs[joined], class)
		}
	}
}

func (d *document) readEdges(stops []string) {
	all := slices.DeleteFunc(tokens(d.Name), func(t token) bool { return t.kind == 'p' })
	kept := slices.DeleteFunc(slices.Clone(all),
		func(t token) bool { return t.kind == 'w' && slices.Contains(stops, t.text) })
	if len(kept) == 0 {
		kept = all
	}
	if len(kept) == 0 {
		return
	}
	if first := kept[0]; first.kind == 'c' {
		letters, pairs := grams(first.text)
		d.first[letters[0]] = true
		d.first[slices.Concat(pairs, letters)[0]] = true
	} else {
		d.first[first.text] = true
	}
	if last := kept[len(kept)-1]; last.kind == 'c' {
		letters, pairs := grams(last.text)
		d.last[letters[len(letters)-1]] = true
		both := slices.Concat(letters[len(letters)-1:], pairs)
		d.last[both[len(both)-1]] = true
	} else {
		d.last[last.text] = true
	}
}

// joinGroups adds groups to those of every index, until no two share a member.
func (l *language) joinGroups(more [][]string) [][]string {
	groups := slices.Clone(synonymGroups)
	for _, group := range more {
		var members []string
		for _, m := range group {
			members = append(members, l.asMember(m))
		}
		groups = append(groups, members)
	}
	for again := true; again; {
		again = false
		for i := range groups {
			for j := i + 1; j < len(groups); j++ {
				if slices.ContainsFunc(groups[j],
					func(m string) bool { return slices.Contains(groups[i], m) }) {
					groups[i] = slices.Concat(groups[i], groups[j])
					groups = slices.Delete(groups, j, j+1)
					again, j = true, j-1
				}
			}
		}
	}
	return groups
}

// asMember is a member of a group, folded and without stop words.
func (l *language) asMember(m string) string {
	var texts []string
	for _, t := range tokens(m) {
		if !slices.Contains(l.stops, t.text) {
			texts = append(texts, t.text)
		}
	}
	return strings.Join(texts, " ")
}

// length is the number of words of a member.
func length(member string) int { return strings.Count(member, " ") + 1 }

func (d *document) readSynonyms(groups [][]string) {
	// Members of more than two words are neighbours too.
	for _, member := range slices.Concat(groups...) {
		if joined := strings.ReplaceAll(member, " ", ""); length(member) > 2 && d.runs[joined] > 0 {
			d.neighbours[joined] = max(d.neighbours[joined], d.runs[joined])
		}
	}
	for _, group := range groups {
		for _, member := range group {
			class := d.words[member]
			if strings.Contains(member, " ") {
				class = d.neighbours[strings.ReplaceAll(member, " ", "")]
			}
			for _, other := range group {
				if class > 0 && other != member {
					key := strings.ReplaceAll(other, " ", "")
					d.synonyms[key] = max(d.synonyms[key], class)
				}
			}
		}
	}
}

func meet(a, b []string) bool {
	return slices.ContainsFunc(a, func(s string) bool { return slices.Contains(b, s) })
}

// osa is the edit distance from its definition.
func osa(a, b []rune) int {
	switch {
	case len(a) == 0 || len(b) == 0:
		return len(a) + len(b)
	case a[len(a)-1] == b[len(b)-1]:
		return osa(a[:len(a)-1], b[:len(b)-1])
	case max(len(a)-len(b), len(b)-len(a)) > 2:
		return 9
	}
	table := make([][]int, len(a)+1)
	for i := range table {
		table[i] = make([]int, len(b)+1)
		for j := range table[i] {
			if i == 0 || j == 0 {
				table[i][j] = i + j
				continue
			}
			differ := 1
			if a[i-1] == b[j-1] {
				differ = 0
			}
			table[i][j] = min(table[i-1][j]+1, table[i][j-1]+1, table[i-1][j-1]+differ)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				table[i][j] = min(table[i][j], table[i-2][j-2]+1)
			}
		}
	}
	return table[len(a)][len(b)]
}

var (
	points = map[string][4]int{
		"exact": {0, 11, 13, 15}, "alias": {0, 10, 12, 14}, "prefix": {0, 7, 8, 9},
		// a compound of the word, or of a form of it
		"compound": {0, 10, 10, 12}, "of compound": {0, 7, 7, 8},
		"name prefix": {0, 0, 0, 9}, "alias name": {0, 0, 0, 14},
		"1": {0, 4, 5, 6}, "2": {0, 1, 2, 3},
	}
)
