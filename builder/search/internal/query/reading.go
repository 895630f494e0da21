package query

// Reading is how a query was read. The readings are tried in their order until one finds something;
// an empty answer has the first.
type Reading uint8

// The readings.
const (
	Typed     Reading = iota // every word is found as it stands, or by the rules of a language
	Wide                     // the last word begins others in descriptions too
	Relaxed                  // without what is optional, see Parsed.Parse and Matches.relax
	Corrected                // words may be a few edits away
	Partial                  // some words are missing, see partial.go
	Retyped                  // in the letters of another keyboard, or of another script
)

// String is the name in explanations.
func (r Reading) String() string {
	return [...]string{"typed", "wide", "relaxed", "corrected", "partial", "retyped"}[r]
}
