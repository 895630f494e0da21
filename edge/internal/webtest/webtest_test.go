package webtest_test

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
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
		_, _ = io.WriteString(w,
			`{"meta":{"total":3},"a.b c":true,"data":[{"slug":"evinha","name":"Evinha (1971)",`+
				`"tags":["musica",7],"producer":null},{"slug":"samba"}]}`)
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
		fmt.Fprintf(w, "%s %s HTTP\nHost: %s\nAccept: %s\n", r.Method, r.RequestURI, r.Host,
			strings.Join(r.Header.Values("Accept"), " | "))
		if r.UserAgent() != "" {
			fmt.Fprintf(w, "User-Agent: %s\n", r.UserAgent())
		}
		if r.ContentLength > 0 {
			fmt.Fprintf(w, "Content-Length: %d\nBody: %s\n", r.ContentLength, body)
		}
	}
}

// start serves toy until the test ends.
func start(t *testing.T) (address string) {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(toy))
	t.Cleanup(server.Close)
	return server.Listener.Addr().String()
}

func TestScripts(t *testing.T) {
	webtest.Run(t, start(t), "testdata")
}

func TestServerGone(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(toy))
	address := server.Listener.Addr().String()
	server.Close()
	text, failed := webtest.Failure(t, address, "GET http://a/\nstatus 200")
	require.True(t, failed)
	require.Contains(t, text, "s.txt:1: connect: ")
	require.Contains(t, text, "s.txt:2: there is no answer yet")
}

// A check that does not hold says where and what it found.
func TestFailures(t *testing.T) {
	address := start(t)
	tests := []struct{ name, script, want string }{
		{"status", "GET http://a/json\nstatus 404", `s.txt:2: got "200"`},
		{"header", "GET http://a/fields\nheader Vary == Accept",
			`s.txt:2: got "Accept, Accept-Encoding"`},
		{"header not there", "GET http://a/fields\nheader X == 1", "s.txt:2: is not there"},
		{"header is there", "GET http://a/fields\nheader ETag absent", "s.txt:2: is there"},
		{"header no number", "GET http://a/fields\nheader ETag > 1",
			`s.txt:2: strconv.ParseFloat: parsing "\"a+b\""`},
		{"header against no number", "GET http://a/fields\nheader X-Number > x",
			`s.txt:2: strconv.ParseFloat: parsing "x"`},
		{"contains", "GET http://a/echo\nbody contains nothing like this", "s.txt:2: got \"GET"},
		{"not contains", "GET http://a/echo\nbody !contains GET", "s.txt:2: got "},
		{"matches", "GET http://a/echo\nbody ~ ^X", "s.txt:2: got "},
		{"not matches", "GET http://a/echo\nbody !~ ^GET", "s.txt:2: got "},
		{"size", "GET http://a/echo\nsize == 1", "s.txt:2: got "},
		{"json", "GET http://a/json\njson .meta.total == 4", `s.txt:2: got "3"`},
		{"json not equal", "GET http://a/json\njson .meta.total != 3", `s.txt:2: got "3"`},
		{"json type", "GET http://a/json\njson .meta.total == \"3\"", `s.txt:2: got "3"`},
		{"json not there", "GET http://a/json\njson .meta.pages == 4", "s.txt:2: is not there"},
		{"json index of an object", "GET http://a/json\njson .meta[0] present",
			"s.txt:2: is not there"},
		{"json name in a list", "GET http://a/json\njson .data.slug present",
			"s.txt:2: is not there"},
		{"json below a text", "GET http://a/json\njson .data[0].slug.x present",
			"s.txt:2: is not there"},
		{"json list", "GET http://a/json\njson .data[0].tags contains \"7\"", "s.txt:2: got "},
		{"json list has it", "GET http://a/json\njson .data[0].tags !contains 7", "s.txt:2: got "},
		{"no json", "GET http://a/echo\njson .x present", "s.txt:2: body is not JSON: "},
		{"second check", "GET http://a/json\nstatus 200\nsize == 1", "s.txt:3: got "},
		{"second request", "GET http://a/json\nstatus 200\n\nGET http://a/json\nstatus 1",
			`s.txt:5: got "200"`},
		{"unknown variable in the request", "GET http://a/${x}\nstatus 200",
			"s.txt: variable x is not captured"},
		{"unknown variable in a field", "with A: ${x}\nGET http://a/",
			"s.txt: variable x is not captured"},
		{"unknown variable in a check", "GET http://a/\nbody == ${x}",
			"s.txt: variable x is not captured"},
		{"empty field", "with A:\nGET http://a/",
			"s.txt:1: this command takes no ! and at least 2 arguments"},
		{"empty value of a field", "with A: ''\nGET http://a/", "s.txt:1: A has no value"},
		{"empty value", "GET http://a/\nbody != ''", "s.txt:2: there is no value to compare with"},
		{"empty value against json", "GET http://a/json\njson .meta !=",
			"s.txt:2: there is no value to compare with"},
		{"capture of no header", "GET http://a/\ncapture x = header X", "s.txt:2: is not there"},
		{"capture of no member", "GET http://a/json\ncapture x = json .x", "s.txt:2: is not there"},
		{"capture of no match", "GET http://a/json\ncapture x = body ^x", "s.txt:2: is not there"},
		{"capture in no json", "GET http://a/\ncapture x = json .x", "s.txt:2: body is not JSON"},
		{"gzip that is none", "GET http://a/broken?gzip", "s.txt:1: gzip body: "},
		{"zstd that is none", "GET http://a/broken?zstd", "s.txt:1: zstd body: "},
		{"unknown coding", "GET http://a/broken?br", `s.txt:1: body: unknown content coding "br"`},

		{"check without a request", "status 200", "s.txt:1: there is no answer yet"},
		{"capture without a request", "capture x = header X",
			"s.txt:1: capture NAME = SOURCE stands below a request"},
		{"word", "GET http://a/\nstats 200", `s.txt:2: unknown command "stats"`},
		{"https", "GET https://a/", "s.txt:1: a request is METHOD http://HOST/TARGET"},
		{"field below the request", "GET http://a/\nA: b", `s.txt:2: unknown command "A:"`},
		{"no fill", "fill x", "s.txt:1: strconv.ParseUint"},
		{"fill of all memory", "fill 999999999999", "s.txt:1: strconv.ParseUint"},
		{"status of letters", "GET http://a/\nstatus ok", `s.txt:2: got "200"`},
		{"status without a number", "GET http://a/\nstatus",
			"s.txt:2: this command takes no ! and at least 1 arguments"},
		{"not", "GET http://a/\n! status 404",
			"s.txt:2: this command takes no ! and at least 1 arguments"},
		{"no operator", "GET http://a/\nheader Vary",
			"s.txt:2: this command takes no ! and at least 2 arguments"},
		{"unknown operator", "GET http://a/fields\nheader Vary = x", `s.txt:2: "=" is no operator`},
		{"value for absent", "GET http://a/\nheader Vary absent x",
			"s.txt:2: absent takes no value"},
		{"present body", "GET http://a/\nbody present x", `s.txt:2: "present" is no operator`},
		{"bad pattern", "GET http://a/\nbody ~ (", "s.txt:2: pattern: "},
		{"path without a point", "GET http://a/json\njson meta == 1",
			"s.txt:2: path meta: meta cannot be read"},
		{"path with an open bracket", "GET http://a/json\njson .data[0 == 1",
			"s.txt:2: path .data[0: [0 cannot be read"},
		{"path with an open quote", "GET http://a/json\njson .[\"a == 1", "cannot be read"},
		{"index of letters", "GET http://a/json\njson .data[b] == 1",
			"s.txt:2: path .data[b]: [b] cannot be read"},
		{"empty name in a path", "GET http://a/json\njson .meta..total == 1",
			"s.txt:2: path .meta..total: ..total cannot be read"},
		{"capture without a source", "GET http://a/\ncapture x =",
			"s.txt:2: this command takes no ! and at least 4 arguments"},
		{"capture of the status", "GET http://a/\ncapture x = status x",
			`s.txt:2: "status" is no source`},
		{"capture of a bad path", "GET http://a/json\ncapture a = json x",
			"s.txt:2: path x: x cannot be read"},
		{"capture of a bad pattern", "GET http://a/\ncapture a = body (", "s.txt:2: pattern: "},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			text, failed := webtest.Failure(t, address, tt.script)
			require.True(t, failed)
			require.Contains(t, text, tt.want)
		})
	}
}

// All checks are tried, and each that fails shows the answer.
func TestFailureShowsTheAnswer(t *testing.T) {
	text, failed := webtest.Failure(t, start(t), "GET http://a/fields\nstatus 1\nsize == 1")
	require.True(t, failed)
	for _, part := range []string{"s.txt:2: got \"200\"\n", "s.txt:3: got \"30\"\n", "\t200 OK\n",
		"\tEtag: \"a+b\"\n",
		"\tVary: Accept\n\tVary: Accept-Encoding\n", "\n\t\n\ta body that HEAD must not show\n"} {
		require.Contains(t, strings.ReplaceAll(text, "        ", ""), part)
	}
	text, failed = webtest.Failure(t, start(t), "GET http://a/fields\nstatus 200")
	require.False(t, failed, text)
}
