package upstream_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cartaz/builder/internal/upstream"
)

// A document whose reader costs too much, panics or is killed cannot be read: the pull says which
// one it is and what was exceeded, and the builder goes on.
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
