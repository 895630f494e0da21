package validate_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cartaz/builder/catalog"
	"cartaz/builder/internal/upstream/adapt"
	"cartaz/builder/internal/upstream/adapt/feed"
	"cartaz/builder/internal/upstream/adapt/ics"
	"cartaz/builder/internal/upstream/adapt/page"
	"cartaz/builder/internal/validate"
)

// TestWhen: rows of testdata/when: what sources say, and when the event is.
func TestWhen(t *testing.T) {
	files, err := filepath.Glob("testdata/when/*.txt")
	require.NoError(t, err)
	rows := 0
	for _, file := range files {
		b, err := os.ReadFile(file)
		require.NoError(t, err)
		for _, row := range strings.Split(strings.TrimSpace(string(b)), "\n\n")[1:] {
			rows++
			title, rest, _ := strings.Cut(row, "\n")
			source, want, ok := strings.Cut(rest, "\n= ")
			require.True(t, ok, title)
			t.Run(title, func(t *testing.T) {
				require.Equal(t, want, whenOf(t, title, source), source)
			})
		}
	}
	require.Greater(t, rows, 100)
}

var brandSays = regexp.MustCompile(`(zone|locale)=(\S+)`)

// whenOf returns the result of the check of a source, in the form of the rows of testdata/when.
func whenOf(t *testing.T, title, source string) string {
	config := validate.Config{Now: time.Date(2027, 1, 15, 12, 0, 0, 0, time.UTC)}
	for _, m := range brandSays.FindAllStringSubmatch(title, -1) {
		if m[1] == "locale" {
			config.Locale = m[2]
		} else {
			config.Zone, config.ZoneName = catalog.Zone(m[2]), m[2]
			require.NotNil(t, config.Zone, title)
		}
	}
	kind, _, _ := strings.Cut(title, " ")
	record := recordOf(t, kind, source, config.Locale)
	record["name"], record["id"] = "Choro", "1"
	rec, _, found := validate.New(config).Check(record, "")
	says := []string{}
	for _, f := range found {
		says = append(says, f.Reason)
	}
	if rec.Duration != "" {
		says = append(says, "lasts "+string(rec.Duration))
	}
	out := fmt.Sprintf("%s | %s | %s | %s", rec.Starts, rec.Ends, rec.Timezone,
		strings.Join(says, " "))
	for _, s := range rec.Sessions.All {
		out += fmt.Sprintf("; %s %s", s.Starts, s.Ends)
	}
	out = strings.TrimSpace(strings.ReplaceAll(out, "|  |", "| |"))
	return strings.ReplaceAll(out, "|  |", "| |")
}

// recordOf returns the record that the reader of a kind makes.
func recordOf(t *testing.T, kind, source, locale string) (record map[string]any) {
	object := func(text string) (v map[string]any) {
		require.NoError(t, json.Unmarshal([]byte(text), &v), text)
		return v
	}
	var read adapt.Reader
	switch kind {
	case "record":
		return object(source)
	case "json":
		return adapt.UsualRecord(object(source), locale)
	case "csv":
		read = adapt.ReadTable
	case "ics":
		head, event, found := strings.Cut(source, "BEGIN:VEVENT\n")
		if !found {
			head, event = "", source
		}
		read, source = ics.Read, "BEGIN:VCALENDAR\n"+head+
			"BEGIN:VEVENT\nUID:1\nSUMMARY:Choro\n"+event+"\nEND:VEVENT\nEND:VCALENDAR\n"
	case "feed":
		read = feed.Read
		source = `<rss xmlns:ev="http://purl.org/rss/1.0/modules/event/"><channel>` +
			"<item><guid>1</guid><title>Choro</title>" + source + "</item></channel></rss>"
	case "html":
		read, source = page.Read, `<script type="application/ld+json">`+source+"</script>"
	}
	require.NotNil(t, read, kind)
	options := adapt.Options{Locale: locale, Window: 400 * 24 * time.Hour,
		Now: time.Date(2027, 1, 15, 12, 0, 0, 0, time.UTC)}
	_, err := read([]byte(source), options, func(i adapt.Item) error {
		require.NoError(t, i.Err)
		record = i.Record().(map[string]any)
		return nil
	})
	require.NoError(t, err)
	return record
}
