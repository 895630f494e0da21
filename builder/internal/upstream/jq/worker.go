package jq

import (
	"encoding/binary"
	"fmt"
	"io"
	"strings"

	"cartaz/builder/internal/worker"
)

// workerName is the name under which this executable is a worker of this package.
const workerName = "jq"

// maxMessage bounds an input, and what one may become, in bytes.
const maxMessage = 255 << 20

// What an answer begins with.
const (
	answerOutputs = 'o' // count, values
	answerFailed  = 'e' // text
)

func init() { worker.Serve(workerName, (&compiled{programs: map[string]*Program{}}).answer) }

// compiled are the programs that a worker was given.
type compiled struct {
	programs map[string]*Program // by their texts and variables as requests have them
}

// request writes what a run needs: text of the program, count and names of its variables, limit of
// outputs, input, count and values of the variables.
func request(p *Program, input any, values []any, limits Limits) ([]byte, error) {
	b := binary.AppendUvarint(appendText(nil, p.text), uint64(len(p.variables)))
	for _, v := range p.variables {
		b = appendText(b, v)
	}
	b, err := appendValue(binary.AppendUvarint(b, uint64(limits.Outputs)), input, 0)
	b = binary.AppendUvarint(b, uint64(len(values)))
	for _, v := range values {
		if err == nil {
			b, err = appendValue(b, v, 0)
		}
	}
	if err == nil && len(b) > maxMessage {
		err = fmt.Errorf("one input has more than %d bytes", maxMessage)
	}
	return b, err
}

// answer is the [worker.Handler].
func (k *compiled) answer(r io.Reader, _ func([]byte)) []byte {
	var text strings.Builder
	_, _ = io.Copy(&text, r) // neither of both fails
	out, err := k.execute(&cursor{rest: text.String()})
	b := binary.AppendUvarint([]byte{answerOutputs}, uint64(len(out)))
	for _, v := range out {
		if err == nil {
			b, err = appendValue(b, v, 0)
		}
		if err == nil && len(b) > maxMessage {
			err = fmt.Errorf("the outputs of one input have more than %d bytes", maxMessage)
		}
	}
	if err != nil {
		return append([]byte{answerFailed}, short(err.Error())...)
	}
	return b
}

// execute runs what a request asks for.
func (k *compiled) execute(c *cursor) ([]any, error) {
	whole := c.rest
	text := c.text()
	variables := make([]string, c.count())
	for i := range variables {
		variables[i] = c.text()
	}
	name := whole[:len(whole)-len(c.rest)]
	p := k.programs[name]
	if p == nil {
		var err error
		if p, err = Compile(strings.Clone(text), variables); err != nil {
			return nil, err // never: the builder has compiled it
		}
		k.programs[strings.Clone(name)] = p
	}
	limit := c.uvarint()
	input := c.value(0)
	values := make([]any, c.count())
	for i := range values {
		values[i] = c.value(0)
	}
	if c.bad {
		return nil, errCut
	}
	return outputs(p.code.Run(input, values...), int(limit))
}

// read takes an answer apart.
func read(answer string) ([]any, error) {
	c := cursor{rest: answer}
	if kind := c.take(1); kind == string(answerFailed) {
		return nil, &Error{Text: c.rest}
	}
	out := make([]any, c.count())
	for i := range out {
		out[i] = c.value(0)
	}
	if c.bad {
		return nil, errCut
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
