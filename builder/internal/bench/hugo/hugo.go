// Package hugo makes a Hugo site of a generated catalogue: the peer that the
// benchmark builds beside ours. Its templates (site/) draw the same event pages
// with the same words, in HTML, Markdown, iCalendar and JSON, the home page, the
// pages of cities and organisers, sitemap, llms.txt and the list of all events,
// at the same addresses. What it lacks, in its favour: problem pages, discovery
// documents, the style sheet, the pieces of the list page, the search index.
//
// Content files hold what an importer would write for Hugo: the description as
// Markdown, dates with their offset. That work is not measured for Hugo; ours
// does it inside the measured build.
package hugo

import (
	"embed"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"cartaz/builder/catalog"
	"cartaz/builder/internal/generate"
	"cartaz/builder/internal/markup"
)

//go:embed all:site
var site embed.FS

// record is a line of a generated catalogue.
type record struct {
	ID          int64            `json:"id"`
	Name        string           `json:"name"`
	Slug        string           `json:"slug"`
	Description string           `json:"description"`
	Status      string           `json:"status"`
	StartsAt    string           `json:"starts_at"`
	EndsAt      string           `json:"ends_at"`
	Timezone    string           `json:"timezone"`
	Location    place            `json:"location"`
	Producer    map[string]any   `json:"producer"`
	Tickets     []map[string]any `json:"tickets"`
}

type place struct {
	Name      string  `json:"name"`
	City      string  `json:"city"`
	State     string  `json:"state"`
	StateAbbr string  `json:"state_abbr"`
	Address   string  `json:"formatted_address"`
	Latitude  float64 `json:"latitude"`
	Longitude float64 `json:"longitude"`
}

// Write writes the site of a catalogue below dir: templates and one content file per event, over
// existing files. Two catalogues that differ only in Options.Changed can be written into the same
// folder, one after the other.
func Write(dir string, o generate.Options) error {
	templates, err := fs.Sub(site, "site")
	if err != nil {
		return err
	}
	if err := writeTemplates(dir, templates); err != nil {
		return err
	}
	content := filepath.Join(dir, "content", "eventos")
	if err := os.MkdirAll(content, 0o755); err != nil {
		return err
	}
	r, w := io.Pipe()
	go func() { w.CloseWithError(generate.Records(w, o)) }()
	defer r.Close() // ends the generator when a file cannot be written
	for dec := json.NewDecoder(r); ; {
		var rec record
		if err := dec.Decode(&rec); err == io.EOF {
			return nil
		} else if err != nil {
			return fmt.Errorf("generated catalogue: %w", err)
		}
		page, err := rec.page()
		if err != nil {
			return fmt.Errorf("event %s: %w", rec.Slug, err)
		}
		if err := os.WriteFile(filepath.Join(content, rec.Slug+".md"), page, 0o644); err != nil {
			return err
		}
	}
}

func writeTemplates(dir string, templates fs.FS) error {
	return fs.WalkDir(templates, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		target := filepath.Join(dir, name)
		if entry.IsDir() {
			return os.MkdirAll(target, 0o755)
		}
		b, err := fs.ReadFile(templates, name)
		if err != nil {
			return err
		}
		return os.WriteFile(target, b, 0o644)
	})
}

// page returns the content file of an event: front matter in JSON, which Hugo reads fastest, and
// the description in Markdown.
func (r *record) page() ([]byte, error) {
	zone := catalog.Zone(r.Timezone)
	if zone == nil {
		return nil, fmt.Errorf("no zone %q", r.Timezone)
	}
	start, err := instant(r.StartsAt, zone)
	if err != nil {
		return nil, err
	}
	end, err := instant(r.EndsAt, zone)
	if err != nil {
		return nil, err
	}
	text := markup.Clean(r.Description, "html")
	head, err := json.Marshal(map[string]any{
		"title": r.Name, "date": start, "id": r.ID, "slug": r.Slug, "status": r.Status,
		"description": text.HTML, "starts_at": start, "ends_at": end, "timezone": r.Timezone,
		"location": map[string]string{
			"name": r.Location.Name, "city": r.Location.City, "state": r.Location.State,
			"state_abbr":        r.Location.StateAbbr,
			"formatted_address": r.Location.Address, "latitude": degrees(r.Location.Latitude),
			"longitude": degrees(r.Location.Longitude),
		},
		"producer": r.Producer, "organisation": r.Producer["name"], "tickets": r.Tickets,
		"cidades":       []string{r.Location.City + ", " + r.Location.StateAbbr},
		"organizadores": []any{r.Producer["name"]},
	})
	if err != nil {
		return nil, err
	}
	return fmt.Appendf(head, "\n\n%s\n", text.Markdown), nil
}

// instant puts the offset of the zone to a local time.
func instant(local string, zone *time.Location) (string, error) {
	t, err := time.ParseInLocation(catalog.LocalTime, local, zone)
	if err != nil {
		return "", err
	}
	return t.Format(catalog.LocalTime + "-07:00"), nil
}

func degrees(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }
