package http1

import (
	"io"
	"net"
	"syscall"
	"unsafe"
)

// socket reads and writes a TCP connection with raw system calls, which the Go scheduler does not
// see. Go's sockets do not block, so the scheduler would have nothing to do during a call.
// Announcing the calls costs more than it saves, because the runtime's monitor stays awake in a
// server that is always in a system call.
//
// The bytes of an answer were read before (see VariantRef.Body of package release), so a write does
// not wait for a disk.
//
// Waiting and deadlines are left to the runtime. A connection that is not a TCP socket is read and
// written through net.Conn.
type socket struct {
	net.Conn
	raw      syscall.RawConn
	*buffers // nil while the connection waits for a request

	// The variables of reader and writer, together with pieces. Both closures are made once,
	// because a closure per call would be garbage.
	to     []byte
	n      int
	errno  syscall.Errno
	waited bool // the last write had to wait for the client
	reader func(uintptr) bool
	writer func(uintptr) bool

	// readFirst calls arrived with the number of bytes that it has read. arrived returns true when
	// it has dealt with all of them: then readFirst waits again, and reads nothing before it is
	// woken.
	arrived func(n int) bool
	// held is set while arrived runs; fd is then the socket, which cannot be closed meanwhile.
	held bool
	fd   uintptr
}

func (s *socket) open(c net.Conn, arrived func(n int) bool) {
	s.Conn = c
	if sc, ok := c.(*net.TCPConn); ok {
		if raw, err := sc.SyscallConn(); err == nil {
			s.raw = raw
			s.reader = s.readOnce
			s.writer = s.writeOnce
			s.arrived = arrived
		}
	}
}

// pieces are the bytes left to write.
type pieces struct {
	from [2][]byte
	vec  [2]syscall.Iovec
}

// readFirst waits for bytes, takes buffers and reads the bytes into them, until arrived leaves some
// of them unanswered.
func (s *socket) readFirst() (int, error) {
	if s.raw == nil {
		s.take()
		return s.Conn.Read(s.buffers.in[:cap(s.buffers.in)])
	}
	return s.read(nil)
}

// read reads into b as Read of a connection does, or calls readFirst if b is nil.
func (s *socket) read(b []byte) (int, error) {
	if s.raw == nil {
		return s.Conn.Read(b)
	}
	s.to = b
	err := s.raw.Read(s.reader)
	s.to = nil
	switch {
	case err != nil:
		return 0, err
	case s.errno != 0:
		return 0, s.errno
	case s.n == 0:
		return 0, io.EOF
	}
	return s.n, nil
}

// readOnce reads what has arrived into s.to, without blocking. For readFirst s.to is nil: it takes
// buffers, reads into them and calls arrived. readOnce returns false if it must be called again
// when more has arrived.
func (s *socket) readOnce(fd uintptr) bool {
	to := s.to
	if to == nil {
		s.take()
		to = s.buffers.in[:cap(s.buffers.in)]
	}
	for {
		n, _, errno := syscall.RawSyscall(syscall.SYS_READ, fd,
			uintptr(unsafe.Pointer(unsafe.SliceData(to))), uintptr(len(to)))
		switch errno {
		case syscall.EINTR:
			continue
		case syscall.EAGAIN:
			if s.to == nil {
				s.giveBack()
			}
			return false
		}
		s.n, s.errno = int(n), errno
		return s.to != nil || errno != 0 || !s.dealtWith(fd, int(n), len(to))
	}
}

// dealtWith calls arrived for n bytes and returns its result. If the bytes fill the buffer, it
// returns false at once: more of them may wait already, which the runtime does not report again.
func (s *socket) dealtWith(fd uintptr, n, room int) bool {
	if n == 0 || n == room {
		return false
	}
	s.held, s.fd = true, fd
	done := s.arrived(n)
	s.held = false
	return done
}

// queueSizes returns how many bytes of a connection the client has not acknowledged, and how many
// received bytes this process has not read; both are 0 for a connection that is not a socket.
func queueSizes(c net.Conn) (unsent, unread int) {
	socket, ok := c.(syscall.Conn)
	if !ok {
		return 0, 0
	}
	raw, err := socket.SyscallConn()
	if err != nil {
		return 0, 0
	}
	// This fails only for a closed socket, which has no queue.
	_ = raw.Control(func(fd uintptr) {
		unsent, unread = queueSize(fd, syscall.TIOCOUTQ), queueSize(fd, syscall.TIOCINQ)
	})
	return unsent, unread
}

func queueSize(fd uintptr, which uintptr) int {
	var n int32
	if _, _, errno := syscall.RawSyscall(syscall.SYS_IOCTL, fd, which,
		uintptr(unsafe.Pointer(&n))); errno != 0 {
		return 0
	}
	return int(n)
}

// write writes both pieces; the second may be empty.
func (s *socket) write(head, body []byte) error {
	if s.raw == nil {
		s.waited = true // perhaps
		both := net.Buffers{head, body}
		_, err := both.WriteTo(s.Conn)
		return err
	}
	s.from, s.waited = [2][]byte{head, body}, false
	var err error
	if !s.held || !s.writeOnce(s.fd) {
		err = s.raw.Write(s.writer)
	}
	s.pieces = pieces{}
	if err == nil && s.errno != 0 {
		err = s.errno
	}
	return err
}

// writeOnce writes as much of the pieces as the kernel takes. It returns false if it must be called
// again when the kernel takes more.
func (s *socket) writeOnce(fd uintptr) bool {
	for {
		count := 0
		for i := range s.from {
			if len(s.from[i]) > 0 {
				s.vec[count].Base = unsafe.SliceData(s.from[i])
				s.vec[count].SetLen(len(s.from[i]))
				count++
			}
		}
		if count == 0 {
			s.errno = 0
			return true
		}
		var n uintptr
		var errno syscall.Errno
		if count == 1 { // a plain write costs less
			n, _, errno = syscall.RawSyscall(syscall.SYS_WRITE, fd,
				uintptr(unsafe.Pointer(s.vec[0].Base)), uintptr(s.vec[0].Len))
		} else {
			n, _, errno = syscall.RawSyscall(syscall.SYS_WRITEV, fd,
				uintptr(unsafe.Pointer(&s.vec)), uintptr(count))
		}
		switch errno {
		case 0:
			first := min(int(n), len(s.from[0]))
			s.from[0] = s.from[0][first:]
			s.from[1] = s.from[1][int(n)-first:]
		case syscall.EINTR:
		case syscall.EAGAIN:
			s.waited = true
			return false
		default:
			s.errno = errno
			return true
		}
	}
}
