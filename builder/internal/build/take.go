package build

import (
	"context"
	"crypto/sha256"
	"strings"

	"cartaz/brands"
	"cartaz/builder/catalog"
	"cartaz/builder/internal/intake"
	"cartaz/builder/internal/memo"
	"cartaz/builder/internal/upstream"
	"cartaz/builder/internal/upstream/cache"
)

// openSpool opens what the last build remembers of items, or, for a dry run,
// which may leave nothing behind, a spool of its own.
func (r *run) openSpool() (err error) {
	program := programHash()
	if program == "" || r.options.DryRun {
		r.spool.memo, err = memo.Scratch(r.work)
		return err
	}
	// What a check depends on besides the record.
	brand := r.brand.Hash()
	key := sha256.Sum256(append([]byte(program), brand[:]...))
	r.spool.memo, err = memo.Open(r.work, memo.Sum(key[:16]), nil)
	if err == nil && r.spool.memo.Damage() != nil {
		r.options.Log.Warn("no memory of unchanged items", "brand", r.brand.Key, "err", r.spool.memo.Damage())
	}
	return err
}

// closeSpool keeps what was made of items for the next build when all of the
// source was read.
func (r *run) closeSpool() error {
	if r.complete && !r.options.DryRun && programHash() != "" {
		if err := r.spool.memo.Commit(); err != nil {
			r.options.Log.Warn("items are not remembered", "brand", r.brand.Key, "err", err)
		}
	}
	return r.spool.close()
}

// pull reads the source, checks every record and spools what is good. answers
// are those of earlier pulls; nil for none.
func (r *run) pull(ctx context.Context, answers *cache.Cache) error {
	r.checker = intake.New(intake.Config{
		Zone: r.brand.Zone, ZoneName: r.brand.Timezone, Currency: r.brand.Currency, BuyURL: r.brand.BuyURL, Now: r.now,
	})
	r.byID, r.numbers = map[int64]int{}, map[string]uint32{"": 0}
	r.texts = []string{""}
	report := &r.out.Report
	report.Brand = r.brand.Key
	items := &items{run: r}
	options := r.options.Upstream
	options.Items = items
	if answers != nil {
		options.Cache = answers // a nil one in the interface would be no nil
	}
	stats, err := upstream.Pull(ctx, upstream.FromBrand(r.brand), options, func(item upstream.Item) error {
		pos := item.Pos.String()
		if item.Known != nil {
			r.out.Known++
			return items.known(pos)
		}
		items.add(r.checker.Check(item.Value, pos))
		return nil
	})
	r.out.Pulled = stats
	report.pulled(stats)
	if err != nil {
		return err
	}
	r.complete = true
	return r.spool.flush()
}

// take takes one checked record, or joins it with the one of the same id when
// the brand wants that.
func (r *run) take(m *made) error {
	if r.brand.Source.Duplicates == brands.MergeDuplicates {
		if at, ok := r.byID[m.key.ID]; ok {
			r.out.Report.Merged++
			return r.join(at, m.ref)
		}
		r.byID[m.key.ID] = len(r.keys)
	}
	// What an earlier build made shares its bytes with the whole item, which must
	// not stay for the sake of a name.
	m.key.Slug, m.facts.name = strings.Clone(m.key.Slug), strings.Clone(m.facts.name)
	r.keys = append(r.keys, m.key)
	r.rows = append(r.rows, r.rowOf(&m.facts, m.key, m.ref))
	return nil
}

// rowOf is what stays in memory of a record. Names of places and the origins of
// images repeat over a catalogue, so each is kept once.
func (r *run) rowOf(f *facts, key intake.Key, ref memo.Ref) row {
	return row{
		ref: ref, id: key.ID, name: f.name, sort: f.sort, hash: key.Hash, onSale: !f.closed && !f.ended, ended: f.ended, city: -1, org: -1,
		cityName: r.once(f.city), state: r.once(f.state), stateName: r.once(f.stateName), orgName: r.once(f.org), orgSlug: r.once(f.orgSlug),
		images: [2]uint32{r.once(f.bannerOrigin), r.once(f.thumbOrigin)},
	}
}

// once is the number of a string that repeats.
func (r *run) once(s string) uint32 {
	if n, ok := r.numbers[s]; ok {
		return n
	}
	s = strings.Clone(s)
	n := uint32(len(r.texts))
	r.numbers[s] = n
	r.texts = append(r.texts, s)
	return n
}

// join merges a record into the one spooled before.
func (r *run) join(at int, more memo.Ref) error {
	if err := r.spool.flush(); err != nil {
		return err
	}
	var records [2]*catalog.Record
	for i, ref := range [...]memo.Ref{r.rows[at].ref, more} {
		var err error
		if records[i], err = r.spool.get(ref); err != nil {
			return err
		}
	}
	rec := records[0]
	merge(rec, records[1])
	ref, err := r.spool.put(rec)
	key := &r.keys[at]
	key.Hash, key.Updated = intake.Hash(rec), rec.UpdatedAt.Unix()
	f := factsOf(rec)
	r.rows[at] = r.rowOf(&f, *key, ref)
	return err
}
