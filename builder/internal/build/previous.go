package build

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"

	"cartaz/builder/internal/build/keep"
	"cartaz/builder/internal/ingest"
	"cartaz/builder/release"
)

// previous is the state that earlier builds left in the brand's folder.
type previous struct {
	live   *release.Release // nil if there is none that can be read
	print  keep.Print       // of live
	unread error            // why the live release cannot be read
	pins   []release.Pin    // releases that a rollback took back
	// base is the release that this build is compared with and carries bytes over from: live, or
	// after a rollback the newest of pins, or nil for the first release.
	base *release.Release

	remembering []string // ids of base and of the releases before it, also of unreadable ones

	events   int    // number of events before, for the guard
	eventsOf string // id of the release that had them, or "" if unknown
}

// openPrevious opens the live release and the base. A release that cannot be read counts as
// missing: a build heals it.
//
// After a rollback the base is the newest release that was taken back. Only by comparing with that
// release can a build find out that it makes exactly the same again: against any other, everything
// that changed in between would get times of today.
//
// A fresh attempt also opens both: their tables are sound, and it takes the times from them, so
// that its result is recognised. It does not reuse their stored bytes.
func (r *run) openPrevious() error {
	p := &r.prev
	log := r.options.Log.With("brand", r.brand.Key)
	var err error
	if p.pins, err = release.Pins(r.dir); err != nil && !errors.Is(err, release.ErrNotFound) {
		return fmt.Errorf("%w; builder rollback --clear %s forgets what was taken back", err,
			r.brand.Key)
	}
	id, err := release.Current(r.dir)
	if err == nil {
		p.live, err = openWhole(r.dir, id)
	}
	if p.live != nil {
		p.print = keep.ReadPrint(p.live.Manifest().Renderer)
	}
	if err != nil && (id != "" || !errors.Is(err, release.ErrNotFound)) {
		p.unread = err
		log.Warn("live release unreadable, building from nothing", "err", err)
	}
	p.base = p.live
	if err := p.learnSize(r.dir, id); err != nil {
		log.Warn("no release can be read, so nothing is known of how many events there were", "err",
			err)
	}
	if n := len(p.pins); n > 0 {
		id = p.pins[n-1].Release
	}
	ids, _ := release.List(r.dir) // none of a folder that is new
	p.remembering = slices.DeleteFunc(ids, func(other string) bool { return other > id })
	if len(p.pins) > 0 {
		taken, err := openWhole(r.dir, id)
		if err != nil {
			log.Warn("release that was taken back is unreadable, a build cannot make it again",
				"err", err)
			return nil
		}
		p.base = taken
	}
	return nil
}

// openWhole opens a release whose index files are as they were sealed.
func openWhole(dir, id string) (*release.Release, error) {
	rel, err := release.Open(dir, id)
	if err != nil {
		return nil, err
	}
	if err := rel.Verify(false); err != nil {
		return nil, errors.Join(err, rel.Close())
	}
	rel.ForgetPages()
	rel.RememberChecks() // a build asks for each row several times
	return rel, nil
}

// learnSize finds out how many events there were, for the guard. Damage must not switch the guard
// off. So the number comes from the manifest of the live release, even if its other files are
// damaged, else from the newest manifest that can be read and was not taken back. Without any
// manifest there is nothing that an edge could serve, and the catalogue of the source is better
// than nothing.
func (p *previous) learnSize(dir, live string) error {
	if p.live != nil {
		p.events, p.eventsOf = p.live.Manifest().Events, live
		return nil
	}
	ids, err := release.List(dir)
	if errors.Is(err, release.ErrNotFound) {
		err = nil
	}
	ids = slices.DeleteFunc(ids, func(id string) bool {
		return id == live || slices.ContainsFunc(p.pins,
			func(pin release.Pin) bool { return pin.Release == id })
	})
	if live != "" {
		ids = append(ids, live)
	}
	for _, id := range slices.Backward(ids) {
		m, e := release.ReadManifest(dir, id)
		if e == nil {
			p.events, p.eventsOf = m.Events, id
			return nil
		}
		err = errors.Join(err, e)
	}
	return err
}

// How many stored bytes a build checks. No other part of the builder reads bodies that have not
// changed. A build that changes nothing checks a sixteenth of a small release: otherwise a thousand
// small brands would cost as much as reading a thousand releases completely.
const (
	sampledMost  = 4 << 20
	sampledLeast = 64 << 10
	sampledPart  = 16
)

// sample checks some stored bytes of the live release, different ones for each seed, so that rot on
// a disk is found in days and not when the event changes. The build then draws everything again.
// same is true for a build that changes nothing.
func (p *previous) sample(seed uint64, same bool) error {
	if p.live == nil {
		return nil
	}
	n := int64(sampledMost)
	if same {
		stored := int64(0)
		for _, s := range p.live.Manifest().Segments {
			stored += s.Size
		}
		n = min(max(stored/sampledPart, sampledLeast), sampledMost)
	}
	return p.live.VerifySome(rand.New(rand.NewPCG(seed, 0)).Uint64(), n)
}

// says reports whether the live release has the records of a plan, in the same places of the list.
// If its print is the same too, all its content is, so nothing has to be written to find that out.
func (p *previous) says(plan *ingest.Plan) bool {
	if p.print.Pages == "" || p.base != p.live || len(p.pins) > 0 {
		return false
	}
	m := p.live.Manifest()
	if m.Brand.Key != plan.Report.Brand || m.Events != len(plan.Rows) ||
		m.OnSale != plan.Report.OnSale {
		return false
	}
	docs := uint32(0)
	for _, row := range plan.Rows {
		doc := uint32(release.NoDoc)
		if row.OnSale {
			doc = docs
			docs++
		}
		if old, ok := p.live.Event(row.ID); !ok || old.Hash != row.Hash || old.Doc != doc {
			return false
		}
	}
	return true
}

func (p *previous) close() error {
	var errs []error
	if p.base != nil && p.base != p.live {
		errs = append(errs, p.base.Close())
	}
	if p.live != nil {
		errs = append(errs, p.live.Close())
	}
	return errors.Join(errs...)
}
