package handover

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// Patience is how long a new process may take until it serves: 10,000 brands open in seconds.
const Patience = 2 * time.Minute

// The lines that the two processes exchange.
const (
	goAhead = "go\n"
	serving = "serving\n"
)

// greeting is the first line of the new process.
type greeting struct {
	Serves []string `json:"serves"` // keys of the brands with a served release
}

// Ready says that this process serves these brands, and waits until the edge that started it lets
// it accept connections. When that edge has ended meanwhile, there is nobody to wait for. Without
// such an edge it returns at once.
func (s *Sockets) Ready(serves []string) error {
	if s.old == nil {
		return nil
	}
	line, err := json.Marshal(greeting{serves})
	if err != nil {
		return err
	}
	if _, err = s.old.Write(append(line, '\n')); err == nil {
		_, err = bufio.NewReader(s.old).ReadString('\n')
	}
	if err != nil {
		_ = s.old.Close() // its sockets are ours now, whatever became of it
		s.old = nil
	}
	return nil
}

// Serving says that this process accepts connections: to the edge that started it, and to systemd,
// whose main process it is from now on.
func (s *Sockets) Serving() error {
	state := "READY=1"
	if s.old != nil {
		_, err := s.old.WriteString(serving)
		_ = errors.Join(err, s.old.Close()) // that edge has ended: there is nobody to tell
		s.old = nil
		state = fmt.Sprintf("MAINPID=%d\n%s", os.Getpid(), state)
	}
	return tell(state)
}

// HandOver starts the program anew with the sockets of this process and returns the id of the new
// process once that accepts connections and serves at least these brands. After an error this
// process is still the only one that accepts. ctx ends the attempt.
func (s *Sockets) HandOver(ctx context.Context, serves []string) (pid int, err error) {
	if os.Getpid() == 1 {
		return 0, errors.New("this process is the first of its container, which ends with it: " +
			"replace the container instead")
	}
	program, err := exec.LookPath(os.Args[0])
	if err != nil {
		return 0, fmt.Errorf("find the program: %w", err)
	}
	ours, theirs, err := pair()
	if err != nil {
		return 0, err
	}
	defer ours.Close()
	cmd := exec.Command(program, os.Args[1:]...)
	cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
	names := slices.Sorted(maps.Keys(s.open))
	for _, name := range names {
		f, err := duplicate(s.open[name])
		if err != nil {
			return 0, errors.Join(err, theirs.Close())
		}
		defer f.Close()
		cmd.ExtraFiles = append(cmd.ExtraFiles, f)
	}
	cmd.ExtraFiles = append(cmd.ExtraFiles, theirs)
	cmd.Env = append(environment(), "LISTEN_FDS="+strconv.Itoa(len(names)),
		"LISTEN_FDNAMES="+strings.Join(names, ":"), "LISTEN_PID="+strconv.Itoa(os.Getpid()),
		pairVariable+"="+strconv.Itoa(3+len(names)))
	err = cmd.Start()
	_ = theirs.Close() // only the new process may hold it, so that its end is seen here
	if err != nil {
		return 0, fmt.Errorf("start the new process: %w", err)
	}
	stop := context.AfterFunc(ctx, func() { _ = ours.SetDeadline(time.Unix(1, 0)) })
	defer stop()
	if err = agree(ours, serves); err == nil {
		pid = cmd.Process.Pid
		return pid, cmd.Process.Release()
	}
	return 0, end(cmd, err)
}

// end ends a new process that must not take over, and says why it must not.
func end(cmd *exec.Cmd, why error) error {
	kill := func() { _ = cmd.Process.Kill() } // it may have ended by itself
	if !errors.Is(why, errSilent) {
		kill()
		_ = cmd.Wait()
		return why
	}
	late := time.AfterFunc(10*time.Second, kill)
	defer late.Stop()
	return fmt.Errorf("the new process ended before it served (%w): see its lines above",
		cmd.Wait())
}

// errSilent says that the new process closed its end.
var errSilent = errors.New("the new process said nothing more")

// agree is the side of the old process.
func agree(f *os.File, serves []string) error {
	if err := f.SetDeadline(time.Now().Add(Patience)); err != nil {
		return err
	}
	lines := bufio.NewReader(f)
	line, err := lines.ReadBytes('\n')
	if err != nil {
		return silence(err)
	}
	var hello greeting
	if err := json.Unmarshal(line, &hello); err != nil {
		return fmt.Errorf("what the new process said: %w", err)
	}
	for _, brand := range serves {
		if !slices.Contains(hello.Serves, brand) {
			return fmt.Errorf("the new process has no release of brand %s that it can serve, and "+
				"this one has: see its lines above", brand)
		}
	}
	if _, err := f.WriteString(goAhead); err != nil {
		return silence(err)
	}
	last, err := lines.ReadString('\n')
	if err != nil {
		return silence(err)
	}
	if last != serving {
		return fmt.Errorf("what the new process said: %q", last)
	}
	return nil
}

// silence is the error of an exchange that was broken off.
func silence(err error) error {
	if errors.Is(err, os.ErrDeadlineExceeded) {
		return fmt.Errorf("the new process was not ready in time: %w", err)
	}
	return errSilent
}

// pair makes a socket pair.
func pair() (ours, theirs *os.File, err error) {
	fds, err := syscall.Socketpair(syscall.AF_UNIX, syscall.SOCK_STREAM, 0)
	if err != nil {
		return nil, nil, os.NewSyscallError("socketpair", err)
	}
	for _, fd := range fds {
		syscall.CloseOnExec(fd)
	}
	if err = syscall.SetNonblock(fds[0], true); err != nil { // deadlines need it
		return nil, nil, errors.Join(os.NewSyscallError("fcntl", err), syscall.Close(fds[0]),
			syscall.Close(fds[1]))
	}
	return os.NewFile(uintptr(fds[0]), "new process"), os.NewFile(uintptr(fds[1]), "old process"),
		nil
}

// duplicate is the socket of a listener as a file that a new process can be given. The file of
// [net.TCPListener.File] would do, but starting a process with it makes the socket blocking, for
// this process too (os.File.Fd).
func duplicate(l syscall.Conn) (*os.File, error) {
	raw, err := l.SyscallConn()
	if err != nil {
		return nil, err
	}
	var f *os.File
	failed := raw.Control(func(fd uintptr) {
		var copied int
		if copied, err = syscall.Dup(int(fd)); err == nil {
			syscall.CloseOnExec(copied)
			f = os.NewFile(uintptr(copied), "listener")
		}
	})
	return f, errors.Join(failed, os.NewSyscallError("dup", err))
}

// environment is the environment of this process without its socket variables.
func environment() []string {
	return slices.DeleteFunc(os.Environ(), func(entry string) bool {
		name, _, _ := strings.Cut(entry, "=")
		return strings.HasPrefix(name, "LISTEN_") || name == pairVariable
	})
}
