package onboard_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cartaz/brands"
	"cartaz/builder/catalog"
	"cartaz/builder/internal/onboard"
	"cartaz/builder/internal/upstream"
	"cartaz/builder/internal/upstream/fetch"
	"cartaz/builder/internal/validate"
)

// backend answers the requests of its table, and records all others.
type backend struct {
	// METHOD, address, for a POST its variables, to a file; "404 file" for another status
	answers map[string]string
	header  string // a header field that every request must have, as "Name: value"

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
		if err := json.NewDecoder(r.Body).Decode(&body); err != nil ||
			!strings.HasPrefix(body.Query, "query Events(") {
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
	b, err := brands.LoadOne(dir, brands.LoadOptions{Presets: onboard.Presets(),
		Env: func(name string) (string, bool) {
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
		Options: fetch.Options{
			Transport: transport,
			Now: func() time.Time {
				mu.Lock()
				defer mu.Unlock()
				return now
			},
			Sleep: func(_ context.Context, d time.Duration) error {
				mu.Lock()
				defer mu.Unlock()
				now = now.Add(d)
				return nil
			}}}
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
	State    string   `json:"state,omitempty"`
	Previous string   `json:"previous,omitempty"`
	Images   []string `json:"images,omitempty"`

	Location *catalog.Place    `json:"location,omitempty"`
	Producer *catalog.Producer `json:"producer,omitempty"`
	BuyURL   string            `json:"buy_url,omitempty"`
	Tickets  []string          `json:"tickets,omitempty"`
	Updated  string            `json:"updated,omitempty"`
}

// show checks a record of an item, and reports whether it is public.
func show(record any, i upstream.Item, checker *validate.Checker) (s shown, public bool) {
	made := checker.Gate(record, i.Pos.String(), i.Value)
	rec, key, findings := made.Record, made.Key, made.Findings
	s = shown{Position: i.Pos.String()}
	for _, f := range findings {
		s.Found = append(s.Found, f.Reason+": "+f.Detail)
	}
	if rec == nil {
		return s, key.ID == 0
	}
	s.ID, s.Slug, s.Name = rec.ID, rec.Slug, rec.Name
	s.Text, s.Status, s.Zone = rec.Description, rec.Status, rec.Timezone
	if s.Text != "" {
		s.Format = rec.Format
	}
	if len(s.Text) > 160 {
		s.Text = strings.ToValidUTF8(s.Text[:160], "") + fmt.Sprintf("… (%d bytes)",
			len(rec.Description))
	}
	s.Starts, s.Ends = rec.Starts.String(), rec.Ends.String()
	s.Online, s.Closed = rec.IsOnline, rec.IsClosed
	s.State, s.Previous = string(rec.State), rec.PreviousStarts.String()
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
		s.Tickets = append(s.Tickets, fmt.Sprintf("%s: %s %s, available %t", ticket.Name, total,
			ticket.Currency, ticket.Available))
	}
	if !rec.UpdatedAt.IsZero() {
		s.Updated = rec.UpdatedAt.UTC().Format(time.RFC3339)
	}
	return s, true
}

// answersOf is a table of GET requests: addresses below base, to files in folder.
func answersOf(base, folder string, files map[string]string) map[string]string {
	answers := make(map[string]string, len(files))
	for address, file := range files {
		answers["GET "+base+address] = folder + "/" + file
	}
	return answers
}
