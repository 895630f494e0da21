// Package adapt makes records of documents of every kind. The readers below it turn the syntax of
// calendars (ics), pages (page), feeds and XML (feed) into members; [ReadTable] does so for tables,
// [ReadYAML] for YAML and Markdown.
// The meaning of members is defined here alone, for JSON too: the names of each field (names.txt,
// [Members]), and the record of an event ([Record]). [Dates] returns the dates of recurrence rules.
//
// A reader takes the bytes of one document and hands on its items. Each item is JSON: its member
// record is the record that the reader itself makes of it, and the other members are the content of
// the document. A brand without a map publishes the record; the program of a brand with a map gets
// the whole item.
//
// Readers do no input or output of their own. A document has at most [MaxDocument] bytes; the
// process in which readers run bounds the cost of a hostile one. They leave out what a document
// does not state, and never guess.
package adapt

import (
	"strings"
	"time"

	"cartaz/builder/internal/upstream/jsondoc"
)

// MaxDocument bounds one document, in decoded bytes.
const MaxDocument = 64 << 20

// Errors of a reader wrap one of these.
var (
	// ErrMalformed: the document is not of its kind.
	ErrMalformed = jsondoc.ErrMalformed
	// ErrTooLarge: the document exceeds a limit.
	ErrTooLarge = jsondoc.ErrTooLarge
)

// FoundMember is the member of a reader's result that describes the content of a document without
// items, for messages. RecordMember is the member of an item that holds the record, and DefaultZone
// the member of a record that holds the zone of its document.
const (
	FoundMember  = "found"
	RecordMember = "record"
	DefaultZone  = "default_timezone"
)

// Item is one item of a document.
type Item struct {
	Value map[string]any // JSON, as source.map sees it
	Err   error          // why nothing can be made of it, or nil
	Note  string         // why there is no record, or what was guessed of it, or ""
}

// Record returns the record that the reader made of the item, or nil.
func (i Item) Record() any { return i.Value[RecordMember] }

// Options are what a reader gets besides the document.
type Options struct {
	Now       time.Time     // the builder's clock, or as_of of the brand
	Window    time.Duration // how far from Now repeated events are written out, both ways
	Locale    string        // of the brand: which of day and month comes first
	Delimiter rune          // of a table; 0 to detect it
	Encoding  string        // of a table; "" to detect it
	Path      string        // of the items of XML or YAML, or "" for the usual
	Mapped    bool          // a program makes the records: a document need not give any
	Raw       bool          // whole items are wanted, not only their records
	URL       string        // of the document, or "" for a file. Relative addresses start there
	Charset   string        // as the answer names it, or ""
	Name      string        // path of the file, or the address without its query
}

// Range returns the days around Now within which repeated events are written out. It moves with the
// day, not with the second, so that builds of one day are alike.
func (o Options) Range() (from, to time.Time) {
	today := o.Now.UTC().Truncate(24 * time.Hour)
	return today.Add(-o.Window), today.Add(o.Window + 24*time.Hour)
}

// Reader hands on the items of one document, in its order, and returns the values around them, as
// [upstream.Signs] reads them, or nil. b is the document as [Open] returns it. Reader ends at an
// error of hand and returns it unchanged.
type Reader func(b []byte, o Options, hand func(Item) error) (any, error)

// Put sets a member of an object unless the value is empty: nil, "" or white space, an empty list
// or object.
func Put(object map[string]any, name string, v any) {
	switch v := v.(type) {
	case nil:
		return
	case string:
		if strings.TrimSpace(v) == "" {
			return
		}
	case []any:
		if len(v) == 0 {
			return
		}
	case map[string]any:
		if len(v) == 0 {
			return
		}
	}
	object[name] = v
}
