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
	var text strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&text, format+"\n", args...) }
	line("# yaml-language-server: $schema=../%s", SchemaFile)
	line("# Every key is explained in brands/README.md.")
	line("name: %s", quoted(b.Name))
	line("locale: %s", quoted(cmp.Or(b.Locale, fallbackLocale)))
	if b.Timezone != "" {
		line("timezone: %s", quoted(b.Timezone))
	}
	if b.currency != "" {
		line("currency: %s", b.currency)
	}
	line("")
	if b.SiteURL == "" {
		line("# For this machine; on the web these are https addresses of your own.")
	}
	site := strings.TrimSuffix(cmp.Or(b.SiteURL, "http://"+b.Key+".localhost:8080"), "/")
	line("site_url: %s", site)
	line("base_url: %s/api/public/v1", site)
	line("auth_url: %s", strings.Replace(site, "://", "://auth.", 1))
	line("")
	line("theme:")
	line("  color: \"#2f5d8a\" # all other colours are computed from it")
	line("")
	line("source:")
	switch {
	case b.Preset != "":
		line("  preset: %s", quoted(b.Preset))
		if b.Path != "" {
			line("  kind: file")
		}
	case b.URL != "":
		line("  kind: %s", cmp.Or(b.kind, "http"))
	default:
		line("  kind: %s", cmp.Or(b.kind, "file"))
	}
	switch {
	case b.URL != "":
		line("  url: %s", quoted(b.URL))
	case b.Path != "":
		path, err := filepath.Abs(b.Path)
		if err != nil {
			path = b.Path
		}
		line("  path: %s", quoted(path))
	case b.Preset == "":
		line("  path: %s", quoted(recordsFile))
	}
	if len(b.links) > 0 {
		line("  links: %s", quotedList(b.links))
	}
	if b.pages > manyPages {
		line("  timeout: %dm # %d pages, two a second", min(b.pages/60, 24*60), b.pages)
	}
	if items := cmp.Or(b.items, b.seen.Items); items != "" {
		line("  items: %s", quoted(items))
	}
	if b.seen.Pages != (upstream.Plan{}) {
		line("  pages: %s", b.seen.Pages)
	}
	if len(b.Headers) > 0 {
		line("  headers:")
	}
	for _, h := range b.Headers {
		name, value, _ := strings.Cut(h, ":")
		line("    %s: %s", quoted(strings.TrimSpace(name)), quoted(strings.TrimSpace(value)))
	}
	if b.URL != "" && b.Preset == "" && len(b.Headers) == 0 {
		line("  # headers: {Authorization: \"Bearer ${BACKEND_TOKEN}\"} # secrets come from the " +
			"environment")
	}
	return text.String()
}

// samples is what the sample events say, in one language.
type samples struct {
	Names [3]string `i18n:"sample.names"`
	About string    `i18n:"sample.about"`
	Venue string    `i18n:"sample.venue"`
}

var samplesOf = i18n.Bind[samples]()

// sampleRecords returns a small catalogue of events in the future.
func (b *Brand) sampleRecords(now time.Time) string {
	type record map[string]any
	night := func(days int) string {
		return now.AddDate(0, 0, days).Format(time.DateOnly) + "T20:00:00"
	}
	zone := cmp.Or(b.Timezone, "UTC")
	say := samplesOf(cmp.Or(b.Locale, fallbackLocale))
	names, about := say.Names, "<p>"+say.About+"</p>"
	place := record{"name": say.Venue, "city": "São Paulo", "state": "São Paulo",
		"state_abbr": "SP"}
	list := []record{
		{"id": 1, "name": names[0], "description": about, "starts_at": night(14), "timezone": zone,
			"location": place,
			"tickets":  []record{{"name": "1", "price": 8000, "fee": 800, "available": true}}},
		{"id": 2, "name": names[1], "description": about, "starts_at": night(30), "timezone": zone,
			"location": place},
		{"id": 3, "name": names[2], "description": about, "starts_at": night(45), "timezone": zone,
			"is_online": true},
	}
	text, err := json.MarshalIndent(list, "", "  ")
	if err != nil {
		panic(err) // texts and numbers only
	}
	return string(text) + "\n"
}

// quotedList is a list of strings in YAML.
func quotedList(list []string) string {
	quotes := make([]string, len(list))
	for i, s := range list {
		quotes[i] = quoted(s)
	}
	return "[" + strings.Join(quotes, ", ") + "]"
}

func quoted(s string) string {
	text, err := json.Marshal(s)
	if err != nil {
		panic(err) // a string
	}
	return string(text)
}
