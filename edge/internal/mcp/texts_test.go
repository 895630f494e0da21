package mcp

import (
	"maps"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/builder/i18n"
)

// Each argument of a tool is described in each language, and nothing else is.
func TestArgumentsAreDescribed(t *testing.T) {
	var known []string
	for _, tool := range tools {
		for _, arg := range tool.arguments {
			known = append(known, arg.name)
		}
	}
	for _, locale := range i18n.Names() {
		require.ElementsMatch(t, known,
			slices.Collect(maps.Keys(textsOf(locale).Arguments)), locale)
	}
}
