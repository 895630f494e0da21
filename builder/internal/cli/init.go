package cli

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"

	"cartaz/brands"
	"cartaz/builder/i18n"
	"cartaz/builder/internal/onboard"
)

var initVerb = verb{
	name: "init", args: "KEY", short: "make the folder of a new brand",
	long: `Makes brands/KEY with a brand.yaml that builds as it is. The site is served at
http://KEY.localhost:8080 until you give its address.

Without --url, --path and --preset it comes with a small catalogue to edit. With
--url or --path the source is read once, unless you say --offline: what it answers
tells the preset or kind, how it is paged, and the language, time zone and currency
of the brand. It shows the first events as visitors will see them, how many have
what, and which members of the items are not used. Where most events have no start
or no place, lose their hour, or cannot be read, it says which lines repair that,
writes nothing, and exits with 4.

The front page of a site is enough where it names a calendar, a feed, a sitemap or
pages with events. Where a source wants a secret, in the address or in a header
field, name a variable that holds it.

` + wrapText("Presets: "+strings.Join(onboard.PresetNames(), ", ")+".", 86, 0),
	example: []string{
		"builder init palco",
		"builder init palco --url https://backend.example/api/events --name 'Palco Vivo'",
		"builder init agenda --path export.csv --timezone America/Recife",
		"builder init palco --url https://backend.example/api/events --header " +
			"'Authorization: Bearer ${TOKEN}'",
	},
	least: 1, most: 1, want: "name one key",
	run: runInit,
}

func runInit(ctx context.Context, c *command) int {
	n := onboard.Brand{Lookup: c.Lookup, Now: c.Now()}
	var dir string
	var offline bool
	c.jsonFlag()
	c.flags.StringVar(&dir, "brands", "brands", "`folder` of the brands")
	c.flags.StringVar(&n.Name, "name", "", "`name` that people know (default from KEY)")
	c.flags.StringVar(&n.Locale, "locale", "", "`language` of the site, one of "+
		strings.Join(i18n.Names(), ", ")+" (default from the catalogue)")
	c.flags.StringVar(&n.Timezone, "timezone", "",
		"IANA `zone` of times without one, as in America/Recife (default from the catalogue)")
	c.flags.StringVar(&n.SiteURL, "site-url", "", "`address` of the site on the web")
	c.flags.StringVar(&n.Path, "path", "", "`file` of the catalogue")
	c.flags.BoolVar(&n.Yes, "yes", false, "write also what would be wrong")
	c.flags.StringVar(&n.Preset, "preset", "", "ready-made `source`")
	c.flags.StringVar(&n.URL, "url", "", "`address` of the catalogue")
	c.flags.Func("header", "`field` of every request to it, as in 'X-Key: ${KEY}'; may be repeated",
		func(v string) error {
			n.Headers = append(n.Headers, v)
			return nil
		})
	c.envFileFlag()
	c.flags.BoolVar(&offline, "offline", false, "do not read the source now")
	names, code, done := c.parse()
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

// schemaVerb prints the schema of brand.yaml.
var schemaVerb = verb{
	name: "schema", short: "print the JSON Schema of brand.yaml",
	long: `Prints the JSON Schema of brand.yaml, from which editors complete and explain keys.
The first line of what builder init writes names it as schema.json beside the folders
of the brands.`,
	example: []string{"builder schema > brands/schema.json"},
	run: func(_ context.Context, c *command) int {
		names, code, done := c.parse()
		if done {
			return code
		}
		if len(names) > 0 {
			return c.usage("schema takes no arguments")
		}
		return c.done(ExitOK, nil, "%s", brands.Schema)
	},
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
