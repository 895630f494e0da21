package upstream

import (
	"fmt"
	"strings"

	"cartaz/builder/internal/cache"
	"cartaz/builder/internal/validate"
)

// Item is one item of the source and all that became of it. The caller of [Pull] gets each item
// once, in the order of the source.
//
// One of three things became of it: the program made records of it (maybe none), or it could not be
// mapped (Failure is there), or the caller remembers it (Known is there).
type Item struct {
	Pos    Position
	Digest *Digest // nil for an item that cannot be remembered
	Known  any     // what [Options].Recall gave for Digest; nil when the item was read

	// Value is the item as the program saw it, with its detail. It is JSON: map[string]any, []any,
	// string, bool, nil, int, float64, or *big.Int for integers beyond 64 bits. nil for a known
	// item, and for one of more values than a record may have.
	Value any
	// Records are JSON like Value. They may share parts with each other and with Value: do not
	// change them.
	Records []any
	Checked []validate.Checked // with [Options].Rules; then there are no Records
	Note    string             // why its document makes no event of it; "" for nothing
	Failure *Failure           // why the item could not be mapped; nil when it could

	raw []byte // of Value, until that is made
	doc *document
}

func (it Item) memory() int64 { return int64(len(it.raw)) }

// Failure is why an item could not be mapped. The item is left out of the catalogue.
type Failure struct {
	Value string // the item as JSON on one line, shortened
	Err   error  // wraps [ErrMap]; its text holds no control character
}

// Digest is a digest of all that the records of an item follow from: its bytes, the brand's
// program, what the program sees besides, and [Options].Basis. It is the first half of a SHA-256.
type Digest = cache.Key

// Position is where an item was read. It holds no secret.
type Position struct {
	// File is relative to the brand's folder; or the address, of whose query the page is left.
	File  string
	Page  int // number of the page as the source counts; 0 for files
	Index int // number of the item in the document, from 1
}

// String names the item for people: conferences/2024/php.json, item 17.
func (p Position) String() string {
	if p.Page > 0 && !strings.Contains(p.File, "?") {
		return fmt.Sprintf("%s, page %d, item %d", p.File, p.Page, p.Index)
	}
	return fmt.Sprintf("%s, item %d", p.File, p.Index)
}
