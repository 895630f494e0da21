package http1

import (
	"io"
	"net"
	"syscall"
	"unsafe"
)

// socket reads and writes a TCP connection without telling the scheduler of the
// system calls: the sockets of Go do not block, so there is nothing that it
// could do meanwhile. Announced calls cost more than their announcement, since
// the runtime's monitor stays awake for a server that is always in one.
//
// What is written has been read before, to check its sum, so that no call waits
// for a disk.
//
// Waiting is left to the runtime, with all deadlines, and so is everything when
// the connection is not one of the kernel's.
type socket struct {
	net.Conn
	raw syscall.RawConn

	// What the two functions work on; they are made once, for a closure for
	// each call would be garbage.
	to     []byte
	from   [2][]byte
	vec    [2]syscall.Iovec
	n      int
	errno  syscall.Errno
	reader func(uintptr) bool
	writer func(uintptr) bool
}

func (s *socket) open(c net.Conn) {
	s.Conn = c
	if sc, ok := c.(*net.TCPConn); ok {
		if raw, err := sc.SyscallConn(); err == nil {
			s.raw, s.reader, s.writer = raw, s.readOnce, s.writeOnce
		}
	}
}

// read is Read of the connection.
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

func (s *socket) readOnce(fd uintptr) bool {
	for {
		n, _, errno := syscall.RawSyscall(syscall.SYS_READ, fd, uintptr(unsafe.Pointer(unsafe.SliceData(s.to))), uintptr(len(s.to)))
		switch errno {
		case syscall.EINTR:
			continue
		case syscall.EAGAIN:
			return false
		}
		s.n, s.errno = int(n), errno
		return true
	}
}

// write writes both pieces; the second may be empty.
func (s *socket) write(head, body []byte) error {
	if s.raw == nil {
		pieces := net.Buffers{head, body}
		_, err := pieces.WriteTo(s.Conn)
		return err
	}
	s.from = [2][]byte{head, body}
	err := s.raw.Write(s.writer)
	s.from, s.vec = [2][]byte{}, [2]syscall.Iovec{}
	if err == nil && s.errno != 0 {
		err = s.errno
	}
	return err
}

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
		n, _, errno := syscall.RawSyscall(syscall.SYS_WRITEV, fd, uintptr(unsafe.Pointer(&s.vec)), uintptr(count))
		switch errno {
		case 0:
			first := min(int(n), len(s.from[0]))
			s.from[0], s.from[1] = s.from[0][first:], s.from[1][int(n)-first:]
		case syscall.EINTR:
		case syscall.EAGAIN:
			return false
		default:
			s.errno = errno
			return true
		}
	}
}
