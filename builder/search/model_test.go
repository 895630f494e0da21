package search_test

import (
	"bytes"
	"cmp"
	"iter"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"cartaz/builder/search"
	"cartaz/builder/search/analysis"
	"cartaz/builder/search/lang"
)

// model answers queries by looking at every document: what must be found is stated over streams of
// words, with the Analyzer shared. It knows no files, postings, masks or counting sorts. Its words
// are plain: no stop words, synonyms and hyphens, which have tests of their own.
type model struct {
	docs  []modelDoc
	terms []string // all, sorted
	a     *analysis.Analyzer
}

type modelDoc struct {
	name, text []string // words
	city       string
	free       bool
}

func newModel(docs []search.Doc) *model {
	m := &model{a: lang.Default.Analyzer()}
	for _, d := range docs {
		doc := modelDoc{strings.Fields(d.Name), strings.Fields(d.Description), d.City, d.Free}
		m.docs = append(m.docs, doc)
		m.terms = append(append(m.terms, doc.name...), doc.text...)
	}
	slices.Sort(m.terms)
	m.terms = slices.Compact(m.terms)
	return m
}

func (m *model) variants(word string) (all []string) {
	var v analysis.Variants
	m.a.Expand(&v, []byte(word))
	for i := range v.Len() {
		term, _ := v.At(i)
		all = append(all, string(term))
	}
	return all
}

// way holds words of which a document must have one, and their points in a name and in a text.
type way struct {
	words      []string
	name, text int
}

// reading is how a query is read: first as it is, then with beginnings in all fields, then with its
// words corrected, then with some of them missing. Words of other languages are left to a test of
// their own.
type reading int

const (
	whole reading = iota
	wide
	corrected
	partial
)

// ways returns the ways of a word of the query; before and after are its neighbours, or "".
func (m *model) ways(before, word, after string, last bool, as reading) (all []way) {
	with := func(prefix string) (found []string) {
		for _, term := range m.terms {
			if strings.HasPrefix(term, prefix) {
				found = append(found, term)
			}
		}
		return found
	}
	variants := append(m.variants(word)[1:], m.joined(before, word, after)...)
	all = []way{{[]string{word}, 15, 11}, {variants, 14, 10}}
	if last = last && len(word) >= 2; last {
		switch {
		case as > whole || !slices.Contains(m.terms, word):
			all = append(all, way{with(word), 9, 7})
		case len(word) > 3:
			all = append(all, way{with(word), 9, 0})
		}
	}
	if as == corrected {
		for edits, found := range m.near(word) {
			for _, near := range found {
				if len(word) >= 6 {
					found = append(found, m.variants(near)...)
				}
			}
			w := way{found, [...]int{6, 3}[edits], [...]int{4, 1}[edits]}
			if len(word) < 6 && (before+after == "" || len(word) == 3) {
				w.text = 0
			}
			all = append(all, w)
		}
	}
	return all
}

// joined returns the forms of a word and its neighbour as one word, if some term begins with it.
func (m *model) joined(before, word, after string) (all []string) {
	for _, pair := range [...]string{before + word, word + after} {
		begins := func(term string) bool { return strings.HasPrefix(term, pair[:len(pair)-1]) }
		if pair != word && slices.ContainsFunc(m.terms, begins) {
			all = append(all, m.variants(pair)...)
		}
	}
	return all
}

// near returns the terms one and two edits away.
func (m *model) near(word string) (found [2][]string) {
	most := 0
	switch n := len(word); {
	case strings.ContainsAny(word, "0123456789"):
	case n >= 8:
		most = 2
	case n >= 3:
		most = 1
	}
	for _, term := range m.terms {
		if d := damerau(word, term); 0 < d && d <= most && len(term) >= 4 &&
			(term[0] == word[0] || d == 1 && len(word) >= 6) {
			found[d-1] = append(found[d-1], term)
		}
	}
	return found
}

// damerau is the distance of optimal string alignment, by its definition.
func damerau(a, b string) int {
	d := make([][]int, len(a)+1)
	for i := range d {
		d[i] = make([]int, len(b)+1)
		for j := range d[i] {
			switch {
			case i == 0 || j == 0:
				d[i][j] = i + j
			case a[i-1] == b[j-1]:
				d[i][j] = d[i-1][j-1]
			default:
				d[i][j] = 1 + min(d[i-1][j-1], d[i-1][j], d[i][j-1])
				if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
					d[i][j] = min(d[i][j], 1+d[i-2][j-2])
				}
			}
		}
	}
	return d[len(a)][len(b)]
}

func adjacent(words []string, joined string) bool {
	for i := 0; i+1 < len(words); i++ {
		if words[i]+words[i+1] == joined {
			return true
		}
	}
	return false
}

// search returns the documents that answer a query, in order.
func (m *model) search(q search.Query) []uint32 {
	words := strings.Fields(q.Text)
	for as := whole; as <= partial; as++ {
		var found map[uint32]int
		if as < partial {
			found = m.find(words, as)
		} else {
			found = m.part(words, q)
		}
		if len(found) == 0 && as < partial {
			continue
		}
		type hit struct {
			id          uint32
			score, ties int
		}
		var hits []hit
		for id, score := range found {
			d := m.docs[id]
			if q.City != "" && d.city != q.City || q.Free && !d.free {
				continue
			}
			hits = append(hits, hit{id: id, score: score})
		}
		for i := range hits {
			hits[i].ties = m.ties(words, m.docs[hits[i].id], as, func(yield func(modelDoc) bool) {
				for _, h := range hits {
					if !yield(m.docs[h.id]) {
						return
					}
				}
			})
		}
		if len(hits) == 0 && as == corrected {
			continue
		}
		slices.SortFunc(hits, func(a, b hit) int {
			if q.ByDate {
				return cmp.Compare(a.id, b.id)
			}
			return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(b.ties, a.ties),
				cmp.Compare(a.id, b.id))
		})
		ids := []uint32{}
		for _, h := range hits {
			ids = append(ids, h.id)
		}
		return ids
	}
	return nil
}

// find returns the scores of the documents that have all words, without filters.
func (m *model) find(words []string, as reading) map[uint32]int {
	found := map[uint32]int{}
	for id, d := range m.docs {
		score, all := 0, true
		for i, word := range words {
			best := 0
			if adjacent(d.name, word) {
				best = 14
			}
			for _, way := range m.ways(at(words, i-1), word, at(words, i+1), i == len(words)-1,
				as) {
				if slices.ContainsFunc(way.words, in(d.name)) {
					best = max(best, way.name)
				}
				if slices.ContainsFunc(way.words, in(d.text)) {
					best = max(best, way.text)
				}
			}
			score, all = score+best, all && best > 0
		}
		if all {
			found[uint32(id)] = score
		}
	}
	if as < corrected {
		m.leaveScattered(words, found, as)
	}
	return found
}

func bit(is bool) int { return strings.Count(strconv.FormatBool(is), "true") }

// part returns the scores of the documents that have the most of a query by weight.
func (m *model) part(words []string, q search.Query) map[uint32]int {
	type value struct{ score, name int } // of a word in a document
	n, whole := len(m.docs), 0
	values, weights := make([]map[int]value, len(words)), make([]int, len(words))
	weight := func(df int) int { return int(8 * math.Log2(1+float64(n)/float64(max(1, df)))) }
	for i, word := range words {
		values[i] = map[int]value{}
		ways := m.ways(at(words, i-1), word, at(words, i+1), i == len(words)-1, partial)
		for id, d := range m.docs {
			var v value
			if adjacent(d.name, word) {
				v = value{14, 14}
			}
			for _, way := range ways {
				if slices.ContainsFunc(way.words, in(d.name)) {
					v = value{max(v.score, way.name), max(v.name, way.name)}
				}
				if slices.ContainsFunc(way.words, in(d.text)) {
					v.score = max(v.score, way.text)
				}
			}
			if values[i][id] = v; v.score == 0 {
				delete(values[i], id)
			}
		}
		weights[i] = weight(len(values[i]))
		whole += weights[i]
	}
	sum := func(id int) (sum int) {
		for i := range words {
			if values[i][id].score > 0 {
				sum += weights[i]
			}
		}
		return sum
	}
	most, cities, free, filters := 0, 0, 0, 0
	var best []int
	for _, d := range m.docs {
		cities += bit(d.city == q.City)
		free += bit(d.free)
	}
	filters += bit(q.City != "")*weight(cities) + bit(q.Free)*weight(free)
	for id, d := range m.docs {
		if q.City != "" && d.city != q.City || q.Free && !d.free {
			continue
		}
		if s := sum(id); s > most {
			most, best = s, []int{id}
		} else if s == most {
			best = append(best, id)
		}
	}
	if float64(most+filters) < 0.35*float64(whole+filters) || most == 0 {
		return nil
	}
	has := make([]bool, len(words))
	for i := range words {
		with := slices.DeleteFunc(slices.Clone(best), func(id int) bool {
			return values[i][id].score == 0
		})
		if has[i] = len(with) > 0; has[i] {
			best = with
		}
	}
	found := map[uint32]int{}
	for _, id := range best {
		score, named := 0, false
		for i := range words {
			score += values[i][id].score
			named = named || has[i] && values[i][id].name > 0
		}
		if named {
			found[uint32(id)] = score
		}
	}
	return found
}

// leaveScattered takes out the documents that have the words scattered, where enough have them as a
// phrase.
func (m *model) leaveScattered(words []string, found map[uint32]int, as reading) {
	phrases := 0
	var scattered []uint32
	for id := range found {
		d, phrase, head := m.docs[id], true, true
		for i, word := range words {
			phrase = phrase && (i == 0 || m.isPhrase(words, i, d))
			inName := adjacent(d.name, word)
			for _, way := range m.ways(at(words, i-1), word, at(words, i+1), i == len(words)-1,
				as) {
				inName = inName || slices.ContainsFunc(way.words, in(d.name))
			}
			head = head && inName
		}
		if phrase {
			phrases++
		} else if !head {
			scattered = append(scattered, id)
		}
	}
	if len(words) < 2 || len(found) <= 2 || phrases < 2 || phrases*5 < len(found)*2 {
		return
	}
	for _, id := range scattered {
		delete(found, id)
	}
}

// isPhrase reports whether the words i-1 and i follow each other in a document, or are one word.
func (m *model) isPhrase(words []string, i int, d modelDoc) bool {
	key := func(a, b string) string { return string(analysis.PairKey(nil, []byte(a), []byte(b))) }
	a, b := words[i-1], words[i]
	if adjacent(d.name, a+b) {
		return true
	}
	for k := 1; k < len(d.text); k++ {
		if key(d.text[k-1], d.text[k]) == key(a, b) {
			return true
		}
	}
	for k := i - 1; k <= i; k++ {
		joined := m.joined(at(words, k-1), words[k], at(words, k+1))
		if slices.ContainsFunc(joined, in(d.name)) || slices.ContainsFunc(joined, in(d.text)) ||
			adjacent(d.name, words[k]) {
			return true
		}
	}
	return false
}

func at(words []string, i int) string {
	if i < 0 || i >= len(words) {
		return ""
	}
	return words[i]
}

func in(words []string) func(string) bool {
	return func(word string) bool { return slices.Contains(words, word) }
}

// meant returns the meaning of a misspelled word: if no document of the answer has it in any way,
// the nearest term, of these the term that most of them have, of these the first.
func (m *model) meant(words []string, i int, as reading, answer iter.Seq[modelDoc]) string {
	word := words[i]
	if as != corrected {
		return word
	}
	ways := m.ways(at(words, i-1), word, at(words, i+1), i == len(words)-1, wide)
	for d := range answer {
		if adjacent(d.name, word) {
			return word
		}
		for _, way := range ways {
			if slices.ContainsFunc(way.words, in(d.name)) ||
				slices.ContainsFunc(way.words, in(d.text)) {
				return word
			}
		}
	}
	for _, found := range m.near(word) {
		best, most := "", 0
		for _, term := range found {
			forms := m.variants(term)
			if len(word) < 6 {
				forms = forms[:1]
			}
			for _, form := range forms {
				n := 0
				for d := range answer {
					if in(d.name)(form) || in(d.text)(form) &&
						(len(word) >= 6 || len(words) > 1 && len(word) != 3) {
						n++
					}
				}
				if n > most {
					best, most = form, n
				}
			}
		}
		if best != "" {
			return best
		}
	}
	return word
}

func (m *model) ties(words []string, d modelDoc, as reading, answer iter.Seq[modelDoc]) (sum int) {
	var meant []string
	for i := range words {
		meant = append(meant, m.meant(words, i, as, answer))
	}
	for i := 0; i+1 < len(meant); i++ {
		if adjacent(d.name, meant[i]+meant[i+1]) {
			sum += 4
		}
	}
	if strings.Join(d.name, " ") == strings.Join(words, " ") {
		sum += 64
	}
	if len(d.name) > 0 && d.name[0] == meant[0] {
		sum += 2
	}
	return sum
}

// None of them has words of other languages.
var modelWords = strings.Fields("matinal matinais matinal trova trovador punk punks web cam " +
	"webcam webcams nuvem nuvens verso versos filosofia filosofico lua luas luarada sarau " +
	"vocal vocais cavaco 12 2 20")

// mistyped are those words with an edit or two, and some that nothing has.
var mistyped = strings.Fields("matianl mtainall filosofai filsofja sarua cavacoo webcan " +
	"verso trovaa bordado mati filos vo webca we")

func TestAnswersAreThoseOfTheModel(t *testing.T) {
	phrase := func(words []string, least, most int) *rapid.Generator[string] {
		return rapid.Custom(func(t *rapid.T) string {
			return strings.Join(rapid.SliceOfN(rapid.SampledFrom(words), least, most).Draw(t, "w"),
				" ")
		})
	}
	cities := rapid.SampledFrom([]string{"", "santos", "recife"})
	rapid.Check(t, func(t *rapid.T) {
		docs := make([]search.Doc, rapid.IntRange(1, 150).Draw(t, "docs"))
		for i := range docs {
			docs[i] = search.Doc{Name: phrase(modelWords, 0, 4).Draw(t, "name"),
				Description: phrase(modelWords, 0, 5).Draw(t, "text"),
				City:        cities.Draw(t, "city"), Free: rapid.Bool().Draw(t, "free")}
		}
		x, m := mustIndex(t, docs), newModel(docs)
		for range 12 {
			q := search.Query{Text: phrase(slices.Concat(modelWords, mistyped), 1, 4).Draw(t, "q"),
				ByDate: rapid.IntRange(0, 5).Draw(t, "by date") == 0}
			if rapid.IntRange(0, 3).Draw(t, "filtered") == 0 {
				q.City, q.Free = cities.Draw(t, "city"), rapid.Bool().Draw(t, "free")
			}
			want := m.search(q)
			size := rapid.IntRange(1, 40).Draw(t, "page")
			got := []uint32{}
			for offset := 0; offset == 0 || offset < len(want); offset += size {
				page, total := x.Search(q, offset, size, nil)
				require.Equal(t, len(want), total, "%+v", q)
				got = append(got, page...)
			}
			require.Equal(t, want, got, "%+v", q)
		}
	})
}

// mustWrite returns the bytes of an index, with synonyms besides those that every index has.
func mustWrite(t require.TestingT, docs []search.Doc, synonyms ...[]string) []byte {
	return mustWriteIn(t, lang.Default, docs, synonyms...)
}

// mustWriteIn is mustWrite for other languages.
func mustWriteIn(t require.TestingT, languages lang.Set, docs []search.Doc,
	synonyms ...[]string) []byte {
	w := search.NewWriter(nil)
	w.Languages(languages)
	require.NoError(t, w.Synonyms(synonyms))
	for _, d := range docs {
		require.NoError(t, w.Add(d))
	}
	var b bytes.Buffer
	n, err := w.WriteTo(&b)
	require.NoError(t, err)
	require.EqualValues(t, b.Len(), n)
	return b.Bytes()
}

func mustIndex(t require.TestingT, docs []search.Doc, synonyms ...[]string) *search.Index {
	return mustIndexIn(t, lang.Default, docs, synonyms...)
}

// mustIndexIn is mustIndex for other languages.
func mustIndexIn(t require.TestingT, languages lang.Set, docs []search.Doc,
	synonyms ...[]string) *search.Index {
	x, err := search.Open(mustWriteIn(t, languages, docs, synonyms...))
	require.NoError(t, err)
	require.Equal(t, len(docs), x.Len())
	return x
}

// requireCoherent asks for an answer page after page: the pages make up the whole answer, each
// document is in it once, and the order is the one that the explanation gives reasons for.
func requireCoherent(t require.TestingT, x *search.Index, q search.Query, perPage int) {
	whole, total := x.Search(q, 0, x.Len()+1, nil)
	require.Len(t, whole, total, "total of %+v", q)
	var pages []uint32
	for offset := 0; offset < total; offset += perPage {
		page, n := x.Search(q, offset, perPage, nil)
		require.Equal(t, total, n, "total of %+v", q)
		pages = append(pages, page...)
	}
	require.Equal(t, whole, pages, "%+v", q)
	e := x.Explain(q, total)
	turns := 0 // from what begins on the days to what has begun before
	for i := 1; i < total; i++ {
		a, b := &e.Hits[i-1], &e.Hits[i]
		order := cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(b.Ties, a.Ties))
		if q.ByDate || order == 0 {
			order = cmp.Compare(a.ID, b.ID)
			if order > 0 && cmp.Or(q.From, q.Today) != 0 && (q.ByDate || a.Score == 0) {
				turns++
				continue
			}
		}
		require.Negative(t, order, "%d before %d in %+v", a.ID, b.ID, q)
	}
	require.LessOrEqual(t, turns, 1, "%+v", q)
}
