package crash_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cartaz/builder/release"
)

// TestB23OutOfMemory: a builder that holds more than it may ends a build with exit code 1, one
// line, its gauges and the call of --on-failure; the next run builds all.
func TestB23OutOfMemory(t *testing.T) {
	inShort(t)
	k := newKiller(t, t.TempDir(), 1)
	small(t, k.brands, 0)
	backend := newBackend(t, k, 60)
	slow := func() { time.Sleep(time.Second) } // the builder looks at its memory more often
	backend.before.Store(&slow)
	metrics, called := filepath.Join(k.out, "m.prom"), filepath.Join(k.out, "called")
	require.NoError(t, os.MkdirAll(k.out, 0o755))
	build := func(env ...string) (string, int) {
		cmd := exec.CommandContext(t.Context(), program(t, "builder"), append(k.command(),
			"--metrics", metrics, "--on-failure", "echo $BRAND >>"+called)...)
		cmd.Env = append(os.Environ(), env...)
		out, err := cmd.CombinedOutput()
		require.Equal(t, err == nil, cmd.ProcessState.Success())
		return string(out), cmd.ProcessState.ExitCode()
	}
	said, code := build("GOMEMLIMIT=40MiB")
	require.Equal(t, 1, code, said)
	require.Equal(t, 1, strings.Count(said, "out of memory: the builder holds more than 40 MiB"),
		said)
	gauges, err := os.ReadFile(metrics)
	require.NoError(t, err)
	require.Contains(t, string(gauges), `{brand="festa"`)
	text, err := os.ReadFile(called)
	require.NoError(t, err)
	require.Equal(t, "festa\n", string(text))

	said, code = build()
	require.Zero(t, code, said)
	_, err = release.Current(k.dir)
	require.NoError(t, err)
}
