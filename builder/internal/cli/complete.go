package cli

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// runComplete prints the verbs or flags that complete the last word of a command line.
func runComplete(_ context.Context, c *command, args []string) int {
	line := strings.Join(args, " ")
	words := strings.Fields(line + "|") // the end of the last word, which may be empty
	last := strings.TrimSuffix(words[len(words)-1], "|")
	offer := func(word string) {
		if strings.HasPrefix(word, last) {
			fmt.Fprintln(c.Stdout, word)
		}
	}
	for _, v := range verbs() {
		switch {
		case len(words) < 3:
			offer(v.name)
		case v.name != words[1]:
		case strings.HasPrefix(last, "-"):
			for _, name := range slices.Sorted(maps.Keys(v.flags)) {
				offer("--" + name)
			}
		}
	}
	return ExitOK
}

// runManual prints the manual page.
func runManual(_ context.Context, c *command, _ []string) int {
	roff := strings.NewReplacer(`\`, `\e`, "-", `\-`, "\n.", "\n\\&.", "\n'", "\n\\&'")
	page := ".TH BUILDER 1\n.SH NAME\nbuilder \\- from sources of events to releases\n.SH VERBS\n"
	for _, v := range verbs() {
		page += ".SS " + v.name + "\n" + v.short + "\n.nf\n" +
			roff.Replace(newCommand(c.Env, v).help()) + ".fi\n"
	}
	return c.done(ExitOK, nil, "%s", page)
}
