// Package naive states the rules of matching and ranking a second time, as simply as they can be said and without any
// code of builder/search but Fold and its two types. Tests hold the index against it, and so does the comparison with
// other engines.
package naive

import (
	"regexp"
	"slices"
	"strings"
	"unicode"

	"cartaz/builder/search"
)

// Naive answers by looking at every word of every document, written from the rules and not from the code under test.
type Naive struct {
	docs    []document
	vocab   map[string][]string // all words, with their singulars
	hyphens map[string]int      // words that somebody wrote in two parts: the length of the first
	// synonyms are the groups, folded and without stop words.
	synonyms   [][]string
	neighbours map[string]bool // all that any document has
}

// document is what the rules need to know of one. Classes are 3 name, 2 place, 1 description.
type document struct {
	search.Doc
	words       map[string]int  // class of each
	neighbours  map[string]int  // of two joined words that follow each other in a name or place
	runs        map[string]int  // of three to five words joined that follow each other in a name or place, stop words aside
	synonyms    map[string]int  // of what has a synonym in the document
	first, last map[string]bool // what the name begins and ends with
}

var synonymGroups = [][]string{
	{"sao paulo", "sp", "sampa"}, {"belo horizonte", "bh"}, {"porto alegre", "poa"}, {"brasilia", "bsb"},
	{"florianopolis", "floripa"}, {"new york", "nova iorque", "nova york", "nyc"}, {"san francisco", "sf"}, {"saint", "st"},
	{"yoga", "ioga"}, {"teatro", "theatro"}, {"comedia", "comedy"},
}

// token is a word, a run of letters of a script without spaces, or a pictogram.
type token struct {
	text  string
	kind  rune // w, c, p
	gap   string
	glued bool // a hyphen or the like, and nothing else, is before it and behind another word
}

const joiners = "-'./&‐–’‘״׳־"

func kindOf(r rune) rune {
	switch {
	case r >= 0x1100 && (r == 'ー' || unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul)),
		unicode.IsLetter(r) && unicode.In(r, unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar):
		return 'c'
	case unicode.IsLetter(r) || unicode.IsNumber(r):
		return 'w'
	case unicode.In(r, unicode.Mn, unicode.Mc):
		return 'm'
	case unicode.Is(unicode.So, r) && r > 0xff:
		return 'p'
	}
	return ' '
}

// signs are those behind a single letter, as in C++.
var signs = regexp.MustCompile(`^[a-z]([+#]{1,2})(?:$|[^\p{L}\p{N}\p{M}\p{So}])`)

func tokens(text string) (all []token) {
	runes := []rune(search.Fold(text))
	between := ""
	for i := 0; i < len(runes); {
		kind := kindOf(runes[i])
		if kind == ' ' || kind == 'm' {
			between += string(runes[i])
			i++
			continue
		}
		j := i + 1
		for j < len(runes) && kind != 'p' && (kindOf(runes[j]) == kind || kindOf(runes[j]) == 'm') {
			j++
		}
		for j < len(runes) && kind == 'p' && kindOf(runes[j]) == 'm' {
			j++
		}
		if j == i+1 {
			if m := signs.FindStringSubmatch(string(runes[i:])); m != nil {
				j += len(m[1])
			}
		}
		t := token{text: string(runes[i:j]), kind: kind, gap: between}
		t.glued = len(all) > 0 && all[len(all)-1].kind == 'w' && kind == 'w' &&
			len([]rune(between)) == 1 && strings.Contains(joiners, between)
		all, between, i = append(all, t), "", j
	}
	return all
}

// chains groups tokens that hyphens join.
func chains(all []token) (chains [][]token) {
	for _, t := range all {
		if n := len(chains); t.glued {
			chains[n-1] = append(chains[n-1], t)
		} else {
			chains = append(chains, []token{t})
		}
	}
	return chains
}

func join(chain []token) (joined string) {
	for _, t := range chain {
		joined += t.text
	}
	return joined
}

// grams are the letters of a run, with their marks, and its pairs of letters.
func grams(run string) (letters, pairs []string) {
	for _, r := range run {
		if n := len(letters); n > 0 && kindOf(r) == 'm' {
			letters[n-1] += string(r)
		} else {
			letters = append(letters, string(r))
		}
	}
	for i := range letters[1:] {
		pairs = append(pairs, letters[i]+letters[i+1])
	}
	return letters, pairs
}

// states are the names of those whose abbreviation is enough.
var states = map[string]string{
	"AC": "Acre", "AL": "Alagoas", "AM": "Amazonas", "AP": "Amapá", "BA": "Bahia", "CE": "Ceará", "DF": "Distrito Federal",
	"ES": "Espírito Santo", "GO": "Goiás", "MA": "Maranhão", "MG": "Minas Gerais", "MS": "Mato Grosso do Sul", "MT": "Mato Grosso",
	"PA": "Pará", "PB": "Paraíba", "PE": "Pernambuco", "PI": "Piauí", "PR": "Paraná", "RJ": "Rio de Janeiro",
	"RN": "Rio Grande do Norte", "RO": "Rondônia", "RR": "Roraima", "RS": "Rio Grande do Sul", "SC": "Santa Catarina", "SE": "Sergipe",
	"SP": "São Paulo", "TO": "Tocantins",
}

// New reads the documents of a catalogue. synonyms are groups beside those that every index has, written as documents
// write them.
func New(docs []search.Doc, synonyms ...[]string) *Naive {
	n := &Naive{vocab: map[string][]string{}, neighbours: map[string]bool{}, hyphens: map[string]int{}, synonyms: joinGroups(synonyms)}
	for _, d := range docs {
		doc := document{Doc: d, words: map[string]int{}, neighbours: map[string]int{}, runs: map[string]int{}, synonyms: map[string]int{},
			first: map[string]bool{}, last: map[string]bool{}}
		n.read(&doc, 3, d.Name)
		doc.readEdges()
		for _, f := range []string{d.Producer, d.Venue, d.City, d.State, d.StateName} {
			n.read(&doc, 2, f)
		}
		if d.StateName == "" {
			n.read(&doc, 2, states[d.State])
		}
		if d.Online {
			n.read(&doc, 2, "online")
		}
		n.read(&doc, 1, d.Description)
		doc.readSynonyms(n.synonyms)
		for joined := range doc.neighbours {
			n.neighbours[joined] = true
		}
		n.docs = append(n.docs, doc)
	}
	return n
}

func (n *Naive) read(d *document, class int, text string) {
	all := tokens(text)
	add := func(words ...string) {
		for _, w := range words {
			d.words[w] = max(d.words[w], class)
			if n.vocab[w] == nil {
				n.vocab[w] = singulars(w)
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
		if _, pairs := grams(t.text); t.kind == 'c' && len(pairs) > 1 {
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
		return
	}
	before, beforeStops := "", ""
	var run []string
	for _, t := range all {
		if t.kind == 'c' {
			before, beforeStops, run = "", "", nil
		}
		if t.kind != 'w' {
			continue
		}
		if before != "" {
			d.neighbours[before+t.text] = max(d.neighbours[before+t.text], class)
		}
		before = t.text
		if slices.Contains(stops, t.text) {
			continue
		}
		if beforeStops != "" {
			d.neighbours[beforeStops+t.text] = max(d.neighbours[beforeStops+t.text], class)
		}
		beforeStops = t.text
		run = append(run, t.text)
		for from := max(0, len(run)-5); from < len(run)-2; from++ {
			joined := strings.Join(run[from:], "")
			d.runs[joined] = max(d.runs[joined], class)
		}
	}
}

func (d *document) readEdges() {
	all := slices.DeleteFunc(tokens(d.Name), func(t token) bool { return t.kind == 'p' })
	kept := slices.DeleteFunc(slices.Clone(all), func(t token) bool { return t.kind == 'w' && slices.Contains(stops, t.text) })
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
func joinGroups(more [][]string) [][]string {
	groups := slices.Clone(synonymGroups)
	for _, group := range more {
		var members []string
		for _, m := range group {
			words := slices.DeleteFunc(tokens(m), func(t token) bool { return slices.Contains(stops, t.text) })
			var texts []string
			for _, t := range words {
				texts = append(texts, t.text)
			}
			members = append(members, strings.Join(texts, " "))
		}
		groups = append(groups, members)
	}
	for again := true; again; {
		again = false
		for i := range groups {
			for j := i + 1; j < len(groups); j++ {
				if slices.ContainsFunc(groups[j], func(m string) bool { return slices.Contains(groups[i], m) }) {
					groups[i] = slices.Concat(groups[i], groups[j])
					groups = slices.Delete(groups, j, j+1)
					again, j = true, j-1
				}
			}
		}
	}
	return groups
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

var (
	beforeES = regexp.MustCompile(`([rzsxo]|[cs]h)$`)
	beforeIS = regexp.MustCompile(`[^aeiouy]$`)
)

var ordinal = regexp.MustCompile(`^([0-9]{1,3})(?:[ao]|st|nd|rd|th)$`)

func singulars(w string) []string {
	all := []string{w}
	if m := ordinal.FindStringSubmatch(w); m != nil {
		return append(all, m[1])
	}
	if strings.Trim(w, "abcdefghijklmnopqrstuvwxyz") != "" {
		return all
	}
	rule := func(plural, singular string, least int, ok func(stem string) bool) {
		if stem, has := strings.CutSuffix(w, plural); has && len(stem) >= least && ok(stem) {
			all = append(all, stem+singular)
		}
	}
	always := func(string) bool { return true }
	rule("s", "", 2, func(stem string) bool {
		return !strings.HasSuffix(stem, "s") && (len(stem) > 2 || !strings.ContainsAny(stem, "aeiouy")) &&
			!strings.Contains(" news deus mais pois dois seis tres antes menos plus this ", " "+w+" ")
	})
	rule("es", "", 3, beforeES.MatchString)
	rule("oes", "ao", 2, always)
	rule("aes", "ao", 1, func(string) bool { return w != "maes" })
	for _, end := range []string{"ais al", "eis el", "eis il", "ois ol", "uis ul", "ns m", "ies y"} {
		plural, singular, _ := strings.Cut(end, " ")
		rule(plural, singular, 2, always)
	}
	rule("is", "il", 3, beforeIS.MatchString)
	return all
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
	stops  = strings.Fields("a o as os um uma uns umas de do da dos das em no na nos nas num numa por pelo pela pelos pelas para pra pro com ao aos e ou que se the an of in on at to for and or with by from")
	points = map[string][4]int{
		"exact": {0, 11, 13, 15}, "variant": {0, 10, 12, 14}, "begun": {0, 7, 8, 9}, "1": {0, 4, 5, 6}, "2": {0, 1, 2, 3},
	}
)
