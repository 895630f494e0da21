package laravel_test

import (
	"bytes"
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cartaz/builder/internal/cli"
)

// TestLaravelInit is a newcomer who has an address and a token: two commands later
// the catalogue is built.
func TestLaravelInit(t *testing.T) {
	t.Parallel()
	a := start(t)
	dir := t.TempDir()
	run := func(args ...string) string {
		t.Helper()
		var out bytes.Buffer
		env := cli.Env{Stdout: &out, Stderr: &out, Now: time.Now,
			Lookup: func(name string) (string, bool) { return token, name == "API_TOKEN" }}
		args = append(args, "--brands", filepath.Join(dir, "brands"))
		require.Equal(t, cli.ExitOK, cli.Run(t.Context(), args, env), out.String())
		return out.String()
	}
	for key, path := range map[string]string{"paginas": "/api/eventos", "plana": "/api/paginador",
		"cursores": "/api/cursores-recursos"} {
		begin := time.Now()
		require.Regexp(t,
			`^`+key+`: read the first \d+ items with the preset laravel, \d+ events\n`+
				`  sáb 23 mai 2026, 0h · DJ Andrezinho · `,
			run("init", key, "--url", a.url+path, "--header", "Authorization: Bearer ${API_TOKEN}"))
		require.Regexp(t,
			fmt.Sprintf("^%s: published 00000001-[0-9a-f]+ in .*: %d events ", key, events),
			run("build", key, "--out", filepath.Join(dir, "out"), "--export=false"))
		t.Logf("%s: %s from an address to a release", key,
			time.Since(begin).Round(time.Millisecond))
	}
}
