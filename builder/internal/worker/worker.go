// Package worker runs a function in a process of its own, which is ended if a request costs too
// much.
//
// A goroutine cannot be ended from outside, and the memory of a library cannot be bounded within a
// process. A process can be ended and bounded. So code that reads text from strangers, and whose
// cost cannot be proved (the readers of documents, jq programs, the parsers of descriptions), is
// called through a [Process]. The process is this executable, started again under a name that
// [Serve] knows. It has no environment but the zone UTC, and no open files but its pipes.
//
// # Budget
//
// The time of a request is the processor time of the worker, so that a request does not fail just
// because the machine is loaded. The worker measures its own time and memory every few
// milliseconds, and exits when a request has spent either. If the worker fails to do so, the caller
// ends it by its own clock, after forty times that time without a message. A request whose worker
// ended gives an [Overrun]; the next one starts another process. Workers are niced, and a machine
// that runs out of memory ends them first. [Room] bounds the caller.
//
// # Messages
//
// Requests and answers are values of encoding/gob. A request is sent in parts, so that the builder
// holds no document; an answer is any number of messages. Up to [Ahead] requests may be sent before
// an answer is read. A worker ends when its standard input ends, in any state, and leaves signals
// to the builder.
package worker

import (
	"bufio"
	"encoding/gob"
	"fmt"
	"os"
	"os/signal"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"syscall"
	"time"
)

// Limits bound the cost of one request.
type Limits struct {
	CPU    time.Duration // processor time of all threads of the worker
	Each   time.Duration // the same, more for each message of the answer
	Memory uint64        // bytes that the worker holds from the system
}

// Ahead is how many requests may wait for their answers.
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
	watchEvery = 10 * time.Millisecond // how often a worker checks the cost of a request
	bufBytes   = 64 << 10              // of pipes
	// answerBytes of answers are written at once. Half of what the pipe holds leaves the worker and
	// the builder busy at the same time.
	answerBytes = 32 << 10
)

// Handler answers one request: it hands the messages of its answer to send, and returns the last
// one. A handler that panics ends the worker.
type Handler func(request []byte, send func(Message)) (last Message)

// request is a part of one request, as a worker reads it.
type request struct {
	Limits Limits
	Body   []byte
	More   bool
}

// Message is one message of an answer. The handler defines Kind and Text.
type Message struct {
	Kind rune
	Text string
	Body []byte

	Last  bool          // set by Serve
	Spent time.Duration // processor time; set by Serve on the last one
}

// Serve turns the process into the worker of that name if it was started as one; otherwise it
// returns immediately. The package of the handler calls Serve in an init function, so that every
// program that imports the package has its worker, tests included.
func Serve(name string, f Handler) {
	if len(os.Args) == 0 || os.Args[0] != namePrefix+name {
		return
	}
	// A signal to the process group is for the builder, which then ends its workers. If the worker
	// died first, its current request would be reported as failed.
	signal.Ignore(os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	// Without this file the kernel chooses which process ends.
	_ = os.WriteFile("/proc/self/oom_score_adj", []byte("1000"), 0)
	requests := make(chan request, Ahead)
	go func() {
		// The pipe is read at all times, so that the caller never waits to send while the worker
		// waits to answer.
		for in := gob.NewDecoder(bufio.NewReaderSize(os.Stdin, bufBytes)); ; {
			var whole request
			for more := true; more; {
				var part request
				if in.Decode(&part) != nil {
					os.Exit(0)
				}
				whole.Limits, more = part.Limits, part.More
				whole.Body = append(whole.Body, part.Body...)
			}
			requests <- whole
		}
	}()
	// Answers are written when there are many, when no request waits, and while a long request
	// runs. A write for each answer would wake the builder each time.
	w := bufio.NewWriterSize(os.Stdout, answerBytes)
	out, writing := gob.NewEncoder(w), sync.Mutex{}
	send := func(m Message) {
		writing.Lock()
		defer writing.Unlock()
		if err := out.Encode(m); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	}
	b := &budget{flush: func() {
		writing.Lock()
		_ = w.Flush() // the next message meets the error
		writing.Unlock()
	}}
	defer b.flush() // when the handler panics
	b.timer = time.AfterFunc(time.Hour, b.watch)
	for r := range requests {
		began := b.begin(r.Limits)
		last := f(r.Body, func(m Message) {
			b.until.Add(int64(r.Limits.Each))
			send(m)
		})
		b.end()
		last.Last, last.Spent = true, processorTime()-began
		send(last)
		if len(requests) == 0 {
			b.flush()
		}
	}
}

// budget is the cost that remains to the current request.
type budget struct {
	memory atomic.Uint64
	held   atomic.Uint64 // bytes, at the last check
	until  atomic.Int64  // processor time of the worker; 0 between requests
	timer  *time.Timer
	flush  func() // of all answers
}

// begin starts the watch over a request, and returns what the worker has spent before.
func (b *budget) begin(limits Limits) time.Duration {
	if b.memory.Swap(limits.Memory) != limits.Memory {
		debug.SetMemoryLimit(int64(limits.Memory / 4 * 3))
	}
	began := processorTime()
	b.until.Store(int64(began + limits.CPU))
	b.timer.Reset(watchEvery)
	return began
}

// end ends the watch. Memory left by a large request must not count as the next one's.
func (b *budget) end() {
	b.until.Store(0)
	b.timer.Stop()
	if b.held.Swap(0) > b.memory.Load()/2 {
		debug.FreeOSMemory()
	}
}

// watch ends the process when the request has spent its budget.
func (b *budget) watch() {
	b.held.Store(held())
	b.flush()
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

// processorTime returns the processor time that the process has spent.
func processorTime() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0 // the clock of the caller remains
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
