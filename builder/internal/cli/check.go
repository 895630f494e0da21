package cli

import (
	"context"
	"errors"

	"cartaz/builder/internal/check"
)

func runCheck(ctx context.Context, c *command, args []string) int {
	report, err := check.Run(ctx, check.Config{URL: args[0], Connect: c.connect})
	if err == nil {
		if c.json {
			err = c.print(report)
		} else {
			err = report.WriteTable(c.Stdout)
		}
	}
	switch {
	case errors.Is(err, check.ErrURL):
		return c.fail(ExitUsage, "check: %w", err)
	case err != nil:
		return c.fail(ExitFailed, "check: %w", err)
	case report.Count(check.Fail) > 0:
		return ExitFailed
	}
	return ExitOK
}
