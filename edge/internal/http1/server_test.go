package http1_test

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"cartaz/edge/internal/http1"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// handler tells what it was asked, and does what some paths say.
type handler struct{ entered, hold chan struct{} }

// large is more than a socket takes at once.
var large = bytes.Repeat([]byte("0123456789abcdef"), 1<<19)

// middle is the size of a body that a socket takes at once and a client that does
// not read does not.
const middle = 48 << 10

// sized is the body at a path that is named for its size.
func sized(path string) []byte {
	if path == "/middle" {
		return large[:middle]
	}
	return large
}

func (h handler) ServeHTTP1(w *http1.Response, r *http1.Request) {
	switch r.Path {
	case "/panic":
		panic("as asked")
	case "/nothing":
		return
	case "/unchanged":
		w.Begin(304)
		w.Field("ETag", `"x"`)
		_ = w.SendNothing()
		return
	case "/large", "/middle":
		w.Begin(200)
		_ = w.Send(sized(r.Path))
		return
	case "/held":
		close(h.entered)
		<-h.hold
	}
	var body []byte
	if r.Path != "/unread" {
		var more bool
		var err error
		if body, more, err = r.Read(100); more || err != nil {
			body = fmt.Appendf(nil, "more %v, %v", more, err)
		}
	}
	w.Begin(200)
	w.Field("X-Line", "whole")
	w.Field("X-Split", "a\r\nX-Evil: b")
	_ = w.Send(fmt.Appendf(nil, "plain %s %s %s %s", r.Method, r.Path, r.Query, body))
}

// serve runs a server, with net/http behind it, until the test ends.
func serve(t *testing.T, l net.Listener, edit func(*http1.Server)) *http1.Server {
	t.Helper()
	s := http1.NewServer(handler{})
	if edit != nil {
		edit(s)
	}
	behind := &http.Server{WriteTimeout: s.TimeToWrite(),
		Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path == "/large" || r.URL.Path == "/middle" {
				_, _ = w.Write(sized(r.URL.Path))
				return
			}
			body, _ := io.ReadAll(r.Body)
			fmt.Fprintf(w, "other %s %s %s", r.Method, r.URL.Path, body)
		})}
	ended, behindEnded := make(chan error, 1), make(chan error, 1)
	go func() { ended <- s.Serve(l) }()
	go func() { behindEnded <- behind.Serve(s.Fallback()) }()
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
		defer cancel()
		require.NoError(t, s.Shutdown(ctx))
		require.NoError(t, behind.Close())
		require.NoError(t, <-ended)
		require.ErrorIs(t, <-behindEnded, http.ErrServerClosed)
	})
	return s
}

func listen(t *testing.T) net.Listener {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	return l
}

// client is one connection.
type client struct {
	net.Conn
	in *bufio.Reader
}

func dial(t *testing.T, l net.Listener) *client {
	t.Helper()
	c, err := net.Dial("tcp", l.Addr().String())
	require.NoError(t, err)
	t.Cleanup(func() { c.Close() })
	require.NoError(t, c.SetDeadline(time.Now().Add(time.Minute)))
	return &client{c, bufio.NewReader(c)}
}

func (c *client) send(t *testing.T, text string) {
	t.Helper()
	_, err := io.WriteString(c, text)
	require.NoError(t, err)
}

// answer reads one answer to a request with this method.
func (c *client) answer(t *testing.T, method string) (*http.Response, string) {
	t.Helper()
	res, err := http.ReadResponse(c.in, &http.Request{Method: method})
	require.NoError(t, err)
	defer res.Body.Close()
	body, err := io.ReadAll(res.Body)
	require.NoError(t, err)
	return res, string(body)
}

// gone says that nothing more comes.
func (c *client) gone(t *testing.T) {
	t.Helper()
	_, err := c.in.ReadByte()
	require.Error(t, err)
	require.NotErrorIs(t, err, os.ErrDeadlineExceeded, "still open")
}

const host = " HTTP/1.1\r\nHost: a\r\n"

func TestRequestsOfOneConnection(t *testing.T) {
	l := listen(t)
	serve(t, l, nil)
	c := dial(t, l)
	before := time.Now().Add(-2 * time.Second)

	c.send(t, "GET /a?b=c"+host+"\r\n")
	res, body := c.answer(t, "GET")
	require.Equal(t, "plain GET /a b=c ", body)
	require.Equal(t, "a  X-Evil: b", res.Header.Get("X-Split"), "a line break stays in its line")
	require.Empty(t, res.Header.Get("X-Evil"))
	date, err := http.ParseTime(res.Header.Get("Date"))
	require.NoError(t, err)
	require.True(t, date.After(before))

	c.send(t, "HEAD /a"+host+"\r\n")
	res, body = c.answer(t, "HEAD")
	require.Empty(t, body)
	require.Equal(t, int64(len("plain HEAD /a  ")), res.ContentLength)

	c.send(t, "GET /unchanged"+host+"\r\n")
	res, body = c.answer(t, "GET")
	require.Equal(t, 304, res.StatusCode)
	require.Empty(t, body)
	require.NotContains(t, res.Header, "Content-Length")

	// A byte at a time, and a body.
	for _, b := range []byte("POST /p" + host + "Content-Length: 5\r\n\r\nhello") {
		c.send(t, string(b))
	}
	_, body = c.answer(t, "POST")
	require.Equal(t, "plain POST /p  hello", body)

	// All at once, and the last one not whole.
	c.send(t, "GET /1"+host+"\r\nPOST /2"+host+"Content-Length: 2\r\n\r\nhiGET /3"+host+
		"\r\nGET /4"+host)
	for _, want := range []string{"plain GET /1  ", "plain POST /2  hi", "plain GET /3  "} {
		_, body = c.answer(t, "GET")
		require.Equal(t, want, body)
	}
	c.send(t, "\r\n")
	_, body = c.answer(t, "GET")
	require.Equal(t, "plain GET /4  ", body)

	c.send(t, "GET /large"+host+"\r\n")
	_, body = c.answer(t, "GET")
	require.Equal(t, string(large), body)

	c.send(t, "GET /5"+host+"X: "+strings.Repeat("y", 12<<10)+"\r\n\r\n")
	_, body = c.answer(t, "GET")
	require.Equal(t, "plain GET /5  ", body)

	c.send(t, "GET /6"+host+"Connection: close\r\n\r\nGET /never"+host+"\r\n")
	res, _ = c.answer(t, "GET")
	require.True(t, res.Close)
	c.gone(t)
}

// What is not plain is answered by the other server, with all that came before
// and after it on the connection.
func TestHandingOver(t *testing.T) {
	l := listen(t)
	s := serve(t, l, nil)
	for _, text := range []string{
		"POST /o" + host + "Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n",
		"GET http://b/o HTTP/1.1\r\nHost: a\r\n\r\n",
		"GET /o HTTP/1.1\nHost: a\n\n",
	} {
		c := dial(t, l)
		c.send(t, "GET /1"+host+"\r\n"+text+"GET /2"+host+"\r\n")
		_, body := c.answer(t, "GET")
		require.Equal(t, "plain GET /1  ", body)
		_, body = c.answer(t, "GET")
		require.Contains(t, body, " /o ", "%q", text)
		require.Regexp(t, "^other ", body)
		_, body = c.answer(t, "GET")
		require.Equal(t, "other GET /2 ", body)
	}
	// A request that breaks off, of a client that still reads.
	c := dial(t, l)
	c.send(t, "GET / HTT")
	require.NoError(t, c.Conn.(*net.TCPConn).CloseWrite())
	res, _ := c.answer(t, "GET")
	require.Equal(t, 400, res.StatusCode)
	handed, _ := s.Counts()
	require.Equal(t, int64(4), handed)
}

// TestBodiesLeft: a connection whose body was not read to its end ends with the answer, which says
// so, and no byte of the body is taken for a request. The same holds for the other server.
func TestBodiesLeft(t *testing.T) {
	l, other := listen(t), listen(t)
	s := serve(t, l, nil)
	behind := &http.Server{Handler: s}
	go func() { _ = behind.Serve(other) }()
	t.Cleanup(func() { require.NoError(t, behind.Close()) })
	chunk := func(body string) string {
		return fmt.Sprintf("Transfer-Encoding: chunked\r\n\r\n%x\r\n%s\r\n0\r\n\r\n", len(body),
			body)
	}
	whole := func(body string) string {
		return fmt.Sprintf("Content-Length: %d\r\n\r\n%s", len(body), body)
	}
	next, long := "GET /2"+host+"\r\n", strings.Repeat("x", 101)
	for _, test := range []struct {
		to         net.Listener
		text, want string
		goesOn     bool
	}{
		{l, "/1" + host + whole(long[1:]), long[1:], true},
		{other, "/1" + host + whole(long[1:]), long[1:], true},
		{l, "/1" + host + whole(long), "more true, <nil>", false},
		{other, "/1" + host + whole(long), "more true, <nil>", false},
		{other, "/1" + host + chunk(long[1:]), long[1:], false},
		{other, "/1" + host + chunk(long), "more true, <nil>", false},
		{l, "/unread" + host + whole(next), "", false},
		{other, "/unread" + host + whole(next), "", false},
	} {
		c := dial(t, test.to)
		c.send(t, "POST "+test.text+next)
		res, body := c.answer(t, "POST")
		require.Equal(t, "whole", res.Header.Get("X-Line"))
		require.Regexp(t, "^plain POST /[1a-z]+  "+test.want+"$", body, test.text)
		require.Equal(t, !test.goesOn, res.Close, test.text)
		if !test.goesOn {
			c.gone(t)
			continue
		}
		_, body = c.answer(t, "GET")
		require.Equal(t, "plain GET /2  ", body)
	}
	c := dial(t, l)
	c.send(t, "POST /1"+host+"Content-Length: 9\r\n\r\nshort")
	require.NoError(t, c.Conn.(*net.TCPConn).CloseWrite())
	res, body := c.answer(t, "POST")
	require.Equal(t, "plain POST /1  more false, unexpected EOF", body)
	require.True(t, res.Close)
}

func TestHandlersThatDoNotAnswer(t *testing.T) {
	l := listen(t)
	logged := make(chan string, 1)
	serve(t, l,
		func(s *http1.Server) {
			s.Log = func(f string,
				a ...any) {
				logged <- fmt.Sprintf(f, a...)
			}
		})
	for _, path := range []string{"/panic", "/nothing"} {
		c := dial(t, l)
		c.send(t, "GET "+path+host+"\r\n")
		c.gone(t)
	}
	require.Contains(t, <-logged, "as asked")
}

func TestShutdown(t *testing.T) {
	l := listen(t)
	h := handler{make(chan struct{}), make(chan struct{})}
	s := http1.NewServer(h)
	ended := make(chan error, 1)
	go func() { ended <- s.Serve(l) }()
	idle, fresh, running := dial(t, l), dial(t, l), dial(t, l)
	idle.send(t, "GET /1"+host+"\r\n")
	_, _ = idle.answer(t, "GET")
	running.send(t, "GET /held"+host+"\r\n")
	<-h.entered
	down := make(chan error, 1)
	go func() { down <- s.Shutdown(t.Context()) }()
	idle.gone(t)
	fresh.gone(t)
	require.NoError(t, <-ended)
	select {
	case err := <-down:
		t.Fatal("it did not wait for the request: ", err)
	case <-time.After(50 * time.Millisecond):
	}
	close(h.hold)
	res, _ := running.answer(t, "GET")
	require.Equal(t, 200, res.StatusCode)
	require.True(t, res.Close, "it says that nothing more comes")
	require.NoError(t, <-down)
	running.gone(t)
}

// A server that retires loses no request of a connection that it has accepted, leaves later
// connections to the other process with the socket, and says with each answer that it is the last.
func TestRetire(t *testing.T) {
	l := listen(t)
	file, err := l.(*net.TCPListener).File()
	require.NoError(t, err)
	successor, err := net.FileListener(file)
	require.NoError(t, err)
	require.NoError(t, file.Close())
	s := serve(t, l, nil)
	used, fresh, silent := dial(t, l), dial(t, l), dial(t, l)
	used.send(t, "GET /1"+host+"\r\n")
	res, _ := used.answer(t, "GET")
	require.False(t, res.Close)
	require.Eventually(t, func() bool { return s.Open() == 3 }, time.Minute, time.Millisecond)

	ctx, cancel := context.WithCancel(t.Context())
	retired := make(chan error, 1)
	go func() { retired <- s.Retire(ctx) }()
	require.Eventually(t, s.Retiring, time.Minute, time.Millisecond)
	late := dial(t, l)
	late.send(t, "GET /late"+host+"\r\n")
	for _, c := range []*client{used, fresh} {
		c.send(t, "GET /2"+host+"\r\n")
		res, body := c.answer(t, "GET")
		require.Equal(t, "plain GET /2  ", string(body))
		require.True(t, res.Close)
		c.gone(t)
	}
	select {
	case err := <-retired:
		t.Fatal("it did not wait for the connection that is left: ", err)
	case <-time.After(20 * time.Millisecond):
	}
	cancel()
	require.NoError(t, <-retired)
	require.NoError(t, s.Shutdown(t.Context()))
	silent.gone(t)
	serve(t, successor, nil)
	_, body := late.answer(t, "GET")
	require.Equal(t, "plain GET /late  ", string(body))
}

// A client that does not let a request end is cut off at the end of the given time.
func TestShutdownInTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := make(pipes)
		s := http1.NewServer(handler{})
		ended := make(chan error, 1)
		go func() { ended <- s.Serve(l) }()
		ours, theirs := net.Pipe()
		l <- theirs
		_, err := io.WriteString(ours, "GET /")
		require.NoError(t, err)
		synctest.Wait() // until it waits for the rest of the head
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		require.ErrorIs(t, s.Shutdown(ctx), context.DeadlineExceeded)
		require.NoError(t, <-ended)
		_, err = ours.Read(make([]byte, 1))
		require.ErrorIs(t, err, io.EOF)
	})
}

// A server that is shut down before it serves closes its listener and accepts no connection.
func TestShutdownBeforeServe(t *testing.T) {
	l := listen(t)
	s := http1.NewServer(handler{})
	require.NoError(t, s.Shutdown(t.Context()))
	require.NoError(t, s.Serve(l))
	require.ErrorIs(t, l.Close(), net.ErrClosed)
}

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
