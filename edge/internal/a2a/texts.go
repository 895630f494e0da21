package a2a

import (
	"strings"

	"cartaz/builder/i18n"
)

// texts are the sentences that the agent says by itself, in one language. All
// else in an answer comes from the core.
type texts struct {
	Note      string       `i18n:"a2a.note"`
	NoDates   string       `i18n:"a2a.no_dates"`
	CannotBuy string       `i18n:"a2a.cannot_buy"`
	DataFirst i18n.Message `i18n:"a2a.data_first,names"`
	Price     string       `i18n:"a2a.price"`
	Help      string       `i18n:"a2a.help"`
	Examples  []string     `i18n:"documents.search_examples"`
}

var textsOf = i18n.Bind[texts]()

// quote makes sentences a block above an answer.
func (t *texts) quote(sentences ...string) string {
	return "> " + strings.Join(sentences, "\n>\n> ") + "\n\n"
}
