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
)

// run tries a check, or keeps what a capture finds.
func (st *step) run(a *answer, vars variables) error {
	if st.kind == "capture" {
		value, err := st.source.find(a)
		if err == nil {
			vars[st.name] = value
		}
		return err
	}
	want, err := vars.expand(st.value, st.op == "~" || st.op == "!~")
	if err != nil {
		return err
	}
	switch st.kind {
	case "status":
		return compare(strconv.Itoa(a.status), st.op, want)
	case "size":
		return compare(strconv.Itoa(len(a.sent)), st.op, want)
	case "body":
		return compare(string(a.body), st.op, want)
	case "trimbody":
		return compare(trimLines(string(a.body)), st.op, trimLines(want))
	case "header":
		values := a.header.Values(st.name)
		if done, err := presence(len(values) > 0, st.op); done {
			return err
		}
		return compare(strings.Join(values, ", "), st.op, want)
	}
	return st.runJSON(a, want)
}

func (st *step) runJSON(a *answer, want string) error {
	var doc any
	if err := json.Unmarshal(a.body, &doc); err != nil {
		return fmt.Errorf("body is not JSON: %w", err)
	}
	got, found := lookup(doc, st.name)
	if done, err := presence(found, st.op); done {
		return err
	}
	switch list, isList := got.([]any); {
	case st.op == "==" || st.op == "!=":
		if reflect.DeepEqual(got, jsonValue(want)) != (st.op == "==") {
			return mismatch(jsonText(got))
		}
		return nil
	case isList && strings.HasSuffix(st.op, "contains"):
		value := jsonValue(want)
		has := slices.ContainsFunc(list, func(v any) bool { return reflect.DeepEqual(v, value) })
		if has != (st.op == "contains") {
			return mismatch(jsonText(got))
		}
		return nil
	}
	return compare(jsonText(got), st.op, want)
}

// jsonValue reads a value of a script: JSON, or else a string without quotes.
func jsonValue(text string) any {
	var v any
	if json.Unmarshal([]byte(text), &v) != nil {
		return text
	}
	return v
}

// presence settles the operators without a value, and every other one when
// there is nothing to compare.
func presence(found bool, op string) (done bool, err error) {
	switch {
	case op == "absent" && found:
		return true, errPresent
	case op == "absent":
		return true, nil
	case !found:
		return true, errAbsent
	}
	return op == "present", nil
}

// compare tries an operator on two texts.
func compare(got, op, want string) error {
	ok := false
	switch op {
	case "==":
		ok = got == want
	case "!=":
		ok = got != want
	case "contains":
		ok = strings.Contains(got, want)
	case "!contains":
		ok = !strings.Contains(got, want)
	case "~", "!~":
		re, err := regexp.Compile(want)
		if err != nil {
			return fmt.Errorf("pattern: %w", err)
		}
		ok = re.MatchString(got) == (op == "~")
	default:
		g, err := strconv.ParseFloat(got, 64)
		if err != nil {
			return fmt.Errorf("%s is no number", strconv.Quote(got))
		}
		w, err := strconv.ParseFloat(want, 64)
		if err != nil {
			return fmt.Errorf("%s is no number", strconv.Quote(want))
		}
		ok = op == "<" && g < w || op == "<=" && g <= w || op == ">" && g > w || op == ">=" && g >= w
	}
	if !ok {
		return mismatch(got)
	}
	return nil
}

// mismatch shows what there was instead, cut to one line of a message.
func mismatch(got string) error {
	const most = 300
	if len(got) > most {
		got = got[:most] + "…"
	}
	return fmt.Errorf("got %s", strconv.Quote(got))
}

// find is the value that a capture keeps.
func (st *step) find(a *answer) (string, error) {
	switch st.kind {
	case "header":
		values := a.header.Values(st.name)
		if len(values) == 0 {
			return "", errAbsent
		}
		return strings.Join(values, ", "), nil
	case "body":
		m := regexp.MustCompile(st.name).FindSubmatch(a.body) // Parse has compiled it once
		if m == nil {
			return "", errAbsent
		}
		return string(m[min(1, len(m)-1)]), nil
	}
	var doc any
	if err := json.Unmarshal(a.body, &doc); err != nil {
		return "", fmt.Errorf("body is not JSON: %w", err)
	}
	value, found := lookup(doc, st.name)
	if !found {
		return "", errAbsent
	}
	return jsonText(value), nil
}

// trimLines trims every line and drops the empty ones.
func trimLines(text string) string {
	var lines []string
	for line := range strings.SplitSeq(text, "\n") {
		if line = strings.TrimSpace(line); line != "" {
			lines = append(lines, line)
		}
	}
	return strings.Join(lines, "\n")
}
