package cli_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/klauspost/compress/zstd"
	"github.com/rogpeppe/go-internal/testscript"
	"github.com/stretchr/testify/require"

	"cartaz/builder/internal/cli"
)

// TestVerbs: verbs.txt has the text of each verb and of each of its flags, an example, and valid
// values.
func TestVerbs(t *testing.T) {
	help := func(args ...string) string {
		var out bytes.Buffer
		env := cli.Env{Stdout: &out, Stderr: &out, Lookup: os.LookupEnv, Now: time.Now}
		require.Equal(t, cli.ExitOK, cli.Run(t.Context(), args, env), "%v", args)
		return out.String()
	}
	verbs := regexp.MustCompile(`(?m)^  ([a-z]+) +\S.*$`).FindAllStringSubmatch(help("--help"), -1)
	require.Greater(t, len(verbs), 20)
	for _, verb := range verbs {
		text := help(verb[1], "--help")
		require.Regexp(t, `^Usage: builder `+verb[1]+` \[flags\]`, text)
		require.Regexp(t, `(?s)\n\n[A-Z].+\n\nFlags:\n.*\n?\nExamples:\n  \S`, text)
		require.NotRegexp(t, `(?m)^  --[a-z-]+( [A-Za-z/:]+)? *$`, text, "a flag without text")
		require.NotRegexp(t, `\{[a-z]+\}`, text)
	}
	require.Contains(t, help("prune", "--help"), "at least 1 (default 3)")
	require.Contains(t, help("prune", "--help"), "24h0m0s)")
	require.Contains(t, help("status", "--help"), "(default 1h0m0s)")
}

// TestListsLeftBehind: a later builder removes the list of a builder that was killed while its hook
// ran, and keeps the list of a hook that may still run.
func TestListsLeftBehind(t *testing.T) {
	temp, out := t.TempDir(), t.TempDir()
	t.Setenv("TMPDIR", temp)
	for name, age := range map[string]time.Duration{"cartaz-purge-1": time.Hour,
		"cartaz-purge-2": time.Minute, "other": time.Hour} {
		file := filepath.Join(temp, name)
		require.NoError(t, os.WriteFile(file, nil, 0o600))
		then := time.Now().Add(-age)
		require.NoError(t, os.Chtimes(file, then, then))
	}
	brands := filepath.Join("..", "..", "..", "brands")
	runHere(t, "build", "palco", "--brands", brands, "--out", out, "--export=false", "--hook",
		`grep -q . "$PURGE"`)
	left, err := os.ReadDir(temp)
	require.NoError(t, err)
	var names []string
	for _, e := range left {
		names = append(names, e.Name())
	}
	require.Equal(t, []string{"cartaz-purge-2", "other"}, names)
}

func TestEndSoon(t *testing.T) {
	codes := make(chan int, 1)
	ctx, cancel := context.WithCancel(t.Context())
	cli.EndSoon(ctx, time.Millisecond, func(code int) { codes <- code })
	select {
	case <-codes:
		t.Fatal("ended without a signal")
	default:
	}
	cancel()
	require.Equal(t, cli.ExitFailed, <-codes)
}

// TestSignalInABuiltin: SIGTERM ends a builder that is in the middle of a jq built-in, which
// ignores its context for minutes.
func TestSignalInABuiltin(t *testing.T) {
	dir := t.TempDir()
	builder := filepath.Join(dir, "builder")
	// go run reuses the link of another test, go build links anew.
	out, err := exec.CommandContext(t.Context(), "go", "run", "-exec", "cp", "cartaz/builder",
		builder).CombinedOutput()
	require.NoError(t, err, "%s", out)
	write := func(name, text string) {
		file := filepath.Join(dir, "brands", "palco", name)
		require.NoError(t, os.MkdirAll(filepath.Dir(file), 0o755))
		require.NoError(t, os.WriteFile(file, []byte(text), 0o644))
	}
	write("brand.yaml", `name: Palco
locale: pt-BR
timezone: America/Sao_Paulo
site_url: https://palco.example
base_url: https://palco.example/api/public/v1
auth_url: https://auth.palco.example
source:
  kind: file
  path: catalogue.json
  items: '.e | if ([.[0].name | splits(" ")] | length) > 1 then . else empty end'
`)
	write("catalogue.json", `{"e": [{"id": 1, "name": "`+strings.Repeat("a ", 1_000_000)+`"}]}`)
	cmd := exec.CommandContext(t.Context(), builder, "build", "--brands",
		filepath.Join(dir, "brands"), "--out", filepath.Join(dir, "out"))
	require.NoError(t, cmd.Start())
	// The filter may take 30 s. The signal ends it, whenever it comes after the start.
	require.Eventually(t, func() bool {
		_, err := os.Stat(filepath.Join(dir, "out", "palco"))
		return err == nil
	}, time.Minute, 10*time.Millisecond)
	require.NoError(t, cmd.Process.Signal(syscall.SIGTERM))
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	select {
	case err := <-ended:
		require.Error(t, err)
		require.Equal(t, cli.ExitFailed, cmd.ProcessState.ExitCode())
	case <-time.After(time.Minute):
		require.NoError(t, cmd.Process.Kill())
		<-ended
		t.Fatal("it goes on after the signal")
	}
}

// traces implements the command traces: it returns the files that have a word.
func traces(ts *testscript.TestScript, word string, dirs []string) (found []string) {
	zip, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1))
	ts.Check(err)
	defer zip.Close()
	for _, dir := range dirs {
		ts.Check(filepath.WalkDir(ts.MkAbs(dir), func(name string, e fs.DirEntry, err error) error {
			body := []byte(filepath.Base(name))
			if err == nil && e.Type().IsRegular() {
				var more []byte
				more, err = os.ReadFile(name)
				body = append(body, more...)
			}
			if has(body, []byte(word), zip) {
				found = append(found, name)
			}
			return err
		}))
	}
	return found
}

// has reports whether bytes have a word, also where a compressed stream begins anywhere in them, or
// in what that decompresses to.
func has(b, word []byte, zip *zstd.Decoder) bool {
	if bytes.Contains(bytes.ToLower(b), word) {
		return true
	}
	for i := range b {
		var r io.Reader
		switch {
		case bytes.HasPrefix(b[i:], []byte("\x1f\x8b\x08")):
			z, err := gzip.NewReader(bytes.NewReader(b[i:]))
			if err != nil {
				continue
			}
			z.Multistream(false)
			r = z
		case bytes.HasPrefix(b[i:], []byte("\x28\xb5\x2f\xfd")):
			if zip.Reset(bytes.NewReader(b[i:])) != nil {
				continue
			}
			r = zip
		default:
			continue
		}
		text, _ := io.ReadAll(io.LimitReader(r, 64<<20)) // as far as it is a stream
		if len(text) > 0 && has(text, word, zip) {
			return true
		}
	}
	return false
}
