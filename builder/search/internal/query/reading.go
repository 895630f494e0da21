package query

// Reading is how a query was read. The readings are tried in their order until one finds something;
// an empty answer has the first.
type Reading uint8

// The readings.
const (
	Typed Reading = iota // every word is found as it is, or by the rules of a language
	// Relaxed leaves out optional words, see Parsed.Parse and Matches.relax. The last word also
	// finds longer words in descriptions, and words may be in another language or script.
	Relaxed
	Corrected // words may be a few edits away
	Partial   // some words are missing, see partial.go
	Retyped   // in the letters of another keyboard
)

// String returns the name in explanations.
func (r Reading) String() string {
	return [...]string{"typed", "relaxed", "corrected", "partial", "retyped"}[r]
}
