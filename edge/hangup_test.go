package main_test

import (
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cartaz/edge/internal/programtest"
)

// TestHangup: SIGHUP opens the access log anew, as logrotate expects after a rename, and never ends
// the edge; the log says why an edge stops.
func TestHangup(t *testing.T) {
	dir := t.TempDir()
	brandsDir, out := filepath.Join(dir, "brands"), filepath.Join(dir, "out")
	writeBrand(t, brandsDir, "palco", 3, 1)
	code, stdout, stderr := runBuilder(t, "build", "--brands", brandsDir, "--out", out,
		"--export=false")
	require.Equal(t, 0, code, "%s%s", stdout, stderr)
	client := &http.Client{Timeout: time.Minute}
	said := func(e *runningEdge, text string) {
		t.Helper()
		require.Eventually(t, func() bool { return strings.Contains(e.log.String(), text) },
			time.Minute, 5*time.Millisecond, text)
	}
	hangUp := func(e *runningEdge) {
		t.Helper()
		require.NoError(t, e.cmd.Process.Signal(syscall.SIGHUP))
	}
	ask := func(e *runningEdge, target string) {
		t.Helper()
		res, _, err := get(client, e.addr, "palco.localhost", target)
		require.NoError(t, err)
		require.Equal(t, 200, res.StatusCode)
	}
	holds := func(name, target string) {
		t.Helper()
		require.Eventually(t, func() bool {
			text, err := os.ReadFile(name)
			return err == nil && strings.Contains(string(text), `"path":"`+target+`"`)
		}, time.Minute, 10*time.Millisecond, "%s in %s", target, name)
	}

	t.Run("file", func(t *testing.T) {
		logs := filepath.Join(dir, "logs")
		require.NoError(t, os.Mkdir(logs, 0o755))
		name := filepath.Join(logs, "access.log")
		e := startEdge(t, out, "--access-log", name)
		ask(e, "/")
		holds(name, "/")
		require.NoError(t, os.Rename(name, name+".1"))
		hangUp(e)
		said(e, "access log opened anew")
		ask(e, "/eventos/show-1")
		holds(name, "/eventos/show-1")
		before, err := os.ReadFile(name + ".1")
		require.NoError(t, err)
		require.Equal(t, 1, strings.Count(string(before), "\n"),
			"nothing more comes to the old file")

		// What cannot be opened anew goes on where it was.
		require.NoError(t, os.Rename(logs, logs+"-gone"))
		hangUp(e)
		said(e, "the access log goes on in the previous file")
		ask(e, "/eventos/show-1.md")
		holds(filepath.Join(logs+"-gone", "access.log"), "/eventos/show-1.md")

		require.Equal(t, 0, e.stop(t))
		said(e, `"msg":"stopping","why":"terminated signal received"`)
		said(e, `"msg":"stopped"`)
	})
	// The file that the package installs finds the edge by systemd, the one that edge/README.md
	// prints by its name: the name of the package's program, too.
	readme, err := os.ReadFile("README.md")
	require.NoError(t, err)
	printed := regexp.MustCompile("(?s)\n```\n(/var/log/cartaz.*?)```\n").FindSubmatch(readme)
	require.NotNil(t, printed)
	packaged, err := os.ReadFile("deploy/debian/edge.logrotate")
	require.NoError(t, err)
	for _, rotation := range []struct{ of, program, config string }{
		{"printed", "edge", string(printed[1])},
		{"printed for the package", "cartaz-edge", string(printed[1])},
		{"packaged", "cartaz-edge", string(packaged)},
	} {
		t.Run("logrotate as "+rotation.of, func(t *testing.T) {
			if _, err := exec.LookPath("logrotate"); err != nil {
				t.Skip("SKIPPED: logrotate not installed: apt-get install logrotate")
			}
			logs, bin := t.TempDir(), t.TempDir()
			name := filepath.Join(logs, "access.log")
			program := filepath.Join(bin, rotation.program)
			require.NoError(t, os.Symlink(programtest.Program(t, "edge"), program))
			e := startCommand(t, exec.Command(program,
				programtest.Args(out, "--access-log", name)...))
			ask(e, "/")
			holds(name, "/")
			pid := e.cmd.Process.Pid
			write(t, bin, "systemctl", fmt.Sprintf(`#!/bin/sh
case "$*" in
"is-active --quiet cartaz-edge.service") ;;
"kill --kill-who=main --signal=HUP cartaz-edge.service") kill -HUP %d ;;
*) exit 1 ;;
esac
`, pid))
			require.NoError(t, os.Chmod(filepath.Join(bin, "systemctl"), 0o755))
			config := strings.NewReplacer("/var/log/cartaz/access.log", name,
				"    su cartaz-edge cartaz-edge\n", "", // a user of the package
				// Only the edge of this test, not all of this machine.
				"pkill ", fmt.Sprintf("pkill --parent %d ", os.Getpid())).Replace(rotation.config)
			require.Contains(t, config, name)
			rotate := exec.Command("logrotate", "--force", "--state",
				filepath.Join(logs, "state"), write(t, logs, "rotate.conf", config))
			rotate.Env = append(os.Environ(), "PATH="+bin+":"+os.Getenv("PATH"))
			output, err := rotate.CombinedOutput()
			require.NoError(t, err, "%s", output)
			require.Empty(t, string(output))
			said(e, "access log opened anew")
			ask(e, "/eventos/show-1")
			holds(name, "/eventos/show-1")
			holds(name+".1", "/")
			require.Equal(t, 0, e.stop(t))
		})
	}
	t.Run("no file", func(t *testing.T) {
		e := startEdge(t, out)
		for range 3 {
			hangUp(e)
			said(e, "SIGHUP: no access log in a file to open anew")
			ask(e, "/")
		}
		require.Equal(t, 0, e.stop(t))
	})
}
