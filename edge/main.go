// Command edge serves the releases that the builder has sealed: it picks the
// brand by host, negotiates, searches and limits. "edge check" looks at a running
// site from outside. See the README for its flags.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"log/slog"
	"os"
	"os/signal"
	"syscall"
	_ "time/tzdata" // bare containers have no zone files

	"cartaz/edge/internal/server"
)

func main() {
	os.Exit(run(os.Args[1:]))
}

// run is main with an exit code: 0 done, 1 failed while serving or checking, 2
// wrong usage.
func run(args []string) int {
	if len(args) > 0 && args[0] == "check" {
		return runCheck(args[1:], os.Stdout, os.Stderr)
	}
	log := slog.New(slog.NewJSONHandler(os.Stderr, nil))
	cfg, closeLog, err := parseFlags(args, os.Stderr)
	if errors.Is(err, flag.ErrHelp) {
		return 0
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "edge:", err)
		return 2
	}
	cfg.Log = log
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	edge, err := server.New(cfg)
	if err == nil {
		err = edge.Run(ctx)
	}
	if err = errors.Join(err, closeLog()); err != nil {
		log.Error("edge", "err", err)
		return 1
	}
	return 0
}
