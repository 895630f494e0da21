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
const maxOutputs = 255 << 20

// What an answer begins with.
const (
	answerOutputs = 'o' // each on a line
	answerFailed  = 'e' // text
)

func init() { worker.Serve(workerName, compiled{}.answer) }

// compiled are the programs that a worker was given, by the lines that requests begin with.
type compiled map[string]*Program

// source is the first line of a request: what the worker compiles.
type source struct {
	Text      string
	Variables []string
}

// request writes what a run needs, each part on a line of JSON: the program, its input, the limit
// of outputs and the values of the variables.
func request(p *Program, input any, values []any, outputs int) []byte {
	return bytes.Join([][]byte{p.head, line(input), line(append([]any{outputs}, values...))},
		[]byte("\n"))
}

// line is a value as one line of JSON; as jq has it, NaN is null, and infinity the largest number.
func line(v any) []byte {
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
	return b
}

// run answers a request.
func (k compiled) run(request []byte) ([]byte, error) {
	parts := bytes.Split(request, []byte("\n"))
	p := k[string(parts[0])]
	if p == nil {
		var s source
		err := json.Unmarshal(parts[0], &s)
		if err == nil {
			p, err = Compile(s.Text, s.Variables)
		}
		if err != nil {
			return nil, err // never: the builder has compiled it
		}
		k[string(parts[0])] = p
	}
	input, err := jsondoc.Value(parts[1])
	if err != nil {
		return nil, err
	}
	values, err := jsondoc.Value(parts[2])
	if err != nil {
		return nil, err
	}
	list := values.([]any) // as request writes them
	b := []byte{answerOutputs}
	iter := p.code.Run(input, list[1:]...)
	for n := 0; ; n++ {
		v, ok := iter.Next()
		if !ok {
			return b, nil
		}
		if err, failed := v.(error); failed {
			return nil, err
		}
		if n == list[0] {
			return nil, fmt.Errorf("more than %d outputs for one input", n)
		}
		if b = append(append(b, line(v)...), '\n'); len(b) > maxOutputs {
			return nil, fmt.Errorf("the outputs of one input have more than %d bytes", maxOutputs)
		}
	}
}

// outcome takes an answer apart.
func outcome(answer []byte) (out []any, err error) {
	if answer[0] == answerFailed {
		return nil, &Error{Text: string(answer[1:])}
	}
	for line := range bytes.Lines(answer[1:]) {
		v, err := jsondoc.Value(line)
		if err != nil {
			return nil, &Error{Text: text.Shorten("an output cannot be read: "+err.Error(), 500)}
		}
		out = append(out, v)
	}
	return out, nil
}
