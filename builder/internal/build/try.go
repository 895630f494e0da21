package build

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"strconv"
	"time"

	"github.com/itchyny/gojq"

	"cartaz/brands"
	"cartaz/builder/catalog"
	"cartaz/builder/internal/ingest"
	"cartaz/builder/internal/markup"
	"cartaz/builder/internal/page"
	"cartaz/builder/internal/upstream"
	"cartaz/builder/internal/upstream/adapt"
	"cartaz/builder/internal/validate"
)

// ErrNoItem means that the source does not have the item that [Try] looks for.
var ErrNoItem = errors.New("no such item")

// Wanted names an item of a source: by its number, from 1, or by the id or slug of the item itself
// or of a record that is made of it.
type Wanted struct {
	Number int    // from 1; 0 if ID chooses the item
	ID     string // "" if Number chooses the item
}

// Trial is one item of a source and everything that a build would make of it.
type Trial struct {
	Brand    string          `json:"brand"`
	Number   int             `json:"number"`   // of the item in the source, from 1
	Position string          `json:"position"` // of the item
	Item     json.RawMessage `json:"item"`     // with its detail
	// Legal holds the pages that the brand lacks: [brands.Brand.LegalGaps].
	Legal   []string       `json:"legal,omitempty"`
	Error   string         `json:"error"`   // why it cannot be mapped, or ""
	Records []TrialRecord  `json:"records"` // the records that the map makes of it
	Unused  []adapt.Member `json:"unused"`  // members that no record has
	Source  brands.Source  `json:"-"`       // of the item
}

// TrialRecord is one record of a [Trial].
type TrialRecord struct {
	Record   json.RawMessage    `json:"record"`   // as the map made it
	Findings []validate.Finding `json:"findings"` // changes and refusals of the check
	Path     string             `json:"path"`     // of its page, or "" if it is dropped
	Markdown string             `json:"markdown"` // of its page
}

// Try pulls the source of a brand up to one item and returns what a build would make of it. It
// publishes nothing, and of the state of earlier builds it reads only the edits. It does not see
// what only the whole catalogue can tell: duplicates, and slugs that two events want.
func Try(ctx context.Context, b *brands.Brand, o Options, want Wanted) (*Trial, error) {
	now := b.Now(o.Now).Truncate(time.Second).UTC()
	_, edited, err := readEdits(ctx, b, filepath.Join(o.Out, b.Key), o.Upstream,
		func(line string) { o.Log.Warn(line, "brand", b.Key) })
	if err != nil {
		return nil, err
	}
	t := &trier{want: want}
	err = ingest.Look(ctx, edited, now, o.Upstream, t.look)
	switch {
	case t.found:
	case err == nil && want.Number > 0:
		return nil, fmt.Errorf("%w: the source has %d, so there is no item %d", ErrNoItem, t.number,
			want.Number)
	case err == nil:
		return nil,
			fmt.Errorf("%w: none of %d has the id or slug %q, nor has a record that is made of "+
				"them", ErrNoItem, t.number, want.ID)
	default:
		return nil, err
	}
	text := markup.NewTrial(ctx)
	defer text.Close()
	return t.trial(b, o, now, text)
}

// trier is the caller of a pull that looks for an item. It keeps one item at a time.
type trier struct {
	want Wanted

	source  brands.Source // that is being read
	checker *validate.Checker
	number  int           // of the item in the source, from 1
	item    upstream.Item // the last one
	found   bool
}

// errFound ends the pull.
var errFound = errors.New("found")

// look takes one item of the source and ends the pull if it is the wanted one.
func (t *trier) look(src brands.Source, c *validate.Checker, item upstream.Item) error {
	t.number++
	t.item, t.source, t.checker = item, src, c
	if t.found = t.isWanted(); t.found {
		return errFound
	}
	return nil
}

// isWanted reports whether the item is the wanted one: by its number, by its own id or slug, or by
// those of one of its records.
func (t *trier) isWanted() bool {
	if t.want.Number > 0 {
		return t.number == t.want.Number
	}
	if t.isNamed(t.item.Value) {
		return true
	}
	for _, r := range t.item.Records {
		key := t.checker.Gate(r, "", nil).Key
		if t.isNamed(r) || key.Slug == t.want.ID || strconv.FormatInt(key.ID, 10) == t.want.ID {
			return true
		}
	}
	return false
}

// isNamed reports whether an object has the wanted id or slug.
func (t *trier) isNamed(v any) bool {
	object, _ := v.(map[string]any)
	return adapt.Scalar(object["id"]) == t.want.ID || adapt.Scalar(object["slug"]) == t.want.ID
}

// trial draws the item that was found.
func (t *trier) trial(b *brands.Brand, o Options, now time.Time, text *markup.Trial) (*Trial,
	error) {
	trial := &Trial{Brand: b.Key, Number: t.number, Position: t.item.Pos.String(),
		Records: []TrialRecord{}, Unused: []adapt.Member{},
		Source: t.source, Legal: b.LegalGaps()}
	var err error
	if trial.Item, err = indented(t.item.Value); err != nil {
		return nil, err
	}
	if t.item.Failure != nil {
		trial.Error = t.item.Failure.Err.Error()
		return trial, nil
	}
	renderer, err := page.New(b, o.Templates)
	if err != nil {
		return nil, err
	}
	list, err := ingest.CheckItem(t.checker, text, t.item)
	if err != nil {
		return nil, err
	}
	var good []*catalog.Record
	for i, c := range list {
		made := TrialRecord{Findings: append([]validate.Finding{}, c.Findings...)}
		if made.Record, err = indented(t.item.Records[i]); err != nil {
			return nil, err
		}
		if c.Record != nil && t.checker.Hides(&c.Key) {
			made.Findings = append(made.Findings, validate.Hidden(c.Key.ID))
		} else if c.Record != nil {
			t.checker.Assign(c.Record, c.Key.Slug)
			c.Record.ReadAt = now
			clean := markup.Clean(c.Record.Description, c.Record.Format)
			event, err := renderer.Event(c.Record, &clean, page.Related{})
			if err != nil {
				return nil, fmt.Errorf("event %s: %w", c.Record.Slug, err)
			}
			made.Path = b.Spelling.Own(event.Path)
			made.Markdown = string(event.Markdown)
			good = append(good, c.Record)
		}
		trial.Records = append(trial.Records, made)
	}
	var members adapt.Unused
	members.Add(t.item.Value, t.item.Records, good)
	trial.Unused = members.Members()
	return trial, nil
}

// indented returns a value of a source as JSON for people.
func indented(v any) (json.RawMessage, error) {
	text, err := gojq.Marshal(v)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	err = json.Indent(&b, text, "", "  ")
	return b.Bytes(), err
}
