package listquery

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"cartaz/builder/i18n"
	"cartaz/builder/search"
	"cartaz/builder/text"
	"cartaz/edge/internal/phrases"
)

// ReadWords reads the words of the text that are filters, anywhere in it, as filters in use, and
// keeps the query as it was typed in q.Typed. now is the time in the zone of the brand.
//
// The words stay as they were typed
//
//   - in quotation marks;
//   - if they are the name of an event, or are in the name or the venue of one, one after the
//     other, and the filters would lose it ("Teatro 15 de Novembro"). Words for time, free and
//     online without any other, and without a number, are filters all the same ("hoje");
//   - if they are names and leave nothing, and as words they find something ("golang new york");
//   - if the client set the same filter by hand. For words for time, q.Wrong gets a sentence, as
//     for words that contradict each other.
//
// Only words for time are read if an event has the others in its name, and names in them would lose
// it ("Recife Jazz em dezembro", in Olinda). Topics stay words: the search covers them, and finds
// more than the tags of a source. A word for a kind of events or for one of two places is left out,
// and a sentence says so, if it alone empties a search for a place or days ("Konzerte im Theatro
// Municipal", "in Berlin or Milan").
func (r *Reader) ReadWords(q *Query, now time.Time) {
	defer r.leaveOut(q)
	typed := q.Query
	if !Reads(q.Text) {
		return
	}
	asked := typed
	if rest, without := phrases.Without(q.Text); without != "" {
		if id, _ := r.Names.Named(typed); id == nil {
			typed.Text = rest
			q.noteWords(r.Texts, &r.Texts.NotCut, []string{without})
		}
	}
	m := r.Words.Read(typed.Text, now)
	dated, left := withTime(typed, m)
	q.noteWords(r.Texts, &r.Texts.TimeLeft, left)
	if left != nil {
		now = time.Time{}
	}
	all, unpriced := r.readAll(typed, now)
	q.Query = r.choose(typed, all, dated)
	if q.Query == all && unpriced != "" {
		q.Wrong = append(q.Wrong, r.Texts.WrongValue.Text(r.Texts.Quoted(unpriced), "max_price"))
	}
	if words := q.Query; words != asked {
		words.Text = asked.Text
		if words != asked {
			q.Typed = asked
		}
		if m.Unlike {
			q.noteWords(r.Texts, &r.Texts.Unlike, m.Words)
		}
	}
}

// leaveOut leaves out a state of events that have a name, and a part of the text of a search for a
// place or days, if nothing has it and the rest finds something; see [phrases.Names.Fewer].
func (r *Reader) leaveOut(q *Query) {
	if q.Status != q.Typed.Status && q.Text != "" && r.Count(q.Query) == 0 { // sold_out
		q.noteWords(r.Texts, &r.Texts.LeftOut, []string{r.Texts.Words[q.Status]})
		q.Status = ""
	}
	if q.From|q.To == 0 && !hasNames(q.Query, search.Query{}) {
		return
	}
	rests, parts := r.Names.Fewer(q.Text, q.Typed.Text)
	for i, rest := range rests {
		try := q.Query
		try.Text = rest
		if r.means(try) && r.Count(q.Query) == 0 {
			q.Query = try
			q.noteWords(r.Texts, &r.Texts.LeftOut, parts[i:i+1])
		}
	}
}

// means reports whether events have all words of a search as they are written, or as another
// language has them: words that are only alike are not meant, once other words are left out.
func (r *Reader) means(q search.Query) bool {
	_, o := r.Names.Index.Answer(q, 0, 0, nil)
	written, found := []byte(text.Fold(q.Text)), []byte(strings.Join(o.Found, " "))
	return o.Total > 0 && (o.Reading == 0 || o.Reading == search.Corrected &&
		text.Distance(written, found, 2) > 2)
}

// maxWords is the largest number of words of a text that is read: no visitor types more.
const maxWords = 24

// Reads reports whether the words of a text are read.
func Reads(words string) bool {
	n := len(strings.Fields(words))
	return 0 < n && n <= maxWords && len(words) <= MaxTerm &&
		!strings.ContainsAny(words, phrases.Quotes)
}

// readAll returns a query with the filters that its words name besides time, or the query itself if
// the client set one of them. unpriced are words for a price that is left out.
func (r *Reader) readAll(q search.Query, now time.Time) (read search.Query, unpriced string) {
	request := r.Words.ReadRequest(q.Text, r.Names, now)
	read = request.Query
	dated := read.From != 0 || read.To != 0
	for _, f := range search.Filters {
		switch {
		case f.Get(&read) == "":
			if f.Type != search.OfDay || !dated {
				f.Set(&read, f.Get(&q))
			}
		case f.Get(&q) != "":
			return q, ""
		}
	}
	read.ByDate = read.ByDate || q.ByDate
	read.ByPrice, read.Today = read.ByPrice || q.ByPrice, q.Today
	return read, request.Unpriced
}

// withTime returns a query with the days and the hour that its words mean; left holds the words for
// time that stay words.
func withTime(q search.Query, m phrases.Meaning) (read search.Query, left []string) {
	days := m.From != 0 && (q.From != 0 || q.To != 0) // in words and in a filter
	hours := (m.After != 0 || m.Hour != "") && (q.After != 0 || q.Hour != "")
	if !m.Found() || days || hours {
		return q, append(m.Words, m.Unread...)
	}
	q.Text = m.Rest
	if m.From != 0 {
		q.From, q.To = m.From, m.To
	}
	q.After, q.Hour = cmp.Or(m.After, q.After), cmp.Or(m.Hour, q.Hour)
	return q, nil
}

// choose chooses between a query as it was typed, with all filters that were read in it, and with
// the filters for time.
func (r *Reader) choose(typed, all, dated search.Query) search.Query {
	words := all
	words.Text = typed.Text
	if words == typed && !strings.Contains(all.Text, search.Or) { // no filter was read
		if (strings.Contains(typed.Text, " ") || all.Text != "") &&
			all != typed && r.Count(typed) == 0 {
			return all // without the words that only ask
		}
		return typed
	}
	named, whole := r.Names.Named(typed)
	switch {
	case whole, words == typed && named != nil:
		return typed
	case all.Text == "" && !hasNames(all, typed) && !strings.ContainsAny(typed.Text, "0123456789"):
		return all
	}
	if dated != typed {
		if id, _ := r.Names.Named(dated); r.loses(all, id) {
			all = dated
		}
	}
	switch {
	case r.loses(all, named):
		return typed
	case r.Count(all) == 0 && r.finds(dated):
		return dated
	}
	return all
}

// finds reports whether events have all words of a search as they are written.
func (r *Reader) finds(q search.Query) bool {
	_, o := r.Names.Index.Answer(q, 0, 0, nil)
	return o.Total > 0 && o.Reading < search.Corrected
}

// Count returns the number of results of a search that have all of its words.
func (r *Reader) Count(q search.Query) int {
	_, o := r.Names.Index.Answer(q, 0, 0, nil)
	if o.Reading == search.Partial {
		return 0
	}
	return o.Total
}

// loses reports whether a query does not find an event; a nil event is never lost.
func (r *Reader) loses(q search.Query, id *uint32) bool {
	if id == nil {
		return false
	}
	q.ByDate = true // costs less than ranks
	found, _ := r.Names.Index.Search(q, 0, r.Names.Index.Len(), nil)
	return !slices.Contains(found, *id)
}

// hasNames reports whether a query has other values with names than the query that it was read
// from.
func hasNames(read, typed search.Query) bool {
	return slices.ContainsFunc(phrases.Fields[:],
		func(f *search.Filter) bool { return f.Get(&read) != f.Get(&typed) })
}

// noteWords adds a sentence about each of some words.
func (q *Query) noteWords(t *Texts, sentence *i18n.Message, words []string) {
	for _, w := range words {
		q.Wrong = append(q.Wrong, sentence.Text(t.Quoted(w)))
	}
}
