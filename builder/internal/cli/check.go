package cli

import (
	"context"
	"errors"

	"cartaz/builder/internal/check"
)

var checkVerb = verb{
	name: "check", args: "URL", short: "check a running site as scanners of agent readiness do",
	long: `Walks a running site the way scanners of agent readiness do, and says what is
right, what is wrong and what to do about it. URL is the origin of any site.
Exits with 0 when nothing failed, 1 when something did, 2 for wrong usage.`,
	example: []string{
		"builder check https://palco.example",
		"builder check --connect 127.0.0.1:8080 http://palco.localhost:8080",
	},
	least: 1, most: 1, want: "want one URL",
	run: runCheck,
}

func runCheck(ctx context.Context, c *command) int {
	var cfg check.Config
	c.flags.BoolVar(&c.json, "json", false, "print the report as one JSON object")
	c.flags.StringVar(&cfg.Connect, "connect", "",
		"`HOST:PORT` that every connection goes to, whatever the URL says")
	args, code, done := c.parse()
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
