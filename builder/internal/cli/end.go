package cli

import (
	"context"
	"fmt"
	"os"
	"time"
)

// GraceTime is the time that a run may continue after a signal.
const GraceTime = 2 * time.Second

// EndSoon calls exit when the process still runs a time of grace after ctx ends. A library call
// that ignores its context must not keep a builder from ending. The files on disk are then in the
// same state as after a power cut; the next build repairs them.
func EndSoon(ctx context.Context, grace time.Duration, exit func(code int)) {
	context.AfterFunc(ctx, func() {
		time.Sleep(grace)
		fmt.Fprintf(os.Stderr, "builder: still busy %s after the signal: ended\n", grace)
		exit(ExitFailed)
	})
}
