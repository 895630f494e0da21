package adapt_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cartaz/builder/internal/upstream/adapt"
	"cartaz/builder/internal/upstream/adapt/feed"
	"cartaz/builder/internal/upstream/adapt/ics"
	"cartaz/builder/internal/upstream/adapt/page"
)

// options are the options of a build on 1 February 2027 that writes out dates of 400 days.
func options() adapt.Options {
	return adapt.Options{Locale: "pt-BR", Window: 400 * 24 * time.Hour, Mapped: true,
		URL: "https://venue.example/agenda", Now: time.Date(2027, 2, 1, 12, 0, 0, 0, time.UTC)}
}

// script returns a page with JSON-LD.
func script(jsonld string) string {
	return `<script type="application/ld+json">` + jsonld + `</script>`
}

// calendar returns a calendar with these lines.
func calendar(lines ...string) string {
	return "BEGIN:VCALENDAR\n" + strings.Join(lines, "\n") + "\nEND:VCALENDAR\n"
}

// event returns an event of a calendar with these lines too.
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

// hostile are documents of which each took seconds to hours once. Those that cost more than a
// document may are ended with their process: see upstream:TestHostileDocuments.
var hostile = []struct {
	name   string
	reader adapt.Reader
	text   func() string
}{
	{"week of a month that is none", page.Read, func() string {
		return script(`{"@type": "Event", "name": "a", "startDate": "2027-02-01",
			"eventSchedule": {"startDate": "2027-02-01", "byMonthWeek": 21, "byDay": "Friday",
			"repeatFrequency": "P1M"}}`)
	}},
	{"objects that name each other", page.Read, func() string {
		return script(`[` + numbered(50, `{"@type": "Event", "@id": "a%d", "name": "a",
			"startDate": "2027-02-01", "organizer": [`+strings.Repeat(`{"@id": "a1"},
			{"@id": "a2"},`, 20)+`0]},`) + `0]`)
	}},
	{"parts in parts", page.Read, func() string {
		text := `{"@type": "Event", "name": "a"}`
		for i := range 30 {
			text = fmt.Sprintf(`[{"@id": "%d", "a": 1}, {"@id": "%[1]d", "b": %s}]`, i, text)
		}
		return script(text)
	}},
	{"objects with two names", page.Read, func() string {
		return `<p itemscope itemtype="https://schema.org/Event">` +
			strings.Repeat(`<div itemprop="a b" itemscope>`, 200)
	}},
	{"schedules in schedules", page.Read, func() string {
		return script(`{"@type": "Event", "name": "a", "startDate": ` +
			strings.Repeat(`{"schedule": `, 9_000) + "1" + strings.Repeat("}", 9_001))
	}},
	{"links below a long base", page.ReadList, func() string {
		return `<base href="/` + strings.Repeat("a", 1_000_000) + `/">` +
			numbered(100_000, "<a href=x%d>")
	}},
	{"equal headings", adapt.ReadTable, func() string {
		return strings.Repeat("nome;", 900) + "\n" + strings.Repeat("a;", 900)
	}},
	{"tags", adapt.ReadTable, func() string {
		return "nome;tags\na;" + strings.Repeat("a,", 4_000_000)
	}},
	{"overrides of an event", ics.Read, func() string {
		return calendar(event("RRULE:FREQ=DAILY;COUNT=2"), changes(40_000))
	}},
	{"excepted days", ics.Read, func() string {
		return calendar(event("RRULE:FREQ=DAILY;BYHOUR=0,1,2,3,4,5,6,7,8,9,10,11",
			"EXDATE;VALUE=DATE:20270201"+strings.Repeat(",20270201", 1_000_000)))
	}},
	{"Friday that no month has", ics.Read, func() string {
		return calendar(event("RRULE:FREQ=MONTHLY;BYDAY=21FR"))
	}},
	{"texts between elements", feed.ReadXML, func() string {
		return "<a><evento><nome>a</nome>" + strings.Repeat("texto<b/>", 90_000) + "</evento></a>"
	}},
	{"texts of elements", feed.Read, func() string {
		return "<rss><channel><item><title>" + strings.Repeat("<b>texto</b>", 90_000) +
			"</title></item></channel></rss>"
	}},
	{"categories", feed.Read, func() string {
		return "<rss><channel><item><title>a</title>" + strings.Repeat(
			"<category>texto</category>", 90_000) + "</item></channel></rss>"
	}},
}

// TestHostile: they are read within the processor time that a pull gives a document.
func TestHostile(t *testing.T) {
	for _, tt := range hostile {
		t.Run(tt.name, func(t *testing.T) {
			begin := processorTime(t)
			_, err := tt.reader([]byte(tt.text()), options(),
				func(adapt.Item) error { return nil })
			require.NoError(t, err)
			require.Less(t, processorTime(t)-begin, 30*time.Second)
		})
	}
}

func processorTime(t *testing.T) time.Duration {
	var u syscall.Rusage
	require.NoError(t, syscall.Getrusage(syscall.RUSAGE_SELF, &u))
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// FuzzReaders: whatever a document is, no reader panics, and its result is JSON, of an event or of
// no event.
func FuzzReaders(f *testing.F) {
	readers := []adapt.Reader{ics.Read, adapt.ReadTable, feed.Read, feed.ReadXML, page.Read,
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
		o := options()
		o.Mapped = kind&8 == 0
		at, legacy := int(kind&7)%len(readers), ""
		if at >= 4 {
			legacy = page.Legacy
		}
		b, err := adapt.Open(strings.NewReader(text), o, legacy)
		if err == nil {
			_, err = readers[at](b, o, func(i adapt.Item) error {
				_, err := json.Marshal(i.Value)
				return err
			})
		}
		if err != nil {
			require.True(t, errors.Is(err, adapt.ErrMalformed) ||
				errors.Is(err, adapt.ErrTooLarge), err)
		}
		adapt.IsTable([]byte(text))
		_ = feed.Root([]byte(text))
	})
}
