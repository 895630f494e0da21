package edgetest

import (
	"fmt"
	"strings"
)

// LargeValues returns JSON values of nearly size bytes. Each is of a kind that costs a reader or a
// decoder much. They seed fuzz targets, and benchmarks of the agent endpoints send them. Some
// exceed a bound of package jsonrpc.
func LargeValues(size int) map[string]string {
	fill := func(open, item, last, closing string) string {
		return open + strings.Repeat(item, max(0,
			size-len(open)-len(last)-len(closing))/len(item)) + last + closing
	}
	members := func(form string) string {
		var b strings.Builder
		b.WriteString("{")
		for i := 0; b.Len() < size-40; i++ {
			fmt.Fprintf(&b, form+",", i)
		}
		return b.String() + `"":0}`
	}
	return map[string]string{
		"numbers":      fill("[", "1,", "1", "]"),
		"empty arrays": fill("[", "[],", "[]", "]"),
		"nested arrays": fill("[", strings.Repeat("[", 20)+strings.Repeat("]", 20)+",", "0",
			"]"),
		"deep": strings.Repeat("[", size/2) + strings.Repeat("]", size/2),
		"thousand strings": fill("[", `"`+strings.Repeat("a", max(0, size/1000-3))+`",`, `""`,
			"]"),
		"thousand objects": fill("[", `{"a":"`+strings.Repeat("a", max(0, size/450-9))+`"},`,
			"0", "]"),
		"members":           members(`"a%d":0`),
		"thousand members":  members(`"` + strings.Repeat("a", max(0, size/1000-10)) + `%d":0`),
		"duplicate members": fill("{", `"a":0,`, `"a":0`, "}"),
		"escaped members": members(`"` + strings.Repeat(`\u0061`, max(1, size/1000/6-1)) +
			`%d":0`),
		"one name":            fill(`{"`, `\u0061`, "", `":0}`),
		"letters":             fill(`"`, "a", "", `"`),
		"words":               fill(`"`, "samba no pé ", "", `"`),
		"letters above ASCII": fill(`"`, "é", "", `"`),
		"escapes":             fill(`"`, `\n`, "", `"`),
		"escaped letters":     fill(`"`, `\u00e9`, "", `"`),
		"half surrogates":     fill(`"`, `\ud800`, "", `"`),
		"digits":              fill("", "1", "", ""),
		"fraction":            fill("1.", "1", "", "e1"),
		"white space":         fill("[", " ", "0", "]"),
	}
}
