package ingest

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strconv"
	"strings"
	"time"

	"cartaz/brands"
	"cartaz/builder/catalog"
	"cartaz/builder/internal/cache"
	"cartaz/builder/internal/markup"
	places "cartaz/builder/internal/page/place"
	"cartaz/builder/internal/report"
	"cartaz/builder/internal/upstream"
	"cartaz/builder/internal/validate"
	"cartaz/builder/internal/worker"
)

// pulls is how many times one build reads a catalogue that changes while it is read. A large
// catalogue of a busy backend would otherwise wait for a quiet moment.
const pulls = 3

// Options tell [Read] what to read, and where.
type Options struct {
	Brand  *brands.Brand
	Dir    string // the brand's output folder, which has the cache of backend answers
	Work   string // the folder that records are written to; Dir except in a dry run
	DryRun bool   // leaves nothing behind
	Tight  bool   // removes from the cache what this build does not use, see [cache.Log]
	// names this build of the program; if it is "", no item is remembered
	Program  string
	Now      time.Time        // clock of the build
	Before   time.Time        // when the live release was built, or zero
	Upstream upstream.Options // except for the options that Read sets itself
	Log      *slog.Logger
}

// Catalogue is the result of [Read]: the checked records of a brand, as the source has them now.
type Catalogue struct {
	Records *RecordFile       // the records themselves; the caller keeps and closes it
	Checker *validate.Checker // assigns slugs to records
	Report  report.Report
	Stats   upstream.Stats // cost of reading the source
	Known   int            // items that were taken as an earlier build made them
	Revived int            // records on sale that were over at Options.Before
	Edits   []Edited       // the result of each edit of the brand

	rows      []*Row // in the order of the source
	positions []upstream.Position
	numbers   *numbers
	topics    map[string]string // of the brand
	withheld  map[int64]bool    // ids of records that their source does not want to be public
	hidden    map[int64]bool    // ids of events that an edit hides
	shown     []string          // flags of rows, see [validate.Unset]
	unset     map[int64]bool    // ids of records that lack such a flag
	again     bool              // an edit means another event than the records were checked for
}

// Edited is the result of an edit of a brand.
type Edited struct {
	Found bool              // an event has its id or slug
	Was   map[string]string // JSON of the members that it sets, as in the source, shortened
	// Doubts are the warnings to an operator about the edit, each once.
	Doubts []string
}

// reader fills a Catalogue.
type reader struct {
	*Catalogue
	options Options
	trial   *markup.Trial
	byID    map[int64]int // rows by id, for records that are joined
	source  upstream.Source
	first   int // the first row of the source
}

// Read pulls the source of a brand, checks every record and puts the good ones on disk. A catalogue
// that moved between the pages of its backend ([upstream.ErrMoved]) is read again, and so is a
// catalogue whose brand has a new correction by slug. If an optional source cannot be read, all
// others are read again without it.
//
// On an error, Read also returns the Catalogue, without Records: its Report and Stats tell how far
// the last pull came.
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
		case err == nil && c.again && try < pulls:
			c.Records.Keep(false)
			if err = c.Records.Close(); err != nil {
				return c, err
			}
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

// Replay returns the catalogue of the last build that no guard held, from the records on disk. It
// is for a build whose source cannot be read. The events that have ended since then are marked as
// ended. The report counts records and events only. Replay cannot use the data of another version
// of the builder.
func Replay(ctx context.Context, o Options) (*Catalogue, error) {
	return read(ctx, o, (*reader).replay)
}

// read makes a Catalogue. It closes what it opened unless fill succeeds, even after a panic.
func read(ctx context.Context, o Options, fill func(*reader) error) (c *Catalogue, err error) {
	c = &Catalogue{Checker: NewChecker(o.Brand, nil, o.Now), numbers: newNumbers(),
		topics: o.Brand.Topics, withheld: map[int64]bool{}, hidden: map[int64]bool{},
		unset: map[int64]bool{},
		Edits: make([]Edited, len(o.Brand.Edits))}
	if o.Brand.Images.Copy || len(o.Brand.Static) > 0 {
		c.numbers.image = func(address string) string { return address }
	}
	for i := range c.Edits {
		c.Edits[i].Was = map[string]string{}
	}
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
	if err = fill(r); err != nil {
		return c, err
	}
	c.withhold()
	err = c.Records.withhold(c.withheld)
	c.settle()
	c.again = c.resolve(o)
	whole = err == nil
	return c, err
}

// pull reads the sources to their ends, one after the other, except the sources in skipped.
func (r *reader) pull(ctx context.Context, skipped map[string]error) (failed upstream.Source,
	err error) {
	for _, src := range upstream.AllOf(r.options.Brand) {
		if why := skipped[src.Name]; why != nil {
			r.Report.Skipped(src.Name, why)
			continue
		}
		r.source, r.first = src, len(r.rows)
		o := r.options.Upstream
		o.Cache = r.Records.cache
		o.MaxFailed = r.options.Brand.Guards.MaxFailed
		if src.MaxFailed != nil {
			o.MaxFailed = *src.MaxFailed
		}
		if program := r.Records.program; program != "" { // the input of a check
			brand, edits := r.options.Brand.Hash(), r.Checker.Edits()
			o.Basis = slices.Concat([]byte(program+src.Name), brand[:], edits)
			o.Recall = r.recall
		}
		src.Clock = r.options.Now
		o.Rules = configOf(r.options.Brand, src.Public.Ignore, r.options.Now)
		stats, err := upstream.Pull(ctx, src, o, r.item)
		r.findUnset()
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
	r.Records.recallWithheld()
	order, _, ok := r.Records.cache.Find(orderKey(r.Records.program))
	r.Records.program, r.Records.kept = "", true
	forgotten := errors.New("the records of the last build are not all there")
	if !ok {
		return forgotten
	}
	sources := map[string]upstream.Source{}
	for _, src := range upstream.AllOf(r.options.Brand) {
		sources[src.Name] = src
	}
	for key := range slices.Chunk(slices.Clone(order), len(cache.Key{})) {
		source, records, ok := r.Records.find(cache.Key(key))
		if !ok {
			return forgotten
		}
		if source != r.source.Name || len(r.rows) == 0 {
			r.source, r.first = sources[source], len(r.rows)
		}
		r.Report.Records += len(records)
		if err := r.item(upstream.Item{Known: true, Checked: records}); err != nil {
			return err
		}
	}
	return nil
}

// recall returns the result of an earlier build for an item.
func (r *reader) recall(digest upstream.Digest) (records []validate.Checked, known bool) {
	_, records, known = r.Records.find(digest)
	if !known || slices.ContainsFunc(records, func(c validate.Checked) bool {
		return !c.Clock.Next.IsZero() && !c.Clock.Next.After(r.options.Now) ||
			c.Record == nil && c.Key.ID != 0 && c.Key.Slug == "" // [reader.forget] was here
	}) {
		return nil, false
	}
	return records, true
}

// add adds one checked record, or joins it with the record of the same id if the brand wants that.
func (r *reader) add(c *validate.Checked, pos upstream.Position) error {
	merge := r.source.Duplicates == brands.MergeDuplicates
	if merge || len(r.options.Brand.More) > 0 {
		at, ok := r.byID[c.Key.ID]
		// It joins a record of its own source if the brand merges, and one of a source before it if
		// this source is shared.
		if ok && (at >= r.first && merge || at < r.first && r.source.Shared) {
			r.Report.Merged++
			return r.join(at, c, at >= r.first)
		}
		if !ok {
			r.byID[c.Key.ID] = len(r.rows)
		}
	}
	if over := c.Record.Over; c.Record.OnSale() && !over.IsZero() &&
		over.Unix() < r.options.Before.Unix() {
		r.Revived++
	}
	if len(r.rows)%256 == 0 { // it costs a microsecond
		if err := worker.Room(); err != nil {
			return err
		}
	}
	r.rows = append(r.rows, newRow(c.Record, c.Key, c.Ref, r.numbers))
	r.positions = append(r.positions, pos)
	// A part of the bytes of a record would keep them all in memory.
	r.shown = append(r.shown, strings.Clone(c.Shown))
	return nil
}

// join merges another record into the record of a row, own for a record of the same source. A slug
// that a source states wins over a slug derived from a name.
func (r *reader) join(at int, c *validate.Checked, own bool) error {
	row, more := r.rows[at], c.Record
	rec, err := r.Records.Get(row.Ref())
	if err != nil {
		return err
	}
	var all []catalog.Session
	if own {
		all = dates(rec, more)
	}
	merge(rec, more)
	key := row.Key
	if c.Key.Given && !key.Given {
		rec.Slug, key.Slug, key.Given = c.Key.Slug, c.Key.Slug, true
	}
	left := validate.Gather(rec, all, r.options.Now)
	if over, ok := catalog.Over(rec.Starts, rec.Ends, nil); ok && len(rec.Sessions.All) > 0 {
		rec.Over = over.UTC()
		validate.Restate(rec, r.options.Now)
	}
	if left > 0 {
		r.Report.Add(validate.Finding{Kind: validate.Repaired, Reason: validate.TooMany,
			Position: r.positions[at].String(), ID: rec.ID, Slug: rec.Slug,
			Detail: "sessions: " + strconv.Itoa(left) + " are left out"})
	}
	// two texts within the limits may exceed one together
	joined := validate.Checked{Record: rec}
	if err = boundText(r.trial, &joined, r.positions[at].String()); err != nil {
		return err
	}
	r.Report.Add(joined.Findings...)
	ref, err := r.Records.Put(rec)
	if err != nil {
		return err
	}
	key.Hash, key.Updated = validate.Hash(rec), rec.UpdatedAt.Unix()
	r.rows[at] = newRow(rec, key, ref, r.numbers)
	return nil
}

// NewChecker returns the checker of the records of a brand, of a source that has these
// public.ignore.
func NewChecker(b *brands.Brand, ignore []string, now time.Time) *validate.Checker {
	return validate.New(*configOf(b, ignore, now))
}

// configOf returns the settings of a brand for its records.
func configOf(b *brands.Brand, ignore []string, now time.Time) *validate.Config {
	c := &validate.Config{ZoneName: b.Timezone, Locale: b.Locale, Currency: b.Currency,
		BuyURL: b.BuyURL, Now: now, Edits: b.Edits, Ignore: ignore,
		Pictures: map[string]string{}}
	for _, f := range b.Static {
		if b.Picture(f.Path) != nil {
			c.Pictures[f.Path] = b.SiteURL + f.Path
		}
	}
	return c
}

// Look pulls the sources of a brand item by item, as they are, and remembers nothing. [CheckItem]
// checks the items that it hands on, by the checker of their source. An error of take ends it and
// is returned.
func Look(ctx context.Context, b *brands.Brand, now time.Time, o upstream.Options,
	take func(src brands.Source, c *validate.Checker, item upstream.Item) error) error {
	o.Look, o.MaxFailed = true, 1
	for _, src := range upstream.AllOf(b) {
		src.Clock = now
		checker := NewChecker(b, src.Public.Ignore, now)
		if _, err := upstream.Pull(ctx, src, o, func(item upstream.Item) error {
			return take(src.Source, checker, item)
		}); err != nil {
			return err
		}
	}
	return nil
}

// CheckItem checks the records of an item, and the cost of their texts.
func CheckItem(c *validate.Checker, trial *markup.Trial, item upstream.Item) (
	list []validate.Checked, err error) {
	pos := item.Pos.String()
	for _, raw := range item.Records {
		made := c.Gate(raw, pos, item.Value)
		err = cmp.Or(err, boundText(trial, &made, pos))
		list = append(list, made)
	}
	return list, err
}

// boundText makes a description plain paragraphs if it costs too much to read, and reports that.
// The record can then be drawn in this process.
func boundText(trial *markup.Trial, c *validate.Checked, pos string) error {
	rec := c.Record
	if rec == nil {
		return nil
	}
	reason, err := trial.Check(rec.Description, rec.Format)
	if err != nil {
		return fmt.Errorf("description at %s: %w", pos, err)
	}
	if reason != "" {
		rec.Format = markup.Paragraphs
		c.Key.Hash = validate.Hash(rec)
		c.Findings = append(c.Findings, validate.Finding{Kind: validate.Repaired,
			Reason: validate.TooCostly, Position: pos, ID: rec.ID, Slug: rec.Slug,
			Detail: "description is shown as plain paragraphs: " + reason})
	}
	return nil
}

// merge joins another record of the same event into rec, as source.duplicates "merge" in brand.yaml
// demands. The rule: members that rec already has stay. Members that it lacks come from more, but
// an end and the time when doors open only if both have the same start. Lines of the description,
// tickets and tags that rec does not have are added at the end. An event is closed only if both
// records say so, online if one does. The record that says that the date has changed also gives the
// date.
func merge(rec, more *catalog.Record) {
	if rec.Description == "" {
		rec.Description, rec.Format = more.Description, more.Format
	} else if rec.Format == more.Format {
		rec.Description = addLines(rec.Description, more.Description)
	}
	rec.Status = cmp.Or(rec.Status, more.Status)
	moved := false
	switch {
	case rec.State == "" && more.State != "":
		rec.State, rec.SaysCancelled = more.State, false
		moved = more.PreviousStarts.Known() // a date that is no longer valid must not stay
	case rec.State == "":
		rec.SaysCancelled = rec.SaysCancelled || more.SaysCancelled && rec.Status == more.Status
	}
	if !rec.PreviousStarts.Known() {
		rec.PreviousStarts = more.PreviousStarts
	}
	switch {
	case moved || !rec.Starts.Known():
		rec.Starts = more.Starts
		rec.Timezone = more.Timezone
		rec.Sessions = more.Sessions
		fallthrough // with its end
	case !rec.Ends.Known() && rec.Starts.String() == more.Starts.String():
		rec.Ends = more.Ends
		rec.Over = more.Over
		rec.IsEnded = more.IsEnded
		rec.IsStarted = more.IsStarted
	}
	rec.IsOnline = rec.IsOnline || more.IsOnline
	rec.IsClosed = rec.IsClosed && more.IsClosed
	rec.Banner = cmp.Or(rec.Banner, more.Banner)
	rec.Thumbnail = cmp.Or(rec.Thumbnail, more.Thumbnail)
	rec.Location = cmp.Or(rec.Location, more.Location)
	rec.Producer = cmp.Or(rec.Producer, more.Producer)
	rec.BuyURL = cmp.Or(rec.BuyURL, more.BuyURL)
	if !rec.CallUntil.Known() {
		rec.CallIsOpen = more.CallIsOpen
	}
	extra := more.Extra
	if rec.Starts.String() != more.Starts.String() {
		extra.DoorsAt = catalog.Moment{}
	}
	rec.Fill(&extra)
	for _, t := range more.Tickets {
		if !slices.ContainsFunc(rec.Tickets,
			func(mine catalog.Ticket) bool { return mine.Name == t.Name }) {
			rec.Tickets = append(rec.Tickets, t)
		}
	}
	for _, tag := range more.Tags {
		same := func(mine string) bool { return places.TopicKey(mine) == places.TopicKey(tag) }
		if len(rec.Tags) < validate.MaxTags && !slices.ContainsFunc(rec.Tags, same) {
			rec.Tags = append(rec.Tags, tag)
		}
	}
	if more.UpdatedAt.After(rec.UpdatedAt) {
		rec.UpdatedAt = more.UpdatedAt
	}
}

// dates returns the times of two records of one source, which are sessions of one event if they
// begin at different times and share no days, or nothing for a single time or a moved event.
func dates(rec, more *catalog.Record) (all []catalog.Session) {
	span, dated := rec.Span()
	other, also := more.Span()
	one := len(rec.Sessions.All) == 0 && (rec.Starts.String() == more.Starts.String() ||
		other.First <= span.Last && other.Last >= span.First && span.Days()+other.Days() > 2)
	if !dated || !also || one || rec.PreviousStarts.Known() || more.PreviousStarts.Known() {
		return nil
	}
	for _, r := range []*catalog.Record{rec, more} {
		all = append(all, r.Sessions.All...)
		if len(r.Sessions.All) == 0 {
			all = append(all, r.Whole())
		}
	}
	return all
}

// addLines appends the lines of more that text does not have. So a list at the end of a text grows
// by the items of the same list in another.
func addLines(text, more string) string {
	have := map[string]bool{"": true}
	for line := range strings.Lines(text) {
		have[strings.TrimSpace(line)] = true
	}
	text = strings.TrimRight(text, "\r\n")
	for line := range strings.Lines(more) {
		if key := strings.TrimSpace(line); !have[key] {
			have[key] = true
			text += "\n" + strings.TrimRight(line, "\r\n")
		}
	}
	return text
}
