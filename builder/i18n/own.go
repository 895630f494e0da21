package i18n

import (
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"cartaz/builder/text"
)

// Text is a brand's replacement for a text of its locale. It has the form of that text: one member
// is set.
type Text struct {
	Text  string            `json:",omitempty"` // a text, with or without placeholders
	Forms map[string]string `json:",omitempty"` // a text that depends on a number
	List  []string          `json:",omitempty"`
}

// Own holds a brand's replacements, by key. [Check] checks one of them.
type Own map[string]Text

// sealedGroups holds the groups of keys that no brand changes: texts of the API, of agents and of
// documents describe the service and not the brand, texts of the edge and of countries are chosen
// by locale alone, and the others name the language or are defaults of brand.yaml.
var sealedGroups = strings.Fields(`a2a auth brand changes country documents llms locale mcp number
	openapi path problem refine robots sample skill text`)

// Keys returns the keys of a locale that a brand may change, sorted.
func Keys(name string) []string {
	return slices.DeleteFunc(slices.Sorted(maps.Keys(localeOf(name).texts)), isSealed)
}

func isSealed(key string) bool {
	group, _, _ := strings.Cut(key, ".")
	return slices.Contains(sealedGroups, group)
}

// The marks of the slots in result pages (package resultpage). A text with one would become a slot.
const slotMarks = "⟦⟧"

// Check returns the fault of a brand's own text for a key of a locale, or nil. It is a fault if the
// key does not exist or is not for brands ([Keys]), or if the text differs in form or placeholders
// from the text of the locale. Every category of the locale must be there; forms of exact numbers
// are optional, and may omit placeholders.
func Check(name, key string, own Text) error {
	l := localeOf(name)
	node, ok := l.texts[key]
	switch {
	case !ok:
		return fmt.Errorf("there is no text of that key")
	case isSealed(key):
		group, _, _ := strings.Cut(key, ".")
		return fmt.Errorf("texts of %s describe the service, and no brand changes them", group)
	}
	for _, text := range own.all() {
		switch {
		case strings.TrimSpace(text) == "":
			return fmt.Errorf("is empty: write a text, or leave the key out")
		case strings.ContainsAny(text, slotMarks):
			return fmt.Errorf("%q holds %s, which pages of results use themselves: write another "+
				"character", text, slotMarks)
		}
	}
	err := l.with(Own{key: own}).bindsAs(key, node)
	if f, ok := errors.AsType[*fault](err); ok {
		return errors.New(f.text) // without the file of the locale, which is right
	}
	return err
}

// bindsAs returns an error unless the text of a key has the form and the placeholders of theirs,
// its text in the locale.
func (l *locale) bindsAs(key string, theirs yaml.Node) error {
	b := binding{key: key, names: placeholders(theirs.Value)}
	switch theirs.Kind {
	case yaml.SequenceNode:
		own := l.texts[key]
		if own.Kind != theirs.Kind || len(own.Content) != len(theirs.Content) {
			return fmt.Errorf("must be a list of %d texts, as [%s, …]", len(theirs.Content),
				theirs.Content[0].Value)
		}
		return nil
	case yaml.MappingNode:
		return l.hasForms(b, theirs)
	}
	_, err := l.message(b)
	return err
}

// hasForms returns an error unless the text of a key has all forms of theirs, except for exact
// numbers, and no other.
func (l *locale) hasForms(b binding, theirs yaml.Node) error {
	var forms map[string]string
	if err := theirs.Decode(&forms); err != nil {
		return err
	}
	b.names = placeholders(forms["other"])
	own, err := l.plural(b)
	if err != nil {
		return err
	}
	var has formSet
	for name := range forms {
		if category, ok := categories[name]; ok {
			has[category] = true
		}
	}
	return l.complete(b.key, &own, has, has)
}

// all returns every text in t.
func (t Text) all() []string {
	all := slices.Clone(t.List)
	for _, form := range text.InOrder(t.Forms) {
		all = append(all, form)
	}
	if t.Text != "" || len(all) == 0 {
		all = append(all, t.Text)
	}
	return all
}

// placeholders returns the names of the placeholders of a text, sorted, each once.
func placeholders(text string) []string {
	var names []string
	for text != "" {
		var name string
		if _, name, text = placeholder(text); name != "" {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// node returns the text in the form of a locale's file.
func (t Text) node() (n yaml.Node) {
	var value any = t.Text
	switch {
	case len(t.Forms) > 0:
		value = t.Forms
	case len(t.List) > 0:
		value = t.List
	}
	_ = n.Encode(value) // it always has one
	return n
}

// with returns the locale with a brand's own texts in place of its own.
func (l *locale) with(own Own) *locale {
	if len(own) == 0 {
		return l
	}
	texts := maps.Clone(l.texts)
	for key, text := range own {
		texts[key] = text.node()
	}
	return &locale{name: l.name, tag: l.tag, texts: texts}
}

// Fill fills a T, as [Bind] does, with the texts of a locale, some of them replaced by own. It
// fails on texts that [Check] refuses.
func Fill[T any](name string, own Own) (*T, error) {
	into := new(T)
	return into, localeOf(name).with(own).fill(reflect.ValueOf(into).Elem())
}
