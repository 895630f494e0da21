package brands

// Suggest is the end of a message: ", did you mean "x"?" with the word of a list that has the least
// distance to the one that was written, "" when none is near: more than a third of the letters
// differ. Of several the first is taken.
func Suggest(written string, words []string) (end string) {
	least := max(len(written)/3, 1) + 1
	for _, word := range words {
		if d := distance(written, word); d < least {
			end, least = `, did you mean "`+word+`"?`, d
		}
	}
	return end
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
