package worker_test

import (
	"bytes"
	"context"
	"errors"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cartaz/builder/internal/worker"
)

// Limits of the workers "time" and "memory". The other limit of each is never met, not
// even under the race detector. The caller of "time" gives it more, so that the clock, of
// ten times as much, is not what ends it when the machine stands still.
var (
	limits  = worker.Limits{CPU: 200 * time.Millisecond, Memory: 4 << 30}
	limits2 = worker.Limits{CPU: time.Hour, Memory: 96 << 20}
	patient = worker.Limits{CPU: 10 * time.Second, Memory: limits.Memory}
)

// What the worker computes and allocates, so that it is not optimised away.
var (
	spins atomic.Int64
	sink  [][]byte
)

func init() {
	worker.Serve("time", limits, answer)
	worker.Serve("memory", limits2, answer)
}

func answer(request []byte) []byte {
	switch string(request) {
	case "spin":
		for i := 0; ; i++ {
			spins.Store(int64(i))
		}
	case "eat":
		for {
			b := make([]byte, 1<<20)
			for i := 0; i < len(b); i += 512 {
				b[i] = 1
			}
			sink = append(sink, b)
		}
	case "leap":
		b := make([]byte, 1<<30)
		for i := range b {
			b[i] = 1
		}
		sink = append(sink, b)
	case "panic":
		panic("at the disco\nsecond line")
	case "exit":
		os.Exit(7)
	case "env":
		return []byte(strings.Join(os.Environ(), "\n"))
	case "sleep":
		select {}
	}
	return bytes.ToUpper(request)
}

func mustCall(t *testing.T, p *worker.Process, request string) string {
	t.Helper()
	answer, err := p.Call(t.Context(), []byte(request))
	require.NoError(t, err)
	return string(answer)
}

// A call that costs too much ends in an error that says what it spent, and the next
// call is answered.
func TestOverrun(t *testing.T) {
	time, memory := worker.New("time", patient), worker.New("memory", limits2)
	for _, c := range []struct {
		p               *worker.Process
		request, reason string
	}{
		{time, "spin", "more than 10s of processor time"},
		{memory, "eat", "more than 96 MiB of memory"},
		{memory, "leap", "more than 96 MiB of memory"},
		{time, "panic", "panic: at the disco"},
		{time, "exit", "the worker ended: exit status 7"},
	} {
		require.Equal(t, "HELLO", mustCall(t, c.p, "hello"), c.request)
		_, err := c.p.Call(t.Context(), []byte(c.request))
		var overrun *worker.Overrun
		require.ErrorAs(t, err, &overrun, c.request)
		require.Equal(t, c.reason, overrun.Reason, c.request)
		require.Equal(t, "AGAIN", mustCall(t, c.p, "again"), c.request)
	}
	time.Close()
	memory.Close()
}

// A worker that waits for something costs no processor time: the clock ends it.
func TestClock(t *testing.T) {
	p := worker.New("time", worker.Limits{CPU: 20 * time.Millisecond, Memory: limits.Memory})
	defer p.Close()
	_, err := p.Call(t.Context(), []byte("sleep"))
	require.EqualError(t, err, "not done after 200ms")
	// On a machine that stands still the clock may end the next one, too.
	require.Eventually(t, func() bool {
		answer, err := p.Call(t.Context(), []byte("again"))
		return err == nil && string(answer) == "AGAIN"
	}, time.Minute, time.Millisecond)
}

// The end of the context ends the worker at once.
func TestContext(t *testing.T) {
	p := worker.New("time", worker.Limits{CPU: time.Hour, Memory: limits.Memory})
	defer p.Close()
	require.Equal(t, "HELLO", mustCall(t, p, "hello"))
	stopped := errors.New("stopped")
	ctx, cancel := context.WithCancelCause(t.Context())
	time.AfterFunc(10*time.Millisecond, func() { cancel(stopped) })
	_, err := p.Call(ctx, []byte("sleep"))
	require.ErrorIs(t, err, context.Canceled)
	_, err = p.Call(ctx, []byte("hello"))
	require.ErrorIs(t, err, context.Canceled)
	require.Equal(t, "AGAIN", mustCall(t, p, "again"))
}

// A worker sees nothing of the builder's environment, which may hold secrets.
func TestNoEnvironment(t *testing.T) {
	t.Setenv("CARTAZ_SECRET", "s3cret")
	p := worker.New("time", patient)
	defer p.Close()
	require.Empty(t, mustCall(t, p, "env"))
}

func TestSizesAndConcurrency(t *testing.T) {
	p := worker.New("time", patient)
	defer p.Close()
	require.Empty(t, mustCall(t, p, ""))
	long := strings.Repeat("a", 1<<20)
	require.Equal(t, strings.ToUpper(long), mustCall(t, p, long))
	var group sync.WaitGroup
	for range 8 {
		group.Go(func() {
			for range 20 {
				answer, err := p.Call(t.Context(), []byte("x"))
				if err != nil || string(answer) != "X" {
					t.Errorf("%q %v", answer, err)
				}
			}
		})
	}
	group.Wait()
}

func TestNeverStarted(t *testing.T) { worker.New("time", limits).Close() }

func BenchmarkCall(b *testing.B) {
	p := worker.New("time", patient)
	defer p.Close()
	request := bytes.Repeat([]byte("a"), 8<<10)
	for b.Loop() {
		if _, err := p.Call(b.Context(), request); err != nil {
			b.Fatal(err)
		}
	}
}
