package brands

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"go.yaml.in/yaml/v3"
)

// reader walks the YAML tree of one file and gathers every fault it meets. The
// tree is walked by hand, not decoded into a struct, because the decoder stops
// at its first syntax-free fault of some kinds, names Go types in its messages
// and forgets the line of a value that is well typed but wrong.
type reader struct {
	folder  string
	env     func(string) (string, bool) // never nil
	presets fs.FS                       // nil when there are none
	faults  []*KeyError
	used    []secret
}

func (r *reader) fault(line int, key, format string, args ...any) {
	r.faults = append(r.faults, &KeyError{Line: line, Key: key, Text: fmt.Sprintf(format, args...)})
}

var yamlLine = regexp.MustCompile(`^(?:yaml: )?(?:line (\d+): )?`)

// document reads the one document of a file; nil when that is not possible.
func (r *reader) document(text []byte) *yaml.Node {
	dec := yaml.NewDecoder(bytes.NewReader(text))
	var doc, more yaml.Node
	switch err := dec.Decode(&doc); {
	case errors.Is(err, io.EOF):
		r.fault(1, "", "the file is empty: write the keys of the brand, at least name, locale, site_url, base_url, auth_url and source")
		return nil
	case err != nil:
		r.syntax(err)
		return nil
	}
	switch err := dec.Decode(&more); {
	case errors.Is(err, io.EOF):
	case err != nil:
		r.syntax(err)
		return nil
	default:
		r.fault(max(more.Line, 1), "", "a second document starts here: a brand is one document, so remove the line with ---")
		return nil
	}
	return doc.Content[0]
}

func (r *reader) syntax(err error) {
	text := strings.ReplaceAll(err.Error(), "\n", " ")
	m := yamlLine.FindStringSubmatch(text)
	line, convErr := strconv.Atoi(m[1])
	if convErr != nil || line < 1 {
		line = 1
	}
	r.fault(line, "", "not readable as YAML (%s): repair the line or the one above it", strings.TrimPrefix(text, m[0]))
}

// object is one mapping of the file: its keys are known, each set once.
type object struct {
	r      *reader
	prefix string // "" or "source."
	line   int
	nodes  map[string]*yaml.Node
}

// object checks a mapping against the keys it may hold; none given means that
// any may. Anything else than a mapping is a fault and reads as an empty one.
func (r *reader) object(n *yaml.Node, key string, known ...string) object {
	o := object{r: r, line: max(n.Line, 1), nodes: map[string]*yaml.Node{}}
	if key != "" {
		o.prefix = key + "."
	}
	if n.Kind != yaml.MappingNode {
		what := "name: value"
		if len(known) > 0 {
			what = "one of " + strings.Join(known, ", ")
		}
		r.fault(o.line, key, "must hold keys, not %s: write %s below it", kindOf(n), what)
		return o
	}
	for i := 0; i+1 < len(n.Content); i += 2 {
		k, v := n.Content[i], n.Content[i+1]
		name := o.prefix + k.Value
		switch {
		case k.Kind != yaml.ScalarNode:
			r.fault(k.Line, key, "a key must be a plain word")
		case len(known) > 0 && !slices.Contains(known, k.Value):
			r.fault(k.Line, name, "unknown key: the keys here are %s", strings.Join(known, ", "))
		case o.nodes[k.Value] != nil:
			r.fault(k.Line, name, "already set on line %d: keep one of the two", o.nodes[k.Value].Line)
		case anchored(v):
			r.fault(v.Line, name, "anchors and aliases are not read: write the value out")
			o.nodes[k.Value] = &yaml.Node{Kind: yaml.AliasNode, Line: v.Line}
		default:
			o.nodes[k.Value] = v
		}
	}
	return o
}

// anchored refuses YAML's references, which make a small file arbitrarily large.
func anchored(n *yaml.Node) bool { return n.Kind == yaml.AliasNode || n.Anchor != "" }

func kindOf(n *yaml.Node) string {
	switch {
	case n.Kind == yaml.SequenceNode:
		return "a list"
	case n.Kind == yaml.MappingNode:
		return "keys"
	case n.ShortTag() == "!!null":
		return "nothing"
	default:
		return "a single value"
	}
}

// value is one scalar with its place; ok is false when the key is absent or
// already reported.
type value struct {
	r    *reader
	key  string
	text string
	line int
	tag  string
	ok   bool
}

func (v value) fault(format string, args ...any) { v.r.fault(v.line, v.key, format, args...) }

func (o object) has(key string) bool { return o.nodes[key] != nil }

// scalar reads a key that holds one value.
func (o object) scalar(key string) value {
	n := o.nodes[key]
	if n == nil {
		return value{}
	}
	return o.r.scalar(n, o.prefix+key)
}

func (r *reader) scalar(n *yaml.Node, key string) value {
	v := value{r: r, key: key, line: n.Line}
	switch {
	case n.Kind == yaml.AliasNode:
		return v // reported where the key was read
	case anchored(n):
		v.fault("anchors and aliases are not read: write the value out")
	case n.Kind != yaml.ScalarNode:
		v.fault("must be a single value, not %s", kindOf(n))
	case n.ShortTag() == "!!null" && n.Style&(yaml.SingleQuotedStyle|yaml.DoubleQuotedStyle) == 0:
		v.fault("has no value: write one, or leave the key out (a value that starts with # needs quotes)")
	default:
		v.text, v.tag, v.ok = n.Value, n.ShortTag(), true
	}
	return v
}

// required reads a key that must be there.
func (o object) required(key, remedy string) value {
	if !o.has(key) {
		o.r.fault(o.line, o.prefix+key, "missing: %s", remedy)
		return value{}
	}
	return o.str(key)
}

// str reads text: not empty, one line, no control characters.
func (o object) str(key string) value { return o.scalar(key).asText() }

func (v value) asText() value {
	if !v.ok {
		return v
	}
	v.ok = false
	switch {
	case v.tag != "!!str":
		kind := map[string]string{"!!int": "a number", "!!float": "a number", "!!bool": "yes or no", "!!timestamp": "a date"}[v.tag]
		v.fault("must be text, not %s: put it in quotes", cmp.Or(kind, "another kind of value"))
	case strings.TrimSpace(v.text) == "":
		v.fault("is empty: write a value, or leave the key out")
	case strings.TrimSpace(v.text) != v.text:
		v.fault("starts or ends with a space: remove it")
	case strings.ContainsFunc(v.text, func(c rune) bool { return c < 0x20 || c == 0x7f || c == 0x2028 || c == 0x2029 }):
		v.fault("holds a line break or a control character: write it on one line")
	default:
		v.ok = true
	}
	return v
}

// oneOf reads a word of a closed list.
func (o object) oneOf(key, def string, words ...string) string {
	v := o.scalar(key)
	if !v.ok {
		return def
	}
	if !slices.Contains(words, v.text) {
		v.fault("%q is not known: write %s", v.text, strings.Join(words, ", "))
		return def
	}
	return v.text
}

// boolean reads yes or no.
func (o object) boolean(key string, def bool) bool {
	v := o.scalar(key)
	if !v.ok {
		return def
	}
	switch v.text {
	case "yes", "true":
		return true
	case "no", "false":
		return false
	}
	v.fault("%q is neither yes nor no: write one of the two", v.text)
	return def
}

// integer reads a whole number from low to high.
func (o object) integer(key string, def, low, high int) int {
	v := o.scalar(key)
	if !v.ok {
		return def
	}
	n, err := strconv.Atoi(v.text)
	if err != nil || n < low || n > high {
		v.fault("%q is not a whole number from %d to %d", v.text, low, high)
		return def
	}
	return n
}

// share reads a number from 0 to 1.
func (o object) share(key string, def float64) float64 {
	v := o.scalar(key)
	if !v.ok {
		return def
	}
	f, err := strconv.ParseFloat(v.text, 64)
	if err != nil || math.IsNaN(f) || f < 0 || f > 1 {
		v.fault("%q is not a share from 0 to 1: write 0.3 for 30 %%", v.text)
		return def
	}
	return f
}

// moment reads an instant.
func (o object) moment(key string) time.Time {
	v := o.scalar(key)
	if !v.ok {
		return time.Time{}
	}
	t, err := time.Parse(time.RFC3339, v.text)
	if err != nil || t.IsZero() {
		v.fault("%q is not a time with its offset: write it as in 2026-05-23T18:00:00-03:00", v.text)
		return time.Time{}
	}
	return t
}

// list gives the entries of a list of single values.
func (o object) list(key string) []value {
	n := o.nodes[key]
	if n == nil || n.Kind == yaml.AliasNode {
		return nil
	}
	if n.Kind != yaml.SequenceNode {
		o.r.fault(n.Line, o.prefix+key, "must be a list, not %s: write - in front of each entry", kindOf(n))
		return nil
	}
	var out []value
	for i, entry := range n.Content {
		out = append(out, o.r.scalar(entry, fmt.Sprintf("%s%s[%d]", o.prefix, key, i)).asText())
	}
	return out
}

// child reads a mapping below a key; an absent one reads as empty.
func (o object) child(key string, known ...string) object {
	n := o.nodes[key]
	if n == nil || n.Kind == yaml.AliasNode {
		return object{r: o.r, prefix: o.prefix + key + ".", line: o.line, nodes: map[string]*yaml.Node{}}
	}
	return o.r.object(n, o.prefix+key, known...)
}
