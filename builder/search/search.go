package search

import (
	"cmp"
	"math/bits"
	"slices"
	"strings"

	"cartaz/builder/search/analysis"
	"cartaz/builder/search/internal/explain"
	"cartaz/builder/search/internal/index"
	"cartaz/builder/search/internal/query"
	"cartaz/builder/search/internal/rank"
	"cartaz/builder/text"
)

// Query is a search. Empty fields are absent; a document must satisfy all others.
type Query struct {
	// Text holds the words to be found. Without a letter, digit or pictogram it counts as empty.
	// Of several texts with [Or] between them any is to be found: "samba||jazz".
	Text string
	// City is compared without case, accents and needless space. City and the other names may be
	// several values, any of which matches, separated by line feeds.
	City string
	// State is the abbreviation in any case, or the name of a Brazilian state.
	State string
	// Organization is the slug of the organiser (Producer of records) in any case.
	Organization string
	// Venue and Tag are the keys of documents (Doc.VenueKey, Topic.Key), Country the ISO 3166-1
	// code, or the UN M49 number of a region, all in any case.
	Venue, Country, Tag string
	// Free and Online ask for free and for online events, CFP for events with an open call for
	// papers.
	Free, Online, CFP bool
	// Access asks for events with a way of access, Status for events in a state, one of the words
	// of the filter.
	Access, Status string
	// From and To ask for events on a day from From to To; 0 leaves that end open. An event of
	// several days is on each of them, or on the days of its sessions; an event without a date is
	// on none. If To is before From, no event answers.
	From, To Day
	// Today puts events that began before that day after the others in list order, if there is no
	// From. It filters nothing.
	Today Day
	// After asks for events that start at this hour or later on that day, 1 to 23; an event without
	// an hour does not match. Any other number asks for nothing.
	After int
	// Hour asks for events that start in a part of the day: night lasts to 4 o'clock, morning to
	// 11, afternoon to 17, evening to 23. Any other word asks for nothing.
	Hour string
	// MaxPrice asks for events whose lowest price is at most MaxPrice units of the currency of the
	// index (see [Index.Currency]). 0 asks for nothing.
	MaxPrice int
	// Age asks for events that are for people of this age, according to their source. 0 asks for
	// nothing.
	Age int
	// ByDate asks for the list order, which is by start, even for a query with a text.
	ByDate bool
	// ByPrice asks for the order of the prices, the lowest first, and unknown prices last. It wins
	// over ByDate.
	ByPrice bool
}

// Asked returns the query without the fields that ask for nothing: a text without a letter, digit
// or pictogram, a filter without a visible character, an order without a text.
func (q Query) Asked() Query {
	var buf [2 * query.MaxQuery]byte
	folded := text.AppendFold(buf[:0], text.Clip(q.Text, query.MaxQuery))
	if len(analysis.NameKey(nil, folded)) == 0 { // no token
		q.Text = ""
	}
	for _, f := range Filters {
		asked := query.Filter{Section: f.Section, Value: f.Get(&q)}
		if len(asked.AppendKey(buf[:0])) == 0 || !f.Set(&q, asked.Value) {
			f.Set(&q, "")
		}
	}
	q.ByDate = q.ByDate && q.Text != "" // else it is the order anyway
	return q
}

// Reading is how a query was read.
type Reading = query.Reading

// Readings, in the order in which they are tried until one finds something.
const (
	Corrected = query.Corrected // words may be a few edits away, or in another language
	Partial   = query.Partial   // some words are missing
	Retyped   = query.Retyped   // in the letters of another keyboard
)

// Or is the sign between texts of which any is to be found.
const Or = "||"

// Outcome describes the whole answer of a search.
type Outcome struct {
	Total int // documents that answer the query
	// Reading is how the words were understood, "typed" for an empty answer.
	Reading Reading
	// Found holds the words of the text as they were understood, if that differs from what was
	// typed. Missing holds the words that the documents of a partial answer lack.
	Found, Missing []string
}

// Search appends to dst the documents offset..offset+limit-1 of the answer to q, and returns how
// many documents answer q in all.
//
// Without text, or by date, the order is the list order, in which events that began before From, or
// before Today, come last, by their next session if it is known. With text the order is by score,
// then list order. A negative offset counts as 0; without a positive limit only the total is
// computed. Once warm, Search allocates nothing unless dst must grow or a price is asked for.
//
// Words are corrected only if the text without filters finds nothing in the whole index. If there
// is rock, but none in the city that is asked for, the answer is empty.
func (x *Index) Search(q Query, offset, limit int, dst []uint32) (ids []uint32, total int) {
	ids, outcome := x.Answer(q, offset, limit, dst)
	return ids, outcome.Total
}

// Answer is like Search, and returns more about the answer than its size.
func (x *Index) Answer(q Query, offset, limit int, dst []uint32) (ids []uint32, o Outcome) {
	b, _ := x.pool.Get().(*queryBuffers)
	if b == nil {
		b = new(queryBuffers)
	}
	b.asked = q
	dst = b.answer(x, &b.asked, offset, limit, dst)
	o = Outcome{Total: b.Total, Reading: b.Reading}
	switch {
	case b.any != "":
		o.Found = []string{b.any}
	case b.Reading >= Corrected:
		o.Found, o.Missing = b.Words()
	}
	b.Release()
	b.ranker.Release()
	x.pool.Put(b)
	return dst, o
}

// queryBuffers is all the memory that one query needs. Warm ones are in a pool, so that queries
// allocate nothing.
type queryBuffers struct {
	query.Matches
	asked      Query
	filters    query.Filters
	ranker     rank.Ranker
	begun, own []uint64 // see listed
	any        string   // see findAny
}

// answer implements Search. It leaves in b what Explain needs.
func (b *queryBuffers) answer(x *Index, q *Query, offset, limit int, dst []uint32) []uint32 {
	offset = max(offset, 0)
	q.filters(&b.filters, x)
	if !b.findAny(x, q.Text) {
		b.find(x, q.Text)
	}
	switch {
	case offset >= b.Total || limit <= 0:
	case q.ByPrice:
		dst = b.priced(x, offset, limit, dst)
	case q.ByDate || len(b.Tokens) == 0:
		dst = b.listed(x, cmp.Or(q.From, q.Today), offset, limit, dst)
	default:
		dst = b.ranker.Page(&b.Matches, dst, offset, limit)
	}
	return dst
}

// find finds the documents of a text.
func (b *queryBuffers) find(x *Index, text string) {
	if !b.Find(x.query, text, &b.filters) {
		b.Total = x.Len()
	}
	if b.Total == x.Len() { // then Live is not valid
		b.Live = b.Live[:0]
		for doc := 0; doc < x.Len(); doc += 64 {
			b.Live = append(b.Live, 1<<min(64, x.Len()-doc)-1)
		}
	}
}

// findAny finds the documents of any of several texts, in list order; it returns false if there is
// only one, or none with words. Each is read on its own, and must be found whole. b.any has the
// texts if one of them is corrected.
func (b *queryBuffers) findAny(x *Index, texts string) bool {
	b.any = ""
	if !strings.Contains(texts, Or) {
		return false
	}
	all, words := strings.Split(texts, Or), 0
	union, reading := make([]uint64, index.WordsFor(x.Len())), query.Typed
	for i, text := range all {
		b.find(x, text)
		words += len(b.Tokens)
		if len(b.Tokens) == 0 || b.Total == 0 || b.Reading >= Partial {
			continue
		}
		for k, documents := range b.Live {
			union[k] |= documents
		}
		if b.Reading == Corrected {
			found, _ := b.Words()
			all[i], reading = strings.Join(found, " "), Corrected
			b.any = strings.Join(all, Or)
		}
	}
	b.Tokens, b.Reading, b.Live = b.Tokens[:0], reading, append(b.Live[:0], union...)
	b.Total = query.And(union, union)
	return words > 0
}

// listed returns a page in list order. Events that began before the days asked for come after
// events that begin in them, by their next session: otherwise an evening would begin with last
// year's exhibitions.
func (b *queryBuffers) listed(x *Index, from Day, offset, limit int, dst []uint32) []uint32 {
	if from == 0 {
		return rank.AppendListed(dst, b.Live, offset, limit)
	}
	// own: events that begin on the days asked for; begun: events that began before
	b.begun = append(b.begun[:0], b.Live...)
	clear(b.begun)
	days := x.file.DaysTable()
	days.Gather(0, uint32(from)-1, func(i int, documents uint64) { b.begun[i] = documents })
	b.own = append(b.own[:0], b.Live...)
	own := 0
	for i := range b.own {
		b.own[i] &^= b.begun[i]
		b.begun[i] &= b.Live[i]
		own += bits.OnesCount64(b.own[i])
	}
	limit += len(dst)
	dst = rank.AppendListed(dst, b.own, offset, limit-len(dst))
	var buf [16]byte
	key := index.AppendSessionKey(buf[:0], uint32(from), 0)
	return marked(x, b.begun, key, func(key []byte) bool {
		_, _, ok := index.Session(key)
		return ok
	}, max(offset-own, 0), limit-len(dst), dst)
}

// priced returns a page in the order of the prices, unknown prices last.
func (b *queryBuffers) priced(x *Index, offset, limit int, dst []uint32) []uint32 {
	b.own = append(b.own[:0], b.Live...)
	currency := x.Currency()
	return marked(x, b.own, []byte(index.PriceKey(currency, 0)), func(key []byte) bool {
		return strings.EqualFold(index.PriceCurrency(key), currency)
	}, offset, limit, dst)
}

// marked returns a page of a set, which it empties: in the order of the marks of a kind from a key
// on, then the documents without such marks.
func marked(x *Index, set []uint64, from []byte, kind func(key []byte) bool, offset, limit int,
	dst []uint32) []uint32 {
	take := func(doc uint32, _ index.Field) {
		if !has(set, doc) {
			return
		}
		set[doc/64] &^= 1 << (doc % 64)
		if offset--; offset < 0 && limit > 0 {
			dst, limit = append(dst, doc), limit-1
		}
	}
	d := x.file.Dictionary(index.Marks)
	for i := d.LowerBound(0, d.Len(), from); limit > 0 && i < d.Len() && kind(d.Key(i)); i++ {
		list, _ := d.Postings(i)
		list.Each(x.Len(), take)
	}
	return rank.AppendListed(dst, set, max(offset, 0), limit)
}

// has reports whether a document is in a set. Lists may be damaged.
func has(set []uint64, doc uint32) bool {
	return doc/64 < uint32(len(set)) && set[doc/64]>>(doc%64)&1 != 0
}

// The parts of explanations; see package explain.
type (
	// Explanation is how a query was read and evaluated.
	Explanation = explain.Explanation
	// Way is one list of documents in which a word is found.
	Way = explain.Way
	// Hit is one document of an explanation.
	Hit = explain.Hit
	// Filtered is one filter of the query.
	Filtered = explain.Filtered
)

// Explain answers a query as Search does, and returns how. It also explains the documents in also,
// whether they were found or not, and ignores numbers that do not exist. It costs many times what
// Search does.
func (x *Index) Explain(q Query, limit int, also ...uint32) *Explanation {
	b := new(queryBuffers)
	ids := b.answer(x, &q, 0, limit, nil)
	also = slices.DeleteFunc(slices.Clone(also),
		func(id uint32) bool { return uint64(id) >= uint64(x.Len()) })
	var filters []Filtered
	for n, value := range b.filters.Values {
		if key := value.AppendKey(nil); len(key) > 0 {
			filters = append(filters, Filtered{Kind: value.Name, Key: string(key), Number: n})
		}
	}
	if q.From != 0 || q.To != 0 {
		filters = append(filters, Filtered{Kind: "dates",
			Key: q.From.String() + ".." + q.To.String(), Number: query.DaysFilter})
	}
	e := explain.Of(x.file, &b.Matches, &b.ranker, filters, ids, also)
	for i := range e.Also {
		whole, _ := x.Search(q, 0, x.Len(), nil)
		e.Also[i].Rank = slices.Index(whole, e.Also[i].ID) + 1
	}
	return e
}
