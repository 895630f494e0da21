package http1

import (
	"context"
	"errors"
	"log"
	"net"
	"net/netip"
	"sync"
	"sync/atomic"
	"syscall"
	"time"
)

// Time limits. A client has no reason to take longer over a request of ours, and a slow client
// occupies a connection that another client needs. The server behind [Server.Fallback] should have
// the same limits.
const (
	// of a head, from its first byte; of the first head, from connecting
	HeadTimeout    = 5 * time.Second
	RequestTimeout = 10 * time.Second  // of a whole request
	WriteTimeout   = 30 * time.Second  // of an answer: a large page on a slow phone
	IdleTimeout    = 120 * time.Second // between an answer and the next request
)

// Handler answers plain requests. It must send exactly one answer; when it sends
// none or panics, the connection is closed.
type Handler interface {
	ServeHTTP1(w *Response, r *Request)
}

// Server serves a listener. Set the exported fields before Serve and do not change them afterwards.
type Server struct {
	Handler Handler
	// MaxConns bounds the open connections; 0 for no bound. From three quarters of it on, clients
	// share the free connections (see shareOfFree) and idle connections end sooner.
	MaxConns int
	// MaxPerClient bounds the open connections of one client; a wide network may have four times as
	// many. 0 means no bound. ClientOf names the client of an address; nil bounds no client.
	MaxPerClient int
	ClientOf     func(netip.Addr) Client
	Refusal      []byte // sent to a connection over the bound before it is closed
	Log          func(format string, args ...any)

	draining   atomic.Bool   // Shutdown has begun
	retiring   atomic.Bool   // Retire has begun
	accepted   chan struct{} // closed when Serve has ended
	emptied    chan struct{} // takes a value when the last connection ends
	fallback   fallbackListener
	handedOver atomic.Int64
	refused    atomic.Int64
	open       atomic.Int64 // changed under mu

	writeTimeout time.Duration // WriteTimeout, shorter in tests

	mu       sync.Mutex
	listener net.Listener
	conns    map[*conn]struct{}
	clients  map[netip.Prefix]int // by block and by wide network
	refusing int                  // refused connections whose refusal is still being sent
	running  sync.WaitGroup
}

// NewServer prepares a server.
func NewServer(h Handler) *Server {
	return &Server{
		Handler: h, conns: map[*conn]struct{}{}, clients: map[netip.Prefix]int{},
		fallback:     fallbackListener{conns: make(chan net.Conn), done: make(chan struct{})},
		accepted:     make(chan struct{}),
		emptied:      make(chan struct{}, 1),
		writeTimeout: WriteTimeout,
		Log:          log.Printf,
	}
}

// Counts returns how many connections were handed to the other server, and how many were
// refused because too many were open.
func (s *Server) Counts() (handed, refused int64) { return s.handedOver.Load(), s.refused.Load() }

// Open returns the number of connections that this server or the other one serves, or whose client
// has not yet received the last answer.
func (s *Server) Open() int { return int(s.open.Load()) }

// Serve accepts connections until Retire or Shutdown, or until the listener fails. It is called
// once.
func (s *Server) Serve(l net.Listener) error {
	defer close(s.accepted)
	s.mu.Lock()
	s.fallback.addr.Store(new(l.Addr()))
	ended := s.draining.Load() || s.retiring.Load()
	if !ended {
		s.listener = l
	}
	s.mu.Unlock()
	if ended {
		return l.Close() // Shutdown or Retire had no listener to close
	}
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
		case err != nil && s.retiring.Load():
			return nil
		case err != nil && !isTransient(err):
			return err
		case err != nil:
			pause = min(max(2*pause, 5*time.Millisecond), maxPause)
			s.Log("accept: %v; trying again in %v", err, pause)
			time.Sleep(pause)
		default:
			pause = 0
			s.start(c)
		}
	}
}

// isTransient reports whether a listener may work again after this error: the client was gone
// already, or the process has no descriptor or memory at the moment.
func isTransient(err error) bool {
	for _, e := range []syscall.Errno{syscall.ECONNABORTED, syscall.ECONNRESET, syscall.EMFILE,
		syscall.ENFILE, syscall.ENOBUFS, syscall.ENOMEM} {
		if errors.Is(err, e) {
			return true
		}
	}
	return false
}

// start serves a connection, unless there are too many.
func (s *Server) start(nc net.Conn) {
	c := &conn{server: s, emptyLinesLeft: maxEmptyLines}
	c.open(nc, c.answerAtOnce)
	if addr, ok := nc.RemoteAddr().(*net.TCPAddr); ok {
		c.remote = addr.AddrPort().Addr().Unmap()
		if s.ClientOf != nil {
			c.client = s.ClientOf(c.remote)
		}
	}
	limitSendBuffer(nc)
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case s.draining.Load(): // Shutdown has counted the connections already
		_ = nc.Close()
	case s.mayOpen(c.client):
		s.addOpen(c.client, 1)
		s.conns[c] = struct{}{}
		s.running.Add(1)
		go c.run()
	case s.refusing < maxRefusals:
		s.refused.Add(1)
		s.refusing++
		s.running.Add(1)
		go s.refuse(nc)
	default:
		s.refused.Add(1)
		reset(nc)
	}
}

// refuse sends the refusal to a client that has too many connections.
func (s *Server) refuse(c net.Conn) {
	defer s.running.Done()
	// Its buffer is empty, so this waits only for the TLS handshake.
	if c.SetDeadline(time.Now().Add(time.Second)) == nil {
		_, _ = c.Write(s.Refusal) // a courtesy
	}
	s.linger(c, refusalTime)
	s.mu.Lock()
	s.refusing--
	s.mu.Unlock()
}

// addRunning makes Shutdown wait for one more goroutine. It returns false after Shutdown has
// begun; after true the caller must call running.Done.
func (s *Server) addRunning() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.draining.Load() {
		return false
	}
	s.running.Add(1)
	return true
}

// removeConn ends a connection's service by this server.
func (s *Server) removeConn(c *conn) {
	s.mu.Lock()
	delete(s.conns, c)
	if len(s.conns) == 0 {
		select {
		case s.emptied <- struct{}{}:
		default: // Retire will look anyway, or has not begun
		}
	}
	s.mu.Unlock()
	s.running.Done()
}

// closedConn uncounts a connection that was closed, by this server or the other one.
func (s *Server) closedConn(client Client) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.addOpen(client, -1)
}

// Retire leaves the listener to another process that has the same socket. It closes the listener
// here, which leaves the queue of the socket alone, and answers every request on the connections
// that it has accepted: each answer is the last of its connection and says so. It returns when no
// connection is left, or when ctx ends; Shutdown must follow.
//
// Closing idle connections at once would lose requests that are on their way.
func (s *Server) Retire(ctx context.Context) error {
	s.retiring.Store(true)
	s.mu.Lock()
	var err error
	if s.listener != nil {
		err = s.listener.Close()
	}
	s.mu.Unlock()
	select {
	case <-s.accepted:
	case <-ctx.Done():
		return err
	}
	for {
		s.mu.Lock()
		left := len(s.conns)
		s.mu.Unlock()
		if left == 0 {
			return err
		}
		select {
		case <-s.emptied:
		case <-ctx.Done():
			return err
		}
	}
}

// Retiring reports whether answers are the last of their connections.
func (s *Server) Retiring() bool { return s.retiring.Load() || s.draining.Load() }

// Shutdown closes the listener and the idle connections, and lets the others finish their request.
// A connection whose next request has arrived is not idle. When ctx ends first, it closes those too
// and returns the error of ctx. It does not wait for connections that were handed over.
func (s *Server) Shutdown(ctx context.Context) error {
	s.mu.Lock()
	s.draining.Store(true) // with the lock: Serve or this closes the listener, not both
	var err error
	if s.listener != nil && !s.retiring.Load() {
		err = s.listener.Close()
	}
	for c := range s.conns {
		if _, unread := queueSizes(c.Conn); unread > 0 {
			continue
		}
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
	_ = s.fallback.Close() // no one need accept connections that are about to be handed over
	<-ended
	return errors.Join(err, ctx.Err())
}
