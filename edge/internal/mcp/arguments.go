package mcp

import (
	"cmp"
	_ "embed"
	"encoding/json"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"cartaz/builder/catalog"
	"cartaz/builder/search"
	"cartaz/edge/internal/jsonrpc"
)

// argument is an argument of a tool. Its description is a text of the locale, by its name.
type argument struct {
	name     string
	required bool
	several  bool   // takes several values, separated by |
	schema   string // members of its JSON Schema
	such     string // what a value is, for an error: "must be …"
	// read returns the value as a parameter of the catalogue; ok is false for any other value. nil
	// is for any text.
	read func(text string) (value string, ok bool)
}

var (
	searchArguments = func() []argument {
		list := []argument{{name: "q", schema: `"type":"string"`}}
		for _, f := range search.Filters {
			list = append(list, filter(f))
		}
		return append(list, flag("facets"), oneOf("order", "relevance", "date", "price"),
			number("page", 1, 1<<24), number("per_page", 1, catalog.MaxPerPage))
	}()
	getArguments = []argument{{name: "slug", required: true,
		schema: `"type":"string","minLength":1`}}
	changesArguments = []argument{{name: "since", schema: `"type":"string"`,
		such: "a date or time such as 2026-11-28",
		read: func(text string) (string, bool) { return text, catalog.ParseMoment(text).Known() }}}
)

// filter returns the argument for a filter.
func filter(f *search.Filter) (arg argument) {
	switch f.Type {
	case search.OfDay:
		arg = argument{schema: `"type":"string","format":"date"`,
			such: "a day that exists, such as 2026-11-28 (q reads words such as tomorrow)"}
	case search.OfHour, search.OfPrice, search.OfAge:
		arg = number("", f.Low, f.High)
	case search.OfWord:
		arg = oneOf("", f.Words...)
	case search.OfFlag:
		return flag(f.Name)
	default:
		return argument{name: f.Name, several: true, schema: `"type":"string"`}
	}
	arg.name, arg.read = f.Name, func(text string) (string, bool) {
		var q search.Query
		ok := f.Set(&q, text)
		return f.Get(&q), ok
	}
	return arg
}

func flag(name string) argument {
	return argument{name: name, schema: `"type":"boolean"`, such: "true or false",
		read: func(text string) (string, bool) {
			on, err := strconv.ParseBool(text)
			return strconv.FormatBool(on), err == nil
		}}
}

func number(name string, low, high int) argument {
	return argument{name: name, such: fmt.Sprintf("an integer from %d to %d", low, high),
		schema: fmt.Sprintf(`"type":"integer","minimum":%d,"maximum":%d`, low, high),
		read: func(text string) (string, bool) {
			n, err := strconv.ParseFloat(text, 64) // models write 2.0 too
			return strconv.Itoa(int(n)), err == nil && n == float64(int(n))
		}}
}

func oneOf(name string, values ...string) argument {
	return argument{name: name, such: strings.Join(values, " or "),
		schema: `"type":"string","enum":["` + strings.Join(values, `","`) + `"]`,
		read:   func(text string) (string, bool) { return text, slices.Contains(values, text) }}
}

// readText also accepts values that a model forgot to quote, such as 2026 and true, and a list of
// texts, which it joins with |.
func readText(raw json.RawMessage) (string, bool) {
	var list []string
	if json.Unmarshal(raw, &list) == nil {
		return strings.Join(list, "|"), true
	}
	if text, ok := jsonrpc.String(raw); ok {
		return strings.TrimSpace(text), true
	}
	return string(raw), raw[0] != '{' && raw[0] != '['
}

// Search reads the arguments of search_events as parameters of the catalogue; wrong is as in
// readArguments.
func Search(raw json.RawMessage) (values url.Values, wrong string) {
	return readArguments(raw, searchArguments)
}

// readArguments reads the arguments of a call as parameters of the catalogue. Null and "" mean
// absent. wrong tells a model what to correct, "" for nothing.
func readArguments(raw json.RawMessage, known []argument) (values url.Values, wrong string) {
	values = url.Values{}
	if len(raw) == 0 || string(raw) == "null" {
		return values, ""
	}
	given := jsonrpc.Members(raw)
	if given == nil {
		return nil, "arguments must be an object"
	}
	var names []string
	for _, arg := range known {
		names = append(names, arg.name)
		value, ok := given[arg.name]
		delete(given, arg.name)
		if !ok || string(value) == "null" || string(value) == `""` {
			continue
		}
		text, ok := readText(value)
		if ok && arg.read != nil {
			text, ok = arg.read(text)
		}
		if !ok {
			return nil, fmt.Sprintf("%s must be %s", arg.name, cmp.Or(arg.such, "a string"))
		}
		if text != "" {
			values.Set(arg.name, text)
		}
	}
	for name := range given {
		return nil, fmt.Sprintf("there is no argument %.40q; the arguments are %s", name,
			strings.Join(names, ", "))
	}
	return values, ""
}

// inputSchema returns the JSON Schema (2020-12) of arguments, without references, because some
// clients follow none. It allows no other members.
func inputSchema(arguments []argument, w *texts) json.RawMessage {
	properties, required := []string{}, []string{}
	for _, arg := range arguments {
		text := w.Arguments[arg.name]
		if arg.several {
			text += " " + w.Several
		}
		properties = append(properties, fmt.Sprintf(`"%s":{%s,"description":%s}`, arg.name,
			arg.schema, catalog.AppendString(nil, text)))
		if arg.required {
			required = append(required, strconv.Quote(arg.name))
		}
	}
	return json.RawMessage(`{"type":"object","properties":{` + strings.Join(properties, ",") +
		`},"required":[` + strings.Join(required, ",") + `],"additionalProperties":false}`)
}

// listSchema is the schema of the structured content of a search; see [answer.Events].
//
//go:embed list.schema.json
var listSchema string
