package syndication

import (
	"cmp"
	"crypto/sha1"
	"encoding/hex"
	"encoding/xml"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"cartaz/builder/catalog"
	"cartaz/builder/internal/agenda"
)

// Conference is the head of a schedule. All addresses are absolute.
type Conference struct {
	Key     string // small letters, digits and hyphens
	Title   string
	Lang    string    // of the texts, as BCP 47 has it
	Zone    string    // IANA name of the zone of most events; "" when not known
	Home    string    // origin of the site
	URL     string    // of the schedule itself
	Version time.Time // when an event last changed
}

// Session is one event of a schedule. It is on the day of its Start, on its own clock.
type Session struct {
	ID       int64
	IRI      string // names the event for ever; its GUID is made of it
	Room     string // not ""
	Start    time.Time
	End      time.Time // not after Start when it is not known
	Title    string
	Track    string // "" for none
	Abstract string // plain text, or ""
	URL      string
	Image    string // "" for none
}

// assumed is the duration of an event without an end: the format requires one, and apps do not show
// an event without one. The abstract and the page of the event do not state an end.
const assumed = time.Hour

// ScheduleType is the media type of the file. Apps know the file by its address.
// application/vnd.c3voc.schedule+xml is registered, but some apps do not open it.
const ScheduleType = "application/xml; charset=utf-8"

// AppendSchedule appends schedule.xml, the programme of a festival as apps for conferences read it
// (Giggity, EventFahrplan, the tools of c3voc). The format comes from Pentabarf and frab, and is
// described by the schema of c3voc (https://c3voc.de/schedule/schema.xsd): a conference has days, a
// day has rooms, a room has events. It sorts the events by day, room and hour.
func AppendSchedule(b []byte, c *Conference, events []Session) []byte {
	slices.SortStableFunc(events, func(x, y Session) int {
		return cmp.Or(cmp.Compare(dayOf(&x), dayOf(&y)), strings.Compare(x.Room, y.Room),
			x.Start.Compare(y.Start), cmp.Compare(x.ID, y.ID))
	})
	w := xmlWriter{b: b}
	w.add(xml.Header + "<schedule>\n" + `<generator name="Cartaz"/>` + "\n")
	w.element("url", c.URL)
	w.element("version", c.Version.UTC().Format(time.RFC3339))
	w.conference(c, events)
	index := 0
	for _, day := range agenda.Runs(events, func(e Session) catalog.Date { return dayOf(&e) }) {
		index++
		w.day(index, day, c.Lang)
	}
	w.add("</schedule>\n")
	return w.b
}

func dayOf(e *Session) catalog.Date { return catalog.DateOf(e.Start) }

func (w *xmlWriter) attribute(name, text string) {
	w.add(" " + name + `="`)
	w.text(text)
	w.add(`"`)
}

func (w *xmlWriter) conference(c *Conference, events []Session) {
	w.add("<conference>\n")
	w.element("acronym", acronym(c.Key))
	w.element("title", c.Title)
	if len(events) > 0 {
		first := dayOf(&events[0])
		last := dayOf(&events[len(events)-1])
		w.element("start", first.String())
		w.element("end", last.String())
		w.element("days", strconv.Itoa(int(last-first)+1))
	}
	w.element("timeslot_duration", "00:05")
	w.element("base_url", c.Home)
	w.element("url", c.Home)
	if c.Zone != "" {
		w.element("time_zone_name", c.Zone)
	}
	w.add("</conference>\n")
}

// acronym returns a name of at least four letters.
func acronym(key string) string {
	if len(key) < 4 {
		return key + "-eventos"
	}
	return key
}

// day adds the events of a day. It lasts from its first start to its last end.
func (w *xmlWriter) day(index int, events []Session, lang string) {
	start, end := events[0].Start, events[0].Start
	for i := range events {
		e := &events[i]
		if e.Start.Before(start) {
			start = e.Start
		}
		if t := e.Start.Add(e.duration()); t.After(end) {
			end = t
		}
	}
	w.add("<day")
	w.attribute("index", strconv.Itoa(index))
	w.attribute("date", dayOf(&events[0]).String())
	w.attribute("start", start.Format(time.RFC3339))
	w.attribute("end", end.Format(time.RFC3339))
	w.add(">\n")
	for room, events := range agenda.Runs(events, func(e Session) string { return e.Room }) {
		w.add("<room")
		w.attribute("name", room)
		w.add(">\n")
		for i := range events {
			w.event(&events[i], lang)
		}
		w.add("</room>\n")
	}
	w.add("</day>\n")
}

func (w *xmlWriter) event(e *Session, lang string) {
	w.add("<event")
	w.attribute("guid", guid(e.IRI))
	w.attribute("id", strconv.FormatInt(e.ID, 10))
	w.add(">\n")
	w.element("date", e.Start.Format(time.RFC3339))
	w.element("start", e.Start.Format("15:04"))
	w.element("duration", clock(e.duration()))
	w.element("room", e.Room)
	w.element("title", e.Title)
	w.element("subtitle", "")
	w.element("track", e.Track)
	w.element("type", "other")
	w.element("language", lang)
	w.element("abstract", e.Abstract)
	w.element("description", "")
	if e.Image != "" {
		w.element("logo", e.Image)
	}
	w.element("persons", "")
	w.element("url", e.URL)
	w.add("</event>\n")
}

// duration returns how long the event lasts, in whole minutes.
func (e *Session) duration() time.Duration {
	if d := e.End.Sub(e.Start).Truncate(time.Minute); d > 0 {
		return d
	}
	return assumed
}

// clock returns a duration as the format has it: "02:30", or with days "3:02:30".
func clock(d time.Duration) string {
	minutes := int(d / time.Minute)
	if minutes < 100*60 {
		return fmt.Sprintf("%02d:%02d", minutes/60, minutes%60)
	}
	return fmt.Sprintf("%d:%02d:%02d", min(minutes/(24*60), 99), minutes/60%24, minutes%60)
}

// guid returns the UUID of a name, of version 5 in the namespace of addresses (RFC 9562, section
// 5.5).
func guid(iri string) string {
	const namespace = "\x6b\xa7\xb8\x11\x9d\xad\x11\xd1\x80\xb4\x00\xc0\x4f\xd4\x30\xc8"
	sum := sha1.Sum([]byte(namespace + iri))
	id := sum[:16]
	id[6], id[8] = id[6]&0x0f|0x50, id[8]&0x3f|0x80
	h := hex.EncodeToString(id)
	return h[:8] + "-" + h[8:12] + "-" + h[12:16] + "-" + h[16:20] + "-" + h[20:]
}
