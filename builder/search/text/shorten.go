package text

// Shorten is s for people to read: its first n characters and "…" when it has more than n.
func Shorten(s string, n int) string {
	for i := range s {
		if n == 0 {
			return s[:i] + "…"
		}
		n--
	}
	return s
}
