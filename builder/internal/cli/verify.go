package cli

import (
	"context"
	"errors"
	"fmt"

	"cartaz/builder/bucket"
	"cartaz/builder/release"
	"cartaz/builder/search"
)

// verified is the JSON output of the verb verify for one brand.
type verified struct {
	Brand   string `json:"brand"`
	Release string `json:"release"`
	Whole   bool   `json:"whole"`
	Error   string `json:"error,omitempty"`
}

func runVerify(ctx context.Context, c *command, names []string) int {
	code, isBroken := ExitOK, false
	show := func(name, id string, damage error) error {
		v := verified{Brand: name, Release: id, Whole: damage == nil}
		if damage != nil {
			v.Error, isBroken = damage.Error(), true
			fmt.Fprintf(c.Stderr, "%s: BROKEN: %v\n", name, damage)
			if !c.json {
				return nil
			}
		}
		return c.show(v, "%s: release %s is whole\n", name, id)
	}
	if c.bucket.address != "" {
		code = c.bucket.each(ctx, c, names, func(s *session, name string, e bucket.Entry) error {
			return show(name, e.Release, s.b.Verify(ctx, name, e))
		})
	} else {
		code = c.forEachBrand(names, func(name, dir string) error {
			id, damage := verifyLive(dir)
			return show(name, id, damage)
		})
	}
	if isBroken {
		return ExitFailed
	}
	return code
}

// verifyLive verifies all of the live release of a brand's folder.
func verifyLive(dir string) (id string, err error) {
	if id, err = release.Current(dir); err != nil {
		return "", err
	}
	rel, err := release.Open(dir, id)
	if err != nil {
		return id, err
	}
	err = release.Guard(func() error {
		if err := rel.Verify(true); err != nil {
			return err
		}
		_, err := search.Open(rel.SearchIndex())
		return err
	})
	return id, errors.Join(err, rel.Close())
}
