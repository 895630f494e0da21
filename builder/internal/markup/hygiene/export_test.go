package hygiene

// Rewrite is [Text] without its short way.
func Rewrite(s string) string { return rewrite(s) }
