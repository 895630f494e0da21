package cli

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"

	"cartaz/builder/release"
	"cartaz/builder/search"
)

var verifyVerb = verb{
	name: "verify", args: "[BRAND...]",
	short: "check the live release of every brand, byte by byte",
	long: `Checks live releases completely: every table, every stored byte, and that every
coded body decodes to what its digest says. With --from the live releases of a bucket
are read and compared, and nothing is written.`,
	example: []string{"builder verify --out /var/lib/cartaz"},
	run:     runVerify,
}

// verified is the JSON output of the verb verify for one brand.
type verified struct {
	Brand   string `json:"brand"`
	Release string `json:"release"`
	Whole   bool   `json:"whole"`
	Error   string `json:"error,omitempty"`
}

func runVerify(ctx context.Context, c *command) int {
	var from bucketFlags
	from.declareFrom(c)
	c.outFlag()
	c.jsonFlag()
	names, code, done := c.parse()
	if done {
		return code
	}
	verify := func(name string) (id string, damage error) {
		return verifyLive(filepath.Join(c.out, name))
	}
	var err error
	if from.address == "" {
		names, err = c.brandKeys(names)
	} else {
		var s *session
		if s, err = from.read(ctx, c, c.out); err == nil && len(names) == 0 {
			names = s.Brands()
		}
		verify = func(name string) (string, error) {
			e, err := s.Entry(name)
			if err == nil {
				err = s.b.Verify(ctx, name, e)
			}
			return e.Release, err
		}
	}
	if err != nil {
		return c.fail(exitCode(err), "%w", err)
	}
	for _, name := range names {
		id, damage := verify(name)
		v := verified{Brand: name, Release: id, Whole: damage == nil}
		if damage != nil {
			v.Error, code = damage.Error(), ExitFailed
			fmt.Fprintf(c.Stderr, "%s: BROKEN: %v\n", name, damage)
		}
		if c.json || damage == nil {
			if err := c.show(v, "%s: release %s is whole\n", name, id); err != nil {
				return c.fail(ExitFailed, "%w", err)
			}
		}
	}
	return code
}

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
		index, err := search.Open(rel.SearchIndex())
		if err != nil {
			return err
		}
		return index.Verify()
	})
	return id, errors.Join(err, rel.Close())
}
