package cli

import (
	"context"
	_ "embed" // try.txt
	"path/filepath"
	"strings"
	"text/template"

	"cartaz/builder/internal/build"
	"cartaz/builder/internal/validate"
	"cartaz/templates"
)

func runTry(ctx context.Context, c *command, names []string) int {
	want := c.item
	switch {
	case want.Number < 0:
		return c.usage("--item %d: items are counted from 1", want.Number)
	case want.Number > 0 && want.ID != "":
		return c.usage("--item and --id name one item each: give one of them")
	case want.Number == 0 && want.ID == "":
		want.Number = 1
	}
	o := build.Options{Now: c.Now(), Out: c.out, Log: warnings(c.Stderr)}
	var err error
	if o.Templates, err = templates.Load(c.templates); err != nil {
		return c.fail(ExitUsage, "%w", err)
	}
	found := c.loadFolder(nil)
	list, faults := found.pick(names, shard{})
	code := ExitOK
	for _, f := range faults {
		code = c.done(c.fail(ExitUsage, "%s", f.Error), f, "")
	}
	if len(faults) > 0 || len(list) != 1 {
		return code
	}
	trial, err := build.Try(ctx, list[0], o, want)
	if err != nil {
		return c.brandFailed(names[0], err)
	}
	return showTrial(c, trial)
}

// trialResult is a [build.Trial] in JSON.
type trialResult struct {
	// Result is mapped, not_mapped, dropped, or "" if the map makes no record of the item.
	Result   string `json:"result"`
	ExitCode int    `json:"exit_code"`
	*build.Trial
}

// showTrial prints the result for an item and returns its exit code.
func showTrial(c *command, t *build.Trial) int {
	out := trialResult{Trial: t, Result: "mapped"}
	published := 0
	for _, r := range t.Records {
		if r.Path != "" {
			published++
		}
	}
	switch {
	case t.Error != "":
		out.Result = validate.NotMapped
		out.ExitCode = ExitUsage
	case len(t.Records) == 0:
		out.Result = "nothing"
	case published == 0:
		out.Result, out.ExitCode = "dropped", ExitFailed
	}
	name := "the source"
	switch {
	case t.Source.Map != "":
		name = filepath.Base(t.Source.Map)
	case t.Source.Program != "":
		name = "preset " + t.Source.Preset
	}
	var text strings.Builder
	if err := trialPage.Execute(&text, struct {
		*build.Trial
		Name string
	}{t, name}); err != nil {
		return c.failed(err)
	}
	return c.done(out.ExitCode, out, "%s", &text)
}

// trialPage describes an item for people.
var trialPage = template.Must(template.New("").
	Funcs(template.FuncMap{"next": func(i int) int { return i + 1 }}).Parse(trialText))

//go:embed try.txt
var trialText string
