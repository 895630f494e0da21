package relevance

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
)

// Query is one judged query.
type Query struct {
	Catalogue string
	Language  string // of its words, where the set says it: pt
	Kind      string // what it tries: typo, venue, …
	Text      string
	Line      int // in its file
	// Unseen reports that the query belongs to the half of a language's queries that were not
	// looked at while the rules were made.
	Unseen bool

	// Gains has what each event that may appear is worth, by its place in the catalogue: gainFirst,
	// gainMust or gainMay. An event that is not in it is wrong. Without any, nothing must be found.
	Gains map[int]int
	// Traps are the wrong events that somebody thought of.
	Traps map[int]bool
	// Wrong are the wrong events that some engine found and somebody has read.
	Wrong map[int]bool
	// First holds the events of which one should be first; never empty when Gains is not.
	First map[int]bool
}

// What an event is worth where it is found.
const (
	gainMay   = 1
	gainMust  = 2
	gainFirst = 3
)

// Judged reports whether somebody has looked at the event for this query.
func (q *Query) Judged(event int) bool {
	return q.Gains[event] > 0 || q.Traps[event] || q.Wrong[event]
}

// queriesFolder holds the judged queries, a file for each catalogue, and README.md, which describes
// their format.
const queriesFolder = "builder/search/testdata/relevance"

// November is the set that somebody wrote in November 2026 who had not seen the engine.
const November = "2026-11"

// LoadQueries reads the judged queries of a set for a catalogue and finds the events that they
// name. root is the folder of the project; set is empty for the kept queries, or a folder beside
// them, such as November, which need not have every catalogue.
func LoadQueries(root, set, catalogue string, events []Event) ([]Query, error) {
	f, err := os.Open(filepath.Join(root, queriesFolder, set, catalogue+".txt"))
	if set != "" && errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	queries, err := parse(f, catalogue, events)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", f.Name(), err)
	}
	return queries, nil
}

// judged is a query while its lines are read.
type judged struct {
	Query
	first, must, may, not, wrong, but map[int]bool
	nothing                           bool
}

func parse(r io.Reader, catalogue string, events []Event) ([]Query, error) {
	var queries []Query
	var errs []error // all of them, since the files are written by hand
	var open *judged
	chooser := newChooser(events)
	kind, language, unseen := "", "", false
	finish := func() {
		if open == nil {
			return
		}
		q, err := open.settle()
		if err != nil {
			errs = append(errs, fmt.Errorf("line %d: %w", open.Line, err))
		}
		queries = append(queries, q)
		open = nil
	}
	lines := bufio.NewScanner(r)
	for n := 1; lines.Scan(); n++ {
		line := strings.TrimSpace(lines.Text())
		if line == "" || line[0] == '#' {
			continue
		}
		key, value, ok := strings.Cut(line, ":")
		if !ok && line != "nothing" {
			return nil, fmt.Errorf("line %d: %q is no line of a query", n, line)
		}
		value = strings.TrimSpace(value)
		switch key {
		case "kind":
			finish()
			kind = value
			continue
		case "language":
			finish()
			language = value
			continue
		case "half":
			finish()
			unseen = value == "unseen"
			continue
		case "q":
			finish()
			open = &judged{Query: Query{Catalogue: catalogue, Language: language, Kind: kind,
				Text: value, Line: n, Unseen: unseen}}
			continue
		}
		if open == nil {
			return nil, fmt.Errorf("line %d: no query yet", n)
		}
		if err := open.add(key, value, chooser); err != nil {
			errs = append(errs, fmt.Errorf("line %d: %w", n, err))
		}
	}
	finish()
	return queries, errors.Join(append(errs, lines.Err())...)
}

func (j *judged) add(key, value string, c *chooser) error {
	var set *map[int]bool
	switch key {
	case "first":
		set = &j.first
	case "must":
		set = &j.must
	case "may":
		set = &j.may
	case "not":
		set = &j.not
	case "wrong":
		set = &j.wrong
	case "but":
		set = &j.but
	case "nothing":
		j.nothing = true
		return nil
	default:
		return fmt.Errorf("unknown key %q", key)
	}
	if *set == nil {
		*set = map[int]bool{}
	}
	found, err := c.choose(value)
	for _, i := range found {
		(*set)[i] = true
	}
	return err
}

func (j *judged) settle() (Query, error) {
	q := j.Query
	q.Gains, q.Traps, q.Wrong, q.First = map[int]int{}, j.not, j.wrong, j.first
	for _, s := range []struct {
		set  map[int]bool
		gain int
	}{{j.may, gainMay}, {j.must, gainMust}, {j.first, gainFirst}} {
		for i := range s.set {
			if !j.but[i] {
				q.Gains[i] = s.gain
			}
		}
	}
	if len(q.First) == 0 {
		q.First = map[int]bool{}
		for i, gain := range q.Gains {
			if gain == gainMust {
				q.First[i] = true
			}
		}
	}
	for i, gain := range q.Gains {
		if gain > 0 && (q.Traps[i] || q.Wrong[i]) {
			return q, fmt.Errorf("%q: an event that must not appear may appear", q.Text)
		}
	}
	if (len(q.First) == 0) != j.nothing {
		return q, fmt.Errorf("%q: either events that must appear or the line nothing", q.Text)
	}
	return q, nil
}
