package onboard

import (
	"cmp"
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"cartaz/builder/i18n"
	"cartaz/builder/internal/upstream"
)

// SchemaFile is the schema of brand.yaml beside the folders of brands, for editors.
const SchemaFile = "schema.json"

// manyPages is how many pages are read in good time within the default of source.timeout.
const manyPages = 600

// yaml returns the text of brand.yaml. Strings are quoted as in JSON, which is valid YAML.
func (b *Brand) yaml() string {
	site := strings.TrimSuffix(cmp.Or(b.SiteURL, "http://"+b.Key+".localhost:8080"), "/")
	text := "# yaml-language-server: $schema=../" + SchemaFile + "\n" +
		"# Every key is explained in brands/README.md.\n"
	line := func(key, value string) {
		if value != "" && value != `""` {
			text += key + ": " + value + "\n"
		}
	}
	line("name", quoted(b.Name))
	line("locale", quoted(cmp.Or(b.Locale, fallbackLocale)))
	line("timezone", quoted(b.Timezone))
	line("currency", b.currency)
	text += "\n"
	if b.SiteURL == "" {
		text += "# For this machine; on the web these are https addresses of your own.\n"
	}
	line("site_url", site)
	line("base_url", site+"/api/public/v1")
	line("auth_url", strings.Replace(site, "://", "://auth.", 1))
	text += "\ntheme:\n  color: \"#2f5d8a\" # all other colours are computed from it\n\nsource:\n"
	kind, path, usual := b.kind, b.Path, "file"
	switch {
	case b.URL != "":
		path, usual = "", "http"
	case path != "":
		if full, err := filepath.Abs(path); err == nil {
			path = full
		}
	case b.Preset == "":
		path = recordsFile
	}
	if b.Preset == "" {
		kind = cmp.Or(kind, usual)
	} else if kind = ""; path != "" {
		kind = "file"
	}
	line("  preset", quoted(b.Preset))
	line("  kind", kind)
	line("  url", quoted(b.URL))
	line("  path", quoted(path))
	if len(b.links) > 0 {
		var links []string
		for _, link := range b.links {
			links = append(links, quoted(link))
		}
		line("  links", "["+strings.Join(links, ", ")+"]")
	}
	if b.pages > manyPages {
		line("  timeout", fmt.Sprintf("%dm # %d pages, two a second", min(b.pages/60, 24*60),
			b.pages))
	}
	line("  items", quoted(cmp.Or(b.items, b.seen.Items)))
	if b.seen.Pages != (upstream.Plan{}) {
		line("  pages", b.seen.Pages.String())
	}
	if len(b.Headers) > 0 {
		text += "  headers:\n"
	} else if b.URL != "" && b.Preset == "" {
		text += "  # headers: {Authorization: \"Bearer ${BACKEND_TOKEN}\"} # secrets come from " +
			"the environment\n"
	}
	for _, h := range b.Headers {
		name, value, _ := strings.Cut(h, ":")
		text += "    " + quoted(strings.TrimSpace(name)) + ": " +
			quoted(strings.TrimSpace(value)) + "\n"
	}
	return text
}

// samples is what the sample events say, in one language.
type samples struct {
	Names [3]string `i18n:"sample.names"`
	About string    `i18n:"sample.about"`
	Venue string    `i18n:"sample.venue"`
}

var samplesOf = i18n.Bind[samples]()

// sampleRecords returns a small catalogue of events in the future.
func (b *Brand) sampleRecords() string {
	say := samplesOf(cmp.Or(b.Locale, fallbackLocale))
	place := `{"name": ` + quoted(say.Venue) + `, "city": "São Paulo", "state_abbr": "SP"}`
	var events []string
	for i, more := range []string{`"location": ` + place + `,
  "tickets": [{"name": "1", "price": 8000, "fee": 800, "available": true}]`,
		`"location": ` + place, `"is_online": true`} {
		events = append(events, fmt.Sprintf(`{"id": %d, "name": %s, "description": %s,
  "starts_at": "%sT20:00:00", "timezone": %s,
  %s}`, i+1, quoted(say.Names[i]), quoted("<p>"+say.About+"</p>"),
			b.Now.AddDate(0, 0, 15*(i+1)).Format(time.DateOnly),
			quoted(cmp.Or(b.Timezone, "UTC")), more))
	}
	return "[" + strings.Join(events, ",\n") + "]\n"
}

func quoted(s string) string {
	text, err := json.Marshal(s)
	if err != nil {
		panic(err) // a string
	}
	return string(text)
}
