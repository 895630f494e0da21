package match

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
