package discovery

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"

	"go.yaml.in/yaml/v3"

	"cartaz/builder/catalog"
	"cartaz/builder/text"
)

// yamlToJSON writes a document of YAML as JSON for human readers: an indent of two spaces a level,
// and one newline at the end. Members keep their order; members from "<<" come at its position.
// Errors of package yaml name a line of source.
func yamlToJSON(source []byte) ([]byte, error) {
	var doc yaml.Node
	if err := yaml.Unmarshal(source, &doc); err != nil {
		return nil, err
	}
	// Decoding finds faults that the tree alone does not show: a duplicate member, and a part that
	// contains itself or grows out of bounds by repetition.
	var plain any
	if err := doc.Decode(&plain); err != nil {
		return nil, err
	}
	if _, ok := plain.(map[string]any); !ok {
		return nil, fmt.Errorf("it is no mapping")
	}
	b, err := appendJSON(nil, doc.Content[0])
	if err != nil {
		return nil, err
	}
	return text.JSON(json.RawMessage(b), "  ")
}

// appendJSON appends a value as JSON.
func appendJSON(b []byte, n *yaml.Node) (_ []byte, err error) {
	switch n.Kind {
	case yaml.AliasNode:
		return appendJSON(b, n.Alias)
	case yaml.MappingNode:
		b, err = appendMembers(append(b, '{'), n)
		return append(bytes.TrimSuffix(b, []byte(",")), '}'), err
	case yaml.SequenceNode:
		b = append(b, '[')
		for i, item := range n.Content {
			if i > 0 {
				b = append(b, ',')
			}
			if b, err = appendJSON(b, item); err != nil {
				return nil, err
			}
		}
		return append(b, ']'), nil
	}
	switch n.ShortTag() {
	case "!!int", "!!float", "!!bool", "!!null":
		if !json.Valid([]byte(n.Value)) {
			return nil, fmt.Errorf("line %d: %s is no value of JSON", n.Line, n.Value)
		}
		return append(b, n.Value...), nil
	}
	return catalog.AppendString(b, n.Value), nil
}

// appendMembers appends the members of a mapping, each with a comma after it.
func appendMembers(b []byte, n *yaml.Node) (_ []byte, err error) {
	if n.Kind == yaml.AliasNode {
		n = n.Alias
	}
	for pair := range slices.Chunk(n.Content, 2) {
		if pair[0].ShortTag() == "!!merge" {
			b, err = appendMembers(b, pair[1])
		} else {
			b, err = appendJSON(append(catalog.AppendString(b, pair[0].Value), ':'), pair[1])
			b = append(b, ',')
		}
		if err != nil {
			return nil, err
		}
	}
	return b, nil
}
