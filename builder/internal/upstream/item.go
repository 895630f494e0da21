package upstream

import (
	"fmt"
	"strings"

	"cartaz/builder/internal/cache"
	"cartaz/builder/internal/validate"
)

// Item is one item of the source and its result. The caller of [Pull] gets each item once, in the
// order of the source.
//
// An item has one of three results: the program made records of it (maybe none), or it could not be
// mapped (Failure is set), or the caller remembers it (Known is true).
type Item struct {
	Pos    Position
	Digest *Digest // or nil, for an item that cannot be remembered
	// Answers are the keys in [Options].Cache of the answers that the item was read from.
	Answers []cache.Key
	Known   bool // [Options].Recall knows Digest: the item was not read, Checked is the result

	// Value is the item as the program saw it, with its detail. It is JSON: map[string]any, []any,
	// string, bool, nil, int, float64, or *big.Int for integers beyond 64 bits. It is nil for a
	// known item, and for an item of more values than a record may have.
	Value any
	// Records are JSON like Value. They may share parts with each other and with Value: do not
	// change them.
	Records []any
	Checked []validate.Checked // with [Options].Rules, or if Known; then there are no Records
	Note    string             // why its document makes no event of it, what was guessed, or ""
	Failure *Failure           // why the item could not be mapped, or nil

	raw []byte // the text of Value, until Value is made
	doc *document
}

func (it Item) memory() int64 { return int64(len(it.raw)) }

// Failure holds the reason why an item could not be mapped. The item is left out of the catalogue.
type Failure struct {
	Value string // the item as JSON on one line, shortened
	Err   error  // wraps [ErrMap]; its text holds no control character
}

// Digest is a digest of everything that determines the records of an item: its bytes, the brand's
// program, the other input of the program, and [Options].Basis. It is the first half of a SHA-256.
type Digest = cache.Key

// Position is the place where an item was read. It holds no secret.
type Position struct {
	// File is relative to the brand's folder, or is the address, with only the page of its query.
	File  string
	Page  int // number of the page in the source's counting; 0 for files
	Index int // number of the item in the document, from 1
}

// String names the item for people: conferences/2024/php.json, item 17.
func (p Position) String() string {
	if p.Page > 0 && !strings.Contains(p.File, "?") {
		return fmt.Sprintf("%s, page %d, item %d", p.File, p.Page, p.Index)
	}
	return fmt.Sprintf("%s, item %d", p.File, p.Index)
}
