package cli_test

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
	"github.com/rogpeppe/go-internal/txtar"

	"cartaz/builder/internal/cache"
	"cartaz/builder/internal/cli"
	"cartaz/builder/internal/export"
	"cartaz/builder/internal/serve"
	"cartaz/builder/release"
)

// TestMain makes this test binary the command "builder", too: scripts and tests find it in PATH.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"builder": func() {
		env := cli.System()
		env.Timed = os.Getenv("TIMED") != "" // default for scripts
		ctx, _ := signal.NotifyContext(context.Background(), os.Interrupt)
		os.Exit(cli.Run(ctx, os.Args[1:], env))
	}})
}

// TestScripts plays testdata/script in the language of package testscript: the real command line in
// a process of its own, with real exit codes. Each script finds two good brands, palco and festa,
// and may replace any file of them.
func TestScripts(t *testing.T) {
	t.Parallel()
	testscript.Run(t, testscript.Params{
		Dir: filepath.Join("testdata", "script"), Cmds: scriptCommands, Setup: addGoodBrands,
		RequireUniqueNames: true,
	})
}

// scriptCommands are the commands of scripts in addition to those of testscript:
//
//	exits CODE ARG…     runs the builder, which must exit with CODE
//	lines N             the builder printed N lines on its standard output
//	flip FILE           turns one bit in the middle of a file
//	live BRAND          sets $LIVE to the id of the live release
//	sealed BRAND FILE   writes names and digests of all files that an edge reads of the brand into
//	                    FILE: equal files mean an untouched release
//	prometheus FILE     the file is valid for node_exporter's textfile collector
//	traces WORD DIR…    a file below the folders has the word in its name or its bytes, in any
//	                    case, as they are or decompressed from any place; ! that none has
//	serve               serves the folder serve/ at $SOURCE; FILE.status holds a status other
//	                    than 200
//	hold BRAND          holds the lock of the brand until the script ends
//	until PATTERN       waits for a line in the file said, starting after the last one found
//	call BRAND SECRET   calls the hook in the file said as a backend does; the result of the build
//	                    is in the file called, the status of the call in $STATUS
var scriptCommands = map[string]func(ts *testscript.TestScript, neg bool, args []string){
	"exits": command(1, func(ts *testscript.TestScript, args []string) {
		err := ts.Exec("builder", args[1:]...)
		var exit *exec.ExitError
		switch {
		case errors.As(err, &exit):
			checkEqual(ts, args[0], strconv.Itoa(exit.ExitCode()))
		default:
			ts.Check(err)
			checkEqual(ts, args[0], "0")
		}
	}),
	"lines": command(1, func(ts *testscript.TestScript, args []string) {
		checkEqual(ts, args[0], strconv.Itoa(strings.Count(ts.ReadFile("stdout"), "\n")))
	}),
	"flip": command(1, func(ts *testscript.TestScript, args []string) {
		files, err := filepath.Glob(ts.MkAbs(args[0]))
		ts.Check(err)
		checkEqual(ts, "1", strconv.Itoa(len(files)))
		data, err := os.ReadFile(files[0])
		ts.Check(err)
		data[len(data)/2] ^= 1
		// Sealed files are read-only.
		ts.Check(errors.Join(os.Remove(files[0]), os.WriteFile(files[0], data, 0o444)))
	}),
	"live": command(1, func(ts *testscript.TestScript, args []string) {
		id, err := release.Current(ts.MkAbs("out/" + args[0]))
		ts.Check(err)
		ts.Setenv("LIVE", id)
	}),
	"sealed": command(2, func(ts *testscript.TestScript, args []string) {
		list, err := listSealed(ts.MkAbs("out/" + args[0]))
		ts.Check(errors.Join(err, os.WriteFile(ts.MkAbs(args[1]), list, 0o644)))
	}),
	"prometheus": command(1, func(ts *testscript.TestScript, args []string) {
		ts.Check(checkExposition(ts.ReadFile(args[0])))
	}),
	"serve": command(0, func(ts *testscript.TestScript, _ []string) {
		server := httptest.NewServer(serveFolder(ts.MkAbs("serve")))
		ts.Defer(server.Close)
		ts.Setenv("SOURCE", server.URL)
	}),
	"hold": command(1, func(ts *testscript.TestScript, args []string) {
		folder, err := release.Lock(ts.MkAbs("out/"+args[0]), release.Options{})
		ts.Check(err)
		ts.Defer(func() { folder.Close() })
	}),
	"traces": func(ts *testscript.TestScript, neg bool, args []string) {
		found := traces(ts, args[0], args[1:])
		if neg == (len(found) > 0) {
			ts.Fatalf("traces of %s: %v", args[0], found)
		}
	},
	"until": command(1, until),
	"call":  command(2, call),
}

// command is a command that takes at least n arguments and cannot be negated.
func command(n int, run func(ts *testscript.TestScript, args []string)) func(*testscript.TestScript,
	bool, []string) {
	return func(ts *testscript.TestScript, neg bool, args []string) {
		if neg || len(args) < n {
			ts.Fatalf("this command takes no ! and at least %d arguments", n)
		}
		run(ts, args)
	}
}

func checkEqual(ts *testscript.TestScript, want, got string) {
	if want != got {
		ts.Fatalf("want %s, got %s", want, got)
	}
}

// listSealed lists the files of a brand that an edge reads, with their digests.
func listSealed(dir string) ([]byte, error) {
	var list bytes.Buffer
	err := filepath.WalkDir(dir, func(name string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil, name == filepath.Join(dir, release.LockFile),
			name == filepath.Join(dir, cache.LogFile),
			name == filepath.Join(dir, export.MarkerFile):
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
	return list.Bytes(), err
}

// serveFolder answers with the files of a folder, and with the status that FILE.status names. A
// file that has not changed is not sent again.
func serveFolder(dir string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		file := filepath.Join(dir, filepath.FromSlash(r.URL.Path))
		body, err := os.ReadFile(file)
		if err != nil {
			http.Error(w, "no such page", http.StatusNotFound)
			return
		}
		tag := fmt.Sprintf(`"%x"`, sha256.Sum256(body))
		if w.Header().Set("ETag", tag); r.Header.Get("If-None-Match") == tag {
			w.WriteHeader(http.StatusNotModified)
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
	})
}

// addGoodBrands writes the files of the good brands that a script does not have itself. They are
// exported if the script has a file "exports".
func addGoodBrands(env *testscript.Env) error {
	_, err := os.Lstat(filepath.Join(env.WorkDir, "exports"))
	for name, text := range goodBrands() {
		if err != nil && strings.HasSuffix(name, ".yaml") {
			text += "export: no\n"
		}
		file := filepath.Join(env.WorkDir, filepath.FromSlash(name))
		if _, err := os.Lstat(file); err == nil {
			continue
		}
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			return err
		}
	}
	return nil
}

// goodBrands are the files of two brands without a fault.
var goodBrands = sync.OnceValue(func() map[string]string {
	archive, err := txtar.ParseFile(filepath.Join("testdata", "good.txt"))
	if err != nil {
		panic(err)
	}
	files := map[string]string{}
	for _, file := range archive.Files {
		files[file.Name] = string(file.Data)
	}
	return files
})

// until implements the command until. $SAID is the length of the file that was read.
func until(ts *testscript.TestScript, args []string) {
	re, err := regexp.Compile("(?m)" + args[0])
	ts.Check(err)
	from, _ := strconv.Atoi(ts.Getenv("SAID"))
	var text []byte
	for range 6000 {
		text, _ = os.ReadFile(ts.MkAbs("said")) // none yet
		if at := re.FindIndex(text[min(from, len(text)):]); at != nil {
			ts.Setenv("SAID", strconv.Itoa(from+at[1]))
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	ts.Fatalf("no line %q in:\n%s", args[0], text)
}

// call implements the command call.
func call(ts *testscript.TestScript, args []string) {
	at := regexp.MustCompile(`called at (\S+)`).FindStringSubmatch(ts.ReadFile("said"))
	if at == nil {
		ts.Fatalf("said names no hook")
	}
	const body = `{"event":1}`
	now := strconv.FormatInt(time.Now().Unix(), 10)
	mac := hmac.New(sha256.New, []byte(args[1]))
	fmt.Fprintf(mac, "%s.%s", now, body)
	r, err := http.NewRequest(http.MethodPost, "http://"+at[1]+"/build/"+args[0],
		strings.NewReader(body))
	ts.Check(err)
	r.Header.Set(serve.Signature, fmt.Sprintf("t=%s,v1=%x", now, mac.Sum(nil)))
	w, err := http.DefaultClient.Do(r)
	ts.Check(err)
	ts.Check(w.Body.Close())
	ts.Setenv("STATUS", strconv.Itoa(w.StatusCode))
	for w.StatusCode == http.StatusAccepted {
		ended, err := http.Get("http://" + at[1] + w.Header.Get("Location"))
		ts.Check(err)
		text, err := io.ReadAll(ended.Body)
		ts.Check(err)
		ts.Check(ended.Body.Close())
		if bytes.Contains(text, []byte(`"state":"done"`)) {
			ts.Check(os.WriteFile(ts.MkAbs("called"), text, 0o644))
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
}
