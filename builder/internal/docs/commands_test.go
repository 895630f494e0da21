//go:build unix

package docs_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"flag"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

var update = flag.Bool("update", false, "write the references of the guides anew")

// guides are the documents whose commands are typed one after the other, as a reader would.
var guides = []string{"README.md", "brands/README.md", "brands/sources.md", "brands/records.md",
	"brands/pages.md", "builder/README.md", "edge/README.md", "templates/README.md"}

// notTyped are commands that the session leaves out, and why.
var notTyped = map[string]string{
	".bin/builder init agenda --url https://backend.example/api/events": "there is no such host; " +
		"init_url.txtar in builder/internal/cli asks a server of its own",
	"make test": "it runs this test",
	".bin/edge --out out --listen :80 --https :443 --certificates " +
		"/var/lib/cartaz/certificates": "it asks Let's Encrypt; TestHTTPS of " +
		"edge/internal/certs asks Pebble",
	"export AWS_ACCESS_KEY_ID=… AWS_SECRET_ACCESS_KEY=…": "they are of the store below",
	".bin/builder build --to 's3://releases/cartaz?endpoint=https://s3.example&region=eu-1'": "" +
		"there is no such store; the tests of builder/bucket run versitygw",
	".bin/edge --from 's3://releases/cartaz?endpoint=https://s3.example' --out " +
		"/var/cache/cartaz --cache-size 20G": "there is no such store; the tests of " +
		"edge/internal/mirror run versitygw",
	"edge/deploy/fleet": "TestOneCommand of edge/internal/fleet runs it",
	".bin/builder rollback --to file:///mnt/shared/cartaz palco 41": "there is no release 41; " +
		"the tests of builder/bucket roll back",
	`$ builder search palco "roda de samba" --why samba-da-ladeira`: "with what it prints: " +
		"TestReadmeSearch of builder/internal/cli",
}

// commands are the lines of the indented blocks and of the blocks in sh. What a command that begins
// with a dollar sign prints belongs to it.
func commands(text string) (lines []string) {
	fence, printed := "", false
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		if mark, ok := strings.CutPrefix(line, "```"); ok {
			if fence == "" {
				fence = "```" + mark
			} else {
				fence = ""
			}
			continue
		}
		command, indented := strings.CutPrefix(line, "    ")
		if fence == "```sh" {
			command, indented = line, true
		}
		if !indented || fence != "" && fence != "```sh" {
			printed = false
			continue
		}
		if printed {
			continue
		}
		printed = strings.HasPrefix(command, "$ ")
		lines = append(lines, command)
	}
	return lines
}

// TestCommandsOfText: which lines are commands.
func TestCommandsOfText(t *testing.T) {
	t.Parallel()
	text := "a\n\n    one\n    two\n\n```yaml\n    three: 3\n```\n\n```sh\nfour\n```\n\n    $ " +
		"five\n    it says\n      so\n\n    six\n"
	require.Equal(t, []string{"one", "two", "four", "$ five", "six"}, commands(text))
}

// TestCommands types every command of the guides in a copy of the project that has what a clone has
// to begin with: make run serves the samples, and the rest is typed beside it. Only addresses
// differ: ports are the system's choice, and the folders of cron lie in the copy.
func TestCommands(t *testing.T) {
	if testing.Short() {
		t.Skip("builds both programs and all sample brands")
	}
	for _, program := range []string{"make", "curl"} {
		if _, err := exec.LookPath(program); err != nil {
			t.Skipf("SKIPPED: %s not installed: apt-get install %s", program, program)
		}
	}
	s := newSession(t)
	left := len(notTyped)
	for _, guide := range guides {
		text, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(guide)))
		require.NoError(t, err)
		for _, command := range commands(string(text)) {
			if _, known := notTyped[command]; known {
				left--
				continue
			}
			start := time.Now()
			s.typeIt(t, guide, command)
			t.Logf("%5.1f s  %s: %s", time.Since(start).Seconds(), guide, command)
		}
	}
	require.Zero(t, left, "notTyped has commands that no document shows")
	s.serves(t, "agenda.localhost") // as the README says of the brand that it makes
	s.references(t)
}

// written matches what a program says of itself in a guide: its help, or its metrics as a table.
var written = regexp.MustCompile(`(?s)(<!-- reference: ./builder/internal/docs: (.*?) -->\n)(.*?)` +
	`(<!-- end of the reference -->)`)

// references: the guides have the help and the metrics of the programs as these print them; with
// -update they are written anew.
func (s *session) references(t *testing.T) {
	t.Helper()
	blocks := 0
	for _, guide := range guides {
		file := filepath.Join(root, filepath.FromSlash(guide))
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		full := written.ReplaceAllStringFunc(string(text), func(block string) string {
			blocks++
			m := written.FindStringSubmatch(block)
			cmd := exec.Command("sh", "-c", strings.ReplaceAll(s.replaced.Replace(m[2]), "MIRROR",
				s.mirror))
			cmd.Dir = s.dir
			said, err := cmd.Output()
			require.NoError(t, err, m[2])
			if strings.Contains(string(said), "# HELP") {
				return m[1] + "\n" + seriesTable(t, string(said)) + "\n" + m[4]
			}
			return m[1] + "\n```\n" + strings.TrimSpace(string(said)) + "\n```\n\n" + m[4]
		})
		if *update {
			require.NoError(t, os.WriteFile(file, []byte(full), 0o644))
			continue
		}
		require.Equal(t, full, string(text),
			"%s: go test ./builder/internal/docs -update writes it", guide)
	}
	require.Equal(t, 5, blocks, "references of the guides")
}

// seriesTable is the table of our series in an answer in the text format of Prometheus: names,
// labels and help.
func seriesTable(t *testing.T, text string) string {
	t.Helper()
	table := "| series | labels | meaning |\n|---|---|---|\n"
	seen := map[string]bool{}
	ours := regexp.MustCompile(`(?m)^# HELP (cartaz_\w+) (.*)$`)
	for _, m := range ours.FindAllStringSubmatch(text, -1) {
		if seen[m[1]] {
			continue
		}
		seen[m[1]] = true
		first := regexp.MustCompile(`(?m)^` + m[1] + `(?:_bucket)?(?:\{(.*)\})? `).
			FindStringSubmatch(text)
		require.NotNil(t, first, "%s has no sample", m[1])
		var labels []string
		for _, label := range regexp.MustCompile(`(\w+)="`).FindAllStringSubmatch(first[1], -1) {
			if label[1] != "le" {
				labels = append(labels, "`"+label[1]+"`")
			}
		}
		table += "| `" + m[1] + "` | " + strings.Join(labels, ", ") + " | " + m[2] + " |\n"
	}
	return table
}

// session is the copy in which commands are typed.
type session struct {
	dir      string
	replaced *strings.Replacer // what differs from the documents
	addr     string            // of the edge that make run started
	mirror   string            // admin address of the edge that serves from a bucket
}

func newSession(t *testing.T) *session {
	t.Helper()
	top, err := filepath.Abs(root)
	require.NoError(t, err)
	s := &session{dir: t.TempDir()}
	for _, folder := range []string{"brands", "templates"} {
		require.NoError(t, os.CopyFS(filepath.Join(s.dir, folder),
			os.DirFS(filepath.Join(root, folder))))
	}
	// A few files of the largest brand are as good as its 302.
	years, err := filepath.Glob(filepath.Join(s.dir, "brands", "confs", "conferences", "*"))
	require.NoError(t, err)
	for _, year := range years[1:] {
		require.NoError(t, os.RemoveAll(year))
	}
	for _, disk := range []string{"mnt/shared/cartaz", "mnt/signed/cartaz"} {
		require.NoError(t, os.MkdirAll(filepath.Join(s.dir, disk), 0o755))
	}
	makefile, err := os.ReadFile(filepath.Join(root, "Makefile"))
	require.NoError(t, err)
	// go build -o .bin/x ./x goes to the copy, from the sources where they are: the build cache
	// knows packages by their folder.
	writeTree(t, s.dir, map[string]string{
		"Makefile": string(makefile),
		"go":       "#!/bin/sh\nexec go -C '" + top + "' \"$1\" \"$2\" \"$PWD/$3\" \"$4\"\n",
	})
	require.NoError(t, os.Chmod(filepath.Join(s.dir, "go"), 0o755))
	s.replaced = strings.NewReplacer("make run", "make run GO="+filepath.Join(s.dir, "go")+
		" ARGS='--listen 127.0.0.1:0 --admin 127.0.0.1:0'")
	return s
}

// typeIt types one command. It must succeed; one that serves must begin to.
func (s *session) typeIt(t *testing.T, guide, command string) {
	t.Helper()
	line := s.replaced.Replace(regexp.MustCompile(`^curl `).ReplaceAllString(command, "curl -fsS "))
	cmd := exec.Command("sh", "-c", line)
	cmd.Dir = s.dir
	cmd.Env = append(os.Environ(), "NO_PROXY=*", "no_proxy=*", "MAKEFLAGS=")
	if command != "make run" && !strings.HasPrefix(command, ".bin/edge ") {
		said, err := cmd.CombinedOutput()
		require.NoError(t, err, "%s: %s\n%s", guide, line, said)
		return
	}
	addr, admin := serve(t, cmd)
	if strings.Contains(command, " --from ") {
		s.mirror = admin
	}
	if command == "make run" {
		require.Empty(t, s.addr)
		s.addr = addr
		s.replaced = strings.NewReplacer("localhost:8080", "localhost:"+port(addr),
			"127.0.0.1:8080", addr, "127.0.0.1:8081", admin,
			"--listen 127.0.0.1:8080", "--listen 127.0.0.1:0", "--admin 127.0.0.1:8081",
			"--admin 127.0.0.1:0",
			"*/5 * * * *  ", "", "/srv/cartaz", s.dir, "/etc/cartaz/brands", "brands",
			"/var/lib/cartaz", "out", "/var/log/cartaz.log", "cartaz.log",
			"/var/lib/node_exporter/cartaz.prom", "shard.prom",
			"file:///mnt", "file://"+s.dir+"/mnt", "/var/cache/cartaz", "cache")
	}
}

func port(addr string) string { return addr[strings.LastIndexByte(addr, ':')+1:] }

// serve starts a command that serves, waits until it does, and ends it with the test.
func serve(t *testing.T, cmd *exec.Cmd) (addr, admin string) {
	t.Helper()
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	pipe, err := cmd.StderrPipe()
	require.NoError(t, err)
	require.NoError(t, cmd.Start())
	var mu sync.Mutex
	var log bytes.Buffer
	found, ended := make(chan [2]string, 1), make(chan struct{})
	go func() {
		defer close(ended)
		for lines := bufio.NewReader(pipe); ; {
			line, err := lines.ReadBytes('\n')
			mu.Lock()
			log.Write(line)
			mu.Unlock()
			var entry struct{ Msg, Addr, Admin string }
			if json.Unmarshal(line, &entry) == nil && entry.Msg == "serving" {
				found <- [2]string{entry.Addr, entry.Admin}
			}
			if err != nil {
				return
			}
		}
	}()
	t.Cleanup(func() {
		_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGTERM) // the shell, make and the edge
		<-ended
		_ = cmd.Wait()
	})
	text := func() string {
		mu.Lock()
		defer mu.Unlock()
		return log.String()
	}
	select {
	case at := <-found:
		return at[0], at[1]
	case <-ended:
		t.Fatalf("%s ended:\n%s", cmd, text())
	case <-time.After(5 * time.Minute):
		t.Fatalf("%s does not serve:\n%s", cmd, text())
	}
	return "", ""
}

// serves waits until the edge of make run answers for a host.
func (s *session) serves(t *testing.T, host string) {
	t.Helper()
	require.Eventually(t, func() bool {
		req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://"+s.addr+"/",
			nil)
		if err != nil {
			return false
		}
		req.Host = host
		res, err := (&http.Transport{DisableKeepAlives: true}).RoundTrip(req)
		if err != nil {
			return false
		}
		_, _ = io.Copy(io.Discard, res.Body)
		return res.Body.Close() == nil && res.StatusCode == http.StatusOK
	}, time.Minute, 50*time.Millisecond, "%s is not served", host)
}
