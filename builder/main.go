// Command builder pulls the catalogue of every brand and seals it into a
// release that the edge serves. Cron calls it; see builder/README.md.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"
	_ "time/tzdata" // old zone files still shift Brazil by an hour of summer time

	"cartaz/builder/internal/cli"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	cli.EndSoon(ctx, cli.GraceTime, os.Exit)
	code := cli.Run(ctx, os.Args[1:], cli.System())
	stop()
	os.Exit(code)
}
