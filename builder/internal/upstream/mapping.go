package upstream

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/itchyny/gojq"

	"cartaz/builder/internal/markup"
	"cartaz/builder/internal/upstream/adapt"
	"cartaz/builder/internal/upstream/fetch"
	"cartaz/builder/internal/upstream/jq"
	"cartaz/builder/text"
)

// MostFailed is how many items may fail to be mapped, whatever share they are: more are not odd
// items, but a program that does not fit its source.
const MostFailed = 100

// mapper gives the items to the brand's program and hands them on with their records, in the order
// in which they came.
type mapper struct {
	src     Source
	opts    Options
	emit    func(Item) error
	program *program // nil when the source holds records
	runner  jq.Runner
	waiting []Item // items that the program has, oldest first
	failure error  // the first one of an item
	first   any    // the first item that yielded nothing; nil for none
	stats   *Stats
}

// records gives one item to the program, and hands on the records of those before it that are
// ready.
func (m *mapper) records(ctx context.Context, item Item, values []any) error {
	if m.program == nil {
		item.Records = []any{item.Value}
		if whole, ok := item.Value.(map[string]any); ok && m.opts.Look && m.src.Document() {
			item.Records = []any{whole[adapt.RecordMember]}
		}
		return m.mapped(item)
	}
	item.Value, item.Cut = cutTexts(item.Value, "")
	m.runner.Send(ctx, m.program.Program, item.Value, values, m.program.limits)
	m.waiting = append(m.waiting, item)
	if m.opts.Look {
		return m.takeAll(ctx)
	}
	for m.runner.Full() {
		if err := m.takeNext(ctx); err != nil {
			return err
		}
	}
	return nil
}

// takeAll hands on the records of all items that the program has.
func (m *mapper) takeAll(ctx context.Context) error {
	for len(m.waiting) > 0 {
		if err := m.takeNext(ctx); err != nil {
			return err
		}
	}
	return nil
}

// takeNext hands on the records of the oldest item that the program has.
func (m *mapper) takeNext(ctx context.Context) error {
	records, err := m.runner.Next(ctx)
	item := m.waiting[0]
	m.waiting = m.waiting[1:]
	err = m.program.named(err)
	switch {
	case errors.Is(err, ErrMap):
		return m.fail(item, err)
	case err != nil:
		return err
	}
	if item.Records = records; len(records) == 0 {
		item.Note = "" // the program wants no event of it
	}
	return m.mapped(item)
}

// mapped hands on an item with its records.
func (m *mapper) mapped(item Item) error {
	if len(item.Records) == 0 && m.first == nil {
		m.first = item.Value
	}
	m.stats.Records += len(item.Records)
	if space := m.src.namespace(); space != "" {
		for i, record := range item.Records {
			item.Records[i] = named(record, space)
		}
	}
	return m.hand(item)
}

// named puts the name of a source in front of the id of a record.
func named(record any, space string) any {
	object, ok := record.(map[string]any)
	if !ok || object["id"] == nil {
		return record
	}
	id, ok := object["id"].(string)
	if !ok {
		text, err := gojq.Marshal(object["id"])
		if err != nil {
			return record // no JSON: the check of records says so
		}
		id = string(text)
	}
	object = maps.Clone(object)
	object["id"] = space + id
	return object
}

// saw says what the first item has that yielded nothing, for messages.
func (m *mapper) saw() string { return (&Item{Value: m.first}).has("the first") }

// known hands on an item that the caller remembers, after those before it.
func (m *mapper) known(ctx context.Context, item Item) error {
	m.stats.Records += item.Known.NumRecords()
	if err := m.takeAll(ctx); err != nil {
		return err
	}
	return m.hand(item)
}

// A catalogue of half a gigabyte of events has a million of them. A source that says next to
// nothing of each would fill the memory with what is kept of all: one record in so many bytes of
// the pull's limit may come, but some always.
const (
	bytesOfRecord = 512
	leastRecords  = 10_000
)

// hand gives the caller what is his.
func (m *mapper) hand(item Item) error {
	if limit := max(m.src.MaxBytes/bytesOfRecord, leastRecords); m.src.MaxBytes > 0 &&
		int64(m.stats.Records) > limit {
		return fmt.Errorf("%w: the pull has more than %d records: raise source.max_bytes if that "+
			"is right", ErrTooLarge, limit)
	}
	if err := m.emit(item); err != nil {
		return &emitError{err}
	}
	return nil
}

// fail hands on an item that cannot be mapped, as long as not too many fail. Nobody remembers such
// an item: the next pull tries it again.
func (m *mapper) fail(item Item, err error) error {
	err = clean(err)
	placed := &placedError{fmt.Errorf("%s: %w", item.Pos, err)}
	if m.opts.MaxFailed <= 0 {
		return placed
	}
	m.stats.Failed++
	if m.failure == nil {
		m.failure = placed
	}
	if m.stats.Failed > MostFailed {
		return &placedError{m.failed(fmt.Sprintf("more than %d never may", MostFailed))}
	}
	item.Digest = nil
	item.Failure = &Failure{Value: m.src.Redact(rendering(item.Value)),
		Err: fetch.Redact(m.src.Source, err)}
	return m.hand(item)
}

// leastFailed is how many items may fail whatever share they are, as long as one is good: a few odd
// ones of a short list are no reason to leave the others out.
const leastFailed = 3

// mayFail is how many items may fail: the share that was given, at least leastFailed and at most
// MostFailed, and never all of them.
func (m *mapper) mayFail() int {
	n := int(m.opts.MaxFailed * float64(m.stats.Items))
	return min(max(n, leastFailed), MostFailed, m.stats.Items-1)
}

// judge decides whether too many items failed.
func (m *mapper) judge() error {
	if failed := m.stats.Failed; failed == 0 || failed <= m.mayFail() {
		return nil
	}
	return m.failed(fmt.Sprintf("guards.max_failed allows %d", m.mayFail()))
}

// failed is the error of a pull of whose items too many fail.
func (m *mapper) failed(why string) error {
	return fmt.Errorf("%w; %d of %d items cannot be mapped, and %s", m.failure, m.stats.Failed,
		m.stats.Items, why)
}

// worded is an error with a text of its own.
type worded struct {
	error
	text string
}

func (e *worded) Error() string { return e.text }
func (e *worded) Unwrap() error { return e.error }

// clean takes out of a message what a terminal would not show: error("…") of jq says what the
// source says.
func clean(err error) error { return &worded{err, graphic(err.Error())} }

func graphic(text string) string {
	return strings.Map(func(r rune) rune {
		if strconv.IsGraphic(r) {
			return r
		}
		return utf8.RuneError
	}, text)
}

// rendering is a value on one line, as far as a report needs it to be found.
func rendering(v any) string {
	b, err := gojq.Marshal(v)
	if err != nil {
		return "of an unknown kind"
	}
	return graphic(clipped(string(b), 160))
}

// clipped is a text of at most n bytes, with "…" where it goes on.
func clipped(s string, n int) string {
	if len(s) > n {
		return text.Clip(s, n) + "…"
	}
	return s
}

// cutTexts cuts every string of an item to the longest that a record may hold, which is its
// description. It says what it cut, of several strings the first by its path; "" for nothing.
// Objects and lists are changed where they are.
func cutTexts(v any, path string) (cut any, what string) {
	each := func(e any, at string) any {
		made, said := cutTexts(e, path+at)
		if said != "" && (what == "" || said < what) {
			what = said
		}
		return made
	}
	switch v := v.(type) {
	case string:
		if len(v) > markup.MaxSource {
			return text.Clip(v, markup.MaxSource),
				fmt.Sprintf("%s of the item has %d bytes: the map saw the first %d",
					graphic(cmp.Or(clipped(path, 80), "the text")), len(v), markup.MaxSource)
		}
	case []any:
		for i, e := range v {
			v[i] = each(e, "["+strconv.Itoa(i)+"]")
		}
	case map[string]any:
		for name, e := range v {
			v[name] = each(e, "."+name)
		}
	}
	return v, what
}
