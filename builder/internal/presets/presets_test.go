package presets_test

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cartaz/brands"
	"cartaz/builder/catalog"
	"cartaz/builder/internal/intake"
	"cartaz/builder/internal/presets"
	"cartaz/builder/internal/upstream"
)

var update = flag.Bool("update", false, "write the golden files anew")

const recorded = "../upstream/testdata"

// backend answers what its table holds, and notes everything else.
type backend struct {
	answers map[string]string // METHOD, address, for a POST its variables, to a file; "404 file" for another status
	header  string            // a header field that every request must have, as "Name: value"

	mu      sync.Mutex
	asked   []string
	strange []string
}

func (b *backend) RoundTrip(r *http.Request) (*http.Response, error) {
	key := r.Method + " " + r.URL.String()
	if r.Body != nil {
		var body struct {
			Query     string
			Variables json.RawMessage
		}
		if err := json.NewDecoder(r.Body).Decode(&body); err != nil || !strings.HasPrefix(body.Query, "query Events(") {
			return nil, fmt.Errorf("no query: %w", err)
		}
		key += " " + string(body.Variables)
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.asked = append(b.asked, key)
	name, v, _ := strings.Cut(b.header, ": ")
	if b.header != "" && r.Header.Get(name) != v {
		b.strange = append(b.strange, key+" without "+b.header)
	}
	rec := httptest.NewRecorder()
	file, known := b.answers[key]
	if !known {
		b.strange = append(b.strange, key)
		rec.WriteHeader(http.StatusTeapot)
		return rec.Result(), nil
	}
	if status, rest, ok := strings.Cut(file, " "); ok {
		file = rest
		var code int
		if _, err := fmt.Sscan(status, &code); err != nil {
			return nil, err
		}
		rec.WriteHeader(code)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	_, err = rec.Write(text)
	return rec.Result(), err
}

// load makes a brand of a source.
func load(t *testing.T, source string, env map[string]string) *brands.Brand {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "palco")
	require.NoError(t, os.Mkdir(dir, 0o755))
	require.NoError(t, os.WriteFile(filepath.Join(dir, brands.FileName), []byte(`name: Palco
locale: pt-BR
timezone: America/Sao_Paulo
site_url: https://palco.example
base_url: https://palco.example/api/public/v1
auth_url: https://auth.palco.example
source:
`+source), 0o644))
	b, err := brands.LoadOne(dir, brands.LoadOptions{Presets: presets.Files(), Env: func(name string) (string, bool) {
		v, ok := env[name]
		return v, ok
	}})
	require.NoError(t, err)
	return b
}

// noWaiting is a clock that passes while a pull sleeps.
func noWaiting(transport http.RoundTripper) upstream.Options {
	var mu sync.Mutex
	now := time.Date(2026, 5, 23, 12, 0, 0, 0, time.UTC)
	return upstream.Options{
		Transport: transport,
		Now:       func() time.Time { mu.Lock(); defer mu.Unlock(); return now },
		Sleep: func(_ context.Context, d time.Duration) error {
			mu.Lock()
			defer mu.Unlock()
			now = now.Add(d)
			return nil
		},
	}
}

// shown is a checked record as the golden files have it.
type shown struct {
	Position string   `json:"position"`
	Found    []string `json:"found,omitempty"` // reason: detail
	ID       int64    `json:"id,omitempty"`
	Slug     string   `json:"slug,omitempty"`
	Name     string   `json:"name,omitempty"`
	Text     string   `json:"description,omitempty"`
	Format   string   `json:"format,omitempty"`
	Status   string   `json:"status,omitempty"`
	Starts   string   `json:"starts,omitempty"`
	Ends     string   `json:"ends,omitempty"`
	Zone     string   `json:"timezone,omitempty"`
	Online   bool     `json:"online,omitempty"`
	Closed   bool     `json:"closed,omitempty"`
	Images   []string `json:"images,omitempty"`

	Location *catalog.Place    `json:"location,omitempty"`
	Producer *catalog.Producer `json:"producer,omitempty"`
	BuyURL   string            `json:"buy_url,omitempty"`
	Tickets  []string          `json:"tickets,omitempty"`
	Updated  string            `json:"updated,omitempty"`
}

func show(item upstream.Item, checker *intake.Checker) shown {
	rec, _, findings := checker.Check(item.Value, item.Pos.String())
	s := shown{Position: item.Pos.String()}
	for _, f := range findings {
		s.Found = append(s.Found, f.Reason+": "+f.Detail)
	}
	if rec == nil {
		return s
	}
	s.ID, s.Slug, s.Name, s.Text, s.Status, s.Zone = rec.ID, rec.Slug, rec.Name, rec.Description, rec.Status, rec.Timezone
	if s.Text != "" {
		s.Format = rec.Format
	}
	if len(s.Text) > 160 {
		s.Text = strings.ToValidUTF8(s.Text[:160], "") + fmt.Sprintf("… (%d bytes)", len(rec.Description))
	}
	s.Starts, s.Ends, s.Online, s.Closed = rec.Starts.String(), rec.Ends.String(), rec.IsOnline, rec.IsClosed
	for _, image := range []string{rec.Banner, rec.Thumbnail} {
		if image != "" {
			s.Images = append(s.Images, image)
		}
	}
	s.Location, s.Producer, s.BuyURL = rec.Location, rec.Producer, rec.BuyURL
	for _, ticket := range rec.Tickets {
		total := "unknown"
		if sum, ok := ticket.Total(); ok {
			total = fmt.Sprint(sum)
		}
		s.Tickets = append(s.Tickets, fmt.Sprintf("%s: %s %s, available %t", ticket.Name, total, ticket.Currency, ticket.Available))
	}
	if !rec.UpdatedAt.IsZero() {
		s.Updated = rec.UpdatedAt.UTC().Format(time.RFC3339)
	}
	return s
}

// TestPresets pulls each preset's bodies through the checks of the builder.
func TestPresets(t *testing.T) {
	for _, tt := range []struct {
		preset, source string
		env            map[string]string
		backend        *backend
		items, records int
	}{
		{"pretix", "  url: https://pretix.example/api/v1/organizers/palco/events/?live=true\n", map[string]string{"PRETIX_TOKEN": "tok3n"}, &backend{
			header: "Authorization: Token tok3n",
			answers: map[string]string{
				"GET https://pretix.example/api/v1/organizers/palco/events/?live=true":                   "testdata/pretix/page-1.json",
				"GET https://pretix.example/api/v1/organizers/palco/events/?live=true&page=2":            "testdata/pretix/page-2.json",
				"GET https://pretix.example/api/v1/organizers/palco/events/serie/subevents/?active=true": "testdata/pretix/serie-subevents.json",
				"GET https://pretix.example/api/v1/organizers/palco/events/longa/subevents/?active=true": "testdata/pretix/longa-subevents.json",
			}}, 6, 4},
		{"sympla", "", map[string]string{"SYMPLA_TOKEN": "tok3n"}, &backend{
			header: "S_token: tok3n",
			answers: map[string]string{
				"GET https://api.sympla.com.br/public/v1.5.1/events?page=1&page_size=100": "testdata/sympla/page-1.json",
				"GET https://api.sympla.com.br/public/v1.5.1/events?page=2&page_size=100": "testdata/sympla/page-2.json",
			}}, 5, 3},
		{"eventbrite", "  url: https://www.eventbriteapi.com/v3/organizations/77/events/?status=live\n", map[string]string{"EVENTBRITE_TOKEN": "tok3n"}, &backend{
			header: "Authorization: Bearer tok3n",
			answers: map[string]string{
				"GET https://www.eventbriteapi.com/v3/organizations/77/events/?status=live":                              "testdata/eventbrite/page-1.json",
				"GET https://www.eventbriteapi.com/v3/organizations/77/events/?continuation=eyJwYWdlIjogMn0&status=live": "testdata/eventbrite/page-2.json",
				"GET https://www.eventbriteapi.com/v3/events/1001/description/":                                          "testdata/eventbrite/description-1001.json",
				"GET https://www.eventbriteapi.com/v3/events/1002/description/":                                          "testdata/eventbrite/description-1002.json",
				"GET https://www.eventbriteapi.com/v3/events/1003/description/":                                          "testdata/eventbrite/description-1003.json",
				"GET https://www.eventbriteapi.com/v3/events/1004/description/":                                          "testdata/eventbrite/description-1004.json",
				"GET https://www.eventbriteapi.com/v3/events/1005/description/":                                          "testdata/eventbrite/description-1005.json",
			}}, 5, 3},
		{"ticketmaster", "", map[string]string{"TICKETMASTER_KEY": "k3y"}, &backend{answers: map[string]string{
			"GET https://app.ticketmaster.com/discovery/v2/events.json?apikey=k3y&countryCode=BR&page=0&size=200&sort=date%2Casc": "testdata/ticketmaster/page-0.json",
			"GET https://app.ticketmaster.com/discovery/v2/events.json?apikey=k3y&countryCode=BR&page=1&size=200&sort=date%2Casc": "testdata/ticketmaster/page-1.json",
		}}, 5, 4},
		{"mobilizon", "  url: https://mobilizon.example/api\n  pages: {size: 2}\n  body: {variables: {tags: livros}}\n", nil, &backend{answers: map[string]string{
			`POST https://mobilizon.example/api {"limit":2,"page":1,"tags":"livros"}`: "testdata/mobilizon/page-1.json",
			`POST https://mobilizon.example/api {"limit":2,"page":2,"tags":"livros"}`: "testdata/mobilizon/page-2.json",
		}}, 3, 3},
		{"wordpress", "  url: https://www.example.org/wp-json/tribe/events/v1/events\n", nil, &backend{answers: map[string]string{
			"GET https://www.example.org/wp-json/tribe/events/v1/events?page=1&per_page=50": "testdata/wordpress/page-1.json",
			"GET https://www.example.org/wp-json/tribe/events/v1/events?page=2&per_page=50": "testdata/wordpress/page-2.json",
		}}, 5, 3},
		{"openagenda", "  url: https://public.opendatasoft.example/records?order_by=uid\n  pages: {size: 9}\n", nil, &backend{answers: map[string]string{
			"GET https://public.opendatasoft.example/records?limit=9&offset=0&order_by=uid": "testdata/openagenda/page-0.json",
			"GET https://public.opendatasoft.example/records?limit=9&offset=9&order_by=uid": "testdata/openagenda/page-9.json",
		}}, 14, 13},
		{"linkedevents", "  url: https://api.hel.example/linkedevents/v1/event/?include=location\n", nil, &backend{answers: map[string]string{
			"GET https://api.hel.example/linkedevents/v1/event/?include=location&page_size=100":        "testdata/linkedevents/page-1.json",
			"GET https://api.hel.example/linkedevents/v1/event/?include=location&page=2&page_size=100": "testdata/linkedevents/page-2.json",
		}}, 4, 2},
		{"laravel", "  url: https://backend.example/api/eventos\n  pages: {last: \"1\", total: \"null\"}\n", nil, &backend{answers: map[string]string{
			"GET https://backend.example/api/eventos?page=1": recorded + "/laravel/resource-page-1.json",
		}}, 50, 50},
		{"gancio", "  url: https://gancio.example/api/events\n", nil, gancio(t), 66, 65},
	} {
		t.Run(tt.preset, func(t *testing.T) {
			b := load(t, "  preset: "+tt.preset+"\n"+tt.source, tt.env)
			checker := intake.New(intake.Config{Zone: b.Zone, ZoneName: b.Timezone, Currency: b.Currency, Now: time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)})
			var list []shown
			stats, err := upstream.Pull(t.Context(), upstream.FromBrand(b), noWaiting(tt.backend), func(item upstream.Item) error {
				list = append(list, show(item, checker))
				return nil
			})
			require.NoError(t, err)
			require.Empty(t, tt.backend.strange)
			require.Len(t, tt.backend.asked, len(tt.backend.answers), "each address once")
			require.Equal(t, tt.items, stats.Items)
			require.Equal(t, tt.records, stats.Records)
			for _, s := range list {
				require.NotEmpty(t, s.Name, s.Position)
				require.NotContains(t, fmt.Sprint(s), "tok3n")
			}
			golden(t, tt.preset, list)
		})
	}
}

// gancio is the recorded one; one event has gone since its list was read.
func gancio(t *testing.T) *backend {
	answers := map[string]string{"GET https://gancio.example/api/events": recorded + "/gancio/events.json"}
	details, err := filepath.Glob(recorded + "/gancio/detail/*.json")
	require.NoError(t, err)
	require.Len(t, details, 66)
	for _, file := range details {
		slug := strings.TrimSuffix(filepath.Base(file), ".json")
		if slug == "edu-falaschi" {
			file = "404 " + recorded + "/gancio/not-found.txt"
		}
		answers["GET https://gancio.example/api/event/detail/"+url.PathEscape(slug)] = file
	}
	return &backend{answers: answers}
}

// golden compares with, or writes, the records of a preset; of long lists the
// first ones.
func golden(t *testing.T, preset string, list []shown) {
	t.Helper()
	list = list[:min(len(list), 20)]
	var b strings.Builder
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", " ")
	require.NoError(t, enc.Encode(list))
	file := filepath.Join("testdata", preset, "records.golden.json")
	if *update {
		require.NoError(t, os.MkdirAll(filepath.Dir(file), 0o755))
		require.NoError(t, os.WriteFile(file, []byte(b.String()), 0o644))
	}
	want, err := os.ReadFile(file)
	require.NoError(t, err)
	require.Equal(t, string(want), b.String())
}

// TestRefusals: what each backend says when it refuses is an error, not a
// catalogue without events.
func TestRefusals(t *testing.T) {
	for _, tt := range []struct {
		preset, source, file, want string
		kind                       error
	}{
		{"mobilizon", "  url: https://b.example/api\n", "testdata/mobilizon/errors.json", `answered 200 with errors: "Cannot query field \"searchEvent\"`, upstream.ErrUnavailable},
		{"ticketmaster", "", "testdata/ticketmaster/fault.json", `answered 200 with errors: "Invalid ApiKey"`, upstream.ErrUnavailable},
		{"ticketmaster", "", "testdata/ticketmaster/empty.json", "hold no item", upstream.ErrEmpty},
		{"eventbrite", "  url: https://b.example/v3/organizations/1/events/\n", "testdata/eventbrite/error.json", "hold no item", upstream.ErrEmpty},
	} {
		t.Run(tt.preset, func(t *testing.T) {
			b := load(t, "  preset: "+tt.preset+"\n"+tt.source, map[string]string{"TICKETMASTER_KEY": "k3y-long", "EVENTBRITE_TOKEN": "tok3n"})
			text, err := os.ReadFile(tt.file)
			require.NoError(t, err)
			transport := roundTrip(func(*http.Request) (*http.Response, error) {
				rec := httptest.NewRecorder()
				_, err := rec.Write(text)
				return rec.Result(), err
			})
			_, err = upstream.Pull(t.Context(), upstream.FromBrand(b), noWaiting(transport), func(upstream.Item) error { return nil })
			require.ErrorIs(t, err, tt.kind)
			require.ErrorContains(t, err, tt.want)
		})
	}
}

type roundTrip func(*http.Request) (*http.Response, error)

func (f roundTrip) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

// TestFromDisk: a preset's program also reads a copy of the answers, without
// any secret.
func TestFromDisk(t *testing.T) {
	text, err := os.ReadFile("testdata/sympla/page-1.json")
	require.NoError(t, err)
	b := load(t, "  preset: sympla\n  kind: file\n  path: dump.json\n", nil)
	require.NoError(t, os.WriteFile(filepath.Join(b.Dir, "dump.json"), text, 0o644))
	stats, err := upstream.Pull(t.Context(), upstream.FromBrand(b), upstream.Options{}, func(upstream.Item) error { return nil })
	require.NoError(t, err)
	require.Equal(t, 2, stats.Records)
}

// TestEachPreset: the two files, a head that says how to use it, and a test
// above.
func TestEachPreset(t *testing.T) {
	tested, err := filepath.Glob("testdata/*/records.golden.json")
	require.NoError(t, err)
	require.Len(t, tested, len(presets.Names()))
	for _, name := range presets.Names() {
		text, err := fs.ReadFile(presets.Files(), name+"/"+brands.PresetFile)
		require.NoError(t, err)
		for _, part := range []string{"# A brand writes", "preset: " + name, "# Tested against ", "\nkind: http\n"} {
			require.Contains(t, string(text), part, name)
		}
		program, err := fs.ReadFile(presets.Files(), name+"/"+brands.PresetProgram)
		require.NoError(t, err)
		require.True(t, strings.HasPrefix(string(program), "# "), name)
		require.FileExists(t, filepath.Join("testdata", name, "records.golden.json"))
	}
}
