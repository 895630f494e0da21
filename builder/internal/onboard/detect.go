package onboard

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"strings"
	"time"

	"cartaz/brands"
	"cartaz/builder/internal/upstream"
	"cartaz/builder/internal/upstream/fetch"
)

// detectTimeout is how long the reading of one address may take; a person waits.
const detectTimeout = 20 * time.Second

// hostPresets are the presets of backends that are known by their host.
var hostPresets = map[string]string{
	"sympla.com.br": "sympla", "eventbriteapi.com": "eventbrite",
	"ticketmaster.com": "ticketmaster", "openagenda.com": "openagenda",
}

// pathPresets are the presets of backends that are known by a part of their path.
var pathPresets = []struct{ folder, preset string }{
	{"/wp-json/tribe/events/v1/events", "wordpress"},
	{"/api/v1/organizers/", "pretix"},
	{"/linkedevents/v1/event", "linkedevents"},
}

// listPaths are the paths of lists that are tried when the address is that of a front page.
var listPaths = []string{"/api/events", "/wp-json/tribe/events/v1/events"}

// guessPreset returns the preset of a backend that is known by its address; "" for any other.
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

// detect finds out what the address is, and what it is when it redirects to another host. A build
// stays on the host of its source; init may leave it, because a person reads the address that it
// writes.
func (b *Brand) detect(ctx context.Context, src upstream.Source) error {
	given := b.URL
	for range maxMoves {
		err := b.recognise(ctx, src)
		moved, ok := errors.AsType[*fetch.RedirectError](err)
		if !ok || moved.To == nil || !b.follows(moved.To) {
			if err != nil {
				b.URL = given
			}
			return err
		}
		b.URL = moved.To.String()
		src.URL = b.URL
	}
	b.URL = given
	return fmt.Errorf("%w: leads through more than %d hosts", upstream.ErrUnavailable, maxMoves)
}

// recognise asks for the address, and for the usual lists of a front page, and chooses how the
// source is read by what answers. When nothing can be read, b stays as it is.
func (b *Brand) recognise(ctx context.Context, src upstream.Source) error {
	ctx, cancel := context.WithTimeout(ctx, siteTimeout)
	defer cancel()
	a := newAsker(src)
	defer a.fetcher.Close()
	address := src.URL
	var site *upstream.Sight
	text, signs, failed := a.get(ctx, address)
	if failed == nil {
		site, failed = b.tell(ctx, text, signs, address)
	}
	u, err := url.Parse(address)
	if err == nil && strings.Trim(u.Path, "/") == "" && u.RawQuery == "" && b.Preset == "" {
		for _, list := range listPaths {
			at := strings.TrimSuffix(address, "/") + list
			if text, signs, err = a.get(ctx, at); err != nil {
				continue
			}
			if _, err = b.tell(ctx, text, signs, at); err == nil && b.Preset != "" {
				b.found, b.URL = found{}, strings.TrimSuffix(b.URL, "/")+list
				return nil
			}
		}
	}
	if failed != nil || site == nil {
		return failed
	}
	f, err := a.site(ctx, address, *site)
	if err == nil {
		b.found = f
		b.language = site.Language
	}
	if err == nil && f.url != address {
		b.URL = f.url // else as it was given, with its variables
	}
	return err
}

// tell finds out what a document is and how its source is read. signs are fields of its header,
// address is "" for a file. site is there for a page or a sitemap, of which it says nothing yet.
func (b *Brand) tell(ctx context.Context, text []byte, signs map[string]string,
	address string) (site *upstream.Sight, err error) {
	s, err := upstream.Look(ctx, bytes.NewReader(text), address)
	switch {
	case err != nil:
		return nil, err
	case s.Kind == "":
		return nil, errKind
	case s.Kind == brands.KindHTML:
		return &s, nil
	case s.Kind != "http":
		b.found = found{kind: s.Kind, items: s.Items, language: s.Language}
		return nil, nil
	}
	answer := upstream.Signs{Header: signs}
	if err := json.Unmarshal(text, &answer.Doc); err != nil {
		line, _, _ := bytes.Cut(text, []byte("\n")) // an item a line
		var object map[string]any
		if json.Unmarshal(line, &object) != nil {
			return nil, fmt.Errorf("%w: %w", upstream.ErrMalformed, err)
		}
		answer.Doc = []any{object}
	}
	var asked *url.URL
	if address != "" {
		asked, _ = url.Parse(address) // it was asked for
	}
	if g, ok := Recognise(answer, asked); ok {
		b.Preset, b.seen = g.Preset, g
	}
	return nil, nil
}

// detectFile finds out what the file of b is.
func (b *Brand) detectFile(ctx context.Context) error {
	f, err := os.Open(b.Path)
	if err != nil {
		return err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, documentBytes))
	if err != nil {
		return err
	}
	site, err := b.tell(ctx, text, nil, "")
	b.seen.Pages, b.seen.Doubt = upstream.Plan{}, ""
	if site != nil {
		b.found = found{kind: brands.KindHTML, language: site.Language}
	}
	return err
}
