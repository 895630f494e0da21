package mcp

import (
	"context"
	"net/url"
	"strings"

	"cartaz/builder/catalog"
)

// eventState says in one sentence that an event does not simply take place (cancelled, moved); ""
// for any other event. The API only has is_closed for that, and its objects allow no other members,
// so eventState reads the front matter of the page. It repeats no text that a source wrote.
func (t tools) eventState(ctx context.Context, slug string) string {
	a, err := readPath(ctx, pagePath+url.PathEscape(slug), typeMarkdown)
	if err != nil || a.Status != 200 || !strings.HasPrefix(a.Field("Content-Type"), typeMarkdown) {
		return "" // what can be said of the event is said without it
	}
	state, label := readFrontMatter(string(a.Body))
	switch catalog.State(state) {
	case catalog.Cancelled:
		return t.texts.Cancelled
	case catalog.Postponed:
		return t.texts.Postponed
	case catalog.Rescheduled:
		return t.texts.Rescheduled
	case catalog.MovedOnline:
		return t.texts.MovedOnline
	}
	if label {
		return t.texts.Label
	}
	return ""
}

// readFrontMatter reads the front matter of an event's page: its state, "" for none, and whether it
// has a label that means cancelled.
func readFrontMatter(page string) (state string, label bool) {
	rest, ok := strings.CutPrefix(page, "---\n")
	if !ok {
		return "", false
	}
	for line := range strings.Lines(rest) {
		line = strings.TrimSuffix(line, "\n")
		if line == "---" {
			break
		}
		if value, ok := strings.CutPrefix(line, "state: "); ok {
			state = strings.Trim(value, `"`)
		}
		label = label || strings.HasPrefix(line, "status: ")
	}
	return state, label
}
