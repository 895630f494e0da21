package build

import (
	"context"
	"errors"
	"fmt"
	"time"

	"cartaz/brands"
	"cartaz/builder/internal/build/site"
	"cartaz/builder/internal/changes"
	"cartaz/builder/internal/discovery"
	"cartaz/builder/internal/export"
	"cartaz/builder/internal/ingest"
	"cartaz/builder/release"
)

// publish makes the drawn release live, unless it has nothing new. All steps before the publish of
// the folder leave the live release alone; a crash at any instruction leaves the old release or
// the new one.
//
//  1. The drawn content is digested. The digest covers the bytes that clients get, not the times.
//  2. An operator took back a release with the same content: nothing is published (stay).
//  3. The live release has the same content and was made by the same renderer: it stays, and its
//     files are exported again.
//  4. Else the release is sealed. A dry run compares it with the live one, and ends; with --hold
//     it waits for promote. Otherwise it is published, exported, and old releases are pruned.
//  5. A publish ends a rollback: the releases taken back are older now than the live release.
//
// Example: release 7 is live, and 8 is published with a wrong price. The operator rolls back: 7 is
// live, 8 is a pin. The next build compares itself with 8. While the source is as it was, the build
// makes the content of 8 again, step 2 keeps 7 live, and TakenBack of the outcome says 8. When the
// price is corrected the content differs: release 9 is published, and TakenBack says 8 as well.
func (r *run) publish(ctx context.Context, plan *ingest.Plan, drawn *renderer,
	history *site.History) error {
	if r.prev.base != nil {
		r.prev.base.ForgetPages() // memory for the table of the new release
	}
	facts := release.Facts{
		Brand: edgeBrand(r.brand), Renderer: drawn.print.String(), BuiltAt: r.now,
		Events: len(plan.Rows), OnSale: plan.Report.OnSale, History: history.Write,
	}
	content, err := r.writer.Content(facts)
	if err != nil {
		return err
	}
	for _, pin := range r.prev.pins {
		if pin.Content == content && !r.options.Forget {
			return r.stay(pin)
		}
	}
	if r.prev.live != nil && !r.fresh && !r.options.Forget {
		// Another renderer with the same result is sealed too. Otherwise the next build could carry
		// nothing over, and every build would draw everything again.
		if m := r.prev.live.Manifest(); m.Content == content &&
			(m.Renderer == facts.Renderer || r.options.DryRun) {
			return r.export(r.prev.live)
		}
	}
	report, err := r.out.Report.Encode()
	if err != nil {
		return err
	}
	id, err := r.writer.Seal(facts, report)
	if err != nil {
		return err
	}
	if r.options.DryRun {
		return r.compare(id)
	}
	if err := ctx.Err(); err != nil {
		return err // the build took too long, and inTime has returned without it
	}
	if r.options.Hold {
		r.out.Release = id
		return r.folder.Hold(release.Held{Release: id, Host: r.brand.PreviewHost})
	}
	if err := r.folder.Publish(id); err != nil {
		return err
	}
	r.out.Published = true
	if n := len(r.prev.pins); n > 0 {
		// The pins have ended: the new release is newer than all of them.
		r.out.TakenBack = r.prev.pins[n-1].Release
		if err := r.folder.ClearRollback(); err != nil {
			return err
		}
	}
	live, err := release.Open(r.dir, id)
	if err != nil {
		return err
	}
	if err = r.export(live); err == nil {
		_, err = r.folder.Prune(r.retention())
	}
	return errors.Join(err, live.Close())
}

// stay leaves the live release as it is, because this build makes again a release that was taken
// back. A build cannot repair a damaged live release then: the source has the content that an
// operator did not want.
func (r *run) stay(pin release.Pin) error {
	r.out.TakenBack = pin.Release
	err := r.prev.unread
	if r.prev.live != nil && r.fresh {
		err = r.prev.live.Verify(true)
	}
	if err != nil {
		// The cause is not wrapped: a build from nothing because of it would end here again.
		return fmt.Errorf("the release that is live since a rollback is damaged, and this build "+
			"makes %s once more, which was taken back: "+
			"roll back to another one, or accept what builds make with builder rollback "+
			"--clear %s: %v", pin.Release, r.brand.Key, err)
	}
	return r.export(r.prev.live)
}

// retention returns which releases stay; the live one is the newest.
func (r *run) retention() release.Retention {
	return release.Retention{Newest: r.options.Keep + 1, For: r.options.KeepFor, Now: r.now}
}

// pruneFirst removes the files of unfinished builds. Under a time limit that is too short, each
// build would otherwise add a release or a segment until the disk is full. Near a damaged release
// it removes nothing, because the files could help to repair it.
func (r *run) pruneFirst() {
	if r.prev.unread != nil || r.fresh {
		return
	}
	if _, err := r.folder.Prune(r.retention()); err != nil {
		r.options.Log.Warn("old releases not removed", "brand", r.brand.Key, "err", err)
	}
}

// compare lists the changes that the release of a dry run would make.
func (r *run) compare(id string) error {
	made, err := release.Open(r.work, id)
	if err != nil {
		return err
	}
	before := r.prev.live
	if r.fresh {
		before = nil // some of its bodies cannot be read
	}
	r.out.Changes, err = changes.Diff(before, made)
	return errors.Join(err, made.Close())
}

// export brings the plain files in line with the live release. A build of a preview comes here only
// if it has nothing to show; an older preview ends, since promote would publish what it shows.
func (r *run) export(live *release.Release) (err error) {
	if r.options.Hold {
		err = r.folder.Unhold()
	}
	if err == nil && r.options.Export && r.brand.Export && !r.options.DryRun {
		r.out.Exported, err = export.Site(r.dir, live)
	}
	return err
}

// edgeBrand returns the data of a brand that the edge needs.
func edgeBrand(b *brands.Brand) release.Brand {
	return release.Brand{
		Key: b.Key, Name: b.Name, Locale: b.Locale,
		SiteURL: b.SiteURL, BaseURL: b.BaseURL, AuthURL: b.AuthURL, BasePath: b.BasePath(),
		Timezone: b.Timezone, Hosts: b.Hosts(), MovedHosts: b.MovedHosts,
		KeysOnAccept:    b.CDN.KeysOnAccept,
		Paths:           b.Spelling.Words(),
		ContentSignal:   discovery.ContentSignal(b.AI),
		AsOf:            unixOf(b.AsOf),
		DeprecatedAt:    unixOf(b.V1.DeprecatedAt),
		SunsetAt:        unixOf(b.V1.SunsetAt),
		DeprecationLink: b.V1.Link,
	}
}

// unixOf returns a time in Unix seconds, or 0 for the zero time.
func unixOf(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.Unix()
}
