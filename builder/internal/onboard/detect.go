package onboard

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"

	"cartaz/brands"
	"cartaz/builder/internal/paging"
	"cartaz/builder/internal/upstream"
	"cartaz/builder/internal/upstream/fetch"
)

// The limits of reading the source of a new brand.
const (
	detectTimeout = 20 * time.Second // for one address; a person waits
)

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
func (b *Brand) detect(ctx context.Context, dir string) error {
	given := b.URL
	for range maxMoves {
		err := b.recognise(ctx, dir)
		moved, ok := errors.AsType[*fetch.RedirectError](err)
		if !ok || moved.To == nil || !b.follows(moved.To) {
			if err != nil {
				b.URL = given
			}
			return err
		}
		b.URL = moved.To.String()
	}
	b.URL = given
	return fmt.Errorf("%w: leads through more than %d hosts", upstream.ErrUnavailable, maxMoves)
}

// recognise requests the address once and chooses preset and paging by the answer. It writes the
// brand to dir for the request. When nothing can be read, b stays as it is and the error says why.
func (b *Brand) recognise(ctx context.Context, dir string) error {
	var failed error
	var answered string // the address that gave an answer that is not JSON
	addresses := []string{b.URL}
	if u, err := url.Parse(b.URL); err == nil && strings.Trim(u.Path, "/") == "" &&
		u.RawQuery == "" {
		for _, root := range listPaths {
			addresses = append(addresses, strings.TrimSuffix(b.URL, "/")+root)
		}
	}
	for _, address := range addresses {
		probe := *b
		probe.URL = address
		answer, asked, err := probe.fetchFirst(ctx, dir)
		if err != nil {
			if address == b.URL && errors.Is(err, upstream.ErrMalformed) {
				answered = address
			}
			failed = cmp.Or(failed, err) // report the error of the given address
			continue
		}
		if g, ok := Recognise(answer, asked); ok {
			b.URL, b.Preset, b.seen = address, g.Preset, g
			return nil
		}
	}
	if answered == "" {
		return failed
	}
	loaded, err := b.probe(dir)
	if err != nil {
		return err
	}
	f, line, err := sniff(ctx, upstream.FromBrand(loaded))
	switch g, ok := Recognise(paging.Answer{Doc: line}, nil); {
	case err != nil:
		return err
	case f.kind == "http" && ok: // an item a line
		b.Preset, b.seen = g.Preset, g
	case f.kind == "http":
		return failed // it is JSON, but not as it should be
	default:
		if f.url == loaded.Source.URL {
			f.url = b.URL // as it was given, with its variables
		}
		b.found, b.URL = f, f.url
	}
	return nil
}

// detectFile finds out what a file is.
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
	s, err := upstream.Look(ctx, bytes.NewReader(text), "")
	switch {
	case err != nil:
		return err
	case s.Kind == "", s.Sitemap:
		return fmt.Errorf("%s: %w", b.Path, errKind)
	case s.Kind != "http":
		b.found = found{kind: s.Kind, items: s.Items, language: s.Language}
		return nil
	}
	var doc any
	if json.Unmarshal(text, &doc) != nil {
		doc = firstLine(text)
	}
	g, ok := Recognise(paging.Answer{Doc: doc}, nil)
	if !ok {
		return fmt.Errorf("%s: no list of objects: write source.items", b.Path)
	}
	b.Preset, b.seen = g.Preset, g
	b.seen.Pages, b.seen.Doubt = paging.Plan{}, ""
	return nil
}

// firstLine is a list of the object on the first line of a document; nil for none.
func firstLine(text []byte) any {
	line, _, _ := bytes.Cut(text, []byte("\n"))
	var object map[string]any
	if json.Unmarshal(line, &object) != nil {
		return nil
	}
	return []any{object}
}

// probe writes the brand to dir and loads it.
func (b *Brand) probe(dir string) (*brands.Brand, error) {
	file := filepath.Join(dir, brands.FileName)
	if err := os.WriteFile(file, []byte(b.yaml()), 0o644); err != nil {
		return nil, err
	}
	return brands.LoadOne(dir, brands.LoadOptions{Env: b.Lookup, Presets: Presets()})
}

// fetchFirst reads the first answer of the source, and returns it with the requested address.
func (b *Brand) fetchFirst(
	ctx context.Context, dir string,
) (a paging.Answer, asked *url.URL, err error) {
	loaded, err := b.probe(dir)
	if err != nil {
		return a, nil, err
	}
	src := upstream.FromBrand(loaded)
	src.Timeout = detectTimeout
	if a, err = upstream.First(ctx, src, upstream.Options{}); err != nil {
		return a, nil, err
	}
	asked, err = url.Parse(src.URL)
	return a, asked, err
}
