package jq

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"regexp"
	"strings"

	"github.com/itchyny/gojq"

	"cartaz/builder/internal/upstream/adapt"
)

// Program is a compiled jq program or filter. It may be used by several goroutines.
type Program struct {
	text  string
	query *gojq.Query
	code  *gojq.Code
	head  []byte   // what a worker compiles, as its requests begin
	path  []string // of a program that is nothing but the path to a member
}

// memberPath matches a program that is nothing but the path to a member.
var memberPath = regexp.MustCompile(`^(\.[A-Za-z_][A-Za-z0-9_]*)+$`)

// Compile reads a jq text. variables are the names, with their $, that it knows
// besides its input. It refuses what would make the result depend on anything but the
// input and the variables; modules are not there.
func Compile(text string, variables []string) (*Program, error) {
	query, err := gojq.Parse(text)
	if err != nil {
		var p *gojq.ParseError
		if errors.As(err, &p) {
			before := text[:min(max(p.Offset-len(p.Token), 0), len(text))]
			return nil, &SyntaxError{Line: 1 + strings.Count(before, "\n"), err: err}
		}
		return nil, err
	}
	if err := refuse(query); err != nil {
		return nil, err
	}
	code, err := gojq.Compile(query, gojq.WithVariables(variables),
		gojq.WithFunction("usual_record", 1, 1, usualRecord))
	if err != nil {
		return nil, err
	}
	p := &Program{text: text, query: query, code: code}
	if memberPath.MatchString(text) {
		p.path = strings.Split(text[1:], ".")
	}
	p.head, err = json.Marshal(source{text, variables})
	return p, err
}

// follow gives the value of a program that is nothing but a path. ok is false for any other
// program, and for an input of which the interpreter says what is wrong.
func (p *Program) follow(input any) (v any, ok bool) {
	for _, name := range p.path {
		object, is := input.(map[string]any)
		if !is && input != nil {
			return nil, false
		}
		input = object[name]
	}
	return input, p.path != nil
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

// SyntaxError is a text that is no jq.
type SyntaxError struct {
	Line int // from 1
	err  error
}

func (e *SyntaxError) Error() string { return e.err.Error() }

// Text is what was compiled.
func (p *Program) Text() string { return p.text }

// Mentions says whether the program names a variable, with its $, or a function.
func (p *Program) Mentions(name string) (found bool) {
	names(p.query, func(n string, _ bool) bool {
		found = found || n == name
		return !found
	})
	return found
}

// refused are names that would make the result depend on something else than the
// input, with the reason.
var refused = map[string]string{
	"$ENV": "the environment is not there", "env": "the environment is not there",
	"input": "there is one item at a time", "inputs": "there is one item at a time",
	"now":           "the result must not depend on the time of the pull",
	"localtime":     "the result must not depend on the zone of the machine",
	"strflocaltime": "the result must not depend on the zone of the machine",
	"debug":         "nothing reads what it writes", "stderr": "nothing reads what it writes",
	"halt": "use empty to leave an item out", "halt_error": "use error to refuse an item",
}

// refuse gives the first use of a refused name. The names are reserved: a definition
// or a parameter of such a name is refused as well, because which of two a call means
// depends on where it stands (def f: now; def g: (def now: 1; now);).
func refuse(q *gojq.Query) (err error) {
	names(q, func(name string, defined bool) bool {
		why := refused[name]
		switch {
		case why == "":
		case defined:
			err = fmt.Errorf("%s cannot be defined: the name stays that of the built-in, "+
				"which cannot be used (%s): choose another one", name, why)
		default:
			err = fmt.Errorf("%s cannot be used: %s", name, why)
		}
		return err == nil
	})
	return err
}

// names visits every name of a function or variable that the program calls or
// defines, until visit returns false.
func names(q *gojq.Query, visit func(name string, defined bool) bool) {
	more := true
	name := func(n string, defined bool) { more = more && (n == "" || visit(n, defined)) }
	walk(reflect.ValueOf(q), func(node any) bool {
		switch n := node.(type) {
		case *gojq.Func:
			name(n.Name, false)
		case *gojq.FuncDef:
			name(n.Name, true)
			for _, parameter := range n.Args {
				name(parameter, true)
			}
		case *gojq.Pattern:
			name(n.Name, true)
		case *gojq.PatternObject: // {$x} binds $x, too
			if strings.HasPrefix(n.Key, "$") {
				name(n.Key, true)
			}
		case *gojq.ObjectKeyVal: // {$x} reads $x
			if strings.HasPrefix(n.Key, "$") {
				name(n.Key, false)
			}
		}
		return more
	})
}

// walk visits every node of the syntax tree. Reflection follows the tree whatever node
// types a later version adds; a list of them would miss one.
func walk(v reflect.Value, visit func(any) bool) {
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() && visit(v.Interface()) {
			walk(v.Elem(), visit)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				walk(v.Field(i), visit)
			}
		}
	case reflect.Slice:
		for i := range v.Len() {
			walk(v.Index(i), visit)
		}
	}
}
