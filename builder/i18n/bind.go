package i18n

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"
	"golang.org/x/text/feature/plural"

	"cartaz/builder/text"
)

// Bind returns a function that returns a T filled with the texts of a locale; an unknown locale
// gets the texts of [Default]. Each locale is filled in once and shared: the result must not be
// changed.
//
// Fields of T with a tag `i18n:"key"` are filled in, including fields of embedded structs:
//
//   - string: a text without placeholders;
//   - [Message]: a text with placeholders, whose names follow the key: `i18n:"key,name,other"`. A
//     text must hold each of them, except one with a question mark: `i18n:"key,name?"`;
//   - [Plural]: the same by a number. `range:"1-31"` says which whole numbers occur, "1-" that
//     there is no greatest one: a test of this package compares the forms with it;
//   - [N]string: a list of that many texts, []string: of any number;
//   - map[string]string: every key of a pattern with one asterisk, by the part in its place.
//
// The function panics if a file and T do not match. A test of this package finds that first: it
// reads the tags of all packages.
func Bind[T any]() func(name string) *T {
	return forLocale(func(name string) (*T, error) { return Fill[T](name, nil) })
}

// binding is the content of the tag of a field.
type binding struct {
	key      string
	names    []string // of the placeholders
	optional map[string]bool
}

// newBinding parses the tag of a field. ok is false for a field without the tag i18n.
func newBinding(tag reflect.StructTag) (b binding, ok bool) {
	text, ok := tag.Lookup("i18n")
	if !ok {
		return b, false
	}
	parts := strings.Split(text, ",")
	b.key, b.optional = parts[0], map[string]bool{}
	for _, name := range parts[1:] {
		name, optional := strings.CutSuffix(name, "?")
		b.optional[name] = optional
		b.names = append(b.names, name)
	}
	return b, true
}

// fill fills in the tagged fields of a struct, including fields of embedded structs.
func (l *locale) fill(v reflect.Value) error {
	for i := range v.NumField() {
		field := v.Type().Field(i)
		var err error
		if b, ok := newBinding(field.Tag); ok {
			err = l.fillField(b, v.Field(i))
		} else if field.Anonymous && field.Type.Kind() == reflect.Struct {
			err = l.fill(v.Field(i))
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// fillField fills in one field, by its type.
func (l *locale) fillField(b binding, v reflect.Value) (err error) {
	switch to := v.Addr().Interface().(type) {
	case *string:
		*to, err = l.text(b.key)
	case *Message:
		var m *Message
		if m, err = l.message(b); err == nil {
			*to = *m
		}
	case *Plural:
		*to, err = l.plural(b)
	case *[]string:
		*to, err = l.list(b.key)
	case *map[string]string:
		*to, err = l.pattern(b.key)
	default:
		err = l.array(b.key, v)
	}
	return err
}

// wrongKind says how to repair a text that has another form than the program expects.
var wrongKind = map[yaml.Kind]string{
	yaml.ScalarNode:   "this is a list or has forms: write one text",
	yaml.MappingNode:  "this text depends on a number: write a form for each kind of number",
	yaml.SequenceNode: "this is no list: write [one, two]",
}

// node returns the value of a key, which must be of a kind.
func (l *locale) node(key string, kind yaml.Kind) (yaml.Node, error) {
	node, ok := l.texts[key]
	switch {
	case !ok:
		return node, l.fault(key, "the key is missing")
	case node.Kind != kind:
		return node, l.fault(key, "%s", wrongKind[kind])
	}
	return node, nil
}

// text returns a text without placeholders.
func (l *locale) text(key string) (string, error) {
	node, err := l.node(key, yaml.ScalarNode)
	if err != nil {
		return "", err
	}
	if node.Tag != "!!str" {
		return "", l.fault(key, "%q is not read as a text: put it in quotation marks",
			node.Value)
	}
	if _, name, _ := placeholder(node.Value); name != "" {
		return "", l.fault(key, "there is no placeholder %%{%s}: this text has none", name)
	}
	return node.Value, nil
}

func (l *locale) message(b binding) (*Message, error) {
	node, err := l.node(b.key, yaml.ScalarNode)
	if err != nil {
		return nil, err
	}
	return l.parse(b, node.Value, false)
}

// parse reads a text with placeholders; free lets it omit any.
func (l *locale) parse(b binding, text string, free bool) (*Message, error) {
	m, unknown, missing := cut(b.key, text, b.names)
	if len(unknown) > 0 {
		return nil, l.fault(b.key, "there is no placeholder %%{%s}: this text has %s",
			unknown[0], listed(b.names))
	}
	for _, name := range missing {
		if !free && !b.optional[name] {
			return nil, l.fault(b.key, "the placeholder %%{%s} is missing in %q", name, text)
		}
	}
	return m, nil
}

func listed(names []string) string {
	if len(names) == 0 {
		return "none"
	}
	return "%{" + strings.Join(names, "}, %{") + "}"
}

// plural reads the forms of a message by number.
func (l *locale) plural(b binding) (Plural, error) {
	p := Plural{tag: l.tag, exact: map[int]*Message{}}
	if err := l.fill(reflect.ValueOf(&p.numbers).Elem()); err != nil {
		return p, err
	}
	node, err := l.node(b.key, yaml.MappingNode)
	if err != nil {
		return p, err
	}
	var forms map[string]string
	if err := node.Decode(&forms); err != nil {
		return p, l.fault(b.key, "%v", err)
	}
	for name, text := range forms {
		digits, exact := strings.CutPrefix(name, "=")
		n, err := strconv.Atoi(digits)
		category, known := categories[name]
		if exact && err != nil || !exact && !known {
			return p, l.fault(b.key, "there is no form %q: write zero, one, two, few, many, other "+
				"or an exact number as in \"=0\"", name)
		}
		m, err := l.parse(b, text, exact)
		if err != nil {
			return p, err
		}
		if exact {
			p.exact[n] = m
		} else {
			p.forms[category] = m
		}
	}
	return p, nil
}

// formSet is a set of categories of numbers.
type formSet [plural.Many + 1]bool

// complete returns an error if forms are missing, or are for numbers that do not occur.
func (l *locale) complete(key string, p *Plural, occur, needed formSet) error {
	for name, category := range text.InOrder(categories) {
		switch has := p.forms[category] != nil; {
		case has && !occur[category]:
			return l.fault(key, "the form %q is used for no number: leave it out", name)
		case !has && needed[category]:
			return l.fault(key, "the form %q is missing: %s needs it", name, l.name)
		}
	}
	return nil
}

func (l *locale) list(key string) ([]string, error) {
	node, err := l.node(key, yaml.SequenceNode)
	if err != nil {
		return nil, err
	}
	var texts []string
	if err := node.Decode(&texts); err != nil {
		return nil, l.fault(key, "%v", err)
	}
	return texts, nil
}

// array fills an array of texts from a list of the same length.
func (l *locale) array(key string, v reflect.Value) error {
	if v.Kind() != reflect.Array || v.Type().Elem().Kind() != reflect.String {
		return fmt.Errorf("i18n: %s: a field of type %v cannot hold a text", key, v.Type())
	}
	texts, err := l.list(key)
	if err != nil {
		return err
	}
	if len(texts) != v.Len() {
		return l.fault(key, "the list has %d texts: write %d", len(texts), v.Len())
	}
	reflect.Copy(v, reflect.ValueOf(texts))
	return nil
}

// pattern returns every text whose key fits, by the part in place of the asterisk.
func (l *locale) pattern(pattern string) (map[string]string, error) {
	texts := map[string]string{}
	for key := range l.texts {
		name, ok := fits(key, pattern)
		if !ok {
			continue
		}
		text, err := l.text(key)
		if err != nil {
			return nil, err
		}
		texts[name] = text
	}
	if len(texts) == 0 {
		return nil, l.fault(pattern, "no key fits")
	}
	return texts, nil
}

// fits reports whether a key matches a pattern, and returns the part in place of the asterisk.
func fits(key, pattern string) (name string, ok bool) {
	before, after, found := strings.Cut(pattern, "*")
	if !found || len(key) < len(before)+len(after)+1 ||
		!strings.HasPrefix(key, before) || !strings.HasSuffix(key, after) {
		return "", false
	}
	return key[len(before) : len(key)-len(after)], true
}
