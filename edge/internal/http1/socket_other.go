//go:build !linux

package http1

import "net"

// pieces are needed for system calls only.
type pieces struct{}

// socket is a connection.
type socket struct {
	net.Conn
	*buffers      // nil while the connection waits for a request
	waited   bool // the last write perhaps had to wait for the client
}

func (s *socket) open(c net.Conn, _ func(int) bool) { s.Conn = c }

// readFirst reads the first bytes of a request into buffers of its own.
func (s *socket) readFirst() (int, error) {
	s.take()
	return s.Conn.Read(s.buffers.in[:cap(s.buffers.in)])
}

func (s *socket) read(b []byte) (int, error) { return s.Conn.Read(b) }

// write writes both pieces; the second may be empty.
func (s *socket) write(head, body []byte) error {
	s.waited = true
	both := net.Buffers{head, body}
	_, err := both.WriteTo(s.Conn)
	return err
}

// queueSizes returns 0: the sizes are not known here, and connections are closed at once.
func queueSizes(net.Conn) (unsent, unread int) { return 0, 0 }
