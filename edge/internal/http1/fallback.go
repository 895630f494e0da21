package http1

import (
	"net"
	"net/http"
	"net/netip"
	"sync"
	"sync/atomic"
	"time"
)

// ServeHTTP implements [http.Handler] for the other server: the handler of s answers requests that
// net/http has read as it answers plain requests.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	// A request with both Content-Length and Transfer-Encoding must be the last of its connection,
	// and so must an HTTP/1.0 request with Transfer-Encoding (RFC 9112, section 6.1). net/http has
	// dropped the extra field, so every request that may have had it ends its connection.
	if len(r.TransferEncoding) > 0 || !r.ProtoAtLeast(1, 1) || s.Retiring() {
		w.Header().Set("Connection", "close")
	}
	in := &Request{Method: r.Method, Path: r.URL.EscapedPath(), Query: r.URL.RawQuery, Host: r.Host,
		length: int(r.ContentLength), body: r.Body}
	if r.RequestURI == "*" {
		in.Path = "*"
	}
	switch r.URL.Scheme {
	case "", "http", "https":
	default:
		// A target in absolute form has a scheme, and its host counts (RFC 9112, section 3.2.2).
		in.Host = r.URL.Scheme + "://" + r.Host
	}
	if remote, err := netip.ParseAddrPort(r.RemoteAddr); err == nil {
		in.Remote = remote.Addr().Unmap()
	}
	for name, values := range r.Header {
		for _, v := range values {
			in.Fields = append(in.Fields, Field{name, v})
		}
	}
	s.Handler.ServeHTTP1(&Response{other: &otherResponse{w, in, http.StatusOK}}, in)
}

// otherResponse is an answer that net/http sends.
type otherResponse struct {
	http.ResponseWriter

	request *Request
	status  int
}

// field adds a field as it is spelled: http.Header.Set would write Etag and Ratelimit.
func (w *otherResponse) field(name, value string) {
	w.Header()[name] = append(w.Header()[name], value)
}

// send ends the answer. The last step is a flush: otherwise net/http would keep strings of the
// answer until after the handler has returned.
func (w *otherResponse) send(body []byte) {
	unread := w.request.length != 0
	if unread {
		// net/http would wait for the rest before it sends the answer.
		w.Header().Set("Connection", "close")
	}
	w.WriteHeader(w.status)
	if w.request.Method != http.MethodHead {
		_, _ = w.Write(body) // a client that has gone away is not our error
	}
	control := http.NewResponseController(w.ResponseWriter)
	_ = control.Flush()
	if unread {
		// net/http would also wait before it closes the connection. A writer without deadlines, in
		// tests, has no connection either.
		_ = control.SetReadDeadline(time.Unix(1, 0))
	}
}

// fallbackListener hands the connections that are not plain to the other server.
type fallbackListener struct {
	conns chan net.Conn
	done  chan struct{}
	once  sync.Once
	addr  atomic.Pointer[net.Addr]
}

// Fallback returns the listener from which the other server (net/http) accepts the connections that
// are not plain.
func (s *Server) Fallback() net.Listener { return &s.fallback }

// handOver gives a connection to the other server, with the bytes that were read.
func (s *Server) handOver(c *conn) bool {
	s.handedOver.Add(1)
	h := &handedConn{Conn: c.Conn, rest: append([]byte(nil), c.in...), server: s, client: c.client}
	select {
	case s.fallback.conns <- h:
		return true
	case <-s.fallback.done:
		return false
	}
}

// Accept implements net.Listener.
func (o *fallbackListener) Accept() (net.Conn, error) {
	select {
	case c := <-o.conns:
		return c, nil
	case <-o.done:
		return nil, net.ErrClosed
	}
}

// Close implements net.Listener.
func (o *fallbackListener) Close() error {
	o.once.Do(func() { close(o.done) })
	return nil
}

// Addr implements net.Listener.
func (o *fallbackListener) Addr() net.Addr {
	if a := o.addr.Load(); a != nil {
		return *a
	}
	return &net.TCPAddr{}
}

// handedConn is a connection that was handed over: its first bytes were read already.
type handedConn struct {
	net.Conn
	rest   []byte
	server *Server
	client Client
	broken atomic.Bool // a write failed
	once   sync.Once
}

// Read implements net.Conn.
func (c *handedConn) Read(p []byte) (int, error) {
	if len(c.rest) == 0 {
		return c.Conn.Read(p)
	}
	n := copy(p, c.rest)
	if c.rest = c.rest[n:]; len(c.rest) == 0 {
		c.rest = nil
	}
	return n, nil
}

// Write implements net.Conn.
func (c *handedConn) Write(p []byte) (int, error) {
	n, err := c.Conn.Write(p)
	if err != nil {
		c.broken.Store(true)
	}
	return n, err
}

// Close implements net.Conn. It does not wait for the client: a goroutine does, and the
// connection counts as open until then.
func (c *handedConn) Close() error {
	err := net.ErrClosed
	c.once.Do(func() {
		switch {
		case c.broken.Load():
			reset(c.Conn)
			err = nil
		case isDrained(c.Conn) || !c.server.addRunning():
			err = c.Conn.Close()
		default:
			err = nil
			go func() {
				defer c.server.running.Done()
				c.server.linger(c.Conn, c.server.writeTimeout)
				c.server.closedConn(c.client)
			}()
			return
		}
		c.server.closedConn(c.client)
	})
	return err
}
