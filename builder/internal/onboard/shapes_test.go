package onboard_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cartaz/builder/internal/onboard"
)

// TestShapes: one answer of each backend, as its documentation has them. Its address alone becomes
// a catalogue that is right.
func TestShapes(t *testing.T) {
	type event struct{ name, start, end, venue, city, image, url string }
	for _, tt := range []struct {
		name, preset, text string
		want               event
	}{
		{"Drupal JSON:API", "generic", `{"jsonapi": {"version": "1.0"}, "data": [{"type":
			"node--event", "id": "5f1c", "attributes": {"drupal_internal__nid": 7, "status": true,
			"title": "Roda de choro", "created": "2026-01-01T10:00:00+00:00",
			"changed": "2026-02-01T10:00:00+00:00", "path": {"alias": "/roda", "pid": 3},
			"body": {"value": "<p>Choro</p>", "format": "basic_html", "processed": "<p>Choro</p>"},
			"field_event_date": {"value": "2027-02-01T20:00:00-03:00",
				"end_value": "2027-02-01T22:00:00-03:00"},
			"field_location": "Praça da Sé", "field_city": "São Paulo"}}],
			"links": {"self": {"href": "x"}}}`,
			event{"Roda de choro", "2027-02-01T20:00:00-03:00", "2027-02-01T22:00:00-03:00",
				"Praça da Sé", "São Paulo", "", ""}},
		{"OData", "generic", `{"@odata.context": "x/$metadata#Events", "value": [{"EventID": 9,
			"Title": "Roda", "StartDate": "2027-02-01T20:00:00Z", "EndDate":
			"2027-02-01T22:00:00Z", "Venue": {"Name": "Sesc", "City": "Recife"},
			"ImageURL": "https://v.example/a.jpg", "Url": "https://v.example/9"}]}`,
			event{"Roda", "2027-02-01T17:00:00-03:00", "2027-02-01T19:00:00-03:00", "Sesc",
				"Recife",
				"https://v.example/a.jpg", "https://v.example/9"}},
		{"OpenAgenda v2", "generic", `{"total": 1, "events": [{"uid": 123, "slug": "choro",
			"title": {"fr": "Concert de choro", "en": "Choro concert"}, "description": {"fr":
			"Court"}, "longDescription": {"fr": "Long"}, "timezone": "Europe/Paris",
			"firstTiming": {"begin": "2027-02-01T20:00:00+01:00", "end":
			"2027-02-01T22:00:00+01:00"}, "location": {"uid": 5, "name": "Le Mans Pop", "address":
			"1 rue X", "city": "Le Mans", "latitude": 48.0, "longitude": 0.2},
			"originAgenda": {"uid": 1, "title": "Agenda"}}]}`,
			event{"Concert de choro", "2027-02-01T20:00:00+01:00", "2027-02-01T22:00:00+01:00",
				"Le Mans Pop", "Le Mans", "", ""}},
		{"OpenAgenda v1", "generic", `{"total": 1, "offset": 0, "limit": 20, "events": [{"uid": 1,
			"slug": "choro", "canonicalUrl": "https://openagenda.com/e/choro", "title": {"fr":
			"Choro"}, "image": "https://cdn.example/i.jpg", "timings": [{"start":
			"2027-02-01T19:00:00.000Z", "end": "2027-02-01T21:00:00.000Z"}, {"start":
			"2027-02-02T19:00:00.000Z", "end": "2027-02-02T21:00:00.000Z"}], "locationName":
			"Salle 1", "address": "1 rue X", "city": "Paris", "latitude": 48.8,
			"longitude": 2.3}]}`,
			event{"Choro", "2027-02-01T16:00:00-03:00", "2027-02-02T18:00:00-03:00", "Salle 1",
				"Paris",
				"https://cdn.example/i.jpg", "https://openagenda.com/e/choro"}},
		{"Google Calendar", "generic", `{"kind": "calendar#events", "summary": "Agenda",
			"timeZone": "America/Sao_Paulo", "items": [{"kind": "calendar#event", "id": "abc",
			"status": "confirmed", "htmlLink": "https://www.google.com/calendar/event?eid=x",
			"updated": "2026-01-01T10:00:00.000Z", "summary": "Roda", "description": "Choro",
			"location": "Praça da Sé", "start": {"dateTime": "2027-02-01T20:00:00-03:00",
			"timeZone": "America/Sao_Paulo"}, "end": {"dateTime": "2027-02-01T22:00:00-03:00"},
			"iCalUID": "abc@google.com", "organizer": {"email": "a@b.example", "displayName":
			"Casa"}}]}`,
			event{"Roda", "2027-02-01T20:00:00-03:00", "2027-02-01T22:00:00-03:00", "Praça da Sé",
				"", "", "https://www.google.com/calendar/event?eid=x"}},
		{"Microsoft Graph", "generic", `{"@odata.context": "https://graph.microsoft.com/v1.0",
			"value": [{"id": "AAMk", "subject": "Roda", "bodyPreview": "Choro", "body":
			{"contentType": "html", "content": "<p>Choro</p>"}, "start": {"dateTime":
			"2027-02-01T20:00:00.0000000", "timeZone": "America/Sao_Paulo"}, "end": {"dateTime":
			"2027-02-01T22:00:00.0000000", "timeZone": "America/Sao_Paulo"}, "isCancelled": false,
			"isOnlineMeeting": false, "webLink": "https://outlook.example/x", "location":
			{"displayName": "Sesc", "address": {"street": "Rua X, 1", "city": "Recife",
			"countryOrRegion": "Brazil"}}}]}`,
			event{"Roda", "2027-02-01T20:00:00-03:00", "2027-02-01T22:00:00-03:00", "Sesc",
				"Recife", "", "https://outlook.example/x"}},
		{"Localist", "generic", `{"events": [{"event": {"id": 40, "title": "Roda", "url": "",
			"localist_url": "https://cal.example/event/roda", "location_name": "Sesc",
			"address": "Rua X, 1", "photo_url": "https://cal.example/p.jpg", "description_text":
			"Choro", "geo": {"latitude": "-8.05", "longitude": "-34.9", "city": "Recife"},
			"event_instances": [{"event_instance": {"id": 1, "event_id": 40, "start":
			"2027-02-01T20:00:00-03:00", "end": "2027-02-01T22:00:00-03:00", "all_day":
			false}}]}}], "page": {"current": 1, "size": 10, "total": 1}}`,
			event{"Roda", "2027-02-01T20:00:00-03:00", "2027-02-01T22:00:00-03:00", "Sesc",
				"Recife", "https://cal.example/p.jpg", "https://cal.example/event/roda"}},
		{"Bandsintown", "generic", `[{"id": "104", "url": "https://www.bandsintown.com/e/104",
			"datetime": "2027-02-01T20:00:00", "title": "Choro ao vivo", "lineup": ["Choro"],
			"venue": {"name": "Sesc", "location": "Recife, Brazil", "city": "Recife", "country":
			"Brazil", "latitude": "-8.05", "longitude": "-34.9"}, "offers": []}]`,
			event{"Choro ao vivo", "2027-02-01T20:00:00-03:00", "", "Sesc", "Recife", "",
				"https://www.bandsintown.com/e/104"}},
		{"SeatGeek", "generic", `{"events": [{"id": 77, "title": "Choro", "short_title": "Choro",
			"url": "https://seatgeek.com/choro/77", "datetime_utc": "2027-02-01T23:00:00",
			"datetime_local": "2027-02-01T20:00:00", "datetime_tbd": false, "status": "normal",
			"venue": {"id": 1, "name": "Sesc", "address": "Rua X", "city": "Recife", "state": null,
			"timezone": "America/Recife", "location": {"lat": -8.05, "lon": -34.9}},
			"performers": [{"name": "Choro", "image": "https://seatgeek.com/i.jpg"}]}],
			"meta": {"total": 1, "per_page": 10, "page": 1}}`,
			event{"Choro", "2027-02-01T20:00:00-03:00", "", "Sesc", "Recife", "",
				"https://seatgeek.com/choro/77"}},
		{"Squarespace", "generic", `{"collection": {"title": "Agenda"}, "upcoming": [{"id": "5f",
			"title": "Roda", "urlId": "roda", "fullUrl": "/agenda/roda", "assetUrl":
			"https://images.example/a.jpg", "startDate": 1801522800000, "endDate": 1801530000000,
			"body": "<p>Choro</p>", "location": {"addressTitle": "Sesc", "addressLine1": "Rua X",
			"addressLine2": "Recife, PE", "addressCountry": "Brazil", "mapLat": 40.7}}],
			"past": []}`,
			event{"Roda", "2027-02-01T20:00:00-03:00", "2027-02-01T22:00:00-03:00", "Sesc", "",
				"https://images.example/a.jpg", ""}},
		{"Airtable", "generic", `{"records": [{"id": "rec1", "createdTime":
			"2026-01-01T10:00:00.000Z", "fields": {"Nome": "Roda", "Data de início":
			"2027-02-01T23:00:00.000Z", "Local": "Sesc", "Cidade": "Recife", "Foto": [{"id":
			"att1", "url": "https://dl.example/a.jpg", "type": "image/jpeg"}]}}]}`,
			event{"Roda", "2027-02-01T20:00:00-03:00", "", "Sesc", "Recife",
				"https://dl.example/a.jpg", ""}},
		{"Notion", "generic", `{"object": "list", "results": [{"object": "page", "id": "59-8e",
			"url": "https://www.notion.so/59", "last_edited_time": "2026-01-01T10:00:00.000Z",
			"properties": {"Name": {"id": "title", "type": "title", "title": [{"type": "text",
			"plain_text": "Roda "}, {"type": "text", "plain_text": "de choro"}]}, "Date": {"id":
			"a", "type": "date", "date": {"start": "2027-02-01T20:00:00.000-03:00", "end":
			"2027-02-01T22:00:00.000-03:00", "time_zone": null}}, "Venue": {"id": "b", "type":
			"rich_text", "rich_text": [{"type": "text", "plain_text": "Sesc"}]}, "City": {"id":
			"c", "type": "select", "select": {"id": "x", "name": "Recife"}}}}],
			"has_more": false, "next_cursor": null}`,
			event{"Roda de choro", "2027-02-01T20:00:00-03:00", "2027-02-01T22:00:00-03:00",
				"Sesc", "Recife", "", "https://www.notion.so/59"}},
		{"connpass", "generic", `{"results_start": 1, "results_returned": 1, "results_available":
			1, "events": [{"id": 364, "title": "Go meetup", "catch": "Go", "description":
			"<p>Go</p>", "url": "https://x.connpass.com/event/364/", "image_url":
			"https://connpass.example/i.png", "started_at": "2027-02-01T19:00:00+09:00",
			"ended_at": "2027-02-01T21:00:00+09:00", "place": "Hall A", "address": "Tokyo 1-1",
			"lat": "35.6", "lon": "139.7", "owner_nickname": "gopher", "updated_at":
			"2026-01-01T10:00:00+09:00"}]}`,
			event{"Go meetup", "2027-02-01T07:00:00-03:00", "2027-02-01T09:00:00-03:00", "Hall A",
				"", "https://connpass.example/i.png", "https://x.connpass.com/event/364/"}},
		{"Pretalx", "django", `{"count": 1, "next": null, "previous": null, "results": [{"code":
			"A8CD3F", "title": "Go for all", "submission_type": {"en": "Talk"}, "track": {"en":
			"Web"}, "state": "confirmed", "abstract": "Go", "description": "About Go", "duration":
			30, "slot": {"start": "2027-02-01T20:00:00-03:00", "end":
			"2027-02-01T20:30:00-03:00", "room": {"en": "Hall 1"}}, "image": null}]}`,
			event{"Go for all", "2027-02-01T20:00:00-03:00", "2027-02-01T20:30:00-03:00", "Hall 1",
				"", "", ""}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			backend := httptest.NewServer(http.HandlerFunc(
				func(w http.ResponseWriter, _ *http.Request) {
					_, _ = w.Write([]byte(tt.text)) // an error ends the connection, which init says
				}))
			defer backend.Close()
			n := onboard.Brand{Key: "palco", Lookup: noEnv, URL: backend.URL + "/api",
				Locale: "pt-BR", Timezone: "America/Sao_Paulo",
				Now: time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)}
			if strings.HasPrefix(tt.name, "OpenAgenda") {
				n.Locale = "fr"
			}
			result, err := n.Write(t.Context(), t.TempDir(), false)
			require.NoError(t, err)
			require.Equal(t, tt.preset, result.Preset)
			require.Empty(t, result.Read.Wrong)
			var got []event
			for _, rec := range onboard.Records(result.Read) {
				require.NotZero(t, rec.ID)
				e := event{name: rec.Name, start: rec.Starts.String(), end: rec.Ends.String(),
					image: rec.Banner, url: rec.BuyURL}
				if rec.Location != nil {
					e.venue, e.city = rec.Location.Name, rec.Location.City
				}
				got = append(got, e)
			}
			require.Equal(t, []event{tt.want}, got)
		})
	}
}
