package build_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/builder/search"
)

// What the card of an event says of its place finds it: also that it is online.
func TestOnlineEventsAreFound(t *testing.T) {
	s := newShop(t, `[
		{"id": 1, "name": "Oficina de web", "starts_at": "2027-01-02T10:00:00-03:00", "is_online": true},
		{"id": 2, "name": "Oficina de rabeca", "starts_at": "2027-01-01T10:00:00-03:00", "location": {"city": "Recife"}}
	]`)
	s.mustPublish()
	index, err := search.Open(s.live().SearchIndex())
	require.NoError(t, err)
	for text, want := range map[string][]uint32{"online": {1}, "oficina on-line": {1}, "oficina": {0, 1}} {
		ids, _ := index.Search(search.Query{Text: text}, 0, 10, nil)
		require.Equal(t, want, ids, text)
	}
}
