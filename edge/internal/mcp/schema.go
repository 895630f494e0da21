package mcp

import (
	"encoding/json"
	"fmt"
	"strconv"

	"cartaz/builder/catalog"
	"cartaz/edge/internal/jsonrpc"
)

// The schemas of the tools are JSON Schema 2020-12 without references, because some clients follow
// none.

const nullText = `{"type":["string","null"]}`

const itemSchema = `{"type":"object","additionalProperties":false,` +
	`"required":["slug","name","starts_at","city"],"properties":{"slug":{"type":"string"},` +
	`"name":{"type":"string"},"starts_at":` + nullText + `,"city":` + nullText + `}}`

const metaSchema = `{"type":"object","additionalProperties":false,"required":["total","per_page",` +
	`"current_page","last_page"],` +
	`"properties":{"total":{"type":"integer"},"per_page":{"type":"integer"},` +
	`"current_page":{"type":"integer"},"last_page":{"type":"integer"}}}`

// querySchema is the schema of the filters that a search has used; see [answer.Catalogue.ReadList].
const querySchema = `{"type":"object","additionalProperties":false,"required":["url"],` +
	`"description":"The filters that were used, after words for time in q were read. url is the ` +
	`same list.",` +
	`"properties":{"q":{"type":"string"},"city":{"type":"string"},"state":{"type":"string"},` +
	`"organization":{"type":"string"},"from":{"type":"string","format":"date"},` +
	`"to":{"type":"string","format":"date"},"after":{"type":"integer"},` +
	`"venue":{"type":"string"},"country":{"type":"string"},"tag":{"type":"string"},` +
	`"free":{"type":"boolean"},"online":{"type":"boolean"},"order":{"type":"string"},` +
	`"url":{"type":"string","format":"uri"}}}`

const notesSchema = `{"type":"array","items":{"type":"string"},"description":"Sentences for the ` +
	`person: which words of q were read as time, and which values were not understood ` +
	`and left out."}`

const listSchema = `{"type":"object","additionalProperties":false,"required":["data","meta",` +
	`"query","notes"],` +
	`"properties":{"data":{"type":"array","items":` + itemSchema + `},"meta":` + metaSchema +
	`,"query":` + querySchema + `,"notes":` + notesSchema + `}}`

func listOutput() json.RawMessage { return json.RawMessage(listSchema) }

// property is one argument in an input schema.
type property struct {
	Type        string   `json:"type"`
	Description string   `json:"description"`
	Format      string   `json:"format,omitempty"`
	Enum        []string `json:"enum,omitempty"`
	Minimum     int      `json:"minimum,omitempty"`
	Maximum     int      `json:"maximum,omitempty"`
	MinLength   int      `json:"minLength,omitempty"`
	Default     int      `json:"default,omitempty"`
}

// input is a schema of arguments. It allows no other members, like every object of version 1.
type input struct {
	Type       string              `json:"type"`
	Properties map[string]property `json:"properties"`
	Required   []string            `json:"required,omitempty"`
	Additional bool                `json:"additionalProperties"`
}

func searchInput(w *texts) json.RawMessage {
	return encode(input{Type: "object", Properties: map[string]property{
		"q":            {Type: "string", Description: w.Arguments["q"]},
		"city":         {Type: "string", Description: w.Arguments["city"]},
		"state":        {Type: "string", Description: w.Arguments["state"]},
		"organization": {Type: "string", Description: w.Arguments["organization"]},
		"page":         {Type: "integer", Description: w.Arguments["page"], Minimum: 1, Default: 1},
		"per_page": {Type: "integer", Description: w.Arguments["per_page"], Minimum: 1,
			Maximum: catalog.MaxPerPage, Default: catalog.DefaultPerPage},
		"from":    {Type: "string", Format: "date", Description: w.Arguments["from"]},
		"to":      {Type: "string", Format: "date", Description: w.Arguments["to"]},
		"after":   {Type: "integer", Description: w.Arguments["after"], Minimum: 1, Maximum: 23},
		"venue":   {Type: "string", Description: w.Arguments["venue"]},
		"country": {Type: "string", Description: w.Arguments["country"]},
		"tag":     {Type: "string", Description: w.Arguments["tag"]},
		"free":    {Type: "boolean", Description: w.Arguments["free"]},
		"online":  {Type: "boolean", Description: w.Arguments["online"]},
		"order": {Type: "string", Description: w.Arguments["order"],
			Enum: []string{"relevance", "date"}},
	}})
}

func getInput(w *texts) json.RawMessage {
	return encode(input{Type: "object", Required: []string{"slug"}, Properties: map[string]property{
		"slug": {Type: "string", Description: w.Arguments["slug"], MinLength: 1},
	}})
}

func encode(s input) json.RawMessage {
	text, _ := json.Marshal(s) // cannot fail
	return text
}

// argument says how the value of an argument is read.
type argument uint8

const (
	textArgument    argument = iota // a string, or else the call is an error
	integerArgument                 // an integer, or else the call is an error
	looseArgument                   // any value: the list notes what it does not understand
)

// The arguments of the tools.
var (
	searchArguments = map[string]argument{"q": textArgument, "city": textArgument,
		"state": textArgument, "organization": textArgument, "page": integerArgument,
		"per_page": integerArgument, "from": looseArgument, "to": looseArgument,
		"after": looseArgument, "venue": looseArgument, "country": looseArgument,
		"tag": looseArgument, "free": looseArgument, "online": looseArgument,
		"order": looseArgument}
	getArguments = map[string]argument{"slug": textArgument}
)

// readArguments reads arguments as parameters of the catalogue, which clamps numbers. Null means
// absent. wrong tells a model what to correct, "" for nothing.
func readArguments(raw json.RawMessage, known map[string]argument) (values map[string]string,
	wrong string) {
	values = map[string]string{}
	if len(raw) == 0 || string(raw) == "null" {
		return values, ""
	}
	members := jsonrpc.Members(raw)
	if members == nil {
		return nil, "arguments must be an object"
	}
	for name, value := range members {
		kind, ok := known[name]
		if !ok {
			return nil, fmt.Sprintf("there is no argument %.40q", name)
		}
		if string(value) == "null" {
			continue
		}
		text, isText := jsonrpc.String(value)
		switch {
		case isText && kind != integerArgument:
			values[name] = text
		case kind == textArgument:
			return nil, name + " must be a string"
		default:
			n, isInteger := readInteger(value)
			if !isInteger && kind == integerArgument {
				return nil, name + " must be an integer"
			}
			if !isInteger {
				n = string(value)
			}
			values[name] = n
		}
	}
	return values, ""
}

// readInteger reads an integer, also one that was written as 2.0.
func readInteger(raw json.RawMessage) (string, bool) {
	var n float64
	if json.Unmarshal(raw, &n) != nil || n != float64(int64(n)) {
		return "", false
	}
	return strconv.FormatInt(int64(n), 10), true
}
