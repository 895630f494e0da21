package build

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"cartaz/brands"
	"cartaz/builder/catalog"
	"cartaz/builder/internal/intake"
	"cartaz/builder/internal/markup"
	"cartaz/builder/internal/memo"
	"cartaz/builder/internal/page"
	"cartaz/templates"
)

func newSpool(t *testing.T) spool {
	t.Helper()
	m, err := memo.Scratch(t.TempDir())
	require.NoError(t, err)
	return spool{memo: m}
}

// newDrawer spools n events and readies what draws them.
func newDrawer(t *testing.T, n int) (*drawer, []*row) {
	t.Helper()
	renderer, err := page.New(&brands.Brand{
		Key: "palco", Name: "Palco", Locale: "pt-BR", SiteURL: "https://palco.example", BaseURL: "https://palco.example/api/public/v1",
		Theme: brands.Theme{Color: "#1f4f9c", Headings: "sans", Corners: "soft"},
	}, templates.FS)
	require.NoError(t, err)
	spool := newSpool(t)
	t.Cleanup(func() { spool.close() })
	d := &drawer{renderer: renderer, checker: intake.New(intake.Config{Now: time.Unix(0, 0)}), cleaner: markup.New(), spool: spool}
	rows := make([]*row, n)
	for i := range rows {
		ref, err := spool.put(&catalog.Record{ID: int64(i + 1), Name: fmt.Sprint("Event ", i+1), Format: "text"})
		require.NoError(t, err)
		rows[i] = &row{ref: ref, id: int64(i + 1), slug: fmt.Sprint("event-", i+1)}
	}
	require.NoError(t, spool.flush())
	return d, rows
}

func TestDrawAllKeepsTheOrder(t *testing.T) {
	defer goleak.VerifyNone(t, goleak.IgnoreCurrent())
	for _, n := range []int{0, 1, batchSize, batchSize + 1, 5*batchSize + 7} {
		d, rows := newDrawer(t, n)
		var got []int64
		require.NoError(t, d.drawAll(t.Context(), rows, func(e *drawn) error {
			got = append(got, e.rec.ID)
			return nil
		}))
		require.Len(t, got, n)
		for i, id := range got {
			require.Equal(t, int64(i+1), id)
		}
	}
}

// TestDrawAllStops: whatever ends it, nobody is left behind, and the sink gets
// nothing after the first failure.
func TestDrawAllStops(t *testing.T) {
	const events = 8 * batchSize
	full := errors.New("disk full")
	for _, test := range []struct {
		name  string
		ready func(d *drawer, rows []*row, cancel func())
		sink  func(seen int, cancel func()) error
		check func(t *testing.T, err error, seen int)
	}{
		{
			name: "sink fails at once", sink: func(int, func()) error { return full },
			check: func(t *testing.T, err error, seen int) { require.Equal(t, full, err); require.Equal(t, 1, seen) },
		},
		{
			name: "sink fails half way", sink: func(seen int, _ func()) error { return failAt(seen, 333, full) },
			check: func(t *testing.T, err error, seen int) { require.Equal(t, full, err); require.Equal(t, 333, seen) },
		},
		{
			name: "sink fails at the last", sink: func(seen int, _ func()) error { return failAt(seen, events, full) },
			check: func(t *testing.T, err error, seen int) { require.Equal(t, full, err); require.Equal(t, events, seen) },
		},
		{
			name: "spool is gone", ready: func(d *drawer, _ []*row, _ func()) { d.spool.close() },
			check: func(t *testing.T, err error, seen int) { require.ErrorContains(t, err, "spool"); require.Zero(t, seen) },
		},
		{
			name: "one record is unreadable", ready: func(_ *drawer, rows []*row, _ func()) { rows[400].ref.Offset++ },
			check: func(t *testing.T, err error, seen int) {
				require.ErrorContains(t, err, "spool")
				require.Equal(t, 400/batchSize*batchSize, seen)
			},
		},
		{
			name: "a worker panics", ready: func(_ *drawer, rows []*row, _ func()) { rows[300] = nil },
			check: func(t *testing.T, err error, seen int) {
				require.ErrorContains(t, err, "panic: runtime error: invalid memory address")
				require.ErrorContains(t, err, "render.go", "it says where")
				require.Equal(t, 300/batchSize*batchSize, seen)
			},
		},
		{
			name: "cancelled before", ready: func(_ *drawer, _ []*row, cancel func()) { cancel() },
			check: func(t *testing.T, err error, seen int) {
				require.ErrorIs(t, err, context.Canceled)
				require.LessOrEqual(t, seen, batchSize)
			},
		},
		{
			name: "cancelled half way", sink: func(seen int, cancel func()) error {
				if seen == 200 {
					cancel()
				}
				return nil
			},
			check: func(t *testing.T, err error, seen int) {
				require.ErrorIs(t, err, context.Canceled)
				require.Less(t, seen, events)
			},
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			defer goleak.VerifyNone(t, goleak.IgnoreCurrent())
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			d, rows := newDrawer(t, events)
			if test.ready != nil {
				test.ready(d, rows, cancel)
			}
			seen := 0
			err := d.drawAll(ctx, rows, func(*drawn) error {
				seen++
				if test.sink == nil {
					return nil
				}
				return test.sink(seen, cancel)
			})
			test.check(t, err, seen)
		})
	}
}

func failAt(seen, n int, err error) error {
	if seen == n {
		return err
	}
	return nil
}

// TestDrawAllWaitsForItsWorkers: what they read is closed and unmapped next, so
// a sink that panics must not leave them running.
func TestDrawAllWaitsForItsWorkers(t *testing.T) {
	defer goleak.VerifyNone(t, goleak.IgnoreCurrent())
	d, rows := newDrawer(t, 500)
	require.PanicsWithValue(t, "sink", func() {
		_ = d.drawAll(t.Context(), rows, func(*drawn) error { panic("sink") })
	})
	for _, r := range rows {
		*r = row{} // under -race: nobody reads them any more
	}
}

// TestSpoolReportsWhatTheDiskSays at the latest at the flush: a full disk must
// not look like a shorter catalogue.
func TestSpoolReportsWhatTheDiskSays(t *testing.T) {
	s := newSpool(t)
	require.NoError(t, s.close())
	_, err := s.put(&catalog.Record{ID: 1, Name: "in the buffer"})
	require.NoError(t, err)
	require.ErrorContains(t, s.flush(), "file already closed")
	_, err = s.put(&catalog.Record{ID: 2})
	require.ErrorContains(t, err, "spool record 2: ")
}
