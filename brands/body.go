package brands

import (
	"math"
	"strconv"

	"go.yaml.in/yaml/v3"
)

// body reads the JSON body of the requests; nil when there is none.
func (r *reader) body(o object) map[string]any {
	n := o.nodes["body"]
	if n == nil || n.Kind == yaml.AliasNode {
		return nil
	}
	if n.Kind != yaml.MappingNode {
		r.fault(n.Line, o.prefix+"body", "must hold keys, not %s: they are the members of the JSON body", kindOf(n))
		return nil
	}
	m, _ := r.json(n, o.prefix+"body").(map[string]any)
	return m
}

// json turns a YAML node into the JSON value that it writes; text may hold
// ${NAME} and line breaks.
func (r *reader) json(n *yaml.Node, key string) any {
	switch n.Kind {
	case yaml.MappingNode:
		o := r.object(n, key)
		m := make(map[string]any, len(o.nodes))
		for name, v := range o.nodes {
			m[name] = r.json(v, o.prefix+name)
		}
		return m
	case yaml.SequenceNode:
		list := make([]any, len(n.Content))
		for i, e := range n.Content {
			if anchored(e) {
				r.fault(e.Line, key, "anchors and aliases are not read: write the value out")
				continue
			}
			list[i] = r.json(e, key+"["+strconv.Itoa(i)+"]")
		}
		return list
	case yaml.ScalarNode:
		return r.jsonScalar(n, key)
	}
	return nil // an alias, which was reported where its key was read
}

func (r *reader) jsonScalar(n *yaml.Node, key string) any {
	v := value{r: r, key: key, text: n.Value, line: n.Line, tag: n.ShortTag(), ok: true}
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
