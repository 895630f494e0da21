package webtest_test

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
	"github.com/stretchr/testify/require"

	"cartaz/edge/internal/webtest"
)

// toy answers what testdata/toy.txt asks for.
func toy(w http.ResponseWriter, r *http.Request) {
	switch r.URL.Path {
	case "/fields":
		const etag = `"a+b"`
		w.Header()["Vary"] = []string{"Accept", "Accept-Encoding"}
		w.Header().Set("X-Number", "10")
		w.Header().Set("ETag", etag)
		if r.Header.Get("If-None-Match") == etag {
			w.WriteHeader(http.StatusNotModified)
			return
		}
		_, _ = io.WriteString(w, "a body that HEAD must not show")
	case "/json":
		_, _ = io.WriteString(w, `{"meta":{"total":3},"a.b c":true,"data":[{"slug":"evinha","name":"Evinha (1971)","tags":["musica",7],"producer":null},{"slug":"samba"}]}`)
	case "/coded":
		coding := r.Header.Get("Accept-Encoding")
		w.Header().Set("Content-Encoding", coding)
		var to io.WriteCloser = gzip.NewWriter(w)
		if coding == "zstd" {
			to, _ = zstd.NewWriter(w)
		}
		_, _ = io.WriteString(to, "the same text, the same text, the same text")
		_ = to.Close()
	case "/broken":
		w.Header().Set("Content-Encoding", r.URL.RawQuery)
		_, _ = io.WriteString(w, "this is not compressed")
	default:
		body, _ := io.ReadAll(r.Body)
		w.Header().Set("Content-Type", "text/plain; charset=utf-8")
		fmt.Fprintf(w, "%s %s HTTP\nHost: %s\nAccept: %s\n", r.Method, r.RequestURI, r.Host, strings.Join(r.Header.Values("Accept"), " | "))
		if r.UserAgent() != "" {
			fmt.Fprintf(w, "User-Agent: %s\n", r.UserAgent())
		}
		if r.ContentLength > 0 {
			fmt.Fprintf(w, "Content-Length: %d\nBody: %s\n", r.ContentLength, body)
		}
	}
}

func TestHandler(t *testing.T) {
	webtest.Test(t, webtest.Handler(http.HandlerFunc(toy)), "testdata/*.txt")
}

func TestServer(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(toy))
	t.Cleanup(server.Close)
	webtest.Test(t, webtest.Server(server.Listener.Addr().String()), "testdata/*.txt")
}

func TestServerGone(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(toy))
	address := server.Listener.Addr().String()
	server.Close()
	script, err := webtest.Parse("s.txt", "GET http://a/\nstatus 200")
	require.NoError(t, err)
	require.ErrorContains(t, script.Check(webtest.Server(address)), "s.txt:1: GET http://a/: connect: ")
}

// A check that does not hold says where, what it found, and shows the answer.
func TestFailures(t *testing.T) {
	tests := []struct{ name, script, want string }{
		{"status", "GET http://a/json\nstatus 404", `s.txt:2: status 404: got "200"`},
		{"header", "GET http://a/fields\nheader Vary == Accept", `s.txt:2: header Vary == Accept: got "Accept, Accept-Encoding"`},
		{"header not there", "GET http://a/fields\nheader X == 1", "s.txt:2: header X == 1: is not there"},
		{"header is there", "GET http://a/fields\nheader ETag absent", "s.txt:2: header ETag absent: is there"},
		{"header no number", "GET http://a/fields\nheader ETag > 1", "is no number"},
		{"header against no number", "GET http://a/fields\nheader X-Number > x", `"x" is no number`},
		{"contains", "GET http://a/echo\nbody contains nothing like this", "s.txt:2: body contains nothing like this: got \"GET"},
		{"not contains", "GET http://a/echo\nbody !contains GET", "s.txt:2: "},
		{"matches", "GET http://a/echo\nbody ~ ^X", "s.txt:2: "},
		{"not matches", "GET http://a/echo\nbody !~ ^GET", "s.txt:2: "},
		{"size", "GET http://a/echo\nsize == 1", "s.txt:2: "},
		{"trimbody", "GET http://a/fields\ntrimbody ==\n\ta\n\tb", "s.txt:2: "},
		{"json", "GET http://a/json\njson .meta.total == 4", `s.txt:2: json .meta.total == 4: got "3"`},
		{"json not equal", "GET http://a/json\njson .meta.total != 3", "s.txt:2: "},
		{"json type", "GET http://a/json\njson .meta.total == \"3\"", "s.txt:2: "},
		{"json not there", "GET http://a/json\njson .meta.pages == 4", "is not there"},
		{"json index of an object", "GET http://a/json\njson .meta[0] present", "is not there"},
		{"json name in a list", "GET http://a/json\njson .data.slug present", "is not there"},
		{"json below a text", "GET http://a/json\njson .data[0].slug.x present", "is not there"},
		{"json list", "GET http://a/json\njson .data[0].tags contains \"7\"", "s.txt:2: "},
		{"json list has it", "GET http://a/json\njson .data[0].tags !contains 7", "s.txt:2: "},
		{"no json", "GET http://a/echo\njson .x present", "body is not JSON: "},
		{"second check", "GET http://a/json\nstatus 200\nsize == 1", "s.txt:3: size == 1: "},
		{"second case", "GET http://a/json\nstatus 200\n\nGET http://a/json\nstatus 1", "s.txt:5: status 1: "},
		{"unknown variable in the request", "GET http://a/${x}\nstatus 200", "s.txt:1: variable x was not captured"},
		{"unknown variable in a field", "GET http://a/\nA: ${x}\nstatus 200", "s.txt:1: variable x was not captured"},
		{"unknown variable in a check", "GET http://a/\nbody == ${x}", "s.txt:2: body == ${x}: variable x was not captured"},
		{"capture of no header", "GET http://a/\ncapture x = header X", "s.txt:2: capture x = header X: is not there"},
		{"capture of no member", "GET http://a/json\ncapture x = json .x", "is not there"},
		{"capture of no match", "GET http://a/json\ncapture x = body ^x", "is not there"},
		{"capture in no json", "GET http://a/\ncapture x = json .x", "body is not JSON"},
		{"pattern broken by its variable", "GET http://a/json\ncapture x = body a\nbody ~ ((${x}", "pattern: "},
		{"gzip that is none", "GET http://a/broken?gzip\nstatus 200", "gzip body: "},
		{"zstd that is none", "GET http://a/broken?zstd\nstatus 200", "zstd body: "},
		{"unknown coding", "GET http://a/broken?br\nstatus 200", `unknown content coding "br"`},
		{"request that nobody reads", "GET http://a/%zz\nstatus 200", "s.txt:1: GET http://a/%zz: request: "},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			script, err := webtest.Parse("s.txt", tt.script)
			require.NoError(t, err)
			require.ErrorContains(t, script.Check(webtest.Handler(http.HandlerFunc(toy))), tt.want)
		})
	}
}

func TestFailureShowsTheAnswer(t *testing.T) {
	script, err := webtest.Parse("s.txt", "== both\nGET http://a/fields\nstatus 1\nsize == 1")
	require.NoError(t, err)
	got := ""
	script.Play(webtest.Handler(http.HandlerFunc(toy)), func(c *webtest.Case, err error) {
		require.Equal(t, "both", c.Title)
		got = err.Error()
	})
	require.Equal(t, strings.TrimSpace(`
s.txt:3: status 1: got "200"
s.txt:4: size == 1: got "30"
	200 OK
	Content-Type: text/plain; charset=utf-8
	Etag: "a+b"
	Vary: Accept
	Vary: Accept-Encoding
	X-Number: 10
	
	a body that HEAD must not show`), got)
}

func TestParseRefuses(t *testing.T) {
	tests := []struct {
		name, script, at string
		want             error
	}{
		{"check without a request", "status 200", "s.txt:1: ", webtest.ErrNoRequest},
		{"word", "GET http://a/\nstats 200", "s.txt:2: ", webtest.ErrLine},
		{"https", "GET https://a/\nstatus 200", "s.txt:1: ", webtest.ErrNoRequest},
		{"field after a check", "GET http://a/\nstatus 200\nA: b", "s.txt:3: ", webtest.ErrOrder},
		{"field after the body", "GET http://a/\n> x\nA: b", "s.txt:3: ", webtest.ErrOrder},
		{"body after a check", "GET http://a/\nstatus 200\n> b", "s.txt:3: ", webtest.ErrOrder},
		{"status of letters", "GET http://a/\nstatus ok", "s.txt:2: ", webtest.ErrCheck},
		{"status without a number", "GET http://a/\nstatus", "s.txt:2: ", webtest.ErrCheck},
		{"no operator", "GET http://a/\nheader Vary", "s.txt:2: ", webtest.ErrCheck},
		{"unknown operator", "GET http://a/\nheader Vary = x", "s.txt:2: ", webtest.ErrCheck},
		{"no name", "GET http://a/\nheader", "s.txt:2: ", webtest.ErrCheck},
		{"value for absent", "GET http://a/\nheader Vary absent x", "s.txt:2: ", webtest.ErrCheck},
		{"present body", "GET http://a/\nbody present", "s.txt:2: ", webtest.ErrCheck},
		{"size of text", "GET http://a/\nsize contains 1", "s.txt:2: ", webtest.ErrCheck},
		{"bad pattern", "GET http://a/\nbody ~ (", "s.txt:2: ", webtest.ErrCheck},
		{"path without a point", "GET http://a/\njson meta == 1", "s.txt:2: ", webtest.ErrCheck},
		{"path with an open bracket", "GET http://a/\njson .a[0 == 1", "s.txt:2: ", webtest.ErrCheck},
		{"path with an open quote", "GET http://a/\njson .[\"a == 1", "s.txt:2: ", webtest.ErrCheck},
		{"index of letters", "GET http://a/\njson .a[b] == 1", "s.txt:2: ", webtest.ErrCheck},
		{"empty name in a path", "GET http://a/\njson .a..b == 1", "s.txt:2: ", webtest.ErrCheck},
		{"no path", "GET http://a/\njson", "s.txt:2: ", webtest.ErrCheck},
		{"capture without a source", "GET http://a/\ncapture x =", "s.txt:2: ", webtest.ErrCheck},
		{"capture of the status", "GET http://a/\ncapture x = status x", "s.txt:2: ", webtest.ErrCheck},
		{"capture into no name", "GET http://a/\ncapture a-b = header X", "s.txt:2: ", webtest.ErrCheck},
		{"capture of a bad path", "GET http://a/\ncapture a = json x", "s.txt:2: ", webtest.ErrCheck},
		{"capture of a bad pattern", "GET http://a/\ncapture a = body (", "s.txt:2: ", webtest.ErrCheck},
		{"continuation of nothing", "GET http://a/\n\tx", "s.txt:2: ", webtest.ErrCheck},
		{"continuation of a capture", "GET http://a/\ncapture a = header X\n\tx", "s.txt:3: ", webtest.ErrCheck},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := webtest.Parse("s.txt", tt.script)
			require.ErrorIs(t, err, tt.want)
			require.ErrorContains(t, err, tt.at)
		})
	}
	for _, fill := range []string{"-1", "x", "999999999999"} {
		_, err := webtest.Parse("s.txt", "PUT http://a/\nfill "+fill)
		require.ErrorContains(t, err, "s.txt:2: fill takes a number")
	}
}

func FuzzParse(f *testing.F) {
	text, err := os.ReadFile("testdata/toy.txt")
	require.NoError(f, err)
	f.Add(string(text))
	f.Add("GET http://a/\njson .[\"\"] == 1\n\t\n== x")
	target := webtest.Handler(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		_, _ = io.WriteString(w, `{"a":[1,{"b":null}]}`)
	}))
	f.Fuzz(func(t *testing.T, text string) {
		if strings.Contains(text, "fill") {
			return // megabytes on demand are not what is looked for
		}
		script, err := webtest.Parse("s", text)
		if err != nil {
			return
		}
		_ = script.Check(target) // whatever was parsed can be played without a panic
	})
}
