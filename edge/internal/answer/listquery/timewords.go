package listquery

import (
	"strings"
	"time"

	"cartaz/builder/i18n"
	"cartaz/builder/search"
)

// ReadTime reads the words for time in the text of a query as days and an hour, which then stand
// among the filters in use, and says so in a sentence with the way back: words in quotation marks
// stay words. now is the time in the zone of the brand.
//
// Filters that the client set by hand go first: with a day of theirs no day is read, and with an
// hour no hour. When nothing is found with the time and something with the words ("Teatro 15 de
// Novembro"), the query stays as it was typed; but a query that is a time alone and has no number
// ("hoje") is always a time. Where words that may be a time stay words, a sentence says that.
func (r *Reader) ReadTime(q *Query, now time.Time) {
	if q.Text == "" {
		return
	}
	m := r.Words.Read(q.Text, now)
	dated, timed := q.From != 0 || q.To != 0, q.After != 0
	if !m.Found() || m.From != 0 && dated || m.After != 0 && timed {
		q.noteWords(r.Texts, &r.Texts.TimeLeft, append(m.Words, m.Unread...))
		return
	}
	read := q.Query
	read.Text = m.Rest
	if m.From != 0 {
		read.From, read.To = m.From, m.To
	}
	if m.After != 0 {
		read.After = m.After
	}
	alone := m.Rest == "" && !strings.ContainsAny(q.Text, "0123456789")
	if alone || r.finds(read) || !r.finds(q.Query) {
		q.Query = read
		q.noteWords(r.Texts, &r.Texts.TimeWords, m.Words)
	}
}

// ReadKinds takes the words for kinds of events that tell no event from another out of the text,
// and says of which nothing is.
func (r *Reader) ReadKinds(q *Query) {
	var unknown []string
	q.Text, unknown = r.Names.DropKinds(q.Text)
	q.noteWords(r.Texts, &r.Texts.WithoutKind, unknown)
}

// noteWords adds a sentence about each of some words.
func (q *Query) noteWords(t *Texts, sentence *i18n.Message, words []string) {
	for _, w := range words {
		q.Wrong = append(q.Wrong, sentence.Text(t.Quoted(w)))
	}
}

// finds reports whether a query has an answer with its words as they are typed.
func (r *Reader) finds(q search.Query) bool {
	_, outcome := r.Names.Index.Answer(q, 0, 0, nil)
	return outcome.Total > 0 && !outcome.Corrected
}
