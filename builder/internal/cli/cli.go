// Package cli is the command line of the builder: verbs, flags, exit codes and the messages to an
// operator. Package build does the work.
//
// Each verb has a file: init.go, try.go, build.go, serve.go, status.go, check.go, verify.go,
// search.go (and explain.go), releases.go, diff.go, rollback.go, retire.go, rename.go, forget.go;
// prune and export are in upkeep.go; pull, keys and the work of verbs on a bucket are in bucket.go.
// flags.go has the flags of all verbs, command.go the code that verbs share, outcome.go the results
// and exit codes of builds, lastrun.go their records. logs.go has searches and visits.
package cli

import (
	"context"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"time"
	"unicode/utf16"
	"unicode/utf8"

	"golang.org/x/term"

	"cartaz/builder/program"
	"cartaz/builder/text"
)

// Exit codes.
const (
	ExitOK       = 0 // every brand is published or unchanged
	ExitFailed   = 1 // a brand failed for another reason, or brands failed for different reasons
	ExitUsage    = 2 // wrong usage, or a wrong brand.yaml or map.jq
	ExitHeld     = 3 // a guard held a brand back
	ExitUpstream = 4 // a source could not be read
	ExitRunning  = 5 // another builder or prune is running; retry later
)

// Env is the environment of the command line; tests replace it.
type Env struct {
	Stdout, Stderr io.Writer
	Lookup         func(name string) (string, bool) // environment variables
	Now            func() time.Time
	// Terminal shows a progress bar; nil if Stderr is not a terminal.
	Terminal io.Writer
	Timed    bool // no terminal, as under cron: each line of a build begins with its time
}

// System returns the Env of the running process.
func System() Env {
	env := Env{Stdout: os.Stdout, Stderr: os.Stderr, Lookup: os.LookupEnv, Now: time.Now}
	if term.IsTerminal(int(os.Stderr.Fd())) {
		env.Terminal = os.Stderr
	} else {
		env.Timed = !term.IsTerminal(int(os.Stdout.Fd()))
	}
	return env
}

// readable makes output safe for a terminal: it writes characters that change how a line is read as
// escapes of JSON, which mean the same in JSON.
type readable struct {
	io.Writer
	writing *sync.Mutex // shared by all writers of a process
}

// Write implements [io.Writer]. It writes once.
func (w readable) Write(p []byte) (int, error) {
	var b []byte
	for _, r := range string(p) {
		if r == '\n' || r == '\t' || text.IsReadable(r) {
			b = utf8.AppendRune(b, r)
			continue
		}
		for _, unit := range utf16.AppendRune(nil, r) {
			b = fmt.Appendf(b, `\u%04x`, unit)
		}
	}
	w.writing.Lock()
	defer w.writing.Unlock()
	if _, err := w.Writer.Write(b); err != nil {
		return 0, err
	}
	return len(p), nil
}

// usage returns the list of verbs.
func usage(list []*verb) string {
	var b strings.Builder
	b.WriteString("Usage: builder VERB [flags] [BRAND...]\n\nVerbs:\n")
	for _, v := range list {
		fmt.Fprintf(&b, "  %-9s %s\n", v.name, v.short)
	}
	b.WriteString(`
builder VERB --help explains a verb, its flags, and gives an example;
builder --version says which build this is and which formats it writes.
Exit codes: 0 done, 1 failed, 2 usage or configuration, 3 held back by a guard,
4 source not readable, 5 another builder is running.
`)
	return b.String()
}

// Run runs one command line and returns its exit code.
func Run(ctx context.Context, args []string, env Env) int {
	var writing sync.Mutex
	env.Stdout = readable{env.Stdout, &writing}
	env.Stderr = readable{env.Stderr, &writing}
	list := verbs()
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
	case name == "complete":
		if line, ok := env.Lookup("COMP_LINE"); ok { // bash and zsh; fish has it as an argument
			args = []string{"--", line}
		}
	case name == "version" || name == "--version":
		fmt.Fprintln(env.Stdout, program.Read().Line("builder"))
		return ExitOK
	}
	for _, v := range list {
		if v.name == name {
			return newCommand(env, v).run(ctx, args)
		}
	}
	fmt.Fprintf(env.Stderr, "builder: unknown verb %q\n\n%s", name, usage(list))
	return ExitUsage
}

// GraceTime is the time that a run may continue after a signal.
const GraceTime = 2 * time.Second

// EndSoon calls exit if the process still runs GraceTime after ctx ends. A library call that
// ignores its context must not keep a builder from ending. The files on disk are then in the same
// state as after a power cut; the next build repairs them.
func EndSoon(ctx context.Context, grace time.Duration, exit func(code int)) {
	context.AfterFunc(ctx, func() {
		time.Sleep(grace)
		fmt.Fprintf(os.Stderr, "builder: still busy %s after the signal: ended\n", grace)
		exit(ExitFailed)
	})
}
