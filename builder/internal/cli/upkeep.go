package cli

import (
	"context"
	"errors"
	"path/filepath"
	"strings"
	"time"

	"cartaz/builder/bucket"
	"cartaz/builder/internal/export"
	"cartaz/builder/release"
)

var pruneVerb = verb{
	name: "prune", args: "[BRAND...]", short: "remove old releases; every build does it too",
	long: `Removes old releases, and the segments that no other needs. The live one, the
newest ones, and those that a rollback has taken back stay. With --keep-for the
newest of each hour of the last two days stays too, and of each day before that, as
far back as it says. Edges that still have a removed release open go on with it. With
--to a bucket is pruned instead.`,
	example: []string{"builder prune --keep 1",
		"builder prune --keep-for 168h --out /var/lib/cartaz palco"},
	run: runPrune,
}

// pruned is the JSON output of the verb prune for one brand.
type pruned struct {
	Brand   string   `json:"brand"`
	Removed []string `json:"removed"` // ids, newest first
}

func runPrune(ctx context.Context, c *command) int {
	var to bucketFlags
	var keep retention
	c.flags.StringVar(&to.address, "to", "",
		"`address` of a bucket to prune instead of the output folder: "+addressForm)
	grace := c.flags.Duration("grace", bucket.Grace,
		"`time` for which a bucket keeps what was live or is being sent")
	c.answerFlags()
	keep.declare(c)
	names, code, done := c.parse()
	if done {
		return code
	}
	if code := keep.check(c); code != ExitOK {
		return code
	}
	if to.address != "" {
		return to.prune(ctx, c, bucket.Retention{Newest: keep.keep + 1, For: keep.keepFor,
			Grace: *grace}, names)
	}
	return c.forEachBrand(names, func(name, dir string) error {
		result := pruned{Brand: name, Removed: []string{}}
		err := withLock(dir, func(f *release.Folder) error {
			removed, err := f.Prune(release.Retention{
				Newest: keep.keep + 1, For: keep.keepFor, Now: c.Now(),
			})
			result.Removed = append(result.Removed, removed...)
			return err
		})
		if err != nil {
			return err
		}
		list := ""
		if len(result.Removed) > 0 {
			list = ": " + strings.Join(result.Removed, ", ")
		}
		return c.show(result, "%s: %d releases removed%s\n", name, len(result.Removed), list)
	})
}

// retention is how many releases are kept, besides the live one and those that were rolled back.
type retention struct {
	keep    int           // the newest ones
	keepFor time.Duration // how far back others are kept
}

func (r *retention) declare(c *command) {
	c.flags.IntVar(&r.keep, "keep", 3,
		"`number` of releases to keep besides the live one, at least 1")
	c.flags.DurationVar(&r.keepFor, "keep-for", 0,
		"`time` back, as in 72h, of which to keep releases besides those: the newest of each "+
			"hour of two days, of each day before that")
}

// check returns the exit code for the values of the flags.
func (r *retention) check(c *command) int {
	switch {
	case r.keep < 1:
		// An edge may be opening the release that was live a moment ago.
		return c.fail(ExitUsage, "--keep %d: at least 1 must stay", r.keep)
	case r.keepFor < 0:
		return c.fail(ExitUsage, "--keep-for %s: write a time as in 72h", r.keepFor)
	}
	return ExitOK
}

var exportVerb = verb{
	name: "export", args: "BRAND...", short: "write the live release of brands as plain files",
	long: `Writes the live release as plain files below out/<brand>/site, whatever brand.yaml
says: pages as .html beside their .md, everything else at its own path. Files
that are right already are not touched; files that do not belong are removed.`,
	example: []string{"builder export palco",
		"builder export palco && rsync -a --delete out/palco/site/ host:/var/www/palco/"},
	least: 1, want: "name a brand",
	run: runExport,
}

// exported is the JSON output of the verb export for one brand.
type exported struct {
	Brand   string `json:"brand"`
	Release string `json:"release"`
	Changed int    `json:"changed"` // files written or removed
	Folder  string `json:"folder"`
}

func runExport(_ context.Context, c *command) int {
	c.answerFlags()
	names, code, done := c.parse()
	if done {
		return code
	}
	return c.forEachBrand(names, func(name, dir string) error {
		result := exported{Brand: name, Folder: filepath.Join(dir, release.SiteDir)}
		err := withLock(dir, func(*release.Folder) error {
			live, err := openLive(dir)
			if err != nil {
				return err
			}
			result.Release = live.ID()
			result.Changed, err = export.Whole(dir, live)
			return errors.Join(err, live.Close())
		})
		if err != nil {
			return err
		}
		return c.show(result, "%s: %d files of release %s written or removed below %s\n", name,
			result.Changed, result.Release, result.Folder)
	})
}

// forEachBrand runs f for the named brands of the output folder, or for all when none is named.
func (c *command) forEachBrand(names []string, f func(name, dir string) error) int {
	names, err := c.brandKeys(names)
	if err != nil {
		return c.fail(ExitUsage, "%w", err)
	}
	return c.each(names, func(name string) error { return f(name, filepath.Join(c.out, name)) })
}

// each runs f for each brand. An error of one brand does not stop the next.
func (c *command) each(names []string, f func(name string) error) int {
	var codes runCode
	for _, name := range names {
		if err := f(name); err != nil {
			codes.add(c.brandFailed(name, err))
		}
	}
	return int(codes)
}
