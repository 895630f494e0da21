package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"

	"cartaz/edge/internal/check"
)

const checkUsage = `Usage: edge check [--json] [--connect HOST:PORT] URL

Walks a running site the way scanners of agent readiness do, and says what is
right, what is wrong and what to do about it. URL is the origin of any site.
Exits with 0 when nothing failed, 1 when something did, 2 for wrong usage.

`

// runCheck is the verb check: it needs no output folder and serves nothing.
func runCheck(args []string, stdout, stderr io.Writer) int {
	var cfg check.Config
	var asJSON bool
	flags := flag.NewFlagSet("edge check", flag.ContinueOnError)
	flags.SetOutput(stderr)
	flags.Usage = func() {
		fmt.Fprint(stderr, checkUsage)
		flags.PrintDefaults()
	}
	flags.BoolVar(&asJSON, "json", false, "write the report as JSON")
	flags.StringVar(&cfg.Connect, "connect", "", "`HOST:PORT` that every connection goes to, whatever the URL says")
	if err := flags.Parse(args); errors.Is(err, flag.ErrHelp) {
		return 0
	} else if err != nil {
		return 2
	}
	if flags.NArg() != 1 {
		fmt.Fprintln(stderr, "edge check: want one URL, see edge check --help")
		return 2
	}
	cfg.URL = flags.Arg(0)
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	report, err := check.Run(ctx, cfg)
	if err == nil {
		err = writeReport(stdout, report, asJSON)
	}
	switch {
	case errors.Is(err, check.ErrURL):
		fmt.Fprintln(stderr, "edge check:", err)
		return 2
	case err != nil:
		fmt.Fprintln(stderr, "edge check:", err)
		return 1
	case report.Count(check.Fail) > 0:
		return 1
	}
	return 0
}

func writeReport(w io.Writer, report *check.Report, asJSON bool) error {
	if !asJSON {
		return report.WriteTable(w)
	}
	encoder := json.NewEncoder(w)
	encoder.SetIndent("", "  ")
	encoder.SetEscapeHTML(false)
	return encoder.Encode(report)
}
