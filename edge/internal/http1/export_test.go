package http1

import (
	"net"
	"time"
)

// SetWriteTimeout gives answers less time than an hour of tests would take.
func (s *Server) SetWriteTimeout(d time.Duration) { s.writeTimeout = d }

// TimeToWrite is how long an answer may take.
func (s *Server) TimeToWrite() time.Duration { return s.writeTimeout }

// Unsent returns how many written bytes the client has not acknowledged.
func Unsent(c *net.TCPConn) int {
	n, _ := queueSizes(c)
	return n
}

// SendBuffer is what the kernel may hold of an answer.
const SendBuffer = sendBuffer

// LookAfter is how long a connection rests until it is looked at.
const LookAfter = lookAfter
