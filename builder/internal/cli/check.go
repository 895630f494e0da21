package cli

import (
	"context"
	"errors"

	"cartaz/builder/internal/check"
)

func runCheck(ctx context.Context, c *command) int {
	var cfg check.Config
	args, code, done := c.parse("json", &c.json, "connect", &cfg.Connect)
	if done {
		return code
	}
	cfg.URL = args[0]
	report, err := check.Run(ctx, cfg)
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
