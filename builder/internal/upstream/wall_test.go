package upstream_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cartaz/builder/internal/upstream"
)

// A document whose reader costs too much, panics or is killed cannot be read: the pull names it and
// the exceeded limit, and the builder goes on.
func TestCostlyDocument(t *testing.T) {
	upstream.NarrowDocuments(t)
	for _, tt := range []struct {
		document, want string
		of             error
	}{
		{"!spin", "a.ics: too large: the document took more than 200ms of processor time",
			upstream.ErrTooLarge},
		{"!eat", "a.ics: too large: the document took more than 256 MiB of memory",
			upstream.ErrTooLarge},
		{"!panic", "the document ended its process: panic: a rule of the library",
			upstream.ErrMalformed},
		{"!kill", "the document ended its process: signal: killed", upstream.ErrMalformed},
	} {
		src := folder(t, "a.ics", map[string]string{"a.ics": tt.document})
		src.Kind = upstream.CostlyKind
		_, _, err := pull(t, src, upstream.Options{})
		require.ErrorIs(t, err, tt.of, tt.document)
		require.ErrorContains(t, err, tt.want)
	}
}

// TestHostileDocuments: a document that costs more than it may is ended with its process.
func TestHostileDocuments(t *testing.T) {
	upstream.NarrowDocuments(t)
	numbered := func(n int, format string) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, format, i)
		}
		return b.String()
	}
	for _, tt := range []struct{ name, kind, document string }{
		{"delimiters", "csv", strings.Repeat(";", 60_000_000)},
		{"rows", "csv", "nome\n" + strings.Repeat("b\n", 4_000_000)},
		{"lines", "ics", "BEGIN:VCALENDAR\n" + strings.Repeat("A:a\n", 4_000_000)},
		{"elements that stay open", "html", "<p>" + numbered(400, "<b id=%d>") +
			strings.Repeat("<p>a", 100_000)},
		{"nested properties", "html", `<div itemscope itemtype="https://schema.org/Event">` +
			strings.Repeat("<div itemprop=name>", 400) + strings.Repeat("palavra ", 850_000)},
		{"objects", "html", `<script type="application/ld+json">{"@type": "Event", "x": [` +
			strings.Repeat(`{"":0},`, 1_100_000) + `0]}</script>`},
		{"weeks and days", "html", `<script type="application/ld+json">{"@type": "Event",
			"eventSchedule": {"startDate": "2027-02-01", "byMonthWeek": [` +
			numbered(100_000, "%d,") + `0], "byDay": [` + strings.Repeat(`"MO",`, 100_000) +
			`0]}}</script>`},
		{"long names", "xml", "<" + strings.Repeat("a", 1_000_000) + ">" +
			strings.Repeat("<b/>", 100_000)},
	} {
		src := folder(t, "a.txt", map[string]string{"a.txt": tt.document})
		src.Kind, src.MaxBytes = tt.kind, 1<<30
		_, _, err := pull(t, src, upstream.Options{})
		require.ErrorIs(t, err, upstream.ErrTooLarge, tt.name)
		require.ErrorContains(t, err, "the document took more than", tt.name)
	}
	event := "BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:a\nSUMMARY:b\nDTSTART:20270201T000000Z\n" +
		"RRULE:FREQ=DAILY;BYHOUR=1,2,3,4,5,6,7,8\nDESCRIPTION:" + strings.Repeat("a", 200_000) +
		"\nEND:VEVENT\nEND:VCALENDAR\n"
	require.Contains(t, upstream.Made("ics", event), "make source.window smaller")
}

// A document of more bytes than a message, with more items than the pipe holds, comes whole; one
// who takes its items may stop, and so may the pull.
func TestLongDocument(t *testing.T) {
	document := "!items\n" + strings.Repeat("x", 20<<20)
	src := folder(t, "a.ics", map[string]string{"a.ics": document})
	src.Kind, src.MaxBytes = upstream.CostlyKind, 1<<30
	records, stats, err := pull(t, src, upstream.Options{})
	require.NoError(t, err)
	require.Len(t, records, 100_000)
	require.Equal(t, int64(len(document)), stats.Bytes)
	require.Equal(t, map[string]any{"id": 99_999, "name": "Roda", "bytes": len(document)},
		records[99_999].Value)

	enough := errors.New("enough")
	_, err = upstream.Pull(t.Context(), src, upstream.Options{},
		func(upstream.Item) error { return enough })
	require.Equal(t, enough, err)
	src.MaxBytes = 10 << 20
	_, _, err = pull(t, src, upstream.Options{})
	require.ErrorIs(t, err, upstream.ErrTooLarge)

	src = folder(t, "a.ics", map[string]string{"a.ics": "!spin"})
	src.Kind = upstream.CostlyKind
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	_, err = upstream.Pull(ctx, src, upstream.Options{}, func(upstream.Item) error { return nil })
	require.ErrorIs(t, err, context.DeadlineExceeded)
}
