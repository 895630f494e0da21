package jq

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"time"

	"cartaz/builder/internal/worker"
)

// memoryLimit is what a worker may have besides what it begins with: a filter may see
// 64 MiB of JSON, which are several times that as values.
var memoryLimit int64 = 2 << 30

const (
	startTime = 30 * time.Second // until a worker says that it is ready
	// of the limit may pass on the clock while the worker waits for a processor
	waitFactor = 10
	buffered   = 64 << 10
)

// process is a running worker, seen by the one who started it.
type process struct {
	cmd     *exec.Cmd
	in, out *os.File
	w       *bufio.Writer // over in: requests
	r       *bufio.Reader // over out: answers
	errors  worker.Tail
	known   map[*Program]uint64
	broken  error         // of a request that could not be written
	used    time.Duration // processor time at the last answer
}

// start starts a worker and waits until it is ready.
func start(ctx context.Context) (w *process, err error) {
	cmd, err := worker.Command(workerName, strconv.FormatInt(memoryLimit, 10))
	if err != nil {
		return nil, err
	}
	inR, inW, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	outR, outW, err := os.Pipe()
	if err != nil {
		return nil, errors.Join(err, inR.Close(), inW.Close())
	}
	w = &process{
		cmd: cmd, in: inW, out: outR, known: map[*Program]uint64{},
		w: bufio.NewWriterSize(inW, buffered), r: bufio.NewReaderSize(outR, buffered),
	}
	cmd.Env = []string{"TZ=UTC", "GOTRACEBACK=none"} // the zone of the machine is no input
	cmd.Stdin, cmd.Stdout, cmd.Stderr = inR, outW, &w.errors
	err = w.cmd.Start()
	err = errors.Join(err, inR.Close(), outW.Close())
	if err != nil {
		return nil, errors.Join(err, inW.Close(), outR.Close())
	}
	defer w.interrupt(ctx)()
	if err = w.out.SetReadDeadline(time.Now().Add(startTime)); err == nil {
		_, err = readMessage(w.r)
	}
	if err != nil {
		w.close()
		return nil, fmt.Errorf("%w: %s", err, w.errors.String())
	}
	w.used = processorTimeOf(w.cmd.Process.Pid)
	return w, nil
}

// interrupt makes reads and writes fail when ctx ends, until the function that it gives
// is called.
func (w *process) interrupt(ctx context.Context) (stop func()) {
	end := context.AfterFunc(ctx, func() { w.kill() })
	return func() { end() }
}

// kill ends the process. The pipe of its answers ends with it.
func (w *process) kill() { _ = w.cmd.Process.Kill() } // it may have ended by itself

// close ends the process and gives everything back.
func (w *process) close() {
	w.kill()
	_ = w.cmd.Wait() // of a killed process the error is certain
	_, _ = w.in.Close(), w.out.Close()
}

// request writes what a run needs besides its program.
func request(input any, values []any, limits Limits) ([]byte, error) {
	b, err := appendValue(binary.AppendUvarint(nil, uint64(limits.Outputs)), input, 0)
	b = binary.AppendUvarint(b, uint64(len(values)))
	for _, v := range values {
		if err == nil {
			b, err = appendValue(b, v, 0)
		}
	}
	return b, err
}

// send writes a request. What goes wrong shows when its answer is asked for.
func (w *process) send(c *call) {
	n, known := w.known[c.program]
	if !known {
		n = uint64(len(w.known))
		w.known[c.program] = n
		b := binary.AppendUvarint(appendText([]byte{requestProgram}, c.program.text),
			uint64(len(c.program.variables)))
		for _, v := range c.program.variables {
			b = appendText(b, v)
		}
		w.write(b, nil)
	}
	w.write(binary.AppendUvarint([]byte{requestRun}, n), c.message)
}

// write writes a message that has two parts.
func (w *process) write(a, b []byte) {
	var head [8]byte
	binary.LittleEndian.PutUint64(head[:], uint64(len(a)+len(b)))
	// A worker reads whatever it is doing, unless it is no more.
	err := w.in.SetWriteDeadline(time.Now().Add(startTime))
	for _, part := range [...][]byte{head[:], a, b} {
		if err == nil {
			_, err = w.w.Write(part)
		}
	}
	w.broken = cmp.Or(w.broken, err)
}

// next takes the next answer.
func (w *process) next(ctx context.Context, limits Limits) ([]any, error) {
	defer w.interrupt(ctx)()
	if w.r.Buffered() < 8 && w.broken == nil {
		w.broken = w.w.Flush()
	}
	err := w.broken
	if err == nil {
		err = w.wait(limits.Time)
	}
	var b string
	if err == nil {
		b, err = readMessage(w.r)
	}
	switch {
	case err == nil:
		return w.read(b)
	case ctx.Err() != nil:
		return nil, context.Cause(ctx)
	case errors.Is(err, os.ErrDeadlineExceeded):
		return nil, tooLong(limits.Time)
	}
	return nil, w.ended()
}

// wait waits for an answer as long as the worker may take.
func (w *process) wait(limit time.Duration) error {
	last := time.Now().Add(waitFactor * limit)
	for wait := limit; w.r.Buffered() < 8; {
		if err := w.out.SetReadDeadline(time.Now().Add(wait)); err != nil {
			return err
		}
		_, err := w.r.Peek(8)
		if err == nil {
			break
		}
		if !errors.Is(err, os.ErrDeadlineExceeded) {
			return err
		}
		left := limit - (processorTimeOf(w.cmd.Process.Pid) - w.used)
		if left <= 0 || time.Now().After(last) {
			return err
		}
		wait = max(left, 10*time.Millisecond)
	}
	// It has answered: what follows takes only as long as it takes to copy.
	return w.out.SetReadDeadline(time.Now().Add(startTime))
}

// read takes an answer apart.
func (w *process) read(b string) ([]any, error) {
	c := cursor{rest: b}
	kind := c.take(1)
	w.used = time.Duration(c.uvarint())
	if kind == string(answerFailed) {
		return nil, &Error{Text: c.rest}
	}
	out := make([]any, c.count())
	for i := range out {
		out[i] = c.value(0)
	}
	if c.bad || kind != string(answerOutputs) {
		return nil, errCut
	}
	return out, nil
}

// noMemory is what a process says that finds no memory: the runtime, its threads, whose
// stacks count as well, and the race detector.
var noMemory = []string{"memory", "pthread_create failed", "new OS thread", "failed to allocate"}

// ended says why a worker ended that nobody has killed.
func (w *process) ended() error {
	w.kill()
	_ = w.cmd.Wait() // its state is asked for below, and its standard error is whole
	text := strings.TrimSpace(w.errors.String())
	if slices.ContainsFunc(noMemory,
		func(words string) bool { return strings.Contains(text, words) }) {
		return &Error{Text: fmt.Sprintf("one input needed more than %d MiB of memory",
			memoryLimit>>20), Again: true}
	}
	first, _, _ := strings.Cut(text, "\n")
	return &Error{Text: fmt.Sprintf("the process that ran it ended with %s: %s", w.cmd.ProcessState,
		first), Again: true}
}

// processorTimeOf is what a process has used of processors; when that cannot be told,
// so much that nobody waits for it.
func processorTimeOf(pid int) time.Duration {
	const never = time.Duration(1<<63 - 1)
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return never
	}
	// The second field is the name in parentheses, which may hold anything; utime and
	// stime are the 14th and 15th, in ticks of 10 ms.
	fields := strings.Fields(string(text[bytes.LastIndexByte(text, ')')+1:]))
	if len(fields) < 13 {
		return never
	}
	user, err1 := strconv.ParseInt(fields[11], 10, 64)
	system, err2 := strconv.ParseInt(fields[12], 10, 64)
	if err1 != nil || err2 != nil {
		return never
	}
	return time.Duration(user+system) * 10 * time.Millisecond
}
