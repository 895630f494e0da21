package upstream

import (
	"context"
	"fmt"
	"io"
	"net/url"
	"strings"
	"time"

	"cartaz/brands"
	"cartaz/builder/internal/upstream/adapt/table"
	"cartaz/builder/internal/upstream/fetch"
)

// sniffBytes is how much of an answer tells its kind.
const sniffBytes = 64 << 10

// Sniff asks for the first page of an HTTP source once, and tells by its content which kind of
// source reads it: http for JSON, "" for what no kind reads. Its errors are those of [Pull].
func Sniff(ctx context.Context, src Source, opts Options) (kind string, err error) {
	opts = opts.withDefaults()
	if src.Timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, src.Timeout)
		defer cancel()
	}
	first, err := url.Parse(src.URL)
	if err != nil {
		return "", fmt.Errorf("%w: source.url is not an http(s) address", ErrUnavailable)
	}
	src.Kind = ""
	f := newFetcher(src, opts, opts.Now().Add(max(src.Timeout, time.Second)), false)
	defer f.Close()
	a, err := f.Fetch(ctx, &fetch.Request{URL: first,
		Where: fetch.Origin(first) + first.EscapedPath()}, nil)
	if err != nil {
		return "", fetch.Redact(src.Source, err)
	}
	defer a.Close()
	body, err := a.Open(ctx)
	if err != nil {
		return "", err
	}
	head, err := io.ReadAll(io.LimitReader(body, sniffBytes))
	if err != nil {
		return "", err
	}
	return kindOf(head), nil
}

// kindOf tells the kind by the beginning of a document.
func kindOf(head []byte) string {
	text := strings.ToUpper(strings.TrimSpace(strings.TrimPrefix(string(head), "\ufeff")))
	switch {
	case strings.HasPrefix(text, "{"), strings.HasPrefix(text, "["):
		return "http"
	case strings.HasPrefix(text, "BEGIN:VCALENDAR"):
		return brands.KindICS
	case strings.HasPrefix(text, "<"):
		return ""
	case table.Looks(head):
		return brands.KindCSV
	}
	return ""
}
