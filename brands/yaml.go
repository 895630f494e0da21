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

// document parses a file that holds exactly one YAML document; no node after a fault.
func (f *yamlFile) document(text []byte) (n node) {
	dec := yaml.NewDecoder(bytes.NewReader(text))
	var doc, more yaml.Node
	err := dec.Decode(&doc)
	if errors.Is(err, io.EOF) && (f.name == EditsFile || f.name == SheetName) {
		return n // the last entry was deleted
	}
	if errors.Is(err, io.EOF) {
		f.fault(1, "", "the file is empty: write the keys of the brand, at least name, locale, "+
			"site_url, base_url, auth_url and source")
		return n
	}
	if err == nil {
		err = dec.Decode(&more)
	}
	switch {
	case errors.Is(err, io.EOF):
		return node{f, doc.Content[0], ""}
	case err == nil:
		f.fault(max(more.Line, 1), "",
			"a second document starts here: a brand is one document, so remove the line with ---")
		return n
	}
	said := strings.ReplaceAll(err.Error(), "\n", " ")
	m := yamlLine.FindStringSubmatch(said)
	line, _ := strconv.Atoi(m[1]) // 0 without a line
	f.fault(max(line, 1), "", "not readable as YAML (%s): repair the line or one above it: "+
		"each quote is closed, a text with a colon stands in quotes, spaces indent, not tabs",
		strings.TrimPrefix(said, m[0]))
	return n
}

// optional parses a file that a folder may have, as it was read; no node without it or after a
// fault.
func (f *yamlFile) optional(folder string, text []byte, err error) (n node) {
	_, is := os.Lstat(filepath.Join(folder, f.name))
	if other := misnamed(folder, f.name); other != "" {
		f.fault(1, "", "%s", other)
	} else if err == nil {
		return f.document(text)
	} else if !errors.Is(is, os.ErrNotExist) {
		f.fault(1, "", "not readable: %v", err)
	}
	return n
}

// node is a node of the YAML of a file, with its key.
type node struct {
	*yamlFile
	*yaml.Node        // nil for a key that is missing
	key        string // dotted, as in source.pages; "" for the whole file
}

// fault reports a fault of the node.
func (n node) fault(format string, args ...any) {
	n.yamlFile.fault(max(n.Line, 1), n.key, format, args...)
}

// mapping reports whether the node is a mapping, and reports faults of its keys: all are in known
// and set once. Without known, every key is allowed.
func (n node) mapping(known []string) bool {
	if n.isReference() {
		n.fault(referenceFault)
		return false
	}
	if n.Kind != yaml.MappingNode {
		what := "name: value"
		if len(known) > 0 {
			what = "one of " + strings.Join(known, ", ")
		}
		n.fault("must hold keys, not %s: write %s below it", n.kind(), what)
		return false
	}
	lines := map[string]int{}
	for i := 0; i+1 < len(n.Content); i += 2 {
		k := node{n.yamlFile, n.Content[i], n.below(n.Content[i].Value)}
		switch {
		case k.Kind != yaml.ScalarNode:
			k.key = n.key
			k.fault("a key must be a plain word")
		case len(known) > 0 && !slices.Contains(known, k.Value):
			k.fault("unknown key%s the keys here are %s", cmp.Or(Suggest(k.Value, known), ":"),
				strings.Join(known, ", "))
		case lines[k.Value] > 0:
			k.fault("already set on line %d: keep one of the two", lines[k.Value])
		default:
			lines[k.Value] = n.Content[i+1].Line
		}
	}
	return true
}

// below returns the dotted name of a key of a mapping.
func (n node) below(key string) string {
	if n.key == "" {
		return key
	}
	return n.key + "." + key
}

// keys returns the keys of a mapping that are plain words, each once.
func (n node) keys() (keys []string) {
	for i := 0; i+1 < len(n.Content); i += 2 {
		if k := n.Content[i]; k.Kind == yaml.ScalarNode && !slices.Contains(keys, k.Value) {
			keys = append(keys, k.Value)
		}
	}
	return keys
}

// child returns the node of a key of a mapping.
func (n node) child(key string) node {
	return node{n.yamlFile, valueOf(n.Node, key), n.below(key)}
}

// at returns the node of a key, or of an entry of a list, below the node: pages.size, groups[0][1].
func (n node) at(path string) node {
	at := node{n.yamlFile, n.Node, n.below(path)}
	for _, part := range strings.FieldsFunc(path, func(c rune) bool {
		return strings.ContainsRune(".[]", c)
	}) {
		if i, err := strconv.Atoi(part); err == nil && at.Kind == yaml.SequenceNode {
			at.Node = at.Content[i]
		} else if at.Node = valueOf(at.Node, part); at.Node == nil {
			break
		}
	}
	return at
}

func (n node) has(path string) bool { return n.at(path).Node != nil }

// faultAt reports a fault of a key below the node, on the line of its value; a missing key is
// reported on the first line of the mapping that it belongs to.
func (n node) faultAt(path, format string, args ...any) {
	at := n.at(path)
	for up := path; at.Node == nil; at = n.at(up) {
		up = up[:max(strings.LastIndexByte(up, '.'), 0)]
	}
	at.key = n.below(path)
	at.fault(format, args...)
}

// valueOf returns the value of a key in a mapping node, the first of several; nil without the key.
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
func (n node) isReference() bool { return n.Kind == yaml.AliasNode || n.Anchor != "" }

// kind describes the node in messages.
func (n node) kind() string {
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

// value is one scalar.
type value struct {
	node        // its Value is as brand.yaml says it, for messages
	text string // with its variables filled in
}

// wrong reports a fault that begins with the value as it is written.
func (v value) wrong(format string, args ...any) {
	v.fault("%s", strconv.Quote(v.Value)+" "+fmt.Sprintf(format, args...))
}

// scalar reads a node that must be a single value. Those of sources may hold ${NAME}.
func (n node) scalar() (v value, ok bool) {
	v = value{n, n.Value}
	switch {
	case n.isReference():
		v.fault(referenceFault)
	case n.Kind != yaml.ScalarNode:
		v.fault("must be a single value, not %s", n.kind())
	case v.ShortTag() == "!!null" && n.Style&(yaml.SingleQuotedStyle|yaml.DoubleQuotedStyle) == 0:
		v.fault("has no value: write one, or leave the key out (a value that starts with # needs " +
			"quotes)")
	case n.name == "" &&
		(strings.HasPrefix(n.key, "source") || strings.HasPrefix(n.key, "edits")):
		v.text, ok = n.expand(v)
	default:
		ok = true
	}
	return v, ok
}

// isText reports whether the value is text: not empty, one line, no control characters.
func (v value) isText() bool {
	switch {
	case v.ShortTag() != "!!str":
		kind := map[string]string{"!!int": "a number", "!!float": "a number", "!!bool": "yes or no",
			"!!timestamp": "a date"}[v.ShortTag()]
		v.fault("must be text, not %s: put it in quotes", cmp.Or(kind, "another kind of value"))
	case strings.TrimSpace(v.Value) == "":
		v.fault("is empty: write a value, or leave the key out")
	case strings.TrimSpace(v.Value) != v.Value:
		v.fault("starts or ends with a space: remove it")
	case strings.ContainsFunc(v.Value, breaksLine):
		v.fault("holds a line break or a control character: write it on one line")
	default:
		return true
	}
	return false
}

// breaksLine reports whether c ends a line or is a control character.
func breaksLine(c rune) bool { return c < 0x20 || c == 0x7f || c == 0x2028 || c == 0x2029 }

// entries returns the entries of a list of single texts; those with a fault are left out.
func (n node) entries() (list []value) {
	for _, e := range n.list() {
		if v, ok := e.scalar(); ok && v.isText() {
			list = append(list, v)
		}
	}
	return list
}

// list returns the entries of a node that must be a list.
func (n node) list() (entries []node) {
	switch {
	case n.isReference():
		n.fault(referenceFault)
	case n.Kind != yaml.SequenceNode:
		n.fault("must be a list, not %s: write - in front of each entry", n.kind())
	default:
		for i, e := range n.Content {
			entries = append(entries, node{n.yamlFile, e, fmt.Sprintf("%s[%d]", n.key, i)})
		}
	}
	return entries
}

// member is a text of a mapping whose keys are free.
type member struct {
	name string
	value
}

// texts returns the members of a mapping in the order of their names; those with a fault are left
// out.
func (n node) texts() (texts []member) {
	if n.mapping(nil) {
		for _, name := range n.keys() {
			if v, ok := n.child(name).scalar(); ok && v.isText() {
				texts = append(texts, member{name, v})
			}
		}
	}
	slices.SortFunc(texts, func(a, b member) int { return cmp.Compare(a.name, b.name) })
	return texts
}
