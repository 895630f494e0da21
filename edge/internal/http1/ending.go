package http1

import (
	"errors"
	"io"
	"net"
	"os"
	"time"
)

// How much kernel memory a connection may use, and for how long.
const (
	// sendBuffer is how much of an answer the kernel buffers before the client reads, in bytes;
	// Linux doubles it for its own overhead. Without a bound the buffer grows to 4 MiB, and a
	// client that never reads occupies all of it. 64 KiB takes nearly every page at once, and large
	// pages on loopback are not measurably slower. 32 KiB is less than a loopback segment and
	// stalls.
	sendBuffer = 64 << 10
	// maxDrained is how many bytes are read and dropped when a client goes on sending after its
	// last answer.
	maxDrained = 256 << 10
	// drainTime is how long a client that has received its last answer may go on sending. Closing
	// earlier would reset the connection, and the reset may overtake the answer (RFC 9112, section
	// 9.6).
	drainTime = 500 * time.Millisecond
	// refusalTime is how long a refused connection may take to receive its refusal, and maxRefusals
	// how many may do so at a time; further ones are reset without an answer.
	refusalTime = 2 * time.Second
	maxRefusals = 32
)

// limitSendBuffer bounds the kernel's send buffer of a connection.
func limitSendBuffer(c net.Conn) {
	if tcp, ok := c.(*net.TCPConn); ok {
		// On a closed connection the next read returns the error.
		_ = tcp.SetWriteBuffer(sendBuffer)
	}
}

// reset closes a connection so that the kernel keeps none of its bytes.
func reset(c net.Conn) {
	if tcp, ok := c.(*net.TCPConn); ok {
		_ = tcp.SetLinger(0)
	}
	// No one could act on an error.
	_ = c.Close()
}

// isDrained reports whether a connection may be closed: the client has received every byte of the
// answer and sends nothing.
func isDrained(c net.Conn) bool {
	unsent, unread := queueSizes(c)
	return unsent == 0 && unread == 0
}

// linger closes a connection after the client has received the last answer. It resets the
// connection when that takes longer than limit: a socket that is closed earlier keeps its buffer in
// the kernel, where it is not counted. Bytes that the client still sends are dropped. When the
// server shuts down, the socket is closed at once and the kernel may keep its buffer.
func (s *Server) linger(c net.Conn, limit time.Duration) {
	tcp, ok := c.(*net.TCPConn)
	if !ok || tcp.CloseWrite() != nil {
		_ = c.Close()
		return
	}
	const maxPause = 100 * time.Millisecond
	began := time.Now()
	dropped, ended := 0, false
	buf := make([]byte, 4<<10)
	for pause := time.Millisecond; !s.draining.Load(); pause = min(2*pause, maxPause) {
		unsent, _ := queueSizes(tcp)
		taken := time.Since(began)
		if unsent == 0 && (ended || taken > drainTime) {
			break
		}
		if taken > limit || dropped > maxDrained {
			reset(c)
			return
		}
		if ended {
			time.Sleep(pause)
			continue
		}
		if tcp.SetReadDeadline(time.Now().Add(pause)) != nil {
			break
		}
		n, err := tcp.Read(buf)
		dropped += n
		if ended = errors.Is(err, io.EOF); err != nil && !ended &&
			!errors.Is(err, os.ErrDeadlineExceeded) {
			break // the client has reset it: nothing is left
		}
	}
	_ = c.Close()
}
