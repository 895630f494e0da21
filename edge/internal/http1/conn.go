package http1

import (
	"errors"
	"io"
	"net/http"
	"net/netip"
	"os"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"time"
)

// States of a connection. Another goroutine may close it only while it waits.
const (
	busy int32 = iota
	waiting
	closed
)

// conn is one client connection and its state.
type conn struct {
	socket
	server   *Server
	remote   netip.Addr // invalid when the listener is not TCP
	client   Client     // the owner of the connection
	state    atomic.Int32
	broken   bool // writing an answer failed, or a handler panicked
	answered bool // there was an answer
	// unseen is set while the read deadline is the time of the next look; see answerAtOnce.
	unseen bool
	// clientSending is set when a body was left unread: its bytes may still come after the answer.
	clientSending bool

	in             []byte // bytes of requests that are not answered yet
	emptyLinesLeft int    // how many CR and LF may still come before the next request
	skipped        int    // CR and LF that were skipped

	begun            time.Time // when bytes of the request arrived first
	now              time.Time // when the connection last waited for its client
	readDeadlineSet  time.Time // when the read deadline of a connection at rest was set
	writeDeadlineSet time.Time // when the write deadline was set
}

const (
	readBufferSize = 4 << 10
	// deadlineAge is how old a deadline may be before it is set again. Setting a deadline costs a
	// change of the runtime's timers. Once a second is enough: an idle connection may end up to one
	// second early.
	deadlineAge = time.Second
	// lookAfter is how long a connection rests before it is read without an event of the socket; it
	// may be up to one second shorter.
	lookAfter = 2 * time.Second
)

// buffers holds the memory that a request and its answer need. A connection has none while it waits
// for a request.
type buffers struct {
	in, out  []byte
	request  Request
	response Response
	pieces
}

var bufferPool = sync.Pool{New: func() any {
	return &buffers{
		in:      make([]byte, 0, readBufferSize),
		out:     make([]byte, 0, readBufferSize+maxCopiedBody),
		request: Request{Fields: make([]Field, 0, 16)},
	}
}}

// take gives the connection buffers, if it has none.
func (s *socket) take() {
	if s.buffers == nil {
		s.buffers = bufferPool.Get().(*buffers)
	}
}

// giveBack takes the buffers from a connection that has nothing in them.
func (s *socket) giveBack() {
	if s.buffers != nil {
		s.request.reset()
		bufferPool.Put(s.buffers)
		s.buffers = nil
	}
}

// run answers requests until the connection ends or is handed over.
func (c *conn) run() {
	handed := false
	defer func() {
		if p := recover(); p != nil {
			c.broken = true // the bytes that were sent are not a whole answer
			if p != http.ErrAbortHandler {
				c.server.Log("panic of a handler: %v\n%s", p, debug.Stack())
			}
		}
		c.in = nil
		c.giveBack()
		if !handed {
			c.end()
		}
		c.server.removeConn(c)
	}()
	for first := true; c.arrive(first); first = false {
		switch c.next(first) {
		case plainRequest:
			if !c.answer() {
				return
			}
		case notPlain:
			handed = c.server.handOver(c)
			return
		default:
			return
		}
	}
}

// end closes the connection, at once if that cannot cost the client the answer, and uncounts it.
func (c *conn) end() {
	switch {
	case c.broken:
		reset(c.Conn)
	case !c.clientSending && isDrained(c.Conn):
		// The client has the whole answer, so an error harms nobody.
		_ = c.Close()
	default:
		c.server.linger(c.Conn, c.server.writeTimeout)
	}
	c.server.closedConn(c.client)
}

// arrive waits until there are bytes of a request, the first of the connection or a later one. It
// returns false when the connection has ended.
func (c *conn) arrive(first bool) bool {
	if len(c.in) > 0 {
		c.now = time.Now() // it arrived with the previous request, perhaps long ago
	}
	for len(c.in) == 0 {
		if !c.wait(first) {
			return false
		}
		c.skipEmptyLines()
	}
	return true
}

// next reads the rest of a head. It returns needMore when the connection has ended. It
// parses a request after the first only once minRequest bytes of it are there.
func (c *conn) next(first bool) verdict {
	c.begun = c.now
	for {
		size, v := c.request.parseHead(c.in)
		switch {
		case !first && c.skipped+len(c.in) < minRequest:
		case v == plainRequest:
			c.in = c.in[:copy(c.in, c.in[size:])]
			c.emptyLinesLeft, c.skipped = 0, 0
			c.request.body = (*body)(c)
			return plainRequest
		case v == notPlain:
			return notPlain
		}
		if c.allow(HeadTimeout) != nil {
			return needMore
		}
		switch err := c.fill(); {
		case errors.Is(err, io.EOF) && !first && c.skipped+len(c.in) < minRequest:
			return needMore // fewer bytes than net/http takes for a request
		case errors.Is(err, io.EOF):
			return notPlain // a truncated request: its client may still read the refusal
		case err != nil:
			return needMore
		}
	}
}

// allow sets how long the request may take from its first bytes on.
func (c *conn) allow(limit time.Duration) error {
	c.readDeadlineSet = time.Time{}
	return c.SetReadDeadline(c.begun.Add(limit))
}

// body reads the body of the request of a connection.
type body conn

// Read implements [io.Reader].
func (b *body) Read(p []byte) (n int, err error) {
	c := (*conn)(b)
	left := &c.request.length
	p = p[:min(len(p), *left)]
	switch {
	case *left == 0:
		return 0, io.EOF
	case len(c.in) > 0:
		n = copy(p, c.in)
		c.in = c.in[:copy(c.in, c.in[n:])]
	default:
		if err = c.allow(RequestTimeout); err == nil {
			n, err = c.read(p)
		}
		c.now = time.Now()
		if errors.Is(err, io.EOF) {
			err = io.ErrUnexpectedEOF
		}
	}
	*left -= n
	return n, err
}

// maxEmptyLines is how many CR and LF bytes may come before the first request, or between a POST
// and the next request. Old clients send an empty line after a body, and Content-Length does not
// count it (RFC 9112, section 2.2). net/http skips as many, and only after a POST.
const maxEmptyLines = 4

// minRequest is how many bytes net/http waits for, after an answer, before it reads them as a
// request. A client that sends fewer and ends gets no answer.
const minRequest = 4

// skipEmptyLines drops the empty lines that may come before a request.
func (c *conn) skipEmptyLines() {
	n := 0
	for c.emptyLinesLeft > 0 && n < len(c.in) {
		if c.in[n] != '\r' && c.in[n] != '\n' {
			c.emptyLinesLeft = 0
			break
		}
		c.emptyLinesLeft--
		c.skipped++
		n++
	}
	c.in = c.in[:copy(c.in, c.in[n:])]
}

// wait blocks an idle connection until bytes arrive that next must read: answerAtOnce answers all
// other requests.
func (c *conn) wait(first bool) bool {
	if first || c.unseen || c.now.Sub(c.readDeadlineSet) > deadlineAge {
		now := time.Now()
		if c.SetReadDeadline(now.Add(c.restTime(first))) != nil {
			return false
		}
		c.readDeadlineSet = now
		if first {
			c.readDeadlineSet = time.Time{}
		}
		c.unseen = false
	}
	c.state.Store(waiting)
	if c.server.draining.Load() {
		return false
	}
	err := c.fill()
	for c.unseen && errors.Is(err, os.ErrDeadlineExceeded) {
		c.unseen, c.readDeadlineSet = false, time.Time{}
		if c.SetReadDeadline(c.now.Add(c.restTime(false))) != nil {
			return false
		}
		err = c.fill()
	}
	return c.state.CompareAndSwap(waiting, busy) && err == nil
}

// restTime returns how long a connection may rest before its first request or a later one.
func (c *conn) restTime(first bool) time.Duration {
	if first || c.client.Block.IsValid() && c.server.crowded() {
		return HeadTimeout // a new client has a request to send; an idle one occupies a connection
	}
	return IdleTimeout
}

// answerAtOnce answers the n bytes that have arrived at a connection at rest, if they are one whole
// GET or HEAD. It returns true when the connection rests again. Otherwise wait ends: it leaves the
// bytes to next or, if the state is not waiting, the connection ends.
//
// It runs inside the wait for bytes, which goes on after it. So the runtime keeps every event that
// comes meanwhile, and the connection rests again without a read that finds nothing, which would
// cost a system call a request. A client that ends its side together with its request causes one
// event; only another read shows the end. That read follows the first answer, and comes after
// lookAfter.
func (c *conn) answerAtOnce(n int) bool {
	in := c.buffers.in[:n]
	if !c.answered || c.emptyLinesLeft > 0 || in[0] != 'G' && in[0] != 'H' {
		return false
	}
	size, v := c.request.parseHead(in)
	if v != plainRequest || size != n || c.request.length > 0 ||
		!c.state.CompareAndSwap(waiting, busy) {
		return false
	}
	c.now = time.Now()
	if !c.answer() {
		return false
	}
	c.giveBack()
	if !c.unseen || c.now.Sub(c.readDeadlineSet) > deadlineAge {
		if c.SetReadDeadline(c.now.Add(lookAfter)) != nil {
			return false
		}
		c.unseen, c.readDeadlineSet = true, c.now
	}
	c.state.Store(waiting)
	return !c.server.draining.Load() || !c.state.CompareAndSwap(waiting, busy)
}

// fill reads bytes that have arrived. It replaces a full buffer by one twice as large. While
// nothing has arrived, a connection without unanswered bytes has no buffer.
func (c *conn) fill() (err error) {
	var n int
	if len(c.in) == 0 {
		c.in = nil // perhaps a larger buffer, of the previous request
		if n, err = c.readFirst(); c.buffers != nil {
			c.in = c.buffers.in
		}
	} else {
		if len(c.in) == cap(c.in) {
			c.in = append(make([]byte, 0, 2*cap(c.in)), c.in...)
		}
		n, err = c.read(c.in[len(c.in):cap(c.in)])
	}
	c.in = c.in[:len(c.in)+n]
	if n > 0 {
		c.now = time.Now()
		return nil // the next read returns the error again
	}
	return err
}

// answer calls the handler and reports whether another request may follow.
func (c *conn) answer() bool {
	c.response = Response{conn: c, buf: c.out[:0],
		head: c.request.Method == http.MethodHead, close: c.request.Close}
	defer func() {
		c.out, c.response = c.response.buf[:0], Response{}
		c.request.reset()
	}()
	c.request.Remote = c.remote
	c.answered = true
	c.server.Handler.ServeHTTP1(&c.response, &c.request)
	if c.clientSending = c.request.length > 0; c.clientSending {
		return false
	}
	if c.request.Method == http.MethodPost {
		c.emptyLinesLeft = maxEmptyLines
		c.skipEmptyLines()
	}
	return c.response.sent && !c.response.close
}

// setWriteDeadline starts the time limit of an answer. It may end early, by up to one second and by
// the time that the handler took.
func (c *conn) setWriteDeadline() error {
	if c.now.Sub(c.writeDeadlineSet) <= deadlineAge {
		return nil
	}
	c.writeDeadlineSet = time.Now()
	return c.SetWriteDeadline(c.writeDeadlineSet.Add(c.server.writeTimeout))
}

// failed notes a write error: part of an answer may have been sent, so no other answer can follow
// it.
func (c *conn) failed(err error) error {
	if err != nil {
		c.response.close, c.broken = true, true
	}
	return err
}
