package cli

import (
	"context"
	"errors"
	"path/filepath"
	"strings"

	"cartaz/builder/bucket"
	"cartaz/builder/internal/export"
	"cartaz/builder/release"
)

// pruned is the JSON output of the verb prune for one brand.
type pruned struct {
	Brand   string   `json:"brand"`
	Removed []string `json:"removed"` // ids, newest first
}

func runPrune(ctx context.Context, c *command, names []string) int {
	if code := c.checkKeep(); code != ExitOK {
		return code
	}
	stay := release.Retention{Newest: c.options.Keep + 1, For: c.options.KeepFor, Now: c.Now()}
	if c.bucket.address != "" {
		return c.bucket.prune(ctx, c, bucket.Retention{Retention: stay, Grace: c.grace}, names)
	}
	return c.forEachBrand(names, func(name, dir string) error {
		return withLock(dir, func(f *release.Folder) error {
			return c.prune(f, name, stay)
		})
	})
}

// prune removes old releases of a brand's folder, and prints which.
func (c *command) prune(f *release.Folder, name string, keep release.Retention) error {
	removed, err := f.Prune(keep)
	if err != nil {
		return err
	}
	list := ""
	if len(removed) > 0 {
		list = ": " + strings.Join(removed, ", ")
	}
	return c.show(pruned{name, append([]string{}, removed...)}, "%s: %d releases removed%s\n", name,
		len(removed), list)
}

// checkKeep returns the exit code for the values of --keep and --keep-for.
func (c *command) checkKeep() int {
	switch {
	case c.options.Keep < 1:
		// An edge may be opening the release that was live until now.
		return c.fail(ExitUsage, "--keep %d: at least 1 must stay", c.options.Keep)
	case c.options.KeepFor < 0:
		return c.fail(ExitUsage, "--keep-for %s: write a time as in 72h", c.options.KeepFor)
	}
	return ExitOK
}

// exported is the JSON output of the verb export for one brand.
type exported struct {
	Brand   string `json:"brand"`
	Release string `json:"release"`
	Changed int    `json:"changed"` // files written or removed
	Folder  string `json:"folder"`
}

func runExport(_ context.Context, c *command, names []string) int {
	return c.forEachBrand(names, func(name, dir string) error {
		result := exported{Brand: name, Folder: filepath.Join(dir, release.SiteDir)}
		err := withLock(dir, func(*release.Folder) error {
			live, err := release.OpenLive(dir)
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

// forEachBrand calls f for the named brands of the output folder, or for all if none is named.
func (c *command) forEachBrand(names []string, f func(name, dir string) error) int {
	names, err := c.brandKeys(names)
	if err != nil {
		return c.fail(ExitUsage, "%w", err)
	}
	return c.each(names, func(name string) error { return f(name, filepath.Join(c.out, name)) })
}

// each calls f for each brand. An error of one brand does not stop the next.
func (c *command) each(names []string, f func(name string) error) int {
	var codes runCode
	for _, name := range names {
		if err := f(name); err != nil {
			codes.add(c.brandFailed(name, err))
		}
	}
	return int(codes)
}
