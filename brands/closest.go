package brands

// closestWord is the word of a list with the least distance to the one that was written, and false
// when none is near: more than a third of the letters differ. Of several the first is taken. The
// distance counts inserted, deleted, replaced and swapped neighbouring bytes (the optimal string
// alignment distance).
func closestWord(written string, words []string) (string, bool) {
	best, least := "", max(len(written)/3, 1)+1
	for _, word := range words {
		if d := distance(written, word, least); d < least {
			best, least = word, d
		}
	}
	return best, best != ""
}

// suggest is the end of a message: ", did you mean "x"?" with the closest word, "" without one.
func suggest(written string, words []string) string {
	if word, ok := closestWord(written, words); ok {
		return `, did you mean "` + word + `"?`
	}
	return ""
}

// distance is the distance of two words; limit or more is returned as limit.
func distance(a, b string, limit int) int {
	if len(a)-len(b) >= limit || len(b)-len(a) >= limit {
		return limit
	}
	// rows[i%3] is row i of the table of distances between prefixes.
	var rows [3][]int
	for i := range rows {
		rows[i] = make([]int, len(b)+1)
	}
	for j := range rows[0] {
		rows[0][j] = j
	}
	for i := 1; i <= len(a); i++ {
		row, above, before := rows[i%3], rows[(i+2)%3], rows[(i+1)%3]
		row[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			row[j] = min(above[j]+1, row[j-1]+1, above[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
	}
	return min(rows[len(a)%3][len(b)], limit)
}
