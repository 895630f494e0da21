package cli

import (
	"context"
	"errors"
	"strings"

	"cartaz/builder/internal/changes"
	"cartaz/builder/release"
)

var diffVerb = verb{
	name: "diff", args: "BRAND [FROM [TO]]", short: "say what differs between two releases",
	long: `Compares two releases of a brand: events added, removed and changed, with the
members of their JSON, and the addresses that answer otherwise. FROM is the
release before the live one, TO the live one, unless they are named by id or
number. What a build would change is said by builder build --dry-run.`,
	example: []string{
		"builder diff palco",
		"builder diff palco 40 42 --json | jq '.changes.events.changed[].slug'",
	},
	least: 1, most: 3, want: "name a brand",
	run: runDiff,
}

// difference is the JSON output of the verb diff.
type difference struct {
	Brand   string           `json:"brand"`
	From    string           `json:"from"`
	To      string           `json:"to"`
	Changes *changes.Changes `json:"changes"`
}

func runDiff(_ context.Context, c *command) int {
	c.answerFlags()
	names, code, done := c.parse()
	if done {
		return code
	}
	dir, err := c.brandDir(names[0])
	if err != nil {
		return c.fail(ExitUsage, "%w", err)
	}
	if err := printDiff(c, dir, names[0], names[1:]); err != nil {
		return c.brandFailed(names[0], err)
	}
	return ExitOK
}

// printDiff prints what differs between two releases of a brand; names are none, one or both.
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
	defer func() { err = errors.Join(err, from.Close()) }()
	to, err := release.Open(dir, ids[1])
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, to.Close()) }()
	diff, err := changes.Diff(from, to)
	if err != nil {
		return err
	}
	var text strings.Builder
	printChanges(&text, diff)
	return c.show(difference{Brand: brand, From: ids[0], To: ids[1], Changes: diff},
		"%s: %s → %s: %s\n%s", brand, ids[0], ids[1], countChanges(diff), text.String())
}
