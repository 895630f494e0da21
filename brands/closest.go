package brands

// closestWord is the word of a list with the least distance to the one that was written, and false
// when none is near: more than a third of the letters differ. Of several the first is taken.
func closestWord(written string, words []string) (string, bool) {
	best, least := "", max(len(written)/3, 1)+1
	for _, word := range words {
		if max(len(word)-len(written), len(written)-len(word)) >= least {
			continue
		}
		if d := distance(written, word); d < least {
			best, least = word, d
		}
	}
	return best, best != ""
}

// Suggest is the end of a message: ", did you mean "x"?" with the closest word, "" without one.
func Suggest(written string, words []string) string {
	if word, ok := closestWord(written, words); ok {
		return `, did you mean "` + word + `"?`
	}
	return ""
}

// distance counts the inserted, deleted, replaced and swapped neighbouring bytes between two words
// (the optimal string alignment distance).
func distance(a, b string) int {
	table := make([][]int, len(a)+1) // of the distances between beginnings
	for i := range table {
		table[i] = make([]int, len(b)+1)
		for j := range table[i] {
			if i == 0 || j == 0 {
				table[i][j] = i + j
				continue
			}
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			d := min(table[i][j-1]+1, table[i-1][j]+1, table[i-1][j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				d = min(d, table[i-2][j-2]+1)
			}
			table[i][j] = d
		}
	}
	return table[len(a)][len(b)]
}
