package http1_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"cartaz/edge/internal/http1"
)

// noting is a listener that gives the connections that it accepts to a test, too.
type noting struct {
	net.Listener
	accepted chan *net.TCPConn
}

func (l noting) Accept() (net.Conn, error) {
	c, err := l.Listener.Accept()
	if err == nil {
		l.accepted <- c.(*net.TCPConn)
	}
	return c, err
}

// dialNarrow is a client whose kernel takes next to nothing before it is read.
func dialNarrow(t testing.TB, l net.Listener) *client {
	t.Helper()
	d := net.Dialer{Control: func(_, _ string, raw syscall.RawConn) error {
		var err error
		return errors.Join(raw.Control(func(fd uintptr) {
			err = syscall.SetsockoptInt(int(fd), syscall.SOL_SOCKET, syscall.SO_RCVBUF, 2048)
		}), err)
	}}
	c, err := d.Dial("tcp", l.Addr().String())
	require.NoError(t, err)
	t.Cleanup(func() { c.Close() })
	require.NoError(t, c.SetDeadline(time.Now().Add(time.Minute)))
	return &client{c, bufio.NewReader(c)}
}

// stalled waits until what the kernel holds of a connection grows no more.
func stalled(t testing.TB, c *net.TCPConn) int {
	t.Helper()
	held, same := 0, 0
	require.Eventually(t, func() bool {
		n := http1.Unsent(c)
		if n == 0 || n != held {
			held, same = n, 0
			return false
		}
		same++
		return same == 10
	}, time.Minute, 5*time.Millisecond)
	return held
}

// oddly is a request for net/http.
const oddly = "GET http://a%s HTTP/1.1\r\nHost: a\r\n\r\n"

// ways are a plain request and one that net/http answers.
func ways(path string) map[string]string {
	return map[string]string{"plain": "GET " + path + host + "\r\n",
		"other": fmt.Sprintf(oddly, path)}
}

// A client that never reads pins no more of the kernel's memory than the send
// buffer; when its time is over the connection is reset, so that nothing stays.
func TestClientsThatNeverRead(t *testing.T) {
	for name, request := range ways("/large") {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			l := noting{listen(t), make(chan *net.TCPConn, 1)}
			s := serve(t, l, func(s *http1.Server) { s.SetWriteTimeout(3 * time.Second) })
			c := dialNarrow(t, l)
			c.send(t, request)
			held := stalled(t, <-l.accepted)
			require.LessOrEqual(t, held, 2*http1.SendBuffer)
			require.Eventually(t, func() bool { return s.Open() == 0 }, time.Minute,
				5*time.Millisecond)
			_, err := io.Copy(io.Discard, c)
			require.ErrorIs(t, err, syscall.ECONNRESET)
		})
	}
}

// A connection counts until its client has taken the last answer, however early
// the server is done with it.
func TestCountedUntilGone(t *testing.T) {
	for name, request := range ways("/middle") {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			l := noting{listen(t), make(chan *net.TCPConn, 10)}
			s := serve(t, l, func(s *http1.Server) {
				s.MaxPerClient = 1
				s.ClientOf = perAddress
				s.Refusal = []byte("HTTP/1.1 429 Too Many Requests\r\nConnection: " +
					"close\r\nContent-Length: 0\r\n\r\n")
			})
			c := dialNarrow(t, l)
			c.send(t, strings.TrimSuffix(request, "\r\n")+"Connection: close\r\n\r\n")
			stalled(t, <-l.accepted)
			next := dial(t, l)
			res, _ := next.answer(t, "GET")
			require.Equal(t, 429, res.StatusCode)
			require.Equal(t, 1, s.Open())
			res, body := c.answer(t, "GET")
			require.Equal(t, 200, res.StatusCode)
			require.Len(t, body, middle, "it gets all of it")
			c.gone(t)
			require.NoError(t, c.Close())
			require.Eventually(t, func() bool { return s.Open() == 0 }, time.Minute,
				5*time.Millisecond)
		})
	}
}

// A client that never takes the last answer is reset when its time is over.
func TestLastAnswersThatNobodyReads(t *testing.T) {
	for name, request := range ways("/middle") {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			l := noting{listen(t), make(chan *net.TCPConn, 1)}
			s := serve(t, l, func(s *http1.Server) { s.SetWriteTimeout(3 * time.Second) })
			c := dialNarrow(t, l)
			c.send(t, strings.TrimSuffix(request, "\r\n")+"Connection: close\r\n\r\n")
			stalled(t, <-l.accepted)
			require.Eventually(t, func() bool { return s.Open() == 0 }, time.Minute,
				5*time.Millisecond)
			_, err := io.Copy(io.Discard, c)
			require.ErrorIs(t, err, syscall.ECONNRESET)
		})
	}
}

// The end of the server does not wait for clients that do not read.
func TestShutdownDoesNotLinger(t *testing.T) {
	l := noting{listen(t), make(chan *net.TCPConn, 1)}
	s := http1.NewServer(handler{})
	ended := make(chan error, 1)
	go func() { ended <- s.Serve(l) }()
	c := dialNarrow(t, l)
	c.send(t, "GET /middle"+host+"Connection: close\r\n\r\n")
	stalled(t, <-l.accepted)
	require.NoError(t, s.Shutdown(t.Context()))
	require.NoError(t, <-ended)
	require.Zero(t, s.Open())
	_, body := c.answer(t, "GET")
	require.Len(t, body, middle, "the kernel delivers what it has")
}

// A client that still sends when it has its last answer does not lose that answer.
func TestAnswersAreNotResetAway(t *testing.T) {
	l := noting{listen(t), make(chan *net.TCPConn, 1)}
	serve(t, l, nil)
	c := dial(t, l)
	c.send(t, "GET /1"+host+"Connection: close\r\n\r\n"+strings.Repeat("x", 100<<10))
	res, body := c.answer(t, "GET")
	require.Equal(t, http.StatusOK, res.StatusCode)
	require.Equal(t, "plain GET /1  ", body)
	_, err := c.in.ReadByte()
	require.ErrorIs(t, err, io.EOF)
}

// A client that has ended its side together with its request gets the answer and then the end, long
// before the limit of an idle connection. While the answer before is held back, request and end
// become one event.
func TestRequestsThatCameWithTheEnd(t *testing.T) {
	t.Parallel()
	l := noting{listen(t), make(chan *net.TCPConn, 1)}
	h := handler{entered: make(chan struct{}), hold: make(chan struct{})}
	serve(t, l, func(s *http1.Server) { s.Handler = h })
	c := dial(t, l)
	c.send(t, "GET /first"+host+"\r\n")
	_, body := c.answer(t, "GET")
	require.Equal(t, "plain GET /first  ", body)
	c.send(t, "GET /held"+host+"\r\n")
	<-h.entered
	c.send(t, "GET /last"+host+"\r\n")
	tcp := c.Conn.(*net.TCPConn)
	require.NoError(t, tcp.CloseWrite())
	require.Eventually(t, func() bool { return http1.Unsent(tcp) == 0 }, time.Minute,
		time.Millisecond)
	time.Sleep(20 * time.Millisecond) // until the runtime has taken the events
	close(h.hold)
	for _, path := range []string{"/held", "/last"} {
		_, body = c.answer(t, "GET")
		require.Equal(t, "plain GET "+path+"  ", body)
	}
	c.gone(t)
}

// A connection goes on after the look for its end.
func TestRequestsAfterALook(t *testing.T) {
	t.Parallel()
	l := listen(t)
	serve(t, l, nil)
	c := dial(t, l)
	for _, rest := range []time.Duration{0, 0, http1.LookAfter + time.Second/2, 0} {
		time.Sleep(rest)
		c.send(t, "GET /a"+host+"\r\n")
		_, body := c.answer(t, "GET")
		require.Equal(t, "plain GET /a  ", body)
	}
	require.NoError(t, c.Conn.(*net.TCPConn).CloseWrite())
	c.gone(t)
}

// closeCounter is a listener that is asked to shut down while Serve takes it.
type closeCounter struct {
	net.Listener
	whileTaken func()
	closed     atomic.Int32
}

func (l *closeCounter) Addr() net.Addr {
	l.whileTaken()
	return l.Listener.Addr()
}

func (l *closeCounter) Close() error {
	l.closed.Add(1)
	return l.Listener.Close()
}

// A server that ends while it begins closes its listener once: a second time were an error.
func TestEndWhileServeBegins(t *testing.T) {
	for name, end := range map[string]func(s *http1.Server) error{
		"shutdown": func(s *http1.Server) error { return s.Shutdown(t.Context()) },
		"retire":   func(s *http1.Server) error { return s.Retire(t.Context()) },
	} {
		t.Run(name, func(t *testing.T) {
			s, ended := http1.NewServer(handler{}), make(chan error, 1)
			l := &closeCounter{Listener: listen(t)}
			l.whileTaken = func() {
				go func() { ended <- end(s) }()
				time.Sleep(20 * time.Millisecond) // for it to come as far as it can
			}
			require.NoError(t, s.Serve(l))
			require.NoError(t, <-ended)
			require.EqualValues(t, 1, l.closed.Load())
		})
	}
}

// A server that is retired before it serves accepts no connection, and Retire waits no longer than
// it may: an edge that was told to end right after it said that it serves never ended.
func TestRetireBeforeServe(t *testing.T) {
	s, retired := http1.NewServer(handler{}), make(chan error, 1)
	go func() { retired <- s.Retire(t.Context()) }()
	for !s.Retiring() {
		time.Sleep(time.Millisecond)
	}
	l := listen(t)
	require.NoError(t, s.Serve(l))
	require.NoError(t, <-retired)
	require.ErrorIs(t, l.Close(), net.ErrClosed)

	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	s = http1.NewServer(handler{})
	require.NoError(t, s.Retire(ctx))
	require.NoError(t, s.Shutdown(t.Context()))
}

// perAddress has every address be a client.
func perAddress(a netip.Addr) http1.Client {
	return http1.Client{Block: netip.PrefixFrom(a, a.BitLen())}
}

// from is a connection without a network that says that it comes from an address.
type from struct {
	net.Conn
	addr netip.Addr
}

func (c from) RemoteAddr() net.Addr {
	return net.TCPAddrFromAddrPort(netip.AddrPortFrom(c.addr,
		1))
}

// crowd connects from addresses, and knows who was served.
type crowd struct {
	l      pipes
	served map[string]int
}

// connect reports whether a connection from addr is served. It is kept open.
func (c *crowd) connect(t *testing.T, addr string) (net.Conn, bool) {
	t.Helper()
	ours, theirs := net.Pipe()
	c.l <- from{theirs, netip.MustParseAddr(addr)}
	answered := make(chan bool)
	go func() {
		in := bufio.NewReader(ours)
		go func() { _, _ = io.WriteString(ours, "GET /"+host+"\r\n") }()
		res, err := http.ReadResponse(in, nil)
		if err != nil {
			answered <- false
			return
		}
		_, _ = io.Copy(io.Discard, res.Body)
		answered <- res.StatusCode == 200
		_, _ = io.Copy(io.Discard, in) // a pipe blocks even writes of nothing
	}()
	ok := <-answered
	if !ok {
		ours.Close()
		return nil, false
	}
	c.served[addr]++
	return ours, true
}

// inCrowd runs a test of connections to a server that allows most of them.
func inCrowd(t *testing.T, most, perClient int, f func(t *testing.T, c *crowd, s *http1.Server)) {
	synctest.Test(t, func(t *testing.T) {
		c := &crowd{make(pipes), map[string]int{}}
		s := serve(t, c.l, func(s *http1.Server) {
			s.MaxConns, s.MaxPerClient = most, perClient
			s.Refusal = []byte("HTTP/1.1 429 Too Many Requests\r\nConnection: " +
				"close\r\nContent-Length: 0\r\n\r\n")
			s.ClientOf = func(a netip.Addr) http1.Client {
				if a == netip.MustParseAddr("10.0.0.1") {
					return http1.Client{} // a proxy
				}
				client := perAddress(a)
				if a.Is6() {
					client.Block, _ = a.Prefix(64)
					client.Wide, _ = a.Prefix(48)
				}
				return client
			}
		})
		f(t, c, s)
	})
}

// A /48 holds four times what a /64 of it does, however many /64s it has.
func TestConnectionsOfWideNetworks(t *testing.T) {
	inCrowd(t, 0, 5, func(t *testing.T, c *crowd, s *http1.Server) {
		var last net.Conn
		for block := range 30 {
			for range 6 {
				if conn, ok := c.connect(t, fmt.Sprintf("2001:db8:1:%x::1", block)); ok {
					last = conn
				}
			}
		}
		require.Equal(t, 5, c.served["2001:db8:1:0::1"])
		require.Equal(t, 20, s.Open())
		_, ok := c.connect(t, "2001:db8:2::1")
		require.True(t, ok, "another network")
		require.NoError(t, last.Close())
		synctest.Wait()
		_, ok = c.connect(t, "2001:db8:1:99::1")
		require.True(t, ok, "a place is free again")
	})
}

// Near the bound of all connections no client can take all that is left: a client with many is
// refused, and the next new client is served.
func TestSharesNearTheBound(t *testing.T) {
	inCrowd(t, 400, 300, func(t *testing.T, c *crowd, s *http1.Server) {
		for range 400 {
			c.connect(t, "192.0.2.1")
		}
		require.Equal(t, 300, c.served["192.0.2.1"], "its own bound")
		// Fifteen greedy clients, one after the other.
		for n := range 15 {
			for range 100 {
				c.connect(t, fmt.Sprintf("198.51.100.%d", n))
			}
		}
		require.Equal(t, 11, c.served["198.51.100.0"],
			"an eighth of the free places, which become fewer meanwhile")
		require.Positive(t, c.served["198.51.100.14"])
		_, ok := c.connect(t, "203.0.113.1")
		require.True(t, ok, "a newcomer")
		_, ok = c.connect(t, "192.0.2.1")
		require.False(t, ok, "who holds most")
		for range 400 {
			c.connect(t, "10.0.0.1")
		}
		require.Equal(t, 400, s.Open(), "a proxy has no share, but places are places")
		_, refused := s.Counts()
		require.Positive(t, refused)
	})
}

// Near the bound connections rest only as long as a new one may wait.
func TestShortRestsNearTheBound(t *testing.T) {
	inCrowd(t, 20, 0, func(t *testing.T, c *crowd, s *http1.Server) {
		for n := range 15 {
			_, ok := c.connect(t, fmt.Sprintf("198.51.100.%d", n))
			require.True(t, ok)
		}
		for n := range 5 {
			_, ok := c.connect(t, fmt.Sprintf("203.0.113.%d", n))
			require.True(t, ok)
		}
		require.Equal(t, 20, s.Open())
		time.Sleep(http1.HeadTimeout)
		synctest.Wait()
		require.Less(t, s.Open(), 16)
		require.Positive(t, s.Open(), "those that came before go on resting")
	})
}
