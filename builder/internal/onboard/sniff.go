package onboard

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/url"
	"time"

	"cartaz/brands"
	"cartaz/builder/internal/upstream"
	"cartaz/builder/internal/upstream/fetch"
)

const (
	documentBytes = 8 << 20          // of a document that is looked at, decoded
	siteTimeout   = 60 * time.Second // for a whole site
)

// found is a source that is not JSON.
type found struct {
	kind     string
	url      string
	links    []string // of kind html
	pages    int      // that fit links; 0 when not known
	items    string   // of kind xml; "" for what the kind finds itself
	language string   // that the document names; "" for none
}

// asker asks for the documents of one host.
type asker struct {
	fetcher *fetch.Fetcher
	src     upstream.Source
}

// newAsker asks in the name of a brand, as its pull does, but waits for less.
func newAsker(src upstream.Source, timeout time.Duration) *asker {
	src.MaxBytes, src.Timeout = documentBytes, timeout
	return &asker{src: src, fetcher: fetch.New(
		fetch.Source{Source: src.Source, SiteURL: src.SiteURL, Accept: "*/*"},
		fetch.Options{Idle: timeout, Until: time.Now().Add(timeout)})}
}

// get gives the beginning of a document.
func (a *asker) get(ctx context.Context, address string) ([]byte, error) {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" {
		return nil, fmt.Errorf("%w: source.url is not an http(s) address", upstream.ErrUnavailable)
	}
	answer, err := a.fetcher.Fetch(ctx, &fetch.Request{URL: u,
		Where: fetch.Origin(u) + u.EscapedPath()}, nil)
	if err != nil {
		return nil, fetch.Redact(a.src.Source, err)
	}
	defer answer.Close()
	return answer.Text(ctx, documentBytes)
}

// look tells what a document is.
func (a *asker) look(ctx context.Context, address string) (s upstream.Sight, err error) {
	b, err := a.get(ctx, address)
	if err != nil {
		return s, err
	}
	return upstream.Look(ctx, bytes.NewReader(b), address)
}

// errKind says that no kind of source reads a document.
var errKind = errors.New("it is neither JSON, nor a calendar, a table, a feed, XML nor HTML")

// sniff asks for an address and tells by its content which kind of source reads it, and the item on
// its first line, as NDJSON has it. For a page without events it looks where the site has them.
func sniff(ctx context.Context, src upstream.Source) (f found, line any, err error) {
	ctx, cancel := context.WithTimeout(ctx, siteTimeout)
	defer cancel()
	a := newAsker(src, siteTimeout)
	defer a.fetcher.Close()
	text, err := a.get(ctx, src.URL)
	if err != nil {
		return f, nil, err
	}
	s, err := upstream.Look(ctx, bytes.NewReader(text), src.URL)
	switch {
	case err != nil:
		return f, nil, err
	case s.Kind == "":
		return f, nil, fmt.Errorf("%s: %w", src.Redact(src.URL), errKind)
	case s.Kind == brands.KindHTML:
		f, err = a.site(ctx, src.URL, s)
	default:
		f = found{kind: s.Kind, url: src.URL, items: s.Items}
	}
	f.language = s.Language
	return f, firstLine(text), err
}
