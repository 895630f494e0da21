// Package worker runs a function in a process of its own, which is ended when a call costs too
// much.
//
// A goroutine cannot be ended from outside, and the memory of a library cannot be bounded within a
// process. A process can be ended and bounded. So code that reads text from strangers, and whose
// cost nobody can prove, is called through a [Process]. The process is this executable, started
// again under a name that [Serve] knows. It has no environment and no open files but its pipes.
//
// # Budget
//
// The time of a call is the processor time of the worker, so that a call does not fail just because
// the machine is loaded. On the clock ten times as much may pass. The worker measures its own time
// and memory every few milliseconds, and exits when a call has spent either. If the worker misses
// that, the caller's clock ends it. A call that was ended returns an [Overrun]; the next call
// starts another process.
//
// # Messages
//
// Request and answer are a length (4 bytes, little endian) and that many bytes. A worker answers
// requests one after another and ends when its standard input ends.
package worker

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"runtime/metrics"
	"syscall"
	"time"
)

// Limits are what one call may cost.
type Limits struct {
	CPU    time.Duration // processor time of all threads of the worker
	Memory uint64        // bytes that the worker holds from the system
}

// Reasons for which a worker ends itself; they are its exit codes.
const (
	spentTime   = 11
	spentMemory = 12
	panicked    = 13
)

// namePrefix begins the first argument of every worker, so that a person's command line does not
// start one by accident.
const namePrefix = "cartaz worker "

// maxMessage bounds a request and an answer in bytes.
const maxMessage = 64 << 20

// watchEvery is how often a worker looks at what a call has cost.
const watchEvery = 5 * time.Millisecond

// Serve turns the process into the worker of that name if it was started as one; otherwise it
// returns at once. The package that answers with f calls Serve in its init function, so that every
// program that imports the package has its worker, tests included.
func Serve(name string, limits Limits, f func(request []byte) []byte) {
	if _, started := Arguments(name); !started {
		return
	}
	debug.SetMemoryLimit(int64(limits.Memory / 4 * 3))
	if err := serve(os.Stdin, os.Stdout, limits, f); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(0)
}

// Arguments reports whether this process was started as the worker of that name, and returns the
// arguments that were given to [Command].
func Arguments(name string) (arguments []string, started bool) {
	if len(os.Args) == 0 || os.Args[0] != namePrefix+name {
		return nil, false
	}
	return os.Args[1:], true
}

// serve answers requests until there are no more.
func serve(in io.Reader, out io.Writer, limits Limits, f func([]byte) []byte) error {
	r := bufio.NewReader(in)
	for {
		request, err := readMessage(r)
		switch {
		case err == io.EOF:
			return nil
		case err != nil:
			return err
		}
		done := make(chan struct{})
		go watch(limits, done)
		answer := call(f, request)
		close(done)
		if err := writeMessage(out, answer); err != nil {
			return err
		}
	}
}

// call ends the process when f panics, with the reason on its standard error.
func call(f func([]byte) []byte, request []byte) []byte {
	defer func() {
		if reason := recover(); reason != nil {
			fmt.Fprintln(os.Stderr, "panic:", reason)
			os.Exit(panicked)
		}
	}()
	return f(request)
}

// watch ends the process when a call spends more than its budget before it is done.
func watch(limits Limits, done <-chan struct{}) {
	held := []metrics.Sample{
		{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"},
	}
	start := ProcessorTime()
	tick := time.NewTicker(watchEvery)
	defer tick.Stop()
	for {
		select {
		case <-done:
			return
		case <-tick.C:
		}
		metrics.Read(held)
		switch {
		case ProcessorTime()-start > limits.CPU:
			os.Exit(spentTime)
		case held[0].Value.Uint64()-held[1].Value.Uint64() > limits.Memory:
			os.Exit(spentMemory)
		}
	}
}

// ProcessorTime is what the process has spent so far.
func ProcessorTime() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0 // the clock of the caller remains
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

func readMessage(r io.Reader) ([]byte, error) {
	var head [4]byte
	if _, err := io.ReadFull(r, head[:]); err != nil {
		return nil, err
	}
	n := binary.LittleEndian.Uint32(head[:])
	if n > maxMessage {
		return nil, fmt.Errorf("message of %d bytes: at most %d are read", n, maxMessage)
	}
	message := make([]byte, n)
	_, err := io.ReadFull(r, message)
	if err == io.EOF {
		err = io.ErrUnexpectedEOF
	}
	return message, err
}

func writeMessage(w io.Writer, message []byte) error {
	if len(message) > maxMessage {
		return fmt.Errorf("message of %d bytes: at most %d are written", len(message), maxMessage)
	}
	b := binary.LittleEndian.AppendUint32(make([]byte, 0, 4+len(message)), uint32(len(message)))
	_, err := w.Write(append(b, message...))
	return err
}
