package fleet_test

import (
	"bytes"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cartaz/builder/bucket/storetest"
	"cartaz/edge/internal/credential"
	"cartaz/edge/internal/programtest"
)

func TestMain(m *testing.M) { programtest.Main(m) }

// need skips a test on a machine without a program.
func need(t testing.TB, program, pkg string) {
	t.Helper()
	if _, err := exec.LookPath(program); err != nil {
		t.Skipf("SKIPPED: %s not installed: apt-get install %s", program, pkg)
	}
}

// freeAddr returns an address of this machine without a listener. Ports below those that the system
// gives to clients are taken, so that a process finds its own again after it was killed.
func freeAddr(t testing.TB) string {
	t.Helper()
	for port := 20000 + os.Getpid()%5000; port < 32000; port++ {
		addr := fmt.Sprintf("127.0.0.1:%d", port)
		if taken[addr] {
			continue
		}
		if l, err := net.Listen("tcp", addr); err == nil {
			require.NoError(t, l.Close())
			taken[addr] = true
			return addr
		}
	}
	t.Fatal("no port is free")
	return ""
}

var taken = map[string]bool{}

// process is a running program that is started again at the same address after it was killed.
type process struct {
	name string
	args []string
	env  []string
	cmd  *exec.Cmd
	log  bytes.Buffer
}

// start starts it, and waits until it listens at an address.
func (p *process) start(t testing.TB, addr string) {
	t.Helper()
	p.cmd = exec.Command(p.name, p.args...)
	p.cmd.Env = append(os.Environ(), p.env...)
	p.cmd.Stdout, p.cmd.Stderr = &p.log, &p.log
	require.NoError(t, p.cmd.Start())
	cmd := p.cmd
	t.Cleanup(func() {
		if p.cmd == cmd {
			p.kill()
		}
		if t.Failed() {
			t.Logf("log of %s:\n%s", p.name, p.log.Bytes())
		}
	})
	require.Eventually(t, func() bool { return listens(addr) }, time.Minute,
		10*time.Millisecond, "%s does not listen at %s", p.name, addr)
}

// kill ends it without warning.
func (p *process) kill() {
	if p.cmd != nil {
		_ = p.cmd.Process.Kill() // it has ended: all the better
		_ = p.cmd.Wait()
		p.cmd = nil
	}
}

// send sends a signal.
func (p *process) send(s syscall.Signal) { _ = p.cmd.Process.Signal(s) }

func listens(addr string) bool {
	conn, err := net.DialTimeout("tcp", addr, time.Second)
	if err != nil {
		return false
	}
	return conn.Close() == nil
}

// edge is an edge on its own machine: cache, way to the store and ports.
type edge struct {
	n           int
	addr, admin string
	cache       string
	proxy       *storetest.Proxy // its way to the store; nil when that is a folder
	flags       []string
	running     *programtest.Edge
}

func (e *edge) start(t testing.TB) {
	t.Helper()
	e.running = programtest.Start(t, exec.Command(programtest.Program(t, "edge"), append([]string{
		"--out", e.cache, "--listen", e.addr, "--admin", e.admin, "--drain", "2s"}, e.flags...)...))
}

// pid returns the id of the serving process.
func (e *edge) pid() int {
	lines := e.running.Log.Lines("serving")
	return lines[len(lines)-1].PID
}

func (e *edge) send(s syscall.Signal) { _ = syscall.Kill(e.pid(), s) }

// kill ends it without warning.
func (e *edge) kill(t testing.TB) {
	t.Helper()
	pid := e.pid()
	require.NoError(t, syscall.Kill(pid, syscall.SIGKILL))
	if pid == e.running.Cmd.Process.Pid {
		e.running.Wait(t)
	}
	require.Eventually(t, func() bool { return !listens(e.addr) }, time.Minute,
		5*time.Millisecond)
}

// restart ends the process and starts another one.
func (e *edge) restart(t testing.TB) {
	t.Helper()
	e.send(syscall.SIGTERM)
	e.running.Wait(t)
	e.start(t)
}

// builder is a builder on its own machine.
type builder struct {
	n     int
	dir   string
	to    string // address of the bucket, by its way
	proxy *storetest.Proxy
}

// published is a line of the builder about a release.
var published = regexp.MustCompile(`(\w+): published (\S+) in`)

// run publishes all brands. disturb is called while it runs; nil for not at all. It returns the
// releases that it says it has published, and the exit code, -1 for a killed one.
func (b *builder) run(t testing.TB, disturb func(*os.Process)) (claims map[string]string, code int,
	said string) {
	cmd := exec.Command(programtest.Program(t, "builder"), "build", "--brands",
		filepath.Join(b.dir, "brands"), "--out", filepath.Join(b.dir, "out"), "--to", b.to,
		"--export=false")
	var log bytes.Buffer
	cmd.Stdout, cmd.Stderr = &log, &log
	if err := cmd.Start(); err != nil {
		return nil, -1, err.Error()
	}
	if disturb != nil {
		disturb(cmd.Process)
	}
	var exit *exec.ExitError
	if err := cmd.Wait(); err != nil && !errors.As(err, &exit) {
		return nil, -1, err.Error()
	}
	claims = map[string]string{}
	for _, m := range published.FindAllStringSubmatch(log.String(), -1) {
		claims[m[1]] = m[2]
	}
	return claims, cmd.ProcessState.ExitCode(), log.String()
}

// balance starts haproxy as edge/deploy has it before edges.
func balance(t testing.TB, edges []*edge) (addr string) {
	t.Helper()
	config, err := filepath.Abs("../../deploy/haproxy.cfg")
	require.NoError(t, err)
	addr = freeAddr(t)
	p := &process{name: "haproxy", args: []string{"-db", "-f", config},
		env: []string{"FLEET_LISTEN=" + addr}}
	for _, e := range edges {
		_, port, err := net.SplitHostPort(e.admin)
		require.NoError(t, err)
		p.env = append(p.env, fmt.Sprintf("FLEET_EDGE%d=%s", e.n, e.addr),
			fmt.Sprintf("FLEET_ADMIN%d=%s", e.n, port))
	}
	p.start(t, addr)
	return addr
}

// limitStore starts the store of limits.
func limitStore(t testing.TB) (p *process, addr string) {
	t.Helper()
	addr = freeAddr(t)
	_, port, err := net.SplitHostPort(addr)
	require.NoError(t, err)
	name := "valkey-server"
	if _, err := exec.LookPath(name); err != nil {
		name = "redis-server"
	}
	p = &process{name: name, args: []string{"--port", port, "--bind", "127.0.0.1", "--save", "",
		"--dir", t.TempDir()}}
	p.start(t, addr)
	return p, addr
}

// keyFile is a key file for all edges.
func keyFile(t testing.TB) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "keys")
	require.NoError(t, os.WriteFile(path, []byte(credential.GenerateKey("k1")), 0o600))
	return path
}

// disk mounts a small disk for the cache of one edge. Without the right to do so it says so, and
// returns an ordinary folder and false.
func disk(t testing.TB, size int) (dir string, own bool) {
	t.Helper()
	dir = filepath.Join(t.TempDir(), "disk")
	require.NoError(t, os.Mkdir(dir, 0o755))
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, fmt.Sprintf("size=%d", size)); err != nil {
		t.Logf("NOT TESTED with a disk that is full, which takes root: mount: %v", err)
		return dir, false
	}
	t.Cleanup(func() { require.NoError(t, syscall.Unmount(dir, syscall.MNT_DETACH)) })
	return dir, true
}

// fill leaves no room on a disk, until the returned function is called.
func fill(t testing.TB, dir string) (free func()) {
	t.Helper()
	ballast := filepath.Join(dir, "ballast")
	f, err := os.Create(ballast)
	require.NoError(t, err)
	for chunk := make([]byte, 4096); err == nil; {
		_, err = f.Write(chunk)
	}
	require.ErrorIs(t, err, syscall.ENOSPC)
	require.NoError(t, f.Close())
	return func() { require.NoError(t, os.Remove(ballast)) }
}

// client asks without keeping connections of a process that may be killed.
var client = &http.Client{Timeout: time.Second,
	Transport: &http.Transport{DisableKeepAlives: true}}

// storeName returns the first installed store, or "".
func storeName() string {
	for _, name := range storetest.Names {
		if storetest.Installed(name) {
			return name
		}
	}
	return ""
}
