package build

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"

	"cartaz/builder/internal/build/unchanged"
	"cartaz/builder/internal/ingest"
	"cartaz/builder/search/text"
)

// memory is what a build knows of the last one that changed nothing.
type memory struct {
	run     *run
	note    unchanged.Note
	inputs  string // sum of what this build looks at; "" when it is not remembered
	tidied  bool   // the folder is as the note says
	settled bool   // a build with these inputs has ended already, and changed nothing
	said    bool   // this build has told something that one which ends early would not
}

// recall finds out whether the last build that changed nothing looked at the same as this one. Then
// this one need not ask the guards or draw anything to know that it changes nothing either. A build
// that heals and one after a rollback always go all the way.
func (m *memory) recall(plan *ingest.Plan) error {
	if !m.usable() {
		return nil
	}
	r := m.run
	in := unchanged.Inputs{
		Program: programHash(), Templates: templatesOf(&r.options), Brand: r.brand.Hash(),
		Days: r.days.Fingerprint(), Release: r.prev.live.ID(), Plan: plan,
	}
	var err error
	if m.inputs, err = in.Sum(); err != nil {
		return err
	}
	if m.settled = m.note.Has(m.inputs); m.settled {
		r.out.Report.Languages = m.note.Languages.Codes()
	}
	return nil
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
	m.tidied = m.usable() && m.note.Folder != "" && m.note.Folder == m.folderSum()
	return m.tidied
}

// folderSum is what read compares; "" when that cannot be said.
func (m *memory) folderSum() string {
	r := m.run
	brand, err := json.Marshal(edgeBrand(r.brand))
	if err != nil || r.options.KeepFor > 0 || programHash() == "" {
		return ""
	}
	sum := sha256.Sum256(fmt.Appendf(nil, "%s\n%s\n%d\n%q\n%s", programHash(), r.prev.live.ID(),
		r.options.Keep, r.folder.Names(), brand))
	return hex.EncodeToString(sum[:])
}

// remember writes down that a build with these inputs changes nothing, unless there was more to it:
// flags that let a catalogue pass a guard, warnings that the next build has to repeat, templates
// that were edited meanwhile.
func (m *memory) remember(languages text.Languages) {
	r, o := m.run, &m.run.options
	if m.inputs == "" || m.said || o.AcceptShrink || o.AcceptLoss || o.AcceptClock ||
		templatesSum(o.Templates) != templatesOf(o) {
		return
	}
	note := unchanged.NewNote(m.inputs, m.folderSum(), languages)
	if note == m.note {
		return
	}
	if err := note.Write(r.dir); err != nil {
		o.Log.Warn("not remembered that nothing has changed", "brand", r.brand.Key, "err", err)
	}
}
