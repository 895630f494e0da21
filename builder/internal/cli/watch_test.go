package cli_test

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cartaz/builder/internal/cli"
)

// said passes on the output of the builder, line by line.
type said struct {
	lines chan string
	rest  []byte
}

func (s *said) Write(p []byte) (int, error) {
	s.rest = append(s.rest, p...)
	for {
		line, rest, found := bytes.Cut(s.rest, []byte("\n"))
		if !found {
			return len(p), nil
		}
		s.rest = bytes.Clone(rest)
		s.lines <- string(line)
	}
}

// until waits for a line; the test ends with its deadline if none comes.
func (s *said) until(t *testing.T, pattern string) {
	t.Helper()
	re := regexp.MustCompile(pattern)
	for {
		select {
		case line := <-s.lines:
			if re.MatchString(line) {
				return
			}
		case <-t.Context().Done():
			require.Fail(t, "no line", pattern)
		}
	}
}

// Watch builds the brands that a change concerns, continues after mistakes, sees new folders, and
// ends with its context.
func TestWatch(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) {
		t.Helper()
		require.NoError(t, os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o755))
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644))
	}
	for name, text := range goodBrands() {
		write(name, text)
	}
	// A brand that is frozen in time never sees the end of an entry.
	write("brands/palco/brand.yaml", strings.ReplaceAll(goodBrands()["brands/palco/brand.yaml"],
		"as_of: 2026-11-20T12:00:00-03:00\n", ""))
	require.NoError(t, os.Mkdir(filepath.Join(dir, "templates"), 0o755))
	out := &said{lines: make(chan string, 1000)}
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan int)
	go func() {
		ended <- cli.Run(ctx, []string{"watch", "palco", "festa", "--brands",
			filepath.Join(dir, "brands"), "--templates", filepath.Join(dir, "templates"), "--out",
			filepath.Join(dir, "out")},
			cli.Env{Stdout: out, Stderr: out, Lookup: os.LookupEnv, Now: time.Now})
	}()
	out.until(t, `^watching `)
	out.until(t, `^palco: published 00000001-`)

	write("brands/palco/catalogue.json",
		`[{"id": 1, "name": "Samba"}, {"id": 2, "name": "Choro"}, {"id": 3, "name": "Frevo"}]`)
	out.until(t, `^palco: published 00000002-.*: 3 events`)

	// The end of an entry is a change without a file event.
	soon := time.Now().Add(5 * time.Second).Format(time.RFC3339)
	write("brands/palco/edits.yaml", "- event: samba\n  hide: yes\n  until: "+soon+"\n")
	out.until(t, `^palco: published 00000003-.*: 2 events .* 1 withheld`)
	out.until(t, `^palco: published 00000004-.*: 3 events`)

	good := goodBrands()["brands/festa/brand.yaml"]
	write("brands/festa/brand.yaml", "nome: Festa\n")
	out.until(t, `brand.yaml:1: nome: unknown key`)
	write("brands/festa/brand.yaml", good)
	out.until(t, `^festa: unchanged `)

	// A new template in a new folder.
	write("templates/md/event.md", `{{define "event"}}just {{.Name}}`+"\n{{end}}")
	out.until(t, `^(festa: published 00000002|palco: published 00000005)-`)
	out.until(t, `^(festa: published 00000002|palco: published 00000005)-`)
	page, err := os.ReadFile(filepath.Join(dir, "out", "palco", "site", "eventos", "samba.md"))
	require.NoError(t, err)
	require.Equal(t, "just Samba\n", string(page))

	cancel()
	require.Equal(t, cli.ExitOK, <-ended)
}

func TestWatchRefuses(t *testing.T) {
	var out bytes.Buffer
	env := cli.Env{Stdout: &out, Stderr: &out, Lookup: os.LookupEnv, Now: time.Now}
	require.Equal(t, cli.ExitFailed, cli.Run(t.Context(),
		[]string{"watch", "--brands", filepath.Join(t.TempDir(), "absent")}, env))
	require.Contains(t, out.String(), "absent")
}
