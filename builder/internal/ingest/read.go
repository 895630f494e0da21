package ingest

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"time"

	"cartaz/brands"
	"cartaz/builder/catalog"
	"cartaz/builder/internal/cache"
	"cartaz/builder/internal/markup"
	"cartaz/builder/internal/report"
	"cartaz/builder/internal/upstream"
	"cartaz/builder/internal/validate"
)

// pulls is how often a catalogue that changes while it is read is read in one build. A large
// catalogue of a busy backend would otherwise wait for a quiet moment.
const pulls = 3

// errForgotten means that a record of the last catalogue is not there any more.
var errForgotten = errors.New("the records of the last build are not all there")

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

// Catalogue is what [Read] gives: the checked records of a brand, as the source has them now.
type Catalogue struct {
	Records *RecordFile       // the records themselves; the caller keeps and closes it
	Checker *validate.Checker // assigns slugs to records
	Report  report.Report
	Stats   upstream.Stats // what reading the source took
	Known   int            // items that were taken as an earlier build made them
	Revived int            // records on sale that were over at Options.Before

	rows      []Row // in the order of the source
	positions []position
	numbers   *numbers
}

// reader fills a Catalogue.
type reader struct {
	*Catalogue
	options Options
	trial   *markup.Trial
	byID    map[int64]int // rows by id, for records that become one
	source  upstream.Source
	first   int // the first row of the source
}

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
		var failed upstream.Source
		var why error
		c, err := read(ctx, o, func(r *reader) error {
			if failed, why = r.pull(ctx, skipped); why != nil && failed.Name != "" {
				return fmt.Errorf("source %s: %w", failed.Name, why)
			}
			return why
		})
		switch {
		case err == nil || ctx.Err() != nil:
			return c, err
		case try < pulls && errors.Is(err, upstream.ErrMoved):
			o.Log.Warn("reading the source again", "err", err)
		case failed.Optional:
			o.Log.Warn("an optional source is left out", "source", failed.Name, "err", err)
			skipped[failed.Name] = why
			try--
		default:
			return c, err
		}
	}
}

// Replay gives the catalogue of the last build that no guard held, from the records on disk, with
// what has ended until now. It is for a build whose source cannot be read. The report counts
// records and events only. A builder of another version kept nothing that this one can use.
func Replay(ctx context.Context, o Options) (*Catalogue, error) {
	return read(ctx, o, (*reader).replay)
}

// read makes a Catalogue. What it opened is closed unless fill succeeds, also after a panic.
func read(ctx context.Context, o Options, fill func(*reader) error) (c *Catalogue, err error) {
	c = &Catalogue{Checker: NewChecker(o.Brand, o.Now), numbers: newNumbers()}
	c.Report.Brand = o.Brand.Key
	if c.Records, err = OpenRecords(o); err != nil {
		return c, err
	}
	r := &reader{Catalogue: c, options: o, trial: markup.NewTrial(ctx), byID: map[int64]int{}}
	defer r.trial.Close()
	whole := false
	defer func() {
		if !whole {
			c.Records.Keep(false)
			err = errors.Join(err, c.Records.Close())
			c.Records = nil
		}
	}()
	err = fill(r)
	whole = err == nil
	return c, err
}

// pull reads the sources to their ends, one after the other. Those in skipped are left out.
func (r *reader) pull(ctx context.Context, skipped map[string]error) (failed upstream.Source,
	err error) {
	for _, src := range upstream.AllOf(r.options.Brand) {
		if why := skipped[src.Name]; why != nil {
			r.Report.Skipped(src.Name, why)
			continue
		}
		r.source, r.first = src, len(r.rows)
		o := r.options.Upstream
		o.Cache, o.MaxFailed = r.Records.cache, r.options.Brand.Guards.MaxFailed
		if src.MaxFailed != nil {
			o.MaxFailed = *src.MaxFailed
		}
		if program := r.Records.program; program != "" { // what a check depends on
			brand := r.options.Brand.Hash()
			o.Basis, o.Recall = append([]byte(program+src.Name), brand[:]...), r.recall
		}
		src.Clock = r.options.Now
		stats, err := upstream.Pull(ctx, src, o, r.item)
		r.Stats.Add(stats)
		r.Report.Pulled(r.Stats)
		if src.Name != "" {
			r.Report.Source(src.Name, stats)
		}
		if err != nil {
			return src, err
		}
	}
	return upstream.Source{}, nil
}

// replay takes the items of the last catalogue. The cache stays as it is.
func (r *reader) replay() error {
	order, _, ok := r.Records.cache.Find(orderKey(r.Records.program))
	r.Records.program, r.Records.kept = "", true
	if !ok {
		return errForgotten
	}
	sources := map[string]upstream.Source{}
	for _, src := range upstream.AllOf(r.options.Brand) {
		sources[src.Name] = src
	}
	for key := range slices.Chunk(slices.Clone(order), len(cache.Key{})) {
		item := r.Records.find(cache.Key(key))
		if item == nil {
			return errForgotten
		}
		if item.source != r.source.Name || len(r.rows) == 0 {
			r.source, r.first = sources[item.source], len(r.rows)
		}
		r.Report.Records += len(item.records)
		if err := r.item(upstream.Item{Known: item}); err != nil {
			return err
		}
	}
	return nil
}

// recall finds what an earlier build made of an item.
func (r *reader) recall(digest upstream.Digest) upstream.Known {
	if item := r.Records.find(digest); item != nil {
		return item
	}
	return nil
}

// item takes one item of the source into the catalogue.
func (r *reader) item(item upstream.Item) (err error) {
	pos := item.Pos.String()
	if item.Note != "" && len(item.Records) == 0 {
		r.Report.Add(validate.Finding{Kind: validate.Ignored, Reason: validate.NotAnEvent,
			Position: pos, Detail: item.Note})
	}
	if item.Failure != nil {
		r.Report.Add(validate.Finding{Kind: validate.Dropped, Reason: validate.NotMapped,
			Position: pos, Detail: item.Failure.Err.Error() + ", for " + item.Failure.Value})
		return nil
	}
	checked, known := item.Known.(*checkedItem)
	if !known {
		checked = &checkedItem{source: r.source.Name}
		if checked.records, err = CheckItem(r.Checker, r.trial, item); err != nil {
			return err
		}
	}
	if !known || checked.restate(r.options.Now.Unix()) {
		err = r.Records.put(item.Digest, checked)
	} else {
		r.Known++
		r.Records.inOrder(item.Digest)
	}
	for i := range checked.records {
		c := &checked.records[i]
		for j := range c.Findings {
			c.Findings[j].Position = pos
		}
		r.Report.Add(c.Findings...)
		if c.Record != nil && err == nil {
			err = r.add(c, item.Pos)
		}
	}
	return err
}

// add takes one checked record, or joins it with the one of the same id when the brand wants that.
func (r *reader) add(c *Checked, pos upstream.Position) error {
	merge := r.source.Duplicates == brands.MergeDuplicates
	if merge || len(r.options.Brand.More) > 0 {
		at, ok := r.byID[c.Key.ID]
		if ok && (at >= r.first && merge || at < r.first && r.source.Shared) {
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
	r.rows = append(r.rows, newRow(c.Record, c.Key, c.ref, r.numbers))
	r.positions = append(r.positions, r.numbers.at(pos))
	return nil
}

// join merges another record into that of a row.
func (r *reader) join(at int, more *catalog.Record) error {
	row := &r.rows[at]
	rec, err := r.Records.Get(row.Ref())
	if err != nil {
		return err
	}
	merge(rec, more)
	// two texts within the limits may pass one together
	findings, err := boundText(r.trial, rec, r.numbers.where(r.positions[at]))
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
