package mcp

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/builder/i18n"
	"cartaz/builder/search"
)

// Each argument of a tool is described in each language, and nothing else is. Forms of pages have
// the descriptions of filters too, whose fields take one value.
func TestArgumentsAreDescribed(t *testing.T) {
	var known []string
	for _, tool := range tools {
		for _, arg := range tool.arguments {
			known = append(known, arg.name)
		}
	}
	for _, locale := range i18n.Names() {
		says := textsOf(locale)
		require.ElementsMatch(t, known, slices.Collect(maps.Keys(says.Arguments)), locale)
		list := string(inputSchema(searchArguments, says))
		for _, f := range search.Filters {
			require.NotContains(t, says.Arguments[f.Name], "|", locale)
			several := says.Arguments[f.Name] + " " + says.Several + `"}`
			require.Equal(t, f.Type == search.OfName, strings.Contains(list, several), several)
		}
	}
}
