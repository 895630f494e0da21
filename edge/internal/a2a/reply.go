package a2a

import (
	"maps"
	"net/url"
	"slices"
	"strings"

	"cartaz/builder/catalog"
	"cartaz/builder/text"
	"cartaz/edge/internal/answer"
	"cartaz/edge/internal/answer/listquery"
	"cartaz/edge/internal/phrases"
)

// reply is the answer to a message: in words, and as data with these members and, after a search
// for events, the members of the list.
type reply struct {
	words string

	// Answer says what the reply holds: "list" (events), "none" (no event matches), "page" or "buy"
	// (the page of the one event whose price was asked for, or that is to be bought), "help" (what
	// the agent does) or "changes" (what changed).
	Answer string `json:"answer"`
	URL    string `json:"url"` // of the page that says the same
	*answer.Events
}

// reply answers a message: its words, which were read as q, and its data, which take precedence. ok
// is false if an error was sent.
func (e *exchange) reply(words string, q phrases.Request, data url.Values) (r reply, ok bool) {
	say := textsOf(e.c.Brand().Locale)
	var page answer.Answer
	switch q.Intent {
	case phrases.Help:
		examples := "\n\n- " + strings.Join(say.Examples, "\n- ") + "\n"
		return reply{say.quote(say.Note) + say.Help + examples, "help",
			e.c.Address(catalog.EventsPath), nil}, true
	case phrases.Changes:
		e.c.Read(&page, catalog.ChangesTwinPath, "", "", e.r.Time)
		if !e.checkAnswer(&page) {
			return r, false
		}
		return reply{say.quote(say.Note) + string(withoutFrontMatter(page.Body)), "changes",
			e.c.Address(catalog.ChangesTwinPath), nil}, true
	}
	// The search: the filters that were read in the words, below those of the data.
	query := listquery.Encode(&q.Query, 1)
	values, _ := url.ParseQuery(strings.TrimPrefix(query, "?")) // escaped as it must be
	// filters that words and data say differently
	var unused []string
	for name := range text.InOrder(data) {
		if was := values.Get(name); was != "" && !strings.EqualFold(was, data.Get(name)) {
			unused = append(unused, name)
		}
	}
	if unused == nil && !data.Has("q") && listquery.Reads(words) {
		values = url.Values{"q": {words}} // which the list reads as from anyone
	}
	maps.Copy(values, data)
	r.Events = e.c.ReadList(&page, values.Encode(), e.r.Time)
	if !e.checkAnswer(&page) {
		return r, false
	}
	// The answer: the list, or the page of the one event that the question is about.
	r.Answer, r.URL = "list", r.Events.URL
	notes, slug := []string{}, ""
	if q.Vague {
		notes = append(notes, say.NoDates)
	}
	if unused != nil {
		notes = append(notes, say.DataFirst.Text(strings.Join(unused, ", ")))
	}
	if r.Meta.Total == 0 && (q.Status == "" || r.NotOnSale == nil) {
		r.Answer = "none"
	} else if q.Intent != phrases.Search && !r.Partial {
		slug = oneEvent(r.Events)
	}
	if slug != "" {
		e.c.Read(&page, catalog.EventPath(slug), "", typeMarkdown, e.r.Time)
		if !e.checkAnswer(&page) {
			return r, false
		}
		r.Answer, r.URL = "page", e.c.Address(catalog.EventPath(slug))
	}
	switch {
	case q.Intent == phrases.Buy:
		notes = append(notes, say.CannotBuy)
		if slug != "" {
			r.Answer = "buy"
		}
	case q.Intent == phrases.Price && slug == "":
		notes = append(notes, say.Price)
	}
	r.Notes = append(notes, r.Notes...)
	r.words = say.quote(append([]string{say.Note}, notes...)...) +
		string(withoutFrontMatter(page.Body))
	return r, true
}

// oneEvent returns the slug of the event that a search means, or "". That is the only event, or the
// first event with all words of the text in its name, if all such events have the same name.
func oneEvent(list *answer.Events) (slug string) {
	if list.Meta.Total == 1 {
		return list.Data[0].Slug
	}
	name, words := "", text.Words(text.Fold(list.Text))
	for _, e := range list.Data {
		folded := " " + strings.Join(text.Words(text.Fold(e.Name)), " ")
		isOther := slices.ContainsFunc(words, func(w string) bool {
			return !strings.Contains(folded, " "+w)
		})
		switch {
		case isOther:
		case slug == "":
			slug, name = e.Slug, e.Name
		case e.Name != name:
			return ""
		}
	}
	return slug
}
