package ingest

import (
	"context"
	"errors"

	"cartaz/builder/internal/upstream"
)

// pulls is how often a catalogue that changes while it is read is read in one build. A large
// catalogue of a busy backend would otherwise wait for a quiet moment.
const pulls = 3

// Read pulls the source of a brand, checks every record and puts the good ones on disk. A catalogue
// that moved while it was read is read again. When an optional source cannot be read, all others
// are read again without it.
//
// The Catalogue is there with an error, too: its Report and Stats say how far the last pull came.
// Then its Records are nil.
func Read(ctx context.Context, o Options) (*Catalogue, error) {
	skipped := map[string]error{}
	for try := 1; ; try++ {
		o.Upstream.Shifting = try == pulls // some sources always repeat an item
		c, err := readOnce(ctx, o, skipped)
		var failed *sourceError
		if errors.As(err, &failed) && failed.src.Optional && ctx.Err() == nil &&
			!(try < pulls && errors.Is(err, upstream.ErrMoved)) {
			// What came of it is thrown away with everything else, and all is read without it.
			o.Log.Warn("an optional source is left out", "source", failed.src.Name, "err", err)
			skipped[failed.src.Name] = failed.err
			try--
			continue
		}
		if try == pulls || !errors.Is(err, upstream.ErrMoved) || ctx.Err() != nil {
			return c, err
		}
		o.Log.Warn("reading the source again", "err", err)
	}
}

// readOnce is one pull. What it opened is closed unless it succeeds, also after a panic.
func readOnce(ctx context.Context, o Options, skipped map[string]error) (
	c *Catalogue, err error) {
	c = &Catalogue{Checker: NewChecker(o.Brand, o.Now), numbers: newNumbers()}
	c.Report.Brand = o.Brand.Key
	if c.Records, err = OpenRecords(o); err != nil {
		return c, err
	}
	whole := false
	defer func() {
		if !whole {
			c.Records.Keep(false)
			err = errors.Join(err, c.Records.Close())
			c.Records = nil
		}
	}()
	err = newReader(o, c).pull(ctx, skipped)
	whole = err == nil
	return c, err
}
