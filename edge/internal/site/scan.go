package site

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"

	"cartaz/builder/release"
	"cartaz/edge/internal/answer"
)

// brand is one served brand, owned by the scan.
type brand struct {
	held    *Held
	live    string // id in current when held was opened; may differ from its release after a refusal
	problem string
}

// noting is b with a problem, b itself when it has the same already.
func (b *brand) noting(live, problem string) *brand {
	if b.live == live && b.problem == problem {
		return b
	}
	return &brand{held: b.held, live: live, problem: problem}
}

// Scan looks at the output folder once and brings the table up to date. It is
// safe to call at any time; scans run one after the other.
func (s *Site) Scan() {
	s.scan.Lock()
	defer s.scan.Unlock()
	keys, err := brandFolders(s.cfg.Out)
	if err == nil && len(keys) == 0 && len(s.brands) > 0 {
		err = fmt.Errorf("%s holds no brand any more", s.cfg.Out)
	}
	if err != nil {
		s.complain(s.cfg.Out, err.Error())
		return
	}
	delete(s.noted, s.cfg.Out)
	var retired []*Held
	changed := false
	for _, key := range keys {
		old := s.brands[key]
		next := s.refresh(key, old)
		if next == nil || next == old {
			continue
		}
		s.brands[key] = next
		changed = true
		if old != nil && old.held != next.held {
			retired = append(retired, old.held)
		}
	}
	for key, b := range s.brands {
		if !slices.Contains(keys, key) {
			s.cfg.Log.Info("brand gone", "brand", key)
			delete(s.brands, key)
			retired = append(retired, b.held)
			changed = true
		}
	}
	if changed {
		s.publish()
	}
	// Only after the new table is out: until then requests may still take them.
	for _, h := range retired {
		h.Release()
	}
}

// Close lets go of every release. Requests that still hold one keep it.
func (s *Site) Close() {
	s.scan.Lock()
	defer s.scan.Unlock()
	s.table.Store(&table{hosts: map[string]*Held{}})
	for key, b := range s.brands {
		delete(s.brands, key)
		b.held.Release()
	}
}

// brandFolders lists the folders of brands: those with a brand.json or a
// current. Others are not ours, or are still being made.
func brandFolders(out string) ([]string, error) {
	entries, err := os.ReadDir(out)
	if err != nil {
		return nil, err
	}
	var keys []string
	for _, e := range entries {
		if !e.IsDir() {
			continue
		}
		for _, name := range []string{release.BrandFile, release.CurrentFile} {
			if _, err := os.Lstat(filepath.Join(out, e.Name(), name)); err == nil {
				keys = append(keys, e.Name())
				break
			}
		}
	}
	return keys, nil
}

// refresh returns the state that a brand should have: old itself when nothing
// has to change, nil when there is nothing to serve at all.
func (s *Site) refresh(key string, old *brand) *brand {
	dir := filepath.Join(s.cfg.Out, key)
	live, err := release.Current(dir)
	switch {
	case errors.Is(err, release.ErrNotFound):
		live = ""
	case err != nil:
		return s.keep(key, old, live, err)
	}
	broken := old != nil && old.held.broken.Load()
	// A refused release is tried again at every scan: it may have been half
	// copied from elsewhere when it was looked at.
	if live != "" && old != nil && old.live == live && !broken && old.problem == "" {
		return old
	}
	if live == "" {
		return s.withoutRelease(key, dir, old)
	}
	if broken && old.live == live {
		return s.fallBack(key, dir, old, live, errors.New("failed while it was read"))
	}
	held, live, err := s.openLive(dir, live)
	if err != nil {
		return s.fallBack(key, dir, old, live, err)
	}
	delete(s.noted, key)
	return s.swapped(key, &brand{held: held, live: live})
}

// keep goes on with what there is and remembers why.
func (s *Site) keep(key string, old *brand, live string, err error) *brand {
	s.complain(key, err.Error())
	if old == nil {
		return nil
	}
	return old.noting(live, err.Error())
}

// fallBack refuses the live release. The release that serves goes on; when none
// does, or it is the broken one, the newest older release that opens takes over.
func (s *Site) fallBack(key, dir string, old *brand, live string, cause error) *brand {
	reason := fmt.Sprintf("release %s: %v", live, cause)
	s.complain(key, reason)
	serving := old != nil && old.held.Catalogue.Release() != nil
	if serving && !old.held.broken.Load() {
		return old.noting(live, reason)
	}
	ids, _ := release.List(dir) // no list, no candidates
	for _, id := range slices.Backward(ids) {
		if id == live || serving && id == old.held.Catalogue.Release().ID() {
			continue
		}
		if held, err := s.open(dir, id); err == nil {
			return s.swapped(key, &brand{held: held, live: live, problem: reason})
		}
	}
	if serving {
		// Nothing else is left. Most of its bytes may be sound, and each answer
		// is checked: a brand that answers some pages beats one that answers none.
		old.held.broken.Store(false)
		return old.noting(live, reason)
	}
	b := s.withoutRelease(key, dir, old)
	if b != nil && b != old {
		b.live, b.problem = live, reason
	}
	return b
}

// withoutRelease serves a brand whose builder has not published yet, from the
// facts that it wrote first: its addresses are known, so they can answer 502
// rather than 421.
func (s *Site) withoutRelease(key, dir string, old *brand) *brand {
	facts, err := release.ReadBrand(dir)
	if err != nil {
		return s.keep(key, old, "", err)
	}
	if old != nil && (old.held.Catalogue.Release() != nil || reflect.DeepEqual(*old.held.Brand(), facts)) {
		return old
	}
	c, err := answer.New(facts, nil, s.cfg.Keys)
	if err != nil {
		return s.keep(key, old, "", err)
	}
	s.cfg.Log.Info("brand without release", "brand", key)
	return &brand{held: hold(c, nil)}
}

// verifyBeforeSwap is how large the tables and the search index may be to be
// checksummed before a release serves. Beyond it opening stays constant in time
// and every answer is still checked when it is read.
const verifyBeforeSwap = 256 << 20

// indexBytes is the size of all files of a release that are not bodies.
func indexBytes(rel *release.Release) (n int64) {
	for _, f := range rel.Manifest().Files {
		n += f.Size
	}
	return n
}

// openLive opens the live release and returns its id. One that was pruned while it
// was opened is no bad release: another is live by then, which is tried instead, a
// few times.
func (s *Site) openLive(dir, live string) (*Held, string, error) {
	for tries := 1; ; tries++ {
		held, err := s.open(dir, live)
		if err == nil || tries == 4 {
			return held, live, err
		}
		now, _ := release.Current(dir) // what is wrong with the pointer is said by the next scan
		if now == "" || now == live {
			return nil, live, err
		}
		live = now
	}
}

func (s *Site) openRelease(dir, id string) (*Held, error) {
	rel, err := release.Open(dir, id)
	if err != nil {
		return nil, err
	}
	var c *answer.Catalogue
	err = release.Guard(func() error {
		var err error
		if c, err = answer.New(rel.Manifest().Brand, rel, s.cfg.Keys); err != nil {
			return err
		}
		if indexBytes(rel) > verifyBeforeSwap {
			return nil
		}
		if err := rel.Verify(false); err != nil {
			return err
		}
		return c.Verify()
	})
	if err != nil {
		_ = rel.Close() // the reason for refusing it matters more
		return nil, err
	}
	return hold(c, rel.Close), nil
}

func (s *Site) swapped(key string, b *brand) *brand {
	s.swaps.Add(1)
	s.cfg.Log.Info("release live", "brand", key, "release", b.held.Catalogue.Release().ID(), "events", b.held.Catalogue.Release().Manifest().Events)
	return b
}
