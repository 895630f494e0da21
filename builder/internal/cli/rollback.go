package cli

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"cartaz/builder/internal/build"
	"cartaz/builder/internal/export"
	"cartaz/builder/release"
)

var rollbackVerb = verb{
	name: "rollback", args: "BRAND [RELEASE]", short: "make an earlier release the live one",
	long: `Makes an earlier release the live one: the one that was live before, or the one
that is named by its id or its number alone. Edges follow by themselves.

Builds go on, but one that makes exactly what was taken back publishes nothing,
so cron does not undo the rollback. As soon as the source, the brand, the
templates or the end of an event make something else, it is published and the
rollback is over. --clear ends it at once: the next build publishes what it finds.
With --to the bucket goes back too, also to a release that is not on this machine.`,
	example: []string{
		"builder rollback palco",
		"builder rollback palco 41",
		"builder rollback --clear palco",
	},
	least: 1, most: 2, want: "name a brand",
	run: runRollback,
}

// rolledBack is the JSON output of the verb rollback.
type rolledBack struct {
	Brand     string `json:"brand"`
	Result    string `json:"result"`               // rolled_back, unchanged or cleared
	Release   string `json:"release"`              // live now
	From      string `json:"from"`                 // live until now
	Exported  int    `json:"exported"`             // files written or removed below site
	HookError string `json:"hook_error,omitempty"` // also of the list of addresses
}

func runRollback(ctx context.Context, c *command) int {
	var p purger
	var forget bool
	var to bucketFlags
	c.answerFlags()
	c.purgeFlags(&p)
	to.declareTo(c)
	to.declareSign(c)
	c.flags.BoolVar(&forget, "clear", false,
		"forget what was taken back, and leave the live release as it is")
	names, code, done := c.parse()
	if done {
		return code
	}
	if forget && len(names) > 1 {
		return c.usage("%d arguments are too many", len(names))
	}
	brand := names[0]
	session, err := to.begin(ctx, c, c.out)
	if err == nil && session != nil && forget {
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
	result := rolledBack{Brand: brand, Result: "cleared"}
	if err := p.Start(); err != nil {
		return c.fail(ExitFailed, "purge: %w", err)
	}
	list := p.List(brand)
	if forget {
		err = withLock(dir, (*release.Folder).ClearRollback)
		if err == nil {
			result.Release, err = release.Current(dir)
		}
		result.From = result.Release
	} else {
		err = rollback(dir, names[1:], &result, list, p.Enabled())
	}
	if err == nil && session != nil {
		err = session.Publish(ctx, brand)
	}
	if err != nil && session != nil {
		list.Discard() // the hook would say what edges do not show
	}
	list.Call(ctx, c.Stderr)
	hookErr := errors.Join(list.End(), p.Finish(c.out))
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
	case "cleared":
		how = "live; the next build publishes what it finds"
	case "unchanged":
		how = "live already"
	}
	return c.done(code, result, "%s: release %s is %s\n", brand, result.Release, how)
}

// rollback makes an earlier release the live one, and updates the export if the brand has one.
func rollback(dir string, name []string, result *rolledBack, list *purgeList,
	listed bool) error {
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
		if listed {
			if err := folder.ExpectAnnouncements(); err != nil {
				return err
			}
		}
		from, err := folder.Rollback(id)
		if err != nil {
			return err
		}
		result.From, result.Release, result.Result = from, id, "rolled_back"
		if from == id {
			result.Result = "unchanged"
		}
		now, err := release.Open(dir, id)
		if err != nil {
			return err
		}
		if listed {
			_, err := build.Announce(dir, list.Changed)
			list.Fail(err)
		}
		_, missing := os.Lstat(filepath.Join(dir, release.SiteDir))
		if !errors.Is(missing, fs.ErrNotExist) { // the brand has an export
			if result.Exported, err = export.Site(dir, now); err != nil {
				err = fmt.Errorf("release %s is live, but: %w", id, err)
			}
		}
		return errors.Join(err, now.Close())
	})
}
