package text_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/builder/search/text"
)

// Every name leads to all names of its city, and can be looked for.
func TestCityNames(t *testing.T) {
	groups := text.CitiesByName()
	require.Greater(t, len(groups), 500)
	rules := text.AllLanguages.Rules()
	for _, names := range groups {
		require.LessOrEqual(t, len(names), text.MaxSynonyms, names)
		for _, name := range names {
			require.Equal(t, names, text.CityNames(text.AppendKey(nil, name)),
				"in one row: %s", name)
			_, err := rules.Synonym(name)
			require.NoError(t, err, name)
		}
	}
	require.Contains(t, text.CityNames([]byte("wien")), "Vienna")
	require.Contains(t, text.CityNames([]byte("ciudad de mexico")), "Mexiko-Stadt")
	for city, want := range map[string][]string{"казань": {"kazan"},
		"нижнии новгород": {"nizhny novgorod", "nizhniy novgorod"},
		"егорьевск":       {"egorevsk", "yegorevsk"}, "иошкар-ола": {"yoshkar-ola"},
		"ростов-на-дону": {"rostov-na-donu"}} {
		require.Subset(t, text.CityNames([]byte(city)), want)
	}
	require.Nil(t, text.CityNames([]byte("recife")))
	require.Nil(t, text.CityNames([]byte("salvador")), "in Bahia")
}
