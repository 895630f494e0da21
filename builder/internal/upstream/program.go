package upstream

import (
	"context"
	"errors"
	"fmt"
	"math"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/itchyny/gojq"
)

const (
	itemTime    = 2 * time.Second  // of one item in the program
	filterTime  = 30 * time.Second // of a filter over a whole document
	maxYield    = 10_000           // records of one item: an event of 784 dates exists
	maxProgram  = 1 << 20          // bytes
	maxItemsOut = 1_000_000        // outputs of an items filter for one document
)

// variables are what a program knows besides its input; the filters of
// source.pages and source.errors also see the fields of the answer's header.
var (
	variables     = []string{"$file", "$page", "$brand", "$locale"}
	pageVariables = append(slices.Clone(variables), headerVariable)
)

const headerVariable = "$headers"

// program is a compiled jq program or filter.
type program struct {
	name    string // as in brand.yaml, for messages
	text    string
	code    *gojq.Code
	time    time.Duration
	headers bool // looks at the header
	place   bool // looks at where the item stands: $file or $page
}

// refused are names that would make the result depend on something else than
// the input, with the reason.
var refused = map[string]string{
	"$ENV": "the environment is not there", "env": "the environment is not there",
	"input": "there is one item at a time", "inputs": "there is one item at a time",
	"now":       "the result must not depend on the time of the pull",
	"localtime": "the result must not depend on the zone of the machine", "strflocaltime": "the result must not depend on the zone of the machine",
	"debug": "nothing reads what it writes", "stderr": "nothing reads what it writes",
	"halt": "use empty to leave an item out", "halt_error": "use error to refuse an item",
}

// compile reads a jq text; name stands for it in messages.
func compile(name, text string) (*program, error) { return compileWith(name, text, variables) }

func compileWith(name, text string, known []string) (*program, error) {
	query, err := gojq.Parse(text)
	if err != nil {
		var p *gojq.ParseError
		if errors.As(err, &p) {
			before := text[:min(max(p.Offset-len(p.Token), 0), len(text))]
			line := 1 + strings.Count(before, "\n")
			return nil, fmt.Errorf("%w: %s, line %d: %v", ErrMap, name, line, err)
		}
		return nil, fmt.Errorf("%w: %s: %v", ErrMap, name, err)
	}
	if word := uses(reflect.ValueOf(query), defined(query)); word != "" {
		return nil, fmt.Errorf("%w: %s: %s cannot be used: %s", ErrMap, name, word, refused[word])
	}
	code, err := gojq.Compile(query, gojq.WithVariables(known))
	if err != nil {
		return nil, fmt.Errorf("%w: %s: %v", ErrMap, name, err)
	}
	return &program{name: name, text: text, code: code, time: filterTime, headers: mentions(query, headerVariable),
		place: mentions(query, "$file") || mentions(query, "$page")}, nil
}

// defined gives the functions that the program defines itself; a name of its
// own is not the one that is refused.
func defined(q *gojq.Query) map[string]bool {
	own := map[string]bool{}
	walk(reflect.ValueOf(q), func(v any) bool {
		if d, ok := v.(*gojq.FuncDef); ok {
			own[d.Name] = true
		}
		return true
	})
	return own
}

// uses gives the first refused name that the program calls, or "".
func uses(v reflect.Value, own map[string]bool) (found string) {
	walk(v, func(node any) bool {
		if f, ok := node.(*gojq.Func); ok && found == "" && !own[f.Name] && refused[f.Name] != "" {
			found = f.Name
		}
		return found == ""
	})
	return found
}

// mentions says whether a variable or function is used.
func mentions(q *gojq.Query, name string) (found bool) {
	walk(reflect.ValueOf(q), func(node any) bool {
		f, ok := node.(*gojq.Func)
		found = found || ok && f.Name == name
		return !found
	})
	return found
}

// walk visits every node of the syntax tree. Reflection follows the tree
// whatever node types a later version adds; a list of them would miss one.
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

// run gives the outputs for one input, at most limit of them. They are gathered
// before anybody sees them, so that the time of whoever takes them does not
// count as the program's.
func (p *program) run(ctx context.Context, input any, values []any, limit int) ([]any, error) {
	limited, cancel := context.WithTimeout(ctx, p.time)
	defer cancel()
	var out []any
	iter := p.code.RunWithContext(limited, input, values...)
	for {
		v, ok := iter.Next()
		if !ok {
			return out, nil
		}
		if err, failed := v.(error); failed {
			if e := ended(ctx); e != nil {
				return nil, e
			}
			if limited.Err() != nil {
				return nil, fmt.Errorf("%w: %s: one input took longer than %s: it may never end", ErrMap, p.name, p.time)
			}
			return nil, fmt.Errorf("%w: %s: %v", ErrMap, p.name, err)
		}
		if len(out) == limit {
			return nil, fmt.Errorf("%w: %s: more than %d outputs for one input", ErrMap, p.name, limit)
		}
		if !finite(v) {
			return nil, fmt.Errorf("%w: %s: an output holds NaN or infinity, which are not JSON", ErrMap, p.name)
		}
		out = append(out, v)
	}
}

// finite says whether every number in v can be written as JSON.
func finite(v any) bool {
	switch v := v.(type) {
	case float64:
		return !math.IsNaN(v) && !math.IsInf(v, 0)
	case []any:
		for _, e := range v {
			if !finite(e) {
				return false
			}
		}
	case map[string]any:
		for _, e := range v {
			if !finite(e) {
				return false
			}
		}
	}
	return true
}

// first gives the first output that is not null or false; nil when there is none.
func (p *program) first(ctx context.Context, input any, values []any) (any, error) {
	out, err := p.run(ctx, input, values, maxYield)
	for _, v := range out {
		if v != nil && v != false {
			return v, err
		}
	}
	return nil, err
}

// count reads a number that a source states: an integer, or its digits in text.
func count(v any) (int, bool) {
	switch v := v.(type) {
	case int:
		return v, v >= 0
	case float64:
		return int(v), v >= 0 && v == math.Trunc(v) && v < 1<<53
	case string:
		n, err := strconv.Atoi(v)
		return n, err == nil && n >= 0
	}
	return 0, false
}

var plainPath = regexp.MustCompile(`^(\.[A-Za-z_][A-Za-z0-9_]*)+$`)

// placeOf reads source.items: a plain path is streamed, anything else is a
// filter over the whole document.
func placeOf(items string) (place, *program, error) {
	items = strings.TrimSpace(items)
	switch {
	case items == "":
		return place{auto: true}, nil, nil
	case plainPath.MatchString(items):
		return place{path: strings.Split(items[1:], "."), written: items}, nil, nil
	}
	p, err := compile("source.items", items)
	return place{}, p, err
}
