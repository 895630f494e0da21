package bucket

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"cartaz/builder/bucket/store"
)

// Move is the wish of a builder to make a release live.
type Move struct {
	Brand string
	// Base is the entry from which the builder began; the zero value if there was none.
	Base Entry
	// Next is the new entry; Move fills in Counter, At and Before. An empty Release takes the brand
	// out of live.
	Next Entry
	// Floor is the highest counter of the brand that the builder has seen.
	Floor int64
	// Result is nil after the move, or [ErrMovedOn], or why it could not be signed.
	Result error
}

// Mover moves live.
type Mover struct {
	Bucket *Bucket
	// Prunes is the value in live before the releases of the moves were sent. If it has changed
	// since then, Resend is called, because objects may be gone.
	Prunes int64
	Resend func(ctx context.Context) error
	// Sign signs the entry of a brand; nil for no signatures.
	Sign func(brand string, e *Entry) error
	Now  func() time.Time
}

const (
	// races bounds how often a lost race is tried again. Eight builders at once need eight.
	races = 100
	// pruneWait is how long a builder waits for a prune to end.
	pruneWait = 2 * time.Minute
	// pruneLimit is the age at which a prune counts as dead.
	pruneLimit = time.Hour
)

// Move makes the moves live in one swap and returns the entries that are live then. The result of
// each move is in the move. An error means that nothing is known to have moved: it wraps [ErrBusy]
// when a prune does not end, and [store.ErrRaceLost] when other builders win every swap.
func (m *Mover) Move(ctx context.Context, moves []*Move) (map[string]Entry, error) {
	var waited time.Duration
	for try := 0; try < races; {
		live, tag, err := m.Bucket.Live(ctx, "")
		if err != nil {
			return nil, err
		}
		if live.Pruning != nil && m.Now().Sub(*live.Pruning).Abs() < pruneLimit {
			if waited >= pruneWait {
				return nil, fmt.Errorf("%s: %w since %s: nothing has become live, run it again",
					m.Bucket.Address(), ErrBusy, live.Pruning.Format(time.RFC3339))
			}
			if err := sleep(ctx, time.Second); err != nil {
				return nil, err
			}
			waited += time.Second
			continue
		}
		try++
		if live.Prunes != m.Prunes && m.Resend != nil {
			if err := m.Resend(ctx); err != nil {
				return nil, err
			}
			m.Prunes = live.Prunes
			continue // what was read may be old by now
		}
		if !m.apply(live, moves) {
			return live.Brands, nil
		}
		live.Generation++
		err = m.Bucket.swap(ctx, live, tag)
		if err == nil {
			return live.Brands, nil
		}
		if !errors.Is(err, store.ErrRaceLost) {
			return nil, err
		}
		// Lost, or won and the answer was lost on its way: the next round sees which.
		pause := rand.N(50 * time.Millisecond * time.Duration(min(try, 10)))
		if err := sleep(ctx, pause); err != nil {
			return nil, err
		}
	}
	return nil, fmt.Errorf("%s: %s: %w at each of %d tries: nothing has become live, run it again",
		m.Bucket.Address(), LiveKey, store.ErrRaceLost, races)
}

// apply puts the moves into live, and reports whether any changes it.
func (m *Mover) apply(live *Live, moves []*Move) (changed bool) {
	now := m.Now().UTC().Truncate(time.Second)
	for _, move := range moves {
		was, there := live.Brands[move.Brand]
		move.Result = nil
		switch {
		case there && was.Release == move.Next.Release && was.Counter > move.Base.Counter,
			!there && move.Next.Release == "":
			continue // done by a round before, or by somebody with the very same release
		case there != (move.Base.Release != "") || there && !was.Same(&move.Base):
			move.Result = fmt.Errorf("%s: %w: %s is live", m.Bucket.Address(), ErrMovedOn,
				was.Release)
			continue
		}
		if move.Next.Release == "" {
			delete(live.Brands, move.Brand)
			changed = true
			continue
		}
		next := move.Next
		next.Counter = max(was.Counter, move.Floor) + 1
		next.At = now
		if there && was.Release != next.Release {
			next.Before = &Past{Release: was.Release, Until: now}
		}
		slices.Sort(next.Hosts)
		if m.Sign != nil {
			if move.Result = m.Sign(move.Brand, &next); move.Result != nil {
				continue
			}
		}
		live.Brands[move.Brand] = next
		changed = true
	}
	return changed
}

// swap writes live if the object still has the tag.
func (b *Bucket) swap(ctx context.Context, live *Live, tag string) error {
	data, err := live.encode()
	if err != nil {
		return err
	}
	_, err = b.store.Swap(ctx, LiveKey, data, tag)
	return err
}

func sleep(ctx context.Context, d time.Duration) error {
	select {
	case <-time.After(d):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
