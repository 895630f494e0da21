package onboard

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/url"
	"time"

	"cartaz/builder/internal/upstream"
	"cartaz/builder/internal/upstream/fetch"
)

const (
	documentBytes = 64 << 20         // of a document that is looked at, decoded
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
func newAsker(src upstream.Source) *asker {
	src.MaxBytes, src.Timeout = documentBytes, siteTimeout
	return &asker{src: src, fetcher: fetch.New(
		fetch.Source{Source: src.Source, SiteURL: src.SiteURL,
			Accept: "application/json, */*;q=0.5"},
		fetch.Options{Idle: detectTimeout, Until: time.Now().Add(siteTimeout)})}
}

// get gives a document, and the fields of its header that say how it is paged.
func (a *asker) get(ctx context.Context, address string) ([]byte, map[string]string, error) {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" {
		return nil, nil, fmt.Errorf("%w: source.url is not an http(s) address",
			upstream.ErrUnavailable)
	}
	where := fetch.Origin(u) + u.EscapedPath()
	answer, err := a.fetcher.Fetch(ctx, &fetch.Request{URL: u, Where: where}, nil)
	if err != nil {
		return nil, nil, fetch.Redact(a.src.Source, err)
	}
	defer answer.Close()
	text, err := answer.Text(ctx, documentBytes)
	return text, answer.Signs, err
}

// look tells what a document is.
func (a *asker) look(ctx context.Context, address string) (s upstream.Sight, err error) {
	b, _, err := a.get(ctx, address)
	if err != nil {
		return s, err
	}
	return upstream.Look(ctx, bytes.NewReader(b), address)
}

// errKind says that no kind of source reads a document.
var errKind = errors.New("it is neither JSON, nor a calendar, a table, a feed, XML nor HTML")
