package cli

import (
	"context"
	"flag"
	"fmt"
	"regexp"
	"strings"
)

// flagOfHelp finds the flags in the help of a verb.
var flagOfHelp = regexp.MustCompile(`(?m)^  (--[a-z-]+)`)

// helpOf returns the text of --help of a verb.
func (c *command) helpOf(ctx context.Context, v *verb) string {
	var text strings.Builder
	call := command{Env: c.Env, verb: v, args: []string{"--help"},
		flags: flag.NewFlagSet("", flag.ContinueOnError)}
	call.Stdout = &text
	call.Lookup = func(string) (string, bool) { return "", false } // including COMP_LINE
	v.run(ctx, &call)
	return text.String()
}

// runComplete prints the verbs or flags that complete the last word of a command line. A shell
// passes the line in COMP_LINE (bash, zsh) or as an argument (fish).
func runComplete(ctx context.Context, c *command) int {
	line, isSet := c.Lookup("COMP_LINE")
	if !isSet {
		names, code, done := c.parse()
		if done {
			return code
		}
		line = strings.Join(names, " ")
	}
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
			for _, m := range flagOfHelp.FindAllStringSubmatch(c.helpOf(ctx, v), -1) {
				offer(m[1])
			}
		}
	}
	return ExitOK
}

// runManual prints the manual page.
func runManual(ctx context.Context, c *command) int {
	if _, code, done := c.parse(); done {
		return code
	}
	roff := strings.NewReplacer(`\`, `\e`, "-", `\-`, "\n.", "\n\\&.", "\n'", "\n\\&'")
	page := ".TH BUILDER 1\n.SH NAME\nbuilder \\- from sources of events to releases\n.SH VERBS\n"
	for _, v := range verbs() {
		page += ".SS " + v.name + "\n" + v.short + "\n.nf\n" +
			roff.Replace(c.helpOf(ctx, v)) + ".fi\n"
	}
	return c.done(ExitOK, nil, "%s", page)
}
