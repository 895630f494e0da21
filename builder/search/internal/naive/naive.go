// Package naive states the rules of matching and ranking a second time, as simply as they can be said and without any
// code of builder/search but Fold and its two types. Tests hold the index against it, and so does the comparison with
// other engines.
package naive

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"cartaz/builder/search"
)

// Naive answers by looking at every word of every document, written from the rules and not from the code under test.
type Naive struct {
	docs  []search.Doc
	terms []map[string]int // of each document: 3 name, 2 place, 1 description
	vocab map[string]bool
}

var naiveChain = regexp.MustCompile(`[a-z0-9]+(?:[-'./&][a-z0-9]+)*|\p{Han}+`)

// naiveItems splits a text into items: one word, the parts of a hyphenated one, or the letters of a Han run.
func naiveItems(text string) (items [][]string, han []bool) {
	for _, chain := range naiveChain.FindAllString(search.Fold(text), -1) {
		if chain[0] >= 0x80 {
			items, han = append(items, strings.Split(chain, "")), append(han, true)
			continue
		}
		items = append(items, strings.FieldsFunc(chain, func(r rune) bool { return strings.ContainsRune("-'./&", r) }))
		han = append(han, false)
	}
	return items, han
}

func pairs(run []string) []string {
	var all []string
	for i := range run[1:] {
		all = append(all, run[i]+run[i+1])
	}
	return all
}

// New reads the documents of a catalogue.
func New(docs []search.Doc) *Naive {
	n := &Naive{docs: docs, vocab: map[string]bool{}}
	for _, d := range docs {
		terms := map[string]int{}
		add := func(class int, text string) {
			items, han := naiveItems(text)
			for i, parts := range items {
				all := slices.Clone(parts)
				if han[i] {
					all = append(all, pairs(parts)...)
				} else if len(parts) > 1 && len(parts) <= 5 {
					all = append(all, strings.Join(parts, ""))
				}
				for _, t := range all {
					terms[t] = max(terms[t], class)
					n.vocab[t] = true
				}
			}
		}
		add(3, d.Name)
		for _, f := range []string{d.Producer, d.Venue, d.City, d.State, d.StateName} {
			add(2, f)
		}
		if d.State == "SP" {
			add(2, "sao paulo")
		}
		add(1, d.Description)
		n.terms = append(n.terms, terms)
	}
	return n
}

func singulars(w string) []string {
	all := []string{w}
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
	rule("es", "", 3, regexp.MustCompile(`([rzsxo]|[cs]h)$`).MatchString)
	rule("oes", "ao", 2, always)
	rule("aes", "ao", 1, func(string) bool { return w != "maes" })
	for _, end := range []string{"ais al", "eis el", "eis il", "ois ol", "uis ul", "ns m", "ies y"} {
		plural, singular, _ := strings.Cut(end, " ")
		rule(plural, singular, 2, always)
	}
	rule("is", "il", 3, regexp.MustCompile(`[^aeiouy]$`).MatchString)
	return all
}

func meet(a, b string) bool {
	return slices.ContainsFunc(singulars(a), func(s string) bool { return slices.Contains(singulars(b), s) })
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
	naiveStops  = strings.Fields("a o as os um uma uns umas de do da dos das em no na nos nas num numa por pelo pela pelos pelas para pra pro com ao aos e ou que se the an of in on at to for and or with by from")
	naivePoints = map[string][4]int{
		"exact": {0, 11, 13, 15}, "variant": {0, 10, 12, 14}, "begun": {0, 7, 8, 9}, "1": {0, 4, 5, 6}, "2": {0, 1, 2, 3},
	}
)

// item is one thing a query asks for.
type item struct {
	word        string
	parts       []string
	plain, last bool // plain: of an alphabet, not a pair of Han
}

func naiveQuery(text string) []item {
	var wanted []item
	chains, han := naiveItems(text)
	left := 12
	for i, parts := range chains {
		if han[i] {
			grams := parts
			if len(parts) > 1 {
				grams = pairs(parts)
			}
			grams = grams[:min(left, len(grams))]
			left -= len(grams)
			for _, p := range grams {
				wanted = append(wanted, item{word: p})
			}
			continue
		}
		parts = parts[:min(left, len(parts))]
		left -= len(parts)
		if 1 < len(parts) && len(parts) <= 5 {
			wanted = append(wanted, item{word: strings.Join(parts, ""), parts: parts, plain: true})
			continue
		}
		for _, p := range parts {
			wanted = append(wanted, item{word: p, plain: true})
		}
	}
	kept := slices.DeleteFunc(slices.Clone(wanted), func(w item) bool {
		parts := w.parts
		if parts == nil {
			parts = []string{w.word}
		}
		return !slices.ContainsFunc(parts, func(p string) bool { return !slices.Contains(naiveStops, p) })
	})
	if len(kept) == 0 {
		kept = wanted
	}
	if n := len(kept); n > 0 && kept[n-1].plain && len([]rune(kept[n-1].word)) >= 2 {
		kept[n-1].last = true
	}
	return kept
}

// ways are the words of all documents that satisfy a wanted word, each with the way.
type ways struct {
	found        map[string]string // by "exact", "variant" …, the best way
	parts, begun []map[string]bool // of each part of a hyphenated word: found whole, found whole or as a beginning
}

func (n *Naive) ways(w item, correct bool) ways {
	letters := []rune(w.word)
	correct = correct && w.plain && len(letters) >= 5 && !strings.ContainsAny(w.word, "0123456789")
	all := ways{found: map[string]string{}}
	for t := range n.vocab {
		switch {
		case t == w.word:
			all.found[t] = "exact"
		case !w.plain:
		case meet(w.word, t):
			all.found[t] = "variant"
		case w.last && strings.HasPrefix(t, w.word):
			all.found[t] = "begun"
		case correct && osa(letters, []rune(t)) == 1:
			all.found[t] = "1"
		case correct && len(letters) >= 9 && osa(letters, []rune(t)) == 2:
			all.found[t] = "2"
		}
	}
	for i, p := range w.parts {
		whole, begun := map[string]bool{}, map[string]bool{}
		for t := range n.vocab {
			whole[t] = meet(p, t)
			begun[t] = whole[t] || w.last && i == len(w.parts)-1 && len([]rune(p)) >= 2 && strings.HasPrefix(t, p)
		}
		all.parts, all.begun = append(all.parts, whole), append(all.begun, begun)
	}
	return all
}

func (w ways) points(terms map[string]int) int {
	points := 0
	for t, class := range terms {
		if way, ok := w.found[t]; ok {
			points = max(points, naivePoints[way][class])
		}
	}
	together := func(sets []map[string]bool) int {
		least := 3
		for _, set := range sets {
			best := 0
			for t, class := range terms {
				if set[t] {
					best = max(best, class)
				}
			}
			least = min(least, best)
		}
		return least
	}
	if len(w.parts) > 0 {
		points = max(points, naivePoints["variant"][together(w.parts)], naivePoints["begun"][together(w.begun)])
	}
	return points
}

// Search returns the whole answer in order.
func (n *Naive) Search(q search.Query) []uint32 {
	wanted := naiveQuery(q.Text)
	key := func(s string) string { return strings.Join(strings.Fields(search.Fold(s)), " ") }
	passes := func(d search.Doc) bool {
		return (q.City == "" || key(q.City) == key(d.City)) && (q.State == "" || key(q.State) == key(d.State)) &&
			(q.Organization == "" || key(q.Organization) == key(d.ProducerSlug))
	}
	type hit struct {
		id     uint32
		points int
	}
	scan := func(correct bool) (hits []hit, anywhere bool) {
		var all []ways
		for _, w := range wanted {
			all = append(all, n.ways(w, correct))
		}
		for id, terms := range n.terms {
			sum := 0
			for _, w := range all {
				p := w.points(terms)
				if p == 0 {
					sum = -1
					break
				}
				sum += p
			}
			if sum < 0 {
				continue
			}
			anywhere = true
			if passes(n.docs[id]) {
				hits = append(hits, hit{uint32(id), sum})
			}
		}
		return hits, anywhere
	}
	hits, anywhere := scan(false)
	if !anywhere {
		hits, _ = scan(true)
	}
	slices.SortStableFunc(hits, func(a, b hit) int { return cmp.Compare(b.points, a.points) })
	var ids []uint32
	for _, h := range hits {
		ids = append(ids, h.id)
	}
	return ids
}
