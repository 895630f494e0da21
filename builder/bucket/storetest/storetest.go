// Package storetest runs real stores for tests: versitygw and MinIO from .bin, where "make stores"
// puts them, or from PATH; and a folder. [Proxy] is in front of a store and makes it slow, cut off,
// failing or lying.
package storetest

import (
	"context"
	"crypto/rand"
	"fmt"
	"net"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/minio/minio-go/v7"
	"github.com/minio/minio-go/v7/pkg/credentials"
	"github.com/stretchr/testify/require"
)

// Credentials of every store that this package starts.
const (
	AccessKey = "cartaz-test"
	SecretKey = "cartaz-test-secret"
)

// Server is a running store.
type Server struct {
	Name     string // of the program
	Endpoint string // http://127.0.0.1:port
	Bucket   string
	cmd      *exec.Cmd
	start    func() *exec.Cmd
}

// programs are the stores that tests run, and how.
var programs = map[string]func(path, addr, dir string) *exec.Cmd{
	"versitygw": func(path, addr, dir string) *exec.Cmd {
		return exec.Command(path, "--quiet", "--port", addr, "--access", AccessKey, "--secret",
			SecretKey, "posix", dir)
	},
	// Its answers are not atomic: data and metadata are two files.
	"versitygw --sidecar": func(path, addr, dir string) *exec.Cmd {
		return exec.Command(path, "--quiet", "--port", addr, "--access", AccessKey, "--secret",
			SecretKey, "posix", "--sidecar", filepath.Join(filepath.Dir(dir), "meta"), dir)
	},
	"minio": func(path, addr, dir string) *exec.Cmd {
		cmd := exec.Command(path, "server", "--quiet", "--address", addr, dir)
		cmd.Env = append(os.Environ(), "MINIO_ROOT_USER="+AccessKey, "MINIO_ROOT_PASSWORD="+
			SecretKey, "MINIO_BROWSER=off", "MINIO_UPDATE=off")
		return cmd
	},
}

// Names are the stores that tests run against; Start knows "versitygw --sidecar" too.
var Names = []string{"versitygw", "minio"}

// Start runs a store with one bucket until the test ends, and puts its credentials into the
// environment. Where the program is not installed it skips the test and says so.
func Start(t testing.TB, name string) *Server {
	t.Helper()
	program, _, _ := strings.Cut(name, " ")
	path := find(program)
	if path == "" {
		t.Skipf("SKIPPED: %s not installed: make stores", program)
	}
	setEnv(t)
	dir := filepath.Join(t.TempDir(), "data")
	require.NoError(t, os.Mkdir(dir, 0o755))
	require.NoError(t, os.Mkdir(filepath.Join(filepath.Dir(dir), "meta"), 0o755))
	addr := freeAddr(t)
	s := &Server{Name: name, Endpoint: "http://" + addr, Bucket: "cartaz"}
	s.start = func() *exec.Cmd { return programs[name](path, addr, dir) }
	s.Resume(t)
	t.Cleanup(s.Kill)
	return s
}

// setEnv sets the credentials; t.Setenv would keep tests from running in parallel.
func setEnv(t testing.TB) {
	for name, value := range map[string]string{"AWS_ACCESS_KEY_ID": AccessKey,
		"AWS_SECRET_ACCESS_KEY": SecretKey, "AWS_EC2_METADATA_DISABLED": "true"} {
		require.NoError(t, os.Setenv(name, value))
	}
}

// find returns the path of a program, from .bin of the nearest folder above that has it or from
// PATH, "" when it is not installed.
func find(name string) string {
	for dir, err := os.Getwd(); err == nil && dir != "/"; dir = filepath.Dir(dir) {
		if _, err := os.Stat(filepath.Join(dir, ".bin", name)); err == nil {
			return filepath.Join(dir, ".bin", name)
		}
	}
	path, err := exec.LookPath(name)
	if err != nil {
		return ""
	}
	return path
}

// Installed reports whether the program of a store is on this machine.
func Installed(name string) bool {
	program, _, _ := strings.Cut(name, " ")
	return find(program) != ""
}

func freeAddr(t testing.TB) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	addr := l.Addr().String()
	require.NoError(t, l.Close())
	return addr
}

// Kill ends the store at once; Resume starts it again with its data.
func (s *Server) Kill() {
	if s.cmd != nil {
		_ = s.cmd.Process.Kill() // it may have ended already
		_ = s.cmd.Wait()
		s.cmd = nil
	}
}

// Pause stops the store without closing its connections, until Continue.
func (s *Server) Pause() error { return s.cmd.Process.Signal(syscall.SIGSTOP) }

// Continue lets a paused store go on.
func (s *Server) Continue() error { return s.cmd.Process.Signal(syscall.SIGCONT) }

// Resume starts the store and waits until it answers and has its bucket.
func (s *Server) Resume(t testing.TB) {
	t.Helper()
	s.cmd = s.start()
	s.cmd.Stderr = os.Stderr
	require.NoError(t, s.cmd.Start())
	client := s.Client(t)
	require.Eventually(t, func() bool {
		ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
		defer cancel()
		found, err := client.BucketExists(ctx, s.Bucket)
		if err != nil {
			return false
		}
		return found || client.MakeBucket(ctx, s.Bucket, minio.MakeBucketOptions{}) == nil
	}, time.Minute, 20*time.Millisecond, "%s does not start", s.Name)
}

// Client speaks to the store without the tested code.
func (s *Server) Client(t testing.TB) *minio.Client {
	t.Helper()
	u, err := url.Parse(s.Endpoint)
	require.NoError(t, err)
	client, err := minio.New(u.Host, &minio.Options{
		Creds: credentials.NewStaticV4(AccessKey, SecretKey, ""), Region: "us-east-1",
		MaxRetries: 1,
	})
	require.NoError(t, err)
	return client
}

// Address returns the address of a new, empty place in the bucket.
func (s *Server) Address() string { return s.AddressAt(s.Endpoint) }

// AddressAt is Address by way of another endpoint, such as a [Proxy].
func (s *Server) AddressAt(endpoint string) string {
	return fmt.Sprintf("s3://%s/%s?endpoint=%s", s.Bucket, strings.ToLower(rand.Text()[:8]),
		endpoint)
}

// Each runs a test with a folder and with every store that is installed.
func Each(t *testing.T, test func(t *testing.T, address string)) {
	t.Run("folder", func(t *testing.T) { test(t, "file://"+t.TempDir()) })
	for _, name := range Names {
		t.Run(name, func(t *testing.T) { test(t, Start(t, name).Address()) })
	}
}
