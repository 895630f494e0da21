package match

import "cartaz/builder/search/text"

// kindsState says what became of the words for kinds of events in a query, see text.IsKind.
type kindsState uint8

const (
	kindsRead    kindsState = iota
	kindsSkipped            // since nothing has all words
	kindsKept               // since nothing has the others either
)

// skipKinds reads the query again without words for kinds of events where each other word stands
// somewhere, and with them where nothing was found so either. It reports whether it did.
func skipKinds(p *Plan) bool {
	t := &p.Parsed
	switch t.kinds {
	case kindsRead:
		var some, others bool
		for i := range t.Tokens {
			token := &t.Tokens[i]
			if token.Joinable() && text.IsKind(t.rules, t.Slice(token.Text)) {
				some = true
				continue
			}
			if p.ClauseOf(i).Documents == 0 {
				return false
			}
			others = true
		}
		if !some || !others {
			return false
		}
		t.kinds = kindsSkipped
	case kindsSkipped:
		t.kinds = kindsKept
	default:
		return false
	}
	t.readText()
	t.cut()
	return true
}

// skipAsking reads the query again without what only asks (see text.Rules.Asks), and reports
// whether there was any beside other words. It does so once.
func skipAsking(t *Parsed) bool {
	asks := func(token *Token) bool {
		return token.Joinable() && t.rules.Asks(t.Slice(token.Text))
	}
	var some, others bool
	for i := range t.Tokens {
		if asks(&t.Tokens[i]) {
			some = true
		} else {
			others = true
		}
	}
	if t.Asking || !others || !some && !t.rules.HasRuns() {
		return false
	}
	t.Asking = some
	if !some {
		t.readText()
		whole := len(t.text)
		t.Asking = true
		t.readText()
		t.Asking = len(t.text) < whole
	}
	t.readText()
	t.cut()
	return t.Asking
}
