package brands

import (
	"math"
	"strconv"

	"go.yaml.in/yaml/v3"
)

// body reads source.body, the JSON body of the requests; nil when there is none.
func (r sourceReader) body(m mapping) map[string]any {
	n := m.nodes["body"]
	if n == nil || n.Kind == yaml.AliasNode {
		return nil
	}
	if n.Kind != yaml.MappingNode {
		r.file.fault(n.Line, m.prefix+"body",
			"must hold keys, not %s: they are the members of the JSON body", kindOf(n))
		return nil
	}
	members, _ := r.json(n, m.prefix+"body").(map[string]any)
	return members
}

// json converts a YAML node to the JSON value that it denotes. Strings may hold ${NAME} and line
// breaks.
func (r sourceReader) json(n *yaml.Node, key string) any {
	switch n.Kind {
	case yaml.MappingNode:
		m := r.file.mapping(n, key)
		members := make(map[string]any, len(m.nodes))
		for name, v := range m.nodes {
			members[name] = r.json(v, m.prefix+name)
		}
		return members
	case yaml.SequenceNode:
		list := make([]any, len(n.Content))
		for i, e := range n.Content {
			if isAnchorOrAlias(e) {
				r.file.fault(e.Line, key, "anchors and aliases are not read: write the value out")
				continue
			}
			list[i] = r.json(e, key+"["+strconv.Itoa(i)+"]")
		}
		return list
	case yaml.ScalarNode:
		return r.jsonScalar(n, key)
	}
	return nil // an alias; the fault was reported where its key was read
}

func (r sourceReader) jsonScalar(n *yaml.Node, key string) any {
	v := value{file: &r.file, key: key, text: n.Value, line: n.Line, tag: n.ShortTag(), ok: true}
	switch v.tag {
	case "!!null":
		return nil
	case "!!bool":
		b, err := strconv.ParseBool(v.text)
		if err == nil {
			return b
		}
	case "!!int":
		// Base 10 only: 010 is eight to some readers of YAML and ten to others.
		if i, err := strconv.Atoi(v.text); err == nil {
			return i
		}
	case "!!float":
		f, err := strconv.ParseFloat(v.text, 64)
		if err == nil && !math.IsNaN(f) && !math.IsInf(f, 0) {
			return f
		}
	case "!!str", "!!timestamp":
		text, _ := r.expand(v)
		return text
	}
	v.fault("%q cannot be written as JSON: put it in quotes if it is text", v.text)
	return nil
}
