package ingest

import (
	"errors"
	"fmt"

	"cartaz/builder/internal/cache"
	"cartaz/builder/internal/upstream"
	"cartaz/builder/internal/validate"
)

// orderKey is the key of the order in the item cache: the program, as a text, then for each source
// its name, as a text after a byte 0, and for each item its key, after a byte 1.
var orderKey = cache.Key([]byte("order of items 1"))

// errForgotten means that a record of the last catalogue is not there any more.
var errForgotten = errors.New("the records of the last build are not all there")

// remember appends an item, or the name of a source, to the order.
func (r *reader) remember(sum *cache.Key, source string) {
	switch f := r.Records; {
	case f.order == nil:
	case sum == nil:
		f.order = validate.AppendTexts(append(f.order, 0), source)
	default:
		f.order = append(append(f.order, 1), sum[:]...)
	}
}

// Replay gives the catalogue of the last build that no guard held, from the records on disk, with
// what has ended until now. It is for a build whose source cannot be read. The report counts
// records and events only. A builder of another version kept nothing that this one can use.
func Replay(o Options) (c *Catalogue, err error) {
	c = &Catalogue{Checker: NewChecker(o.Brand, o.Now), numbers: newNumbers(),
		Records: &RecordFile{log: o.Log, kept: true}}
	if c.Records.cache, err = cache.Open(o.Dir, nil); err != nil {
		return &Catalogue{}, err
	}
	if err = newReader(o, c).replay(); err != nil {
		return &Catalogue{}, errors.Join(err, c.Records.Close())
	}
	return c, nil
}

func (r *reader) replay() error {
	r.Records.order = nil // the cache stays as it is
	b, _, ok := r.Records.cache.Find(orderKey)
	order := validate.NewDecoder(b)
	if !ok || r.options.Program == "" || order.Text() != r.options.Program {
		return errForgotten
	}
	sources := map[string]upstream.Source{}
	for _, src := range upstream.AllOf(r.options.Brand) {
		sources[src.Name] = src
	}
	for order.Rest() > 0 {
		if order.Flags() == 0 {
			r.begin(sources[order.Text()])
			continue
		}
		var sum cache.Key
		copy(sum[:], order.Bytes(len(sum)))
		b, ref, ok := r.Records.cache.Find(sum)
		if !ok {
			return errForgotten
		}
		item, err := readItem(b, ref)
		if err != nil {
			return fmt.Errorf("%w: %w", errForgotten, err)
		}
		item.restate(r.options.Now.Unix())
		r.Report.Records += len(item)
		if err := r.item(upstream.Item{Known: item}); err != nil {
			return err
		}
	}
	return errors.Join(order.End(), r.Records.Flush())
}
