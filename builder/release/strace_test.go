package release_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/builder/release"
)

// straceBuild runs a build in a process of its own under strace.
func straceBuild(dir string, args ...string) ([]byte, error) {
	args = append(args, os.Args[0], "-test.run=^TestKilledBuilder$")
	cmd := exec.Command("strace", append([]string{"-f", "-qq"}, args...)...)
	cmd.Env = append(os.Environ(), "CARTAZ_TEST_BUILD="+dir, "CARTAZ_TEST_STEP=1000000")
	return cmd.CombinedOutput()
}

func needStrace(t *testing.T) {
	t.Helper()
	if testing.Short() {
		t.Skip("slow")
	}
	if out, err := exec.Command("strace", "-f", "-qq", "-o", "/dev/null", "true").CombinedOutput(); err != nil {
		t.Skipf("strace does not run here: %v %s", err, out)
	}
}

// Real faults in real system calls: what the hooks stand for must also be what
// the kernel is asked to do. Each call of a kind fails once, and each one is the
// last.
func TestFaultsInSystemCalls(t *testing.T) {
	needStrace(t)
	base, old := crashBase(t)
	for _, c := range []struct {
		call, fault string
		calls       int // more than a build makes
	}{
		{"fsync", "error=EIO", 20}, {"fsync", "signal=KILL", 20},
		{"renameat", "error=EIO", 14}, {"renameat", "signal=KILL", 14},
		{"write", "error=ENOSPC", 14}, {"write", "signal=KILL", 14},
		{"unlinkat", "signal=KILL", 30}, {"mkdirat", "error=ENOSPC", 3},
	} {
		failed := 0
		for n := 1; n < c.calls; n += 2 {
			what := fmt.Sprintf("%s %s at call %d", c.call, c.fault, n)
			dir := mustCopy(t, base)
			_, err := straceBuild(dir, "-o", "/dev/null", "-e", "inject="+c.call+":"+c.fault+":when="+strconv.Itoa(n))
			if err != nil {
				failed++
			}
			requireIntact(t, dir, old, "", what)
		}
		require.NotZero(t, failed, c.call)
	}
}

// The order on the kernel's side: every rename that publishes has an fsync of
// the file before it and one of the directory after it, and that of the pointer
// comes last.
func TestOrderOfSystemCalls(t *testing.T) {
	needStrace(t)
	base, _ := crashBase(t)
	dir := mustCopy(t, base)
	log := filepath.Join(t.TempDir(), "log")
	out, err := straceBuild(dir, "-y", "-o", log, "-e", "trace=fsync,renameat,renameat2")
	require.NoError(t, err, string(out))
	var calls []string
	for line := range strings.Lines(string(mustRead(t, log))) {
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
			continue // goes away: nothing to keep
		}
		require.True(t, synced[from], "renamed before its fsync: %s", line)
		parent := filepath.Dir(from)
		rest := strings.Join(calls[i:], "")
		require.Contains(t, rest, "<"+parent+">) = 0", "no fsync of the directory after: %s", line)
		lastRename = quoted[3]
	}
	require.Equal(t, "current", lastRename, "the pointer comes last")
}

func between(s, a, b string) string {
	_, s, _ = strings.Cut(s, a)
	s, _, _ = strings.Cut(s, b)
	return s
}
