package http1_test

import (
	"bufio"
	"io"
	"net"
	"net/http"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"cartaz/edge/internal/http1"
)

func TestConnectionsOfOneClient(t *testing.T) {
	l := listen(t)
	s := serve(t, l, func(s *http1.Server) {
		s.MaxPerClient = 2
		s.ClientOf = perAddress
		s.Refusal = []byte("HTTP/1.1 429 Too Many Requests\r\nConnection: " +
			"close\r\nContent-Length: 0\r\n\r\n")
	})
	one, two := dial(t, l), dial(t, l)
	// One of them is served by the other server, and counts all the same.
	one.send(t, "GET http://a/"+host+"\r\n")
	_, _ = one.answer(t, "GET")
	two.send(t, "GET /"+host+"\r\n")
	_, _ = two.answer(t, "GET")
	three := dial(t, l)
	res, _ := three.answer(t, "GET")
	require.Equal(t, 429, res.StatusCode)
	three.gone(t)
	for _, c := range []*client{one, two} {
		require.NoError(t, c.Close())
		require.Eventually(t, func() bool {
			// One that is refused may be reset before it has read why.
			next, err := net.Dial("tcp", l.Addr().String())
			if err != nil {
				return false
			}
			defer next.Close()
			_, _ = io.WriteString(next, "GET /"+host+"Connection: close\r\n\r\n")
			res, err := http.ReadResponse(bufio.NewReader(next), nil)
			return err == nil && res.Body.Close() == nil && res.StatusCode == 200
		}, time.Minute, 20*time.Millisecond, "a place is free again")
	}
	_, refused := s.Counts()
	require.Positive(t, refused)
}

// pipes is a listener of connections without a network, so that time can be the time of the test.
type pipes chan net.Conn

func (p pipes) Accept() (net.Conn, error) {
	if c, ok := <-p; ok {
		return c, nil
	}
	return nil, net.ErrClosed
}

func (p pipes) Close() error   { close(p); return nil }
func (p pipes) Addr() net.Addr { return &net.TCPAddr{} }

// Each limit ends a connection when it is over and not before.
func TestTimeLimits(t *testing.T) {
	type step struct {
		pause time.Duration
		text  string
	}
	slowly := func(text string, n int) (steps []step) {
		for range n {
			steps = append(steps, step{time.Second, text})
		}
		return steps
	}
	get := "GET /" + host + "\r\n"
	for name, test := range map[string]struct {
		steps []step
		after time.Duration // from connecting until it is closed
	}{
		"silent": {nil, 5 * time.Second},
		"slow head": {append([]step{{2 * time.Second, "GET /"}}, slowly("x", 20)...),
			7 * time.Second},
		"slow body": {append([]step{{0, "POST /" + host + "Content-Length: 50\r\n\r\n"}},
			slowly("x", 20)...), 10 * time.Second},
		"slow, but in time": {append(append([]step{{0, "POST /" + host +
			"Content-Length: 9\r\n\r\n"}}, slowly("x", 9)...), step{0, "GET /"}), 14 * time.Second},
		"rest":                {[]step{{4 * time.Second, get}}, 124 * time.Second},
		"rest after the next": {[]step{{0, get}, {100 * time.Second, get}}, 220 * time.Second},
		"half of the next":    {[]step{{0, get + "GET /"}}, 5 * time.Second},
		"half, later":         {[]step{{0, get}, {60 * time.Second, "GET /"}}, 65 * time.Second},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				l := make(pipes)
				serve(t, l, nil)
				ours, theirs := net.Pipe()
				began := time.Now()
				l <- theirs
				closed := make(chan time.Duration)
				go func() {
					_, _ = io.Copy(io.Discard, ours)
					closed <- time.Since(began)
				}()
				for _, step := range test.steps {
					time.Sleep(step.pause)
					if _, err := io.WriteString(ours, step.text); err != nil {
						break
					}
				}
				require.Equal(t, test.after, <-closed)
			})
		})
	}
}

// An answer that no one reads is cut off.
func TestAnswersThatNobodyReads(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := make(pipes)
		serve(t, l, nil)
		ours, theirs := net.Pipe()
		l <- theirs
		_, err := io.WriteString(ours, "GET /large"+host+"\r\n")
		require.NoError(t, err)
		began := time.Now()
		_, err = io.ReadFull(ours, make([]byte, 1000))
		require.NoError(t, err)
		time.Sleep(29 * time.Second)
		_, err = io.ReadFull(ours, make([]byte, 1000))
		require.NoError(t, err)
		time.Sleep(2 * time.Second)
		_, err = io.ReadFull(ours, make([]byte, len(large)))
		require.Error(t, err)
		require.InDelta(t, 31, time.Since(began).Seconds(), 0.1)
	})
}
