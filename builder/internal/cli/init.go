package cli

import (
	"context"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"cartaz/brands"
	"cartaz/builder/internal/onboard"
)

func runInit(ctx context.Context, c *command, names []string) int {
	n := &c.brand
	n.Lookup, n.Now, n.Yes = c.Lookup, c.Now(), c.yes
	switch {
	case n.URL != "" && n.Path != "":
		return c.usage("--url and --path name one source each: give one of them")
	case !brands.ValidKey(names[0]):
		return c.usage("%q is no key: write a-z, 0-9 and single hyphens", names[0])
	}
	n.Key = names[0]
	host := n.Key + ".localhost"
	if c.preview {
		n.Preview = "preview." + host
		host = n.Preview
	}
	result, err := n.Write(ctx, c.brands, c.offline)
	if err != nil {
		return c.fail(ExitUsage, "init %s: %w", n.Key, err)
	}
	if len(result.Files) > 0 {
		// The first line of a new brand.yaml names the schema.
		schema := filepath.Join(c.brands, onboard.SchemaFile)
		if _, err := os.Lstat(schema); err != nil {
			err = os.WriteFile(schema, brands.Schema, 0o644)
			if err != nil {
				return c.fail(ExitFailed, "init %s: %w", n.Key, err)
			}
		}
	}
	result.Next = nextCommands(c.brands, n.Key, host)
	code := ExitOK
	if result.Wrong() && !n.Yes {
		code = ExitUpstream
	}
	code = c.done(code, result, "%s", result.Text())
	if !c.preview || code != ExitOK {
		return code
	}
	return Run(ctx, []string{"build", "--hold", "--brands", c.brands, "--out", c.out,
		"--json=" + strconv.FormatBool(c.json), n.Key}, c.Env)
}

func runSchema(_ context.Context, c *command, names []string) int {
	if len(names) > 0 {
		return c.usage("schema takes no arguments")
	}
	return c.done(ExitOK, nil, "%s", brands.Schema)
}

// nextCommands returns the commands of the next two steps, with the path by which this program was
// called; host is that of the brand on this machine.
func nextCommands(brandsDir, key, host string) []string {
	dir, isKnown := strings.CutSuffix(os.Args[0], "builder")
	if !isKnown {
		dir = ""
	}
	build := dir + "builder build"
	if brandsDir != "brands" {
		build += " --brands " + brandsDir
	}
	serve := dir + "edge   # then open http://" + host + ":8080"
	if !strings.HasPrefix(host, key) {
		return []string{serve, dir + "builder promote " + key}
	}
	return []string{build + " " + key, serve}
}
