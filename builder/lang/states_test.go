package lang_test

import (
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/builder/lang"
)

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
