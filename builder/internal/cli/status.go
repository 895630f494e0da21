package cli

import (
	"bytes"
	"context"
	_ "embed" // status.html
	"errors"
	"html/template"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"cartaz/builder/internal/durable"
	"cartaz/builder/release"
)

// statusColumns are the names of the cells of a row of [command.statusOf].
const statusColumns = "brand state live_since events on_sale last_run next_run why warnings"

func runStatus(_ context.Context, c *command, names []string) int {
	made, err := c.folders()
	entries, _ := os.ReadDir(c.brands) // it may be missing
	for _, e := range entries {
		if !isGone(filepath.Join(c.brands, e.Name())) {
			made = append(made, e.Name())
		}
	}
	if len(names) == 0 {
		names = made
	}
	if len(names) == 0 {
		return c.fail(ExitUsage, "there is no brand in %s: %w", c.brands, err)
	}
	slices.Sort(names)
	code := ExitOK
	var rows [][]any
	for _, name := range slices.Compact(names) {
		row, isWell := c.statusOf(name)
		rows = append(rows, row)
		if !isWell {
			code = ExitFailed
		}
	}
	if c.html != "" {
		var b bytes.Buffer
		err = statusPage.Execute(readable{&b, new(sync.Mutex)},
			map[string]any{"Columns": strings.Fields(statusColumns), "Rows": rows})
		if err == nil { // else it would be half a page
			err = durable.Replace(c.html, &b, nil)
		}
		if err != nil {
			code = c.failed(err)
		}
	}
	return c.rows(code, statusColumns, rows)
}

// statusOf returns the status of a brand. Its state is live if it is fresh, else the fault: gone,
// damaged, unbuilt, unknown, stale, or the result of the last run. isWell is true for live and
// retired brands.
func (c *command) statusOf(name string) (row []any, isWell bool) {
	dir := filepath.Join(c.out, name)
	again := ": builder build " + name
	last, lost := readLastRun(c.out, name)
	brand, fault := release.ReadBrand(dir)
	live, damage := release.OpenLive(dir)
	if errors.Is(fault, release.ErrCorrupt) {
		damage = errors.Join(fault, damage)
	}
	var m release.Manifest
	if live != nil {
		m = *live.Manifest()
		_ = live.Close() // read-only
	}
	var since, next time.Time
	if info, err := os.Stat(filepath.Join(dir, release.CurrentFile)); err == nil {
		since = info.ModTime() // after a rollback, later than the time of building
	}
	if !last.Before.IsZero() {
		next = last.Ended.Add(last.Ended.Sub(last.Before))
	}
	state, why := "live", ""
	switch age := c.Now().Sub(last.Ended).Round(time.Minute); {
	case brand.State == release.StateRetired:
		state = brand.State
	case brand.State == release.StateGone:
		state = brand.State
		why = "its folder of brands is gone: put it back, or builder retire " +
			name
	case damage != nil && !errors.Is(damage, release.ErrNotFound):
		state, why = "damaged", damage.Error()+again
	case last.ExitCode != ExitOK:
		state, why = last.Result, "since "+clock(last.Since)+": "+last.Error
	case damage != nil:
		state, why = "unbuilt", "nothing is live"+again
	case lost != nil:
		state, why = "unknown", lost.Error()+again
	case age > c.fresh:
		state, why = "stale", "no run for "+age.String()+": see the log of cron or systemd"
	}
	return []any{name, state, clock(since), m.Events, m.OnSale, clock(last.Ended), clock(next), why,
		strings.Join(last.Warnings, "; ")}, why == ""
}

// clock returns a time in UTC, or "".
func clock(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format(time.RFC3339)
}

// statusPage is the page of --html, with the rows of the table.
var statusPage = template.Must(template.New("").Parse(statusHTML))

//go:embed status.html
var statusHTML string
