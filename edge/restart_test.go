package main_test

import (
	"bufio"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cartaz/edge/internal/programtest"
)

const host = "palco.localhost"

// publish makes an output folder with one brand.
func publish(t testing.TB) (brands, out string) {
	t.Helper()
	dir := t.TempDir()
	brands, out = filepath.Join(dir, "brands"), filepath.Join(dir, "out")
	programtest.WriteBrand(t, brands, "palco", 10, 1)
	code, stdout, stderr := programtest.Run(t, dir, programtest.Program(t, "builder"), "build",
		"--brands", brands, "--out", out, "--export=false")
	require.Equal(t, 0, code, "%s%s", stdout, stderr)
	return brands, out
}

// visitors ask until they are stopped. No request is sent twice: a transport of Go would try again
// what was lost on a connection that had been used.
type visitors struct {
	asked, failed atomic.Int64
	first         atomic.Pointer[error]
	stop          chan struct{}
	running       sync.WaitGroup
}

func visit(addr string, n int) *visitors {
	v := &visitors{stop: make(chan struct{})}
	for i := range n {
		v.running.Go(func() {
			random := rand.New(rand.NewPCG(1, uint64(i)))
			for {
				select {
				case <-v.stop:
					return
				default:
				}
				// Some ask as fast as they can, others rest between requests.
				if err := v.connection(addr, time.Duration(random.IntN(3))*time.Millisecond,
					1+random.IntN(40)); err != nil {
					v.failed.Add(1)
					v.first.CompareAndSwap(nil, &err)
				}
			}
		})
	}
	return v
}

// connection sends requests on one connection until an answer is its last.
func (v *visitors) connection(addr string, rest time.Duration, requests int) error {
	conn, err := net.Dial("tcp", addr)
	if err != nil {
		return err
	}
	defer conn.Close()
	if err := conn.SetDeadline(time.Now().Add(time.Minute)); err != nil {
		return err
	}
	in := bufio.NewReader(conn)
	for range requests {
		v.asked.Add(1)
		if _, err := fmt.Fprintf(conn, "GET /eventos/show-3 HTTP/1.1\r\nHost: %s\r\n\r\n",
			host); err != nil {
			return err
		}
		res, err := http.ReadResponse(in, nil)
		if err != nil {
			return fmt.Errorf("answer: %w", err)
		}
		n, err := io.Copy(io.Discard, res.Body)
		if err != nil || res.StatusCode != 200 || n != res.ContentLength {
			return fmt.Errorf("status %d, %d bytes: %w", res.StatusCode, n, err)
		}
		if res.Close {
			return nil
		}
		time.Sleep(rest)
	}
	return nil
}

// end stops them and requires that nothing was lost.
func (v *visitors) end(t testing.TB) {
	t.Helper()
	close(v.stop)
	v.running.Wait()
	if err := v.first.Load(); err != nil {
		t.Errorf("%d of %d requests failed: %v", v.failed.Load(), v.asked.Load(), *err)
	}
	require.Greater(t, v.asked.Load(), int64(20))
	t.Logf("%d requests, %d failed", v.asked.Load(), v.failed.Load())
}

// TestActivation: an edge takes the sockets of systemd. Clients that connect while no edge runs
// wait for the next one, and a restart under load loses no request.
func TestActivation(t *testing.T) {
	_, out := publish(t)
	public, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	defer public.Close()
	admin, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	defer admin.Close()
	// LISTEN_PID is the process itself, which the shell becomes.
	activated := func(names string, sockets ...net.Listener) *exec.Cmd {
		cmd := exec.Command("sh", append([]string{"-c", `LISTEN_PID=$$ exec "$0" "$@"`,
			programtest.Program(t, "edge")}, programtest.Args(out, "--rate-address", "0", "--drain",
			"3s")...)...)
		for _, l := range sockets {
			f, err := l.(*net.TCPListener).File()
			require.NoError(t, err)
			t.Cleanup(func() { f.Close() })
			cmd.ExtraFiles = append(cmd.ExtraFiles, f)
		}
		cmd.Env = append(os.Environ(), fmt.Sprintf("LISTEN_FDS=%d", len(sockets)),
			"LISTEN_FDNAMES="+names)
		return cmd
	}
	v := visit(public.Addr().String(), 4) // before anything answers
	e := programtest.Start(t, activated("admin:public", admin, public))
	require.Equal(t, public.Addr().String(), e.Addr)
	require.Equal(t, admin.Addr().String(), e.Admin)
	for range 3 {
		require.Equal(t, 0, e.Stop(t))
		e = programtest.Start(t, activated("public:admin", public, admin))
	}
	v.end(t)
	require.Equal(t, 0, e.Stop(t))

	one := programtest.Start(t, activated("cartaz-edge.socket", public))
	require.Equal(t, public.Addr().String(), one.Addr, "a single socket needs no name")
	require.Equal(t, 0, one.Stop(t))

	for names, said := range map[string]string{
		"public:public": "socket public that was passed to this process: there are two " +
			"of this name",
		"public:other": "sockets named other were passed to this process, and nothing of it uses",
	} {
		cmd := activated(names, public, admin)
		text, err := cmd.CombinedOutput()
		require.Error(t, err)
		require.Contains(t, string(text), said)
		require.NotContains(t, string(text), "panic")
	}
}

// TestNotify: the edge tells systemd when it serves, and when it stops.
func TestNotify(t *testing.T) {
	_, out := publish(t)
	name := filepath.Join(t.TempDir(), "notify")
	socket, err := net.ListenUnixgram("unixgram", &net.UnixAddr{Name: name, Net: "unixgram"})
	require.NoError(t, err)
	defer socket.Close()
	require.NoError(t, socket.SetDeadline(time.Now().Add(time.Minute)))
	next := func() string {
		t.Helper()
		b := make([]byte, 256)
		n, err := socket.Read(b)
		require.NoError(t, err)
		return string(b[:n])
	}
	cmd := exec.Command(programtest.Program(t, "edge"), programtest.Args(out)...)
	cmd.Env = append(os.Environ(), "NOTIFY_SOCKET="+name)
	e := programtest.Start(t, cmd)
	require.Equal(t, "READY=1", next())
	require.NoError(t, cmd.Process.Signal(syscall.SIGTERM))
	require.Equal(t, "STOPPING=1", next())
	require.Equal(t, 0, e.Wait(t))
}

// TestCheck: a new program reports which live releases it cannot read, before a restart takes their
// brands off.
func TestCheck(t *testing.T) {
	_, out := publish(t)
	check := func() (int, string) {
		code, _, said := programtest.Run(t, out, programtest.Program(t, "edge"), "--check", out)
		return code, said
	}
	code, _, said := programtest.Run(t, out, programtest.Program(t, "edge"), "--check", "--out")
	require.Equal(t, 2, code)
	require.Contains(t, said, "--out: no such file")
	code, said = check()
	require.Equal(t, 0, code, said)
	require.Empty(t, said)
	manifests, err := filepath.Glob(filepath.Join(out, "*", "releases", "*", "manifest.json"))
	require.NoError(t, err)
	require.Len(t, manifests, 1)
	require.NoError(t, os.Chmod(manifests[0], 0o644))
	require.NoError(t, os.WriteFile(manifests[0], []byte(`{"format":99}`), 0o644))
	code, said = check()
	require.Equal(t, 1, code)
	require.Contains(t, said, "palco: ")
	require.Contains(t, said, "build the brand with the builder of this version")
}
