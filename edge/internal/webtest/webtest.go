// Package webtest plays plain-text scripts of HTTP requests against a server that is running and
// checks its answers. The scripts are those of rogpeppe/go-internal/testscript, with commands for
// HTTP. It is for tests; nothing of the edge needs it.
//
// A script sends requests and checks the last answer:
//
//	# The list answers JSON with its paging.
//	with Accept-Encoding: gzip
//	GET http://palco.localhost/api/public/v1/events?per_page=3
//	status 200
//	header Content-Type == application/json
//	json .meta.per_page == 3
//	json '.data.#' <= 3
//	capture slug = json .data[0].slug
//
//	GET http://palco.localhost/api/public/v1/events/${slug}
//	json .slug == ${slug}
//
// The commands that make a request are above its request line:
//
//	with NAME: VALUE     a header field, sent as written; a name may be repeated
//	send TEXT            a line of the body; lines are joined by line feeds
//	fill N               a body of N times the letter x
//	GET http://HOST/…    sends the request; also HEAD, POST, PUT, DELETE, OPTIONS
//
// The text after the host is sent byte for byte, so a script can send paths that no client library
// would. Host, Connection (close) and Content-Length (when there is a body) are added unless the
// script has its own, and nothing else: no User-Agent, no Accept-Encoding. Redirects are not
// followed.
//
// The commands that check the answer; all of them are tried, also after one that fails:
//
//	status N                  the status code
//	header NAME OP VALUE      a field; repeated ones are joined by ", "
//	body OP VALUE             the body, after its content coding was undone
//	size OP N                 the bytes of the body as they were sent
//	json PATH OP VALUE        a value inside the body
//	capture NAME = SOURCE     sets $NAME: SOURCE is "header NAME", "json PATH" or "body REGEXP",
//	                          where the first group counts, or the whole match without one
//
// OP is one of
//
//	==  !=                    equal, not equal; for json the value is JSON, or else a string
//	contains  !contains       a part of the text; for a json list one of its values
//	~  !~                     a regular expression (package regexp) matches somewhere
//	<  <=  >  >=              numbers
//	present  absent           without a value: is there at all; a json null is present
//
// PATH is made of .name, ["any name"], [0], [-1] for the last, and .# for the number of members;
// "." alone is the whole document. Words are joined by single spaces, so a value needs quotes only
// for what testscript reads itself: ', #, several spaces, and $ but for variables and the last
// character. A variable that the script does not capture is an error, and so is an empty value.
package webtest

import (
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

// Run plays every script of a folder against the server at address (host:port), each as a subtest.
func Run(t *testing.T, address, folder string) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(folder, "*.txt"))
	if err != nil || len(files) == 0 {
		t.Fatalf("there is no script in %s", folder)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"),
			func(t *testing.T) { playFile(inline{t}, address, file) })
	}
}

// Play plays the text of one script against the server at address.
func Play(t testing.TB, address, script string) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "script.txt")
	if err := os.WriteFile(file, []byte(script), 0o644); err != nil {
		t.Fatal(err)
	}
	playFile(inline{t}, address, file)
}

var (
	captured = regexp.MustCompile(`(?m)^capture (\w+) `)
	used     = regexp.MustCompile(`\$\{(\w+)`)
)

func playFile(t testscript.T, address, file string) {
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	// For testscript a variable that was never set is empty.
	known := captured.FindAllStringSubmatch(string(text), -1)
	for _, name := range used.FindAllStringSubmatch(string(text), -1) {
		if !slices.ContainsFunc(known, func(k []string) bool { return k[1] == name[1] }) {
			t.Fatal(fmt.Sprintf("%s: variable %s is not captured", file, name[1]))
		}
	}
	testscript.RunT(t, testscript.Params{
		Files: []string{file}, Cmds: commands, ContinueOnError: true,
		Setup: func(env *testscript.Env) error {
			env.Values[sessionKey{}] = &session{address: address}
			return nil
		},
	})
}

// inline plays a script at once and not in parallel, because scripts share a server with the test
// that plays them.
type inline struct{ testing.TB }

func (inline) Parallel()                              {}
func (inline) Verbose() bool                          { return false }
func (t inline) Run(_ string, f func(t testscript.T)) { f(t) }

// session is the next request of a script, as far as it is given, and the last answer.
type session struct {
	address string
	fields  []string // "Name: value"
	body    []string // lines
	answer  *answer
}

type sessionKey struct{}

var commands = map[string]func(ts *testscript.TestScript, neg bool, args []string){
	"with": command(2, func(_ *testscript.TestScript, s *session, args []string) error {
		name, value, _ := strings.Cut(strings.Join(args, " "), ":")
		if strings.TrimSpace(value) == "" {
			return fmt.Errorf("%s has no value", name)
		}
		s.fields = append(s.fields, name+":"+value)
		return nil
	}),
	"send": command(1, func(_ *testscript.TestScript, s *session, args []string) error {
		s.body = append(s.body, strings.Join(args, " "))
		return nil
	}),
	"fill": command(1, func(_ *testscript.TestScript, s *session, args []string) error {
		n, err := strconv.ParseUint(args[0], 10, 24)
		s.body = append(s.body, strings.Repeat("x", int(n)))
		return err
	}),
	"GET":     request(http.MethodGet),
	"HEAD":    request(http.MethodHead),
	"POST":    request(http.MethodPost),
	"PUT":     request(http.MethodPut),
	"DELETE":  request(http.MethodDelete),
	"OPTIONS": request(http.MethodOptions),
	"status": check(1, func(a *answer, args []string) error {
		return compare(strconv.Itoa(a.status), "==", args[0])
	}),
	"size": check(2, func(a *answer, args []string) error {
		return compare(strconv.Itoa(len(a.sent)), args[0], args[1])
	}),
	"body": check(2, func(a *answer, args []string) error {
		return compare(string(a.body), args[0], strings.Join(args[1:], " "))
	}),
	"header": check(2, func(a *answer, args []string) error {
		values, want := a.header.Values(args[0]), strings.Join(args[2:], " ")
		if done, err := presence(len(values) > 0, args[1], want); done {
			return err
		}
		return compare(strings.Join(values, ", "), args[1], want)
	}),
	"json": check(2, func(a *answer, args []string) error {
		return a.checkJSON(args[0], args[1], strings.Join(args[2:], " "))
	}),
	"capture": command(4, func(ts *testscript.TestScript, s *session, args []string) error {
		if s.answer == nil || args[1] != "=" {
			return fmt.Errorf("capture NAME = SOURCE stands below a request")
		}
		value, err := s.answer.find(args[2], strings.Join(args[3:], " "))
		ts.Setenv(args[0], value)
		return err
	}),
}

// command returns a command with at least n arguments.
func command(n int, run func(*testscript.TestScript, *session,
	[]string) error) func(*testscript.TestScript, bool, []string) {
	return func(ts *testscript.TestScript, neg bool, args []string) {
		if neg || len(args) < n {
			ts.Fatalf("this command takes no ! and at least %d arguments", n)
		}
		ts.Check(run(ts, ts.Value(sessionKey{}).(*session), args))
	}
}

// check returns a command that looks at the last answer. One that fails shows it.
func check(n int, run func(*answer, []string) error) func(*testscript.TestScript, bool, []string) {
	return command(n, func(ts *testscript.TestScript, s *session, args []string) error {
		if s.answer == nil {
			return fmt.Errorf("there is no answer yet")
		}
		err := run(s.answer, args)
		if err != nil {
			err = fmt.Errorf("%w\n%s", err, s.answer)
		}
		return err
	})
}

var address = regexp.MustCompile(`^http://([^/?# ]*)(.*)$`)

func request(method string) func(*testscript.TestScript, bool, []string) {
	return command(1, func(_ *testscript.TestScript, s *session, args []string) error {
		m := address.FindStringSubmatch(args[0])
		if m == nil || len(args) > 1 {
			return fmt.Errorf("a request is METHOD http://HOST/TARGET")
		}
		fields, body := s.fields, s.body
		s.fields, s.body, s.answer = nil, nil, nil
		var err error
		s.answer, err = exchange(s.address, method, m[1], m[2], fields, body)
		return err
	})
}
