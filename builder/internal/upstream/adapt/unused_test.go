package adapt_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/builder/catalog"
	"cartaz/builder/internal/upstream/adapt"
)

// TestUnused: a member is used when its value reaches a record in any form, or the record has the
// member that its name means.
func TestUnused(t *testing.T) {
	const record = `{"id": 7, "name": "Roda de choro", "starts_at": "2027-02-01T20:00:00",
		"description": "Choro na praça", "location": {"name": "Casa do Povo"}}`
	rec := &catalog.Record{Starts: catalog.ParseMoment("2027-02-01T20:00:00")}
	for item, want := range map[string]string{
		`{"titel": "RODA DE CHORO", "n": 7, "x": null, "b": true, "e": " "}`:                    "",
		`{"a": "01/02/2027", "b": "2027-02-01 20h", "c": 1801512000, "d": "20:00", "e": "20h"}`: "",
		`{"venue": "?", "line": 3, "record": {"z": "y"}, "html": "<p>Choro na praça</p>"}`:      "",
		`{"x": "abc", "Preço": "R$ 40,00", "hall": "Sala 2", "abre": "19h30", "fee": "20.00",
			"o_dia": "2027-03-01", "inner": [{"ref_id": "q1"}, {"ref_id": "q2"}]}`: `.["Preço"] "R$ 40,00"
.abre "19h30"
.fee "20.00"
.hall "Sala 2"
.inner[].ref_id "q1"
.o_dia "2027-03-01"
.x "abc"`,
	} {
		var v, r any
		require.NoError(t, json.Unmarshal([]byte(item), &v))
		require.NoError(t, json.Unmarshal([]byte(record), &r))
		var m adapt.Unused
		m.Add(v, []any{r}, []*catalog.Record{rec})
		m.Add(map[string]any{}, []any{r}, nil)
		var got []string
		for _, u := range m.Members() {
			got = append(got, u.Path+" "+u.Example)
		}
		require.Equal(t, want, strings.Join(got, "\n"), item)
	}
}
