package jq

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"maps"

	"github.com/itchyny/gojq"

	"cartaz/builder/internal/upstream/adapt"
	"cartaz/builder/internal/upstream/jsondoc"
	"cartaz/builder/internal/validate"
	"cartaz/builder/internal/worker"
	"cartaz/builder/text"
)

// workerName is the name under which this executable is a worker of this package.
const workerName = "jq"

// maxOutputs bounds the outputs of one input, in bytes.
const maxOutputs = 64 << 20

func init() { worker.Serve(workerName, compiled{}.answer) }

// compiled are the programs that a worker received, by the lines that requests begin with.
type compiled map[string]*Program

// source is the input of the compiler in a worker, the first line of a request. The second line has
// the limit of outputs, the zones and the values of the variables; the input follows.
type source struct {
	Text      string // the jq text
	Variables []string
	Rules     *validate.Config
}

// Line returns a value as one line of JSON; as in jq, NaN is null, and infinity the largest number.
func Line(v any) []byte {
	b, _ := gojq.Marshal(v) // it never fails
	return b
}

// answer is the [worker.Handler]. Its text is the reason why there are no outputs.
func (k compiled) answer(request []byte, send func(worker.Message)) (m worker.Message) {
	var err error
	if m.Body, err = k.run(request, send); err != nil {
		m.Text = text.Shorten(err.Error(), 500) // it may quote any length
	}
	return m
}

// run answers a request. It sends the outputs that are not records one by one.
func (k compiled) run(request []byte, send func(worker.Message)) (lines []byte, err error) {
	parts := bytes.SplitN(request, []byte("\n"), 3)
	p := k[string(parts[0])]
	if p == nil {
		var from source
		_ = json.Unmarshal(parts[0], &from) // as Check wrote it
		if p, err = Compile(from.Text, from.Variables); err != nil {
			return nil, err // never: the builder has compiled it
		}
		if from.Rules != nil {
			p.checker = validate.New(*from.Rules)
		}
		k[string(parts[0])] = p
	}
	told, _ := jsondoc.Value(parts[1]) // as Send wrote it
	read := jsondoc.Value
	if p.Text == "." { // values that no record may have are not made
		read = jsondoc.Record
	}
	input, err := read(parts[2])
	if err != nil {
		return nil, err
	}
	about := told.([]any)
	most, zones, values := about[0], about[1].([]any), about[2:]
	records := len(zones) > 0
	n, made := 0, 0
	for iter := p.code.Run(input, values...); ; n++ {
		v, ok := iter.Next()
		if !ok {
			break
		}
		if err, failed := v.(error); failed {
			return nil, err
		}
		if n == most {
			return nil, fmt.Errorf("more than %d outputs for one input", n)
		}
		if record, ok := v.(map[string]any); ok && records {
			record = maps.Clone(record) // it may be a part of the input, or of the program
			ofSource, ofDocument, order := zones[0].(string), zones[1].(string), zones[2].(string)
			adapt.Put(record, adapt.DefaultZone, cmp.Or(ofSource,
				adapt.Scalar(record[adapt.DefaultZone]), ofDocument))
			adapt.Put(record, "date_order", cmp.Or(adapt.Scalar(record["date_order"]), order))
			v = record
		}
		line := Line(v)
		if made += len(line); made > maxOutputs || len(line) > jsondoc.MaxItem {
			return nil, fmt.Errorf("one output has more than %d bytes, or all have more than %d",
				jsondoc.MaxItem, maxOutputs)
		}
		if records {
			lines = append(append(lines, line...), '\n')
		} else {
			send(worker.Message{Body: line})
		}
	}
	if p.checker == nil {
		return lines, nil
	}
	all, err := jsondoc.Records(lines)
	var list []validate.Checked
	for _, raw := range all {
		list = append(list, p.checker.Gate(raw, "", input))
	}
	var c validate.Codec
	c.Checked(&list)
	return c.Bytes, err
}
