package ingest

import (
	"context"
	"crypto/sha256"
	"log/slog"
	"time"

	"cartaz/brands"
	"cartaz/builder/catalog"
	"cartaz/builder/internal/cache"
	"cartaz/builder/internal/markup"
	"cartaz/builder/internal/upstream"
	"cartaz/builder/internal/validate"
)

// Options is what [Read] reads, and where.
type Options struct {
	Brand  *brands.Brand
	Dir    string // the brand's output folder: answers of the backend lie there
	Work   string // the folder that records are written to; Dir but for a dry run
	DryRun bool   // leaves nothing behind
	// names this very builder; "" when it is not known, and no item is remembered
	Program  string
	Now      time.Time        // clock of the build
	Before   time.Time        // when the live release was built; zero for none
	Upstream upstream.Options // but for what Read sets itself
	Log      *slog.Logger
}

// basis is what a check depends on besides the record; nil for a build whose items are not
// remembered.
func (o *Options) basis() []byte {
	if o.Program == "" || o.DryRun {
		return nil
	}
	brand := o.Brand.Hash()
	return append([]byte(o.Program), brand[:]...)
}

// reader fills a Catalogue from one pull.
type reader struct {
	*Catalogue
	options Options
	trial   *markup.Trial
	byID    map[int64]int // rows by id, for records that become one
	current upstream.Source
	first   int // the first row of the current source
	buf     []byte
}

func newReader(o Options, c *Catalogue) *reader {
	if o.basis() != nil {
		c.Records.order = validate.AppendTexts(nil, o.Program)
	}
	return &reader{Catalogue: c, options: o, byID: map[int64]int{}}
}

// pull reads the sources to their ends, one after the other. Those in skipped are left out.
func (r *reader) pull(ctx context.Context, skipped map[string]error) error {
	r.trial = markup.NewTrial(ctx)
	defer r.trial.Close()
	for _, src := range upstream.AllOf(r.options.Brand) {
		if why := skipped[src.Name]; why != nil {
			r.Report.Skipped(src.Name, why)
			continue
		}
		if err := r.source(ctx, src); err != nil {
			return err
		}
	}
	return r.Records.Flush()
}

// source reads one source to its end.
func (r *reader) source(ctx context.Context, src upstream.Source) error {
	o := r.options.Upstream
	o.Cache, o.MaxFailed = r.Records.cache, r.options.Brand.Guards.MaxFailed
	if o.Basis = r.options.basis(); o.Basis != nil {
		o.Recall = r.recall
	}
	if src.MaxFailed != nil {
		o.MaxFailed = *src.MaxFailed
	}
	src.Clock = r.options.Now
	r.begin(src)
	stats, err := upstream.Pull(ctx, src, o, r.item)
	r.Stats.Add(stats)
	r.Report.Pulled(r.Stats)
	if src.Name != "" {
		r.Report.Source(src.Name, stats)
	}
	if err != nil && src.Name != "" {
		return &sourceError{src: src.Source, err: err}
	}
	return err
}

// begin takes what follows as items of a source.
func (r *reader) begin(src upstream.Source) {
	r.current, r.first = src, len(r.rows)
	r.remember(nil, src.Name)
}

// sourceError is the error of one of several sources.
type sourceError struct {
	src brands.Source
	err error
}

func (e *sourceError) Error() string { return "source " + e.src.Name + ": " + e.err.Error() }
func (e *sourceError) Unwrap() error { return e.err }

// recall finds what an earlier build made of an item.
func (r *reader) recall(digest upstream.Digest) upstream.Known {
	b, ref, ok := r.Records.cache.Find(digest)
	if !ok {
		return nil
	}
	item, err := readItem(b, ref)
	if err != nil || item.restate(r.options.Now.Unix()) {
		return nil
	}
	return item
}

// item takes one item of the source into the catalogue.
func (r *reader) item(item upstream.Item) error {
	pos := item.Pos.String()
	var records checkedItem
	if item.Note != "" && len(item.Records) == 0 {
		r.Report.Add(validate.Finding{Kind: validate.Ignored, Reason: validate.NotAnEvent,
			Position: pos, Detail: item.Note})
	}
	switch {
	case item.Failure != nil:
		r.Report.Add(validate.Finding{
			Kind: validate.Dropped, Reason: validate.NotMapped, Position: pos,
			Detail: item.Failure.Err.Error() + ", for " + item.Failure.Value,
		})
		return nil
	case item.Known != nil:
		r.Known++
		records = item.Known.(checkedItem)
		r.remember(item.Digest, "")
	default:
		var err error
		if records, err = CheckItem(r.Checker, r.trial, item); err == nil {
			err = r.put(item.Digest, records)
		}
		if err != nil {
			return err
		}
	}
	for i := range records {
		c := &records[i]
		for j := range c.Findings {
			c.Findings[j].Position = pos
		}
		r.Report.Add(c.Findings...)
		if c.Record == nil {
			continue
		}
		if err := r.add(c, item.Pos); err != nil {
			return err
		}
	}
	return nil
}

// put puts an item on disk. digest is nil for one whose bytes are not known.
func (r *reader) put(digest *upstream.Digest, records checkedItem) error {
	r.buf = records.append(r.buf[:0])
	if digest == nil && r.Records.order != nil { // known by what it became
		sum := sha256.Sum256(r.buf)
		digest = (*cache.Key)(sum[:16])
	}
	r.remember(digest, "")
	ref, err := r.Records.cache.Put(digest, r.buf)
	for i := range records {
		records[i].ref.Offset += ref.Offset
	}
	return err
}

// add takes one checked record, or joins it with the one of the same id when the brand wants that.
func (r *reader) add(c *Checked, pos upstream.Position) error {
	merge := r.current.Duplicates == brands.MergeDuplicates
	if merge || len(r.options.Brand.More) > 0 {
		at, ok := r.byID[c.Key.ID]
		if ok && (at >= r.first && merge || at < r.first && r.current.Shared) {
			r.Report.Merged++
			return r.join(at, c.Record)
		}
		if !ok {
			r.byID[c.Key.ID] = len(r.rows)
		}
	}
	if over := c.Record.Over; c.Record.OnSale() && !over.IsZero() &&
		over.Unix() < r.options.Before.Unix() {
		r.Revived++
	}
	if c.restated {
		var err error
		if c.ref, err = r.Records.Put(c.Record); err != nil {
			return err
		}
	}
	r.rows = append(r.rows, newRow(c.Record, c.Key, c.ref, r.numbers))
	r.positions.add(pos)
	return nil
}

// join merges another record into that of a row.
func (r *reader) join(at int, more *catalog.Record) error {
	if err := r.Records.Flush(); err != nil {
		return err
	}
	row := &r.rows[at]
	rec, err := r.Records.Get(row.Ref())
	if err != nil {
		return err
	}
	merge(rec, more)
	// two texts within the limits may pass one together
	findings, err := boundText(r.trial, rec, r.positions.of(at))
	if err != nil {
		return err
	}
	r.Report.Add(findings...)
	ref, err := r.Records.Put(rec)
	if err != nil {
		return err
	}
	key := row.Key
	key.Hash, key.Updated = validate.Hash(rec), rec.UpdatedAt.Unix()
	*row = newRow(rec, key, ref, r.numbers)
	return nil
}
