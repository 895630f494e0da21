package upstream_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cartaz/brands"
	"cartaz/builder/internal/upstream"
)

// shell returns a source that runs a script of sh in its own folder.
func shell(t *testing.T, script string) upstream.Source {
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "export.sh"), []byte("#!/bin/sh\n"+script),
		0o755))
	return upstream.Source{Brand: "palco", Dir: dir, Source: brands.Source{
		Kind: brands.KindCommand, Command: []string{"./export.sh", "a b", "$HOME"},
		Env: map[string]string{"TOKEN": "t0p"}, Timeout: time.Minute, MaxBytes: 1 << 20,
	}}
}

// TestCommand: what a program prints is the catalogue, in each form; it sees its arguments as they
// are, its own variables and little else.
func TestCommand(t *testing.T) {
	t.Setenv("SECRET_OF_BUILDER", "x")
	for _, tt := range []struct{ name, script, items string }{
		{"lines", `echo '{"id": 1}'; echo '{"id": 2}'`, ""},
		{"list", `printf '\n [{"id": 1}, {"id": 2}]'`, ""},
		{"document", `echo '{"list": [{"id": 1}, {"id": 2}]}'`, ".list"},
		{"gzip", `printf '{"id": 1}\n{"id": 2}\n' | gzip`, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			src := shell(t, tt.script)
			src.Items = tt.items
			records, _, err := pull(t, src, upstream.Options{})
			require.NoError(t, err)
			require.Len(t, records, 2)
			require.Equal(t, map[string]any{"id": 2}, records[1].Value)
			require.Equal(t, "./export.sh, item 2", records[1].Pos.String())
		})
	}
	src := shell(t, `echo "said  twice" >&2; printf '{"args": "%s|%s", "env": "%s", "pwd": "%s", `+
		`"in": "%s"}' "$1" "$2" "$(env | cut -d= -f1 | sort | tr '\n' ' ')" "$PWD" "$(cat)"`)
	records, stats, err := pull(t, src, upstream.Options{})
	require.NoError(t, err)
	value := records[0].Value.(map[string]any)
	require.Equal(t, "a b|$HOME", value["args"])
	require.NotContains(t, value["env"], "SECRET_OF_BUILDER")
	require.Contains(t, value["env"], "BRAND ")
	require.Contains(t, value["env"], "TOKEN ")
	require.Empty(t, value["in"])
	real, err := filepath.EvalSymlinks(src.Dir)
	require.NoError(t, err)
	require.Equal(t, real, value["pwd"])
	require.Equal(t, "said  twice", stats.Stderr)
}

// TestCommandFails: a program that fails, is cut or says nothing fails the pull, and says why.
func TestCommandFails(t *testing.T) {
	for _, tt := range []struct {
		name, script string
		kind         error
		want         string
	}{
		{"status", `echo '{"id": 1}'; echo one >&2; echo "no t0p: denied" >&2; exit 3`,
			upstream.ErrUnavailable, "./export.sh: exit status 3: it said: one / no "},
		{"cut", `printf '{"id": 1'`, upstream.ErrMalformed, "./export.sh: malformed"},
		{"cut and status", `printf '{"id": 1'; exit 1`, upstream.ErrUnavailable, "exit status 1"},
		{"signal", `kill -9 $$`, upstream.ErrUnavailable, "signal: killed"},
		{"silent", `exit 0`, upstream.ErrMalformed, "the document is empty"},
		{"not JSON", `yes not JSON`, upstream.ErrMalformed, "./export.sh: malformed"},
		{"endless", `yes '{"id": 1}'`, upstream.ErrTooLarge, "source.max_bytes"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, stats, err := pull(t, shell(t, tt.script), upstream.Options{})
			require.ErrorIs(t, err, tt.kind)
			require.ErrorContains(t, err, tt.want)
			require.NotContains(t, stats.Stderr, "\x1b")
		})
	}
	src := shell(t, "")
	for command, want := range map[string]string{
		"./none.sh":           "./none.sh cannot be started: no such file or directory",
		"no-such-program-any": "no-such-program-any: executable file not found",
	} {
		src.Command = []string{command}
		_, _, err := pull(t, src, upstream.Options{})
		require.ErrorIs(t, err, upstream.ErrUnavailable)
		require.ErrorContains(t, err, want)
		require.NotContains(t, err.Error(), src.Dir)
	}
	src.Command, src.User = []string{"./export.sh"}, "no-such-user-here"
	_, _, err := pull(t, src, upstream.Options{})
	require.ErrorContains(t, err, `there is no user "no-such-user-here"`)
}

// TestCommandStderr: only the end of what a program says is kept, without control characters.
func TestCommandStderr(t *testing.T) {
	src := shell(t, `i=0; while [ $i -lt 2000 ]; do echo "line $i" >&2; i=$((i+1)); done
		printf '\033[31mred' >&2; echo '{"id": 1}'`)
	_, stats, err := pull(t, src, upstream.Options{})
	require.NoError(t, err)
	require.LessOrEqual(t, len(stats.Stderr), 4<<10+8)
	require.True(t, strings.HasSuffix(stats.Stderr, "line 1999\n\ufffd[31mred"),
		stats.Stderr[4000:])
}

// TestCommandIsEnded: at the limit the whole group of the program ends, and what it left behind
// ends with it.
func TestCommandIsEnded(t *testing.T) {
	alive := func(file string) bool {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		pid, err := strconv.Atoi(strings.TrimSpace(string(text)))
		require.NoError(t, err)
		stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
		return err == nil && !strings.Contains(string(stat), ") Z ")
	}
	src := shell(t, `sleep 1000 & echo $! >pid; echo '{"id": 1}'; wait`)
	src.Timeout = 500 * time.Millisecond
	start := time.Now()
	_, _, err := pull(t, src, upstream.Options{})
	require.ErrorIs(t, err, upstream.ErrUnavailable)
	require.ErrorContains(t, err, "source.timeout")
	require.Less(t, time.Since(start), 2*time.Minute)
	pid := filepath.Join(src.Dir, "pid")
	require.Eventually(t, func() bool { return !alive(pid) }, time.Minute, 10*time.Millisecond)

	src = shell(t, `sleep 1000 >/dev/null 2>&1 & echo $! >pid; echo '{"id": 1}'`)
	_, _, err = pull(t, src, upstream.Options{})
	require.NoError(t, err)
	pid = filepath.Join(src.Dir, "pid")
	require.Eventually(t, func() bool { return !alive(pid) }, time.Minute, 10*time.Millisecond)

	// A daemon leaves the group of the program, and its parent ends.
	const daemon = `(setsid sh -c 'setsid sh -c "echo \$\$ >pid; exec sleep 1000" & exit' ` +
		`>/dev/null 2>&1 &); while [ ! -s pid ]; do sleep 0.01; done; echo '{"id": 1}'; `
	unavailable := upstream.ErrUnavailable
	for end, want := range map[string]error{"": nil, "exit 3": unavailable,
		"kill -9 $$": unavailable, "sleep 1000": unavailable,
		"exec setsid -w sleep 1000": unavailable} {
		script := daemon + end
		src = shell(t, script)
		src.Timeout = 2 * time.Second
		_, _, err = pull(t, src, upstream.Options{})
		require.ErrorIs(t, err, want, script)
		require.False(t, alive(filepath.Join(src.Dir, "pid")), script)
	}
}

// TestCommandUser: a builder that runs as root runs a program with the rights of a user.
func TestCommandUser(t *testing.T) {
	src := shell(t, `printf '{"id": %s, "name": "%s %s"}' "$(id -u)" "$(id -G)" "$HOME"`)
	src.User = "nobody"
	if os.Geteuid() != 0 {
		_, _, err := pull(t, src, upstream.Options{})
		require.ErrorContains(t, err, "only a builder that runs as root")
		return
	}
	require.NoError(t, os.Chmod(filepath.Dir(src.Dir), 0o755))
	require.NoError(t, os.Chmod(src.Dir, 0o755))
	records, _, err := pull(t, src, upstream.Options{})
	require.NoError(t, err)
	require.NotEqual(t, 0, records[0].Value.(map[string]any)["id"])
	require.NotContains(t, records[0].Value.(map[string]any)["name"], "/root")
}
