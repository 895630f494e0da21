package http1

import (
	"context"
	"errors"
	"net"
	"net/netip"
	"sync"
	"sync/atomic"
	"syscall"
	"time"
)

// Time limits. A client has no reason to take longer over a request of ours,
// and whoever does holds a connection that somebody else needs. The server of
// what is not plain should have the same.
const (
	HeadTimeout    = 5 * time.Second   // of a head, from its first byte; of the first one, from connecting
	RequestTimeout = 10 * time.Second  // of a whole request
	WriteTimeout   = 30 * time.Second  // of an answer: a large page on a slow phone
	RestTimeout    = 120 * time.Second // between an answer and the next request
)

// Handler answers plain requests. It must send exactly one answer; when it sends
// none or panics, the connection is closed.
type Handler interface {
	ServeHTTP1(w *Response, r *Request)
}

// Server serves a listener. Set the exported fields before Serve and leave them
// alone afterwards.
type Server struct {
	Handler Handler
	MaxBody int // bytes; a request with more goes to the other server
	// PerClient bounds the connections that one client may hold at a time; 0
	// for no bound. Client says who that is; one that is not valid has no bound.
	PerClient int
	Client    func(netip.Addr) netip.Prefix
	Refusal   []byte // what a connection over the bound is sent before it is closed
	Log       func(format string, args ...any)

	draining atomic.Bool
	dated    atomic.Pointer[dateLine]
	others   others
	handed   atomic.Int64
	refused  atomic.Int64

	mu       sync.Mutex
	listener net.Listener
	conns    map[*conn]struct{}
	clients  map[netip.Prefix]int
	running  sync.WaitGroup
}

// NewServer prepares a server.
func NewServer(h Handler) *Server {
	return &Server{
		Handler: h, conns: map[*conn]struct{}{}, clients: map[netip.Prefix]int{},
		others: others{conns: make(chan net.Conn), done: make(chan struct{})},
	}
}

// Counts are the connections that were handed to the other server and those that
// were refused for being too many of one client.
func (s *Server) Counts() (handed, refused int64) { return s.handed.Load(), s.refused.Load() }

// Serve accepts connections until Shutdown or until the listener fails.
func (s *Server) Serve(l net.Listener) error {
	s.mu.Lock()
	s.listener = l
	s.others.addr.Store(new(l.Addr()))
	s.mu.Unlock()
	const maxPause = time.Second
	pause := time.Duration(0)
	for {
		c, err := l.Accept()
		switch {
		case s.draining.Load():
			if err == nil {
				_ = c.Close() // came too late to be answered
			}
			return nil
		case err != nil && !passing(err):
			return err
		case err != nil:
			pause = min(max(2*pause, 5*time.Millisecond), maxPause)
			s.logf("accept: %v; trying again in %v", err, pause)
			time.Sleep(pause)
		default:
			pause = 0
			s.start(c)
		}
	}
}

// passing says whether a listener that gave this error may work again: the
// client was gone already, or there is no descriptor or memory at the moment.
func passing(err error) bool {
	for _, e := range []syscall.Errno{syscall.ECONNABORTED, syscall.ECONNRESET, syscall.EMFILE, syscall.ENFILE, syscall.ENOBUFS, syscall.ENOMEM} {
		if errors.Is(err, e) {
			return true
		}
	}
	return false
}

// start serves a connection, unless its client has too many.
func (s *Server) start(nc net.Conn) {
	c := &conn{server: s}
	c.open(nc)
	if addr, ok := nc.RemoteAddr().(*net.TCPAddr); ok {
		c.remote = addr.AddrPort().Addr().Unmap()
		if s.PerClient > 0 {
			c.client = s.Client(c.remote)
		}
	}
	s.mu.Lock()
	if s.draining.Load() { // Shutdown has counted the connections already
		s.mu.Unlock()
		_ = nc.Close()
		return
	}
	fits := !c.client.IsValid() || s.clients[c.client] < s.PerClient
	if fits {
		if c.client.IsValid() {
			s.clients[c.client]++
		}
		s.conns[c] = struct{}{}
		s.running.Add(1)
	}
	s.mu.Unlock()
	if !fits {
		s.refused.Add(1)
		// Its buffer is empty, so this does not wait.
		if nc.SetWriteDeadline(time.Now().Add(time.Second)) == nil {
			_, _ = nc.Write(s.Refusal) // a courtesy
		}
		_ = nc.Close()
		return
	}
	go c.run()
}

// forget ends the service of a connection here.
func (s *Server) forget(c *conn) {
	s.mu.Lock()
	delete(s.conns, c)
	s.mu.Unlock()
	s.running.Done()
}

// left counts off a connection that is closed, wherever it was served last.
func (s *Server) left(client netip.Prefix) {
	if !client.IsValid() {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.clients[client]--; s.clients[client] == 0 {
		delete(s.clients, client)
	}
}

// Shutdown closes the listener and the connections that wait, and lets the
// others finish their request. When ctx ends first, they are closed, too, and
// its error is returned. Connections that were handed on are not waited for.
func (s *Server) Shutdown(ctx context.Context) error {
	s.draining.Store(true)
	s.mu.Lock()
	var err error
	if s.listener != nil {
		err = s.listener.Close()
	}
	for c := range s.conns {
		if c.state.CompareAndSwap(waiting, closed) {
			_ = c.Close() // the reader finds it closed and ends
		}
	}
	s.mu.Unlock()
	ended := make(chan struct{})
	go func() {
		s.running.Wait()
		close(ended)
	}()
	select {
	case <-ended:
		return err
	case <-ctx.Done():
	}
	s.mu.Lock()
	for c := range s.conns {
		_ = c.Close() // its reader or writer finds it closed and ends
	}
	s.mu.Unlock()
	_ = s.others.Close() // nobody need accept what is about to be handed over
	<-ended
	return errors.Join(err, ctx.Err())
}

func (s *Server) logf(format string, args ...any) {
	if s.Log != nil {
		s.Log(format, args...)
	}
}

// others is the listener of connections that are not for this server.
type others struct {
	conns chan net.Conn
	done  chan struct{}
	once  sync.Once
	addr  atomic.Pointer[net.Addr]
}

// Others is the listener from which the other server accepts the connections
// that are not plain.
func (s *Server) Others() net.Listener { return &s.others }

// hand gives a connection to the other server.
func (s *Server) hand(c *conn) bool {
	s.handed.Add(1)
	h := &handedConn{Conn: c.Conn, rest: append([]byte(nil), c.in...), server: s, client: c.client}
	select {
	case s.others.conns <- h:
		return true
	case <-s.others.done:
		return false
	}
}

// Accept implements net.Listener.
func (o *others) Accept() (net.Conn, error) {
	select {
	case c := <-o.conns:
		return c, nil
	case <-o.done:
		return nil, net.ErrClosed
	}
}

// Close implements net.Listener.
func (o *others) Close() error {
	o.once.Do(func() { close(o.done) })
	return nil
}

// Addr implements net.Listener.
func (o *others) Addr() net.Addr {
	if a := o.addr.Load(); a != nil {
		return *a
	}
	return &net.TCPAddr{}
}
