package cli

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"cartaz/brands"
	"cartaz/builder/bucket"
	"cartaz/builder/release"
)

func runRename(ctx context.Context, c *command, names []string) int {
	c.prepare()
	old, name := names[0], names[1]
	if !brands.ValidKey(old) || !brands.ValidKey(name) {
		return c.usage("%s and %s must be keys: small letters, digits and -", old, name)
	}
	session, err := c.bucket.begin(ctx, c)
	_, missing := c.brandDir(name)
	if err == nil && missing != nil && session != nil {
		_, err = session.Follow(ctx, old)
	}
	dir, gone := c.brandDir(old)
	if err == nil && gone == nil {
		err = withLock(dir, func(*release.Folder) error { return move(c.out, old, name) })
	} else if err == nil && missing != nil {
		err = gone
	}
	if err == nil {
		err = move(c.brands, old, name)
		if err != nil && gone == nil { // nothing is left half-way for cron to build
			err = errors.Join(err, move(c.out, name, old))
		}
	}
	if err != nil {
		return c.brandFailed(old, err)
	}
	// A release has the key of its brand, so the build makes another one.
	code := c.build(ctx, []string{name}, c.load())
	if code == ExitOK && session != nil {
		if session.live.Brands[old].Release != "" {
			err = session.Withdraw(ctx, old)
		}
		if err != nil {
			code = c.brandFailed(old, err)
		} else { // nothing can go back to releases of the old key
			code = c.bucket.prune(ctx, c, bucket.Retention{}, []string{old})
		}
	}
	if code != ExitOK {
		return c.fail(code, "something is left: run builder rename %s %s again", old, name)
	}
	_ = os.Remove(lastRunFile(c.out, old)) // it may be missing
	return c.done(code, retired{name, "renamed"}, "%s: renamed from %s\n", name, old)
}

// move gives a folder another name; an earlier call may have done so.
func move(parent, old, name string) error {
	to := filepath.Join(parent, name)
	err := os.Rename(filepath.Join(parent, old), to)
	if errors.Is(err, fs.ErrNotExist) {
		_, err = os.Lstat(to)
	}
	return err
}
