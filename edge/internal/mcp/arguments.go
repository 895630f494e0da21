package mcp

import (
	"encoding/json"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"cartaz/builder/catalog"
	"cartaz/edge/internal/jsonrpc"
)

// argument is an argument of a tool. Its description is a text of the locale, by its name.
type argument struct {
	name     string
	required bool
	schema   string // members of its JSON Schema
	such     string // what a value is, for an error: "must be …"
	// read returns the value as a parameter of the catalogue; ok is false for any other value.
	read func(raw json.RawMessage) (value string, ok bool)
}

var (
	searchArguments = []argument{
		words("q"), words("city"), words("state"), words("organization"), words("venue"),
		words("country"), words("tag"), date("from"), date("to"),
		{name: "after", schema: `"type":"integer","minimum":1,"maximum":23`,
			such: "an hour from 1 to 23", read: readHour},
		oneOf("hour", "morning", "afternoon", "evening"),
		{name: "max_price", schema: `"type":"integer","minimum":1`,
			such: "an integer such as 60", read: readInteger},
		flag("free"), flag("online"), flag("cfp"),
		oneOf("order", "relevance", "date", "price"),
		{name: "page", schema: `"type":"integer","minimum":1,"default":1`,
			such: "an integer such as 2", read: readInteger},
		{name: "per_page", schema: fmt.Sprintf(`"type":"integer","minimum":1,"maximum":%d,`+
			`"default":%d`, catalog.MaxPerPage, catalog.DefaultPerPage),
			such: "an integer from 1 to 50", read: readInteger},
	}
	getArguments = []argument{{name: "slug", required: true,
		schema: `"type":"string","minLength":1`, such: "a string", read: readText}}
	changesArguments = []argument{{name: "since", schema: `"type":"string"`,
		such: "a date or time such as 2026-11-28", read: readMoment}}
)

func words(name string) argument {
	return argument{name: name, schema: `"type":"string"`, such: "a string", read: readText}
}

func date(name string) argument {
	return argument{name: name, schema: `"type":"string","format":"date"`,
		such: "a date such as 2026-11-28 (q reads words such as tomorrow)", read: readDate}
}

func flag(name string) argument {
	return argument{name: name, schema: `"type":"boolean"`, such: "true or false", read: readFlag}
}

func oneOf(name string, values ...string) argument {
	return argument{name: name, such: strings.Join(values, " or "),
		schema: `"type":"string","enum":["` + strings.Join(values, `","`) + `"]`,
		read: func(raw json.RawMessage) (string, bool) {
			text, _ := readText(raw)
			return text, slices.Contains(values, text)
		}}
}

// readText also takes what a model forgot to quote: 2026, true.
func readText(raw json.RawMessage) (string, bool) {
	if text, ok := jsonrpc.String(raw); ok {
		return strings.TrimSpace(text), true
	}
	return string(raw), raw[0] != '{' && raw[0] != '['
}

// readInteger reads an integer, also one that was written as 2.0 or as "2".
func readInteger(raw json.RawMessage) (string, bool) {
	text, _ := readText(raw)
	n, err := strconv.ParseFloat(text, 64)
	if err != nil || n != float64(int64(n)) {
		return "", false
	}
	return strconv.FormatInt(int64(n), 10), true
}

func readHour(raw json.RawMessage) (string, bool) {
	hour, ok := readInteger(raw)
	n, _ := strconv.Atoi(hour)
	return hour, ok && n >= 0 && n <= 23
}

// readDate reads a day, also with an hour behind it, which is left out.
func readDate(raw json.RawMessage) (string, bool) {
	text, _ := readText(raw)
	day, _, _ := strings.Cut(text, "T")
	_, ok := catalog.ParseDate(day)
	return day, ok
}

func readMoment(raw json.RawMessage) (string, bool) {
	text, _ := readText(raw)
	return text, catalog.ParseMoment(text).Known()
}

func readFlag(raw json.RawMessage) (string, bool) {
	text, _ := readText(raw)
	on, err := strconv.ParseBool(text)
	if !on {
		return "", err == nil
	}
	return "1", true
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
		text, ok := arg.read(value)
		if !ok {
			return nil, fmt.Sprintf("%s must be %s", arg.name, arg.such)
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

// inputSchema is the JSON Schema (2020-12) of arguments, without references, because some clients
// follow none. It allows no other members.
func inputSchema(arguments []argument, w *texts) json.RawMessage {
	properties, required := []string{}, []string{}
	for _, arg := range arguments {
		properties = append(properties, fmt.Sprintf(`"%s":{%s,"description":%s}`, arg.name,
			arg.schema, catalog.AppendString(nil, w.Arguments[arg.name])))
		if arg.required {
			required = append(required, strconv.Quote(arg.name))
		}
	}
	return json.RawMessage(`{"type":"object","properties":{` + strings.Join(properties, ",") +
		`},"required":[` + strings.Join(required, ",") + `],"additionalProperties":false}`)
}

const nullable = `{"type":["string","null"]}`

// listSchema is the schema of the structured content of a search; see [answer.Events].
const listSchema = `{"type":"object","additionalProperties":false,` +
	`"required":["data","meta","query","notes"],"properties":{` +
	`"data":{"type":"array","items":{"type":"object","additionalProperties":false,` +
	`"required":["slug","name","starts_at","city"],"properties":{"slug":{"type":"string"},` +
	`"name":{"type":"string"},"starts_at":` + nullable +
	`,"next_starts_at":{"type":"string","format":"date"},"city":` + nullable + `}}},` +
	`"meta":{"type":"object","additionalProperties":false,` +
	`"required":["total","per_page","current_page","last_page"],"properties":{` +
	`"total":{"type":"integer"},"per_page":{"type":"integer"},` +
	`"current_page":{"type":"integer"},"last_page":{"type":"integer"}}},` +
	`"query":{"type":"object","required":["url"],` +
	`"properties":{"url":{"type":"string","format":"uri"}}},` +
	`"notes":{"type":"array","items":{"type":"string"}},` +
	`"not_on_sale":{"type":"array","items":{"type":"object","additionalProperties":false,` +
	`"required":["slug","name","note"],"properties":{"slug":{"type":"string"},` +
	`"name":{"type":"string"},"note":{"type":"string"}}}},` +
	`"partial":{"type":"boolean"},"missing":{"type":"array","items":{"type":"string"}}}}`
