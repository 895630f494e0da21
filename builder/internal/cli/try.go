package cli

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"

	"cartaz/brands"
	"cartaz/builder/internal/build"
	"cartaz/builder/internal/validate"
	"cartaz/templates"
)

var tryVerb = verb{
	name: "try", args: "BRAND", short: "show what becomes of one item of a source",
	long: `Pulls the source of a brand up to one item and shows the item, the records that
source.map makes of it, what the check repaired or dropped and why, and the Markdown
page of each event as a build would publish it. Nothing is written. Members of the item
whose value reached no record are listed first. --id finds an item
by its own id or slug, or by those of a record that is made of it.

Exit code 2 says that the item cannot be mapped, 1 that there is no such item, or that
every record of it is dropped. Duplicates, and slugs that two events want, are only
seen by a build.`,
	example: []string{"builder try palco", "builder try palco --item 59",
		"builder try palco --id samba-da-ladeira --json"},
	least: 1, most: 1, want: "name one brand",
	run: runTry,
}

func runTry(ctx context.Context, c *command) int {
	var folder, files string
	want := build.Wanted{}
	c.flags.StringVar(&folder, "brands", "brands", "`folder` of the brands")
	c.flags.StringVar(&files, "templates", "",
		"`folder` whose templates replace the embedded ones, file by file")
	c.flags.IntVar(&want.Number, "item", 0,
		"`number` of the item in the source, from 1; the first one unless --id is given")
	c.flags.StringVar(&want.ID, "id", "", "`id` or slug of an item, or of a record")
	c.outFlag()
	c.envFileFlag()
	c.jsonFlag()
	names, code, done := c.parse()
	switch {
	case done:
		return code
	case want.Number < 0:
		return c.usage("--item %d: items are counted from 1", want.Number)
	case want.Number > 0 && want.ID != "":
		return c.usage("--item and --id name one item each: give one of them")
	case want.Number == 0 && want.ID == "":
		want.Number = 1
	}
	o := build.Options{Now: c.Now(), Out: c.out, Log: warnings(c.Stderr)}
	var err error
	if o.Templates, err = templates.Load(files); err != nil {
		return c.fail(ExitUsage, "%w", err)
	}
	loaded, loadErr := brands.Load(folder, c.loadOptions())
	list, faults := selectBrands(folder, loaded, loadErr, names, shard{})
	for _, f := range faults {
		code = c.fail(ExitUsage, "%s", f.Error)
		if c.json {
			if err := c.print(f); err != nil {
				return c.fail(ExitFailed, "%w", err)
			}
		}
	}
	if len(faults) > 0 || len(list) != 1 {
		return code
	}
	trial, err := build.Try(ctx, list[0], o, want)
	if err != nil {
		return c.brandFailed(names[0], err)
	}
	return showTrial(c, list[0], trial)
}

// trialResult is a [build.Trial] in JSON.
type trialResult struct {
	// Result is mapped, not_mapped, dropped, or nothing when the map makes no record of the item.
	Result   string `json:"result"`
	ExitCode int    `json:"exit_code"`
	*build.Trial
}

// showTrial prints the result for an item and returns its exit code.
func showTrial(c *command, b *brands.Brand, t *build.Trial) int {
	out := trialResult{Trial: t, Result: "mapped"}
	published := 0
	for _, r := range t.Records {
		if r.Path != "" {
			published++
		}
	}
	switch {
	case t.Error != "":
		out.Result, out.ExitCode = validate.NotMapped, ExitUsage
	case len(t.Records) == 0:
		out.Result = "nothing"
	case published == 0:
		out.Result, out.ExitCode = "dropped", ExitFailed
	}
	return c.done(out.ExitCode, out, "%s", trialText(t))
}

// trialText describes an item for people.
func trialText(t *build.Trial) string {
	var text strings.Builder
	print := func(format string, args ...any) { fmt.Fprintf(&text, format, args...) }
	print("%s: item %d of the source, %s\n\n%s\n", t.Brand, t.Number, t.Position, t.Item)
	name := "the source"
	switch {
	case t.Source.Map != "":
		name = filepath.Base(t.Source.Map)
	case t.Source.Program != "":
		name = "preset " + t.Source.Preset
	}
	switch {
	case t.Error != "":
		print("\nIt cannot be mapped: %s\n", t.Error)
	case len(t.Records) == 0:
		print("\n%s makes no record of it.\n", name)
	}
	if len(t.Unused) > 0 {
		print("\nNot used:\n\n")
	}
	for _, m := range t.Unused {
		print("  %s\n", m)
	}
	for i, r := range t.Records {
		print("\nRecord %d of %d, as %s makes it:\n\n%s\n", i+1, len(t.Records), name, r.Record)
		for j, f := range r.Findings {
			if j == 0 {
				print("\nWhat the check found:\n\n")
			}
			print("  %s %s: %s\n", f.Kind, f.Reason, f.Detail)
		}
		if r.Path == "" {
			print("\nIt is dropped: there is no page.\n")
			continue
		}
		print("\nIts page, %s.md:\n\n%s", r.Path, r.Markdown)
	}
	return text.String()
}
