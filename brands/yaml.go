package brands

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"
)

// yamlFile is the YAML of one file of a brand. Its faults go to the reader of the brand.
//
// The tree is walked by hand because no decoder into structs reports all faults of a file with
// their lines: with one duplicate key, goccy/go-yaml 1.19 in strict mode reports that fault alone,
// and yaml.v3 with KnownFields misses the other faults of that mapping, accepts anchors, and names
// Go types instead of keys.
type yamlFile struct {
	*reader
	name   string // relative to the brand's folder; "" for brand.yaml
	before int    // lines of the file before the YAML
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
	err := dec.Decode(&doc)
	if errors.Is(err, io.EOF) && (f.name == EditsFile || f.name == SheetName) {
		return nil // the last entry was deleted
	}
	if errors.Is(err, io.EOF) {
		f.fault(1, "", "the file is empty: write the keys of the brand, at least name, locale, "+
			"site_url, base_url, auth_url and source")
		return nil
	}
	if err == nil {
		err = dec.Decode(&more)
	}
	switch {
	case errors.Is(err, io.EOF):
		return doc.Content[0]
	case err == nil:
		f.fault(max(more.Line, 1), "",
			"a second document starts here: a brand is one document, so remove the line with ---")
		return nil
	}
	said := strings.ReplaceAll(err.Error(), "\n", " ")
	m := yamlLine.FindStringSubmatch(said)
	line, _ := strconv.Atoi(m[1]) // 0 without a line
	f.fault(max(line, 1), "", "not readable as YAML (%s): repair the line or the one above it",
		strings.TrimPrefix(said, m[0]))
	return nil
}

// optional parses a file that a folder may have, as it was read; nil without it or after a fault.
func (f *yamlFile) optional(folder string, text []byte, err error) *yaml.Node {
	_, is := os.Lstat(filepath.Join(folder, f.name))
	if other := misnamed(folder, f.name); other != "" {
		f.fault(1, "", "%s", other)
	} else if err == nil {
		return f.document(text)
	} else if !errors.Is(is, os.ErrNotExist) {
		f.fault(1, "", "not readable: %v", err)
	}
	return nil
}

// section is one YAML mapping, after the check of its keys: all are known and set once.
type section struct {
	*yamlFile
	key  string // dotted, as in source.pages; "" for the whole file
	node *yaml.Node
}

// section checks the keys of a node against known; without known, every key is allowed. ok is false
// when the node is no mapping, which is a fault.
func (f *yamlFile) section(n *yaml.Node, key string, known []string) (m section, ok bool) {
	m = section{f, key, n}
	if isReference(n) {
		f.fault(n.Line, key, referenceFault)
		return m, false
	}
	if n.Kind != yaml.MappingNode {
		what := "name: value"
		if len(known) > 0 {
			what = "one of " + strings.Join(known, ", ")
		}
		f.fault(max(n.Line, 1), key, "must hold keys, not %s: write %s below it", kindOf(n), what)
		return m, false
	}
	lines := map[string]int{}
	for i := 0; i+1 < len(n.Content); i += 2 {
		k := n.Content[i]
		switch {
		case k.Kind != yaml.ScalarNode:
			f.fault(k.Line, key, "a key must be a plain word")
		case len(known) > 0 && !slices.Contains(known, k.Value):
			f.fault(k.Line, m.below(k.Value), "unknown key%s the keys here are %s",
				cmp.Or(Suggest(k.Value, known), ":"), strings.Join(known, ", "))
		case lines[k.Value] > 0:
			f.fault(k.Line, m.below(k.Value), "already set on line %d: keep one of the two",
				lines[k.Value])
		default:
			lines[k.Value] = n.Content[i+1].Line
		}
	}
	return m, true
}

// below is the dotted name of a key of the section.
func (m section) below(key string) string {
	if m.key == "" {
		return key
	}
	return m.key + "." + key
}

// keys are the keys of the section that are plain words, each once.
func (m section) keys() (keys []string) {
	for i := 0; i+1 < len(m.node.Content); i += 2 {
		if k := m.node.Content[i]; k.Kind == yaml.ScalarNode && !slices.Contains(keys, k.Value) {
			keys = append(keys, k.Value)
		}
	}
	return keys
}

// at is the node of a key, or of an entry of a list, below the section: pages.size, groups[0][1].
// It is nil when there is none.
func (m section) at(path string) *yaml.Node {
	n := m.node
	for _, part := range strings.FieldsFunc(path, func(c rune) bool {
		return strings.ContainsRune(".[]", c)
	}) {
		if i, err := strconv.Atoi(part); err == nil && n.Kind == yaml.SequenceNode {
			n = n.Content[i]
		} else if n = valueOf(n, part); n == nil {
			return nil
		}
	}
	return n
}

func (m section) has(path string) bool { return m.at(path) != nil }

// faultAt reports a fault of a key below the section, on the line of its value; a missing key is
// reported on the first line of the section that it belongs to.
func (m section) faultAt(path, format string, args ...any) {
	n := m.at(path)
	for up := path; n == nil; n = m.at(up) {
		up = up[:max(strings.LastIndexByte(up, '.'), 0)]
	}
	m.fault(max(n.Line, 1), m.below(path), format, args...)
}

// valueOf is the value of a key in a mapping node, the first of several; nil without the key.
func valueOf(n *yaml.Node, key string) *yaml.Node {
	for i := 0; i+1 < len(n.Content) && n.Kind == yaml.MappingNode; i += 2 {
		if n.Content[i].Value == key && n.Content[i].Kind == yaml.ScalarNode {
			return n.Content[i+1]
		}
	}
	return nil
}

const referenceFault = "anchors and aliases are not read: write the value out"

// isReference reports whether n is or defines a YAML reference. References are refused, because
// with them a small file can expand to any size.
func isReference(n *yaml.Node) bool { return n.Kind == yaml.AliasNode || n.Anchor != "" }

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

// value is one scalar with its key and line.
type value struct {
	*yamlFile
	key     string
	line    int
	tag     string // of YAML, as in !!int
	written string // as brand.yaml says it, for messages
	text    string // with its variables filled in
}

func (v value) fault(format string, args ...any) {
	v.yamlFile.fault(v.line, v.key, format, args...)
}

// wrong reports a fault that begins with the value as it is written.
func (v value) wrong(format string, args ...any) {
	v.fault("%s", strconv.Quote(v.written)+" "+fmt.Sprintf(format, args...))
}

// scalar reads a node that must be a single value. Those of sources may hold ${NAME}.
func (f *yamlFile) scalar(n *yaml.Node, key string) (v value, ok bool) {
	v = value{f, key, n.Line, n.ShortTag(), n.Value, n.Value}
	switch {
	case isReference(n):
		v.fault(referenceFault)
	case n.Kind != yaml.ScalarNode:
		v.fault("must be a single value, not %s", kindOf(n))
	case v.tag == "!!null" && n.Style&(yaml.SingleQuotedStyle|yaml.DoubleQuotedStyle) == 0:
		v.fault("has no value: write one, or leave the key out (a value that starts with # needs " +
			"quotes)")
	case f.name == "" && (strings.HasPrefix(key, "source") || strings.HasPrefix(key, "edits")):
		v.text, ok = f.expand(v)
	default:
		ok = true
	}
	return v, ok
}

// isText reports whether the value is text: not empty, one line, no control characters.
func (v value) isText() bool {
	switch {
	case v.tag != "!!str":
		kind := map[string]string{"!!int": "a number", "!!float": "a number", "!!bool": "yes or no",
			"!!timestamp": "a date"}[v.tag]
		v.fault("must be text, not %s: put it in quotes", cmp.Or(kind, "another kind of value"))
	case strings.TrimSpace(v.written) == "":
		v.fault("is empty: write a value, or leave the key out")
	case strings.TrimSpace(v.written) != v.written:
		v.fault("starts or ends with a space: remove it")
	case strings.ContainsFunc(v.written, breaksLine):
		v.fault("holds a line break or a control character: write it on one line")
	default:
		return true
	}
	return false
}

// breaksLine reports whether c ends a line or is a control character.
func breaksLine(c rune) bool { return c < 0x20 || c == 0x7f || c == 0x2028 || c == 0x2029 }

// entries are the entries of a list of single texts; those with a fault are left out.
func (f *yamlFile) entries(n *yaml.Node, key string) (list []value) {
	for i, e := range f.list(n, key) {
		if v, ok := f.scalar(e, fmt.Sprintf("%s[%d]", key, i)); ok && v.isText() {
			list = append(list, v)
		}
	}
	return list
}

// list is the content of a node that must be a list.
func (f *yamlFile) list(n *yaml.Node, key string) []*yaml.Node {
	switch {
	case isReference(n):
		f.fault(n.Line, key, referenceFault)
	case n.Kind != yaml.SequenceNode:
		f.fault(n.Line, key, "must be a list, not %s: write - in front of each entry", kindOf(n))
	default:
		return n.Content
	}
	return nil
}

// member is a text of a section whose keys are free.
type member struct {
	name string
	value
}

// texts are the members of a section in the order of their names; those with a fault are left out.
func (f *yamlFile) texts(n *yaml.Node, key string) (texts []member) {
	if m, ok := f.section(n, key, nil); ok {
		for _, name := range m.keys() {
			if v, ok := f.scalar(valueOf(n, name), m.below(name)); ok && v.isText() {
				texts = append(texts, member{name, v})
			}
		}
	}
	slices.SortFunc(texts, func(a, b member) int { return cmp.Compare(a.name, b.name) })
	return texts
}
