package cli

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cartaz/builder/bucket"
	"cartaz/builder/bucket/store"
	"cartaz/builder/internal/build"
	"cartaz/builder/internal/upstream"
)

// TestExitCodes: an error of several kinds ends a run as the README says. The time limit of a brand
// comes first: the work that it interrupted, such as reading the source, is not at fault.
func TestExitCodes(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		err  error
		code int
	}{
		{nil, ExitOK},
		{fmt.Errorf("x: %w: y: %w", build.ErrTimeout, upstream.ErrUnavailable), ExitFailed},
		{fmt.Errorf("x: %w", upstream.ErrUnavailable), ExitUpstream},
		{fmt.Errorf("x: %w since 10:00", bucket.ErrBusy), ExitRunning},
		{fmt.Errorf("x: %w: y", bucket.ErrMovedOn), ExitRunning},
		{fmt.Errorf("x: live: %w", store.ErrRaceLost), ExitRunning},
		{fmt.Errorf("x: %w", store.ErrConfig), ExitUsage},
	} {
		require.Equal(t, tt.code, exitCode(tt.err), "%v", tt.err)
	}
}

// TestTimedWriter: each line begins with the time of its first byte, however it is written.
func TestTimedWriter(t *testing.T) {
	t.Parallel()
	var b bytes.Buffer
	at := time.Date(2026, 11, 22, 9, 0, 0, 0, time.FixedZone("", -3*3600))
	w := &timedWriter{out: &b, now: func() time.Time { at = at.Add(time.Second); return at }}
	for _, p := range []string{"one\n", "tw", "o\nthree\n", "", "\n"} {
		n, err := fmt.Fprint(w, p)
		require.NoError(t, err)
		require.Equal(t, len(p), n)
	}
	require.Equal(t, "2026-11-22T12:00:01Z one\n2026-11-22T12:00:02Z two\n"+
		"2026-11-22T12:00:03Z three\n2026-11-22T12:00:05Z \n", b.String())
	r, closed := io.Pipe()
	require.NoError(t, r.Close())
	_, err := (&timedWriter{out: closed, now: time.Now}).Write([]byte("x\n"))
	require.True(t, errors.Is(err, io.ErrClosedPipe))
}
