package adapt

import (
	"context"
	"fmt"
)

// What a reader may make of one document, in bytes; see [Budget.Charge]. The first part is for
// repeated events, of which a short document gives many dates.
const (
	madeOfAny  = 256 << 20
	madeByByte = 16
)

// What things count besides their texts, about as many bytes as they take in memory.
const (
	ObjectCost = 512 // an object, an element, a component
	ValueCost  = 128 // a member of a list, a property, a field, a date
	handedCost = 16  // a value of an item that is handed on, since nobody keeps it
	endedEvery = 1 << 16
)

// Budget is what one document may cost. A reader charges everything that it makes when it makes it,
// so that its work is linear in that sum, whatever the document is. A budget that is used up
// stays so: a reader need not pass each error on, because the next charge gives it again.
type Budget struct {
	ctx         context.Context
	all         int
	left, check int // the rest; the rest at which ctx is looked at next
	what        string
	at          int
	err         error
}

// NewBudget is the budget of a document of so many bytes, until the end of ctx.
func NewBudget(ctx context.Context, size int) *Budget {
	all := madeOfAny + madeByByte*size
	return &Budget{ctx: ctx, all: all, left: all, check: all + 1, what: "byte"}
}

// At notes where the reader is, for the error: "line", 12.
func (b *Budget) At(what string, n int) { b.what, b.at = what, n }

// Charge takes n bytes off the budget. Its error wraps [ErrTooLarge] and says where the reader was
// when the budget was used up, or is that of the context.
func (b *Budget) Charge(n int) error {
	if b.left -= n; b.err == nil && b.left < b.check {
		b.check = b.left - endedEvery
		if b.err = context.Cause(b.ctx); b.err == nil && b.left < 0 {
			b.err = fmt.Errorf("%w: %s %d: up to there the document makes more than %d MiB: split "+
				"it, or make source.window smaller", ErrTooLarge, b.what, b.at, b.all>>20)
		}
	}
	return b.err
}

// Weigh charges a value of JSON with all that is in it.
func (b *Budget) Weigh(v any) error {
	n := handedCost
	switch v := v.(type) {
	case string:
		n += len(v)
	case []any:
		for _, element := range v {
			if err := b.Weigh(element); err != nil {
				return err
			}
		}
	case map[string]any:
		for name, member := range v {
			n += len(name)
			if err := b.Weigh(member); err != nil {
				return err
			}
		}
	}
	return b.Charge(n)
}

// Hand charges each item before it is handed on.
func (b *Budget) Hand(hand func(Item) error) func(Item) error {
	return func(i Item) error {
		if err := b.Weigh(i.Value); err != nil {
			return err
		}
		return hand(i)
	}
}
