package build

import (
	"context"
	"errors"
	"io/fs"

	"cartaz/builder/internal/upstream"
	"cartaz/builder/internal/upstream/cache"
)

// pulls is how often a catalogue that changes while it is read is read in one
// build. A large one of a busy backend would otherwise wait for a quiet moment.
const pulls = 3

// read pulls the source, settles what was found and judges it.
func (r *run) read(ctx context.Context) error {
	for try := 1; ; try++ {
		err := r.readOnce(ctx)
		if try == pulls || !errors.Is(err, upstream.ErrMoved) || ctx.Err() != nil {
			return err
		}
		r.options.Log.Warn("reading the source again", "brand", r.brand.Key, "err", err)
		if err := r.forget(); err != nil {
			return err
		}
	}
}

// forget throws away what was read, for another pull.
func (r *run) forget() error {
	r.rows, r.keys, r.complete = nil, nil, false
	r.out.Report, r.out.Known = Report{}, 0
	err := r.spool.close()
	r.spool.memo = nil
	return errors.Join(err, r.openSpool())
}

// readOnce is one pull and what follows it. What the backend answered is
// remembered whatever comes of it. What was not asked for this time
// is forgotten only when the catalogue is good enough to be published: one that
// has lost most of its events must not make the builder forget the details of
// all that it lost.
func (r *run) readOnce(ctx context.Context) error {
	answers := r.answers()
	good := false
	defer func() { r.keep(answers, good) }() // also after a panic
	if err := r.pull(ctx, answers); err != nil {
		return err
	}
	r.settle()
	err := r.guard()
	good = err == nil
	return err
}

// answers opens what earlier pulls remember of the backend; nil for nothing.
// What is wrong with it is told and no more: a pull without memory asks for
// everything again.
func (r *run) answers() *cache.Cache {
	if r.brand.Source.Kind != "http" {
		return nil
	}
	var c *cache.Cache
	var err error
	if r.options.DryRun {
		c, err = cache.Peek(r.dir)
		if errors.Is(err, fs.ErrNotExist) {
			return nil // never built
		}
	} else {
		c, err = cache.Open(r.dir, nil)
	}
	if err == nil {
		err = c.Damage()
	}
	if err != nil {
		r.options.Log.Warn("no memory of the backend's answers", "brand", r.brand.Key, "err", err)
	}
	return c
}

// keep makes what a pull brought durable for the next one. good says that what
// it did not ask for is not needed any more.
func (r *run) keep(c *cache.Cache, good bool) {
	if c == nil {
		return
	}
	if err := errors.Join(c.Commit(good), c.Close()); err != nil {
		r.options.Log.Warn("the backend's answers are not remembered", "brand", r.brand.Key, "err", err)
	}
}
