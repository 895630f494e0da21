package brands

import "cartaz/builder/text"

// Suggest returns the end of a message: ", did you mean "x"?" with the word of a list that is
// closest to the one that was written; the first of several. It returns "" if more than a third of
// the letters differ in all of them.
func Suggest(written string, words []string) (end string) {
	from := []byte(text.Clip(written, text.MaxDistant))
	least := max(len(from)/3, 1) + 1
	for _, word := range words {
		d := text.Distance(from, []byte(text.Clip(word, text.MaxDistant)), least-1)
		if d < least {
			end, least = `, did you mean "`+word+`"?`, d
		}
	}
	return end
}
