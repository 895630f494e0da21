package cli

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"

	"cartaz/brands"
	"cartaz/builder/internal/onboard"
)

func runInit(ctx context.Context, c *command) int {
	n := onboard.Brand{Lookup: c.Lookup, Now: c.Now()}
	var dir string
	var offline bool
	names, code, done := c.parse("json", &c.json, "brands", &dir, "name", &n.Name, "locale",
		&n.Locale, "timezone", &n.Timezone, "site-url", &n.SiteURL, "path", &n.Path, "yes", &n.Yes,
		"preset", &n.Preset, "url", &n.URL, "env-file", &c.envFile, "offline", &offline, "header",
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
	result, err := n.Write(ctx, dir, offline)
	if err != nil {
		return c.fail(ExitUsage, "init %s: %w", n.Key, err)
	}
	if len(result.Files) > 0 {
		if err := writeSchema(dir); err != nil {
			return c.fail(ExitFailed, "init %s: %w", n.Key, err)
		}
	}
	result.Next = nextCommands(dir, n.Key)
	if result.Wrong() && !n.Yes {
		code = ExitUpstream
	}
	return c.done(code, result, "%s", result.Text())
}

// writeSchema writes the schema that the first line of a new brand.yaml names, unless it is there.
func writeSchema(brandsDir string) error {
	file := filepath.Join(brandsDir, onboard.SchemaFile)
	if _, err := os.Lstat(file); !errors.Is(err, os.ErrNotExist) {
		return err
	}
	return os.WriteFile(file, brands.Schema, 0o644)
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
// called.
func nextCommands(brandsDir, key string) []string {
	dir := ""
	if filepath.Base(os.Args[0]) == "builder" {
		dir = strings.TrimSuffix(os.Args[0], "builder")
	}
	build := dir + "builder build"
	if brandsDir != "brands" {
		build += " --brands " + brandsDir
	}
	return []string{build + " " + key, dir + "edge   # then open http://" + key + ".localhost:8080"}
}
