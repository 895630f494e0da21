package cli

import (
	"fmt"
	"io"
	"strings"

	"cartaz/builder/internal/changes"
	"cartaz/builder/text"
)

// maxListed is the number of printed lines of each kind; --json prints all.
const maxListed = 20

// countChanges summarises changes in one line.
func countChanges(c *changes.Changes) string {
	e, r := &c.Events, &c.Resources
	return fmt.Sprintf("%d events added, %d removed, %d changed; %d addresses added, %d removed, "+
		"%d changed",
		len(e.Added), len(e.Removed), len(e.Changed), len(r.Added), len(r.Removed), len(r.Changed))
}

// printChanges lists events and addresses: + added, - removed, ~ changed.
func printChanges(w io.Writer, c *changes.Changes) {
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
		if i == maxListed {
			fmt.Fprintf(w, "    %s … and %d more; --json lists all\n", mark, len(lines)-maxListed)
			return
		}
		fmt.Fprintf(w, "    %s %s\n", mark, line)
	}
}

// fieldList lists the changed members of an event, with shortened values.
func fieldList(fields []changes.FieldChange) string {
	if len(fields) == 0 {
		return "pages only"
	}
	const limit = 40 // characters of a JSON value; two of them fit on a line
	parts := make([]string, len(fields))
	for i, f := range fields {
		before := text.Shorten(string(f.Before), limit)
		after := text.Shorten(string(f.After), limit)
		parts[i] = fmt.Sprintf("%s %s → %s", f.Name, before, after)
	}
	return strings.Join(parts, ", ")
}
