package analysis

import (
	_ "embed" // states.txt
	"strings"

	"cartaz/builder/text"
)

//go:embed states.txt
var statesFile string

// brazilianStates holds the federal units of Brazil: from the folded abbreviation (UF) to the
// folded name; abbreviations holds them the other way round.
var brazilianStates, abbreviations = func() (names, back map[string]string) {
	names, back = map[string]string{}, map[string]string{}
	for line := range strings.Lines(statesFile) {
		uf, name, _ := strings.Cut(strings.TrimSpace(line), " ")
		names[uf], back[name] = name, uf
	}
	return names, back
}()

// StateName returns the folded name of a Brazilian state given its folded abbreviation, or "".
func StateName(uf []byte) string {
	return brazilianStates[string(uf)]
}

// AppendStateKey appends the form of a state for comparison: the folded abbreviation. The name of a
// Brazilian state counts as its abbreviation.
func AppendStateKey(dst []byte, state string) []byte {
	start := len(dst)
	dst = text.AppendKey(dst, state)
	if uf := abbreviations[string(dst[start:])]; uf != "" {
		return append(dst[:start], uf...)
	}
	return dst
}
