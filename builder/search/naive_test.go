package search_test

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"cartaz/builder/search"
)

// naive answers by looking at every word of every document, written from the rules and not from the code under test.
type naive struct {
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

func newNaive(docs []search.Doc) *naive {
	n := &naive{docs: docs, vocab: map[string]bool{}}
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

func (n *naive) ways(w item, correct bool) ways {
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

// search returns the whole answer in order.
func (n *naive) search(q search.Query) []uint32 {
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

// requireSame compares an answer with the naive one, page after page.
func requireSame(t require.TestingT, x *search.Index, n *naive, q search.Query, perPage int) {
	want := n.search(q)
	var got []uint32
	for offset := 0; ; offset += perPage {
		page, total := x.Search(q, offset, perPage, nil)
		require.Equal(t, len(want), total, "total of %+v", q)
		require.Len(t, page, max(0, min(perPage, len(want)-offset)), "page at %d of %+v", offset, q)
		if len(page) == 0 {
			break
		}
		got = append(got, page...)
	}
	require.Equal(t, want, got, "%+v", q)
}

// The words are few and close to each other, so that plurals, beginnings, hyphens and typos meet often.
var (
	naiveWords = strings.Fields(`Festival Festivais Festivalzinho festa Jazz jazzista Rock rocks On-line online on line
		São Paulo SP Santos Canção canções cancao flor flores flore mar mares Maré de da e a the of 東京 東京都 京 R&B rb
		stand-up standup stand up jovem jovens d'água dagua água 2026 20-26 gastronomia gastronomico gastronomicos show
		a-b-c-d-e a-b-c-d-e-f abcde homem homens azul azuis parties party boxes box box-set DJs DJ mes me news new`)
	naiveQueries = append(strings.Fields(`fe fest festivl festvial jazzz roc sa on- gastromonia gastronomicso cancoes
		-line e/ou homen azuil 都 東 s !!! gastronomixo 2027 partie abcdef festivaos canca`), naiveWords...)
)

func drawDocs(t *rapid.T, most int) []search.Doc {
	phrase := func(most int) *rapid.Generator[string] {
		return rapid.Custom(func(t *rapid.T) string {
			return strings.Join(rapid.SliceOfN(rapid.SampledFrom(naiveWords), 0, most).Draw(t, "words"), " ")
		})
	}
	doc := rapid.Custom(func(t *rapid.T) search.Doc {
		return search.Doc{
			Name: phrase(4).Draw(t, "name"), Venue: phrase(2).Draw(t, "venue"), Description: phrase(6).Draw(t, "description"),
			City:     rapid.SampledFrom([]string{"", "Santos", "São Paulo", " sao  PAULO"}).Draw(t, "city"),
			State:    rapid.SampledFrom([]string{"", "SP", "Bavaria"}).Draw(t, "state"),
			Producer: "Casa", ProducerSlug: rapid.SampledFrom([]string{"", "casa", "Casa-2"}).Draw(t, "slug"),
		}
	})
	return rapid.SliceOfN(doc, 1, most).Draw(t, "docs")
}

func drawQuery(t *rapid.T) search.Query {
	q := search.Query{Text: strings.Join(rapid.SliceOfN(rapid.SampledFrom(naiveQueries), 0, 4).Draw(t, "text"), " ")}
	if rapid.IntRange(0, 3).Draw(t, "filtered") == 0 {
		q.City = rapid.SampledFrom([]string{"", "santos", "SÃO PAULO", "recife"}).Draw(t, "city")
		q.State = rapid.SampledFrom([]string{"", "sp", "Bavaria"}).Draw(t, "state")
		q.Organization = rapid.SampledFrom([]string{"", "CASA", "casa-2"}).Draw(t, "organization")
	}
	return q
}

func TestSearchEqualsNaive(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		docs := drawDocs(t, 30)
		x, n := mustIndex(t, docs), newNaive(docs)
		require.NoError(t, x.Verify())
		for range 8 {
			requireSame(t, x, n, drawQuery(t), rapid.IntRange(1, 40).Draw(t, "perPage"))
		}
	})
}

// Large enough for several chunks, for lists of both forms, for stored unions, and for answers that are divided
// before they are sorted.
func TestSearchEqualsNaiveInLargeIndex(t *testing.T) {
	c := newCatalogue(7)
	docs := make([]search.Doc, 2*4096+77)
	for i := range docs {
		docs[i] = c.doc(i)
		docs[i].Description = strings.Join(strings.Fields(docs[i].Description)[:12], " ")
		docs[i].State = map[bool]string{true: "SP", false: "Bavaria"}[docs[i].State == "SP"]
	}
	x, n := mustIndex(t, docs), newNaive(docs)
	require.NoError(t, x.Verify())
	for _, q := range []search.Query{
		{Text: "festival"}, {Text: "show de rock"}, {Text: "de"}, {Text: "sa"}, {Text: "co"}, {Text: "festivais jazz"},
		{Text: "stand up"}, {Text: "stand-u"}, {Text: "on-line"}, {Text: "festvial"}, {Text: "gastronomicso"},
		{Text: "show", City: "sao paulo"}, {State: "sp"}, {City: "Osasco"}, {City: "santos", State: "SP"},
		{Text: "festival de musica brasileira sao paulo"}, {Text: "musica ingresso artista"}, {Text: "a de e"},
		{Text: docs[4100].Name}, {Text: docs[8000].Venue}, {Organization: docs[5000].ProducerSlug},
	} {
		requireSame(t, x, n, q, 997)
	}
}
