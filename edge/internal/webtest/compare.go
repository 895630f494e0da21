package webtest

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

var (
	errAbsent  = errors.New("is not there")
	errPresent = errors.New("is there")
	errValue   = errors.New("there is no value to compare with")
)

// compare tries an operator on two texts.
func compare(got, op, want string) error {
	if want == "" {
		return errValue
	}
	ok := false
	switch op {
	case "==":
		ok = got == want
	case "!=":
		ok = got != want
	case "contains", "!contains":
		ok = strings.Contains(got, want) == (op == "contains")
	case "~", "!~":
		re, err := regexp.Compile(want)
		if err != nil {
			return fmt.Errorf("pattern: %w", err)
		}
		ok = re.MatchString(got) == (op == "~")
	case "<", "<=", ">", ">=":
		g, errG := strconv.ParseFloat(got, 64)
		w, errW := strconv.ParseFloat(want, 64)
		if err := errors.Join(errG, errW); err != nil {
			return err
		}
		ok = op == "<" && g < w || op == "<=" && g <= w || op == ">" && g > w || op == ">=" &&
			g >= w
	default:
		return fmt.Errorf("%q is no operator", op)
	}
	if !ok {
		return mismatch(got)
	}
	return nil
}

// mismatch shows the value found, cut to one line of a message.
func mismatch(got string) error {
	const most = 300
	if len(got) > most {
		got = got[:most] + "…"
	}
	return fmt.Errorf("got %s", strconv.Quote(got))
}

// presence evaluates the operators without a value, and every other one if no value was found to
// compare.
func presence(found bool, op, want string) (done bool, err error) {
	switch {
	case want != "" && (op == "present" || op == "absent"):
		return true, fmt.Errorf("%s takes no value", op)
	case op == "absent" && found:
		return true, errPresent
	case op == "absent":
		return true, nil
	case !found:
		return true, errAbsent
	}
	return op == "present", nil
}

func (a *answer) checkJSON(path, op, want string) error {
	got, found, err := a.lookup(path)
	if err != nil {
		return err
	}
	if done, err := presence(found, op, want); done {
		return err
	}
	if want == "" {
		return errValue
	}
	list, isList := got.([]any)
	value := jsonValue(want)
	same := func(v any) bool { return reflect.DeepEqual(v, value) }
	switch {
	case op == "==" || op == "!=":
		if same(got) != (op == "==") {
			return mismatch(jsonText(got))
		}
		return nil
	case isList && strings.HasSuffix(op, "contains"):
		if slices.ContainsFunc(list, same) != (op == "contains") {
			return mismatch(jsonText(got))
		}
		return nil
	}
	return compare(jsonText(got), op, want)
}

// jsonValue reads a value of a script: JSON, or else a string without quotes.
func jsonValue(text string) any {
	var v any
	if json.Unmarshal([]byte(text), &v) != nil {
		return text
	}
	return v
}

// jsonText writes a value as a message or a variable shows it: strings without their quotes.
func jsonText(v any) string {
	if s, ok := v.(string); ok {
		return s
	}
	text, _ := json.Marshal(v) // it came from a document, so it goes into one
	return string(text)
}

// find returns the value that a capture keeps.
func (a *answer) find(kind, name string) (string, error) {
	switch kind {
	case "header":
		if values := a.header.Values(name); len(values) > 0 {
			return strings.Join(values, ", "), nil
		}
	case "body":
		re, err := regexp.Compile(name)
		if err != nil {
			return "", fmt.Errorf("pattern: %w", err)
		}
		if m := re.FindSubmatch(a.body); m != nil {
			return string(m[min(1, len(m)-1)]), nil
		}
	case "json":
		if value, found, err := a.lookup(name); err != nil || found {
			return jsonText(value), err
		}
	default:
		return "", fmt.Errorf("%q is no source", kind)
	}
	return "", errAbsent
}

// step is one step of a path: [1] is a name in brackets, [2] an index, [3] a name or "#".
var step = regexp.MustCompile(`^\.?(?:\["([^"]*)"\]|\[(-?\d+)\])|^\.([^.\[]+)`)

// lookup returns the value at a path of the body. found is false if there is no value.
func (a *answer) lookup(path string) (value any, found bool, err error) {
	if err := json.Unmarshal(a.body, &value); err != nil {
		return nil, false, fmt.Errorf("body is not JSON: %w", err)
	}
	for rest := path; rest != "" && path != "."; {
		m := step.FindStringSubmatch(rest)
		if m == nil {
			return nil, false, fmt.Errorf("path %s: %s cannot be read", path, rest)
		}
		rest = rest[len(m[0]):]
		found := false
		switch v := value.(type) {
		case map[string]any:
			if m[3] == "#" {
				value, found = float64(len(v)), true
			} else if m[2] == "" {
				value, found = v[m[1]+m[3]]
			}
		case []any:
			i, numErr := strconv.Atoi(m[2])
			if i < 0 {
				i += len(v)
			}
			if m[3] == "#" {
				value, found = float64(len(v)), true
			} else if numErr == nil && i >= 0 && i < len(v) {
				value, found = v[i], true
			}
		}
		if !found {
			return nil, false, nil
		}
	}
	return value, true, nil
}
