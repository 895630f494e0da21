package build

import (
	"cartaz/builder/internal/build/unchanged"
	"cartaz/builder/internal/ingest"
	"cartaz/builder/search/text"
)

// recall finds out whether the last build that changed nothing looked at the same as this one. Then
// this one need not ask the guards or draw anything to know that it changes nothing either. A dry
// run, a build that heals and one after a rollback always go all the way.
func (r *run) recall(plan *ingest.Plan) error {
	p := &r.prev
	if r.fresh || r.options.DryRun || p.live == nil || p.base != p.live || len(p.pins) > 0 {
		return nil
	}
	in := unchanged.Inputs{
		Program: programHash(), Templates: templatesOf(&r.options), Brand: r.brand.Hash(),
		Days: r.days.Fingerprint(), Release: p.live.ID(), Plan: plan,
	}
	var err error
	if r.inputs, err = in.Sum(); err != nil || r.inputs == "" {
		return err
	}
	var languages text.Languages
	if languages, r.settled = unchanged.Known(r.dir, r.inputs); r.settled {
		r.out.Report.Languages = languages.Codes()
	}
	return nil
}

// remember writes down that a build with these inputs changes nothing, unless there was more to it:
// flags that let a catalogue pass a guard, warnings that the next build has to repeat, templates
// that were edited meanwhile.
func (r *run) remember(languages text.Languages) {
	o := &r.options
	if r.inputs == "" || r.said || o.AcceptShrink || o.AcceptLoss || o.AcceptClock ||
		templatesSum(o.Templates) != templatesOf(o) {
		return
	}
	if err := unchanged.Remember(r.dir, r.inputs, languages); err != nil {
		o.Log.Warn("not remembered that nothing has changed", "brand", r.brand.Key, "err", err)
	}
}

// endUnchanged ends a build that found the live release as it would make it.
func (r *run) endUnchanged() error {
	r.out.Report.Resources = r.prev.live.NumResources()
	return r.export(r.prev.live)
}
