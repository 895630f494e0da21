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

// preset lays the keys that the brand sets over those of the preset it names,
// and gives what results. Keys of the preset stand on the line that names it.
func (r *reader) preset(s *Source, o object) object {
	v := o.str("preset")
	if !v.ok {
		return o
	}
	known := presetNames(r.presets)
	if !slices.Contains(known, v.text) {
		if len(known) == 0 {
			v.fault("there are no presets here: leave it out")
		} else {
			v.fault("%q is not known: write %s", v.text, strings.Join(known, ", "))
		}
		return o
	}
	s.Preset = v.text
	text, err := readPreset(r.presets, v.text, PresetFile)
	base := &yaml.Node{}
	if err == nil {
		err = yaml.Unmarshal(text, base)
	}
	program, perr := readPreset(r.presets, v.text, PresetProgram)
	if err = cmp.Or(err, perr); err != nil || len(base.Content) != 1 || base.Content[0].Kind != yaml.MappingNode {
		v.fault("%q cannot be read: %v", v.text, err)
		return o
	}
	s.Program = string(program)
	place(base.Content[0], v.line)
	preset := r.object(base.Content[0], "source", sourceKeys...)
	merged := object{r: r, prefix: o.prefix, line: o.line, nodes: preset.nodes}
	if kind := o.nodes["kind"]; kind != nil && kind.Value == "file" {
		// A copy of the backend's answers on disk: what belongs to the connection
		// falls away, list and program stay.
		for name := range merged.nodes {
			if name != "items" {
				delete(merged.nodes, name)
			}
		}
	}
	for name, n := range o.nodes {
		merged.nodes[name] = lay(name, merged.nodes[name], n)
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
	if err == nil && (len(text) > maxFileBytes || !bytes.ContainsFunc(text, func(c rune) bool { return c > ' ' })) {
		err = errors.New(file + " is empty or too large")
	}
	return text, err
}

// place gives a node and all below it one line, for messages.
func place(n *yaml.Node, line int) {
	n.Line = line
	for _, child := range n.Content {
		place(child, line)
	}
}

// lay puts what the brand writes over what the preset has under the same key:
// keys below keys are joined, everything else is replaced. Another paging style
// takes nothing over from the preset's, since its keys would mean nothing.
func lay(name string, under, over *yaml.Node) *yaml.Node {
	if under == nil || under.Kind != yaml.MappingNode || over.Kind != yaml.MappingNode || anchored(over) {
		return over
	}
	if name == "pages" {
		if style, was := below(over, "style"), below(under, "style"); style != nil && (was == nil || style.Value != was.Value) {
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
			joined.Content[at+1] = lay("", v, joined.Content[at+1])
		}
	}
	return &joined
}

// sameKey compares keys; those of headers without regard to capitals.
func sameKey(parent, a, b string) bool {
	return a == b || parent == "headers" && textproto.CanonicalMIMEHeaderKey(a) == textproto.CanonicalMIMEHeaderKey(b)
}

// below finds a value in a mapping; nil when the key is not there.
func below(n *yaml.Node, key string) *yaml.Node {
	for i := 0; i+1 < len(n.Content); i += 2 {
		if n.Content[i].Value == key {
			return n.Content[i+1]
		}
	}
	return nil
}
