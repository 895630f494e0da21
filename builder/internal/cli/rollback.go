package cli

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"cartaz/builder/internal/changes"
	"cartaz/builder/internal/export"
	"cartaz/builder/release"
)

// rolledBack is the JSON output of the verb rollback.
type rolledBack struct {
	Brand     string `json:"brand"`
	Result    string `json:"result"`               // rolled_back, promoted, unchanged or cleared
	Release   string `json:"release"`              // live now
	From      string `json:"from"`                 // live until now
	Exported  int    `json:"exported"`             // files written or removed below site
	HookError string `json:"hook_error,omitempty"` // includes errors of the list of addresses
}

func runRollback(ctx context.Context, c *command, names []string) int {
	brand, name := names[0], strings.Join(names[1:], "")
	if c.clear && name != "" {
		return c.usage("%d arguments are too many", len(names))
	}
	promotes := c.verb.name == "promote"
	// With a bucket, first the folder gets what is live there, and the release that is wanted.
	session, err := c.bucket.begin(ctx, c)
	switch {
	case err != nil || session == nil:
	case c.clear || promotes:
		_, err = session.Follow(ctx, brand)
	default:
		name, err = bring(ctx, session, brand, name)
	}
	if err != nil {
		return c.brandFailed(brand, err)
	}
	dir, err := c.brandDir(brand)
	if err != nil {
		return c.fail(ExitUsage, "%w", err)
	}
	if promotes && !c.clear {
		if name, err = heldRelease(dir, brand, name); err != nil {
			return c.brandFailed(brand, err)
		}
	}
	result := rolledBack{Brand: brand, Result: "rolled_back"}
	if promotes {
		result.Result = "promoted"
	}
	if err := c.purger.Start(); err != nil {
		return c.failed(err)
	}
	list := c.purger.List(brand, dir)
	switch {
	case c.clear && promotes:
		err = cleared(dir, (*release.Folder).Unhold, &result)
	case c.clear:
		err = cleared(dir, (*release.Folder).ClearRollback, &result)
	default:
		err = rollback(dir, name, &result)
	}
	// Then the bucket, and last the caches in front of the edges.
	if err == nil && session != nil {
		err = session.Publish(ctx, brand)
	}
	if err == nil || session == nil { // else the hook would announce what edges do not show
		list.Due()
	}
	list.Call(ctx, c.Stderr)
	hookErr := errors.Join(list.End(), c.purger.Finish())
	if err != nil {
		return c.brandFailed(brand, err)
	}
	code := ExitOK
	if hookErr != nil {
		result.HookError = hookErr.Error()
		fmt.Fprintf(c.Stderr, "%s: %v\n", brand, hookErr)
		code = ExitFailed
	}
	return c.done(code, result, "%s: release %s is %s\n", brand, result.Release, result.state())
}

// state says that the release is live, and what follows.
func (r *rolledBack) state() string {
	switch {
	case r.Result == "unchanged":
		return "live already"
	case r.Result == "cleared":
		return "live; the next build publishes what it finds"
	case r.Result == "rolled_back":
		return "live again, " + r.From + " is not; builds publish nothing until they make " +
			"something else (builder rollback --clear " + r.Brand + " ends that)"
	case r.From > r.Release:
		return "live; " + r.From + " was published after it and is taken back"
	}
	return "live, and builds publish what their own folder makes"
}

// cleared ends a rollback or a preview by clear, and leaves the live release as it is.
func cleared(dir string, clear func(*release.Folder) error, result *rolledBack) error {
	err := withLock(dir, clear)
	if err == nil {
		result.Release, err = release.Current(dir)
	}
	result.Result, result.From = "cleared", result.Release
	return err
}

// heldRelease returns the id of the held release of a brand, if name is "" or names it.
func heldRelease(dir, brand, name string) (string, error) {
	held, err := release.ReadHeld(dir)
	switch {
	case err != nil:
	case held.Release == "":
		err = fmt.Errorf("no release is held: builder build --hold %s", brand)
	case name != "":
		_, err = pickRelease(dir, []string{held.Release}, name)
	}
	return held.Release, err
}

// rollback makes an earlier release the live one, the previous one if name is "", and updates the
// export if the brand has one.
func rollback(dir, name string, result *rolledBack) error {
	if name == "" {
		live, err := release.Current(dir)
		if err == nil {
			name, err = previousRelease(dir, dir, live)
		}
		if err != nil {
			return err
		}
	}
	id, err := findRelease(dir, name)
	if err != nil {
		return err
	}
	return withLock(dir, func(folder *release.Folder) error {
		// Comparing releases misses a change that was made and undone, so caches get everything.
		if err := changes.Reannounce(dir, ""); err != nil {
			return err
		}
		from, err := folder.Rollback(id)
		if err != nil {
			return err
		}
		result.From, result.Release = from, id
		if from == id {
			result.Result = "unchanged"
		}
		if result.Exported, err = exportAgain(dir); err != nil {
			err = fmt.Errorf("release %s is live, but: %w", id, err)
		}
		return err
	})
}

// exportAgain brings the export of a brand, if it has one, in line with the live release.
func exportAgain(dir string) (changed int, err error) {
	if _, err := os.Lstat(filepath.Join(dir, release.SiteDir)); errors.Is(err, fs.ErrNotExist) {
		return 0, nil
	}
	live, err := release.OpenLive(dir)
	if err != nil {
		return 0, err
	}
	changed, err = export.Site(dir, live)
	return changed, errors.Join(err, live.Close())
}
