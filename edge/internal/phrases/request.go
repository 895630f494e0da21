package phrases

import (
	"cmp"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"cartaz/builder/search"
	"cartaz/builder/text"
)

// Request is a message to an agent as it was understood.
type Request struct {
	// Query has the filters, and as Text the words that are left for the search.
	search.Query
	Intent Intent

	// Vague reports that words for a time without days were dropped.
	Vague bool
	// Unpriced are the words for a price in another currency than that of the index.
	Unpriced string
}

// Intent is what a message asks for.
type Intent uint8

// The intents. Price and Buy are about the events that are searched for, Help and Changes are not
// about events.
const (
	Search Intent = iota
	Price
	Buy
	Help
	Changes
)

// intents holds the intents by the names of their sections of sayings.
var intents = map[string]Intent{"price": Price, "buy": Buy, "help": Help, "changes": Changes}

// Limits on how much of a message is read. No message states a wish after them.
const (
	maxMessage = 2048 // bytes
	maxTokens  = 128
)

// maxPlaceWords is the number of words in "Rio Grande do Sul", the longest name of a state and the
// longest other name of a city.
const maxPlaceWords = 4

// ReadRequest reads a message with the names of an index. now is as in Read; the zero time leaves
// words for time to the search.
//
// Names come first: "Sábado" in the name of a venue is not a day. A word for time ends a phrase, so
// names are read again before it. Words that only ask ("quero", "show") are left out of the rest,
// in any language, unless they belong to a phrase for time.
func (s Rules) ReadRequest(message string, names *Names, now time.Time) Request {
	var q Request
	message, without := Without(cut(strings.ToValidUTF8(text.Clip(message, maxMessage), " "), nil))
	named := q.readNames(message, names)
	price, spoken := q.readPrice(message, names.Index.Currency()), s.spoken(newReader(message))
	if !now.IsZero() {
		masked := mask(message, append(named, price...), "x")
		m := s.Read(text.Clip(masked, maxRead), now)
		q.From, q.To, q.After, q.Hour = m.From, m.To, m.After, m.Hour
		if m.Found() {
			message = mask(message, m.Spans, ",")
			named = q.readNames(message, names)
		}
	}
	dropped := append(named, price...)
	message = mask(message, dropped, "X")
	dropped = append(dropped, q.readVenue(message, names)...)
	message = mask(message, dropped, "X")
	asks, ors := q.findAsks(message, now.IsZero(), spoken, names)
	q.Text = cut(mask(message, ors, "\x00"), append(dropped, asks...))
	q.Text = cut(strings.Map(onlyInNames, q.Text+" "+without), nil)
	q.Text = either.ReplaceAllString(q.Text, search.Or)
	q.Query = q.Asked()
	return q
}

// either matches the signs between texts with blanks: the one that was typed, and the one for "or".
var either = regexp.MustCompile(`\s*(\|\||\x00)\s*`)

// Without cuts off what a message excludes, from a word such as "except" on to the next comma,
// words for time or words before a price, and returns both parts.
func Without(message string) (rest, without string) {
	r := newReader(message)
	r.lang = anyLanguage
	for i := 1; i < min(len(r.tokens), maxTokens); i++ {
		_, end, ok := r.longest(i, anyLanguage.Without)
		if _, _, price := r.longest(i, anyLanguage.UpTo); ok && !price && end < len(r.tokens) {
			from, to := r.tokens[i].start, len(message)
			if n := strings.IndexAny(message[from:], ",;?!"); n > 0 {
				to = from + n
			}
			for at := end; at < len(r.tokens); at++ {
				p, ok := r.time(at)
				if !ok {
					_, p.end, ok = r.longest(at, anyLanguage.UpTo)
				}
				if ok && at > end {
					to = min(to, r.tokens[at-1].end)
				} else if ok {
					at = p.end - 1 // "except on Sunday"
				}
			}
			return cut(message, [][2]int{{from, to}}), message[from:to]
		}
	}
	return message, ""
}

// mask overwrites spans of a text with a sign, so that nothing is found in them.
func mask(message string, spans [][2]int, sign string) string {
	masked := []byte(message)
	for _, span := range spans {
		copy(masked[span[0]:span[1]], strings.Repeat(sign, span[1]-span[0]))
	}
	return string(masked)
}

// onlyInNames replaces signs that are not usual in names with blanks, so that no message has
// markup.
func onlyInNames(c rune) rune {
	if isWord(c) || unicode.IsMark(c) || strings.ContainsRune("-/&.'!+#@$\"|\x00", c) {
		return c
	}
	return ' '
}

// findAsks returns the spans of words that are not searched for, and sets their meaning. Words for
// time are searched for if they were not read, which unread says. ors are the places before words
// that "or", or a comma in a list with it, joins with others, unless one is a place that no venue
// has: "or" joins it with another place. Words for a state ask for all events in it if nothing else
// is searched for.
func (q *Request) findAsks(message string, unread bool, spoken []*language, names *Names) (
	asks, ors [][2]int) {
	r := newReader(message)
	bare := q.Query == search.Query{} // no word except words that ask, so far
	about := Search
	topic, placed := false, false // words are kept that no place word announces; that follow them
	near, or, joined := false, false, false
	for i, end := 0, 0; i < len(r.tokens); i = end {
		end = i + 1
		// Does the phrase at this place only ask, in one of the languages that count?
		said, longest, ok := r.longest(i, anyLanguage.says)
		end = max(end, longest)
		section := sayings[said.n]
		asked := end > i+1 || section != "ask"
		for _, l := range spoken {
			asked = asked || l.says.has(r.word(i))
			or = or || l.Join[r.word(i)].n == 1
		}
		word := message[r.tokens[i].start:r.tokens[i].end]
		acronym := len(word)|1 == 3 && isUpper(word) && !r.isAllCapitals() && // AI, IT
			!anyLanguage.Join.has(r.word(i)) // jazz OR samba
		asked = asked && !(acronym && section == "ask")
		kind := anyLanguage.Kind[r.word(i)].n
		isKind := kind != 0 && kind == names.kind()
		if !isKind && (!ok || !asked || section == "keep") || unread && section == "vague" ||
			i >= maxTokens {
			bare = false
			said := strings.Trim(r.word(i), "x") != "" // not masked
			comma := strings.Contains(r.between(i-1), ",")
			if said {
				if at := r.tokens[i].start; near && (or || comma) {
					ors = append(ors, [2]int{at - 1, at})
					joined = joined || or
				}
				if r.inPlace(i) {
					placed = topic
				} else {
					topic = true
				}
			}
			near = said && (near || !comma)
			or = false
			continue
		}
		// It asks: for a filter, an order, or something of the events or the agent.
		for _, f := range search.Filters {
			if f.Name == section {
				f.Set(&q.Query, "1")
			} else if slices.Contains(f.Words, section) {
				f.Set(&q.Query, section)
			}
		}
		q.Vague = q.Vague || section == "vague"
		q.ByPrice = q.ByPrice || section == "cheap" && names.Index.Currency() != ""
		q.ByDate = q.ByDate || anyLanguage.Next.has(r.word(end-1)) && !r.isJoined(i)
		if intent := intents[section]; intent >= Help {
			about = intent
		} else {
			q.Intent = max(q.Intent, intent)
		}
		asks = append(asks, [2]int{r.tokens[i].start, r.tokens[end-1].end})
	}
	if placed || !joined {
		ors = nil // "jazz at the Apollo or Ronnie's": the words are of both
	}
	if topic && q.Status != "sold_out" {
		q.Status = "" // "is the festival cancelled?" asks for the festival
	}
	if bare && about != Search {
		q.Intent = about
	}
	return asks, ors
}

// spoken returns the languages whose words for asking count: those of the site, and those that know
// most words of a message, two at least: "sul" asks in Italian, but not in "vento sul".
func (s Rules) spoken(r *reader) (list []*language) {
	known, most := make([]int, len(s.languages)), 0
	for i, l := range s.languages {
		for t := range r.tokens {
			if w := r.word(t); l.says.has(w) || l.starts.has(w) || l.Kind.has(w) {
				known[i]++
			}
		}
		most = max(most, known[i])
	}
	for i, l := range s.languages {
		if i < s.own || known[i] >= max(most, 2) {
			list = append(list, l)
		}
	}
	return list
}

// amount matches the text after a word such as "up to": a price with its currency before or after
// it.
var amount = regexp.MustCompile(`^\s*(R\$|\p{Sc}|[A-Za-z]{3})?\s*` +
	`(\d{1,3}(?:[.,]\d{3})+|\d+)(?:[.,]\d\d)?(?:\s*(\p{Sc}|\pL+)|[^\d.,]|$)`)

// readPrice finds the highest price in a currency, and returns its span: "até R$ 60", "under 20 €".
func (q *Request) readPrice(message, currency string) (spans [][2]int) {
	r := newReader(message)
	for i := range r.tokens {
		_, end, ok := r.longest(i, anyLanguage.UpTo)
		if !ok || currency == "" {
			continue
		}
		at := r.tokens[end-1].end
		m := amount.FindStringSubmatch(message[at:])
		if m == nil {
			continue
		}
		before := anyLanguage.money[strings.ToLower(m[1])]
		after := anyLanguage.money[text.Fold(m[3])]
		price, err := strconv.Atoi(strings.NewReplacer(".", "", ",", "").Replace(m[2]))
		unit := cmp.Or(after, before)
		if err == nil && unit != "" {
			at += len(m[0])
			if after == "" {
				at = len(strings.TrimSpace(message[:at-len(m[3])]))
			}
			if unit == currency {
				q.MaxPrice = price
			} else {
				q.Unpriced = message[r.tokens[i].start:at]
			}
			return [][2]int{{r.tokens[i].start, at}}
		}
	}
	return nil
}

// Limits on the words after words for a place that are looked up in the names of venues, and on
// what is looked up: runs of words there.
const maxVenueWords, maxRuns = 3, 12

// readVenue takes the last run of words after a word for a place that exactly one venue has in its
// name, and those that "or" joins with a venue, and returns their spans: "près du Louvre". It reads
// the names of all venues.
func (q *Request) readVenue(message string, names *Names) (spans [][2]int) {
	type run struct {
		words  string
		span   [2]int
		joined bool
	}
	var runs []run
	r := newReader(message)
	for i := range r.tokens {
		if !r.inPlace(i) || r.announces(i) {
			continue
		}
		first := r.announced(i)
		for end := i; end < min(i+maxVenueWords, len(r.tokens)) && len(runs) < maxRuns; end++ {
			if anyLanguage.About.has(r.word(end + 1)) {
				continue // "Parque do Povo" is no other park
			}
			runs = append(runs, run{r.words[r.tokens[i].lo : r.tokens[end].hi+1],
				[2]int{r.tokens[first].start, r.tokens[end].end},
				anyLanguage.Join[r.word(end+1)].n+anyLanguage.Join[r.word(first-1)].n > 0})
		}
	}
	venues := strings.Fields(q.Venue) // keys have no blanks
	for _, run := range slices.Backward(runs) {
		if len(venues) > 0 && !run.joined {
			continue
		}
		n, key := 0, ""
		for name, values := range names.table().values {
			for _, v := range values {
				if v.kind == Venue && (strings.HasPrefix(name, run.words) ||
					strings.Contains(name, " "+run.words)) {
					n, key = n+1, v.key
				}
			}
		}
		if n == 1 && !slices.Contains(venues, key) {
			venues, spans = append(venues, key), append(spans, run.span)
		}
	}
	q.Venue = strings.Join(venues, "\n")
	return spans
}

// mention is a name in the tokens from first to end.
type mention struct {
	kind       Kind
	first, end int
	value      string
	announced  bool // by the word before it: "em", "by"
}

// readNames finds names from left to right, at each word the longest one, and returns the spans of
// the names that became filters, with the words that announce them. If a name of a kind is
// announced ("em Recife"), only announced names of that kind count, otherwise all; an event may
// have any of them. Other names stay words to search for. Every run of words is looked up, so the
// work grows with the message and not with the index.
func (q *Request) readNames(message string, names *Names) (spans [][2]int) {
	r := newReader(message)
	r.tokens = slices.DeleteFunc(r.tokens[:min(len(r.tokens), maxTokens)], func(t token) bool {
		return anyLanguage.Conjunction.has(r.words[t.lo:t.hi])
	})
	r.repack()
	var best [Kinds]*mention
	var mentions []*mention
	var values [Kinds][]string
	last := &mention{end: -1}
	for i := 0; i < len(r.tokens); {
		m := r.mentionAt(i, names, last)
		if m == nil {
			i++
			continue
		}
		i, last = m.end, m
		if b := best[m.kind]; b == nil || m.announced && !b.announced {
			best[m.kind] = m
		}
		mentions = append(mentions, m)
	}
	for _, m := range mentions {
		b := best[m.kind]
		if m.value != b.value && b.announced && !m.announced {
			continue
		}
		spans = append(spans, [2]int{r.tokens[r.announced(m.first)].start, r.tokens[m.end-1].end})
		if !slices.Contains(values[m.kind], m.value) {
			values[m.kind] = append(values[m.kind], m.value)
		}
	}
	for kind, f := range Fields {
		f.Set(&q.Query, strings.Join(values[kind], "\n"))
	}
	return spans
}

// repack writes the words again after tokens were deleted, so that they follow each other in the
// form in which AppendName writes names.
func (r *reader) repack() {
	var b strings.Builder
	for i := range r.tokens {
		lo, word := b.Len(), r.word(i)
		b.WriteString(word + " ")
		r.tokens[i].lo, r.tokens[i].hi = lo, lo+len(word)
	}
	r.words = b.String()
}

// mentionAt returns the longest name that begins at token i and counts, or nil. last is the name
// before it.
func (r *reader) mentionAt(i int, names *Names, last *mention) *mention {
	afterCity := last.end == i && last.kind == City
	for end := min(i+max(names.table().longest, maxPlaceWords), len(r.tokens)); end > i; end-- {
		var found [Kinds]string
		venues := 0
		for _, v := range names.table().values[r.words[r.tokens[i].lo:r.tokens[end-1].hi+1]] {
			if v.kind == Venue {
				venues++
			}
			found[v.kind] = cmp.Or(found[v.kind], v.key)
		}
		if venues > 1 {
			found[Venue] = "" // stays a word to search for, and finds the events of all of them
		}
		if end-i <= maxPlaceWords {
			found[State] = r.state(i, end, names.Index, afterCity)
			if found[State] == "" {
				r.addAlias(&found, i, end, names)
			} else if r.namesState(i) {
				found = [Kinds]string{State: found[State]}
			}
		}
		var best *mention
		for kind := range Topic {
			if found[kind] == "" {
				continue
			}
			m := &mention{kind, i, end, found[kind], last.announced && last.kind == kind &&
				r.skip(last.end, 1, anyLanguage.Article) == i}
			if r.counts(m) && (best == nil || kind == Organization && m.announced) {
				best = m
			}
		}
		if best != nil {
			return best
		}
	}
	return nil
}

// addAlias adds the city that the tokens from first to end name in another language or in short, if
// they are used as a place ("em BH") or written as a name.
func (r *reader) addAlias(found *[Kinds]string, first, end int, names *Names) {
	raw := r.query[r.tokens[first].start:r.tokens[end-1].end]
	// A capital next to it is more of a name, unless a conjunction is between.
	name := first > 0 && r.isCapital(first) && !r.isAllCapitals() &&
		(!r.isCapital(end) || r.between(end-1) != " ")
	if found[City] == "" && !r.announces(first) &&
		(name || r.inPlace(first) || r.endsPhrase(end-1)) {
		found[City], _ = names.cityAlias(raw)
	}
}

// counts sets whether a name is announced, and reports whether it counts. A name of one word is
// often a common word (Nice, Mobile, a house called Samba), so it needs more: a city the end of a
// phrase or a capital, any other kind a word before it. A name that does not count stays a word to
// search for and still finds its events, because the search also covers names.
func (r *reader) counts(m *mention) bool {
	before, several := r.word(m.first-1), m.end-m.first > 1
	about := anyLanguage.About.has(before)
	if m.kind == Organization {
		m.announced = anyLanguage.By.has(before)
		return several || m.announced || about && anyLanguage.Maker.has(r.word(m.first-2))
	}
	m.announced = m.announced || r.inPlace(m.first)
	switch m.kind {
	case Venue:
		return several || m.announced
	case Country:
		return m.announced || about || r.endsPhrase(m.end-1) &&
			!anyLanguage.says.has(before+" "+r.word(m.first)) // "can you help us?"
	case City:
		return several || m.announced || about || r.endsPhrase(m.end-1) ||
			m.first > 0 && r.isCapital(m.first) && !r.isAllCapitals()
	}
	m.announced = m.announced || r.namesState(m.first)
	return true
}

// state returns the abbreviation of a state that the tokens from first to end name, or "". Two
// letters are an abbreviation if they are capitals or follow a word for a place or, as afterCity
// says, a city; otherwise "to", "se", "am" and the like are words. A name that is also a common
// word ("para") counts only with its accents.
func (r *reader) state(first, end int, index *search.Index, afterCity bool) string {
	raw := r.query[r.tokens[first].start:r.tokens[end-1].end]
	key, ok := index.StateKey(raw)
	if !ok {
		return ""
	}
	w := r.word(first)
	said, common := anyLanguage.says[w]
	common = common && sayings[said.n] != "short"
	switch {
	case end-first > 1:
	case w != key:
		if common && strings.ToLower(raw) == w {
			return ""
		}
	case r.isJoined(first):
		return ""
	case strings.ToUpper(raw) != raw || r.isAllCapitals():
		if common || !afterCity && !r.announces(first-1) {
			return ""
		}
	}
	return strings.ToUpper(key)
}

// inPlace reports whether the word before token i, or before its article or preposition ("près
// du"), announces a place. French "à" does, but not "a", an article of English and Portuguese.
func (r *reader) inPlace(i int) bool {
	if w := r.word(i - 1); !anyLanguage.Place.has(w) &&
		(anyLanguage.Article.has(w) || anyLanguage.About.has(w)) {
		i--
	}
	w := r.word(i - 1)
	if w == "a" {
		t := r.tokens[i-1]
		return strings.EqualFold(r.query[t.start:t.end], "à")
	}
	return anyLanguage.Place.has(w)
}

// namesState reports whether the words before token i announce a state: "estado de".
func (r *reader) namesState(i int) bool {
	return anyLanguage.State.has(r.word(i-1)) ||
		anyLanguage.About.has(r.word(i-1)) && anyLanguage.State.has(r.word(i-2))
}

// announces reports whether token i announces a name that follows.
func (r *reader) announces(i int) bool {
	w := r.word(i)
	return w != "" && (r.inPlace(i+1) || anyLanguage.About.has(w) || anyLanguage.By.has(w))
}

// announced returns the first of the words that announce the name at token i ("près du").
func (r *reader) announced(i int) int {
	for r.announces(i - 1) {
		i--
	}
	return i
}

// endsPhrase reports whether a phrase or the message ends after token i.
func (r *reader) endsPhrase(i int) bool {
	between := r.between(i)
	return i == len(r.tokens)-1 || strings.Contains(between, ",") ||
		!strings.HasPrefix(between, " ") && !r.isJoined(i)
}

// isJoined reports whether only one sign separates token i from the next (AC/DC).
func (r *reader) isJoined(i int) bool {
	between := r.between(i)
	return len(between) == 1 && strings.Contains("/-&.'", between)
}

// isCapital reports whether there is a token i and it begins with a capital.
func (r *reader) isCapital(i int) bool {
	if i >= len(r.tokens) {
		return false
	}
	c, _ := utf8.DecodeRuneInString(r.query[r.tokens[i].start:])
	return unicode.IsUpper(c)
}

// isAllCapitals reports whether the whole message is in capitals, so that capitals do not mark a
// name.
func (r *reader) isAllCapitals() bool { return len(r.tokens) > 2 && isUpper(r.query) }

func isUpper(text string) bool { return strings.ToUpper(text) == text }
