package main

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// TestMain makes the test program a watcher when it is started as one.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == watcher {
		main()
		return
	}
	os.Exit(m.Run())
}

// TestPeakIsOfTheCommand: the memory of the measuring process is not counted; the memory and the
// files of the command and of its children are.
func TestPeakIsOfTheCommand(t *testing.T) {
	ballast := make([]byte, 256<<20)
	for i := range ballast {
		ballast[i] = 1
	}
	out := t.TempDir()
	file := filepath.Join(out, "f")
	small, err := measure(out, true, "sh", "-c", "echo hello; echo hello >"+file+"; sleep .1")
	require.NoError(t, err)
	require.Less(t, small.peak, int64(64<<20))
	require.Greater(t, small.peak, int64(256<<10))
	require.Greater(t, small.anon, int64(0))
	require.Less(t, small.anon, int64(64<<20))
	require.Equal(t, 1, small.files)
	require.Equal(t, int64(6), small.bytes)

	large, err := measure(out, false, "sh", "-c",
		"head -c 100000000 /dev/zero | tail -c 100000000 >/dev/null")
	require.NoError(t, err)
	require.Greater(t, large.peak, int64(90<<20))
	require.Less(t, large.peak, int64(len(ballast)))
	require.Zero(t, large.anon)
	require.Zero(t, large.files)

	_, err = measure(out, false, "sh", "-c", "echo no room >&2; exit 3")
	require.ErrorContains(t, err, "no room")
}

// The median is by processor time: wall time says what else the machine did.
func TestMedian(t *testing.T) {
	s := time.Second
	m := median([]cost{{wall: 3 * s, cpu: 2 * s}, {wall: s, cpu: 5 * s}, {wall: 2 * s, cpu: 3 * s}})
	require.Equal(t, 3*s, m.cpu)
	require.Equal(t, " (3 runs: 2.00, 3.00, 5.00 s CPU)", m.noise())
	require.Equal(t, " (1 run)", median([]cost{{wall: s, cpu: s}}).noise())
}

// A ratio is that of one round: when the machine was slow for both, it says nothing else.
func TestRatiosAreThoseOfOneRound(t *testing.T) {
	s := time.Second
	slow := []cost{{cpu: 4 * s}, {cpu: 40 * s}, {cpu: 4 * s}}
	quick := []cost{{cpu: s}, {cpu: 10 * s}}
	require.Equal(t, []float64{4, 4}, ratios(slow, quick))
}
