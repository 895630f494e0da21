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

func runInit(ctx context.Context, c *command) int {
	n := onboard.Brand{Lookup: c.Lookup, Now: c.Now()}
	var dir string
	var offline, preview bool
	names, code, done := c.parse("json", &c.json, "brands", &dir, "name", &n.Name, "locale",
		&n.Locale, "timezone", &n.Timezone, "site-url", &n.SiteURL, "path", &n.Path, "yes", &n.Yes,
		"preset", &n.Preset, "url", &n.URL, "env-file", &c.envFile, "offline", &offline, "preview",
		&preview, "out", &c.out, "header",
		func(v string) error {
			n.Headers = append(n.Headers, v)
			return nil
		})
	switch {
	case done:
		return code
	case n.URL != "" && n.Path != "":
		return c.usage("--url and --path name one source each: give one of them")
	case !brands.ValidKey(names[0]):
		return c.usage("%q is no key: write a-z, 0-9 and single hyphens", names[0])
	}
	n.Key = names[0]
	host := n.Key + ".localhost"
	if preview {
		n.Preview = "preview." + host
		host = n.Preview
	}
	result, err := n.Write(ctx, dir, offline)
	if err != nil {
		return c.fail(ExitUsage, "init %s: %w", n.Key, err)
	}
	if len(result.Files) > 0 {
		// The first line of a new brand.yaml names the schema.
		schema := filepath.Join(dir, onboard.SchemaFile)
		if _, err := os.Lstat(schema); err != nil {
			err = os.WriteFile(schema, brands.Schema, 0o644)
			if err != nil {
				return c.fail(ExitFailed, "init %s: %w", n.Key, err)
			}
		}
	}
	result.Next = nextCommands(dir, n.Key, host)
	if result.Wrong() && !n.Yes {
		code = ExitUpstream
	}
	code = c.done(code, result, "%s", result.Text())
	if !preview || code != ExitOK {
		return code
	}
	return Run(ctx, []string{"build", "--hold", "--brands", dir, "--out", c.out,
		"--json=" + strconv.FormatBool(c.json), n.Key}, c.Env)
}

func runSchema(_ context.Context, c *command) int {
	names, code, done := c.parse()
	if done {
		return code
	}
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
