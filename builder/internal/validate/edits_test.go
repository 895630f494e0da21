package validate

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"cartaz/brands"
	"cartaz/builder/catalog"
	"cartaz/builder/rowstest"
)

// TestPatch plays the examples of RFC 7396, appendix A.
func TestPatch(t *testing.T) {
	t.Parallel()
	for _, row := range rowstest.Read[[][3]string](t, "testdata/patch.yaml") {
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
		"40": true, "samba": true,
		"4": false, "sam": false, "samba-15": false,
	} {
		c := New(Config{Edits: []brands.Edit{{Event: event, Set: map[string]any{"name": "Choro"}}}})
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

// TestEditIsShownOrSaid: an edit is visible in the record, or a doubt says why it is not, and then
// the source's own value stays.
func TestEditIsShownOrSaid(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 12, 1, 0, 0, 0, 0, time.UTC)
	show := func(rec *catalog.Record) string {
		b, err := json.Marshal([]any{rec.Name, rec.Starts.String(), rec.Ends.String(),
			len(rec.Sessions.All), rec.SoldOut(), rec.Closed(), rec.State, len(rec.Tickets)})
		require.NoError(t, err)
		return string(b)
	}
	for _, row := range rowstest.Read[[]struct{ Source, Edit, Shown, Doubt string }](t,
		"testdata/edit-is-shown-or-said.yaml") {
		var raw, set any
		require.NoError(t, json.Unmarshal([]byte(`{"id": 40, "name": "Samba", `+row.Source+`}`),
			&raw))
		require.NoError(t, json.Unmarshal([]byte("{"+row.Edit+"}"), &set))
		plain, _, _ := New(Config{Now: now}).Check(raw, "item 1")
		c := New(Config{Now: now, Edits: []brands.Edit{{Event: "40", Set: set.(map[string]any)}}})
		rec, _, findings := c.Check(raw, "item 1")
		require.NotNil(t, rec, row.Edit)
		if row.Shown == "" {
			row.Shown = show(plain)
		}
		assert.Equal(t, row.Shown, show(rec), row.Edit)
		var doubts []string
		for _, f := range findings {
			if f.Reason == EditDoubt {
				doubts = append(doubts, f.Detail)
			}
		}
		if row.Doubt == "" {
			assert.Empty(t, doubts, row.Edit)
		} else if assert.NotEmpty(t, doubts, row.Edit) {
			assert.Contains(t, doubts[0], row.Doubt, row.Edit)
		}
	}
}

// TestEditOfNoRecord: an entry does not make an event of a record that has none.
func TestEditOfNoRecord(t *testing.T) {
	t.Parallel()
	c := New(Config{Edits: []brands.Edit{{Event: "0", Set: map[string]any{"name": "Choro"}}}})
	for _, raw := range []any{"x", map[string]any{"id": 7}, map[string]any{}} {
		rec, _, _ := c.Check(raw, "item 1")
		assert.Nil(t, rec, "%v", raw)
	}
}
