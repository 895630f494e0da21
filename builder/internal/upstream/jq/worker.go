package jq

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime/debug"
	"strconv"
	"strings"
	"syscall"

	"cartaz/builder/internal/worker"
)

// workerName is the name under which this executable is a worker of this package.
const workerName = "jq"

// maxMessage bounds an answer: what one input may become, in bytes. A request holds at
// most what a document may have.
const maxMessage = 256 << 20

// What a request begins with.
const (
	requestProgram = 'p' // text, count, variables: the next program; there is no answer
	requestRun     = 'r' // number of a program, limit of outputs, input, count, values
)

// What an answer begins with.
const (
	answerOutputs = 'o' // processor time, count, values
	answerFailed  = 'e' // processor time, text
)

// An init function, so that every executable that can start a worker can be one; also
// that of a test.
func init() {
	if arguments, started := worker.Arguments(workerName); started && len(arguments) == 1 {
		os.Exit(serve(arguments[0], os.Stdin, os.Stdout))
	}
}

// serve is the whole of a worker. It ends with its standard input, whatever it is
// doing: the builder closes it, or has gone.
func serve(memory string, in io.Reader, out io.Writer) int {
	// A signal to the process group, or to the unit of a service manager, is for the
	// builder, which then ends its worker. Died the worker first, the item that it is at
	// would be told as failed.
	signal.Ignore(os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	limit, err := strconv.ParseInt(memory, 10, 64)
	if err != nil {
		return 2
	}
	limitMemory(limit)
	// Whatever the worker is doing, what the builder sends is taken from the pipe: each
	// would wait for the other otherwise.
	requests := make(chan string, 2*maxWaiting)
	go func() {
		r := bufio.NewReaderSize(in, buffered)
		for {
			message, err := readMessage(r)
			if err != nil {
				os.Exit(0)
			}
			requests <- message
		}
	}()
	var programs []*Program
	for b := make([]byte, 8); ; b = answer(b[:8], &programs, <-requests) {
		// The first message is empty: the worker is ready.
		binary.LittleEndian.PutUint64(b, uint64(len(b)-8))
		// No answer may wait for another input: the builder takes the first one without
		// an answer for the one that takes too long.
		if len(b) > 8 || programs == nil {
			if _, err := out.Write(b); err != nil {
				return 1
			}
		}
		if cap(b) > 1<<20 {
			b = make([]byte, 8)
		}
	}
}

// answer appends the answer to a request, or nothing.
func answer(b []byte, programs *[]*Program, request string) []byte {
	head := len(b)
	c := cursor{rest: request}
	if c.take(1) == string(requestProgram) {
		*programs = append(*programs, define(&c))
		return b
	}
	out, err := execute(*programs, &c)
	b = binary.AppendUvarint(append(b, answerOutputs), uint64(worker.ProcessorTime()))
	if err == nil {
		b = binary.AppendUvarint(b, uint64(len(out)))
		for _, v := range out {
			if b, err = appendValue(b, v, 0); err != nil {
				break
			}
			if len(b)-head > maxMessage {
				err = fmt.Errorf("the outputs of one input have more than %d bytes", maxMessage)
				break
			}
		}
	}
	if err != nil {
		b = binary.AppendUvarint(append(make([]byte, head, 512), answerFailed),
			uint64(worker.ProcessorTime()))
		return append(b, short(err.Error())...)
	}
	return b
}

// define compiles a program; nil for one that does not compile, which the builder has
// compiled before.
func define(c *cursor) *Program {
	text := c.text()
	variables := make([]string, c.count())
	for i := range variables {
		variables[i] = c.text()
	}
	p, err := Compile(text, variables)
	if err != nil {
		return nil
	}
	return p
}

// execute runs what a request asks for.
func execute(programs []*Program, c *cursor) ([]any, error) {
	n := c.uvarint()
	limit := c.uvarint()
	input := c.value(0)
	values := make([]any, c.count())
	for i := range values {
		values[i] = c.value(0)
	}
	if c.bad || n >= uint64(len(programs)) || programs[n] == nil {
		return nil, errCut
	}
	return outputs(programs[n].code.Run(input, values...), int(limit))
}

// short cuts a message of jq, which may quote as much as it likes.
func short(text string) string {
	const limit = 500
	if len(text) > limit {
		return strings.ToValidUTF8(text[:limit], "") + "…"
	}
	return text
}

// readMessage reads one message. The values that are made of it share its bytes.
func readMessage(r *bufio.Reader) (string, error) {
	var head [8]byte
	if _, err := io.ReadFull(r, head[:]); err != nil {
		return "", err
	}
	n := binary.LittleEndian.Uint64(head[:])
	if n > 2*maxMessage {
		return "", errCut
	}
	var b strings.Builder
	b.Grow(int(n))
	_, err := io.CopyN(&b, r, int64(n))
	return b.String(), err
}

// limitMemory bounds what the process may have besides what it began with. Beyond that
// the runtime finds no memory and ends the process.
func limitMemory(limit int64) {
	debug.SetMemoryLimit(limit * 3 / 4)
	text, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		return
	}
	const data = 5 // the field
	fields := strings.Fields(string(text))
	if len(fields) <= data {
		return
	}
	pages, err := strconv.ParseInt(fields[data], 10, 64)
	if err != nil {
		return
	}
	most := uint64(pages)*uint64(os.Getpagesize()) + uint64(limit)
	// Without the limit the worker does its work all the same.
	_ = syscall.Setrlimit(syscall.RLIMIT_DATA, &syscall.Rlimit{Cur: most, Max: most})
}
