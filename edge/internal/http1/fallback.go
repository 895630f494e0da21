package http1

import (
	"net"
	"sync"
	"sync/atomic"
)

// fallbackListener hands the connections that are not plain to the other server.
type fallbackListener struct {
	conns chan net.Conn
	done  chan struct{}
	once  sync.Once
	addr  atomic.Pointer[net.Addr]
}

// Fallback is the listener from which the other server (net/http) accepts the connections
// that are not plain.
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
