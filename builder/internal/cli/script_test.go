package cli_test

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/builder/internal/memo"
	"cartaz/builder/internal/upstream/cache"
	"cartaz/builder/release"
)

// script plays one file of testdata/script: command lines, then files, each
// below a line "-- name --". Before the first command the files are written into
// a folder of the script's own, in which all commands run.
//
// A line is words with spaces between them; what is in single quotes is taken as
// it is, elsewhere $NAME is a variable. # begins a comment line. A line that
// begins with ! must fail. The commands:
//
//	exits CODE ARG…     runs the builder, which must exit with CODE
//	stdout RE           what it printed matches; stderr RE likewise
//	lines N             it printed N lines on its standard output
//	grep RE FILE        a file matches
//	exists FILE…        these are there
//	cmp FILE FILE       two files have the same bytes
//	cp FILE FILE        copies a file; rm FILE… removes files and folders
//	flip FILE           turns one bit in the middle of a file
//	env NAME=VALUE      sets a variable for what follows
//	live BRAND          sets $LIVE to the id of the live release
//	sealed BRAND FILE   writes names and digests of all that an edge reads of the
//	                    brand into FILE: equal files mean an untouched release
//	prometheus FILE     the file is what node_exporter's textfile collector reads
//	serve               serves the folder serve/ at $SOURCE; FILE.status holds
//	                    another status than 200
//	hold BRAND          holds the lock of the brand until the script ends
type script struct {
	*testing.T
	dir            string
	env            map[string]string
	stdout, stderr string
	line           string // for messages
}

// play runs a script over files that it may replace.
func play(t *testing.T, file string, given map[string]string) {
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	commands, files := unpack(string(text))
	s := &script{T: t, dir: t.TempDir(), env: map[string]string{}}
	for name, body := range given {
		if _, own := files[name]; !own {
			files[name] = body
		}
	}
	for name, body := range files {
		require.NoError(t, os.MkdirAll(filepath.Dir(s.path(name)), 0o755))
		require.NoError(t, os.WriteFile(s.path(name), []byte(body), 0o644))
	}
	for n, line := range strings.Split(commands, "\n") {
		s.line = fmt.Sprintf("%s:%d: %s", file, n+1, line)
		words := s.words(line)
		if len(words) == 0 {
			continue
		}
		fail := words[0] == "!"
		if fail {
			words = words[1:]
		}
		err := s.run(words)
		if fail {
			require.Error(t, err, s.line)
			continue
		}
		require.NoError(t, err, "%s\nstdout: %s\nstderr: %s", s.line, s.stdout, s.stderr)
	}
}

var fileLine = regexp.MustCompile(`(?m)^-- (\S+) --\n`)

// unpack takes a script's text apart.
func unpack(text string) (commands string, files map[string]string) {
	files = map[string]string{}
	at := fileLine.FindAllStringSubmatchIndex(text, -1)
	if len(at) == 0 {
		return text, files
	}
	for i, m := range at {
		end := len(text)
		if i+1 < len(at) {
			end = at[i+1][0]
		}
		files[text[m[2]:m[3]]] = text[m[1]:end]
	}
	return text[:at[0][0]], files
}

var word = regexp.MustCompile(`(?:'[^']*'|[^\s'])+`)

func (s *script) words(line string) []string {
	if strings.HasPrefix(line, "#") {
		return nil
	}
	var words []string
	for _, w := range word.FindAllString(line, -1) {
		parts := strings.Split(w, "'")
		for i := 0; i < len(parts); i += 2 { // the odd ones were quoted
			parts[i] = os.Expand(parts[i], func(name string) string { return s.env[name] })
		}
		words = append(words, strings.Join(parts, ""))
	}
	return words
}

func (s *script) path(name string) string { return filepath.Join(s.dir, filepath.FromSlash(name)) }

func (s *script) run(words []string) error {
	verb, args := words[0], words[1:]
	want := map[string]int{"stdout": 1, "stderr": 1, "lines": 1, "grep": 2, "cmp": 2, "cp": 2, "flip": 1, "env": 1, "live": 1, "sealed": 2, "prometheus": 1, "serve": 0, "hold": 1}
	if n, fixed := want[verb]; fixed {
		require.Len(s, args, n, s.line)
	}
	switch verb {
	case "exits":
		return s.exits(args[0], args[1:])
	case "stdout":
		return match(args[0], s.stdout)
	case "stderr":
		return match(args[0], s.stderr)
	case "lines":
		return equal(args[0], strconv.Itoa(strings.Count(s.stdout, "\n")))
	case "grep":
		text, err := os.ReadFile(s.path(args[1]))
		return errors.Join(err, match(args[0], string(text)))
	case "exists":
		for _, name := range args {
			if _, err := os.Lstat(s.path(name)); err != nil {
				return err
			}
		}
	case "cmp":
		a, errA := os.ReadFile(s.path(args[0]))
		b, errB := os.ReadFile(s.path(args[1]))
		return errors.Join(errA, errB, equal(string(a), string(b)))
	case "cp":
		text, err := os.ReadFile(s.path(args[0]))
		return errors.Join(err, os.WriteFile(s.path(args[1]), text, 0o644))
	case "rm":
		for _, name := range args {
			if err := os.RemoveAll(s.path(name)); err != nil {
				return err
			}
		}
	case "flip":
		return s.flip(args[0])
	case "env":
		name, value, _ := strings.Cut(args[0], "=")
		s.env[name] = value
	case "live":
		id, err := release.Current(s.path("out/" + args[0]))
		s.env["LIVE"] = id
		return err
	case "sealed":
		return s.sealed(args[0], args[1])
	case "prometheus":
		text, err := os.ReadFile(s.path(args[0]))
		return errors.Join(err, checkExposition(string(text)))
	case "serve":
		s.serve()
	case "hold":
		folder, err := release.Hold(s.path("out/"+args[0]), release.Options{})
		if err == nil {
			s.Cleanup(func() { folder.Close() })
		}
		return err
	default:
		require.Fail(s, "unknown command", s.line)
	}
	return nil
}

// exits runs this very test binary as the builder.
func (s *script) exits(code string, args []string) error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	cmd := exec.CommandContext(s.Context(), self, args...)
	cmd.Dir = s.dir
	cmd.Env = append(os.Environ(), asBuilder+"=1")
	for name, value := range s.env {
		cmd.Env = append(cmd.Env, name+"="+value)
	}
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	var exit *exec.ExitError
	if err := cmd.Run(); err != nil && !errors.As(err, &exit) {
		return err
	}
	s.stdout, s.stderr = stdout.String(), stderr.String()
	return equal(code, strconv.Itoa(cmd.ProcessState.ExitCode()))
}

func match(pattern, text string) error {
	re, err := regexp.Compile(`(?m)` + pattern)
	if err == nil && !re.MatchString(text) {
		err = fmt.Errorf("%s does not match:\n%s", pattern, text)
	}
	return err
}

func equal(want, got string) error {
	if want != got {
		return fmt.Errorf("want %s, got %s", want, got)
	}
	return nil
}

func (s *script) flip(name string) error {
	files, err := filepath.Glob(s.path(name))
	if err != nil || len(files) != 1 {
		return fmt.Errorf("%s: %d files, %w", name, len(files), err)
	}
	data, err := os.ReadFile(files[0])
	if err != nil {
		return err
	}
	data[len(data)/2] ^= 1
	// Sealed files are read-only.
	return errors.Join(os.Remove(files[0]), os.WriteFile(files[0], data, 0o444))
}

func (s *script) sealed(brand, file string) error {
	dir := s.path("out/" + brand)
	var list strings.Builder
	err := filepath.WalkDir(dir, func(name string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil, name == filepath.Join(dir, release.LockFile), name == filepath.Join(dir, cache.Name),
			name == filepath.Join(dir, memo.LogName), name == filepath.Join(dir, memo.IndexName):
			return err
		case name == filepath.Join(dir, release.SiteDir):
			return fs.SkipDir
		case entry.IsDir():
			return nil
		}
		data, err := os.ReadFile(name)
		fmt.Fprintf(&list, "%s %x\n", strings.TrimPrefix(name, dir), sha256.Sum256(data))
		return err
	})
	return errors.Join(err, os.WriteFile(s.path(file), []byte(list.String()), 0o644))
}

func (s *script) serve() {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		file := s.path("serve" + r.URL.Path)
		body, err := os.ReadFile(file)
		if err != nil {
			http.Error(w, "no such page", http.StatusNotFound)
			return
		}
		if status, err := os.ReadFile(file + ".status"); err == nil {
			code, err := strconv.Atoi(strings.TrimSpace(string(status)))
			if err != nil {
				code = http.StatusTeapot
			}
			w.WriteHeader(code)
		}
		_, _ = w.Write(body)
	}))
	s.Cleanup(server.Close)
	s.env["SOURCE"] = server.URL
}
