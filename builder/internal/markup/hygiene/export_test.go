package hygiene

// Rewrite is [Text] without its short way.
func Rewrite(s string) string { return rewrite(s) }

// Ordinary reports whether s takes the short way.
func Ordinary(s string) bool { return ordinary(s) }
