package brands

import (
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"
)

// keysOf lists the fields of a struct that are keys, including those of embedded structs.
func keysOf(t reflect.Type) (fields []reflect.StructField) {
	for _, field := range reflect.VisibleFields(t) {
		if field.Tag.Get("key") != "" {
			fields = append(fields, field)
		}
	}
	return fields
}

// fill reads a section into the fields of a struct, by their tags; see the package comment. Keys
// that the section does not have get their defaults.
func (n node) fill(to reflect.Value) {
	if p, ok := to.Addr().Interface().(interface{ prepare(n node) node }); ok {
		n = p.prepare(n)
	}
	fields := keysOf(to.Type())
	var known []string
	for _, field := range fields {
		known = append(known, field.Tag.Get("key"))
	}
	if !n.mapping(known) {
		return
	}
	for _, field := range fields {
		n.field(field, to)
	}
	if c, ok := to.Addr().Interface().(interface{ check(m node) }); ok {
		c.check(n)
	}
}

// field reads one key of a section into its field of a struct.
func (n node) field(field reflect.StructField, of reflect.Value) {
	key := field.Tag.Get("key")
	to := of.FieldByIndex(field.Index)
	child := n.child(key)
	only := strings.Fields(field.Tag.Get("only"))
	if len(only) > 0 && !n.applies(key, only[0], of.FieldByName(only[0]).String(), only[1:]) {
		return
	}
	need := field.Tag.Get("need")
	def := field.Tag.Get("default")
	switch {
	case child.Node != nil:
		child.read(field.Tag, to)
	case need != "":
		if need == "one" {
			need = joinOr(strings.Fields(field.Tag.Get("words")))
		}
		n.faultAt(key, "missing: write %s", need)
	case def != "":
		child.Node = &yaml.Node{Kind: yaml.ScalarNode, Value: def}
		child.read(field.Tag, to)
	case to.Kind() == reflect.Struct && isSection(to.Type()):
		child.Node = &yaml.Node{Kind: yaml.MappingNode, Line: n.Line}
		child.fill(to)
	}
}

// applies reports whether a key has an effect with what was chosen beside it. A key without an
// effect is a fault: a person would believe that it works.
func (n node) applies(key, field, chosen string, choices []string) bool {
	if slices.Contains(choices, chosen) {
		return true
	}
	field = strings.ToLower(field)
	if chosen != "" && n.has(key) {
		n.faultAt(key, "has no effect with %s %s: leave it out, or set %s to %s", field, chosen,
			field, joinOr(choices))
	}
	return false
}

// isSection reports whether a section that is left out has the defaults of its keys. A section with
// a required key has no defaults.
func isSection(t reflect.Type) bool {
	fields := keysOf(t)
	return len(fields) > 0 && !slices.ContainsFunc(fields, func(field reflect.StructField) bool {
		return field.Tag.Get("need") != ""
	})
}

// read reads a value into to by the type of to and the tags of its field.
func (n node) read(tag reflect.StructTag, to reflect.Value) {
	as := formats[tag.Get("as")]
	or := tag.Get("or")
	switch {
	case or == "none" && n.Kind == yaml.ScalarNode && n.ShortTag() != "!!null" && !n.isReference():
		if n.Value != or {
			n.fault("%q is not known: write none, or keys below it", n.Value)
		}
	case as.tree != nil:
		set(to, as.tree(n))
	case as.read != nil && to.Kind() != reflect.Slice && to.Kind() != reflect.Map:
		n.readScalar(tag, as, to)
	case to.Kind() == reflect.Pointer:
		to.Set(reflect.New(to.Type().Elem()))
		n.read(tag, to.Elem())
	case to.Kind() == reflect.Struct && to.Type() != reflect.TypeFor[time.Time]():
		n.fill(to)
	case to.Kind() == reflect.Slice:
		content := []node{n}
		if or != "one" || n.Kind != yaml.ScalarNode {
			content = n.list()
		}
		if most, err := strconv.Atoi(tag.Get("most")); err == nil && len(content) > most {
			n.fault("has %d entries: at most %d are read", len(content), most)
			return
		}
		list := reflect.MakeSlice(to.Type(), len(content), len(content))
		for i, e := range content {
			if pair := e.Content; or == "pair" && e.Kind == yaml.MappingNode && len(pair) == 2 {
				e.Node = &yaml.Node{Kind: yaml.ScalarNode, Line: e.Line,
					Value: pair[0].Value + " " + pair[1].Value}
			}
			e.read(tag, list.Index(i))
		}
		to.Set(list)
	case to.Kind() == reflect.Map:
		if !n.mapping(strings.Fields(tag.Get("keys"))) || len(n.keys()) == 0 {
			return
		}
		to.Set(reflect.MakeMap(to.Type()))
		for _, name := range n.keys() {
			v := reflect.New(to.Type().Elem()).Elem()
			n.child(name).read(tag, v)
			to.SetMapIndex(reflect.ValueOf(name), v)
		}
	default:
		n.readScalar(tag, as, to)
	}
}

// readScalar reads a single value: first by the rules of its tags and its format, then by the type
// of to.
func (n node) readScalar(tag reflect.StructTag, as format, to reflect.Value) {
	v, ok := n.scalar()
	if !ok {
		return
	}
	words := strings.Fields(tag.Get("words"))
	if as.words != nil {
		words = as.words()
	}
	most, bounded := strconv.Atoi(tag.Get("max"))
	length := utf8.RuneCountInString(v.text)
	switch {
	case len(words) > 0 && !slices.Contains(words, v.text):
		v.wrong("is not known: write %s", strings.Join(words, ", "))
	case len(words) > 0:
		to.SetString(v.text)
	case as.pattern != nil && !as.pattern.MatchString(v.text):
		v.wrong("%s", as.remedy)
	case as.pattern == nil && to.Kind() == reflect.String && !v.isText():
	case bounded == nil && to.Kind() == reflect.String && length > most:
		v.fault("has %d characters: at most %d are read", length, most)
	case as.read != nil:
		set(to, as.read(v))
	default:
		v.convert(tag, to)
	}
}

// set sets a field to the result of a format, unless that is nil, after a fault.
func set(to reflect.Value, made any) {
	if made != nil {
		to.Set(reflect.ValueOf(made))
	}
}

// convert sets to to the value, by its type.
func (v value) convert(tag reflect.StructTag, to reflect.Value) {
	switch p := to.Addr().Interface().(type) {
	case *string:
		*p = v.text
	case *bool:
		*p = v.text == "yes" || v.text == "true"
		if !*p && v.text != "no" && v.text != "false" {
			v.wrong("is neither yes nor no: write one of the two")
		}
	case *int:
		low, _ := strconv.Atoi(tag.Get("min")) // 0 without one
		high, _ := strconv.Atoi(tag.Get("max"))
		n, err := strconv.Atoi(v.text)
		*p = n
		if err != nil || n < low || n > high {
			v.wrong("is not a whole number from %d to %d", low, high)
		}
	case *float64:
		share, err := strconv.ParseFloat(v.text, 64)
		*p = share
		if err != nil || math.IsNaN(share) || share < 0 || share > 1 {
			v.wrong("is not a share from 0 to 1: write 0.3 for 30 %%")
		}
	case *time.Duration:
		limit := ""
		most, bounded := time.ParseDuration(tag.Get("max"))
		if bounded == nil {
			limit = " up to " + tag.Get("max")
		}
		d, err := time.ParseDuration(v.text)
		*p = d
		if err != nil || d <= 0 || limit != "" && d > most {
			v.wrong("is not a time%s: write it as in 90s or 15m", limit)
		}
	case *time.Time:
		at, err := time.Parse(time.RFC3339, v.text)
		*p = at
		if err != nil || at.IsZero() {
			v.wrong("is not a time with its offset: write it as in 2026-05-23T18:00:00-03:00")
		}
	}
}

// joinOr joins words for a message: "a, b or c".
func joinOr(words []string) string {
	last := len(words) - 1
	if last < 1 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:last], ", ") + " or " + words[last]
}
