package brands

import (
	"cmp"
	"maps"
	"slices"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"

	"cartaz/builder/i18n"
)

// maxOwnText is the most characters of one of the brand's own texts: a phrase of a page, not a
// page.
const maxOwnText = 500

// texts reads the brand's own words for phrases of the site, by their keys in the files of package
// i18n.
func (r *configReader) texts(locale string, m mapping) i18n.Own {
	if len(m.nodes) == 0 || !slices.Contains(i18n.Names(), locale) {
		return nil
	}
	keys := i18n.Keys(locale)
	own := i18n.Own{}
	for _, key := range slices.Sorted(maps.Keys(m.nodes)) {
		n := m.nodes[key]
		if n.Kind == yaml.AliasNode {
			continue // the fault was reported where the key was read
		}
		faults := len(r.file.faults)
		text := r.ownText(n, m.prefix+key)
		if len(r.file.faults) > faults {
			continue
		}
		if err := i18n.Check(locale, key, text); err != nil {
			suggestion := ""
			if !slices.Contains(keys, key) {
				suggestion = cmp.Or(suggest(key, keys), ".") +
					" The keys are those of builder/i18n/locales/" + locale + ".yaml"
			}
			r.file.fault(n.Line, m.prefix+key, "%v%s", err, suggestion)
			continue
		}
		own[key] = text
	}
	return own
}

// ownText reads one text: a text, the forms of a number or a list.
func (r *configReader) ownText(n *yaml.Node, key string) (text i18n.Text) {
	read := func(n *yaml.Node, key string) string {
		v := r.file.scalar(n, key).asText()
		if v.ok && utf8.RuneCountInString(v.text) > maxOwnText {
			v.fault("has %d characters: at most %d are a phrase", utf8.RuneCountInString(v.text),
				maxOwnText)
		}
		return v.text
	}
	switch n.Kind {
	case yaml.MappingNode:
		text.Forms = map[string]string{}
		forms := r.file.mapping(n, key)
		for _, name := range slices.Sorted(maps.Keys(forms.nodes)) {
			text.Forms[name] = read(forms.nodes[name], forms.prefix+name)
		}
	case yaml.SequenceNode:
		for _, entry := range n.Content {
			text.List = append(text.List, read(entry, key))
		}
	default:
		text.Text = read(n, key)
	}
	return text
}
