package answer_test

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"strings"
	"testing"

	ics "github.com/arran4/golang-ical"
	"github.com/stretchr/testify/require"

	"cartaz/builder/catalog"
	"cartaz/builder/release"
	"cartaz/edge/internal/answer"
	"cartaz/edge/internal/edgetest"
)

// dated is a catalogue of n events in Recife, and one in Olinda without a date.
func dated(t testing.TB, n int) *answer.Catalogue {
	t.Helper()
	out := t.TempDir()
	brand := edgetest.Brand("palco")
	recife, olinda, state := "Recife", "Olinda", "PE"
	var events []catalog.Event
	for i := range n {
		start := fmt.Sprintf("2026-12-%02dT20:00:00-03:00", 1+i%28)
		events = append(events, catalog.Event{ID: int64(i + 1), Slug: fmt.Sprintf("samba-%d", i),
			Name: fmt.Sprintf("Samba \"%d\"", i), StartsAt: &start, Producer: &catalog.Producer{},
			Location: &catalog.Location{City: &recife, StateAbbr: &state}})
	}
	events = append(events, catalog.Event{ID: 9999, Slug: "frevo", Name: "Frevo",
		Producer: &catalog.Producer{},
		Location: &catalog.Location{City: &olinda, StateAbbr: &state}})
	id := edgetest.PublishEvents(t, out, brand, events, 1)
	rel, err := release.Open(out+"/palco", id)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, rel.Close()) })
	c, err := answer.New(brand, rel, edgetest.Keys(t))
	require.NoError(t, err)
	return c
}

// TestCalendarOfASearch: /eventos.ics with a query is the calendar of what the same query finds.
func TestCalendarOfASearch(t *testing.T) {
	c := dated(t, catalog.MaxCalendar+10)
	get := func(query string) (*answer.Answer, *ics.Calendar) {
		r := answer.Request{Method: "GET", Path: "/eventos.ics", Query: query, Time: now}
		require.Equal(t, answer.ListCalendar, c.Route(&r).Kind)
		a := new(answer.Answer)
		c.Answer(a, &r, c.Route(&r))
		require.Equal(t, 200, a.Status, query)
		require.Equal(t, "text/calendar; charset=utf-8", a.Field("Content-Type"))
		require.Equal(t, "*", a.Field("Access-Control-Allow-Origin"))
		cal, err := ics.ParseCalendar(bytes.NewReader(a.Body))
		require.NoError(t, err)
		return a, cal
	}
	a, cal := get("q=samba&city=Recife")
	require.Len(t, cal.Events(), catalog.MaxCalendar)
	require.Equal(t, 1, strings.Count(string(a.Body), "BEGIN:VTIMEZONE"))
	require.Contains(t, string(a.Body), "DESCRIPTION:Os primeiros 500 de 510 eventos.")
	require.Contains(t, string(a.Body), "NAME:“samba” ·")
	require.Contains(t, string(a.Body), "/eventos.ics?q=samba&city=Recife")

	a, cal = get("q=nothing-like-it")
	require.Empty(t, cal.Events())
	require.Contains(t, string(a.Body), "BEGIN:VTIMEZONE", "a calendar must have a component")
	_, cal = get("city=Olinda")
	require.Empty(t, cal.Events(), "an event without a date has no calendar")

	r := answer.Request{Method: "GET", Path: "/eventos.ics", Query: "q=samba&city=Recife",
		AcceptEncoding: "gzip", Time: now}
	whole, _ := get(r.Query)
	for range 2 { // the second time with the buffers of the first
		a.Reset()
		c.Answer(a, &r, c.Route(&r))
		require.Equal(t, "gzip", a.Field("Content-Encoding"))
		require.NotEqual(t, whole.Field("ETag"), a.Field("ETag"))
		require.Less(t, len(a.Body), len(whole.Body)/10)
		plain, err := gzip.NewReader(bytes.NewReader(a.Body))
		require.NoError(t, err)
		text, err := io.ReadAll(plain)
		require.NoError(t, err)
		require.Equal(t, string(whole.Body), string(text))
	}

	r.IfNoneMatch = "*"
	a = new(answer.Answer)
	c.Answer(a, &r, c.Route(&r))
	require.Equal(t, 304, a.Status)
	r = answer.Request{Method: "GET", Path: "/eventos.ics", Time: now}
	require.Equal(t, answer.Resource, c.Route(&r).Kind, "without a query it is sealed")
}

// TestReminder: an event's calendar has an alarm on wish, under a tag of its own, and no other
// query or address has one.
func TestReminder(t *testing.T) {
	c := dated(t, 1)
	get := func(path, query, tag string) *answer.Answer {
		return ask(c, answer.Request{Path: path, Query: query, AcceptEncoding: "gzip",
			IfNoneMatch: tag})
	}
	const path, alarm = "/eventos/samba-0.ics", "TRIGGER:-P1D\r\n"
	plain, with := get(path, "", ""), get(path, "alarm=1d", "")
	require.Contains(t, string(with.Body), alarm)
	require.NotContains(t, string(plain.Body), alarm)
	require.NotContains(t, string(get(path, "alarm=9d", "").Body), alarm)
	require.NotEqual(t, plain.Field("ETag"), with.Field("ETag"))
	require.Equal(t, 304, get(path, "alarm=1d", with.Field("ETag")).Status)
	require.Equal(t, 200, get(path, "alarm=1d", plain.Field("ETag")).Status)
	const other = "/eventos/samba-0"
	require.Equal(t, get(other, "", "").Body, get(other, "alarm=1d", "").Body)
}
