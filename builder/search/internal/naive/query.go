package naive

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"cartaz/builder/search"
	"cartaz/builder/search/text"
)

// item is one thing a query asks for.
type item struct {
	word           string
	parts          []string // of a hyphenated word
	plain, picture bool     // plain: of an alphabet; neither is a pair of letters
	last           bool     // may be a beginning
	run            string   // how the run of one script begins that it belongs to
	joins          []string // joined forms with the neighbours in the query
	joinedLast     string   // the one of them that may be a beginning
	phrases        []string // joined forms with the neighbours, stop words aside
	next           string   // the one of them with the next item
	tail           string   // joined with a stop word at the end of the text
}

func (w item) single() bool { return w.plain && w.parts == nil }

func (w item) isStop(stops []string) bool {
	parts := w.parts
	if parts == nil {
		parts = []string{w.word}
	}
	return w.plain && !slices.ContainsFunc(parts,
		func(p string) bool { return !slices.Contains(stops, p) })
}

// items reads the first twelve words of a text. longest is the most words of a synonym.
func (l *language) items(query string, longest int) (wanted []item) {
	stops := l.stops
	left := 12
	for _, chain := range l.unelided(chains(tokens(query))) {
		if t := chain[0]; t.kind == 'c' {
			letters, all := grams(t.text)
			if len(all) == 0 {
				all = letters
			}
			all = all[:min(left, len(all))]
			left -= len(all)
			for i, g := range all {
				w := item{word: g}
				if l.languages&text.Japanese != 0 {
					w.run = beginning(query, t, i, len(letters) > 1)
				}
				wanted = append(wanted, w)
			}
			continue
		}
		chain = chain[:min(left, len(chain))]
		left -= len(chain)
		if 1 < len(chain) && len(chain) <= 5 {
			w := item{word: join(chain), plain: true}
			for _, t := range chain {
				w.parts = append(w.parts, t.text)
			}
			wanted = append(wanted, w)
			continue
		}
		for _, t := range chain {
			wanted = append(wanted, item{word: t.text, plain: t.kind == 'w',
				picture: t.kind == 'p'})
		}
	}
	for i := 1; i < len(wanted); i++ {
		if a, b := &wanted[i-1], &wanted[i]; a.single() && b.single() {
			a.joins, b.joins = append(a.joins, a.word+b.word), append(b.joins, a.word+b.word)
		}
	}
	for i := range wanted {
		joined := ""
		for n := i; n < min(len(wanted), i+5) && wanted[n].single(); n++ {
			joined += wanted[n].word
			for k := i; n-i >= 2 && len(joined) <= 64 && k <= n; k++ {
				wanted[k].joins = append(wanted[k].joins, joined)
			}
		}
	}
	final := len(wanted) - 1
	kept := slices.DeleteFunc(slices.Clone(wanted),
		func(w item) bool { return w.picture || w.isStop(stops) })
	if len(kept) == 0 {
		kept = slices.DeleteFunc(slices.Clone(wanted), func(w item) bool { return w.picture })
	}
	if len(kept) == 0 {
		kept = wanted
	}
	for i := 1; i < len(kept); i++ {
		if a, b := &kept[i-1], &kept[i]; a.single() && b.single() {
			a.next = a.word + b.word
			a.phrases, b.phrases = append(a.phrases, a.next), append(b.phrases, a.next)
		}
	}
	for from := range kept {
		joined := ""
		for to := from; to < min(len(kept), from+longest) && kept[to].single(); to++ {
			joined += kept[to].word
			for i := from; i <= to && to-from >= 2; i++ {
				kept[i].phrases = append(kept[i].phrases, joined)
			}
		}
	}
	if len(kept) == 0 {
		return nil
	}
	last := &kept[len(kept)-1]
	last.last = last.plain && len([]rune(last.word)) >= 2 && !strings.HasSuffix(last.word, "+") &&
		!strings.HasSuffix(last.word, "#")
	// The word joined with the last may begin a word too, when nothing stands between the two in
	// the text.
	for i := final; last.last && last.single() && i > 0; i-- {
		if before := wanted[i-1]; wanted[i].word == last.word && wanted[i].single() &&
			before.single() {
			last.joinedLast = before.word + last.word
			if n := len(kept) - 2; n >= 0 && !before.isStop(stops) {
				kept[n].joinedLast = last.joinedLast
			}
		}
		if !wanted[i].isStop(stops) && !wanted[i].picture {
			break
		}
	}
	if end := wanted[final]; end.single() && end.isStop(stops) && len(end.word) > 1 &&
		last.single() &&
		!last.isStop(stops) {
		last.tail = last.word + end.word
	}
	return kept
}

// ways are the words of all documents that satisfy a wanted word, each with the way.
type ways struct {
	item
	found         map[string]string // by "exact", "alias" …, the best way
	edits         map[string]string // of mistyped words: "1" or "2"
	pairs         []string          // of neighbours, of a word that may be several joined
	whole, prefix []map[string]bool // of each part: found whole, found whole or as a beginning
}

func (n *Naive) ways(w item, correct bool) ways {
	letters := []rune(w.word)
	correct = correct && w.plain && len(letters) >= 5 && !strings.ContainsAny(w.word, "0123456789")
	all := ways{item: w, found: map[string]string{}, edits: map[string]string{}}
	form := func(t string, bases []string) bool {
		return n.forms(w.word, t, bases)
	}
	for t, forms := range n.vocab {
		if !correct {
		} else if edits := osa(letters, []rune(t)); edits == 1 || edits == 2 && len(letters) >= 9 {
			all.edits[t] = strconv.Itoa(edits)
		}
		switch {
		case t == w.word:
			all.found[t] = "exact"
		case !w.plain:
		case form(t, forms), slices.Contains(w.joins, t):
			all.found[t] = "alias"
		case w.plain && n.hasPart(t, w.word):
			all.found[t] = "prefix"
		case w.last && strings.HasPrefix(t, w.word) && (n.vocab[w.word] == nil ||
			n.completes(w.word)), w.joinedLast != "" &&
			strings.HasPrefix(t, w.joinedLast):
			all.found[t] = "prefix"
		case correct && osa(letters, []rune(t)) == 1:
			all.found[t] = "1"
		case correct && len(letters) >= 9 && osa(letters, []rune(t)) == 2:
			all.found[t] = "2"
		}
	}
	parts := w.parts
	if first := n.hyphens[w.word]; parts == nil && w.plain && first > 0 {
		parts = []string{w.word[:first], w.word[first:]}
	}
	if parts == nil && w.plain && !slices.ContainsFunc(n.docs,
		func(d document) bool { return all.points(&d) >= points["alias"][1] }) {
		if parts = n.apart(w.word); parts == nil {
			tries := 256
			all.pairs = n.pairs(w.word, nil, &tries)
		}
	}
	for i, p := range parts {
		whole, prefix := map[string]bool{}, map[string]bool{}
		for t, forms := range n.vocab {
			whole[t] = n.forms(p, t, forms)
			prefix[t] = whole[t] || n.hasPart(t, p) || w.last && w.parts != nil &&
				i == len(parts)-1 &&
				len([]rune(p)) >= 2 && strings.HasPrefix(t, p)
		}
		all.whole, all.prefix = append(all.whole, whole), append(all.prefix, prefix)
	}
	return all
}

// pairs are the neighbours that a word is made of which is three to five words joined.
func (n *Naive) pairs(word string, before []string, tries *int) []string {
	if len(before) == 0 && len(word) < 6 {
		return nil
	}
	for end := 1; end <= len(word) && *tries > 0; end++ {
		if end < len(word) && !utf8.RuneStart(word[end]) {
			continue
		}
		if end == len(word) && len(before) < 2 {
			return nil
		}
		*tries--
		first := word[:end]
		if n.vocab[first] == nil || len(before) > 0 && !n.neighbours[before[len(before)-1]+first] {
			continue
		}
		words := append(slices.Clone(before), first)
		if end == len(word) {
			var pairs []string
			for i := range words[1:] {
				pairs = append(pairs, words[i]+words[i+1])
			}
			return pairs
		}
		if len(words) == 5 {
			continue
		}
		if pairs := n.pairs(word[end:], words, tries); pairs != nil {
			return pairs
		}
	}
	return nil
}

// nowhere reports whether no document has the word as it is typed; one of parts that are somewhere
// may be meant so.
func (n *Naive) nowhere(w item) bool {
	all := n.ways(w, false)
	parts := 0
	if len(all.pairs) > 0 && slices.ContainsFunc(n.docs, func(d document) bool {
		return slices.Contains(slices.Collect(maps.Keys(d.neighbours)), all.pairs[0])
	}) {
		return false
	}
	for i := range all.prefix {
		for t := range n.vocab {
			if all.prefix[i][t] {
				parts++
				break
			}
		}
	}
	return (parts == 0 || parts < len(all.prefix)) &&
		!slices.ContainsFunc(n.docs, func(d document) bool { return all.points(&d) > 0 })
}

func (w ways) points(d *document) int {
	best := 0
	if w.run != "" {
		return max(points["exact"][d.begins[w.run]], points["prefix"][d.words[w.word]])
	}
	for t, class := range d.words {
		if way, ok := w.found[t]; ok {
			best = max(best, points[way][class])
		}
	}
	together := func(sets []map[string]bool) int {
		least := 3
		for _, set := range sets {
			best := 0
			for t, class := range d.words {
				if set[t] {
					best = max(best, class)
				}
			}
			least = min(least, best)
		}
		return least
	}
	if len(w.whole) > 0 {
		best = max(best, points["alias"][together(w.whole)], points["prefix"][together(w.prefix)])
	}
	if len(w.pairs) > 0 {
		least := 3
		for _, pair := range w.pairs {
			least = min(least, d.neighbours[pair])
		}
		best = max(best, points["alias"][least])
	}
	if !w.plain {
		return best
	}
	if len(w.word) >= 4 {
		best = max(best, points["alias"][d.neighbours[w.word]])
	}
	for _, phrase := range append([]string{w.word}, w.phrases...) {
		best = max(best, points["alias"][d.synonyms[phrase]])
	}
	for word, class := range d.synonyms { // of what a mistyped word may stand for
		if edits := w.edits[word]; edits != "" {
			best = max(best, points[edits][class])
		}
	}
	return best
}

// ties decide between documents of one score.
func (n *Naive) ties(wanted []item, readings [][]string, d *document) int {
	sum := 0
	if tail := wanted[len(wanted)-1].tail; tail != "" {
		all, own := 0, 0
		for joined := range n.neighbours {
			if strings.HasPrefix(joined, tail) {
				all++
				own += min(d.neighbours[joined], 1)
			}
		}
		if all <= 8 {
			sum += 4 * own
		}
	}
	for i, w := range wanted {
		if w.next == "" {
			continue
		}
		for _, a := range append([]string{w.word}, readings[i]...) {
			for _, b := range append([]string{wanted[i+1].word}, readings[i+1]...) {
				sum += 4 * min(d.neighbours[a+b], 1)
			}
		}
	}
	if d.first[append(wanted[0].parts, wanted[0].word)[0]] {
		sum += 2
	}
	for _, reading := range readings[0] {
		if d.first[reading] {
			sum += 2
		}
	}
	end := wanted[len(wanted)-1]
	if d.last[append([]string{end.word}, end.parts...)[len(end.parts)]] {
		sum++
	}
	for _, reading := range readings[len(readings)-1] {
		if d.last[reading] {
			sum++
		}
	}
	return sum
}

// readings are the words that a mistyped one most likely stands for.
func (n *Naive) readings(w item) []string {
	letters := []rune(w.word)
	if !w.plain || len(letters) < 5 || strings.ContainsAny(w.word, "0123456789") {
		return nil
	}
	var near []string
	edits := map[string]int{}
	for t := range n.vocab {
		if d := osa(letters, []rune(t)); d == 1 || d == 2 && len(letters) >= 9 {
			near, edits[t] = append(near, t), d
		}
	}
	count := func(t string) (documents int) {
		for i := range n.docs {
			if n.docs[i].words[t] > 0 {
				documents++
			}
		}
		return documents
	}
	slices.SortFunc(near, func(a, b string) int {
		return cmp.Or(cmp.Compare(edits[a], edits[b]), cmp.Compare(count(b), count(a)),
			cmp.Compare(a, b))
	})
	return near[:min(len(near), 4)]
}

// onDay reports whether some day of a document lies in a range, whose ends may be open. It goes
// through the days one by one.
func onDay(d search.Doc, from, to search.Day) bool {
	for day := d.First; day != 0 && (day == d.First || day <= d.Last); day++ {
		if day >= from && (to == 0 || day <= to) {
			return true
		}
	}
	return false
}

// Search returns the whole answer in order.
func (n *Naive) Search(q search.Query) []uint32 {
	wanted := n.items(q.Text, n.longest)
	key := func(s string) string { return strings.Join(strings.Fields(text.Fold(s)), " ") }
	passes := func(d search.Doc) bool {
		return (q.City == "" || key(q.City) == key(d.City)) &&
			(q.State == "" || key(q.State) == key(d.State)) &&
			(q.Organization == "" || key(q.Organization) == key(d.ProducerSlug)) &&
			(q.Venue == "" || key(q.Venue) == key(d.VenueKey)) &&
			(q.Country == "" || key(q.Country) == key(d.Country)) &&
			(q.Topic == "" || slices.ContainsFunc(d.Topics,
				func(t search.Topic) bool { return key(t.Key) == key(q.Topic) })) &&
			(!q.Free || d.Free) && (!q.Online || d.Online) && d.Hour >= q.After &&
			(q.From == 0 && q.To == 0 || onDay(d, q.From, q.To))
	}
	type hit struct {
		id           uint32
		points, ties int
	}
	scan := func(correct bool) (hits []hit, anywhere bool) {
		var all []ways
		readings := make([][]string, len(wanted))
		for i, w := range wanted {
			all = append(all, n.ways(w, correct))
			if correct {
				readings[i] = n.readings(w)
			}
			if correct && !n.nowhere(w) {
				clear(all[i].edits)
			}
		}
		for id := range n.docs {
			d, sum := &n.docs[id], 0
			for _, w := range all {
				p := w.points(d)
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
			if h := (hit{id: uint32(id), points: sum}); passes(d.Doc) {
				if len(wanted) > 0 {
					h.ties = n.ties(wanted, readings, d)
				}
				hits = append(hits, h)
			}
		}
		return hits, anywhere
	}
	hits, anywhere := scan(false)
	if !anywhere {
		hits, _ = scan(true)
	}
	slices.SortStableFunc(hits, func(a, b hit) int {
		if q.ByDate {
			return 0
		}
		return cmp.Or(cmp.Compare(b.points, a.points), cmp.Compare(b.ties, a.ties))
	})
	var ids []uint32
	for _, h := range hits {
		ids = append(ids, h.id)
	}
	return ids
}
