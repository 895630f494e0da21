package ratelimit_test

import (
	"net"
	"os/exec"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// valkey is a running server of Valkey, or of Redis where there is no Valkey.
type valkey struct {
	Addr string // host:port

	t       testing.TB
	program string
	cmd     *exec.Cmd
}

// startValkey starts a server that ends with the test. Without the program the test is skipped.
func startValkey(t testing.TB) *valkey {
	t.Helper()
	v := &valkey{t: t}
	for _, name := range []string{"valkey-server", "redis-server"} {
		if path, err := exec.LookPath(name); err == nil {
			v.program = path
			break
		}
	}
	if v.program == "" {
		t.Skip("SKIPPED: neither valkey-server nor redis-server installed: apt-get install " +
			"redis-server")
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	v.Addr = l.Addr().String()
	require.NoError(t, l.Close())
	t.Cleanup(v.Kill)
	v.Start()
	return v
}

// Start starts it again after Kill, at the same address and without data.
func (v *valkey) Start() {
	v.t.Helper()
	_, port, err := net.SplitHostPort(v.Addr)
	require.NoError(v.t, err)
	v.cmd = exec.Command(v.program, "--bind", "127.0.0.1", "--port", port, "--save", "",
		"--appendonly", "no", "--dir", v.t.TempDir())
	require.NoError(v.t, v.cmd.Start())
	require.Eventually(v.t, func() bool {
		conn, err := net.Dial("tcp", v.Addr)
		return err == nil && conn.Close() == nil
	}, time.Minute, 5*time.Millisecond)
}

// Kill ends it at once.
func (v *valkey) Kill() {
	if v.cmd != nil {
		_ = v.cmd.Process.Kill()
		_ = v.cmd.Wait()
		v.cmd = nil
	}
}

// Signal sends it a signal, as SIGSTOP to make it silent.
func (v *valkey) Signal(sig syscall.Signal) {
	v.t.Helper()
	require.NoError(v.t, v.cmd.Process.Signal(sig))
}
