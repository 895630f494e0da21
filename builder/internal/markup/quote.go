package markup

import (
	"regexp"
	"strings"
)

// headingLine matches a heading inside quotes and items: its containers, its words. A "#" of the
// text at that place has a backslash.
var headingLine = regexp.MustCompile(`^((?:[> ]|[-*] |\d+[.)] )*)#{1,6} (.*)$`)

// fenceLine matches the first and the last line of preformatted text.
var fenceLine = regexp.MustCompile("^(?:[> ]|[-*] |\\d+[.)] )*(```+)$")

// Quote puts Markdown of [Clean] into a block quote that nothing in it can end: ">" on
// every line, also on empty lines. Headings become bold lines, so that the quoted text adds nothing
// to the outline of the page around it. The result has no line end at its end and is "" for no
// text; the caller puts an empty line before and after it.
func Quote(markdown string) string {
	if markdown == "" {
		return ""
	}
	lines := strings.Split(markdown, "\n")
	fence := "" // the marks that end the preformatted text
	for i, line := range lines {
		if m := fenceLine.FindStringSubmatch(line); m != nil && (fence == "" || fence == m[1]) {
			fence = map[bool]string{true: m[1]}[fence == ""]
		} else if m := headingLine.FindStringSubmatch(line); m != nil && fence == "" {
			line = m[1] + "**" + m[2] + "**" // a heading has no bold words
		}
		lines[i] = strings.TrimRight("> "+line, " ")
		if strings.HasSuffix(line, "  ") { // a line break
			lines[i] = "> " + line
		}
	}
	return strings.Join(lines, "\n")
}
