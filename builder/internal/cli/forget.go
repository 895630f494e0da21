package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"cartaz/brands"
	"cartaz/builder/bucket"
	"cartaz/builder/internal/cache"
	"cartaz/builder/internal/changes"
	"cartaz/builder/internal/durable"
	"cartaz/builder/release"
)

func runForget(ctx context.Context, c *command, names []string) int {
	c.prepare()
	brand := names[:1]
	dir := filepath.Join(c.out, names[0])
	found := c.load()
	list, _ := found.pick(brand, c.shard)
	if len(list) == 0 {
		return c.build(ctx, brand, found) // it says what is wrong
	}
	event, err := c.hide(list[0], dir, names[1])
	if err != nil {
		return c.fail(ExitUsage, "%w", err)
	}
	if !c.purger.Enabled() {
		c.purger.Hook = `cat "$PURGE"`
	}
	// Caches are told what differs from the releases with the event, whose prune comes last.
	c.options.Forget, c.options.Keep = true, 1<<20
	before, _ := release.Current(dir)
	code := c.build(ctx, brand, found)
	live, _ := release.Current(dir)
	left := ExitFailed
	// Without the source, or if a guard holds it, the events of the last build are live once more.
	if live != before && (code == ExitOK || code == ExitHeld || code == ExitUpstream) {
		left = c.each(brand, func(name string) error {
			return withLock(dir, func(folder *release.Folder) error {
				if code != ExitOK { // the cache holds what the source had before
					_ = os.Remove(filepath.Join(dir, cache.LogFile))
				}
				_, err := exportAgain(dir)
				if err = errors.Join(err, folder.Unhold()); err != nil {
					return err
				}
				return c.prune(folder, name, release.Retention{Newest: 1})
			})
		})
	}
	if left == ExitOK && c.bucket.address != "" {
		session, err := c.bucket.read(ctx, c)
		switch {
		case err != nil:
			left = c.failed(err)
		case session.live.Brands[names[0]].Release != live:
			left = ExitFailed // it was not sent
		default:
			keep := bucket.Retention{Retention: release.Retention{Newest: 1}}
			left = c.bucket.prune(ctx, c, keep, brand)
		}
	}
	if left != ExitOK {
		return c.fail(left, "something is left: run builder forget %s %s again", names[0], event)
	}
	return code
}

// hide writes into edits.yaml that an event is hidden, once the operator agrees, and returns its
// id. With --yes it does not ask. An event that is not in the live release needs its id as name.
func (c *command) hide(b *brands.Brand, dir, name string) (id string, err error) {
	names := []string{name}
	s := searchCommand{command: c}
	err = s.open(dir, func() error {
		event, err := s.asked(name)
		if err == nil {
			names = []string{strconv.FormatInt(event.ID, 10), event.Slug}
		}
		return err
	})
	if strings.Trim(name, "0123456789") == "" && errors.Is(err, release.ErrNotFound) {
		err = nil
	}
	text, fault := b.EditsHiding(names[0])
	releases, unread := release.List(dir)
	if err = errors.Join(err, fault, unread); err != nil {
		return "", err
	}
	if !c.yes {
		fmt.Fprintf(c.Stderr, "%s: event %s is to be hidden, and all releases until now deleted, "+
			"in a bucket, too: nobody can roll back to %s. Go on? [y/N] ", b.Key,
			strings.Join(names, " "), strings.Join(releases, ", "))
		answer := ""
		if c.Terminal != nil {
			_, _ = fmt.Scanln(&answer)
		}
		if answer = strings.ToLower(answer); answer != "y" && answer != "yes" {
			return "", errors.New("nothing was changed; without a terminal --yes agrees")
		}
	}
	if len(releases) > 0 { // a build that hid the event before may have told caches nothing
		err = changes.Reannounce(dir, releases[0])
	}
	if err == nil && text != nil {
		err = durable.Replace(filepath.Join(b.Dir, brands.EditsFile), bytes.NewReader(text), nil)
	}
	return names[0], err
}
