package camel_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/builder/search/text"
	"cartaz/builder/search/text/camel"
)

func TestEachPart(t *testing.T) {
	for name, want := range map[string][]string{
		"":                            nil,
		"jazz":                        nil,
		"JAZZ":                        nil,
		"Jazz Festival":               nil,
		"dotSwift":                    {"swift"},
		"SmashingConf Freiburg":       {"conf", "smashing"},
		"NodeJS":                      {"node"},
		"OpenAI DevDay":               {"day", "dev"},
		"JSWorld, VoxxedDays":         {"world", "days", "voxxed"},
		"AllTheTalks":                 {"talks"},
		"Ronald McDonald, MacDonald":  nil,
		"EuroPython2026":              {"python"},
		"PyConDE":                     nil,
		"CafécomBlues, BluesNaPraça":  nil,
		"iOSDevCampDC and GraphQLDay": {"day"},
	} {
		var got []string
		camel.EachPart(name, func(part string) { got = append(got, part) })
		require.Equal(t, want, got, name)
	}
	long := strings.Repeat("x", text.MaxToken)
	camel.EachPart("aB"+long, func(string) { t.Fatal("a part that no index has") })
	camel.EachPart("aX"+long[1:], func(part string) { require.Equal(t, long, part) })
}
