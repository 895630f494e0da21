package program_test

import (
	"os"
	"os/exec"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/builder/program"
	"cartaz/builder/release"
	"cartaz/builder/search"
)

func TestLine(t *testing.T) {
	info := program.Info{Version: "v1.2.0", Go: "go1.26.8", Platform: "linux/amd64",
		Formats: program.Formats{Release: 1, Search: 3}}
	require.Equal(t, "edge v1.2.0, zones 2026c, go1.26.8 linux/amd64; formats: release 1, search 3",
		info.Line("edge"))
	info.Commit, info.Time = "0123456789abcdef0123456789abcdef01234567", "2026-11-22T10:00:00Z"
	require.Equal(t,
		"edge v1.2.0 (commit 0123456789ab of 2026-11-22T10:00:00Z), zones 2026c, "+
			"go1.26.8 linux/amd64; formats: release 1, search 3", info.Line("edge"))
	info.Modified = true
	require.Contains(t, info.Line("edge"), ", with changes)")
}

// TestWindows: a build for Windows fails with one line that says that it is not supported.
func TestWindows(t *testing.T) {
	cmd := exec.Command("go", "build", "cartaz/builder", "cartaz/edge")
	cmd.Env = append(os.Environ(), "GOOS=windows")
	said, err := cmd.CombinedOutput()
	require.Error(t, err)
	require.Contains(t, string(said), "runs-on-Linux-and-macOS-only--on-Windows-use-WSL")
	require.Equal(t, 1, strings.Count(string(said), "\n"))
}

func TestRead(t *testing.T) {
	info := program.Read()
	require.Equal(t, runtime.Version(), info.Go)
	require.NotEmpty(t, info.Version)
	require.Equal(t, program.Formats{Release: release.FormatVersion,
		Search: search.FormatVersion}, info.Formats)
}
