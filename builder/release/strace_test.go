package release_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/builder/internal/durable"
	"cartaz/builder/release"
)

func needStrace(t *testing.T) {
	t.Helper()
	if testing.Short() {
		t.Skip("slow")
	}
	if out, err := exec.Command("strace", "-f", "-qq", "-o", "/dev/null",
		"true").CombinedOutput(); err != nil {
		t.Skipf("strace does not run here: %v %s", err, out)
	}
}

// The order of system calls: every rename that publishes has an fsync of the file before it and of
// the directory after it, and the rename of the pointer is last.
func TestOrderOfSystemCalls(t *testing.T) {
	if dir := os.Getenv("CARTAZ_TEST_BUILD"); dir != "" { // the process under strace
		_, err := runBuild(dir, func(_ durable.Op, _ string, do func() error) error { return do() })
		require.NoError(t, err)
		return
	}
	needStrace(t)
	base, _ := crashBase(t)
	dir := mustCopy(t, base)
	log := filepath.Join(t.TempDir(), "log")
	cmd := exec.Command("strace", "-f", "-qq", "-y", "-o", log, "-e",
		"trace=fsync,renameat,renameat2", os.Args[0], "-test.run=^TestOrderOfSystemCalls$")
	cmd.Env = append(os.Environ(), "CARTAZ_TEST_BUILD="+dir)
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, string(out))
	var calls []string
	for _, line := range wholeCalls(string(mustRead(t, log))) {
		if strings.Contains(line, dir) {
			calls = append(calls, line)
		}
	}
	synced := map[string]bool{}
	lastRename := ""
	for i, line := range calls {
		if strings.Contains(line, "fsync(") {
			synced[between(line, "<", ">")] = true
			continue
		}
		quoted := strings.Split(line, `"`)
		from := between(line, "<", ">") + "/" + quoted[1]
		if strings.HasPrefix(quoted[3], release.TempPrefix) {
			continue // removed: nothing to keep
		}
		require.True(t, synced[from], "renamed before its fsync: %s", line)
		parent := filepath.Dir(from)
		rest := strings.Join(calls[i:], "")
		require.Contains(t, rest, "<"+parent+">) = 0", "no fsync of the directory after: %s", line)
		lastRename = quoted[3]
	}
	require.Equal(t, "current", lastRename, "the pointer comes last")
}

// wholeCalls returns the lines of a trace of several threads, each with a call and its result.
// strace cuts a call in two if another thread makes one meanwhile; the whole call is where it
// ended.
func wholeCalls(log string) (calls []string) {
	begun := map[string]string{} // by thread
	for line := range strings.Lines(log) {
		thread, _, _ := strings.Cut(line, " ")
		if call, cut := strings.CutSuffix(line, " <unfinished ...>\n"); cut {
			begun[thread] = call
			continue
		}
		if _, rest, cut := strings.Cut(line, " resumed>"); cut {
			line = begun[thread] + rest
		}
		calls = append(calls, line)
	}
	return calls
}

func between(s, a, b string) string {
	_, s, _ = strings.Cut(s, a)
	s, _, _ = strings.Cut(s, b)
	return s
}
