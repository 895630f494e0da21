package text_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/builder/search/text"
)

func TestEachCamelPart(t *testing.T) {
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
		text.EachCamelPart(name, func(part string) { got = append(got, part) })
		require.Equal(t, want, got, name)
	}
}
