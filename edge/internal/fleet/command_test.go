package fleet_test

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cartaz/edge/internal/programtest"
)

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
