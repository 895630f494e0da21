package cli_test

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cartaz/builder/internal/cli"
)

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
