package wake_test

import (
	"context"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"cartaz/builder/bucket/storetest"
	"cartaz/builder/bucket/wake"
	"cartaz/builder/release/releasetest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// awake waits for a wake-up.
func awake(t testing.TB, rings <-chan struct{}) {
	t.Helper()
	select {
	case <-rings:
	case <-time.After(time.Minute):
		require.Fail(t, "nobody was woken")
	}
}

// TestWake: everybody who listens is woken by a message, after the store was gone too, and it is
// said once that it is gone.
func TestWake(t *testing.T) {
	s := storetest.StartValkey(t)
	address := "valkey://" + s.Addr
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	var log releasetest.Log
	one := wake.Listen(ctx, address, slog.New(slog.NewTextHandler(&log, nil)))
	two := wake.Listen(ctx, address, slog.New(slog.DiscardHandler))
	awake(t, one) // it listens now
	awake(t, two)
	require.NoError(t, wake.Tell(t.Context(), address))
	awake(t, one)
	awake(t, two)

	s.Kill()
	require.Eventually(t, func() bool { return strings.Contains(log.String(), "--poll") },
		time.Minute, 5*time.Millisecond)
	require.Error(t, wake.Tell(t.Context(), address))
	s.Start()
	awake(t, one)
	require.NoError(t, wake.Tell(t.Context(), address))
	awake(t, one)
	require.Equal(t, 1, strings.Count(log.String(), "does not answer"))
	stop()
	for _, rings := range []<-chan struct{}{one, two} {
		for range rings {
		}
	}
}

func TestParse(t *testing.T) {
	_, err := wake.Parse("redis-host:1:2")
	require.ErrorContains(t, err, "write valkey://host:6379")
	_, err = wake.Parse("valkey://user:secret@host:port")
	require.Error(t, err)
	require.NotContains(t, err.Error(), "secret")
}
