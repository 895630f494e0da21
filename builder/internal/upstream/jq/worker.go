package jq

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"cartaz/builder/internal/upstream/jsondoc"
	"cartaz/builder/internal/worker"
)

// workerName is the name under which this executable is a worker of this package.
const workerName = "jq"

// maxMessage bounds an input, and what one may become, in bytes.
const maxMessage = 255 << 20

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
func request(p *Program, input any, values []any, outputs int) ([]byte, error) {
	var b bytes.Buffer
	b.Write(p.head)
	b.WriteByte('\n')
	err := errors.Join(line(&b, input), line(&b, append([]any{outputs}, values...)))
	if err == nil && b.Len() > maxMessage {
		err = fmt.Errorf("more than %d bytes", maxMessage)
	}
	if err != nil {
		return nil, &Error{Text: "one input has " + err.Error()}
	}
	return b.Bytes(), nil
}

// line appends a value as one line of JSON.
func line(b *bytes.Buffer, v any) error {
	enc := json.NewEncoder(b)
	enc.SetEscapeHTML(false)
	err := enc.Encode(v)
	if _, odd := errors.AsType[*json.UnsupportedValueError](err); odd {
		return errors.New("NaN or infinity, which are not JSON")
	}
	return err
}

// answer is the [worker.Handler].
func (k compiled) answer(r io.Reader, _ func([]byte)) []byte {
	var text bytes.Buffer
	_, _ = io.Copy(&text, r) // neither of both fails
	b, err := k.run(text.Bytes())
	if err != nil {
		return append([]byte{answerFailed}, short(err.Error())...)
	}
	return b
}

// run answers a request.
func (k compiled) run(request []byte) ([]byte, error) {
	head, rest, _ := bytes.Cut(request, []byte("\n"))
	p := k[string(head)]
	if p == nil {
		var s source
		err := json.Unmarshal(head, &s)
		if err == nil {
			p, err = Compile(s.Text, s.Variables)
		}
		if err != nil {
			return nil, err // never: the builder has compiled it
		}
		k[string(head)] = p
	}
	text, more, _ := bytes.Cut(rest, []byte("\n"))
	input, err := jsondoc.Value(text)
	if err != nil {
		return nil, err
	}
	values, err := jsondoc.Value(bytes.TrimSpace(more))
	if err != nil {
		return nil, err
	}
	list := values.([]any) // as request writes them
	b := bytes.NewBuffer([]byte{answerOutputs})
	iter := p.code.Run(input, list[1:]...)
	for n := 0; ; n++ {
		v, ok := iter.Next()
		if !ok {
			return b.Bytes(), nil
		}
		if err, failed := v.(error); failed {
			return nil, err
		}
		if n == list[0] {
			return nil, fmt.Errorf("more than %d outputs for one input", n)
		}
		if err := line(b, v); err != nil {
			return nil, fmt.Errorf("an output holds %w", err)
		}
		if b.Len() > maxMessage {
			return nil, fmt.Errorf("the outputs of one input have more than %d bytes", maxMessage)
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
			return nil, &Error{Text: short("an output cannot be read: " + err.Error())}
		}
		out = append(out, v)
	}
	return out, nil
}

// short cuts a message of jq, which may quote as much as it likes.
func short(text string) string {
	const limit = 500
	if len(text) > limit {
		return strings.ToValidUTF8(text[:limit], "") + "…"
	}
	return text
}
