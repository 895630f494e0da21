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
	if out, err := exec.Command("strace", "-f", "-qq", "-o", "/dev/null",
		"true").CombinedOutput(); err != nil {
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
			_, err := straceBuild(dir, "-o", "/dev/null", "-e", "inject="+c.call+":"+c.fault+
				":when="+strconv.Itoa(n))
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

// wholeCalls gives the lines of a trace of several threads, each with a call and
// its result. strace cuts a call in two when another thread makes one meanwhile;
// the whole of it stands where it ended.
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

func TestWholeCalls(t *testing.T) {
	require.Equal(t, []string{
		"11 fsync(4</x>) = 0\n", "10 fsync(3</y>) = 0\n",
		"10 renameat(5</d>, \"a\", 5</d>, \"b\") = -1 EIO (Input/output error)\n",
	},
		wholeCalls("10 fsync(3</y> <unfinished ...>\n11 fsync(4</x>) = 0\n10 <... fsync "+
			"resumed>) = 0\n"+
			"10 renameat(5</d>, \"a\", 5</d>, \"b\" <unfinished ...>\n10 <... renameat resumed>) "+
			"= "+
			"-1 EIO (Input/output error)\n"))
}

func between(s, a, b string) string {
	_, s, _ = strings.Cut(s, a)
	s, _, _ = strings.Cut(s, b)
	return s
}
