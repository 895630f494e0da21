package cli

import (
	"context"
	"strings"

	"cartaz/builder/internal/changes"
	"cartaz/builder/release"
)

// difference is the JSON output of the verb diff.
type difference struct {
	Brand   string           `json:"brand"`
	From    string           `json:"from"`
	To      string           `json:"to"`
	Changes *changes.Changes `json:"changes"`
}

func runDiff(_ context.Context, c *command, names []string) int {
	return c.forEachBrand(names[:1], func(name, dir string) error {
		return printDiff(c, dir, name, names[1:])
	})
}

// printDiff prints the differences of two releases of a brand; names holds at most two releases.
func printDiff(c *command, dir, brand string, names []string) (err error) {
	var ids [2]string // from, to
	if len(names) < 2 {
		if ids[1], err = release.Current(dir); err != nil {
			return err
		}
	}
	if len(names) == 0 {
		if ids[0], err = previousRelease(dir, dir, ids[1]); err != nil {
			return err
		}
		names = ids[:1]
	}
	for i, name := range names {
		if ids[i], err = findRelease(dir, name); err != nil {
			return err
		}
	}
	from, err := release.Open(dir, ids[0])
	if err != nil {
		return err
	}
	defer from.Close()
	to, err := release.Open(dir, ids[1])
	if err != nil {
		return err
	}
	defer to.Close()
	diff, err := changes.Diff(from, to)
	if err != nil {
		return err
	}
	var text strings.Builder
	printChanges(&text, diff)
	return c.show(difference{Brand: brand, From: ids[0], To: ids[1], Changes: diff},
		"%s: %s → %s: %s\n%s", brand, ids[0], ids[1], countChanges(diff), text.String())
}
