package worker_test

import (
	"bytes"
	"context"
	"encoding/gob"
	"errors"
	"io"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"testing/iotest"
	"time"

	"github.com/stretchr/testify/require"

	"cartaz/builder/internal/worker"
)

// Each of these limits is the only one that can be met, even under the race detector and when the
// machine stands still.
var (
	patient = worker.Limits{CPU: 10 * time.Second, Memory: 4 << 30}
	narrow  = worker.Limits{CPU: time.Hour, Memory: 96 << 20}
)

// What the worker computes and allocates, so that it is not optimised away.
var (
	spins atomic.Int64
	sink  [][]byte
)

func init() { worker.Serve("test", answer) }

// answer echoes a request in capitals, in messages of 100 kB, unless it is a command.
func answer(b []byte, send func(worker.Message)) worker.Message {
	message := func(b []byte) worker.Message { return worker.Message{Body: b} }
	switch string(b) {
	case "spin":
		for i := 0; ; i++ {
			spins.Store(int64(i))
		}
	case "eat", "leap":
		size := map[string]int{"eat": 1 << 20, "leap": 1 << 30}[string(b)]
		for {
			b := make([]byte, size)
			for i := 0; i < len(b); i += 512 {
				b[i] = 1
			}
			sink = append(sink, b)
		}
	case "panic":
		panic("at the disco\nsecond line")
	case "exit":
		os.Exit(7)
	case "env":
		return message([]byte(strings.Join(os.Environ(), "\n")))
	case "sleep":
		select {}
	case "pid":
		send(message([]byte(strconv.Itoa(os.Getpid()))))
		select {}
	}
	b = bytes.ToUpper(b)
	for ; len(b) > 100_000; b = b[100_000:] {
		send(message(b[:100_000]))
	}
	return message(b)
}

// call gives the whole answer to a request.
func call(ctx context.Context, p *worker.Process, limits worker.Limits, request string) (string,
	error) {
	var whole strings.Builder
	last, err := p.Call(ctx, limits, strings.NewReader(request), func(m worker.Message) error {
		whole.Write(m.Body)
		return nil
	})
	return whole.String() + string(last.Body), err
}

func process(t testing.TB) *worker.Process {
	p := worker.New("test")
	t.Cleanup(p.Close)
	return p
}

// A request that costs too much, or whose worker ends, gives an error that says why, and the next
// one is answered.
func TestOverrun(t *testing.T) {
	p := process(t)
	for _, c := range []struct {
		limits  worker.Limits
		request string
		want    worker.Overrun
	}{
		{worker.Limits{CPU: time.Second, Memory: 4 << 30}, "spin",
			worker.Overrun{Reason: "more than 1s of processor time", Spent: true}},
		{narrow, "eat", worker.Overrun{Reason: "more than 96 MiB of memory", Spent: true}},
		{narrow, "leap", worker.Overrun{Reason: "more than 96 MiB of memory", Spent: true}},
		{patient, "panic", worker.Overrun{Reason: "panic: at the disco"}},
		{patient, "exit", worker.Overrun{Reason: "exit status 7"}},
	} {
		got, err := call(t.Context(), p, patient, "hello")
		require.NoError(t, err, c.request)
		require.Equal(t, "HELLO", got, c.request)
		_, err = call(t.Context(), p, c.limits, c.request)
		var overrun *worker.Overrun
		require.ErrorAs(t, err, &overrun, c.request)
		require.Equal(t, c.want, *overrun, c.request)
	}
	// What waits for something costs hardly any processor time: the clock ends it, or on a slow
	// machine what the watch itself spends.
	_, err := call(t.Context(), p, worker.Limits{CPU: 20 * time.Millisecond, Memory: 4 << 30},
		"sleep")
	require.Regexp(t, "^took more than (800ms by the clock|20ms of processor time)$", err.Error())
}

// The end of the context ends the worker at once, and its cause is the error.
func TestContext(t *testing.T) {
	p := process(t)
	stopped := errors.New("stopped")
	ctx, cancel := context.WithCancelCause(t.Context())
	time.AfterFunc(10*time.Millisecond, func() { cancel(stopped) })
	for range 2 {
		_, err := call(ctx, p, narrow, "sleep")
		require.Equal(t, stopped, err)
	}
	_, err := call(t.Context(), p, patient, "again")
	require.NoError(t, err)
}

// A worker sees nothing of the builder's environment, which may hold secrets.
func TestNoEnvironment(t *testing.T) {
	t.Setenv("CARTAZ_SECRET", "s3cret")
	got, err := call(t.Context(), process(t), patient, "env")
	require.NoError(t, err)
	require.Equal(t, "TZ=UTC\nGOTRACEBACK=none", got)
}

// Requests and answers of any size come through; an error of who gives the request or takes the
// answer is returned as it is and costs the worker only.
func TestSizes(t *testing.T) {
	p := process(t)
	long := strings.Repeat("abc", 1<<20)
	for _, request := range []string{"", long, "x"} {
		got, err := call(t.Context(), p, patient, request)
		require.NoError(t, err)
		require.Equal(t, strings.ToUpper(request), got)
	}
	broken := errors.New("broken")
	_, err := p.Call(t.Context(), patient, strings.NewReader(long),
		func(worker.Message) error { return broken })
	require.Equal(t, broken, err)
	_, err = p.Call(t.Context(), patient,
		io.MultiReader(strings.NewReader(long), iotest.ErrReader(broken)), nil)
	require.Equal(t, broken, err)
	got, err := call(t.Context(), p, patient, "again")
	require.NoError(t, err)
	require.Equal(t, "AGAIN", got)
}

// A worker that somebody kills between two messages costs the request only. Signals that are for
// the builder are left to that. All its threads are niced.
func TestKilled(t *testing.T) {
	p := process(t)
	own, err := syscall.Getpriority(syscall.PRIO_PROCESS, 0)
	require.NoError(t, err)
	_, err = p.Call(t.Context(), patient, strings.NewReader("pid"), func(m worker.Message) error {
		pid, err := strconv.Atoi(string(m.Body))
		require.NoError(t, err)
		niced, err := syscall.Getpriority(syscall.PRIO_PGRP, pid) // the least of all threads
		require.NoError(t, err)
		require.Equal(t, max(own-5, 1), niced, "of 20 less niceness")
		worker, err := os.FindProcess(pid)
		require.NoError(t, err)
		require.NoError(t, worker.Signal(os.Interrupt))
		return worker.Kill()
	})
	require.EqualError(t, err, "ended its process: signal: killed")
	_, err = call(t.Context(), p, patient, "again")
	require.NoError(t, err)
}

// A builder that is killed leaves nobody behind, whatever the worker is doing.
func TestEndsWithItsPipe(t *testing.T) {
	cmd := &exec.Cmd{Path: "/proc/self/exe", Args: []string{"cartaz worker test"}}
	in, err := cmd.StdinPipe()
	require.NoError(t, err)
	require.NoError(t, cmd.Start())
	require.NoError(t, gob.NewEncoder(in).Encode(struct {
		Limits worker.Limits
		Body   []byte
	}{worker.Limits{CPU: time.Hour, Memory: 4 << 30}, []byte("spin")}))
	require.NoError(t, in.Close())
	require.NoError(t, cmd.Wait(), "it ends by itself")
}

// As many requests as may go ahead of their answers do not block, whatever the answers are.
func TestAhead(t *testing.T) {
	p := process(t)
	request := bytes.Repeat([]byte("a"), 90_000)
	for range worker.Ahead {
		require.NoError(t, p.Send(t.Context(), patient, bytes.NewReader(request)))
	}
	for range worker.Ahead {
		answer, err := p.Next(t.Context(), patient)
		require.NoError(t, err)
		require.True(t, answer.Last)
		require.Len(t, answer.Body, len(request))
	}
}

// TestMetered: what workers spend counts while they run and after they have ended.
func TestMetered(t *testing.T) {
	ctx, spent := worker.Metered(t.Context())
	require.Zero(t, spent())
	p := worker.New("test")
	defer p.Close()
	_, err := p.Call(ctx, patient, strings.NewReader("a"), nil)
	require.NoError(t, err)
	idle := spent()
	require.Positive(t, idle)
	short := worker.Limits{CPU: 200 * time.Millisecond, Memory: 4 << 30}
	_, err = p.Call(ctx, short, strings.NewReader("spin"), nil)
	require.Error(t, err)
	require.GreaterOrEqual(t, spent(), idle+200*time.Millisecond)
}
