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
