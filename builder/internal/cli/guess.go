package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"cartaz/brands"
	"cartaz/builder/internal/intake"
	"cartaz/builder/internal/presets"
	"cartaz/builder/internal/upstream"
)

// The limits of looking at a source.
const (
	lookTime = 20 * time.Second // for one address; a person waits
	tried    = 20               // records that a first try reads
)

// hostPresets are the backends whose hosts tell them.
var hostPresets = map[string]string{
	"sympla.com.br": "sympla", "eventbriteapi.com": "eventbrite", "ticketmaster.com": "ticketmaster", "openagenda.com": "openagenda",
}

// pathPresets are those whose paths do. The folders are in the order in which
// they are looked for at an address without one.
var pathPresets = []struct{ folder, preset string }{
	{"/wp-json/tribe/events/v1/events", "wordpress"},
	{"/api/v1/organizers/", "pretix"},
	{"/linkedevents/v1/event", "linkedevents"},
}

// roots are the lists that a backend may have when the address is that of its
// front page.
var roots = []string{"/api/events", "/wp-json/tribe/events/v1/events"}

// guessPreset knows the backends whose addresses tell them; "" for any other.
func guessPreset(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return ""
	}
	host := strings.ToLower(u.Hostname())
	for suffix, preset := range hostPresets {
		if host == suffix || strings.HasSuffix(host, "."+suffix) {
			return preset
		}
	}
	for _, p := range pathPresets {
		if strings.Contains(u.Path, p.folder) {
			return p.preset
		}
	}
	return ""
}

// trial is what a first look at the source gave.
type trial struct {
	Records int    `json:"records"`         // that could be published, of those read
	Dropped int    `json:"dropped"`         // that could not
	More    bool   `json:"more"`            // there may be more: the try ended at the first ones
	First   string `json:"first,omitempty"` // name of the first, with its time
	Why     string `json:"why,omitempty"`   // why the first that was dropped was
	Error   string `json:"error,omitempty"` // why no more was read
}

// look asks the address once what it is, and settles preset and paging by that.
// dir holds the brand meanwhile. What cannot be read is left as it was given, and
// the error says why.
func (n *newBrand) look(ctx context.Context, c *command, dir string) error {
	var failed error
	addresses := []string{n.url}
	if u, err := url.Parse(n.url); err == nil && strings.Trim(u.Path, "/") == "" && u.RawQuery == "" {
		for _, root := range roots {
			addresses = append(addresses, strings.TrimSuffix(n.url, "/")+root)
		}
	}
	for _, address := range addresses {
		probe := *n
		probe.url = address
		doc, err := probe.document(ctx, c, dir)
		if err != nil {
			failed = cmp.Or(failed, err) // that of the address itself
			continue
		}
		if g, ok := presets.Recognise(doc); ok {
			n.url, n.preset, n.seen = address, g.Preset, g
			return nil
		}
	}
	return failed
}

// document reads one whole answer.
func (n *newBrand) document(ctx context.Context, c *command, dir string) (doc any, err error) {
	if err := os.WriteFile(filepath.Join(dir, brands.FileName), []byte(n.yaml()), 0o644); err != nil {
		return nil, err
	}
	b, err := brands.LoadOne(dir, c.loadOptions())
	if err != nil {
		return nil, err
	}
	src := upstream.FromBrand(b)
	src.Items, src.Pages, src.Timeout = "[.]", brands.Pages{Style: brands.PagesNone}, lookTime
	_, err = upstream.Pull(ctx, src, upstream.Options{}, func(item upstream.Item) error {
		doc = item.Value
		return nil
	})
	return doc, err
}

// errEnough ends a try.
var errEnough = errors.New("enough")

// try reads the first records as a build would.
func try(ctx context.Context, b *brands.Brand, now time.Time) *trial {
	checker := intake.New(intake.Config{Zone: b.Zone, ZoneName: b.Timezone, Currency: b.Currency, BuyURL: b.BuyURL, Now: now})
	src := upstream.FromBrand(b)
	src.Timeout = lookTime
	t := &trial{}
	_, err := upstream.Pull(ctx, src, upstream.Options{}, func(item upstream.Item) error {
		rec, _, findings := checker.Check(item.Value, item.Pos.String())
		switch {
		case rec == nil:
			t.Dropped++
			at := slices.IndexFunc(findings, func(f intake.Finding) bool { return f.Kind == intake.Dropped })
			if t.Why == "" && at >= 0 {
				t.Why = findings[at].Detail
			}
		default:
			t.Records++
			if t.First == "" {
				t.First = strings.TrimSuffix(rec.Name+", "+rec.Starts.String(), ", ")
			}
		}
		if t.Records+t.Dropped == tried {
			return errEnough
		}
		return nil
	})
	if t.More = errors.Is(err, errEnough); err != nil && !t.More {
		t.Error = err.Error()
	}
	return t
}

// text says what came of it, for people.
func (t *trial) text(preset, file string) string {
	how := ""
	if preset != "" {
		how = " with the preset " + preset
	}
	count := fmt.Sprint(t.Records)
	if t.More {
		count = "the first " + count
	}
	switch {
	case t.Error != "" && t.Records == 0:
		return fmt.Sprintf("the source could not be read%s: %s\nrepair source in %s, then go on\n", how, t.Error, file)
	case t.Records == 0:
		return fmt.Sprintf("none of %d records that were read%s can be published: %s\nwrite a source.map in %s, then go on\n", t.Dropped, how, t.Why, file)
	case t.Error != "":
		return fmt.Sprintf("read %s events%s, then: %s\n", count, how, t.Error)
	}
	text := fmt.Sprintf("read %s events%s, beginning with %s\n", count, how, t.First)
	if t.Dropped > 0 {
		text += fmt.Sprintf("%d more cannot be published: %s\n", t.Dropped, t.Why)
	}
	return text
}
