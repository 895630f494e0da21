package validate

import (
	"cmp"
	"math"
	"strconv"
	"strings"
	"time"

	"cartaz/builder/catalog"
)

var sessionMembers = append([]string{FactsMember}, whenMembers...)

// sessions reads when the event takes place. It drops and reports a session that cannot be read, is
// not public or does not take place. If none is left, the event gets the state and the times of the
// public ones that do not take place; if there are none, why says that it is not public. says
// becomes sold out or closed if all sessions ahead are, and free if all sessions are.
func (o object) sessions(says *said, rec *catalog.Record, z zone) (why string, clock Clock) {
	var all, gone, off []catalog.Session
	var state catalog.State
	var free []string // the members that say so of a session
	ahead, sold := 0, 0
	var ends, sells int64 // Unix seconds: the end of the last session, and of the last sales
	// Each session goes to gone (not public), off (does not take place) or all.
	for session := range o.objects("sessions", maxSessions, sessionMembers...) {
		values, name := session.values, strings.Trim(session.name, ".")
		var at catalog.Record
		session.when(&at, z)
		date := o.checker.says("", values)
		hidden, next := date.apply(session, &at)
		clock = clock.sooner(next)
		takes := catalog.Session{Starts: at.Starts, Ends: at.Ends}
		if hidden != "" {
			why = name + "." + hidden
			o.add(Withheld, NotPublic, why)
			gone = append(gone, takes)
		} else if at.State == catalog.Cancelled || at.State == catalog.Postponed {
			if o.repaired(SessionOff, name+" is "+string(at.State)); state != catalog.Postponed {
				state = at.State
			}
			if at.Starts.Known() {
				off = append(off, takes)
			}
		} else if at.Starts.Known() {
			says.costs = cmp.Or(says.costs, date.costs)
			if date.free != "" {
				free = append(free, name+"."+date.free)
			}
			all = append(all, takes)
			until := int64(math.MaxInt64)
			if over, ok := catalog.Over(takes.Starts, takes.Ends, nil); ok {
				until = over.Unix()
			}
			if until < o.checker.config.Now.Unix() {
				continue
			}
			ahead++
			if at.NoneLeft {
				sold++
			}
			ends = max(ends, until)
			if at.IsClosed || bool(at.NoneLeft) {
				continue
			}
			if !at.Closes.IsZero() {
				until = at.Closes.Unix()
			}
			sells = max(sells, until)
		} else if values["starts_at"] == nil {
			o.must(BadDate, name, "an object with starts_at", "one without")
		}
	}
	// What all sessions say of the event.
	says.soldOut = says.soldOut || ahead > 0 && sold == ahead
	if sold > 0 && sold < ahead {
		o.repaired(SessionOff, "some sessions are sold out, which the page does not show")
	}
	says.closed = says.closed || sold < ahead && sells == 0
	if sells > 0 && sells < ends {
		rec.Closes = time.Unix(sells, 0)
		clock = clock.sooner(Clock{Next: rec.Closes})
	}
	switch {
	case len(all) > 0:
		why, gone = "", append(gone, off...)
		if len(free) == len(all) {
			says.free = cmp.Or(says.free, free[0])
		}
	case state != "":
		why, all = "", off
		rec.State = cmp.Or(rec.State, state)
	}
	// The event neither starts nor ends with a session that is gone.
	for _, session := range gone {
		if session.Starts == rec.Starts { // the first session's start
			rec.Starts = catalog.Moment{}
		}
		if session.Ends == rec.Ends {
			rec.Ends = catalog.Moment{}
		}
	}
	start, end := rec.Starts, rec.Ends
	if n := Gather(rec, all, o.checker.config.Now); n > 0 {
		o.repaired(TooMany, "sessions: only "+strconv.Itoa(catalog.MaxSessions)+" are kept, "+
			strconv.Itoa(n)+" are left out")
	}
	if start.Known() && start != rec.Starts || end.Known() && end != rec.Ends {
		o.repaired(SessionOutside, "starts_at "+start.String()+" and ends_at "+end.String()+
			" do not span the sessions, which are from "+rec.Starts.String()+" to "+
			rec.Ends.String())
	}
	return why, clock
}

// Gather adds sessions to those of a record, extends its start and end to span them all, and
// returns how many were too many. Sessions over at now are removed first, then the last ones. A
// single session equal to the record itself is left out.
func Gather(rec *catalog.Record, more []catalog.Session, now time.Time) (left int) {
	s := &rec.Sessions
	s.Put(more...)
	if left = len(s.All) - catalog.MaxSessions; left > 0 {
		s.All = s.All[min(left, passed(s.All, now)):][:catalog.MaxSessions:catalog.MaxSessions]
	}
	for i, session := range s.All {
		if i == 0 && (!rec.Starts.Known() || rec.Starts.After(session.Starts)) {
			rec.Starts = session.Starts
		}
		end := session.Ends
		if !end.Known() { // it takes some time of its day
			end = catalog.Moment{Precision: catalog.Day, Time: catalog.DateOf(
				session.Starts.Time).Time()}
		}
		several := len(s.All) > 1 || session.Ends.Known()
		if (!rec.Ends.Known() && several) || rec.Ends.Known() && end.After(rec.Ends) {
			rec.Ends = end
		}
	}
	if len(s.All) == 1 && s.All[0].Starts == rec.Starts && s.All[0].Ends == rec.Ends {
		s.All = nil
	}
	return max(left, 0)
}

// passed returns how many of the first sessions are over.
func passed(sessions []catalog.Session, now time.Time) (n int) {
	for n < len(sessions) {
		over, ok := catalog.Over(sessions[n].Starts, sessions[n].Ends, nil)
		if !ok || !over.Before(now) {
			break
		}
		n++
	}
	return n
}
