package build

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"cartaz/brands"
	"cartaz/builder/catalog"
	"cartaz/builder/internal/build/keep"
	"cartaz/builder/internal/build/site"
	"cartaz/builder/internal/ingest"
	"cartaz/builder/internal/page"
	"cartaz/builder/internal/validate"
	"cartaz/templates"
)

func newRecords(t *testing.T) *ingest.RecordFile {
	t.Helper()
	records, err := ingest.OpenRecords(ingest.Options{Work: t.TempDir(), DryRun: true})
	require.NoError(t, err)
	return records
}

// newEventRenderer puts n events on disk and readies what draws them.
func newEventRenderer(t *testing.T, n int) (*eventRenderer, []*ingest.Row) {
	t.Helper()
	renderer, err := page.New(&brands.Brand{
		Key: "palco", Name: "Palco", Locale: "pt-BR", SiteURL: "https://palco.example",
		BaseURL: "https://palco.example/api/public/v1",
		Theme:   brands.Theme{Color: "#1f4f9c", Headings: "sans", Corners: "soft"},
	}, templates.Embedded)
	require.NoError(t, err)
	records := newRecords(t)
	t.Cleanup(func() { records.Close() })
	d := &eventRenderer{Site: &site.Site{
		Records: &site.Records{File: records,
			Checker: validate.New(validate.Config{Now: time.Unix(0, 0)})},
		Renderer: renderer, Carry: &keep.CarryOver{},
		History: new(site.History),
		Brand:   new(brands.Brand),
	}}
	rows := make([]*ingest.Row, n)
	for i := range rows {
		ref,
			err := records.Put(&catalog.Record{ID: int64(i + 1), Name: fmt.Sprint("Event ", i+1),
			Format: "text"})
		require.NoError(t, err)
		rows[i] = &ingest.Row{
			Key:    validate.Key{ID: int64(i + 1), Slug: fmt.Sprint("event-", i+1)},
			Offset: ref.Offset, Length: ref.Length,
		}
	}
	return d, rows
}

func TestRenderAllKeepsTheOrder(t *testing.T) {
	defer goleak.VerifyNone(t, goleak.IgnoreCurrent())
	for _, n := range []int{0, 1, batchSize, batchSize + 1, 5*batchSize + 7} {
		d, rows := newEventRenderer(t, n)
		var got []int64
		require.NoError(t, d.renderAll(t.Context(), rows, func(e *renderedEvent) error {
			got = append(got, e.rec.ID)
			return nil
		}))
		require.Len(t, got, n)
		for i, id := range got {
			require.Equal(t, int64(i+1), id)
		}
	}
}

// TestRenderAllStops: whatever ends it, no goroutine is left, and the sink gets
// nothing after the first failure.
func TestRenderAllStops(t *testing.T) {
	const events = 8 * batchSize
	full := errors.New("disk full")
	failAt := func(n int) func(int, func()) error {
		return func(seen int, _ func()) error {
			if seen == n {
				return full
			}
			return nil
		}
	}
	for _, test := range []struct {
		name        string
		ready       func(d *eventRenderer, rows []*ingest.Row, cancel func())
		sink        func(seen int, cancel func()) error
		want        string // of the error
		least, most int    // events that the sink gets
	}{
		{"sink fails at once", nil, failAt(1), "disk full", 1, 1},
		{"sink fails half way", nil, failAt(333), "disk full", 333, 333},
		{"sink fails at the last", nil, failAt(events), "disk full", events, events},
		{"records are gone", func(d *eventRenderer, _ []*ingest.Row, _ func()) {
			d.Records.File.Close()
		}, nil, "record on disk", 0, 0},
		{"one record is unreadable", func(_ *eventRenderer, rows []*ingest.Row, _ func()) {
			rows[400].Offset++
		}, nil, "record on disk", 400 / batchSize * batchSize, 400 / batchSize * batchSize},
		{"a worker panics", func(_ *eventRenderer, rows []*ingest.Row, _ func()) {
			rows[300] = nil
		}, nil, "panic: runtime error: invalid memory address", 300 / batchSize * batchSize,
			300 / batchSize * batchSize},
		{"cancelled before", func(_ *eventRenderer, _ []*ingest.Row, cancel func()) {
			cancel()
		}, nil, "context canceled", 0, batchSize},
		{"cancelled half way", nil, func(seen int, cancel func()) error {
			if seen == 200 {
				cancel()
			}
			return nil
		}, "context canceled", 200, events - 1},
	} {
		t.Run(test.name, func(t *testing.T) {
			defer goleak.VerifyNone(t, goleak.IgnoreCurrent())
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			d, rows := newEventRenderer(t, events)
			if test.ready != nil {
				test.ready(d, rows, cancel)
			}
			seen := 0
			err := d.renderAll(ctx, rows, func(*renderedEvent) error {
				seen++
				if test.sink == nil {
					return nil
				}
				return test.sink(seen, cancel)
			})
			require.ErrorContains(t, err, test.want)
			require.Equal(t, test.name == "a worker panics",
				strings.Contains(err.Error(), "render.go"), "it says where")
			require.GreaterOrEqual(t, seen, test.least)
			require.LessOrEqual(t, seen, test.most)
		})
	}
}

// TestRenderAllWaitsForItsWorkers: what they read is closed and unmapped next, so
// a sink that panics must not leave them running.
func TestRenderAllWaitsForItsWorkers(t *testing.T) {
	defer goleak.VerifyNone(t, goleak.IgnoreCurrent())
	d, rows := newEventRenderer(t, 500)
	require.PanicsWithValue(t, "sink", func() {
		_ = d.renderAll(t.Context(), rows, func(*renderedEvent) error { panic("sink") })
	})
	for _, r := range rows {
		*r = ingest.Row{} // under -race: no one still reads them
	}
}

// TestRecordFileReportsWhatTheDiskSays: a full disk must not look like a shorter catalogue.
func TestRecordFileReportsWhatTheDiskSays(t *testing.T) {
	s := newRecords(t)
	require.NoError(t, s.Close())
	_, err := s.Put(&catalog.Record{ID: 2})
	require.ErrorContains(t, err, "record 2 on disk: ")
	require.ErrorContains(t, err, "file already closed")
}
