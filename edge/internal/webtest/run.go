package webtest

import (
	"bytes"
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// Test plays every script that matches the glob, each as a subtest with one
// subtest for each case. A pattern that matches nothing fails the test.
func Test(t *testing.T, target Target, glob string) {
	t.Helper()
	files, err := filepath.Glob(glob)
	if err != nil || len(files) == 0 {
		t.Fatalf("no script matches %s", glob)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), filepath.Ext(file)), func(t *testing.T) {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			script, err := Parse(file, string(text))
			if err != nil {
				t.Fatal(err)
			}
			script.Play(target, func(c *Case, err error) {
				t.Run(c.Title, func(t *testing.T) {
					if err != nil {
						t.Error(err)
					}
				})
			})
		})
	}
}

// Check plays the script and joins what went wrong; nil when all holds.
func (s *Script) Check(target Target) error {
	var all []error
	s.Play(target, func(_ *Case, err error) { all = append(all, err) })
	return errors.Join(all...)
}

// Play plays the script and reports each case once, with nil when all of its
// checks hold. An error names file and line of every check that does not, and
// ends with the answer.
func (s *Script) Play(target Target, report func(c *Case, err error)) {
	vars := variables{}
	for i := range s.Cases {
		c := &s.Cases[i]
		report(c, s.play(c, target, vars))
	}
}

func (s *Script) play(c *Case, target Target, vars variables) error {
	request, err := c.request(vars)
	if err != nil {
		return fmt.Errorf("%s:%d: %w", s.Name, c.Line, err)
	}
	a, err := target.do(c.method, request)
	if err != nil {
		return fmt.Errorf("%s:%d: %s: %w", s.Name, c.Line, c.Title, err)
	}
	var wrong []error
	for i := range c.steps {
		st := &c.steps[i]
		if err := st.run(a, vars); err != nil {
			wrong = append(wrong, fmt.Errorf("%s:%d: %s: %w", s.Name, st.line, st.text, err))
		}
	}
	if len(wrong) == 0 {
		return nil
	}
	return errors.Join(append(wrong, errors.New(a.String()))...)
}

// request writes the request as it goes over the wire.
func (c *Case) request(vars variables) ([]byte, error) {
	var b bytes.Buffer
	var failed error
	expand := func(text string) string {
		out, err := vars.expand(text, false)
		failed = errors.Join(failed, err)
		return out
	}
	target := expand(c.target)
	if target[0] != '/' {
		target = "/" + target // "http://host?q=x"
	}
	fmt.Fprintf(&b, "%s %s HTTP/1.1\r\n", c.method, target)
	has := map[string]bool{}
	for _, f := range c.fields {
		has[http.CanonicalHeaderKey(f.name)] = true
	}
	body := expand(string(c.body))
	if !has["Host"] {
		fmt.Fprintf(&b, "Host: %s\r\n", expand(c.host))
	}
	for _, f := range c.fields {
		fmt.Fprintf(&b, "%s: %s\r\n", f.name, expand(f.value))
	}
	if !has["Connection"] {
		b.WriteString("Connection: close\r\n")
	}
	if c.hasBody && !has["Content-Length"] && !has["Transfer-Encoding"] {
		fmt.Fprintf(&b, "Content-Length: %d\r\n", len(body))
	}
	b.WriteString("\r\n" + body)
	return b.Bytes(), failed
}

// variables is what captures have kept.
type variables map[string]string

var reference = regexp.MustCompile(`\$\{([^}]*)\}`)

// expand replaces ${name}. In a regular expression the text of a variable is
// quoted.
func (v variables) expand(text string, pattern bool) (string, error) {
	var err error
	out := reference.ReplaceAllStringFunc(text, func(ref string) string {
		name := ref[2 : len(ref)-1]
		value, ok := v[name]
		if !ok {
			err = fmt.Errorf("variable %s was not captured", name)
		}
		if pattern {
			value = regexp.QuoteMeta(value)
		}
		return value
	})
	return out, err
}

// String is the answer as a message shows it, the body cut to what a person
// reads.
func (a *answer) String() string {
	const most = 2000
	var b strings.Builder
	fmt.Fprintf(&b, "\t%d %s\n", a.status, http.StatusText(a.status))
	var fields strings.Builder
	_ = a.header.Write(&fields) // a Builder takes everything
	text := strings.ReplaceAll(fields.String(), "\r", "") + "\n"
	body := a.body
	if len(body) > most {
		body = append(body[:most:most], "… ("+strconv.Itoa(len(a.body))+" bytes)"...)
	}
	for line := range strings.SplitSeq(text+string(body), "\n") {
		b.WriteString("\t" + line + "\n")
	}
	return strings.TrimRight(b.String(), "\t\n")
}
