package http1_test

import (
	"io"
	"net"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"
)

// A request line that is broken is refused when it has come, not when the time for
// the header is over.
func TestBrokenRequestLines(t *testing.T) {
	for _, line := range []string{"nonsense\r\n", "GET / HTTP/1.1 x\r\n",
		"GET  / HTTP/1.1\r\nHost: a\r\n", "GET / FTP/1.0\r\n"} {
		synctest.Test(t, func(t *testing.T) {
			l := make(pipes)
			serve(t, l, nil)
			ours, theirs := net.Pipe()
			l <- theirs
			began := time.Now()
			_, err := io.WriteString(ours, line)
			require.NoError(t, err)
			answer := make([]byte, 12)
			_, err = io.ReadFull(ours, answer)
			require.NoError(t, err, "%q", line)
			require.Equal(t, "HTTP/1.1 400", string(answer), "%q", line)
			require.Zero(t, time.Since(began), "%q", line)
			_, _ = io.Copy(io.Discard, ours)
		})
	}
}

// An empty line after a POST is no request, however it is cut into pieces.
func TestEmptyLinesAfterAPost(t *testing.T) {
	l := listen(t)
	s := serve(t, l, nil)
	c := dial(t, l)
	for _, blank := range []string{"\r\n", "\n", "\r\n\r\n", ""} {
		c.send(t, "POST /p"+host+"Content-Length: 2\r\n\r\nhi")
		_, body := c.answer(t, "POST")
		require.Equal(t, "plain POST /p  hi", body)
		for _, b := range blank {
			c.send(t, string(b))
		}
		c.send(t, "GET /g"+host+"\r\n")
		_, body = c.answer(t, "GET")
		require.Equal(t, "plain GET /g  ", body)
	}
	handed, _ := s.Counts()
	require.Zero(t, handed)
	c.send(t, "\r\nGET /g"+host+"\r\n")
	res, _ := c.answer(t, "GET")
	require.Equal(t, 400, res.StatusCode, "after a GET it is one of net/http, which refuses it")
}

// An empty line may come before the first request too, and a second one; more is no request.
func TestEmptyLinesBeforeTheFirstRequest(t *testing.T) {
	l := listen(t)
	serve(t, l, nil)
	for blank, want := range map[string]int{"": 200, "\n": 200, "\r\n": 200, "\r\n\r\n": 200,
		"\r\n\r\n\r\n": 400} {
		c := dial(t, l)
		c.send(t, blank+"GET /g"+host+"\r\n")
		res, _ := c.answer(t, "GET")
		require.Equal(t, want, res.StatusCode, "%q", blank)
	}
}
