package ics

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"time"

	"cartaz/builder/internal/upstream/adapt"
)

// calendar is one VCALENDAR while its events are handed on.
type calendar struct {
	budget    *adapt.Budget
	zones     *zones
	from, to  time.Time
	overrides map[string][]*component // by UID: components with RECURRENCE-ID
	masters   map[string]bool         // UIDs that have a component without one
	cancelled bool                    // METHOD:CANCEL: all events of the calendar are
	hand      func(adapt.Item) error
}

// Read hands on the events of a document; it is an [adapt.Reader]. An event of which nothing can be
// made comes with its error, and the others come all the same.
func Read(ctx context.Context, r io.Reader, o adapt.Options, hand func(adapt.Item) error) (any,
	error) {
	budget, b, err := adapt.Open(ctx, r, o, "")
	if err != nil {
		return nil, err
	}
	calendars, err := parse(budget, b)
	if err != nil {
		return nil, err
	}
	for _, v := range calendars {
		c := &calendar{budget: budget, hand: budget.Hand(hand),
			overrides: map[string][]*component{}, masters: map[string]bool{},
			cancelled: strings.EqualFold(v.text("METHOD"), "CANCEL")}
		c.from, c.to = o.Range()
		c.zones = newZones(budget, v, c.to)
		events := c.newest(v.children)
		for _, e := range events {
			if e.first("RECURRENCE-ID") != nil {
				uid := e.text("UID")
				c.overrides[uid] = append(c.overrides[uid], e)
			} else {
				c.masters[e.text("UID")] = true
			}
		}
		for _, e := range events {
			budget.At("line", e.line)
			if err := c.event(e); err != nil {
				return nil, err
			}
		}
	}
	return nil, nil
}

// newest are the events among components, in their order. Of those with one UID and RECURRENCE-ID
// the ones with the highest SEQUENCE hold, of these the ones with the last DTSTAMP (RFC 5545,
// section 3.8.7.4; RFC 5546, section 2.1.5).
func (c *calendar) newest(components []*component) []*component {
	type version struct{ key, rank string }
	versions := map[*component]version{}
	last := map[string]string{}
	for _, e := range components {
		if e.name != "VEVENT" || c.budget.Charge(2*adapt.ValueCost) != nil {
			continue // the next charge says why
		}
		v := version{key: e.text("UID"), rank: fmt.Sprintf("%9s %s", e.text("SEQUENCE"),
			e.text("DTSTAMP"))}
		if r := e.first("RECURRENCE-ID"); r != nil {
			at := r.value
			if m, err := c.zones.readMoment(r.value, r.params); err == nil {
				at = m.instant().String()
			}
			v.key += "\n" + at
		}
		versions[e], last[v.key] = v, max(last[v.key], v.rank)
	}
	return slices.DeleteFunc(slices.Clone(components), func(e *component) bool {
		v, event := versions[e]
		return !event || v.key != "" && v.rank < last[v.key]
	})
}

// event hands on the dates of one component.
func (c *calendar) event(e *component) error {
	uid := e.text("UID")
	if hidden(e) || e.first("RECURRENCE-ID") != nil && c.masters[uid] {
		return nil // a change of one date comes with the event that it changes
	}
	fail := func(err error) error {
		return c.hand(adapt.Item{Value: c.value(e, nil, ""),
			Err: fmt.Errorf("line %d: %w", e.line, err)})
	}
	p := e.first("DTSTART")
	if p == nil {
		return fail(errors.New("the event has no DTSTART"))
	}
	start, err := c.zones.readMoment(p.value, p.params)
	if err != nil {
		return fail(fmt.Errorf("DTSTART: %w", err))
	}
	if r := e.first("RECURRENCE-ID"); r != nil {
		// A change whose event is not in the document, as when a range of it was asked for.
		id, err := c.zones.readMoment(r.value, r.params)
		if err != nil {
			return fail(fmt.Errorf("RECURRENCE-ID: %w", err))
		}
		return c.date(e, start, id.key())
	}
	if e.first("RRULE") == nil && e.first("RDATE") == nil {
		return c.date(e, start, "")
	}
	dates, err := c.dates(e, start)
	if err != nil {
		return fail(err)
	}
	changed, err := c.changes(uid, start)
	if err != nil {
		return fail(err)
	}
	for _, at := range dates {
		by, key := e, at.key()
		if o := changed[key]; o != nil {
			delete(changed, key)
			by = o.event
			at = o.start
		}
		if hidden(by) {
			continue
		}
		if err := c.date(by, at, key); err != nil {
			return err
		}
	}
	// Dates that the rule gives outside the window, or not at all, and a change brings into it.
	for _, key := range slices.SortedFunc(maps.Keys(changed), func(a, b string) int {
		return changed[a].event.line - changed[b].event.line
	}) {
		left := changed[key]
		if !hidden(left.event) && !left.start.wall.Before(c.from) && left.start.wall.Before(c.to) {
			if err := c.date(left.event, left.start, key); err != nil {
				return err
			}
		}
	}
	return nil
}

// change is what a component with RECURRENCE-ID makes of one date.
type change struct {
	event *component
	start moment
}

// changes are the changes of an event, by the date that each changes.
func (c *calendar) changes(uid string, start moment) (map[string]*change, error) {
	out := map[string]*change{}
	for _, o := range c.overrides[uid] {
		if err := c.budget.Charge(adapt.ObjectCost + adapt.ValueCost*len(o.props)); err != nil {
			return nil, err
		}
		id := o.first("RECURRENCE-ID")
		if strings.EqualFold(id.params["RANGE"], "THISANDFUTURE") {
			return nil, fmt.Errorf("line %d: RANGE=THISANDFUTURE is not read: end the event "+
				"there and begin another", o.line)
		}
		at, err := c.zones.readMoment(id.value, id.params)
		if err != nil {
			return nil, fmt.Errorf("line %d: RECURRENCE-ID: %w", o.line, err)
		}
		p := o.first("DTSTART")
		moved := start.at(at.in(start))
		key := moved.key()
		if p != nil {
			if moved, err = c.zones.readMoment(p.value, p.params); err != nil {
				return nil, fmt.Errorf("line %d: DTSTART: %w", o.line, err)
			}
		}
		out[key] = &change{o, moved}
	}
	return out, nil
}

// hidden says that the owner of the calendar does not want an event to be seen.
func hidden(e *component) bool {
	class := strings.ToUpper(e.text("CLASS"))
	return class == "PRIVATE" || class == "CONFIDENTIAL"
}

// date hands on one date of an event. recurrence is the date by its rule, "" for an event that does
// not repeat.
func (c *calendar) date(e *component, start moment, recurrence string) error {
	record, err := c.record(e, start, recurrence)
	if err != nil {
		err = fmt.Errorf("line %d: %w", e.line, err)
	}
	return c.hand(adapt.Item{Value: c.value(e, record, recurrence), Err: err})
}

// value is the item as a program sees it.
func (c *calendar) value(e *component, record map[string]any, recurrence string) map[string]any {
	properties := map[string]any{}
	for _, p := range e.props {
		params := map[string]any{}
		for name, v := range p.params {
			params[name] = v
		}
		values, _ := properties[p.name].([]any)
		properties[p.name] = append(values, map[string]any{"value": p.value, "params": params})
	}
	v := map[string]any{"event": properties}
	if record != nil {
		v[adapt.RecordMember] = record
	}
	adapt.Put(v, "recurrence", recurrence)
	return v
}
