package ics

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"cartaz/builder/internal/upstream/adapt"
)

// calendar is one VCALENDAR while its events are handed on.
type calendar struct {
	zones     *zones
	from, to  time.Time
	overrides map[string][]*component // by UID: components with RECURRENCE-ID
	masters   map[string]bool         // UIDs that have a component without one
	cancelled bool                    // METHOD:CANCEL: all events of the calendar are
	hand      func(adapt.Item) error
}

// Read is the [adapt.Reader] of calendars. An event that cannot be read comes with its error, and
// does not stop the others.
func Read(b []byte, o adapt.Options, hand func(adapt.Item) error) (any, error) {
	calendars, err := parse(b)
	if err != nil {
		return nil, err
	}
	for _, v := range calendars {
		c := &calendar{hand: hand, overrides: map[string][]*component{},
			masters: map[string]bool{}, cancelled: strings.EqualFold(v.text("METHOD"), "CANCEL")}
		c.from, c.to = o.Range()
		c.zones = newZones(v, c.to)
		events := c.newest(v.children)
		for _, e := range events {
			if uid := e.text("UID"); e.first("RECURRENCE-ID") != nil {
				c.overrides[uid] = append(c.overrides[uid], e)
			} else {
				c.masters[uid] = true
			}
		}
		for _, e := range events {
			if err := c.event(e); err != nil {
				return nil, err
			}
		}
	}
	return nil, nil
}

// newest returns the events among components, in their order. If several have one UID and
// RECURRENCE-ID, the highest SEQUENCE counts, and then the last DTSTAMP (RFC 5545, section 3.8.7.4;
// RFC 5546, section 2.1.5).
func (c *calendar) newest(components []*component) (events []*component) {
	key := func(e *component) string {
		at := e.text("RECURRENCE-ID")
		if m, err := c.moment(e, "RECURRENCE-ID"); m != nil && err == nil {
			at = m.instant().String()
		}
		return strings.TrimSpace(e.text("UID") + "\n" + at)
	}
	rank := func(e *component) string {
		return fmt.Sprintf("%9s %s", e.text("SEQUENCE"), e.text("DTSTAMP"))
	}
	last := map[string]string{}
	for _, e := range components {
		if e.name == "VEVENT" {
			events = append(events, e)
			last[key(e)] = max(last[key(e)], rank(e))
		}
	}
	return slices.DeleteFunc(events, func(e *component) bool {
		return key(e) != "" && rank(e) < last[key(e)]
	})
}

// event calls hand with each date of one component.
func (c *calendar) event(e *component) error {
	uid := e.text("UID")
	if e.first("RECURRENCE-ID") != nil && c.masters[uid] {
		return nil // a change of one date comes with the event that it changes
	}
	dates, err := c.planned(e)
	if err != nil {
		return c.hand(adapt.Item{Value: e.value(), Err: fmt.Errorf("line %d: %w", e.line, err)})
	}
	for _, d := range dates {
		record, err := c.record(d.source, d.start, d.key)
		if err != nil {
			err = fmt.Errorf("line %d: %w", d.source.line, err)
		}
		value := d.source.value()
		if record != nil {
			value[adapt.RecordMember] = record
		}
		adapt.Put(value, "recurrence", d.key)
		if err := c.hand(adapt.Item{Value: value, Err: err}); err != nil {
			return err
		}
	}
	return nil
}

// date is one date of an event.
type date struct {
	source *component // the event, or the component that changes this date
	start  moment
	key    string // the date by its rule; "" for an event that does not repeat
}

// planned returns the dates of an event, with what changes them, in order.
func (c *calendar) planned(e *component) ([]date, error) {
	start, err := c.moment(e, "DTSTART")
	switch {
	case start == nil && err == nil:
		return nil, errors.New("the event has no DTSTART")
	case err != nil:
		return nil, err
	}
	// A change whose event is not in the document, which may be a range of the calendar.
	if id, err := c.moment(e, "RECURRENCE-ID"); id != nil || err != nil {
		return []date{{e, *start, id.key()}}, err
	}
	if e.first("RRULE") == nil && e.first("RDATE") == nil {
		return []date{{e, *start, ""}}, nil
	}
	starts, err := c.dates(e, *start)
	if err != nil {
		return nil, err
	}
	changed, err := c.changes(e, *start, starts)
	if err != nil {
		return nil, err
	}
	var out []date
	for _, at := range starts {
		d, ok := changed[at.key()]
		if delete(changed, at.key()); !ok {
			d = date{e, at, at.key()}
		}
		out = append(out, d)
	}
	// Dates that the rule gives outside the window, or not at all, and a change brings into it.
	for _, left := range slices.SortedFunc(maps.Values(changed),
		func(a, b date) int { return a.source.line - b.source.line }) {
		if !left.start.wall.Before(c.from) && left.start.wall.Before(c.to) {
			out = append(out, left)
		}
	}
	return out, nil
}

// moment returns the moment of a property, or nil.
func (c *calendar) moment(e *component, name string) (*moment, error) {
	p := e.first(name)
	if p == nil {
		return nil, nil
	}
	m, err := c.zones.readMoment(p.value, p.params)
	if err != nil {
		return &m, fmt.Errorf("%s: %w", name, err)
	}
	return &m, nil
}

// changes returns the changed dates of an event, by the date that each changes. A RECURRENCE-ID
// that is a day changes the first date of that day, as programs write it.
func (c *calendar) changes(e *component, start moment, dates []moment) (map[string]date, error) {
	out := map[string]date{}
	for _, o := range c.overrides[e.text("UID")] {
		if strings.EqualFold(o.first("RECURRENCE-ID").params["RANGE"], "THISANDFUTURE") {
			return nil, fmt.Errorf("line %d: RANGE=THISANDFUTURE is not read: end the event "+
				"there and begin another", o.line)
		}
		id, err := c.moment(o, "RECURRENCE-ID")
		moved, wrong := c.moment(o, "DTSTART")
		if err = cmp.Or(err, wrong); err != nil {
			return nil, fmt.Errorf("line %d: %w", o.line, err)
		}
		planned := start.at(id.in(start))
		if at := slices.IndexFunc(dates, func(m moment) bool {
			return m.key()[:len(dateForm)] == id.key()
		}); at >= 0 {
			planned = dates[at]
		}
		if moved == nil {
			moved = &planned
		}
		if class := e.props["CLASS"]; class != nil && o.first("CLASS") == nil {
			o.props["CLASS"] = class // one date of a private event is private, too
		}
		out[planned.key()] = date{o, *moved, planned.key()}
	}
	return out, nil
}

// value returns the item as a program sees it, without its record.
func (c *component) value() map[string]any {
	properties := map[string]any{}
	for name, list := range c.props {
		var values []any
		for _, p := range list {
			params := map[string]any{}
			for name, v := range p.params {
				params[name] = v
			}
			values = append(values, map[string]any{"value": p.value, "params": params})
		}
		properties[name] = values
	}
	return map[string]any{"event": properties}
}
