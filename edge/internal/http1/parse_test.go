package http1

import (
	"bufio"
	"bytes"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/builder/rowstest"
)

// plain are requests that are served here.
var plain = []string{
	"GET / HTTP/1.1\r\nHost: palco.localhost\r\n\r\n",
	"GET /eventos/a%C3%A7%C3%A3o-1?x=1 HTTP/1.1\r\nhost: " +
		"palco.localhost:8080\r\nAccept:text/html, */*;q=0.1\r\nACCEPT-ENCODING: \t gzip " +
		"\t\r\n\r\n",
	"GET /?q=s\xc3\xa3o+paulo&q=%%%&a[]=<b>|^ HTTP/1.1\r\nHost: a\r\n\r\n",
	"HEAD /a;b=c,d/!$&'()*+@:~ HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n",
	"GET /? HTTP/1.1\r\nHost: a\r\nConnection: Keep-Alive\r\nX: \xff\x80\r\nEmpty:\r\n\r\n",
	"OPTIONS /api HTTP/1.1\r\nHost: a\r\nOrigin: https://b\r\n\r\n",
	"POST /a2a HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhello",
	"POST /a2a HTTP/1.1\r\nHost: a\r\ncontent-length: 00000\r\n\r\n",
	"GET /a//b/../c HTTP/1.1\r\nHost: a_b.c\r\n\r\n",
}

// odd returns requests that are left to the other server.
func odd(t testing.TB) map[string]string {
	t.Helper()
	all := rowstest.Read[map[string]string](t, "testdata/odd.yaml")
	all["too many fields"] = "GET / HTTP/1.1\r\nHost: a\r\n" +
		strings.Repeat("X: y\r\n", maxFields) + "\r\n"
	all["too much"] = "GET / HTTP/1.1\r\nHost: a\r\nX: " + strings.Repeat("y", maxHead)
	all["too much, whole"] = all["too much"] + "\r\n\r\n"
	return all
}

func TestParseHead(t *testing.T) {
	for _, text := range plain {
		var r Request
		head, body, _ := strings.Cut(text, "\r\n\r\n")
		size, v := r.parseHead([]byte(text + "GET /next"))
		require.Equal(t, plainRequest, v, "%q", text)
		require.Equal(t, len(head)+4, size)
		require.Equal(t, len(body), r.length)
		for n := range len(head) + 4 {
			_, v := r.parseHead([]byte(text[:n]))
			require.Equal(t, needMore, v, "%q", text[:n])
		}
	}
	for name, text := range odd(t) {
		var r Request
		_, v := r.parseHead([]byte(text))
		require.Equal(t, notPlain, v, name)
	}
}

func TestParseHeadGivesWhatWasSent(t *testing.T) {
	var r Request
	_, v := r.parseHead([]byte(plain[1]))
	require.Equal(t, plainRequest, v)
	require.Equal(t, Request{
		Method: "GET", Path: "/eventos/a%C3%A7%C3%A3o-1", Query: "x=1",
		Host: "palco.localhost:8080",
		Fields: []Field{{"host", "palco.localhost:8080"}, {"Accept", "text/html, */*;q=0.1"},
			{"ACCEPT-ENCODING", "gzip"}},
	}, r)
}

// A string of a request that is kept stays a string of that request.
func TestStringsOutliveTheBuffer(t *testing.T) {
	var r Request
	b := []byte(plain[0])
	_, _ = r.parseHead(b)
	host := r.Host
	copy(b, bytes.Repeat([]byte("x"), len(b)))
	require.Equal(t, "palco.localhost", host)
}

// FuzzAgainstNetHTTP: net/http would read every request that is served here in the same way, so no
// server in front can see two requests where one was answered.
func FuzzAgainstNetHTTP(f *testing.F) {
	for _, text := range plain {
		f.Add([]byte(text))
	}
	for _, text := range odd(f) {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		var r Request
		size, v := r.parseHead(b)
		if v != plainRequest || len(b) < size+r.length {
			return
		}
		in := bufio.NewReaderSize(bytes.NewReader(b), len(b)+16)
		want, err := http.ReadRequest(in)
		require.NoError(t, err)
		require.Equal(t, want.Method, r.Method)
		require.Equal(t, want.URL.EscapedPath(), r.Path)
		require.Equal(t, want.URL.RawQuery, r.Query)
		require.Equal(t, want.Host, r.Host)
		require.Equal(t, want.Close, r.Close)
		body, err := io.ReadAll(want.Body)
		require.NoError(t, err)
		require.Equal(t, b[size:size+r.length], append([]byte{}, body...))
		rest, err := io.ReadAll(in)
		require.NoError(t, err)
		require.Equal(t, len(b)-size-r.length, len(rest))
		got := http.Header{}
		for _, f := range r.Fields {
			// net/http takes these out of the header.
			if !strings.EqualFold(f.Name, "host") {
				got.Add(f.Name, f.Value)
			}
		}
		// It also adds one for caches of its own.
		if want.Header.Get("Pragma") == "no-cache" && got.Get("Cache-Control") == "" {
			want.Header.Del("Cache-Control")
		}
		require.Equal(t, want.Header, got)
	})
}
