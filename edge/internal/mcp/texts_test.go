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
	known := maps.Clone(searchArguments)
	maps.Copy(known, getArguments)
	for _, locale := range i18n.Names() {
		require.ElementsMatch(t, slices.Collect(maps.Keys(known)),
			slices.Collect(maps.Keys(textsOf(locale).Arguments)), locale)
	}
}
