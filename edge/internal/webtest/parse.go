package webtest

import (
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// Script is a parsed script.
type Script struct {
	Name  string // of its file, for messages
	Cases []Case
}

// Case is one request and what must hold of its answer.
type Case struct {
	Line  int    // of the request line
	Title string // what "==" said, else the request line

	method, host, target string
	fields               []field
	body                 []byte
	hasBody              bool
	steps                []step
}

type field struct{ name, value string }

// step is a check or a capture.
type step struct {
	line   int
	text   string // as the script has it, for messages
	kind   string // status, header, body, trimbody, size, json, capture
	name   string // header: the field; json: the path; capture: the variable
	op     string
	value  string
	source *step // capture: where the value comes from
}

var (
	requestLine = regexp.MustCompile(`^([A-Za-z]+) http://([^/?# ]*)(.*)$`)
	fieldLine   = regexp.MustCompile("^([!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \t]*(.*)$")
	variable    = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`)
)

// maxFill keeps a slip in "fill" from eating all memory.
const maxFill = 64 << 20

// Errors of a script. Parse wraps them with file and line.
var (
	ErrNoRequest = errors.New("no request line above")
	ErrLine      = errors.New("unknown kind of line")
	ErrOrder     = errors.New("belongs before the checks")
	ErrCheck     = errors.New("check cannot be read")
)

// Parse reads a script. name is what messages call it. An error names the line.
func Parse(name, text string) (*Script, error) {
	s := &Script{Name: name}
	title := ""
	for i, line := range strings.Split(text, "\n") {
		if err := s.line(i+1, strings.TrimRight(line, " \t\r"), &title); err != nil {
			return nil, fmt.Errorf("%s:%d: %w", name, i+1, err)
		}
	}
	return s, nil
}

func (s *Script) line(n int, line string, title *string) error {
	if line == "" || line[0] == '#' {
		return nil
	}
	if rest, ok := strings.CutPrefix(line, "== "); ok {
		*title = rest
		return nil
	}
	if m := requestLine.FindStringSubmatch(line); m != nil {
		c := Case{Line: n, Title: *title, method: m[1], host: m[2], target: m[3]}
		if c.Title == "" {
			c.Title = line
		}
		if c.target == "" {
			c.target = "/"
		}
		*title = ""
		s.Cases = append(s.Cases, c)
		return nil
	}
	if len(s.Cases) == 0 {
		return ErrNoRequest
	}
	return s.Cases[len(s.Cases)-1].line(n, line)
}

// line reads a line of a case below its request line.
func (c *Case) line(n int, line string) error {
	if line[0] == '\t' {
		return c.more(line[1:])
	}
	if m := fieldLine.FindStringSubmatch(line); m != nil {
		if len(c.steps) > 0 || c.hasBody {
			return ErrOrder
		}
		c.fields = append(c.fields, field{m[1], m[2]})
		return nil
	}
	word, rest, _ := strings.Cut(line, " ")
	switch word {
	case ">", "fill":
		if len(c.steps) > 0 {
			return ErrOrder
		}
		return c.addBody(word, rest)
	}
	st, err := parseStep(word, strings.TrimLeft(rest, " "))
	if err != nil {
		return err
	}
	st.line, st.text = n, line
	c.steps = append(c.steps, st)
	return nil
}

// more is a line that goes on with the value of the check above.
func (c *Case) more(text string) error {
	if len(c.steps) == 0 {
		return ErrCheck
	}
	st := &c.steps[len(c.steps)-1]
	if st.kind == "capture" || st.op == "present" || st.op == "absent" {
		return ErrCheck
	}
	if st.value != "" {
		st.value += "\n"
	}
	st.value += text
	return nil
}

func (c *Case) addBody(word, rest string) error {
	if word == "fill" {
		n, err := strconv.Atoi(rest)
		if err != nil || n < 0 || n > maxFill {
			return fmt.Errorf("fill takes a number up to %d", maxFill)
		}
		c.body, c.hasBody = append(c.body, strings.Repeat("x", n)...), true
		return nil
	}
	if c.hasBody {
		c.body = append(c.body, '\n')
	}
	c.body, c.hasBody = append(c.body, rest...), true
	return nil
}

func parseStep(kind, rest string) (step, error) {
	st := step{kind: kind}
	var ok bool
	switch kind {
	case "status":
		st.op, st.value = "==", rest
		_, err := strconv.Atoi(rest)
		ok = err == nil
	case "header":
		st.name, rest, _ = strings.Cut(rest, " ")
		ok = st.name != "" && st.parseOp(rest)
	case "json":
		st.name, rest, ok = cutPath(rest)
		ok = ok && st.parseOp(rest)
	case "body", "trimbody":
		ok = st.parseOp(rest) && st.op != "present" && st.op != "absent"
	case "size":
		ok = st.parseOp(rest) && isOrder(st.op)
	case "capture":
		ok = st.parseCapture(rest)
	default:
		return st, ErrLine
	}
	if !ok {
		return st, ErrCheck
	}
	return st, nil
}

func (st *step) parseOp(text string) bool {
	st.op, st.value, _ = strings.Cut(strings.TrimLeft(text, " "), " ")
	st.value = strings.TrimLeft(st.value, " ")
	switch st.op {
	case "present", "absent":
		return st.value == ""
	case "contains", "!contains":
		return true
	case "~", "!~":
		// With variables it can only be compiled when they are known.
		_, err := regexp.Compile(st.value)
		return err == nil || strings.Contains(st.value, "${")
	}
	return isOrder(st.op)
}

// isOrder says whether the operator compares numbers too.
func isOrder(op string) bool {
	switch op {
	case "==", "!=", "<", "<=", ">", ">=":
		return true
	}
	return false
}

func (st *step) parseCapture(rest string) bool {
	name, source, ok := strings.Cut(rest, " = ")
	st.name = strings.TrimSpace(name)
	kind, arg, _ := strings.Cut(strings.TrimSpace(source), " ")
	arg = strings.TrimSpace(arg)
	st.source = &step{kind: kind, name: arg}
	switch kind {
	case "json":
		path, rest, isPath := cutPath(arg)
		st.source.name = path
		ok = ok && isPath && rest == ""
	case "body":
		_, err := regexp.Compile(arg)
		ok = ok && err == nil
	case "header":
	default:
		ok = false
	}
	return ok && arg != "" && variable.MatchString(st.name)
}
