package upstream_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/builder/internal/upstream"
)

// Documents of values without end are refused before they fill the memory.
func TestRepeatedValues(t *testing.T) {
	for _, tt := range []struct{ name, document, items, want string }{
		{"tiny events", "[" + strings.Repeat(`{"name":"a"},`, 200_000) + "1]", "",
			"the pull has more than 1"},
		{"a filter over objects", `{"a":[` + strings.Repeat("{},", 5_000_000) + "{}]}", "[.a[]]",
			"the document has more than 5000000 values"},
	} {
		src := folder(t, "a.json", map[string]string{"a.json": tt.document})
		src.MaxBytes, src.Items = 512<<20, tt.items
		_, _, err := pull(t, src, upstream.Options{})
		require.ErrorContains(t, err, tt.want)
	}
}
