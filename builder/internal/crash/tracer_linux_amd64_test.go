package crash_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"runtime"
	"strings"
	"syscall"
	"unsafe"
)

// asTracer makes this test binary a tracer: it holds an order as JSON.
const asTracer = "CARTAZ_TEST_TRACER"

// init comes before the flags of the tests are read, which are not the tracer's.
func init() {
	if text := os.Getenv(asTracer); text != "" {
		os.Exit(runTracer(text))
	}
}

// way is the outcome of one system call.
type way string

const (
	noFault        way = ""
	failsUndone    way = "failed, and it did not happen"
	failsDone      way = "failed, and it happened"
	killedBefore   way = "killed before it"
	killedAfter    way = "killed after it"
	systemCallBit      = 0x80 // of a stop at a system call, with PTRACE_O_TRACESYSGOOD
	optionExitKill     = 0x100000
	optionSeccomp      = 0x80 // stop where a filter of seccomp(2) says so
	eventSeccomp       = 7
)

// order is a program to run, and the call that goes wrong, counted from 0 among
// those that change something below a folder.
type order struct {
	Program string
	Args    []string
	Below   string
	At      int
	Way     way
}

// traced is the result of a tracer.
type traced struct {
	Calls  []call
	Code   int  // exit code, -1 when killed
	Struck bool // the call came
}

// call is one system call that changes something on disk.
type call struct{ Name, Path string }

// kinds are the calls that change something on disk, and what each fails with.
var kinds = map[uint64]struct {
	name  string
	errno syscall.Errno
}{
	syscall.SYS_WRITE: {"write", syscall.ENOSPC}, syscall.SYS_PWRITE64: {"write", syscall.ENOSPC},
	syscall.SYS_FSYNC: {"fsync", syscall.EIO}, syscall.SYS_FDATASYNC: {"fsync", syscall.EIO},
	syscall.SYS_RENAMEAT: {"rename", syscall.EIO}, 316: {"rename", syscall.EIO},
	syscall.SYS_RENAME: {"rename", syscall.EIO},
	syscall.SYS_LINKAT: {"link", syscall.EIO}, syscall.SYS_SYMLINKAT: {"link", syscall.EIO},
	syscall.SYS_UNLINKAT: {"unlink", syscall.EIO}, syscall.SYS_UNLINK: {"unlink", syscall.EIO},
	syscall.SYS_RMDIR:   {"unlink", syscall.EIO},
	syscall.SYS_MKDIRAT: {"mkdir", syscall.ENOSPC}, syscall.SYS_MKDIR: {"mkdir", syscall.ENOSPC},
	syscall.SYS_OPENAT:    {"create", syscall.ENOSPC}, // with O_CREAT only
	syscall.SYS_FTRUNCATE: {"truncate", syscall.EIO}, syscall.SYS_FALLOCATE: {"truncate",
		syscall.EIO},
	syscall.SYS_FCHMODAT: {"chmod", syscall.EIO}, syscall.SYS_FCHMOD: {"chmod", syscall.EIO},
}

// runTracer does what an order says and prints what it saw.
func runTracer(text string) int {
	var o order
	err := json.Unmarshal([]byte(text), &o)
	var seen traced
	if err == nil {
		done := make(chan struct{})
		go func() { // the filter is for the calls of its thread too
			defer close(done)
			seen, err = trace(o)
		}()
		<-done
	}
	if err == nil {
		err = json.NewEncoder(os.Stdout).Encode(seen)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "tracer:", err)
		return 1
	}
	return 0
}

// filter has the kernel stop this thread's children at the calls of kinds, and at no others:
// ptrace(2) alone stops them twice at every call.
func filter() error {
	// Numbers of prctl(2), of the Berkeley Packet Filter, and of seccomp(2).
	const setSeccomp, setNoNewPrivileges, modeFilter = 22, 38, 2
	const load, jumpIfEqual, end = 0x20, 0x15, 6
	const allow, stop = 0x7fff0000, 0x7ff00000
	list := []syscall.SockFilter{{Code: load}} // the number of the call
	for number := range kinds {
		left := len(kinds) - len(list) + 1
		list = append(list,
			syscall.SockFilter{Code: jumpIfEqual, Jt: uint8(left), K: uint32(number)})
	}
	list = append(list, syscall.SockFilter{Code: end, K: allow},
		syscall.SockFilter{Code: end, K: stop})
	program := syscall.SockFprog{Len: uint16(len(list)), Filter: &list[0]}
	if _, _, errno := syscall.RawSyscall6(syscall.SYS_PRCTL, setNoNewPrivileges, 1, 0, 0, 0,
		0); errno != 0 {
		return fmt.Errorf("no new privileges: %w", errno)
	}
	if _, _, errno := syscall.RawSyscall6(syscall.SYS_PRCTL, setSeccomp, modeFilter,
		uintptr(unsafe.Pointer(&program)), 0, 0, 0); errno != 0 {
		return fmt.Errorf("filter of system calls: %w", errno)
	}
	return nil
}

// trace runs a program under ptrace(2), with all its threads, and lets one of its calls go wrong.
func trace(o order) (seen traced, err error) {
	runtime.LockOSThread() // one thread is the tracer, and ends with its filter
	if err := filter(); err != nil {
		return seen, err
	}
	pid, err := syscall.ForkExec(o.Program, append([]string{o.Program}, o.Args...),
		&syscall.ProcAttr{
			// the same calls in the same order, nearly
			Env:   append(os.Environ(), asTracer+"=", "GOMAXPROCS=1"),
			Files: []uintptr{0, 2, 2}, Sys: &syscall.SysProcAttr{Ptrace: true},
		})
	if err != nil {
		return seen, err
	}
	var status syscall.WaitStatus
	if _, err := syscall.Wait4(pid, &status, 0, nil); err != nil {
		return seen, err
	}
	const options = syscall.PTRACE_O_TRACESYSGOOD | syscall.PTRACE_O_TRACECLONE |
		syscall.PTRACE_O_TRACEFORK | syscall.PTRACE_O_TRACEVFORK | optionExitKill | optionSeccomp
	if err := syscall.PtraceSetOptions(pid, options); err != nil {
		return seen, err
	}
	if err := syscall.PtraceCont(pid, 0); err != nil {
		return seen, err
	}
	t := tracer{order: o, pid: pid, known: map[int]bool{pid: true}}
	for {
		tid, err := syscall.Wait4(-1, &status, syscall.WALL, nil)
		if errors.Is(err, syscall.EINTR) {
			continue
		}
		if err != nil {
			return seen, err
		}
		if !status.Stopped() {
			delete(t.known, tid)
			if tid == pid {
				t.seen.Code = status.ExitStatus()
				return t.seen, nil
			}
			continue
		}
		signal, goOn := 0, syscall.PtraceCont
		switch sig := status.StopSignal(); {
		case sig == syscall.SIGTRAP|systemCallBit:
			err = t.left(tid)
		case sig == syscall.SIGTRAP && status.TrapCause() == eventSeccomp:
			var strikes bool
			if strikes, err = t.entered(tid); strikes {
				goOn = syscall.PtraceSyscall // which stops where the call ends
			}
		case sig == syscall.SIGTRAP:
		default:
			if t.known[tid] || sig != syscall.SIGSTOP {
				signal = int(sig) // else a new thread says that it is there
			}
		}
		t.known[tid] = true
		if err == nil {
			err = goOn(tid, signal)
		}
		if err != nil && !errors.Is(err, syscall.ESRCH) { // killed meanwhile
			return seen, err
		}
	}
}

// tracer is a program at work.
type tracer struct {
	order order
	pid   int
	seen  traced
	known map[int]bool  // its threads
	errno syscall.Errno // of the call that goes wrong
}

// entered deals with one thread at the beginning of a call, and says whether that one goes wrong.
func (t *tracer) entered(tid int) (strikes bool, err error) {
	var regs syscall.PtraceRegs
	if err := syscall.PtraceGetRegs(tid, &regs); err != nil {
		return false, err
	}
	kind, path := kinds[regs.Orig_rax], t.path(tid, &regs)
	if !strings.HasPrefix(path, t.order.Below) {
		return false, nil
	}
	strikes = t.order.Way != noFault && len(t.seen.Calls) == t.order.At
	t.seen.Calls = append(t.seen.Calls, call{kind.name, strings.TrimPrefix(path, t.order.Below)})
	if !strikes {
		return false, nil
	}
	t.seen.Struck, t.errno = true, kind.errno
	switch t.order.Way {
	case killedBefore:
		return true, syscall.Kill(t.pid, syscall.SIGKILL)
	case failsUndone:
		regs.Orig_rax = ^uint64(0) // no call at all
		return true, syscall.PtraceSetRegs(tid, &regs)
	}
	return true, nil
}

// left deals with one thread at the end of the call that goes wrong.
func (t *tracer) left(tid int) error {
	if t.order.Way == killedAfter {
		return syscall.Kill(t.pid, syscall.SIGKILL)
	}
	var regs syscall.PtraceRegs
	if err := syscall.PtraceGetRegs(tid, &regs); err != nil {
		return err
	}
	regs.Rax = uint64(-int64(t.errno))
	return syscall.PtraceSetRegs(tid, &regs)
}

// path is the path of a call, "" for a call of no interest: an openat that only reads.
func (t *tracer) path(tid int, regs *syscall.PtraceRegs) string {
	const create = syscall.O_CREAT
	switch regs.Orig_rax {
	case syscall.SYS_WRITE, syscall.SYS_PWRITE64, syscall.SYS_FSYNC, syscall.SYS_FDATASYNC,
		syscall.SYS_FTRUNCATE, syscall.SYS_FALLOCATE, syscall.SYS_FCHMOD:
		return descriptor(tid, int(int32(regs.Rdi)))
	case syscall.SYS_MKDIR, syscall.SYS_UNLINK, syscall.SYS_RMDIR, syscall.SYS_RENAME:
		return text(tid, uintptr(regs.Rdi))
	case syscall.SYS_LINKAT, syscall.SYS_SYMLINKAT, syscall.SYS_RENAMEAT, 316:
		return below(tid, regs.Rdi, text(tid, uintptr(regs.Rsi)))
	case syscall.SYS_OPENAT:
		if regs.Rdx&create == 0 {
			return ""
		}
	}
	return below(tid, regs.Rdi, text(tid, uintptr(regs.Rsi)))
}

// below joins the path of a directory's descriptor with a name.
func below(tid int, dir uint64, name string) string {
	if strings.HasPrefix(name, "/") || int32(dir) == -100 { // AT_FDCWD
		return name
	}
	return descriptor(tid, int(int32(dir))) + "/" + name
}

func descriptor(tid, fd int) string {
	path, _ := os.Readlink(fmt.Sprintf("/proc/%d/fd/%d", tid, fd)) // "" is below nothing
	return path
}

// text reads a string of the traced program.
func text(tid int, at uintptr) string {
	var name []byte
	word := make([]byte, 8)
	for range 512 {
		if n, err := syscall.PtracePeekData(tid, at, word); err != nil || n < len(word) {
			return ""
		}
		for _, c := range word {
			if c == 0 {
				return string(name)
			}
			name = append(name, c)
		}
		at += uintptr(len(word))
	}
	return ""
}
