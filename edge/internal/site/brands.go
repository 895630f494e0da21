package site

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"net/url"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync/atomic"

	"cartaz/builder/release"
	"cartaz/builder/search"
	"cartaz/edge/internal/answer"
)

// brands is the state of all served brands. It decides which release of a brand serves. Only the
// scan reads and writes it, except for the two counters.
type brands struct {
	Config
	opener *opener

	served     map[string]*brand
	lazyFrom   int               // with more brands, releases are opened at their first request
	stale      bool              // a brand was opened since the table was made
	complaints map[string]string // last complaint by subject, so that each is logged once
	// problems of the brands whose hosts are not even known; they are not in served
	unserved map[string]string
	owners   map[string]string // the brand of each host of the last table
	// the complaints about hosts of the last table, by subject
	contested map[string]string

	swaps    atomic.Int64
	refusals atomic.Int64
}

// brand is the state of one served brand. It does not change once it is in served.
type brand struct {
	snapshot *Snapshot // nil before the first request for the brand; see lazy.go
	known    []string  // its hosts while snapshot is nil
	// id in current when snapshot was opened; may differ from its release after a refusal
	live    string
	problem string
}

// withProblem returns b with a problem, or b itself when it already has that problem.
func (b *brand) withProblem(live, problem string) *brand {
	if b.live == live && b.problem == problem {
		return b
	}
	return &brand{snapshot: b.snapshot, live: live, problem: problem}
}

// update brings the state in line with the brand folders, keys. It returns the snapshots that are
// no longer served, and whether a new table is due. The caller releases the snapshots once that
// table is stored.
func (b *brands) update(keys []string) (retired []*Snapshot, changed bool) {
	delete(b.complaints, b.Out)
	served := make(map[string]*brand, len(keys))
	unserved := map[string]string{}
	for _, key := range keys {
		old := b.served[key]
		var next *brand
		if unopened := old == nil || old.snapshot == nil; unopened && len(keys) > b.lazyFrom {
			next = b.learn(key, old)
		}
		if next == nil {
			next = b.refresh(key, old)
		}
		if next == nil {
			unserved[key] = b.complaints[key]
			next = old
		}
		if next != nil {
			served[key] = next
		}
	}
	for key, was := range b.served {
		now := served[key]
		if now == nil {
			b.Log.Info("brand gone", "brand", key)
		}
		if was.snapshot != nil && (now == nil || now.snapshot != was.snapshot) {
			retired = append(retired, was.snapshot)
		}
	}
	changed = !maps.Equal(b.served, served) || !maps.Equal(b.unserved, unserved)
	b.served, b.unserved = served, unserved
	return retired, changed
}

// close releases every snapshot.
func (b *brands) close() {
	for key, gone := range b.served {
		delete(b.served, key)
		if gone.snapshot != nil {
			gone.snapshot.Release()
		}
	}
}

// refresh returns the new state of a brand: old itself if nothing has changed, or nil if there is
// nothing to serve. An old state without a snapshot counts as nil.
func (b *brands) refresh(key string, old *brand) *brand {
	if old != nil && old.snapshot == nil {
		old = nil
	}
	if name, isHeld := strings.CutSuffix(key, heldSuffix); isHeld {
		return b.preview(key, filepath.Join(b.Out, name), old)
	}
	dir := filepath.Join(b.Out, key)
	live, err := release.Current(dir)
	switch {
	case errors.Is(err, release.ErrNotFound):
		live = ""
	case err != nil:
		return b.keepServing(key, old, live, err)
	}
	if old != nil {
		b.noteChange(key, dir, old.snapshot)
	}
	broken := old != nil && old.snapshot.broken.Load()
	if broken {
		b.opener.markSuspect(dir, old.snapshot)
	}
	// A refused release is tried again at every scan: it may have been half copied from elsewhere
	// at the time of the last scan.
	if live != "" && old != nil && old.live == live && !broken && old.problem == "" {
		return old
	}
	if live == "" {
		return b.withoutRelease(key, dir, old)
	}
	if broken && old.live == live {
		cause := errors.New("failed while it was read")
		if found := old.snapshot.cause.Load(); found != nil {
			cause = *found
		}
		return b.fallBack(key, dir, old, live, cause)
	}
	snapshot, live, err := b.opener.openLive(dir, live)
	if err != nil {
		return b.fallBack(key, dir, old, live, err)
	}
	delete(b.complaints, key)
	return b.countSwap(key, &brand{snapshot: snapshot, live: live})
}

// heldSuffix ends the key of the held release of a brand, which is served as a brand of its own.
const heldSuffix = "/held"

// preview is refresh for a held release; it never falls back on another release.
func (b *brands) preview(key, dir string, old *brand) *brand {
	held, err := release.ReadHeld(dir)
	if err == nil && old != nil && old.live == held.Release &&
		old.snapshot.Preview == held.Host && !old.snapshot.broken.Load() {
		return old
	}
	var snapshot *Snapshot
	if err == nil {
		snapshot, err = b.opener.open(dir, held.Release)
	}
	if err != nil {
		return b.keepServing(key, old, held.Release, err)
	}
	snapshot.Preview = held.Host
	delete(b.complaints, key)
	return b.countSwap(key, &brand{snapshot: snapshot, live: held.Release})
}

// noteChange has a release verified again when its index files differ from the files that were seen
// last: someone may have written into the mapped files since.
func (b *brands) noteChange(key, dir string, h *Snapshot) {
	rel := h.Catalogue.Release()
	if rel == nil {
		return
	}
	if files := statIndexFiles(dir, rel); !slices.Equal(h.files, files) {
		h.files = files
		h.changes.Add(1)
		h.CheckAgain()
		b.Log.Warn("files changed while they serve, and are checked", "brand", key,
			"release", rel.ID())
	}
}

// keepServing leaves the old state in service and notes the problem.
func (b *brands) keepServing(key string, old *brand, live string, err error) *brand {
	b.reportRefusal(key, err.Error())
	if old == nil {
		return nil
	}
	return old.withProblem(live, err.Error())
}

// fallBack refuses the live release. The release that serves stays. If no release serves, or the
// one that serves is broken, the newest older release that can be opened takes over.
func (b *brands) fallBack(key, dir string, old *brand, live string, cause error) *brand {
	reason := fmt.Sprintf("release %s: %v%s", live, cause, advice(cause))
	b.reportRefusal(key, reason)
	if b.Damaged != nil {
		b.Damaged(key)
	}
	serving := old != nil && old.snapshot.Catalogue.Release() != nil
	if serving && !old.snapshot.broken.Load() {
		return old.withProblem(live, reason)
	}
	ids, _ := release.List(dir) // no list, no candidates
	held, _ := release.ReadHeld(dir)
	for _, id := range slices.Backward(ids) {
		if id == live || id == held.Release ||
			serving && id == old.snapshot.Catalogue.Release().ID() {
			continue
		}
		if snapshot, err := b.opener.open(dir, id); err == nil {
			return b.countSwap(key, &brand{snapshot: snapshot, live: live, problem: reason})
		}
	}
	if serving {
		// No other release is left. Most bytes of the broken release may be sound, and each answer
		// is checked when it is read. A brand that answers some pages is better than a brand that
		// answers none.
		old.snapshot.broken.Store(false)
		return old.withProblem(live, reason)
	}
	next := b.withoutRelease(key, dir, old)
	if next != nil && next != old {
		next.live, next.problem = live, reason
	}
	return next
}

// advice returns what an operator does about a release of another version of the builder, or "" for
// any other fault.
func advice(cause error) string {
	if !errors.Is(cause, release.ErrVersion) && !errors.Is(cause, search.ErrVersion) {
		return ""
	}
	return "; a builder of another version than this edge made it: build the brand with " +
		"the builder of this edge's version, or run the edge of that builder's (see Upgrade in " +
		"edge/README.md)"
}

// withoutRelease serves a brand that has no published release, from its brand.json. The brand's
// addresses are known from that file, so they can answer 502 instead of 421.
func (b *brands) withoutRelease(key, dir string, old *brand) *brand {
	facts, err := release.ReadBrand(dir)
	if err != nil {
		return b.keepServing(key, old, "", err)
	}
	retired := facts.State == release.StateRetired
	if old != nil && (old.snapshot.Catalogue.Release() != nil && !retired ||
		reflect.DeepEqual(*old.snapshot.Brand(), facts)) {
		return old
	}
	c, err := answer.New(facts, nil, b.opener.keys)
	if err != nil {
		return b.keepServing(key, old, "", err)
	}
	b.Log.Info("brand without release", "brand", key, "retired", retired)
	return &brand{snapshot: newSnapshot(c, nil)}
}

// countSwap counts and logs that another release of a brand serves.
func (b *brands) countSwap(key string, next *brand) *brand {
	rel := next.snapshot.Catalogue.Release()
	b.swaps.Add(1)
	b.Log.Info("release live", "brand", key, "release", rel.ID(), "events", rel.Manifest().Events)
	if address := rel.Manifest().Brand.SiteURL; otherPort(address, b.Port) {
		b.Log.Warn("site_url has another port than --listen: links with the whole address fail",
			"brand", key, "site_url", address, "port", b.Port)
	}
	return next
}

// otherPort reports whether the address of a site without TLS on this machine has another port than
// the listener. On any other host a proxy may be in front of the edge.
func otherPort(siteURL, port string) bool {
	u, err := url.Parse(siteURL)
	if err != nil || u.Scheme != "http" || port == "" || port == "0" {
		return false
	}
	here := u.Hostname() == "localhost" || strings.HasSuffix(u.Hostname(), ".localhost")
	return here && cmp.Or(u.Port(), "80") != port
}

// whyEmpty returns the reason why no brand folder of the output folder, keys, can be served.
func (b *brands) whyEmpty(keys []string) error {
	if len(keys) == 0 {
		return fmt.Errorf("the output folder %s holds no brand: run the builder, or see --out",
			b.Out)
	}
	return fmt.Errorf("no brand of the output folder %s can be served: %s: %s", b.Out, keys[0],
		b.complaints[keys[0]])
}

// reportRefusal logs a refusal and counts it, once until its reason changes.
func (b *brands) reportRefusal(subject, reason string) {
	if b.complaints[subject] == reason {
		return
	}
	b.complaints[subject] = reason
	b.refusals.Add(1)
	b.Log.Warn("refused", "subject", subject, "err", reason)
}
