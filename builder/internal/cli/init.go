package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"cartaz/brands"
	"cartaz/builder/internal/presets"
)

// recordsFile is the catalogue of a new brand that has no source yet.
const recordsFile = "records.json"

func initVerb(ctx context.Context) *verb {
	return &verb{
		name: "init", args: "KEY", short: "make the folder of a new brand",
		long: `Makes brands/KEY with a brand.yaml that builds as it is, and asks nothing: the name
comes from the key, the language and the time zone from the environment, and the
site is served at http://KEY.localhost:8080 until you write its real addresses.

Without --url and --preset it comes with a small catalogue to edit. With --url the
address is read once, unless you say --offline: what it answers tells the preset
and how it is paged, and the first events are tried. The front page of a Gancio or
a WordPress with The Events Calendar is enough. Where a source wants a secret, in
the address or in a header field, name a variable that holds it.

Presets: ` + strings.Join(presets.Names(), ", ") + ".",
		example: []string{
			"builder init palco",
			"builder init palco --url https://backend.example/api/events --name 'Palco Vivo'",
			"builder init agenda --url https://gancio.example.org",
			"builder init palco --url https://backend.example/api/events --header 'Authorization: Bearer ${TOKEN}'",
		},
		run: func(c *command) int { return runInit(ctx, c) },
	}
}

// newBrand is what init knows of the brand.
type newBrand struct {
	key, name, locale, timezone, preset, url string
	headers                                  []string      // "Name: value"
	seen                                     presets.Guess // of the first answer
}

// initialised is the outcome, in JSON.
type initialised struct {
	Brand   string   `json:"brand"`
	Files   []string `json:"files"`
	Preset  string   `json:"preset"`  // "" for none
	Missing []string `json:"missing"` // environment variables that a build needs and that are not set
	Read    *trial   `json:"read"`    // what a first look at the source gave; null for none
	Next    []string `json:"next"`    // commands
}

var keyPattern = regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)

func runInit(ctx context.Context, c *command) int {
	var n newBrand
	var dir string
	var offline bool
	c.jsonFlag()
	c.flags.StringVar(&dir, "brands", "brands", "`folder` of the brands")
	c.flags.StringVar(&n.name, "name", "", "`name` that people know (default from KEY)")
	c.flags.StringVar(&n.locale, "locale", "", "`pt-BR` or en (default from the environment)")
	c.flags.StringVar(&n.preset, "preset", "", "ready-made `source`")
	c.flags.StringVar(&n.url, "url", "", "`address` of the catalogue")
	c.flags.Func("header", "`field` of every request to it, as in 'X-Key: ${KEY}'; may be repeated", func(v string) error {
		n.headers = append(n.headers, v)
		return nil
	})
	c.flags.BoolVar(&offline, "offline", false, "do not read the source now")
	names, code, done := c.parse()
	switch {
	case done:
		return code
	case len(names) != 1:
		return c.usage("name one key")
	case !keyPattern.MatchString(names[0]):
		return c.usage("%q is no key: write a-z, 0-9 and single hyphens", names[0])
	}
	n.key = names[0]
	n.guess(c)
	result, err := n.write(ctx, c, dir, offline)
	if err != nil {
		return c.fail(ExitUsage, "init %s: %w", n.key, err)
	}
	if c.json {
		err = c.print(result)
	} else {
		err = result.tell(c)
	}
	if err != nil {
		return c.fail(ExitFailed, "%w", err)
	}
	return ExitOK
}

func (r *initialised) tell(c *command) error {
	text := "wrote " + strings.Join(r.Files, " and ") + "\n"
	if r.Read != nil {
		text += r.Read.text(r.Preset, r.Files[0])
	}
	for _, name := range r.Missing {
		text += "set " + name + " in the environment of the builder: the source asks for it\n"
	}
	text += "next:\n"
	for _, line := range r.Next {
		text += "  " + line + "\n"
	}
	_, err := fmt.Fprint(c.Stdout, text)
	return err
}

// guess fills in what was not given.
func (n *newBrand) guess(c *command) {
	if n.name == "" {
		words := strings.ReplaceAll(n.key, "-", " ")
		n.name = strings.ToUpper(words[:1]) + words[1:]
	}
	if n.locale == "" {
		n.locale = "pt-BR"
		for _, name := range []string{"LC_ALL", "LC_MESSAGES", "LANG"} {
			if v, ok := c.Lookup(name); ok && v != "" {
				if strings.HasPrefix(v, "en") {
					n.locale = "en"
				}
				break
			}
		}
	}
	if zone, ok := c.Lookup("TZ"); ok && strings.Contains(zone, "/") {
		if _, err := time.LoadLocation(zone); err == nil {
			n.timezone = zone
		}
	}
	if n.timezone == "" && n.locale == "pt-BR" {
		n.timezone = "America/Sao_Paulo"
	}
	if n.preset == "" && n.url != "" {
		n.preset = guessPreset(n.url)
	}
}

// write makes the folder, loads it as a build would, and takes it away again if
// that does not work.
func (n *newBrand) write(ctx context.Context, c *command, brandsDir string, offline bool) (*initialised, error) {
	if err := os.MkdirAll(brandsDir, 0o755); err != nil {
		return nil, err
	}
	dir := filepath.Join(brandsDir, n.key)
	if err := os.Mkdir(dir, 0o755); err != nil {
		return nil, err // of a folder that is there, too: nothing is overwritten
	}
	result := &initialised{Brand: n.key, Missing: []string{}}
	err := n.fill(ctx, c, dir, offline, result)
	if err != nil {
		return nil, errors.Join(err, os.RemoveAll(dir))
	}
	builder, edge := programs()
	if brandsDir != "brands" {
		builder += " --brands " + brandsDir
	}
	result.Next = []string{builder + " " + n.key, edge + "   # then open http://" + n.key + ".localhost:8080"}
	return result, nil
}

// fill writes what belongs into the folder.
func (n *newBrand) fill(ctx context.Context, c *command, dir string, offline bool, result *initialised) error {
	file := filepath.Join(dir, brands.FileName)
	result.Files = []string{file}
	if n.preset == "" && n.url == "" {
		records := filepath.Join(dir, recordsFile)
		result.Files = append(result.Files, records)
		if err := os.WriteFile(records, []byte(n.records(c.Now())), 0o644); err != nil {
			return err
		}
	}
	b, err := n.load(c, file, result)
	if err != nil {
		return err
	}
	if b.Source.Kind == "http" && !offline && len(result.Missing) == 0 {
		var unread error
		if n.preset == "" {
			unread = n.look(ctx, c, dir)
			if b, err = n.load(c, file, result); err != nil {
				return err
			}
		}
		if unread != nil {
			result.Read = &trial{Error: unread.Error()}
		} else {
			result.Read = try(ctx, b, c.Now())
		}
	}
	result.Preset = n.preset
	return nil
}

// load writes brand.yaml and loads it. Variables that are not set have something
// in their place, and are noted.
func (n *newBrand) load(c *command, file string, result *initialised) (*brands.Brand, error) {
	if err := os.WriteFile(file, []byte(n.yaml()), 0o644); err != nil {
		return nil, err
	}
	options := c.loadOptions()
	options.Env = func(name string) (string, bool) {
		value, _ := c.Lookup(name)
		if value == "" {
			if !slices.Contains(result.Missing, name) {
				result.Missing = append(result.Missing, name)
			}
			value = "not-set-yet"
		}
		return value, true
	}
	return brands.LoadOne(filepath.Dir(file), options)
}

// programs are the two commands to go on with, as they were called now.
func programs() (build, edge string) {
	dir := ""
	if filepath.Base(os.Args[0]) == "builder" {
		dir = strings.TrimSuffix(os.Args[0], "builder")
	}
	return dir + "builder build", dir + "edge"
}

// yaml is the brand.yaml. Strings are quoted as in JSON, which YAML reads too.
func (n *newBrand) yaml() string {
	var b strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	line("# Every key is explained in the README, under \"Add a brand\".")
	line("name: %s", quoted(n.name))
	line("locale: %s", quoted(n.locale))
	if n.timezone != "" {
		line("timezone: %s", quoted(n.timezone))
	}
	line("")
	line("# For this machine; on the web these are https addresses of your own.")
	line("site_url: http://%s.localhost:8080", n.key)
	line("base_url: http://%s.localhost:8080/api/public/v1", n.key)
	line("auth_url: http://auth.%s.localhost:8080", n.key)
	line("")
	line("theme:")
	line("  color: \"#2f5d8a\" # all other colours are computed from it")
	line("")
	line("source:")
	switch {
	case n.preset != "":
		line("  preset: %s", quoted(n.preset))
	case n.url != "":
		line("  kind: http")
	default:
		line("  kind: file")
		line("  path: %s", recordsFile)
	}
	if n.url != "" {
		line("  url: %s", quoted(n.url))
	}
	if n.seen.Items != "" {
		line("  items: %s", quoted(n.seen.Items))
	}
	switch {
	case n.seen.Links:
		line("  pages: {style: next}")
	case n.preset == "" && n.seen.Pages:
		line("  pages: {style: number}")
	case n.preset == "laravel" && n.seen.Preset == "laravel" && !n.seen.Pages:
		line("  pages: {style: none} # nothing in the answer told of further pages")
	}
	if len(n.headers) > 0 {
		line("  headers:")
	}
	for _, h := range n.headers {
		name, value, _ := strings.Cut(h, ":")
		line("    %s: %s", quoted(strings.TrimSpace(name)), quoted(strings.TrimSpace(value)))
	}
	if n.url != "" && n.preset == "" && len(n.headers) == 0 {
		line("  # headers: {Authorization: \"Bearer ${BACKEND_TOKEN}\"} # secrets come from the environment")
	}
	if n.url != "" && n.preset == "" {
		line("  # map: map.jq # a jq program that makes records of items; see \"Records\" in the README")
	}
	return b.String()
}

// records is a small catalogue of events that are still to come.
func (n *newBrand) records(now time.Time) string {
	type record map[string]any
	night := func(days int) string { return now.AddDate(0, 0, days).Format("2006-01-02") + "T20:00:00" }
	zone := n.timezone
	if zone == "" {
		zone = "UTC"
	}
	names := [3]string{"Noite de samba", "Roda de choro", "Conversa sobre música"}
	about := "<p>Um exemplo: edite este arquivo e rode o builder de novo.</p>"
	if n.locale == "en" {
		names = [3]string{"An evening of samba", "Choro in the round", "A talk about music"}
		about = "<p>An example: edit this file and run the builder again.</p>"
	}
	place := record{"name": "Teatro Exemplo", "city": "São Paulo", "state": "São Paulo", "state_abbr": "SP"}
	list := []record{
		{"id": 1, "name": names[0], "description": about, "starts_at": night(14), "timezone": zone, "location": place,
			"tickets": []record{{"name": "1", "price": 8000, "fee": 800, "available": true}}},
		{"id": 2, "name": names[1], "description": about, "starts_at": night(30), "timezone": zone, "location": place},
		{"id": 3, "name": names[2], "description": about, "starts_at": night(45), "timezone": zone, "is_online": true},
	}
	text, err := json.MarshalIndent(list, "", "  ")
	if err != nil {
		panic(err) // texts and numbers only
	}
	return string(text) + "\n"
}

func quoted(s string) string {
	text, err := json.Marshal(s)
	if err != nil {
		panic(err) // a string
	}
	return string(text)
}
