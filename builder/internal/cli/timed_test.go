package cli

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

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
