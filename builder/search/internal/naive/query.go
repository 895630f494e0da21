package naive

import (
	"cmp"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"cartaz/builder/search"
	"cartaz/builder/search/text"
	"cartaz/builder/search/text/names"
)

// item is one thing a query asks for.
type item struct {
	word           string
	at             int      // where a single one begins, in bytes of the folded text
	parts          []string // of a hyphenated word
	hyphen         bool     // and nothing else is between the parts
	plain, picture bool     // plain: of an alphabet; neither is a pair of letters
	last           bool     // may be a beginning
	begun          []string // words that it most likely begins though it is not the last
	elided         bool     // an article or the like that lost its vowel is before it
	year           int      // beside other words
	date           date     // that it names, or is the day of
	led            bool     // a word that leads to the month is before it
	extension      bool     // behind a dot that no word is before, or the last of a request
	behind         bool     // another one
	beside         bool     // another one, before it or behind it
	number         string   // of an ordinal before a work that is numbered
	ordinal        string   // the same, and of one that is the last word
	key            bool     // the letter of one
	serial         bool     // a figure, the last of some: no count
	related        bool     // stands for its family, too
	kana           string   // the word in kana that it belongs to
	hiragana       bool     // that is written so
	trying         bool     // a part of a text that is taken apart in many ways
	run            string   // how the run of one script begins that it belongs to
	others         []other  // writings of the words that it is a part of
	joins          []string // joined forms with the neighbours in the query
	joinedLast     string   // the one of them that may be a beginning
	phrases        []string // joined forms with the neighbours, stop words aside
	around         []string // those of them of two words
	next           string   // the one of them with the next item
	together       []string // compounds that it is with the item before or behind
	people         []string // joined names that it is the initials of, with the next item
	belongs        []string // joined forms with the neighbours that mean little apart
	tail           string   // joined with a stop word at the end of the text
	person         string   // joined with the first name before it
	surname        string   // itself, where it is bound so
	leads          bool     // a stop word is behind it
	ownPairs       []string // of the first: those of language
}

func (w item) single() bool { return w.plain && w.parts == nil }

func (w item) isStop(stops []string) bool {
	parts := w.parts
	if parts == nil {
		parts = []string{w.word}
	}
	return w.plain && !w.key && !slices.ContainsFunc(parts,
		func(p string) bool { return !slices.Contains(stops, p) })
}

// items reads the first twelve words of a text. longest is the most words of a synonym.
func (l *language) items(query string, longest int) (wanted []item) {
	stops := l.stops
	left := 12
	var forms []normal
	if l.languages&text.Japanese != 0 {
		forms = normals(query, true)
	}
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
				first := i
				if isTokyo(letters, i) {
					first--
				}
				from := t.at + len(strings.Join(letters[:first], ""))
				w.others = formsAt(query, forms, from, from+len(g))
				if l.languages&text.Japanese != 0 {
					w.run = beginning(query, t, i, len(letters) > 1)
					w.others = append(w.others, others(query, t, first, min(i+2, len(letters)))...)
					var run script
					w.kana, run = kanaOf(query, t, from, from+len(g))
					w.hiragana = run.hiragana
				}
				wanted = append(wanted, w)
			}
			continue
		}
		chain = chain[:min(left, len(chain))]
		left -= len(chain)
		if 1 < len(chain) && len(chain) <= 5 {
			w := item{word: join(chain), plain: true, hyphen: true}
			for i, t := range chain {
				w.parts = append(w.parts, t.text)
				w.hyphen = w.hyphen && (i == 0 || t.gap == "-")
			}
			wanted = append(wanted, w)
			continue
		}
		for i, t := range chain {
			w := item{word: t.text, at: t.at, plain: t.kind == 'w', picture: t.kind == 'p',
				elided:    i == 0 && t.glued,
				extension: t.gap == "." && t.at == 1 || strings.HasSuffix(t.gap, " .")}
			if w.plain {
				w.others = formsAt(query, forms, t.at, t.at+len(t.text))
			}
			wanted = append(wanted, w)
		}
	}
	for i := 1; i < len(wanted); i++ {
		if a, b := &wanted[i-1], &wanted[i]; a.single() && b.single() {
			a.joins, b.joins = append(a.joins, a.word+b.word), append(b.joins, a.word+b.word)
			if one, ok := strings.CutSuffix(a.word, "s"); ok && l.latin && len(one) > 3 &&
				!strings.HasSuffix(one, "s") {
				a.joins, b.joins = append(a.joins, one+b.word), append(b.joins, one+b.word)
			}
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
	readMusic(l.languages, wanted)
	readMonths(l.languages, wanted)
	for i := range wanted {
		wanted[i].extension = wanted[i].extension || slices.Contains(stops, requestRead)
	}
	for i := range max(0, len(wanted)-1) {
		wanted[i].leads = wanted[i+1].isStop(stops)
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
			compounds := l.together(a.word, b.word)
			a.together = append(a.together, compounds...)
			b.together = append(b.together, compounds...)
			a.phrases, b.phrases = append(a.phrases, a.next), append(b.phrases, a.next)
			if a.around = append(a.around, a.next); !b.led {
				b.around = append(b.around, a.next)
			}
			begins := i == 1 || !isGiven(l, a.word) || isGiven(l, kept[i-2].word)
			follows := slices.Contains(a.joins, a.next) && slices.Contains(b.joins, a.next)
			for _, name := range names.Given() {
				if l.latin && follows && initials.MatchString(a.word) &&
					name[0] == a.word[len(a.word)-1] {
					a.people = append(a.people, name+b.word)
				}
			}
			dated := a.date.month > 0 && isDigits(b.word)
			if begins && !dated && l.belong(a.word, b.word) && (len(a.word) > 1 || follows) {
				a.belongs, b.belongs = append(a.belongs, a.next), append(b.belongs, a.next)
				if isGiven(l, a.word) {
					b.person = a.next
				}
			}
		}
	}
	for from := range kept {
		joined := ""
		hyphen := false
		for to := from; to < min(len(kept), from+longest) && kept[to].plain; to++ {
			joined += kept[to].word
			hyphen = hyphen || kept[to].parts != nil
			for i := from; i <= to && (to-from >= 2 || to > from && hyphen); i++ {
				kept[i].phrases = append(kept[i].phrases, joined)
			}
		}
	}
	if len(kept) == 0 {
		return nil
	}
	kept[0].ownPairs = l.ownPairs
	for i := range kept {
		kept[i].behind, kept[i].beside = i > 0, len(kept) > 1
	}
	begins := func(w item) bool {
		return w.plain && len([]rune(w.word)) >= 2 && strings.Trim(w.word, "+#") == w.word
	}
	last := &kept[len(kept)-1]
	last.last = begins(*last) && !l.whole
	last.serial = len(kept) > 1 && last.single() && strings.Trim(last.word, "0123456789") == "" &&
		l.languages&text.German == 0
	for i := range kept {
		if w := &kept[i]; len(kept) > 1 && w.single() && year.MatchString(w.word) {
			w.year, _ = strconv.Atoi(w.word)
		}
	}
	if last.year > 0 {
		kept[len(kept)-2].last = begins(kept[len(kept)-2])
	}
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

// initials stand before a surname.
var initials = regexp.MustCompile("^[a-z]{1,3}$")

// year is one that a query may mean.
var year = regexp.MustCompile("^(19|20)[0-9][0-9]$")

// inYear reports whether some day of a document lies in a year.
func inYear(d search.Doc, year int) bool {
	first := search.DayOf(time.Date(year, time.January, 1, 0, 0, 0, 0, time.UTC))
	return onDay(d, first, search.DayOf(time.Date(year, time.December, 31, 0, 0, 0, 0, time.UTC)))
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
	kinds := n.language
	wanted := request(n, &kinds, q.Text)
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
			// What cannot be mistyped stands for its family where nothing has it: bethoven 5th.
			w.related = w.related || correct && w.plain && !isCorrected(n, w) && n.nowhere(w)
			all = append(all, n.ways(w, correct))
			if readings[i] = w.begun; correct {
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
	apart := func(l *language, query string) {
		if spaced, ok := n.apartFrom(l, query); ok && !anywhere {
			wanted = l.items(spaced, n.longest)
			hits, anywhere = scan(false)
		}
	}
	apart(&kinds, q.Text)
	relate := func() {
		if anywhere || !hasKin(n, wanted) {
			return
		}
		for i := range wanted {
			wanted[i].related = true
		}
		hits, anywhere = scan(false)
	}
	relate()
	clipped := false
	read := func(l *language, query string) {
		if wanted = request(n, l, query); clipped {
			clip(n, wanted)
		}
		hits, anywhere = scan(false)
		apart(l, query)
		relate()
	}
	query := q.Text
	if !anywhere && isClipped(n, wanted) {
		clipped = true
		read(&kinds, query)
	}
	if rest, without, skipped := n.unasked(&kinds, q.Text, wanted); skipped && !anywhere {
		query, kinds = rest, without
		read(&kinds, rest)
	}
	all, skipped := wanted, kindsOf(n, wanted)
	if !anywhere && skipped != nil {
		fewer := kinds
		fewer.stops = slices.Concat(kinds.stops, skipped, []string{notOwn})
		if read(&fewer, query); !anywhere {
			wanted = all
		}
	}
	if !anywhere {
		if hits, _ = scan(true); len(hits) == 0 {
			parted, ok := withBlank(n, &kinds, query, wanted, clipped, skipped != nil)
			if ok {
				wanted = parted
				hits, _ = scan(false)
			} else if some := kindsAmong(n, wanted); some != nil &&
				n.languages&text.Japanese == 0 {
				// filme do michael jacson
				fewer := kinds
				fewer.stops = slices.Concat(kinds.stops, some, []string{notOwn})
				if read(&fewer, query); !anywhere {
					hits, _ = scan(true)
				}
			}
		}
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
