package listquery

import (
	"strings"
	"time"

	"cartaz/builder/search"
)

// ReadTime reads the words for time in the text of a query as days and an hour, which then stand
// among the filters in use, and says so in a sentence with the way back: words in quotation marks
// stay words. now is the time in the zone of the brand.
//
// Filters that the client set by hand go first: with a day of theirs no day is read, and with an
// hour no hour. When nothing is found with the time and something with the words ("Teatro 15 de
// Novembro"), the query stays as it was typed; but a query that is a time alone and has no number
// ("hoje") is always a time.
func (r *Reader) ReadTime(q *Query, now time.Time) {
	if q.Text == "" {
		return
	}
	m := r.Words.Read(q.Text, now)
	dated, timed := q.From != 0 || q.To != 0, q.After != 0
	if !m.Found() || m.From != 0 && dated || m.After != 0 && timed {
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
		for _, words := range m.Words {
			q.Wrong = append(q.Wrong, r.Texts.TimeWords.Text(r.Texts.Quoted(words)))
		}
	}
}

// finds reports whether a query has an answer with its words as they are typed.
func (r *Reader) finds(q search.Query) bool {
	_, outcome := r.Names.Index.Answer(q, 0, 0, nil)
	return outcome.Total > 0 && !outcome.Corrected
}
