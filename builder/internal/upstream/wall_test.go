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
	"cartaz/builder/internal/worker"
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

// TestLimitsOfTime: a document, all of its items and one item may cost what the documentation says.
func TestLimitsOfTime(t *testing.T) {
	limits, item := upstream.TimeLimits()
	require.Equal(t, worker.Limits{CPU: 30 * time.Second, Each: 2 * time.Millisecond,
		Memory: 1 << 30}, limits)
	require.Equal(t, 2*time.Second, item)
}

// TestCostlyItems: the items of a document have its time together, and more for each: what comes
// after is not mapped. Another document has its own time.
func TestCostlyItems(t *testing.T) {
	upstream.NarrowDocuments(t)
	const busy = `if .n > 0 then reduce range(.n) as $i (0; . + $i) | {id: 1, name: "x"}
		else {id: 2, name: "y"} end`
	costly := strings.Repeat(`{"n": 100000},`, 100)
	pulled := func(documents ...string) (stats upstream.Stats, failed []string) {
		files := map[string]string{}
		for i, text := range documents {
			files[fmt.Sprintf("e/%d.json", i)] = "[" + text + `{"n": 0}]`
		}
		_, failures, stats, err := pullOdd(t, with(t, folder(t, "e/*.json", files), busy),
			upstream.Options{MaxFailed: 1})
		require.NoError(t, err)
		for _, f := range failures {
			require.ErrorContains(t, f.Failure.Err,
				"the items of the document took more than 200ms of processor time")
			failed = append(failed, f.Pos.String())
		}
		return stats, failed
	}
	stats, failed := pulled(costly, "")
	require.NotEmpty(t, failed)
	require.Contains(t, failed, "e/0.json, item 101", "the last one, although it costs nothing")
	require.NotContains(t, failed, "e/0.json, item 1")
	require.NotContains(t, failed, "e/1.json, item 1", "another document")
	require.Equal(t, 102-len(failed), stats.Records)

	upstream.GiveItems(time.Hour)
	_, failed = pulled(costly)
	require.Empty(t, failed, "each item gives more")
}

// TestFilterOutputs: what a filter finds comes item by item, and one item has its limit.
func TestFilterOutputs(t *testing.T) {
	text := strings.Repeat("palavra ", 1<<19-10)
	src := folder(t, "a.json",
		map[string]string{"a.json": `{"a":["` + text + `",null,"b"],"c":"d"}`})
	for items, want := range map[string][]any{
		"[.a[]]": {text, nil, "b"}, ".a[]": {text, "b"}, "null": nil, "[], .c # or so": {"d"},
		"def f: .c; [f, f], .x": {"d", "d"},
	} {
		var got []any
		src.Items, src.MaxBytes = items, 64<<20
		_, err := upstream.Pull(t.Context(), src, upstream.Options{}, func(i upstream.Item) error {
			got = append(got, i.Records...)
			return nil
		})
		require.Equal(t, want == nil, errors.Is(err, upstream.ErrEmpty), "%s: %v", items, err)
		require.Equal(t, want, got, items)
	}
	src.Items = "[.a[0] + .a[0]]"
	_, _, err := pull(t, src, upstream.Options{})
	require.ErrorContains(t, err, "source.items: one output has more than 4194304 bytes")
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
