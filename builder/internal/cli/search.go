package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"text/tabwriter"

	"cartaz/builder/catalog"
	"cartaz/builder/release"
	"cartaz/builder/search"
)

// maxHits is the largest number of events of one answer.
const maxHits = 1000

// searchAnswer is the JSON output of the verb search.
type searchAnswer struct {
	Brand        string `json:"brand"`
	Release      string `json:"release"`
	Query        string `json:"query"`
	City         string `json:"city,omitempty"`
	State        string `json:"state,omitempty"`
	Organization string `json:"organization,omitempty"`
	Total        int    `json:"total"`
	// Reading is how the words were understood, see search.Reading; Missing has the words that the
	// events of a partial answer lack.
	Reading     string              `json:"reading"`
	Missing     []string            `json:"missing,omitempty"`
	Events      []answerEvent       `json:"events"`
	Explanation *search.Explanation `json:"explanation,omitempty"`
	Why         *why                `json:"why,omitempty"`
}

// answerEvent is one event of an answer.
type answerEvent struct {
	Rank int `json:"rank"`
	// Document is the number of the event in the index, and the id of its hit in the explanation.
	Document uint32 `json:"document"`
	ID       int64  `json:"id"`
	Slug     string `json:"slug"`
	Name     string `json:"name"`
	StartsAt string `json:"starts_at"` // "" if unknown
	City     string `json:"city"`      // "" if unknown
}

// searchCommand is one call of the verb search on an open release.
type searchCommand struct {
	*command
	rel   *release.Release
	index *search.Index
}

func runSearch(_ context.Context, c *command, names []string) int {
	if c.limit < 1 || c.limit > maxHits {
		return c.usage("--limit must be from 1 to %d", maxHits)
	}
	// As the edge reads the parameter q.
	c.query.Text = strings.TrimSpace(strings.ToValidUTF8(strings.Join(names[1:], " "), "\uFFFD"))
	return c.forEachBrand(names[:1], (&searchCommand{command: c}).search)
}

func (f *searchCommand) search(brand, dir string) error {
	return f.open(dir, func() error { return f.answer(brand) })
}

// open calls do while the live release is open.
func (f *searchCommand) open(dir string, do func() error) error {
	var err error
	if f.rel, err = release.OpenLive(dir); err != nil {
		return err
	}
	err = release.Guard(func() error {
		if f.index, err = search.Open(f.rel.SearchIndex()); err != nil {
			return fmt.Errorf("%s: %w", filepath.Join(dir, f.rel.ID()), err)
		}
		return do()
	})
	return errors.Join(err, f.rel.Close())
}

// answer runs the query on the index of one brand and prints the answer.
func (f *searchCommand) answer(brand string) error {
	q := f.query
	out := &searchAnswer{
		Brand: brand, Release: f.rel.ID(), Query: q.Text, City: q.City, State: q.State,
		Organization: q.Organization, Events: []answerEvent{},
	}
	var also []uint32
	if f.why != "" {
		var err error
		if out.Why, err = f.asked(f.why); err != nil {
			return err
		}
		if out.Why.OnSale {
			also = append(also, out.Why.document)
		}
	}
	ids, outcome := f.index.Answer(q, 0, f.limit, nil)
	out.Total, out.Reading = outcome.Total, outcome.Reading.String()
	for i, id := range ids {
		e, err := f.event(id)
		if err != nil {
			return err
		}
		e.Rank = i + 1
		out.Events = append(out.Events, e)
	}
	if f.explain || out.Why != nil {
		out.Explanation = f.index.Explain(q, f.limit, also...)
		if len(also) > 0 {
			out.Why.Hit = &out.Explanation.Also[0]
		}
	}
	if err := f.index.Err(); err != nil {
		return fmt.Errorf("release %s: %w", f.rel.ID(), err)
	}
	if f.json {
		return f.print(out)
	}
	return f.write(out)
}

// event returns a document of the index.
func (f *searchCommand) event(id uint32) (answerEvent, error) {
	text, err := f.index.JSON(id)
	if err != nil {
		return answerEvent{}, err
	}
	e, err := decodeEvent(text)
	if err != nil {
		return answerEvent{}, fmt.Errorf("document %d: %w", id, err)
	}
	out := answerEvent{Document: id, ID: e.ID, Slug: e.Slug, Name: e.Name,
		StartsAt: catalog.OrEmpty(e.StartsAt)}
	if e.Location != nil {
		out.City = catalog.OrEmpty(e.Location.City)
	}
	return out, nil
}

func decodeEvent(text []byte) (*catalog.Event, error) {
	e := new(catalog.Event)
	if err := json.Unmarshal(text, e); err != nil {
		return nil, fmt.Errorf("%w: %w", release.ErrCorrupt, err)
	}
	return e, nil
}

// write prints an answer for people.
func (f *searchCommand) write(out *searchAnswer) error {
	noun := "events"
	if out.Total == 1 {
		noun = "event"
	}
	fmt.Fprintf(f.Stdout, "%s: %d %s for “%s” (release %s)\n", out.Brand, out.Total, noun,
		out.Query, out.Release)
	if out.Explanation != nil {
		return out.explain(f.Stdout)
	}
	if out.Reading != "typed" {
		fmt.Fprintf(f.Stdout, "    nothing has these words as typed: it is %s, see --explain\n",
			out.Reading)
	}
	w := tabwriter.NewWriter(f.Stdout, 0, 0, 2, ' ', 0)
	for i := range out.Events {
		e := &out.Events[i]
		start, hour, _ := strings.Cut(e.StartsAt, "T") // in the time zone of the event
		if len(hour) >= len("15:04") {
			start += " " + hour[:len("15:04")]
		}
		fmt.Fprintln(w, strings.TrimRight(fmt.Sprintf("%5d\t%s\t%s\t%s\t%s", e.Rank, e.Slug, e.Name,
			start, e.City), "\t"))
	}
	return w.Flush()
}
