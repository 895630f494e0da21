package adapt_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"cartaz/builder/internal/upstream/adapt"
	"cartaz/builder/internal/upstream/adapt/feed"
	"cartaz/builder/internal/upstream/adapt/ics"
	"cartaz/builder/internal/upstream/adapt/page"
	"cartaz/builder/internal/upstream/adapt/table"
)

// options are those of a build on 1 February 2027 that writes out dates of 400 days.
func options() adapt.Options {
	return adapt.Options{Locale: "pt-BR", Window: 400 * 24 * time.Hour, Mapped: true,
		URL: "https://venue.example/agenda", Now: time.Date(2027, 2, 1, 12, 0, 0, 0, time.UTC)}
}

// script is a page with JSON-LD.
func script(jsonld string) string {
	return `<script type="application/ld+json">` + jsonld + `</script>`
}

// calendar is a calendar with these lines.
func calendar(lines ...string) string {
	return "BEGIN:VCALENDAR\n" + strings.Join(lines, "\n") + "\nEND:VCALENDAR\n"
}

// event is an event of a calendar with these lines too.
func event(lines ...string) string {
	return "BEGIN:VEVENT\nUID:a\nSUMMARY:Roda\nDTSTART:20270201T200000Z\n" +
		strings.Join(lines, "\n") + "\nEND:VEVENT"
}

// changes are changes of one event, each at another second.
func changes(n int) string {
	var b strings.Builder
	for i := range n {
		at := time.Date(2027, 2, 1, 0, 0, i, 0, time.UTC).Format("20060102T150405Z")
		b.WriteString("BEGIN:VEVENT\nUID:a\nSUMMARY:b\nRECURRENCE-ID:" + at + "\nEND:VEVENT\n")
	}
	return b.String()
}

// numbered makes a text of texts with numbers.
func numbered(n int, format string) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, format, i)
	}
	return b.String()
}

// cross are elements of which each refers to all.
func cross(n int) string {
	all := strings.TrimSpace(numbered(n, " i%d"))
	return strings.ReplaceAll(numbered(n, `<p id=i%d itemprop=x itemscope itemref="ALL">`),
		"ALL", all)
}

// hostile are documents of which each took seconds to hours, or gigabytes, when a reader had no
// budget; want is the error that a document gets now, "" for a document that is read.
var hostile = []struct {
	name   string
	reader adapt.Reader
	text   func() string
	want   string
}{
	{"itemref in a circle", page.Read, func() string {
		return `<div itemscope itemtype="https://schema.org/Event">` + cross(4)
	}, ""},
	{"itemref to many", page.Read, func() string {
		return `<div itemscope itemtype="https://schema.org/Event">` + cross(300)
	}, "object"},
	{"nested properties", page.Read, func() string {
		return `<div itemscope itemtype="https://schema.org/Event">` +
			strings.Repeat("<div itemprop=name>", 400) + strings.Repeat("palavra ", 850_000)
	}, "object 1"},
	{"schedules", page.Read, func() string {
		return script(`{"@type": "Event", "name": "a", "startDate": "2027-02-01",
			"eventSchedule": [` + numbered(60_000, `{"startDate": "1927-02-01",
			"repeatFrequency": "P1D", "byMonth": 2, "byMonthDay": 29, "x": %d},`) + "0]}")
	}, "event 1"},
	{"schedule that all events name", page.Read, func() string {
		return script(`[{"@id": "s", "startDate": "2027-02-01", "exceptDate": [` +
			numbered(200_000, `"2028-%d",`) + `0]},` + numbered(9000, `{"@type": "Event", "name": "a%d",
			"eventSchedule": {"@id": "s"}},`) + `0]`)
	}, "event"},
	{"weeks and days", page.Read, func() string {
		return script(`{"@type": "Event", "name": "a", "eventSchedule": {"startDate": "2027-02-01",
			"byMonthWeek": [` + numbered(100_000, "%d,") + `0], "byDay": [` +
			strings.Repeat(`"MO",`, 100_000) + `0]}}`)
	}, "event 1"},
	{"long number", page.Read, func() string {
		return script(`{"@type": "Event", "startDate": "2027-02-01", "name": ` +
			strings.Repeat("9", 6_000_000) + `}`)
	}, ""},
	{"many objects", page.Read, func() string {
		return script(`{"@type": "Event", "x": [` + strings.Repeat(`{"":0},`, 1_100_000) + `0]}`)
	}, "JSON-LD of the page 1"},
	{"text for each date", page.Read, func() string {
		return script(`{"@type": "Event", "name": "a", "description": "` +
			strings.Repeat("&amp;", 1_000_000) + `", "eventSchedule": {"startDate": "2027-02-01",
			"repeatFrequency": "P1D"}}`)
	}, "date"},
	{"week of a month that is none", page.Read, func() string {
		return script(`{"@type": "Event", "name": "a", "startDate": "2027-02-01",
			"eventSchedule": {"startDate": "2027-02-01", "byMonthWeek": 21, "byDay": "Friday",
			"repeatFrequency": "P1M"}}`)
	}, ""},
	{"links below a long base", page.ReadList, func() string {
		return `<base href="/` + strings.Repeat("a", 1_000_000) + `/">` +
			numbered(100_000, "<a href=x%d>")
	}, ""},
	{"elements that stay open", page.Read, func() string {
		return "<p>" + numbered(400, "<b id=%d>") + strings.Repeat("<p>a", 100_000)
	}, "tag"},
	{"bodies", page.Read, func() string { return numbered(100_000, "<body a%d>") }, "tag"},
	{"delimiters", table.Read, func() string { return strings.Repeat(";", 50_000_000) }, "line 1"},
	{"rows", table.Read, func() string { return "a\n" + strings.Repeat("b\n", 4_000_000) },
		"line"},
	{"equal headings", table.Read, func() string {
		return strings.Repeat("nome;", 900) + "\n" + strings.Repeat("a;", 900)
	}, ""},
	{"long headings", table.Read, func() string {
		return "nome," + strings.Repeat("a", 1_000_000) + "\n" + strings.Repeat("a,b\n", 100_000)
	}, "line"},
	{"tags", table.Read, func() string {
		return "nome;tags\na;" + strings.Repeat("a,", 4_000_000)
	}, ""},
	{"observances", ics.Read, func() string {
		return calendar("BEGIN:VTIMEZONE", "TZID:x", strings.Repeat("BEGIN:STANDARD\n"+
			"DTSTART:00010101T000000\nTZOFFSETTO:+0100\nRRULE:FREQ=DAILY;BYMONTH=2;BYMONTHDAY=29;"+
			"BYSETPOS=2\nEND:STANDARD\n", 2000)+"END:VTIMEZONE",
			"BEGIN:VEVENT\nUID:a\nSUMMARY:b\nDTSTART;TZID=x:20270201T200000\nEND:VEVENT")
	}, "line"},
	{"excepted days", ics.Read, func() string {
		return calendar(event("RRULE:FREQ=DAILY;BYHOUR=0,1,2,3,4,5,6,7,8,9,10,11",
			"EXDATE;VALUE=DATE:20270201"+strings.Repeat(",20270201", 1_000_000)))
	}, "line 2"},
	{"overrides of an event", ics.Read, func() string {
		return calendar(event("RRULE:FREQ=DAILY;COUNT=2"),
			changes(40_000))
	}, ""},
	{"overrides of many events", ics.Read, func() string {
		return calendar(strings.Repeat(event("RRULE:FREQ=DAILY;COUNT=2")+"\n", 10_000),
			changes(10_000))
	}, "line"},
	{"long value at many dates", ics.Read, func() string {
		return calendar(event("RRULE:FREQ=DAILY;BYHOUR=0,1,2,3,4,5,6,7,8,9,10,11",
			"DESCRIPTION:"+strings.Repeat(`\,`, 2_000_000)))
	}, "line"},
	{"Friday that no month has", ics.Read, func() string {
		return calendar(event("RRULE:FREQ=MONTHLY;BYDAY=21FR"))
	}, ""},
	{"lines", ics.Read, func() string { return calendar(strings.Repeat("A:a\n", 4_000_000)) },
		"line"},
	{"texts between elements", feed.ReadXML, func() string {
		return "<a><evento><nome>a</nome>" + strings.Repeat("texto<b/>", 90_000) + "</evento></a>"
	}, ""},
	{"texts of elements", feed.Read, func() string {
		return "<rss><channel><item><title>" + strings.Repeat("<b>texto</b>", 90_000) +
			"</title></item></channel></rss>"
	}, ""},
	{"categories", feed.Read, func() string {
		return "<rss><channel><item><title>a</title>" + strings.Repeat(
			"<category>texto</category>", 90_000) + "</item></channel></rss>"
	}, ""},
	{"long names", feed.ReadXML, func() string {
		name := strings.Repeat("a", 1_000_000)
		return "<" + name + ">" + strings.Repeat("<b/>", 100_000) + "</" + name + ">"
	}, "line 1"},
	{"long prefix", feed.ReadXML, func() string {
		return `<a><evento xmlns="u" xmlns:` + strings.Repeat("p", 1_000_000) +
			`="u"><nome>a</nome>` + strings.Repeat("<b/>", 90_000) + `</evento></a>`
	}, "line 1"},
}

// TestHostile: a document costs no more than its budget, whatever is in it; the time limit is that
// of a test that hangs.
func TestHostile(t *testing.T) {
	for _, tt := range hostile {
		t.Run(tt.name, func(t *testing.T) {
			text := tt.text()
			ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
			defer cancel()
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			begin := time.Now()
			_, err := tt.reader(ctx, strings.NewReader(text), options(),
				func(adapt.Item) error { return nil })
			took := time.Since(begin)
			runtime.ReadMemStats(&after)
			made := after.TotalAlloc - before.TotalAlloc
			t.Logf("%d bytes: %s, %d MB made, %d MB of memory: %.200v", len(text),
				took.Round(time.Millisecond), made>>20, after.Sys>>20, err)
			if tt.want == "" {
				require.NoError(t, err)
			} else if assert.ErrorIs(t, err, adapt.ErrTooLarge) {
				require.ErrorContains(t, err, tt.want)
			}
		})
	}
}

// FuzzReaders: whatever a document is, no reader panics or passes its budget, and what it makes is
// JSON of an event, or of what is none.
func FuzzReaders(f *testing.F) {
	readers := []adapt.Reader{ics.Read, table.Read, feed.Read, feed.ReadXML, page.Read,
		page.ReadList}
	for kind, texts := range [][]string{
		{calendar(event("RRULE:FREQ=DAILY;BYMONTHDAY=1,-1", "EXDATE;VALUE=DATE:20270301",
			"RDATE;VALUE=PERIOD:20270301T200000Z/PT1H", `CATEGORIES:a\,b,c`, "DURATION:P1DT2H")),
			calendar("BEGIN:VTIMEZONE", "TZID:x", "BEGIN:STANDARD", "DTSTART:19700101T000000",
				"TZOFFSETTO:-0300", "RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU", "END:STANDARD",
				"END:VTIMEZONE", event("RRULE:FREQ=WEEKLY", "DTEND;TZID=x:20270201T230000"),
				event("RECURRENCE-ID;TZID=x:20270208T170000", `X;VALUE="a^n":b`))},
		{"nome;data;tags\nRoda;01/02/2027;a,b\n", "\xff\xfen\x00",
			"sep=|\nnome|data\n\"a\"|46419.5", "nome,nome,,\na,b"},
		{"<rss><channel><item><title>a</title><ev:startdate>2027</ev:startdate><category>b" +
			"</category></item></channel></rss>"},
		{`<a xmlns:x="y"><e x:name="a" date="b"><local><nome/>b</local></e></a>`},
		{script(`{"@type": "Event", "offers": [[]], "location": {"@id": "a"}, "image": [{}]}`),
			script(`{"@type": "Event", "name": "a", "eventSchedule": {"startDate": "2027-02-01",
				"byMonthWeek": -1, "byDay": "Friday", "exceptDate": "2027-02-05"}}`),
			`<p itemscope itemtype="x/Event" itemref="a b"><p id=a itemprop=name>a<p id=b ` +
				`itemscope itemref=a>`},
		{`<urlset><url><loc>a`, `<base href=b><a href=c>`},
	} {
		for _, text := range texts {
			f.Add(uint8(kind), text)
		}
	}
	f.Fuzz(func(t *testing.T, kind uint8, text string) {
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		o := options()
		o.Mapped = kind&8 == 0
		handed := 0
		_, err := readers[int(kind&7)%len(readers)](ctx, strings.NewReader(text), o,
			func(i adapt.Item) error {
				span, err := json.Marshal(i.Value)
				require.NoError(t, err)
				handed += len(span)
				return nil
			})
		require.NoError(t, ctx.Err(), "a minute is not enough")
		if err != nil {
			require.True(t, errors.Is(err, adapt.ErrMalformed) ||
				errors.Is(err, adapt.ErrTooLarge), err)
		}
		// A byte becomes up to six, as in \u0001.
		require.Less(t, handed, 6*(256<<20+16*len(text)))
		table.Looks([]byte(text))
		_ = feed.Root([]byte(text))
	})
}
