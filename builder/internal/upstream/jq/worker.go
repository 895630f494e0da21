package jq

import (
	"bytes"
	"encoding/json"
	"fmt"

	"github.com/itchyny/gojq"

	"cartaz/builder/internal/upstream/jsondoc"
	"cartaz/builder/internal/worker"
	"cartaz/builder/text"
)

// workerName is the name under which this executable is a worker of this package.
const workerName = "jq"

// maxOutputs bounds what one input may become, in bytes.
const maxOutputs = 64 << 20

// What an answer begins with.
const (
	answerOutputs = 'o' // each on a line
	answerFailed  = 'e' // text
)

func init() { worker.Serve(workerName, (&server{}).answer) }

// server is the state of a worker: the program that it was given last.
type server struct{ *Program }

// source is what a worker compiles, the first line of a request; that line is empty for the program
// of the request before. After it come, on a line, the limit of outputs and the values of the
// variables; then the input.
type source struct {
	Text      string
	Variables []string
}

// Line is a value as one line of JSON; as jq has it, NaN is null, and infinity the largest number.
func Line(v any) []byte {
	b, _ := gojq.Marshal(v) // which never fails
	return b
}

// answer is the [worker.Handler].
func (s *server) answer(request []byte, _ func([]byte)) []byte {
	b, err := s.run(request)
	if err != nil {
		// It may quote as much as it likes.
		return append([]byte{answerFailed}, text.Shorten(err.Error(), 500)...)
	}
	return append([]byte{answerOutputs}, b...)
}

// run answers a request.
func (s *server) run(request []byte) (lines []byte, err error) {
	parts := bytes.SplitN(request, []byte("\n"), 3)
	if len(parts[0]) > 0 {
		var from source
		err = json.Unmarshal(parts[0], &from)
		if err == nil {
			s.Program, err = Compile(from.Text, from.Variables)
		}
		if err != nil {
			return nil, err // never: the builder has compiled it
		}
	}
	about, err := jsondoc.Value(parts[1])
	if err != nil {
		return nil, err
	}
	input, err := jsondoc.Value(parts[2])
	if err != nil {
		return nil, err
	}
	list := about.([]any) // as Send writes it
	n := 0
	for iter := s.code.Run(input, list[1:]...); ; n++ {
		v, ok := iter.Next()
		if !ok {
			return lines, nil
		}
		if err, failed := v.(error); failed {
			return nil, err
		}
		if n == list[0] {
			return nil, fmt.Errorf("more than %d outputs for one input", n)
		}
		if lines = append(append(lines, Line(v)...), '\n'); len(lines) > maxOutputs {
			return nil, fmt.Errorf("the outputs of one input have more than %d bytes", maxOutputs)
		}
	}
}
