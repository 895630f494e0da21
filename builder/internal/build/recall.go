package build

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"

	"cartaz/builder/internal/build/unchanged"
	"cartaz/builder/internal/ingest"
	"cartaz/builder/release"
	"cartaz/builder/search/text"
)

// memory is what a build knows of the last one that changed nothing.
type memory struct {
	run     *run
	note    unchanged.Note
	inputs  unchanged.Inputs // what this build looks at; without a plan, nothing is remembered
	sum     string           // of inputs; "" when it is not remembered
	tidied  bool             // the folder is as the note says
	settled bool             // a build with these inputs has ended already, and changed nothing
	said    bool             // this build has told something that one which ends early would not
}

// recall finds out whether the last build that changed nothing looked at the same as this one. Then
// this one need not ask the guards or draw anything to know that it changes nothing either. A build
// that heals and one after a rollback always go all the way.
func (m *memory) recall(plan *ingest.Plan) error {
	r := m.run
	if r.fresh || r.options.DryRun {
		return nil
	}
	m.inputs = unchanged.Inputs{
		Program: programHash(), Templates: templatesOf(&r.options), Brand: r.brand.Hash(),
		Days: r.days.Fingerprint(), Plan: plan,
	}
	if !m.usable() {
		return nil
	}
	m.inputs.Release = r.prev.live.ID()
	var err error
	if m.sum, err = m.inputs.Sum(); err != nil {
		return err
	}
	if m.settled = m.note.Has(m.sum); m.settled {
		r.out.Report.Languages = m.note.Languages.Codes()
	}
	return nil
}

// foresee remembers of the release that this build has published what the next build would find out
// about it if it looked at the same: that it would make that release again, and that no guard holds
// it back. So already the first build after a release ends early. The release is durable, and old
// ones are pruned.
func (m *memory) foresee(live *release.Release, plan *ingest.Plan, drawn *renderer) {
	r := m.run
	m.sum = ""
	if m.inputs.Plan == nil || len(r.prev.pins) > 0 || r.brand.Hash() != m.inputs.Brand {
		return
	}
	next := previous{live: live, base: live, events: live.Manifest().Events, eventsOf: live.ID()}
	g := guard{brand: r.brand, options: &r.options, dir: r.dir, now: r.now, prev: &next, plan: plan}
	if !next.says(plan, drawn.fingerprint) || g.check() != nil {
		return
	}
	m.inputs.Release = live.ID()
	var err error
	if m.sum, err = m.inputs.Sum(); err == nil {
		m.remember(live, drawn.languages)
	}
}

// usable says whether this build may read and write what is remembered of the one before.
func (m *memory) usable() bool {
	r, p := m.run, &m.run.prev
	return !r.fresh && !r.options.DryRun && p.live != nil && p.base == p.live && len(p.pins) == 0
}

// read reads the note, and says whether the folder is as the last build that changed nothing left
// it: no release or segment more or less, the same retention, brand.json as it is now. Then there
// is nothing to prune, and all is on disk. Retention by age depends on the clock, so it always
// looks.
func (m *memory) read() (tidy bool) {
	m.note = unchanged.Read(m.run.dir)
	m.tidied = m.usable() && m.note.Folder != "" && m.note.Folder == m.folderSum(m.run.prev.live)
	return m.tidied
}

// folderSum is what read compares; "" when that cannot be said.
func (m *memory) folderSum(live *release.Release) string {
	r := m.run
	brand, err := json.Marshal(edgeBrand(r.brand))
	if err != nil || r.options.KeepFor > 0 || programHash() == "" {
		return ""
	}
	sum := sha256.Sum256(fmt.Appendf(nil, "%s\n%s\n%d\n%q\n%s", programHash(), live.ID(),
		r.options.Keep, r.folder.Names(), brand))
	return hex.EncodeToString(sum[:])
}

// remember writes down that a build with these inputs leaves live as it is, unless there was more
// to it: flags that let a catalogue pass a guard, warnings that the next build has to repeat,
// templates that were edited meanwhile.
func (m *memory) remember(live *release.Release, languages text.Languages) {
	r, o := m.run, &m.run.options
	if m.sum == "" || m.said || o.AcceptShrink || o.AcceptLoss || o.AcceptClock ||
		templatesSum(o.Templates) != templatesOf(o) {
		return
	}
	note := unchanged.NewNote(m.sum, m.folderSum(live), languages)
	if note == m.note {
		return
	}
	if err := note.Write(r.dir); err != nil {
		o.Log.Warn("not remembered that nothing has changed", "brand", r.brand.Key, "err", err)
	}
}
