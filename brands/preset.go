package brands

import (
	"bytes"
	"cmp"
	"errors"
	"io"
	"io/fs"
	"net/textproto"
	"path"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"
)

// The files of a preset; see [LoadOptions].
const (
	PresetFile    = "source.yaml"
	PresetProgram = "map.jq"
)

// preset returns the keys of source after merging: the keys that the brand sets override the keys
// of the preset that it names. Faults in the preset's keys are reported on the line of
// source.preset.
func (r sourceReader) preset(s *Source, m mapping) mapping {
	v := m.str("preset")
	if !v.ok {
		return m
	}
	known := presetNames(r.presets)
	if !slices.Contains(known, v.text) {
		if len(known) == 0 {
			v.fault("there are no presets here: leave it out")
		} else {
			v.fault("%q is not known: write %s", v.text, strings.Join(known, ", "))
		}
		return m
	}
	s.Preset = v.text
	text, err := readPreset(r.presets, v.text, PresetFile)
	base := &yaml.Node{}
	if err == nil {
		err = yaml.Unmarshal(text, base)
	}
	program, perr := readPreset(r.presets, v.text, PresetProgram)
	if err = cmp.Or(err, perr); err != nil || len(base.Content) != 1 ||
		base.Content[0].Kind != yaml.MappingNode {
		v.fault("%q cannot be read: %v", v.text, err)
		return m
	}
	s.Program = string(program)
	setLine(base.Content[0], v.line)
	preset := r.file.mapping(base.Content[0], "source", sourceKeys...)
	merged := mapping{file: &r.file, prefix: m.prefix, line: m.line, nodes: preset.nodes}
	if kind := m.nodes["kind"]; kind != nil && kind.Value == "file" {
		// The brand reads a copy of the backend's answers from disk. Only items and the program
		// of the preset apply; all keys of the connection are dropped.
		for name := range merged.nodes {
			if name != "items" {
				delete(merged.nodes, name)
			}
		}
	}
	for name, n := range m.nodes {
		merged.nodes[name] = overlay(name, merged.nodes[name], n)
	}
	return merged
}

// presetNames lists the folders of presets.
func presetNames(presets fs.FS) (names []string) {
	if presets == nil {
		return nil
	}
	files, _ := fs.Glob(presets, "*/"+PresetFile) // the pattern is sound
	for _, file := range files {
		names = append(names, path.Dir(file))
	}
	return names
}

func readPreset(presets fs.FS, name, file string) ([]byte, error) {
	f, err := presets.Open(path.Join(name, file))
	if err != nil {
		return nil, err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, maxFileBytes+1))
	if err == nil && (len(text) > maxFileBytes ||
		!bytes.ContainsFunc(text, func(c rune) bool { return c > ' ' })) {
		err = errors.New(file + " is empty or too large")
	}
	return text, err
}

// setLine sets the line of a node and of all nodes below it, for messages.
func setLine(n *yaml.Node, line int) {
	n.Line = line
	for _, child := range n.Content {
		setLine(child, line)
	}
}

// overlay merges the brand's value over into the preset's value under of the same key. Mappings are
// merged key by key; any other value is replaced. When the brand chooses another paging style, the
// preset's keys below pages are dropped, because they have no effect with that style.
func overlay(name string, under, over *yaml.Node) *yaml.Node {
	if under == nil || under.Kind != yaml.MappingNode || over.Kind != yaml.MappingNode ||
		isAnchorOrAlias(over) {
		return over
	}
	if name == "pages" {
		style, was := mappingValue(over, "style"), mappingValue(under, "style")
		if style != nil && (was == nil || style.Value != was.Value) {
			return over
		}
	}
	joined := *over
	joined.Content = slices.Clone(over.Content)
	for i := 0; i+1 < len(under.Content); i += 2 {
		key, v := under.Content[i], under.Content[i+1]
		at := -1
		for j := 0; j+1 < len(joined.Content); j += 2 {
			if sameKey(name, joined.Content[j].Value, key.Value) {
				at = j
			}
		}
		if at < 0 {
			joined.Content = append(joined.Content, key, v)
		} else {
			joined.Content[at+1] = overlay("", v, joined.Content[at+1])
		}
	}
	return &joined
}

// sameKey compares two keys; names of header fields are compared without regard to case.
func sameKey(parent, a, b string) bool {
	if parent == "headers" {
		a, b = textproto.CanonicalMIMEHeaderKey(a), textproto.CanonicalMIMEHeaderKey(b)
	}
	return a == b
}

// mappingValue returns the value of a key in a mapping node, nil when it has no such key.
func mappingValue(n *yaml.Node, key string) *yaml.Node {
	for i := 0; i+1 < len(n.Content); i += 2 {
		if n.Content[i].Value == key {
			return n.Content[i+1]
		}
	}
	return nil
}
