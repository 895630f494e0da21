// Package worker runs a function in a process of its own, which is ended when a request costs too
// much.
//
// A goroutine cannot be ended from outside, and the memory of a library cannot be bounded within a
// process. A process can be ended and bounded. So code that reads text from strangers, and whose
// cost nobody can prove (the readers of documents, jq programs, the parsers of descriptions), is
// called through a [Process]. The process is this executable, started again under a name that
// [Serve] knows. It has no environment but the zone UTC, and no open files but its pipes.
//
// # Budget
//
// The time of a request is the processor time of the worker, so that a request does not fail just
// because the machine is loaded. The worker measures its own time and memory every few
// milliseconds, and exits when a request has spent either. If the worker misses that, the caller's
// clock ends it: ten times as much may pass on it while the caller waits for one message. A request
// whose worker ended gives an [Overrun]; the next one starts another process. A machine that runs
// out of memory ends workers first.
//
// # Messages
//
// Requests and answers are frames: a length (4 bytes, little endian; the highest bit marks the last
// frame) and that many bytes. A request begins with its [Limits] and is sent whole before its
// answer is read; an answer is any number of messages, one a frame. Up to [Ahead] short requests
// may be sent before an answer is read. A worker ends when its standard input ends, whatever it is
// doing, and leaves signals to the builder.
package worker

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime/debug"
	"runtime/metrics"
	"sync/atomic"
	"syscall"
	"time"
)

// Limits are what one request may cost.
type Limits struct {
	CPU    time.Duration // processor time of all threads of the worker
	Memory uint64        // bytes that the worker holds from the system
}

// Ahead is how many requests of one frame each may wait for their answers.
const Ahead = 64

// Reasons for which a worker ends itself; they are its exit codes.
const (
	spentTime   = 11
	spentMemory = 12
)

const (
	// namePrefix begins the first argument of every worker, so that a person's command line does
	// not start one by accident.
	namePrefix = "cartaz worker "
	watchEvery = 5 * time.Millisecond // how often a worker looks at what a request has cost
	maxFrame   = 256 << 20            // bytes of one message
	lastFrame  = 1 << 31
	bufBytes   = 64 << 10 // of pipes, and of the frames of a document
)

// Handler answers one request: it hands the messages of its answer to send, and returns the last
// one. The request is discarded with the first message. A handler that panics ends the worker.
type Handler func(request io.Reader, send func(message []byte)) (last []byte)

// Serve turns the process into the worker of that name if it was started as one; otherwise it
// returns at once. The package of the handler calls Serve in an init function, so that every
// program that imports the package has its worker, tests included.
func Serve(name string, f Handler) {
	if len(os.Args) == 0 || os.Args[0] != namePrefix+name {
		return
	}
	// A signal to the process group is for the builder, which then ends its workers. If the worker
	// died first, its current request would be reported as failed.
	signal.Ignore(os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	// A kernel without this file ends whom it likes.
	_ = os.WriteFile("/proc/self/oom_score_adj", []byte("1000"), 0)
	frames := make(chan frame, 2*Ahead)
	go func() {
		// The pipe is read whatever the handler does, so that the caller never waits to send while
		// the worker waits to answer.
		for r := bufio.NewReaderSize(os.Stdin, bufBytes); ; {
			text, last, err := readFrame(r)
			if err != nil {
				os.Exit(0)
			}
			frames <- frame{text, last}
		}
	}()
	b := &budget{}
	b.timer = time.AfterFunc(time.Hour, b.watch)
	for {
		r := &request{frames: frames}
		var limits [16]byte
		_, _ = io.ReadFull(r, limits[:]) // every request has them
		b.begin(Limits{CPU: time.Duration(binary.LittleEndian.Uint64(limits[:])),
			Memory: binary.LittleEndian.Uint64(limits[8:])})
		send := func(message []byte, last bool) {
			r.discard()
			if err := writeFrame(os.Stdout, message, last); err != nil {
				fmt.Fprintln(os.Stderr, err)
				os.Exit(1)
			}
		}
		answer := f(r, func(message []byte) { send(message, false) })
		b.end()
		send(answer, true)
	}
}

type frame struct {
	text string
	last bool
}

// request reads the frames of one request.
type request struct {
	frames <-chan frame
	frame
}

// Read implements [io.Reader].
func (r *request) Read(b []byte) (int, error) {
	for r.text == "" {
		if r.last {
			return 0, io.EOF
		}
		r.frame = <-r.frames
	}
	n := copy(b, r.text)
	r.text = r.text[n:]
	return n, nil
}

// WriteTo implements [io.WriterTo]: it copies whole frames.
func (r *request) WriteTo(w io.Writer) (n int64, err error) {
	for err == nil {
		var m int
		m, err = io.WriteString(w, r.text)
		n += int64(m)
		if r.text = ""; r.last {
			return n, err
		}
		r.frame = <-r.frames
	}
	return n, err
}

func (r *request) discard() { _, _ = r.WriteTo(io.Discard) } // which never fails

// budget is what the current request may still cost.
type budget struct {
	memory atomic.Uint64
	held   atomic.Uint64 // bytes, when it was looked at last
	until  atomic.Int64  // processor time of the worker; 0 between requests
	timer  *time.Timer
}

// begin starts the watch over a request.
func (b *budget) begin(limits Limits) {
	if b.memory.Swap(limits.Memory) != limits.Memory {
		debug.SetMemoryLimit(int64(limits.Memory / 4 * 3))
	}
	b.until.Store(int64(processorTime() + limits.CPU))
	b.timer.Reset(watchEvery)
}

// end ends the watch. What a large request has left must not count as the next one's.
func (b *budget) end() {
	b.until.Store(0)
	b.timer.Stop()
	if b.held.Swap(0) > b.memory.Load()/2 {
		debug.FreeOSMemory()
	}
}

// watch ends the process when the request has spent its budget.
func (b *budget) watch() {
	held := []metrics.Sample{
		{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"}}
	metrics.Read(held)
	b.held.Store(held[0].Value.Uint64() - held[1].Value.Uint64())
	switch until := b.until.Load(); {
	case until == 0:
		return
	case int64(processorTime()) > until:
		os.Exit(spentTime)
	case b.held.Load() > b.memory.Load():
		os.Exit(spentMemory)
	}
	b.timer.Reset(watchEvery)
}

// processorTime is what the process has spent so far.
func processorTime() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0 // the clock of the caller remains
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

func readFrame(r io.Reader) (text string, last bool, err error) {
	var head [4]byte
	if _, err := io.ReadFull(r, head[:]); err != nil {
		return "", false, err
	}
	n := binary.LittleEndian.Uint32(head[:])
	last, n = n&lastFrame != 0, n&^lastFrame
	if n > maxFrame {
		return "", false, fmt.Errorf("message of %d bytes: at most %d are read", n, maxFrame)
	}
	b := make([]byte, n)
	_, err = io.ReadFull(r, b)
	return string(b), last, err
}

func writeFrame(w io.Writer, message []byte, last bool) error {
	if len(message) > maxFrame {
		return fmt.Errorf("message of %d bytes: at most %d are sent", len(message), maxFrame)
	}
	n := uint32(len(message))
	if last {
		n |= lastFrame
	}
	b := binary.LittleEndian.AppendUint32(make([]byte, 0, 4+len(message)), n)
	_, err := w.Write(append(b, message...))
	return err
}
