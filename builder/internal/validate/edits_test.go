package validate

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestPatch plays the examples of RFC 7396, appendix A.
func TestPatch(t *testing.T) {
	t.Parallel()
	for _, row := range [][3]string{
		{`{"a":"b"}`, `{"a":"c"}`, `{"a":"c"}`},
		{`{"a":"b"}`, `{"b":"c"}`, `{"a":"b","b":"c"}`},
		{`{"a":"b"}`, `{"a":null}`, `{}`},
		{`{"a":"b","b":"c"}`, `{"a":null}`, `{"b":"c"}`},
		{`{"a":["b"]}`, `{"a":"c"}`, `{"a":"c"}`},
		{`{"a":"c"}`, `{"a":["b"]}`, `{"a":["b"]}`},
		{`{"a":{"b":"c"}}`, `{"a":{"b":"d","c":null}}`, `{"a":{"b":"d"}}`},
		{`{"a":[{"b":"c"}]}`, `{"a":[1]}`, `{"a":[1]}`},
		{`["a","b"]`, `["c","d"]`, `["c","d"]`},
		{`{"a":"b"}`, `["c"]`, `["c"]`},
		{`{"a":"foo"}`, `null`, `null`},
		{`{"a":"foo"}`, `"bar"`, `"bar"`},
		{`{"e":null}`, `{"a":1}`, `{"e":null,"a":1}`},
		{`[1,2]`, `{"a":"b","c":null}`, `{"a":"b"}`},
		{`{}`, `{"a":{"bb":{"ccc":null}}}`, `{"a":{"bb":{}}}`},
	} {
		var v, with any
		require.NoError(t, json.Unmarshal([]byte(row[0]), &v))
		require.NoError(t, json.Unmarshal([]byte(row[1]), &with))
		made, err := json.Marshal(patch(v, with))
		require.NoError(t, err)
		assert.JSONEq(t, row[2], string(made), "%s with %s", row[0], row[1])
		before, err := json.Marshal(v)
		require.NoError(t, err)
		assert.JSONEq(t, row[0], string(before), "the value itself stays")
	}
}

// TestEdits: an edit finds its event by each name that a page or its JSON shows.
func TestEdits(t *testing.T) {
	t.Parallel()
	raw := map[string]any{"id": 40, "name": "Samba", "starts_at": "2027-01-01T20:00"}
	for event, found := range map[string]bool{
		"40": true, "samba": true, "samba-14": true, // 40 in base 36, beside another samba
		"4": false, "sam": false, "samba-15": false,
	} {
		c := New(Config{Edits: []Edit{{Event: event, Set: map[string]any{"name": "Choro"}}}})
		rec, key, findings := c.Check(raw, "item 1")
		require.NotNil(t, rec, event)
		want := "Samba"
		if found {
			want = "Choro"
			assert.Equal(t, `name: "Samba"`, findings[0].Detail)
		}
		assert.Equal(t, want, rec.Name, event)
		assert.Equal(t, "samba", rec.Slug, "a corrected name moves no page")
		assert.Equal(t, Key{ID: 40, Slug: "samba", Hash: Hash(rec), Updated: key.Updated}, key)
	}
}
