package brands

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"go.yaml.in/yaml/v3"
)

// yamlFile reads the YAML tree of one brand.yaml and collects every fault that is found in it.
//
// The tree is walked by hand because no decoder into structs reports all faults of a file with
// their lines: with one duplicate key, goccy/go-yaml 1.19 in strict mode reports that fault alone,
// and yaml.v3 with KnownFields misses the other faults of that mapping, accepts anchors, and names
// Go types instead of keys. A preset is merged with the brand's keys before they are checked, and a
// value of the right type can still be wrong, so the nodes and their lines are needed anyway.
type yamlFile struct {
	name   string // relative to the brand's folder; "" for brand.yaml
	before int    // lines of the file before the YAML
	faults []*KeyError
}

func (f *yamlFile) fault(line int, key, format string, args ...any) {
	f.faults = append(f.faults, &KeyError{File: f.name, Line: line + f.before, Key: key,
		Text: fmt.Sprintf(format, args...)})
}

var yamlLine = regexp.MustCompile(`^(?:yaml: )?(?:line (\d+): )?`)

// document parses a file that holds exactly one YAML document; nil after a fault.
func (f *yamlFile) document(text []byte) *yaml.Node {
	dec := yaml.NewDecoder(bytes.NewReader(text))
	var doc, more yaml.Node
	switch err := dec.Decode(&doc); {
	case errors.Is(err, io.EOF):
		f.fault(1, "",
			"the file is empty: write the keys of the brand, at least name, locale, site_url, "+
				"base_url, auth_url and source")
		return nil
	case err != nil:
		f.syntax(err)
		return nil
	}
	switch err := dec.Decode(&more); {
	case errors.Is(err, io.EOF):
	case err != nil:
		f.syntax(err)
		return nil
	default:
		f.fault(max(more.Line, 1), "",
			"a second document starts here: a brand is one document, so remove the line with ---")
		return nil
	}
	return doc.Content[0]
}

func (f *yamlFile) syntax(err error) {
	text := strings.ReplaceAll(err.Error(), "\n", " ")
	m := yamlLine.FindStringSubmatch(text)
	line, convErr := strconv.Atoi(m[1])
	if convErr != nil || line < 1 {
		line = 1
	}
	f.fault(line, "", "not readable as YAML (%s): repair the line or the one above it",
		strings.TrimPrefix(text, m[0]))
}

// mapping is one YAML mapping of the file, after the check of its keys: all are known and set once.
type mapping struct {
	file   *yamlFile
	prefix string // "" or "source."
	line   int
	nodes  map[string]*yaml.Node
}

// mapping checks the keys of a mapping node against known; without known, every key is allowed. A
// node of another kind is a fault and is read as an empty mapping.
func (f *yamlFile) mapping(n *yaml.Node, key string, known ...string) mapping {
	m := mapping{file: f, line: max(n.Line, 1), nodes: map[string]*yaml.Node{}}
	if key != "" {
		m.prefix = key + "."
	}
	if n.Kind != yaml.MappingNode {
		what := "name: value"
		if len(known) > 0 {
			what = "one of " + strings.Join(known, ", ")
		}
		f.fault(m.line, key, "must hold keys, not %s: write %s below it", kindOf(n), what)
		return m
	}
	for i := 0; i+1 < len(n.Content); i += 2 {
		k, v := n.Content[i], n.Content[i+1]
		name := m.prefix + k.Value
		switch {
		case k.Kind != yaml.ScalarNode:
			f.fault(k.Line, key, "a key must be a plain word")
		case len(known) > 0 && !slices.Contains(known, k.Value):
			f.fault(k.Line, name, "unknown key%s the keys here are %s",
				cmp.Or(suggest(k.Value, known), ":"), strings.Join(known, ", "))
		case m.nodes[k.Value] != nil:
			f.fault(k.Line, name, "already set on line %d: keep one of the two",
				m.nodes[k.Value].Line)
		case isAnchorOrAlias(v):
			f.fault(v.Line, name, "anchors and aliases are not read: write the value out")
			m.nodes[k.Value] = &yaml.Node{Kind: yaml.AliasNode, Line: v.Line}
		default:
			m.nodes[k.Value] = v
		}
	}
	return m
}

// isAnchorOrAlias reports whether n is or defines a YAML reference. References are refused, because
// with them a small file can expand to any size.
func isAnchorOrAlias(n *yaml.Node) bool { return n.Kind == yaml.AliasNode || n.Anchor != "" }

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

// value is one scalar with its key and line. ok is false when the key is absent, or when a fault
// was already reported for it.
type value struct {
	file *yamlFile
	key  string
	text string
	line int
	tag  string
	ok   bool
}

func (v value) fault(format string, args ...any) { v.file.fault(v.line, v.key, format, args...) }

func (m mapping) has(key string) bool { return m.nodes[key] != nil }

// scalar reads a key whose value must be a scalar.
func (m mapping) scalar(key string) value {
	n := m.nodes[key]
	if n == nil {
		return value{}
	}
	return m.file.scalar(n, m.prefix+key)
}

func (f *yamlFile) scalar(n *yaml.Node, key string) value {
	v := value{file: f, key: key, line: n.Line}
	switch {
	case n.Kind == yaml.AliasNode:
		return v // the fault was reported where the key was read
	case isAnchorOrAlias(n):
		v.fault("anchors and aliases are not read: write the value out")
	case n.Kind != yaml.ScalarNode:
		v.fault("must be a single value, not %s", kindOf(n))
	case n.ShortTag() == "!!null" && n.Style&(yaml.SingleQuotedStyle|yaml.DoubleQuotedStyle) == 0:
		v.fault("has no value: write one, or leave the key out (a value that starts with # needs " +
			"quotes)")
	default:
		v.text, v.tag, v.ok = n.Value, n.ShortTag(), true
	}
	return v
}

// required reads the text of a key that must be present.
func (m mapping) required(key, remedy string) value {
	if !m.has(key) {
		m.file.fault(m.line, m.prefix+key, "missing: %s", remedy)
		return value{}
	}
	return m.str(key)
}

// str reads text: not empty, one line, no control characters.
func (m mapping) str(key string) value { return m.scalar(key).asText() }

func (v value) asText() value {
	if !v.ok {
		return v
	}
	v.ok = false
	switch {
	case v.tag != "!!str":
		kind := map[string]string{"!!int": "a number", "!!float": "a number", "!!bool": "yes or no",
			"!!timestamp": "a date"}[v.tag]
		v.fault("must be text, not %s: put it in quotes", cmp.Or(kind, "another kind of value"))
	case strings.TrimSpace(v.text) == "":
		v.fault("is empty: write a value, or leave the key out")
	case strings.TrimSpace(v.text) != v.text:
		v.fault("starts or ends with a space: remove it")
	case strings.ContainsFunc(v.text, breaksLine):
		v.fault("holds a line break or a control character: write it on one line")
	default:
		v.ok = true
	}
	return v
}

// breaksLine reports whether c ends a line or is a control character.
func breaksLine(c rune) bool { return c < 0x20 || c == 0x7f || c == 0x2028 || c == 0x2029 }

// oneOf reads one of words.
func (m mapping) oneOf(key, def string, words ...string) string {
	v := m.scalar(key)
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
func (m mapping) boolean(key string, def bool) bool {
	v := m.scalar(key)
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
func (m mapping) integer(key string, def, low, high int) int {
	v := m.scalar(key)
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
func (m mapping) share(key string, def float64) float64 {
	v := m.scalar(key)
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

// timestamp reads a time in RFC 3339 form.
func (m mapping) timestamp(key string) time.Time {
	v := m.scalar(key)
	if !v.ok {
		return time.Time{}
	}
	t, err := time.Parse(time.RFC3339, v.text)
	if err != nil || t.IsZero() {
		v.fault("%q is not a time with its offset: write it as in 2026-05-23T18:00:00-03:00",
			v.text)
		return time.Time{}
	}
	return t
}

// list reads the entries of a list of texts.
func (m mapping) list(key string) []value {
	n := m.nodes[key]
	if n == nil || n.Kind == yaml.AliasNode {
		return nil
	}
	if n.Kind != yaml.SequenceNode {
		m.file.fault(n.Line, m.prefix+key, "must be a list, not %s: write - in front of each entry",
			kindOf(n))
		return nil
	}
	var out []value
	for i, entry := range n.Content {
		out = append(out, m.file.scalar(entry, fmt.Sprintf("%s%s[%d]", m.prefix, key, i)).asText())
	}
	return out
}

// child reads the mapping below a key; an absent key is read as an empty mapping.
func (m mapping) child(key string, known ...string) mapping {
	n := m.nodes[key]
	if n == nil || n.Kind == yaml.AliasNode {
		return mapping{
			file: m.file, prefix: m.prefix + key + ".", line: m.line,
			nodes: map[string]*yaml.Node{},
		}
	}
	return m.file.mapping(n, m.prefix+key, known...)
}
