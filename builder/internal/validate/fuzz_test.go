package validate_test

import (
	"bytes"
	"encoding/json"
	"regexp"
	"testing"
	"unicode/utf8"

	"cartaz/builder/internal/validate"

	"github.com/stretchr/testify/require"
)

var slugForm = regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)

// Whatever a source sends, a record that is kept obeys the rules of the table.
func FuzzCheck(f *testing.F) {
	for _, seed := range []string{
		`{"name":"a"}`,
		`{"id":1e99,"name":"x","slug":"..","starts_at":"2026-05-23T24:00","timezone":"Etc/GMT+3"}`,
		`{"id":"\u0000","name":"\u202ex","tickets":[{"price":1.5},{"fee":9e18}],` +
			`"location":{"latitude":"1,5","longitude":1}}`,
		`{"name":"x","starts_at":-99999999999,"ends_at":"31/12/2199 23:59",` +
			`"images":{"banner":"http://a/%zz"}}`, `[]`, `{"name":{}}`,
	} {
		f.Add([]byte(seed))
	}
	c := paulista(f)
	f.Fuzz(func(t *testing.T, data []byte) {
		d := json.NewDecoder(bytes.NewReader(data))
		d.UseNumber()
		var raw any
		if d.Decode(&raw) != nil {
			return
		}
		rec, key, findings := c.Check(raw, "1")
		for _, finding := range findings {
			require.Less(t, len(finding.Detail), 1000)
			require.True(t, utf8.ValidString(finding.Detail))
		}
		if rec == nil {
			require.Equal(t, validate.Dropped, findings[len(findings)-1].Kind)
			return
		}
		require.Regexp(t, slugForm, rec.Slug)
		require.LessOrEqual(t, len(rec.Slug), 200)
		require.NotEmpty(t, rec.Name)
		require.LessOrEqual(t, utf8.RuneCountInString(rec.Name), 300)
		require.True(t, utf8.ValidString(rec.Name+rec.Description))
		require.NotContains(t, rec.Name, "\n")
		if rec.Starts.Known() && rec.Ends.Known() {
			require.NotEqual(t, rec.Starts, rec.Ends)
		}
		again, same, _ := c.Check(raw, "1")
		require.Equal(t, rec, again)
		require.Equal(t, key, same)
		slugs, _ := validate.Settle(1, func(int) *validate.Key { return &key }, nil)
		c.Assign(rec, slugs[0])
		require.Equal(t, key.Slug, rec.Slug)
	})
}
