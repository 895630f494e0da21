package jq

import (
	"encoding/json"
	"errors"
	"strings"

	"github.com/itchyny/gojq"

	"cartaz/builder/internal/upstream/adapt"
	"cartaz/builder/internal/validate"
)

// Program is a compiled jq program or filter. It may be used by several goroutines.
type Program struct {
	source
	code    *gojq.Code
	head    []byte            // the source, as requests to a worker begin
	checker *validate.Checker // of its records, in a worker, or nil
}

// refused comes before every program. It replaces built-in functions whose results depend on
// anything but the input and the variables.
const refused = `def now: error("now cannot be used: the result must not depend on the time of ` +
	`the pull"); def localtime: error("localtime cannot be used: the result must not depend on ` +
	`the zone of the machine"); def strflocaltime(f): localtime; def env: error("env cannot be ` +
	`used: the environment is not there"); `

// Compile reads a jq text. variables are the names of its variables, with their $. Modules, further
// inputs, the clock, the zone and the environment of the machine are not available.
func Compile(text string, variables []string) (*Program, error) {
	if strings.Contains(text, "$ENV") {
		return nil, errors.New("$ENV cannot be used: the environment is not there")
	}
	query, err := gojq.Parse(refused + text)
	if p, ok := errors.AsType[*gojq.ParseError](err); ok {
		before := (refused + text)[:max(p.Offset-len(p.Token), 0)]
		return nil, &SyntaxError{Line: 1 + strings.Count(before, "\n"), err: err}
	}
	if err != nil {
		return nil, err
	}
	code, err := gojq.Compile(query, gojq.WithVariables(variables),
		gojq.WithFunction("usual_record", 1, 1, usualRecord))
	if err != nil {
		return nil, err
	}
	p := &Program{source: source{Text: text, Variables: variables}, code: code}
	p.Check(nil)
	return p, nil
}

// Check makes a worker answer with the records that the rules make of the outputs; nil for outputs.
func (p *Program) Check(rules *validate.Config) {
	p.Rules = rules
	p.head, _ = json.Marshal(p.source) // of texts, numbers and values of JSON
}

// usualRecord is the jq function usual_record($locale): see [adapt.Record]. It is null for an event
// that its source hides.
func usualRecord(v any, args []any) any {
	object, ok := v.(map[string]any)
	locale, text := args[0].(string)
	if !ok || !text {
		return errors.New("usual_record($locale) takes an object")
	}
	return adapt.UsualRecord(object, locale)
}

// SyntaxError is the error of a text that is not jq.
type SyntaxError struct {
	Line int // from 1
	err  error
}

func (e *SyntaxError) Error() string { return e.err.Error() }

// Mentions reports whether the program may look at a variable, whose name has its $.
func (p *Program) Mentions(variable string) bool { return strings.Contains(p.Text, variable) }
