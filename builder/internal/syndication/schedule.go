package syndication

import (
	"bytes"
	"cmp"
	_ "embed" // schedule.xml
	"fmt"
	"slices"
	"strings"
	"text/template"
	"time"

	"github.com/google/uuid"

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
	s := schedule{Conference: c}
	for _, list := range agenda.Runs(events, func(e Session) catalog.Date { return dayOf(&e) }) {
		s.add(list)
	}
	w := bytes.NewBuffer(b)
	if err := scheduleForm.Execute(w, &s); err != nil {
		panic(err) // it has all values
	}
	return w.Bytes()
}

//go:embed schedule.xml
var scheduleXML string

// scheduleForm is schedule.xml. A character that XML cannot hold becomes U+FFFD.
var scheduleForm = template.Must(template.New("").Funcs(template.FuncMap{
	"stamp": stamp, "clock": clock,
	"guid": func(iri string) string {
		return uuid.NewSHA1(uuid.NameSpaceURL, []byte(iri)).String()
	},
	"local": func(t time.Time) string { return t.Format(time.RFC3339) },
	"x": func(text string) string {
		var w xmlWriter
		w.text(text)
		return string(w.b)
	}}).Parse(scheduleXML))

// schedule holds the values of schedule.xml.
type schedule struct {
	*Conference
	Days []scheduleDay
}

// scheduleDay is a day with events. It lasts from its first start to its last end.
type scheduleDay struct {
	Index      int // from 1
	Date       catalog.Date
	Start, End time.Time
	Rooms      []scheduleRoom
}

// scheduleRoom holds the events of a day in one room.
type scheduleRoom struct {
	Name   string
	Events []Session
}

// add adds a day.
func (s *schedule) add(events []Session) {
	first := &events[0]
	day := scheduleDay{Index: len(s.Days) + 1, Date: dayOf(first), Start: first.Start,
		End: first.Start}
	for i := range events {
		e := &events[i]
		if e.Start.Before(day.Start) {
			day.Start = e.Start
		}
		if end := e.Start.Add(e.Duration()); end.After(day.End) {
			day.End = end
		}
	}
	for room, events := range agenda.Runs(events, func(e Session) string { return e.Room }) {
		day.Rooms = append(day.Rooms, scheduleRoom{room, events})
	}
	s.Days = append(s.Days, day)
}

// Last returns the last day with events.
func (s *schedule) Last() catalog.Date { return s.Days[len(s.Days)-1].Date }

// Length returns how many days the conference lasts.
func (s *schedule) Length() int { return int(s.Last()-s.Days[0].Date) + 1 }

// Acronym returns a name of at least four letters.
func (c *Conference) Acronym() string {
	if len(c.Key) < 4 {
		return c.Key + "-eventos"
	}
	return c.Key
}

func dayOf(e *Session) catalog.Date { return catalog.DateOf(e.Start) }

// Duration returns how long the event lasts, in whole minutes.
func (e *Session) Duration() time.Duration {
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
