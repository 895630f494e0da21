// Package cli is the command line of the builder: verbs, flags, exit codes and
// what an operator reads. The work itself is in package build.
package cli

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"golang.org/x/term"
)

// Exit codes.
const (
	ExitOK       = 0 // every brand is published or unchanged
	ExitFailed   = 1 // a brand failed otherwise, or brands failed for different reasons
	ExitUsage    = 2 // wrong usage, or a brand.yaml or map.jq that is wrong
	ExitHeld     = 3 // a guard held a brand back
	ExitUpstream = 4 // a source could not be read
	ExitRunning  = 5 // another builder is running
)

// Env is what the command line touches of the world outside.
type Env struct {
	Stdout, Stderr io.Writer
	Lookup         func(name string) (string, bool) // environment variables
	Now            func() time.Time
	Terminal       bool // Stderr is one: a progress bar may be drawn
}

// System is the Env of the running process.
func System() Env {
	return Env{
		Stdout: os.Stdout, Stderr: os.Stderr, Lookup: os.LookupEnv, Now: time.Now,
		Terminal: term.IsTerminal(int(os.Stderr.Fd())),
	}
}

// verbs are all verbs, in the order in which they are listed.
func verbs(ctx context.Context) []*verb {
	return []*verb{
		initVerb(ctx), buildVerb(ctx), watchVerb(ctx), verifyVerb(), searchVerb(), releasesVerb(), diffVerb(), rollbackVerb(ctx), pruneVerb(), exportVerb(),
	}
}

// usage lists the verbs.
func usage(list []*verb) string {
	var b strings.Builder
	b.WriteString("Usage: builder VERB [flags] [BRAND...]\n\nVerbs:\n")
	for _, v := range list {
		fmt.Fprintf(&b, "  %-9s %s\n", v.name, v.short)
	}
	b.WriteString(`
builder VERB --help explains a verb, its flags, and gives an example.
Exit codes: 0 done, 1 failed, 2 usage or configuration, 3 held back by a guard,
4 source not readable, 5 another builder is running.
`)
	return b.String()
}

// Run runs one command line and returns its exit code.
func Run(ctx context.Context, args []string, env Env) int {
	list := verbs(ctx)
	if len(args) == 0 {
		fmt.Fprint(env.Stderr, usage(list))
		return ExitUsage
	}
	name, args := args[0], args[1:]
	switch {
	case name == "help" && len(args) > 0:
		name, args = args[0], []string{"--help"}
	case name == "help" || name == "-h" || name == "--help":
		fmt.Fprint(env.Stdout, usage(list))
		return ExitOK
	}
	for _, v := range list {
		if v.name == name {
			c := &command{Env: env, verb: v, args: args, flags: flag.NewFlagSet("builder "+name, flag.ContinueOnError)}
			return v.run(c)
		}
	}
	fmt.Fprintf(env.Stderr, "builder: unknown verb %q\n\n%s", name, usage(list))
	return ExitUsage
}
