package adapt_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/builder/internal/upstream/adapt"
	"cartaz/builder/rowstest"
)

// TestMembers: members by any name, in any nesting.
func TestMembers(t *testing.T) {
	for _, tt := range rowstest.Read[[]struct{ Name, Locale, Item, Want string }](t,
		"testdata/members.yaml") {
		var item map[string]any
		require.NoError(t, json.Unmarshal([]byte(tt.Item), &item), tt.Name)
		got, err := json.Marshal(adapt.Members(item, tt.Locale))
		require.NoError(t, err)
		require.JSONEq(t, tt.Want, string(got), tt.Name)
	}
}
