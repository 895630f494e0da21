package cli

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

	"cartaz/brands"
	"cartaz/builder/release"
)

// retired is the JSON output of the verbs retire and rename for one brand.
type retired struct {
	Brand  string `json:"brand"`
	Result string `json:"result"` // retired, renamed, or unchanged if it was so before
}

func runRetire(ctx context.Context, c *command, names []string) int {
	session, err := c.bucket.begin(ctx, c)
	if err != nil {
		return c.failed(err)
	}
	return c.each(names, func(name string) error {
		r := retired{Brand: name, Result: "unchanged"}
		err := c.retire(ctx, session, &r)
		if err == nil {
			err = c.show(r, "%s: %s; its releases stay\n", name, r.Result)
		}
		if at := filepath.Join(c.brands, name); !isGone(at) {
			fmt.Fprintf(c.Stderr, "%s: %s is still there, so the next build publishes it again: "+
				"move it away\n", name, at)
		}
		return err
	})
}

// retire takes one brand out of the bucket, if there is one, and then down in the output folder.
// The folder may lack it, if another machine builds it.
func (c *command) retire(ctx context.Context, session *session, r *retired) error {
	if session != nil {
		_, err := session.Entry(r.Brand)
		_, missing := os.Lstat(session.Dir(r.Brand))
		if err == nil {
			r.Result = "retired"
			err = session.Withdraw(ctx, r.Brand)
		} else if missing == nil {
			err = nil // it left the bucket earlier, or was never there
		}
		if err != nil || missing != nil {
			return err
		}
	}
	dir, err := c.brandDir(r.Brand)
	if err != nil {
		return err
	}
	return withLock(dir, func(f *release.Folder) error {
		changed, err := f.Retire()
		if changed {
			r.Result = "retired"
		}
		return errors.Join(err, os.RemoveAll(filepath.Join(dir, release.SiteDir)),
			os.RemoveAll(lastRunFile(c.out, r.Brand)))
	})
}

// isGone reports whether the folder of a brand has no brand.yaml, or is missing.
func isGone(dir string) bool {
	_, err := os.Lstat(filepath.Join(dir, brands.FileName))
	return errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR)
}

// noteGone marks the brands in out that no longer have a brand.yaml in folder, and returns their
// keys. The edge reads the mark. Retired brands do not count.
func noteGone(out, folder string) (gone []string, err error) {
	entries, err := os.ReadDir(out)
	if errors.Is(err, fs.ErrNotExist) {
		err = nil // nothing is built yet
	}
	for _, e := range entries {
		dir := filepath.Join(out, e.Name())
		b, readErr := release.ReadBrand(dir)
		if readErr != nil || b.State == release.StateRetired ||
			!isGone(filepath.Join(folder, e.Name())) {
			continue
		}
		gone = append(gone, e.Name())
		if b.State == "" {
			b.State = release.StateGone
			err = errors.Join(err, withLock(dir, func(f *release.Folder) error {
				return f.WriteBrand(b)
			}))
		}
	}
	return gone, err
}
