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

func runRollback(ctx context.Context, c *command) int {
	var p changes.Purger
	var forget bool
	var to bucketFlags
	clear := (*release.Folder).ClearRollback
	word := "rolled_back"
	promotes := c.verb.name == "promote"
	if promotes {
		clear, word = (*release.Folder).Unhold, "promoted"
	}
	names, code, done := c.parse("out", &c.out, "json", &c.json, "purge", &p.File, "hook",
		&p.Hook, "to", &to.address, "sign", &to.sign, "clear", &forget)
	if done {
		return code
	}
	if forget && len(names) > 1 {
		return c.usage("%d arguments are too many", len(names))
	}
	brand := names[0]
	session, err := to.begin(ctx, c, c.out)
	if err == nil && session != nil && (forget || promotes) {
		_, err = session.Follow(ctx, brand)
	} else if err == nil && session != nil {
		var id string
		if id, err = bring(ctx, session, brand, strings.Join(names[1:], "")); err == nil {
			names = []string{brand, id}
		}
	}
	if err != nil {
		return c.brandFailed(brand, err)
	}
	dir, err := c.brandDir(brand)
	if err != nil {
		return c.fail(ExitUsage, "%w", err)
	}
	if promotes && !forget {
		if names, err = heldRelease(dir, names); err != nil {
			return c.brandFailed(brand, err)
		}
	}
	result := rolledBack{Brand: brand, Result: "cleared"}
	if err := p.Start(); err != nil {
		return c.fail(ExitFailed, "purge: %w", err)
	}
	list := p.List(brand, dir)
	if forget {
		if err = withLock(dir, clear); err == nil {
			result.Release, err = release.Current(dir)
		}
		result.From = result.Release
	} else {
		result.Result = word
		err = rollback(dir, names[1:], &result)
	}
	if err == nil && session != nil {
		err = session.Publish(ctx, brand)
	}
	if err == nil || session == nil { // else the hook would announce what edges do not show
		list.Due()
	}
	list.Call(ctx, c.Stderr)
	hookErr := errors.Join(list.End(), p.Finish())
	if err != nil {
		return c.brandFailed(brand, err)
	}
	if hookErr != nil {
		result.HookError = hookErr.Error()
		fmt.Fprintf(c.Stderr, "%s: %v\n", brand, hookErr)
		code = ExitFailed
	}
	how := "live again, " + result.From + " is not; builds publish nothing until they make " +
		"something else (builder rollback --clear " + brand + " ends that)"
	switch result.Result {
	case "promoted":
		how = "live"
		if result.From > result.Release {
			how += "; " + result.From + " was published after it and is taken back"
		}
	case "cleared":
		how = "live; the next build publishes what it finds"
	case "unchanged":
		how = "live already"
	}
	return c.done(code, result, "%s: release %s is %s\n", brand, result.Release, how)
}

// heldRelease returns the arguments of a promotion, with the id of the held release.
func heldRelease(dir string, names []string) ([]string, error) {
	held, err := release.ReadHeld(dir)
	switch {
	case err != nil:
	case held.Release == "":
		err = fmt.Errorf("no release is held: builder build --hold %s", names[0])
	case len(names) > 1:
		_, err = pickRelease(dir, []string{held.Release}, names[1])
	}
	return []string{names[0], held.Release}, err
}

// rollback makes an earlier release the live one, and updates the export if the brand has one.
func rollback(dir string, name []string, result *rolledBack) error {
	live, err := release.Current(dir)
	if err != nil && len(name) == 0 {
		return err // without a live release there is no previous one
	}
	id := strings.Join(name, "")
	if id == "" {
		if id, err = previousRelease(dir, dir, live); err != nil {
			return err
		}
	}
	if id, err = findRelease(dir, id); err != nil {
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
