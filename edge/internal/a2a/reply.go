package a2a

import (
	"maps"
	"net/url"
	"slices"
	"strings"

	"cartaz/builder/catalog"
	"cartaz/builder/search"
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
	switch q.Intent {
	case phrases.Help:
		examples := "\n\n- " + strings.Join(say.Examples, "\n- ") + "\n"
		return reply{words: say.quote(say.Note) + say.Help + examples, Answer: "help",
			URL: e.c.Address(catalog.EventsPath)}, true
	case phrases.Changes:
		var page answer.Answer
		e.c.Read(&page, catalog.ChangesTwinPath, "", "", e.r.Time)
		if !e.checkAnswer(&page) {
			return r, false
		}
		return reply{words: say.quote(say.Note) + string(withoutFrontMatter(page.Body)),
			Answer: "changes", URL: e.c.Address(catalog.ChangesTwinPath)}, true
	}
	return e.search(words, q, data)
}

// search replies with the list of the events that are asked for, or with the page of the one event
// that a question is about.
func (e *exchange) search(words string, q phrases.Request, data url.Values) (r reply, ok bool) {
	say := textsOf(e.c.Brand().Locale)
	filters, replaced := filtersOf(words, &q.Query, data)
	var list, page answer.Answer
	r.Events = e.c.ReadList(&list, filters.Encode(), e.r.Time)
	if !e.checkAnswer(&list) {
		return r, false
	}
	r.Answer, r.URL = "list", r.Events.URL
	body, slug := list.Body, ""
	// A question for cancelled events is answered by those alone.
	answered := r.Meta.Total > 0 || q.Status != "" && r.NotOnSale != nil
	if !answered {
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
		body = page.Body
	}
	notes := []string{}
	if q.Vague {
		notes = append(notes, say.NoDates)
	}
	if replaced != nil {
		notes = append(notes, say.DataFirst.Text(strings.Join(replaced, ", ")))
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
		string(withoutFrontMatter(body))
	return r, true
}

// filtersOf returns the parameters of a list: the filters that were read in the words, below those
// of the data. replaced names the filters of the words for which the data have another value.
func filtersOf(words string, q *search.Query, data url.Values) (filters url.Values,
	replaced []string) {
	query := listquery.Encode(q, 1)
	filters, _ = url.ParseQuery(strings.TrimPrefix(query, "?")) // escaped as it must be
	for name := range text.InOrder(data) {
		if was := filters.Get(name); was != "" && !strings.EqualFold(was, data.Get(name)) {
			replaced = append(replaced, name)
		}
	}
	if replaced == nil && !data.Has("q") && listquery.Reads(words) {
		// The list reads the words itself, as those of a visitor.
		filters = url.Values{"q": {words}}
	}
	maps.Copy(filters, data)
	return filters, replaced
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
