package brands

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/require"
	"go.yaml.in/yaml/v3"

	"cartaz/builder/catalog"
	"cartaz/builder/search/lang"
)

var update = flag.Bool("update", false, "write schema.json and the reference in README.md anew")

// comments are the first paragraphs of the comments of fields, by type and field.
func comments(t *testing.T) map[string]string {
	found := map[string]string{}
	var structure func(name string, s *ast.StructType)
	structure = func(name string, s *ast.StructType) {
		for _, f := range s.Fields.List {
			for _, id := range f.Names {
				text, _, _ := strings.Cut(f.Doc.Text(), "\n\n")
				found[name+"."+id.Name] = strings.Join(strings.Fields(text), " ")
				if inner, ok := f.Type.(*ast.StructType); ok {
					structure("", inner)
				}
			}
		}
	}
	files, err := filepath.Glob("*.go")
	require.NoError(t, err)
	for _, name := range files {
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ParseComments)
		require.NoError(t, err)
		ast.Inspect(file, func(n ast.Node) bool {
			if spec, ok := n.(*ast.TypeSpec); ok {
				if s, ok := spec.Type.(*ast.StructType); ok {
					structure(spec.Name.Name, s)
				}
			}
			return true
		})
	}
	return found
}

// keyDocs makes the schema and the rows of the reference of all keys.
type keyDocs struct {
	comments map[string]string
	missing  []string // fields without a comment, types and formats without a schema
}

type object = map[string]any

// section makes the schema of the keys of a struct, and a row of each of them.
func (d *keyDocs) section(t reflect.Type, prefix string, rows *[]string) object {
	properties, required := object{}, []string{}
	for _, f := range keysOf(t) {
		owner := t
		for _, i := range f.Index[:len(f.Index)-1] {
			owner = owner.Field(i).Type
		}
		doc := d.comments[owner.Name()+"."+f.Name]
		if doc == "" {
			d.missing = append(d.missing, owner.Name()+"."+f.Name)
		}
		key, def := f.Tag.Get("key"), f.Tag.Get("default")
		if as := f.Tag.Get("as"); as != "" && reflect.ValueOf(formats[as]).IsZero() {
			d.missing = append(d.missing, "format "+as)
		}
		if f.Tag.Get("need") != "" {
			required, def = append(required, key), "**required**"
			if f.Name == "Kind" { // a preset has it
				required, def = required[:len(required)-1], "**required**, or a preset"
			}
		} else if def != "" {
			def = "`" + def + "`"
		}
		said := doc
		if words := d.words(f.Tag); len(words) > 0 && !strings.Contains(doc, "`"+words[0]+"`") {
			said += " One of `" + strings.Join(words, "`, `") + "`."
		}
		if only := strings.Fields(f.Tag.Get("only")); len(only) > 0 {
			said += fmt.Sprintf(" With %s `%s`.", strings.ToLower(only[0]),
				strings.Join(only[1:], "`, `"))
		}
		if most := f.Tag.Get("most"); most != "" {
			said += " At most " + most + " entries."
		}
		if most := f.Tag.Get("max"); most != "" {
			said += " At most " + most
			if kind := f.Type.Kind(); kind == reflect.String || kind == reflect.Slice {
				said += " characters"
			}
			said += "."
		}
		*rows = append(*rows, fmt.Sprintf("| `%s` | %s | %s |", prefix+key, def,
			strings.ReplaceAll(said, "|", "\\|")))
		inner := rows
		if f.Type == reflect.TypeFor[Source]() || f.Type == reflect.TypeFor[[]namedSource]() {
			inner = &[]string{} // in tables of their own
		}
		value := d.value(f.Tag, f.Type, prefix+key, inner)
		value["description"] = strings.ReplaceAll(said, "`", "")
		properties[key] = value
	}
	o := object{"type": "object", "properties": properties, "additionalProperties": false}
	if len(required) > 0 {
		o["required"] = required
	}
	return o
}

func (d *keyDocs) words(tag reflect.StructTag) []string {
	switch as := formats[tag.Get("as")]; {
	case as.words != nil:
		return as.words()
	case tag.Get("as") == "languages":
		return lang.Codes()
	}
	return strings.Fields(tag.Get("words"))
}

// trees are the schemas of formats of more than a scalar.
var trees = map[string]object{
	"alternates": {"type": "object", "additionalProperties": object{"type": "string"}},
	"redirects":  {"type": "object", "additionalProperties": object{"type": "string"}},
	"topics":     {"type": "object", "additionalProperties": object{"type": "string"}},
	"paths": {"type": "object", "additionalProperties": object{"type": "string"},
		"propertyNames": object{"enum": slices.Sorted(maps.Keys(catalog.PathWords))}},
	"head": {"type": "object", "additionalProperties": object{"type": "string"}},
	"env":  {"type": "object", "additionalProperties": object{"type": "string"}},
	"body": {"type": "object"},
	"art": {"anyOf": []any{object{"const": "off"},
		object{"type": "object", "additionalProperties": object{"type": "string"}}}},
	"texts": {"type": "object", "additionalProperties": object{"type": []string{"string", "object",
		"array"}}},
	"languages": {"type": "array", "items": object{"enum": lang.Codes()}},
}

// value is the schema of a value.
func (d *keyDocs) value(tag reflect.StructTag, t reflect.Type, key string, rows *[]string) object {
	as := formats[tag.Get("as")]
	number := func(name string) any { return json.Number(tag.Get(name)) }
	o := object{}
	switch {
	case as.tree != nil:
		if trees[tag.Get("as")] == nil {
			d.missing = append(d.missing, key)
		}
		for k, v := range trees[tag.Get("as")] {
			o[k] = v
		}
		return o
	case t.Kind() == reflect.Slice:
		inner := key + "[]."
		if t.Elem().Kind() != reflect.Struct || as.read != nil {
			inner = key
		}
		entry := d.value(tag, t.Elem(), strings.TrimSuffix(inner, "."), rows)
		o = object{"type": "array", "items": entry}
		if tag.Get("most") != "" {
			o["maxItems"] = number("most")
		}
		if tag.Get("or") == "pair" {
			o["items"] = object{"anyOf": []any{entry, object{"type": "object", "minProperties": 1,
				"maxProperties": 1, "additionalProperties": object{"type": "string"}}}}
		}
		if tag.Get("or") == "one" {
			return object{"anyOf": []any{o, entry}}
		}
		return o
	case t.Kind() == reflect.Map:
		properties := object{}
		for _, name := range strings.Fields(tag.Get("keys")) {
			properties[name] = d.value(tag, t.Elem(), key, rows)
		}
		o = object{"type": "object", "properties": properties, "additionalProperties": false}
	case as.pattern != nil:
		o["type"], o["pattern"] = []string{"string", "number"}, as.pattern.String()
	case len(d.words(tag)) > 0 && t.Kind() == reflect.String:
		o["enum"] = d.words(tag)
	case as.read != nil || t.Kind() == reflect.String:
		if o["type"] = "string"; tag.Get("max") != "" {
			o["maxLength"] = number("max")
		}
		if tag.Get("as") == "bytes" {
			o["type"] = []string{"string", "integer"}
		}
	case t.Kind() == reflect.Pointer:
		return d.value(tag, t.Elem(), key, rows)
	case t == reflect.TypeFor[time.Duration](), t == reflect.TypeFor[time.Time]():
		o["type"] = "string"
	case t.Kind() == reflect.Struct:
		o = d.section(t, key+".", rows)
		if tag.Get("or") == "none" {
			o = object{"anyOf": []any{object{"const": "none"}, o}}
		}
	case t.Kind() == reflect.Bool:
		o["enum"] = []any{true, false, "yes", "no"}
	case t.Kind() == reflect.Int:
		o = object{"type": "integer", "minimum": number("min"), "maximum": number("max")}
		if tag.Get("min") == "" {
			o["minimum"] = 0
		}
	case t.Kind() == reflect.Float64:
		o = object{"type": "number", "minimum": 0, "maximum": 1}
	default:
		d.missing = append(d.missing, key)
	}
	return o
}

// TestSchema: schema.json and the reference in README.md are those of the fields; with -update they
// are written anew. The schema takes what the loader takes.
func TestSchema(t *testing.T) {
	d := &keyDocs{comments: comments(t)}
	var brand, source, more, page, group, edit []string
	s := d.section(reflect.TypeFor[document](), "", &brand)
	d.section(reflect.TypeFor[Source](), "source.", &source)
	d.section(reflect.TypeFor[namedSource](), "sources[].", &more)
	d.section(reflect.TypeFor[OwnPage](), "", &page)
	d.section(reflect.TypeFor[GroupText](), "", &group)
	d.section(reflect.TypeFor[Edit](), "", &edit)
	require.Empty(t, d.missing,
		"these fields have no comment, a type that nothing reads, or no such format")
	s["$schema"], s["title"] = "https://json-schema.org/draft/2020-12/schema", "brand.yaml"
	var text strings.Builder
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", " ")
	require.NoError(t, encoder.Encode(s))
	want := text.String()

	table := func(rows []string) string {
		return "| key | default | meaning |\n|---|---|---|\n" + strings.Join(rows, "\n") + "\n"
	}
	own := len(more) - len(source)
	reference := "\n" + table(brand) + "\n### Keys of a source\n\n" + table(source) +
		"\n### Keys of one of several sources\n\n" + table(more[:own]) +
		"\n### Front matter of own pages\n\n" + table(page) +
		"\n### Front matter of texts about venues and organisers\n\n" + table(group) +
		"\n### Keys of an entry of edits.yaml\n\n" + table(edit) + "\n"
	readme, err := os.ReadFile("README.md")
	require.NoError(t, err)
	const (
		begin = "<!-- reference: go test ./brands -update -->\n"
		end   = "<!-- end of the reference -->"
	)
	before, rest, found := strings.Cut(string(readme), begin)
	require.True(t, found)
	_, after, found := strings.Cut(rest, end)
	require.True(t, found)
	full := before + begin + reference + end + after
	if *update {
		require.NoError(t, os.WriteFile("schema.json", []byte(want), 0o644))
		require.NoError(t, os.WriteFile("README.md", []byte(full), 0o644))
		Schema = []byte(want)
		readme = []byte(full)
	}
	require.Equal(t, want, string(Schema), "go test ./brands -update writes schema.json")
	require.Equal(t, full, string(readme), "go test ./brands -update writes the reference")
}

// TestSchemaTakesBrands: the schema is valid, takes what the loader takes, and finds a wrong key.
func TestSchemaTakesBrands(t *testing.T) {
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(Schema))
	require.NoError(t, err)
	compiler := jsonschema.NewCompiler()
	require.NoError(t, compiler.AddResource("brand.json", doc))
	schema, err := compiler.Compile("brand.json")
	require.NoError(t, err)
	validate := func(text string) error {
		var v any
		require.NoError(t, yaml.Unmarshal([]byte(text), &v))
		raw, err := json.Marshal(v)
		require.NoError(t, err)
		doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(raw))
		require.NoError(t, err)
		return schema.Validate(doc)
	}
	files, err := filepath.Glob("*/brand.yaml")
	require.NoError(t, err)
	for _, file := range append(files, filepath.Join("testdata", "every-key.yaml")) {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		require.NoError(t, validate(string(text)), file)
		require.Error(t, validate(string(text)+"\nnme: x\n"), file)
	}
	require.ErrorContains(t, validate("name: 5"), "name")
}
