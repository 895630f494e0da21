package cli

import (
	_ "embed" // texts.txt
	"encoding/json"
	"strings"
	"text/template"

	"cartaz/builder/text"
)

// texts are what commands print in more than a line: of each kind of change 20 lines, as --json
// prints all.
var texts = template.Must(template.New("").Funcs(template.FuncMap{
	"more": func(n int) int { return n - 20 },
	"short": func(v json.RawMessage) string {
		return text.Shorten(string(v), 40) // two of them fit on a line
	},
	"marked": func(mark string, lines []string) map[string]any {
		return map[string]any{"mark": mark, "lines": lines}
	},
}).Parse(textsFile))

//go:embed texts.txt
var textsFile string

// said returns a text of texts.txt about some data.
func said(name string, data any) string {
	var b strings.Builder
	if err := texts.ExecuteTemplate(&b, name, data); err != nil {
		panic(err) // the data is of one type
	}
	return b.String()
}
