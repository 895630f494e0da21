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

func init() { worker.Serve(workerName, compiled{}.answer) }

// compiled are the programs that a worker was given, by the lines that requests begin with.
type compiled map[string]*Program

// source is what a worker compiles, the first line of a request. After it come, on a line, the
// limit of outputs and the values of the variables; then the input.
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
func (k compiled) answer(request []byte, _ func([]byte)) []byte {
	b, err := k.run(request)
	if err != nil {
		// It may quote as much as it likes.
		return append([]byte{answerFailed}, text.Shorten(err.Error(), 500)...)
	}
	return append([]byte{answerOutputs}, b...)
}

// run answers a request.
func (k compiled) run(request []byte) (lines []byte, err error) {
	parts := bytes.SplitN(request, []byte("\n"), 3)
	p := k[string(parts[0])]
	if p == nil {
		var from source
		err = json.Unmarshal(parts[0], &from)
		if err == nil {
			p, err = Compile(from.Text, from.Variables)
		}
		if err != nil {
			return nil, err // never: the builder has compiled it
		}
		k[string(parts[0])] = p
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
	for iter := p.code.Run(input, list[1:]...); ; n++ {
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
