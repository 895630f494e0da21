package server

import (
	"errors"
	"fmt"
	"maps"
	"net"
	"os"
	"slices"
	"strings"

	"github.com/coreos/go-systemd/v22/activation"
	"github.com/coreos/go-systemd/v22/daemon"
)

// Names of sockets.
const (
	publicSocket = "public" // for visitors
	secureSocket = "https"  // the same with TLS
	adminSocket  = "admin"  // for operators
)

// Sockets holds the listening sockets of this process. systemd opens them, so no connection is
// refused while the edge restarts: clients that connect meanwhile wait in the queue of the socket.
// The zero value has inherited no socket.
type Sockets struct {
	inherited map[string]*net.TCPListener // not asked for yet
	kept      bool                        // systemd keeps the sockets open when this process ends
}

// Inherit takes the sockets that were passed to this process (LISTEN_FDS, LISTEN_PID and
// LISTEN_FDNAMES of sd_listen_fds(3), FileDescriptorName= in a unit of systemd), and clears the
// environment variables that describe them. It is called once, before any file is opened.
func Inherit() (*Sockets, error) {
	s := &Sockets{inherited: map[string]*net.TCPListener{}}
	files := activation.Files(true)
	s.kept = len(files) > 0
	for _, f := range files {
		name := f.Name()
		if len(files) == 1 && name != adminSocket && name != secureSocket {
			name = publicSocket // a unit of systemd with one socket needs no name
		}
		if err := s.add(name, f); err != nil {
			return nil, fmt.Errorf("socket %s that was passed to this process: %w", name, err)
		}
	}
	return s, nil
}

// add takes one inherited socket.
func (s *Sockets) add(name string, f *os.File) error {
	defer f.Close()
	if s.inherited[name] != nil {
		return errors.New("there are two of this name; give each a FileDescriptorName= of its own")
	}
	l, err := net.FileListener(f)
	if err != nil {
		return fmt.Errorf("no listening socket: %w", err)
	}
	tcp, ok := l.(*net.TCPListener)
	if !ok {
		return errors.Join(errors.New("not a socket of TCP"), l.Close())
	}
	s.inherited[name] = tcp
	return nil
}

// listen returns the inherited socket of this name, or else opens one at the address.
func (s *Sockets) listen(name, address string) (net.Listener, error) {
	l := s.inherited[name]
	delete(s.inherited, name)
	if l == nil {
		return net.Listen("tcp", address)
	}
	return l, nil
}

// unused returns an error when a socket was passed that nothing has asked for: its connections
// would wait for ever.
func (s *Sockets) unused() error {
	if len(s.inherited) == 0 {
		return nil
	}
	names := slices.Sorted(maps.Keys(s.inherited))
	return fmt.Errorf("sockets named %s were passed to this process, and nothing of it uses them: "+
		"FileDescriptorName= is %s, %s or %s", strings.Join(names, ", "), publicSocket,
		secureSocket, adminSocket)
}

// notify sends a state to systemd, if systemd waits for one (sd_notify(3)).
func notify(state string) error {
	_, err := daemon.SdNotify(false, state)
	if err != nil {
		return fmt.Errorf("tell systemd: %w", err)
	}
	return nil
}
