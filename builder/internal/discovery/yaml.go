package discovery

import (
	"encoding/json"
	"fmt"

	"go.yaml.in/yaml/v3"
)

// yamlToJSON writes a document of YAML as JSON (see [encode]). Members keep their order, and those
// that "<<" adds come where it stands. The errors of package yaml name a line of the text given.
func yamlToJSON(source []byte) ([]byte, error) {
	var doc yaml.Node
	if err := yaml.Unmarshal(source, &doc); err != nil {
		return nil, err
	}
	// Decoding finds what the tree alone does not show: a member given twice, and a part that
	// contains itself or grows out of bounds by repetition.
	var plain any
	if err := doc.Decode(&plain); err != nil {
		return nil, err
	}
	if _, ok := plain.(map[string]any); !ok {
		return nil, fmt.Errorf("it is no mapping")
	}
	v, err := yamlValue(doc.Content[0])
	if err != nil {
		return nil, err
	}
	return encode(v)
}

func yamlValue(n *yaml.Node) (any, error) {
	switch n.Kind {
	case yaml.AliasNode:
		return yamlValue(n.Alias)
	case yaml.MappingNode:
		return yamlMembers(nil, n)
	case yaml.SequenceNode:
		l := list{}
		for _, item := range n.Content {
			v, err := yamlValue(item)
			if err != nil {
				return nil, err
			}
			l = append(l, v)
		}
		return l, nil
	}
	switch n.ShortTag() {
	case "!!int", "!!float", "!!bool", "!!null":
		if !json.Valid([]byte(n.Value)) {
			return nil, fmt.Errorf("line %d: %s is no value of JSON", n.Line, n.Value)
		}
		return json.RawMessage(n.Value), nil
	}
	return n.Value, nil
}

// yamlMembers adds the members of a mapping to an object.
func yamlMembers(o object, n *yaml.Node) (object, error) {
	if n.Kind == yaml.AliasNode {
		n = n.Alias
	}
	for i := 0; i < len(n.Content); i += 2 {
		var err error
		key, child := n.Content[i], n.Content[i+1]
		if key.ShortTag() == "!!merge" {
			o, err = yamlMembers(o, child)
		} else {
			var v any
			v, err = yamlValue(child)
			o = append(o, member{key.Value, v})
		}
		if err != nil {
			return nil, err
		}
	}
	if o == nil {
		o = object{}
	}
	return o, nil
}
