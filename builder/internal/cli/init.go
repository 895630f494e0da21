package cli

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
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

func initVerb() *verb {
	return &verb{
		name: "init", args: "KEY", short: "make the folder of a new brand",
		long: `Makes brands/KEY with a brand.yaml that builds as it is, and asks nothing: the name
comes from the key, the language and the time zone from the environment, and the
site is served at http://KEY.localhost:8080 until you write its real addresses.
Without --url and --preset it comes with a small catalogue to edit. With --url
the preset is guessed where the address tells it. Presets: ` + strings.Join(presets.Names(), ", ") + ".",
		example: []string{
			"builder init palco",
			"builder init palco --name 'Palco Vivo' --url https://backend.example/api/events --preset laravel",
			"builder init agenda --url https://gancio.example.org/api/events --preset gancio",
		},
		run: runInit,
	}
}

// newBrand is what init knows of the brand.
type newBrand struct{ key, name, locale, timezone, preset, url string }

// initialised is the outcome, in JSON.
type initialised struct {
	Brand   string   `json:"brand"`
	Files   []string `json:"files"`
	Missing []string `json:"missing"` // environment variables that a build needs and that are not set
	Next    []string `json:"next"`    // commands
}

var keyPattern = regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)

func runInit(c *command) int {
	var n newBrand
	var dir string
	c.jsonFlag()
	c.flags.StringVar(&dir, "brands", "brands", "`folder` of the brands")
	c.flags.StringVar(&n.name, "name", "", "`name` that people know (default from KEY)")
	c.flags.StringVar(&n.locale, "locale", "", "`pt-BR` or en (default from the environment)")
	c.flags.StringVar(&n.preset, "preset", "", "ready-made `source`")
	c.flags.StringVar(&n.url, "url", "", "`address` of the catalogue")
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
	result, err := n.write(c, dir)
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

// guessPreset knows the backends whose addresses tell them; "" for any other.
func guessPreset(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return ""
	}
	host := strings.ToLower(u.Hostname())
	for suffix, preset := range map[string]string{
		"sympla.com.br": "sympla", "eventbriteapi.com": "eventbrite", "ticketmaster.com": "ticketmaster", "openagenda.com": "openagenda",
	} {
		if (host == suffix || strings.HasSuffix(host, "."+suffix)) && slices.Contains(presets.Names(), preset) {
			return preset
		}
	}
	return ""
}

// write makes the folder, loads it as a build would, and takes it away again if
// that does not work.
func (n *newBrand) write(c *command, brandsDir string) (*initialised, error) {
	if err := os.MkdirAll(brandsDir, 0o755); err != nil {
		return nil, err
	}
	dir := filepath.Join(brandsDir, n.key)
	if err := os.Mkdir(dir, 0o755); err != nil {
		return nil, err // of a folder that is there, too: nothing is overwritten
	}
	result := &initialised{Brand: n.key, Missing: []string{}}
	texts := map[string]string{brands.FileName: n.yaml()}
	if n.preset == "" && n.url == "" {
		texts[recordsFile] = n.records(c.Now())
	}
	err := error(nil)
	for name, text := range texts {
		file := filepath.Join(dir, name)
		result.Files = append(result.Files, file)
		err = errors.Join(err, os.WriteFile(file, []byte(text), 0o644))
	}
	slices.Sort(result.Files)
	if err == nil {
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
		_, err = brands.LoadOne(dir, options)
	}
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
