// Package brands reads the brands of an installation: one folder per brand, with a brand.yaml and
// the files that brand.yaml names (a jq program, data, a logo).
//
// Loading is strict, because a typing error in a brand file would otherwise be found by a visitor.
// An unknown key, a missing required key, an invalid address, and a host that another brand has are
// errors. Each error names the file, the line and the remedy. Nothing is guessed.
//
// A key is a field of [Brand], or of a struct below it, with a comment and tags:
//
//	// One line at the foot of every page.
//	Notice string `key:"notice" max:"300"`
//
// The type of the field and its tags say what is read; the first paragraph of the comment is for
// people who write brands. "go test ./brands -update" makes schema.json of both, for editors, and
// the reference in README.md. The tags are:
//
//	key      the name in brand.yaml
//	need     the key must be there; the text says what to write ("one": one of words)
//	default  what counts without the key, as one would write it
//	words    the only values, separated by blanks
//	as       the name of a format in formats.go
//	max, min bounds of a number; max of a text in characters, of a time
//	most     how many entries a list may have
//	keys     the only keys of a map
//	or       "none": that word may replace a section; "one": an entry may replace a
//	         list; "pair": an entry may be a key with a word, which makes one text of both
//	only     a field beside it and its values with which this key has an effect
//
// Rules for several keys are in the methods check of the structs, which run when their keys have
// been read. Values of sources may contain ${NAME}.
package brands
