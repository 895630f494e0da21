package verbs_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/builder/search/text/verbs"
)

// Every form of every verb is read as a form of it, and there is room for all readings.
func TestFormsAreRead(t *testing.T) {
	var r verbs.Readings
	for _, table := range [...]*verbs.Table{verbs.Portuguese()} {
		for i, v := range table.Verbs {
			table.EachWord(i, nil, func(form []byte) {
				r.Read(table, form)
				require.Less(t, len(r.All()), 8, "%s", form)
				require.True(t, slices.ContainsFunc(r.All(), func(reading verbs.Reading) bool {
					return reading.Verb == i
				}), "%s of %s", form, v.Infinitive)
			})
		}
	}
}
