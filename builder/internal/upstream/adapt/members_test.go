package adapt_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/builder/internal/upstream/adapt"
)

// TestMembers: members by any name, in any nesting.
func TestMembers(t *testing.T) {
	for _, tt := range []struct{ name, locale, item, want string }{
		{"nested", "pt-BR", `{"schedule": {"start": "2027-02-01", "end": "2027-02-02"},
			"location": {"venue": "Sesc", "address": {"street": "Rua X", "city": "Recife"}}}`,
			`{"starts_at": "2027-02-01", "ends_at": "2027-02-02", "location.name": "Sesc",
			"location.formatted_address": "Rua X", "location.city": "Recife"}`},
		{"Dutch", "nl", `{"Naam": "Avond", "BEGIN-DATUM": "2027-02-01", "plaats": "Zaal",
			"stad": "Gent"}`, `{"name": "Avond", "starts_at": "2027-02-01", "location.name": "Zaal",
			"location.city": "Gent"}`},
		{"Italian", "it", `{"titolo": "Notte", "data_inizio": "2027-02-01", "Città": "Roma",
			"luogo": {"nome": "Sala"}}`, `{"name": "Notte", "starts_at": "2027-02-01", "location.name": "Sala",
			"location.city": "Roma"}`},
		{"texts by language", "fr-FR", `{"title": {"en": "Night", "fr": "Nuit"}, "description":
			{"de": "Nacht", "en": "Night"}}`,
			`{"name": "Nuit", "description": "Night"}`},
		{"names with a language", "fr", `{"title_en": "Night", "title_fr": "Nuit"}`,
			`{"name": "Nuit"}`},
		{"the first name of its line counts", "en", `{"summary": "Short", "title": "Night"}`,
			`{"name": "Night"}`},
		{"empty ones do not count", "en", `{"name": "", "title": null, "event": "Night"}`,
			`{"name": "Night"}`},
		{"facts of publishing", "en", `{"published": true, "is_active": false, "uid": 7}`,
			`{"id": 7, "facts": {"published": true, "is_active": false}}`},
		{"the item before what is around", "en", `{"id": 1, "fields": {"id": 2, "title": "A"}}`,
			`{"id": 1, "name": "A"}`},
		{"GeoJSON", "en", `{"geometry": {"type": "Point", "coordinates": [-34.9, -8]},
			"properties": {"name": "A"}}`,
			`{"name": "A", "location.latitude": -8, "location.longitude": -34.9}`},
		{"many dates", "en", `{"dates": [{"from": "2027-02-01"}, {"from": "2027-02-03",
			"to": "2027-02-04"}]}`,
			`{"starts_at": "2027-02-01", "sessions": [
			{"from": "2027-02-01"}, {"from": "2027-02-03", "to": "2027-02-04"}]}`},
		{"times and a zone in objects around them", "en", `{"title": "A", "scheduling": {"config":
			{"startDate": "2027-02-01T18:00:00Z", "timeZoneId": "Europe/Rome"}}}`,
			`{"name": "A", "starts_at": "2027-02-01T18:00:00Z", "timezone": "Europe/Rome"}`},
		{"a place under the name of its address", "en", `{"physicalAddress": {"street": "Rue Z",
			"locality": "Lyon"}, "beginsOn": "2027-02-01"}`,
			`{"starts_at": "2027-02-01", "location.city": "Lyon",
			"location.formatted_address": "Rue Z"}`},
		{"hour beside the day", "en", `{"start": {"date": "2027-02-01", "time": "20:00"}}`,
			`{"starts_at": "2027-02-01", "start_time": "20:00"}`},
	} {
		var item map[string]any
		require.NoError(t, json.Unmarshal([]byte(tt.item), &item), tt.name)
		got, err := json.Marshal(adapt.Members(item, tt.locale))
		require.NoError(t, err)
		require.JSONEq(t, tt.want, string(got), tt.name)
	}
}
