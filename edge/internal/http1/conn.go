package http1

import (
	"errors"
	"io"
	"net"
	"net/http"
	"net/netip"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"time"
)

// States of a connection. Only one that waits may be closed by somebody else.
const (
	busy int32 = iota
	waiting
	closed
)

// conn is a connection and what is kept for it.
type conn struct {
	socket
	server *Server
	remote netip.Addr   // invalid when the listener is not one of TCP
	client netip.Prefix // whose connection this is; invalid when nobody counts
	state  atomic.Int32

	in       []byte // what was read and belongs to no answered request
	request  Request
	response Response

	readArmed  time.Time // when the read deadline was set to the time of rest
	writeArmed time.Time // when the write deadline was set
}

const (
	firstBuffer = 4 << 10
	// rearm is how old a deadline may be before it is set anew, which is a matter
	// of the runtime's timers: once a second is enough, since nobody minds when a
	// rest ends a second early.
	rearm = time.Second
)

// inputs and outputs are the buffers of connections: the first for as long as
// one lasts, the second for an answer.
var (
	inputs  = sync.Pool{New: func() any { b := make([]byte, 0, firstBuffer); return &b }}
	outputs = sync.Pool{New: func() any { b := make([]byte, 0, firstBuffer+joinBelow); return &b }}
)

// run answers requests until the connection ends or is handed on.
func (c *conn) run() {
	input := inputs.Get().(*[]byte)
	c.in = (*input)[:0]
	handed := false
	defer func() {
		if p := recover(); p != nil && p != http.ErrAbortHandler {
			c.server.logf("panic of a handler: %v\n%s", p, debug.Stack())
		}
		inputs.Put(input)
		c.server.forget(c)
		if !handed {
			// The client sees that nothing more comes; nobody else could act on it.
			_ = c.Close()
			c.server.left(c.client)
		}
	}()
	for first := true; ; first = false {
		switch c.next(first) {
		case whole:
			if !c.answer() {
				return
			}
			if cap(c.in) > firstBuffer && len(c.in) == 0 {
				c.in = (*input)[:0]
			}
		case other:
			handed = c.server.hand(c)
			return
		default:
			return
		}
	}
}

// next reads a request. It returns more when the connection has ended.
func (c *conn) next(first bool) verdict {
	if len(c.in) == 0 && !c.wait(first) {
		return more
	}
	var started time.Time // of a request that did not come in one piece
	size, v := 0, more
	for {
		if size == 0 {
			size, v = c.request.parseHead(c.in)
			if v == other || v == whole && c.request.length > c.server.MaxBody {
				return other
			}
		}
		if v == whole && len(c.in) >= size+c.request.length {
			break
		}
		if started.IsZero() {
			started = time.Now()
		}
		limit := HeadTimeout
		if v == whole {
			limit = RequestTimeout
		}
		c.readArmed = time.Time{}
		if c.SetReadDeadline(started.Add(limit)) != nil {
			return more
		}
		switch err := c.fill(); {
		case errors.Is(err, io.EOF):
			return other // a request that breaks off, of a client that may still read
		case err != nil:
			return more
		}
	}
	end := size + c.request.length
	if end > size {
		// Its own bytes: who reads JSON keeps parts of it.
		c.request.Body = append([]byte(nil), c.in[size:end]...)
	}
	c.in = c.in[:copy(c.in, c.in[end:])]
	return whole
}

// wait lets the connection rest until something arrives.
func (c *conn) wait(first bool) bool {
	now := time.Now()
	limit := RestTimeout
	if first {
		limit = HeadTimeout // who connects has something to ask
	}
	if first || now.Sub(c.readArmed) > rearm {
		if c.SetReadDeadline(now.Add(limit)) != nil {
			return false
		}
		if c.readArmed = now; first {
			c.readArmed = time.Time{}
		}
	}
	c.state.Store(waiting)
	if c.server.draining.Load() {
		return false
	}
	err := c.fill()
	return c.state.CompareAndSwap(waiting, busy) && err == nil
}

// fill adds what has arrived, in a larger buffer when this one is full.
func (c *conn) fill() error {
	if len(c.in) == cap(c.in) {
		c.in = append(make([]byte, 0, 2*cap(c.in)), c.in...)
	}
	n, err := c.read(c.in[len(c.in):cap(c.in)])
	c.in = c.in[:len(c.in)+n]
	if n > 0 {
		return nil // an error comes again
	}
	return err
}

// answer has the request answered and says whether another may follow.
func (c *conn) answer() bool {
	buf := outputs.Get().(*[]byte)
	c.response = Response{conn: c, buf: (*buf)[:0], head: c.request.Method == http.MethodHead, close: c.request.Close}
	defer func() {
		*buf = c.response.buf[:0]
		outputs.Put(buf)
		// A connection that rests keeps nothing of the request and its answer.
		clear(c.request.Fields)
		c.request, c.response = Request{Fields: c.request.Fields[:0]}, Response{}
	}()
	c.request.Remote = c.remote
	c.server.Handler.ServeHTTP1(&c.response, &c.request)
	return c.response.sent && !c.response.close
}

// armWrite gives an answer its time.
func (c *conn) armWrite() error {
	now := time.Now()
	if now.Sub(c.writeArmed) <= rearm {
		return nil
	}
	c.writeArmed = now
	return c.SetWriteDeadline(now.Add(WriteTimeout))
}

// failed notes an error of writing: half an answer may be out, so nothing can
// follow it.
func (c *conn) failed(err error) error {
	if err != nil {
		c.response.close = true
	}
	return err
}

// handedConn is a connection whose first bytes were read already.
type handedConn struct {
	net.Conn
	rest   []byte
	server *Server
	client netip.Prefix
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

// Close implements net.Conn.
func (c *handedConn) Close() error {
	err := c.Conn.Close()
	c.once.Do(func() { c.server.left(c.client) })
	return err
}
