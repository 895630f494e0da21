package validate

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"cartaz/brands"
	"cartaz/builder/catalog"
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
	const dated = `"starts_at": "2027-01-01T20:00"`
	show := func(rec *catalog.Record) string {
		b, err := json.Marshal([]any{rec.Name, rec.Starts.String(), rec.Ends.String(),
			len(rec.Sessions.All), rec.SoldOut(), rec.Closed(), rec.State, len(rec.Tickets)})
		require.NoError(t, err)
		return string(b)
	}
	for _, row := range []struct{ source, edit, shown, doubt string }{
		{dated, `"name": "Choro"`, `["Choro","2027-01-01T20:00:00","",0,false,false,"",0]`, ""},
		{dated, `"name": 1984`, "", "name: stays as the source has it: name must be a string"},
		{dated, `"name": null`, "", "name: stays as the source has it: name is missing"},
		{dated, `"name": " "`, "", "name: stays as the source has it: name has no visible"},
		{dated, `"name": "Samba"`, "", "name: changes nothing"},
		{dated, `"status": null`, "", "status: changes nothing"},
		{dated, `"starts_at": "soon"`, "", "starts_at: stays as the source has it"},
		{dated, `"starts_at": true`, "", "starts_at: stays as the source has it"},
		{dated, `"starts_at": "2027-02-02"`, `["Samba","2027-02-02","",0,false,false,"",0]`, ""},
		{`"starts_at": "2027-01-01", "start_time": "20:00"`, `"starts_at": "2027-02-02"`,
			`["Samba","2027-02-02T20:00:00","",0,false,false,"",0]`, ""},
		{`"starts_at": "2027-01-01", "start_time": "20:00"`, `"starts_at": "2027-01-01T21:00"`,
			`["Samba","2027-01-01T21:00:00","",0,false,false,"",0]`, ""},
		{dated, `"start_time": "21:00"`, "", "start_time: stays as the source has it: starts_at"},
		{dated + `, "ends_at": "2027-01-01T22:00"`, `"starts_at": "2027-01-03T20:00"`,
			`["Samba","2027-01-03T20:00:00","",0,false,false,"",0]`,
			"starts_at: ends_at 2027-01-01T22:00:00 is before starts_at"},
		{dated, `"sessions": [{"starts_at": "2027-03-01T20:00"},
			{"starts_at": "2027-03-02T20:00"}]`,
			`["Samba","2027-03-01T20:00:00","2027-03-02",2,false,false,"",0]`, ""},
		{dated, `"sessions": [{"starts_at": "soon"}]`, "", "sessions: stays as the source has it"},
		{dated, `"sessions": []`, "", "sessions: changes nothing"},
		{`"sessions": [{"starts_at": "2027-03-01T20:00"}, {"starts_at": "2027-03-02T20:00"}]`,
			`"starts_at": "2027-04-01T20:00"`, "", "starts_at: stays as the source has it"},
		{dated + `, "tickets": [{"name": "A", "available": true}]`, `"sold_out": true`,
			`["Samba","2027-01-01T20:00:00","",0,true,false,"",1]`, ""},
		{dated + `, "tickets": [{"name": "A", "available": false}]`, `"sold_out": false`,
			`["Samba","2027-01-01T20:00:00","",0,false,false,"",1]`, ""},
		{dated + `, "sold_out": true`, `"tickets": [{"name": "A", "available": true}]`,
			`["Samba","2027-01-01T20:00:00","",0,false,false,"",1]`, ""},
		{dated, `"sold_out": "maybe"`, "", "sold_out: stays as the source has it"},
		{dated, `"sold_out": "yes"`, `["Samba","2027-01-01T20:00:00","",0,true,false,"",0]`, ""},
		{dated + `, "status": "encerrado"`, `"is_closed": false`, "", "is_closed: changes nothing"},
		{dated, `"state": "cancelled"`,
			`["Samba","2027-01-01T20:00:00","",0,false,true,"cancelled",0]`, ""},
		{dated, `"state": "talvez"`, "", "state: stays as the source has it"},
		{dated, `"tickets": [{"name": "A", "price": 69.9}]`, "", "tickets: stays as the source"},
		{dated, `"tickets": [{"nmae": "A", "price": 69}]`, "", "tickets: stays as the source"},
		{dated, `"location": "Recife"`, "", "location: stays as the source has it"},
		{dated, `"location": {"ctiy": "Recife"}`, "", "location: stays as the source has it"},
		{dated, `"images": {"banner": "http://localhost/a.png"}`, "", "images: stays as"},
		{dated, `"tags": [2026]`, "", "tags: stays as the source has it"},
		{dated, `"nmae": "Choro"`, "", ""},
	} {
		var raw, set any
		require.NoError(t, json.Unmarshal([]byte(`{"id": 40, "name": "Samba", `+row.source+`}`),
			&raw))
		require.NoError(t, json.Unmarshal([]byte("{"+row.edit+"}"), &set))
		plain, _, _ := New(Config{Now: now}).Check(raw, "item 1")
		c := New(Config{Now: now, Edits: []brands.Edit{{Event: "40", Set: set.(map[string]any)}}})
		rec, _, findings := c.Check(raw, "item 1")
		require.NotNil(t, rec, row.edit)
		if row.shown == "" {
			row.shown = show(plain)
		}
		assert.Equal(t, row.shown, show(rec), row.edit)
		var doubts []string
		for _, f := range findings {
			if f.Reason == EditDoubt {
				doubts = append(doubts, f.Detail)
			}
		}
		if row.doubt == "" {
			assert.Empty(t, doubts, row.edit)
		} else if assert.NotEmpty(t, doubts, row.edit) {
			assert.Contains(t, doubts[0], row.doubt, row.edit)
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
