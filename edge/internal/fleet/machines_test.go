package fleet_test

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
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

// script is a shell that starts a whole fleet on ports of this machine.
type script struct {
	testing.TB
	dir, brands string
	port        int // of the balancer
	cmd         *exec.Cmd
	said        *programtest.Log
	version     int
}

// newScript prepares a folder with the programs and brands, and finds a place for all ports.
func newScript(t *testing.T) *script {
	t.Helper()
	if testing.Short() {
		t.Skip("runs a whole fleet")
	}
	for _, program := range []string{"bash", "curl", "haproxy", "redis-server"} {
		need(t, program, program)
	}
	s := &script{TB: t, dir: t.TempDir(), port: place(t), said: new(programtest.Log)}
	s.brands = filepath.Join(s.dir, "brands")
	programs, err := programtest.Programs()
	require.NoError(t, err)
	bin := filepath.Join(s.dir, ".bin")
	require.NoError(t, os.Mkdir(bin, 0o755))
	for _, name := range []string{"builder", "edge"} {
		require.NoError(t, os.Symlink(filepath.Join(programs, name), filepath.Join(bin, name)))
	}
	gateway, err := filepath.Abs("../../../.bin/versitygw")
	require.NoError(t, err)
	if _, err := os.Stat(gateway); err == nil {
		require.NoError(t, os.Symlink(gateway, filepath.Join(bin, "versitygw")))
	} else {
		t.Log("NOT TESTED with a store of objects, only with a folder: make stores")
	}
	deploy, err := filepath.Abs("../../deploy")
	require.NoError(t, err)
	require.NoError(t, os.Mkdir(filepath.Join(s.dir, "edge"), 0o755))
	require.NoError(t, os.Symlink(deploy, filepath.Join(s.dir, "edge", "deploy")))
	s.write()
	return s
}

// place returns a port with free ones after it.
func place(t testing.TB) int {
	t.Helper()
	for port := 21000 + os.Getpid()%40*250; port < 32000; port += 250 {
		free := true
		for _, n := range []int{0, 11, 12, 21, 22, 23, 24, 25, 121, 122, 123, 124, 125} {
			l, err := net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", port+n))
			if free = free && err == nil; err == nil {
				require.NoError(t, l.Close())
			}
		}
		if free {
			return port
		}
	}
	t.Fatal("no ports are free")
	return 0
}

// write changes the catalogue of every brand.
func (s *script) write() {
	s.Helper()
	s.version++
	for _, key := range brandKeys {
		programtest.WriteBrand(s, s.brands, key, 5, s.version)
	}
}

// run starts a shell, and waits until it has said a text. The whole group of processes ends with
// the test.
func (s *script) run(text string, args ...string) {
	s.Helper()
	s.cmd = exec.Command("bash", args...)
	s.cmd.Dir = s.dir
	s.cmd.Env = append(os.Environ(), "PORT="+strconv.Itoa(s.port), "EVERY=1", "no_proxy=*",
		"NO_PROXY=*")
	s.cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	read, write, err := os.Pipe()
	require.NoError(s, err)
	s.cmd.Stdout, s.cmd.Stderr = write, write
	require.NoError(s, s.cmd.Start())
	require.NoError(s, write.Close())
	go func() {
		defer read.Close()
		_, _ = io.Copy(s.said, bufio.NewReader(read)) // ends with the last process
	}()
	s.Cleanup(func() {
		_ = syscall.Kill(-s.cmd.Process.Pid, syscall.SIGKILL) // all have ended, mostly
		_ = s.cmd.Wait()
		if s.Failed() {
			s.Logf("the fleet said:\n%s", s.said)
		}
	})
	for deadline := time.Now().Add(time.Minute); !strings.Contains(s.said.String(), text); {
		require.True(s, time.Now().Before(deadline), "it does not say %s:\n%s", text, s.said)
		time.Sleep(20 * time.Millisecond)
	}
}

// show waits until the edges, all five, show the newest version of every brand.
func (s *script) show() {
	s.Helper()
	want := fmt.Sprintf("versão %d", s.version)
	for n := 1; n <= 5; n++ {
		for _, key := range brandKeys {
			require.Eventually(s, func() bool {
				status, body, err := get(s.Context(), client,
					fmt.Sprintf("127.0.0.1:%d", s.port+20+n), key, "/eventos/show-1")
				return err == nil && status == 200 && strings.Contains(body, want)
			}, time.Minute, 20*time.Millisecond, "edge %d: %s of %s", n, want, key)
		}
	}
}

// TestOneCommand: one command starts a fleet. Brands change while any one of its processes but the
// balancer is killed, visitors notice nothing, and what is in the bucket is read from another
// machine, whole.
func TestOneCommand(t *testing.T) {
	inFull(t)
	s := newScript(t)
	s.run("all runs", "edge/deploy/fleet", "fleet")
	s.show()
	ctx, stop := context.WithCancel(t.Context())
	v := &visitors{addr: fmt.Sprintf("127.0.0.1:%d", s.port)}
	v.visit(ctx, 3, 20*time.Millisecond)
	running, err := filepath.Glob(filepath.Join(s.dir, "fleet", "run", "*"))
	require.NoError(t, err)
	require.Contains(t, running, filepath.Join(s.dir, "fleet", "run", "edge5"))
	killed := 0
	for _, file := range running {
		switch filepath.Base(file) {
		case "balancer": // clients of it must go on with another one
			continue
		case "builder2", "edge3", "edge4", "edge5": // like those before them
			continue
		}
		s.write()
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		pid, err := strconv.Atoi(string(bytes.TrimSpace(text)))
		require.NoError(t, err)
		if syscall.Kill(pid, syscall.SIGKILL) == nil {
			killed++
		}
		s.show()
	}
	stop()
	v.running.Wait()
	p50, p99, longest := quantiles(v.took)
	t.Logf("%d processes killed; %d answers, %d torn, %d failed; p50 %s, p99 %s, longest %s",
		killed, len(v.took)+len(v.torn)+len(v.failed), len(v.torn), len(v.failed), p50, p99,
		longest)
	require.Empty(t, v.torn)
	require.Empty(t, v.failed)

	_, bucket, found := strings.Cut(s.said.String(), "fleet: bucket ")
	require.True(t, found)
	bucket, _, _ = strings.Cut(bucket, "\n")
	other := exec.Command("bash", "-ec", `set -a; [ ! -s fleet/credentials ] || . fleet/credentials
		.bin/builder verify --from "$1"; .bin/builder pull --from "$1" --out other
		.bin/builder verify --out other`, "-", bucket)
	other.Dir = s.dir
	said, err := other.CombinedOutput()
	require.NoError(t, err, "%s", said)

	require.NoError(t, s.cmd.Process.Signal(syscall.SIGTERM))
	require.NoError(t, s.cmd.Wait())
	require.Eventually(t, func() bool {
		return !listens(v.addr) && !listens(fmt.Sprintf("127.0.0.1:%d", s.port+21))
	}, time.Minute, 20*time.Millisecond, "processes go on")
}

// TestGuide types the ten commands of edge/README.md into one shell: five edges behind a balancer
// serve what was published.
func TestGuide(t *testing.T) {
	s := newScript(t)
	commands := guide(t)
	require.Len(t, commands, 10)
	text := strings.Join(commands, "\n") + "\nfor n in 1 2 3 4 5; do until curl -fs -o /dev/null " +
		"127.0.0.1:820$n/ready; do sleep 0.1; done; done\necho; echo all runs\nwait\n"
	replaced := []string{"palco.localhost:8080", fmt.Sprintf("palco.localhost:%d", s.port),
		":7070", fmt.Sprintf(":%d", s.port+11), "6379", strconv.Itoa(s.port + 12)}
	if _, err := exec.LookPath("valkey-server"); err != nil {
		replaced = append(replaced, "valkey-server", "redis-server")
	}
	text = strings.NewReplacer(append(replaced, ":810$n", fmt.Sprintf(":$((%d+n))", s.port+20),
		":820$n", fmt.Sprintf(":$((%d+n))", s.port+120))...).Replace(text)
	if _, err := os.Stat(filepath.Join(s.dir, ".bin", "versitygw")); err != nil {
		t.Skip("SKIPPED: versitygw not installed: make stores")
	}
	t.Setenv("FLEET_LISTEN", fmt.Sprintf("127.0.0.1:%d", s.port))
	for n := 1; n <= 5; n++ {
		t.Setenv(fmt.Sprintf("FLEET_EDGE%d", n), fmt.Sprintf("127.0.0.1:%d", s.port+20+n))
		t.Setenv(fmt.Sprintf("FLEET_ADMIN%d", n), strconv.Itoa(s.port+120+n))
	}
	s.run("all runs", "-ec", text)
	require.Contains(t, s.said.String(), "Show 1 versão 1", "the last command shows a page")
	s.show()
}

// guide is the commands of the guide in edge/README.md.
func guide(t testing.TB) (commands []string) {
	t.Helper()
	text, err := os.ReadFile("../../README.md")
	require.NoError(t, err)
	_, rest, found := strings.Cut(string(text), "\n## From one machine to five edges\n")
	require.True(t, found)
	_, rest, found = strings.Cut(rest, "```bash\n")
	require.True(t, found)
	block, _, found := strings.Cut(rest, "```\n")
	require.True(t, found)
	for line := range strings.Lines(block) {
		commands = append(commands, strings.TrimSpace(line))
	}
	return commands
}
