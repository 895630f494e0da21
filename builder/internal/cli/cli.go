// Package cli is the command line of the builder: verbs, flags, exit codes and
// what an operator reads. The work itself is in package build.
package cli

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
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

const usage = `Usage: builder VERB [flags] [BRAND...]

Verbs:
  build    pull, render, seal and publish brands; what cron calls
  verify   check the live release of every brand, byte by byte

builder VERB --help lists the flags of a verb.
Exit codes: 0 done, 1 failed, 2 usage or configuration, 3 held back by a guard,
4 source not readable, 5 another builder is running.
`

// Run runs one command line and returns its exit code.
func Run(ctx context.Context, args []string, env Env) int {
	if len(args) == 0 {
		fmt.Fprint(env.Stderr, usage)
		return ExitUsage
	}
	switch args[0] {
	case "build":
		return runBuild(ctx, args[1:], env)
	case "verify":
		return runVerify(args[1:], env)
	case "help", "-h", "--help":
		fmt.Fprint(env.Stdout, usage)
		return ExitOK
	}
	fmt.Fprintf(env.Stderr, "builder: unknown verb %q\n\n%s", args[0], usage)
	return ExitUsage
}

// parse reads the flags of a verb. done is true when there is nothing to run,
// with the exit code.
func parse(flags *flag.FlagSet, args []string, env Env) (code int, done bool) {
	var said bytes.Buffer
	flags.SetOutput(&said)
	switch err := flags.Parse(args); {
	case errors.Is(err, flag.ErrHelp):
		fmt.Fprint(env.Stdout, &said) // asked for, so no error
		return ExitOK, true
	case err != nil:
		fmt.Fprint(env.Stderr, &said)
		return ExitUsage, true
	}
	return ExitOK, false
}
