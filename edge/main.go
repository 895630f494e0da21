// Command edge serves the releases that the builder has sealed: it picks the
// brand by host, negotiates, searches and limits. See edge/README.md for its flags.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"
	_ "time/tzdata" // bare containers have no zone files

	"cartaz/builder/program"
	"cartaz/builder/release"
	"cartaz/edge/internal/server"
)

func main() {
	os.Exit(run(os.Args[1:]))
}

// run is main with an exit code: 0 done, 1 failed while serving, 2 wrong usage.
func run(args []string) int {
	if len(args) == 1 && (args[0] == "--version" || args[0] == "-version") {
		fmt.Println(program.Read().Line("edge"))
		return 0
	}
	if len(args) > 0 && (args[0] == "--check" || args[0] == "-check") {
		return check(append(args[1:], "out")[0], os.Stderr)
	}
	log := slog.New(slog.NewJSONHandler(os.Stderr, nil))
	sockets, err := server.Inherit()
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

// check reports which live releases below an output folder this program cannot read; a restart with
// it would take their brands off. It returns 1 if there is one, or 2 without such a folder.
func check(out string, to io.Writer) (code int) {
	if _, err := os.ReadDir(out); err != nil {
		fmt.Fprintln(to, "edge --check takes the output folder:", err)
		return 2
	}
	folders, _ := filepath.Glob(filepath.Join(out, "*", release.CurrentFile)) // a sound pattern
	for _, file := range folders {
		dir := filepath.Dir(file)
		id, err := release.Current(dir)
		if err == nil {
			_, err = release.Open(dir, id) // closed with the process
		}
		if err != nil {
			fmt.Fprintf(to, "%s: %v: build the brand with the builder of this version before "+
				"edges restart\n", dir, err)
			code = 1
		}
	}
	return code
}
