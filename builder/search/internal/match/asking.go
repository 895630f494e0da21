package match

import "slices"

// skipAsking reads the query again without what only asks (see text.Rules.Asks), and reports
// whether there was any beside other words. It does so once.
func skipAsking(t *Parsed) bool {
	asks := func(token Token) bool {
		return token.Joinable() && t.rules.Asks(t.Slice(token.Text))
	}
	if t.Asking || !slices.ContainsFunc(t.Tokens, func(token Token) bool { return !asks(token) }) {
		return false
	}
	t.Asking = slices.ContainsFunc(t.Tokens, asks)
	if !t.Asking && t.rules.HasRuns() {
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
