package a2a

import (
	"cartaz/builder/i18n"
	"cartaz/edge/internal/phrases"
)

// texts are the sentences that the agent says by itself, in one language. All
// else in an answer comes from the core.
type texts struct {
	Note      string `i18n:"a2a.note"`
	NoDates   string `i18n:"a2a.no_dates"`
	OnlyFirst string `i18n:"a2a.only_first"`
}

var textsOf = i18n.Bind[texts]()

// introduction stands above the page of results, as a block of its own. It holds
// fixed sentences only: nothing that a client or an organiser wrote.
func (t *texts) introduction(q phrases.Request) string {
	text := "> " + t.Note + "\n"
	if q.Vague {
		text += ">\n> " + t.NoDates + "\n"
	}
	if q.More {
		text += ">\n> " + t.OnlyFirst + "\n"
	}
	return text + "\n"
}
