// Command edge serves the releases that the builder has sealed: it picks the
// brand by host, negotiates, searches and limits. See edge/README.md for its flags.
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

	"cartaz/builder/release/buildinfo"
	"cartaz/edge/internal/handover"
	"cartaz/edge/internal/server"
)

func main() {
	os.Exit(run(os.Args[1:]))
}

// run is main with an exit code: 0 done, 1 failed while serving, 2 wrong usage.
func run(args []string) int {
	if len(args) == 1 && (args[0] == "--version" || args[0] == "-version") {
		fmt.Println(buildinfo.Read().Line("edge"))
		return 0
	}
	log := slog.New(slog.NewJSONHandler(os.Stderr, nil))
	sockets, err := handover.Inherit()
	if err != nil {
		fmt.Fprintln(os.Stderr, "edge:", err)
		return 2
	}
	cfg, file, err := parseFlags(args, os.Stderr)
	if errors.Is(err, flag.ErrHelp) {
		return 0
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "edge:", err)
		return 2
	}
	cfg.Log = log
	cfg.Sockets = sockets
	replace := make(chan os.Signal, 1)
	signal.Notify(replace, syscall.SIGUSR2)
	cfg.Replace = replace
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	wait := reopenOnHangup(ctx, file, log)
	edge, err := server.New(cfg)
	if err == nil {
		err = edge.Run(ctx)
	}
	stop()
	wait()
	if err = errors.Join(err, file.Close()); err != nil {
		log.Error("edge", "err", err)
		return 1
	}
	return 0
}
