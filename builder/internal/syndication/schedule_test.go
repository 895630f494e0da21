package syndication_test

import (
	"encoding/xml"
	"regexp"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cartaz/builder/internal/syndication"
)

// document is a schedule as a reader of the schema of c3voc takes it.
type document struct {
	Version    string `xml:"version"`
	Conference struct {
		Acronym, Title, Start, End string
		Days                       int    `xml:"days"`
		Zone                       string `xml:"time_zone_name"`
	} `xml:"conference"`
	Days []struct {
		Index int       `xml:"index,attr"`
		Date  string    `xml:"date,attr"`
		Start time.Time `xml:"start,attr"`
		End   time.Time `xml:"end,attr"`
		Rooms []struct {
			Name   string `xml:"name,attr"`
			Events []struct {
				GUID     string    `xml:"guid,attr"`
				ID       int64     `xml:"id,attr"`
				Date     time.Time `xml:"date"`
				Start    string    `xml:"start"`
				Duration string    `xml:"duration"`
				Room     string    `xml:"room"`
				Title    string    `xml:"title"`
				Type     string    `xml:"type"`
				Abstract string    `xml:"abstract"`
			} `xml:"event"`
		} `xml:"room"`
	} `xml:"day"`
}

var saoPaulo = time.FixedZone("", -3*60*60)

func at(day, hour, minute int) time.Time {
	return time.Date(2026, 5, day, hour, minute, 0, 0, saoPaulo)
}

func event(id int64, room string, start, end time.Time) syndication.Session {
	return syndication.Session{ID: id, IRI: "tag:palco.example,2026:eventos/1", Room: room,
		Start: start, End: end, Title: "Samba <1> & \x01",
		URL: "https://palco.example/eventos/samba"}
}

func TestAppend(t *testing.T) {
	c := syndication.Conference{Key: "vi", Title: "Virada & Cia", Lang: "pt",
		Zone: "America/Sao_Paulo", Home: "https://palco.example",
		URL: "https://palco.example/schedule.xml", Version: at(1, 12, 0)}
	b := syndication.AppendSchedule(nil, &c, []syndication.Session{
		event(1, "Praça", at(24, 0, 30), time.Time{}),
		event(2, "Praça", at(23, 21, 0), at(23, 22, 30)),
		event(3, "Arena", at(23, 22, 0), at(28, 23, 15)),
		event(4, "Praça", at(23, 18, 0), at(24, 18, 0)),
	})
	var doc document
	require.NoError(t, xml.Unmarshal(b, &doc))
	require.Equal(t, "2026-05-01T15:00:00Z", doc.Version)
	require.Equal(t, 2, doc.Conference.Days)
	require.Equal(t, c.Zone, doc.Conference.Zone)
	require.Len(t, doc.Days, 2)
	first := doc.Days[0]
	require.Equal(t, "2026-05-23", first.Date)
	require.Equal(t, 1, first.Index)
	require.True(t, first.Start.Equal(at(23, 18, 0)))
	require.True(t, first.End.Equal(at(28, 23, 15)))
	require.Len(t, first.Rooms, 2)
	require.Equal(t, "Arena", first.Rooms[0].Name)
	require.Equal(t, "5:01:15", first.Rooms[0].Events[0].Duration)
	square := first.Rooms[1]
	require.Len(t, square.Events, 2)
	require.EqualValues(t, 4, square.Events[0].ID, "by hour")
	require.Equal(t, "24:00", square.Events[0].Duration)
	require.Equal(t, "01:30", square.Events[1].Duration)
	require.Equal(t, "21:00", square.Events[1].Start)
	require.True(t, square.Events[1].Date.Equal(at(23, 21, 0)))
	require.Equal(t, "Praça", square.Events[1].Room)
	require.Equal(t, "Samba <1> & \uFFFD", square.Events[1].Title)
	require.Equal(t, "01:00", doc.Days[1].Rooms[0].Events[0].Duration, "an end is not known")
	// As uuid.uuid5(uuid.NAMESPACE_URL, "tag:palco.example,2026:eventos/1") of Python says.
	require.Equal(t, "5520b908-ba25-58e6-aa8f-6466ae33f7bc", square.Events[0].GUID)
	require.Contains(t, string(b), "<date>2026-05-23T21:00:00-03:00</date>")
}

// TestSchema holds the simple types of the schema of c3voc, whose licence is another than ours.
func TestSchema(t *testing.T) {
	for _, key := range []string{"a", "palco", "vi-ra"} {
		c := syndication.Conference{Key: key, Title: "T", Home: "https://palco.example"}
		b := string(syndication.AppendSchedule(nil, &c, []syndication.Session{
			event(1, "A", at(1, 9, 5), at(31, 23, 0))}))
		for name, pattern := range map[string]string{
			"acronym": `[a-z0-9_-]{4,}`, "start": `[0-2][0-9]:[0-5][0-9]|\d{4}-\d\d-\d\d`,
			"duration": `[0-9]{1,2}:[0-9]{2}|[0-9]{1,2}:[0-9]{2}:[0-9]{1,2}`,
			"base_url": `https?://.*`,
		} {
			found := regexp.MustCompile("<"+name+">(.*)</"+name+">").FindAllStringSubmatch(b,
				-1)
			require.NotEmpty(t, found, name)
			for _, value := range found {
				require.Regexp(t, "^("+pattern+")$", value[1], name)
			}
		}
		require.Regexp(t, `guid="[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}" id="[1-9]`, b)
	}
}
