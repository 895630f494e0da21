package ingest

import (
	"errors"
	"io/fs"
	"log/slog"
	"slices"

	"cartaz/brands"
	"cartaz/builder/internal/cache"
)

// Answers is what pulls remember of a backend's answers. A nil one remembers nothing.
type Answers struct {
	cache *cache.Answers
	log   *slog.Logger
}

// openAnswers opens what earlier pulls remember; nil for nothing. Damage is told and no more: a
// pull without memory asks for everything again.
func openAnswers(o Options) *Answers {
	if !slices.ContainsFunc(o.Brand.Sources(), brands.Source.Remote) {
		return nil
	}
	var c *cache.Answers
	var err error
	if o.DryRun {
		c, err = cache.PeekAnswers(o.Dir)
		if errors.Is(err, fs.ErrNotExist) {
			return nil // never built
		}
	} else {
		c, err = cache.OpenAnswers(o.Dir, nil)
	}
	if err == nil {
		err = c.Damage()
	}
	if err != nil {
		o.Log.Warn("no memory of the backend's answers", "err", err)
	}
	if c == nil {
		return nil
	}
	return &Answers{cache: c, log: o.Log}
}

// Keep makes what a pull brought durable for the next pull, and closes the memory. A second call
// does nothing.
//
// good says that the catalogue may be published; then what this pull did not ask for is forgotten.
// A catalogue that has lost most of its events must not make the builder forget their details.
func (a *Answers) Keep(good bool) {
	if a == nil || a.cache == nil {
		return
	}
	if err := errors.Join(a.cache.Commit(good), a.cache.Close()); err != nil {
		a.log.Warn("the backend's answers are not remembered", "err", err)
	}
	a.cache = nil
}
