package cli

import (
	"fmt"
	"io"
	"strings"

	"cartaz/builder/internal/build"
)

// shown is how many lines of each kind are printed; --json has them all.
const shown = 20

// countChanges is a change in one line.
func countChanges(c *build.Changes) string {
	e, r := &c.Events, &c.Resources
	return fmt.Sprintf("%d events added, %d removed, %d changed; %d addresses added, %d removed, %d changed",
		len(e.Added), len(e.Removed), len(e.Changed), len(r.Added), len(r.Removed), len(r.Changed))
}

// printChanges lists events and addresses: + added, - removed, ~ changed.
func printChanges(w io.Writer, c *build.Changes) {
	printList(w, "+", c.Events.Added)
	printList(w, "-", c.Events.Removed)
	lines := make([]string, len(c.Events.Changed))
	for i, e := range c.Events.Changed {
		lines[i] = e.Slug + ": " + fieldList(e.Fields)
	}
	printList(w, "~", lines)
	printList(w, "+", c.Resources.Added)
	printList(w, "-", c.Resources.Removed)
	printList(w, "~", c.Resources.Changed)
}

func printList(w io.Writer, mark string, lines []string) {
	for i, line := range lines {
		if i == shown {
			fmt.Fprintf(w, "    %s … and %d more; --json lists all\n", mark, len(lines)-shown)
			return
		}
		fmt.Fprintf(w, "    %s %s\n", mark, line)
	}
}

// fieldList is the members of an event that changed, with short values.
func fieldList(fields []build.FieldChange) string {
	if len(fields) == 0 {
		return "pages only"
	}
	parts := make([]string, len(fields))
	for i, f := range fields {
		parts[i] = fmt.Sprintf("%s %s → %s", f.Name, shorten(f.Before), shorten(f.After))
	}
	return strings.Join(parts, ", ")
}

// shorten cuts a JSON value to what fits on a line.
func shorten(value []byte) string {
	const limit = 40
	runes := []rune(string(value))
	if len(runes) > limit {
		return string(runes[:limit]) + "…"
	}
	return string(runes)
}
