package lang_test

import (
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/builder/lang"
	"cartaz/builder/rowstest"
)

// TestCode: a country is understood by its codes, and by its name in every language of a site.
func TestCode(t *testing.T) {
	for in, want := range rowstest.Read[map[string]string](t, "testdata/countries.yaml") {
		require.Equal(t, want, lang.Country(in), in)
	}
}

func TestOfState(t *testing.T) {
	for in, want := range map[string]string{
		"Spain": "ES", "Espanha": "ES", "Spanien": "ES", "U.S.A.": "US",
		"Georgia": "", "Geórgia": "", "CA": "", "DE": "", "PA": "", "Pernambuco": "", "": "",
	} {
		require.Equal(t, want, lang.CountryOfState(in), in)
	}
}

func TestName(t *testing.T) {
	require.Equal(t, "Áustria", lang.CountryName("AT", "pt-BR"))
	require.Equal(t, "Austria", lang.CountryName("AT", "en"))
	require.Equal(t, "Österreich", lang.CountryName("AT", "de"))
	require.Equal(t, "Autriche", lang.CountryName("AT", "fr"))
	require.Equal(t, "Austria", lang.CountryName("AT", "es"))
	require.Equal(t, "North Macedonia", lang.CountryName("MK", "en"))
	require.Equal(t, "Nordmazedonien", lang.CountryName("MK", "de"))
	require.Equal(t, "Essuatíni", lang.CountryName("SZ", "pt-BR"))
	require.Equal(t, "?", lang.CountryName("?", "en"))
}

// membersOf are names of members with their meanings: of tables, of words before and after them,
// and of nothing.
var membersOf = map[string]string{
	"published": "shown", "isPublished": "shown", "event_is_public": "shown",
	"o_published": "shown", "visible_to_public": "shown", "markedAsSoldOut": "sold_out",
	"status": "state", "_id": "key", "name": "", "starts_at": "", "Straße": "", "": "",
}

// TestMembers: the meaning of a name does not depend on the names before it, however many they are.
func TestMembers(t *testing.T) {
	for range 2 {
		for name, want := range membersOf {
			require.Equal(t, want, lang.MemberOf(name), name)
		}
		for i := range 5000 {
			require.Empty(t, lang.MemberOf("x"+strconv.Itoa(i)))
		}
		require.Equal(t, "shown", lang.MemberOf("event_visible_on_the_website"))
	}
}

// TestMembersAgain: the items of a source have the same names, and each is read once.
func TestMembersAgain(t *testing.T) {
	for name := range membersOf {
		lang.MemberOf(name)
		require.LessOrEqual(t, testing.AllocsPerRun(100, func() { lang.MemberOf(name) }), 1.0, name)
	}
}

// TestStates: a condition alone, and behind the name of a state, has no meaning; a long text is not
// read at each of its bytes to its end.
func TestStates(t *testing.T) {
	for word, want := range map[string]string{
		"Entrada gratuita, retirada na bilheteria": "free",
		"retirada na bilheteria":                   "",
		"event doors open":                         "",
		"status_event_draft":                       "withheld",
		strings.Repeat("free ", 1<<19):             "",
	} {
		require.Equal(t, want, lang.StateOf(word), word[:min(len(word), 40)])
	}
}
