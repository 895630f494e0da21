package adapt

import (
	"bytes"
	"cmp"
	"errors"
	"io"
	"maps"
	"regexp"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"
)

// frontMatter matches Markdown that begins with YAML: the YAML, and the text.
var frontMatter = regexp.MustCompile(`(?s)^---[ \t]*\r?\n(.*?)(?:^|\n)---[ \t]*(?:\r?\n(.*))?$`)

// ReadYAML is the [Reader] of YAML, and of Markdown (.md, .markdown) whose front matter is YAML. An
// item is
//
//	{"record": {…}, "item": {"title": "Roda de choro", "date": "2027-02-01 20:00", "body": "…"}}
//
// A document with the name and the start of an event is one. Otherwise its list of events is read,
// at any depth. A document without such a list is an item, too: the check of records says what it
// lacks. The text of Markdown is the description, unless the front matter has one. Times and
// numbers are the texts of the source: 007 is not 7.
func ReadYAML(b []byte, o Options, hand func(Item) error) (any, error) {
	body := ""
	markdown := strings.HasSuffix(o.Name, ".md") || strings.HasSuffix(o.Name, ".markdown")
	if markdown {
		m := frontMatter.FindSubmatch(b)
		if m == nil {
			return nil, hand(Item{Note: "Markdown without front matter in YAML (---)"})
		}
		b, body = m[1], string(m[2])
	}
	for decoder := yaml.NewDecoder(bytes.NewReader(b)); ; {
		var node yaml.Node
		var document any
		err := decoder.Decode(&node)
		if errors.Is(err, io.EOF) {
			return nil, nil
		}
		asTexts(&node)
		if err = cmp.Or(err, node.Decode(&document)); err != nil {
			return nil, ErrMalformed.Errorf("%w", err)
		}
		if root, ok := document.(map[string]any); ok && markdown {
			said := Members(root, o.Locale)
			if said[ID] == nil {
				root["id"] = o.Name
			}
			if said[Description] == nil {
				root["description_format"] = "markdown"
			}
			Put(root, "body", body)
		}
		lists := map[string][]any{}
		findEvents([]any{document}, "", lists)
		list := lists[o.Path]
		switch len(lists) {
		case 0:
			list = []any{document}
		case 1:
			for _, list = range lists {
			}
		}
		if list == nil {
			return nil, ErrMalformed.Errorf("several lists have events: write the path of one in "+
				"source.items: %q", slices.Sorted(maps.Keys(lists)))
		}
		for _, v := range list {
			event, _ := v.(map[string]any)
			record := UsualRecord(event, o.Locale)
			Put(record, DefaultZone, ZoneOf(document, nil))
			item := map[string]any{RecordMember: record, "item": event}
			if err := hand(Item{Value: item}); err != nil {
				return nil, err
			}
		}
	}
}

// asTexts makes all scalars texts but true, false and null.
func asTexts(n *yaml.Node) {
	for _, inner := range n.Content {
		asTexts(inner)
	}
	if n.Kind == yaml.ScalarNode && !strings.Contains("!!bool !!null !!merge", n.ShortTag()) {
		n.Tag = "!!str"
	}
}

// findEvents finds the lists in which an object has the name and the start of an event, by their
// paths. Lists in one list have one path.
func findEvents(v any, path string, lists map[string][]any) {
	object, _ := v.(map[string]any)
	for name, inner := range object {
		findEvents(inner, path+"."+name, lists)
	}
	list, _ := v.([]any)
	if slices.ContainsFunc(list, func(v any) bool {
		event, _ := v.(map[string]any)
		return hasName(event) && Members(event, "")[Starts] != nil
	}) {
		lists[path] = append(lists[path], list...)
		return
	}
	for _, inner := range list {
		findEvents(inner, path, lists)
	}
}
