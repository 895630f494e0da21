package validate

import (
	"encoding/json"
	"fmt"
	"hash/fnv"
	"maps"
	"slices"
	"strconv"
	"strings"

	"cartaz/builder/text"
)

// Edits returns the part of the edits that a check depends on: if it changes, all records are
// checked again.
func (c *Checker) Edits() []byte {
	sum := fnv.New64a()
	for _, e := range c.config.Edits {
		if len(e.Set) > 0 && e.Holds(c.config.Now) {
			_ = json.NewEncoder(sum).Encode([]any{e.Event, e.Means, e.Set})
		}
	}
	return sum.Sum(nil)
}

// Hidden returns the finding of an event that an edit hides. It has only the id: a report is kept
// for as long as its release, and must not describe an event that was taken down.
func Hidden(id int64) Finding {
	return Finding{Kind: Withheld, Reason: ByEdit, ID: id, Detail: "hide"}
}

// Hides reports whether an edit hides an event, by its key or a key with nothing but its id.
func (c *Checker) Hides(key *Key) bool {
	return slices.ContainsFunc(c.EditsOf(key), func(i int) bool { return c.config.Edits[i].Hide })
}

// EditsOf returns the edits of an event, as numbers in [Config].Edits. While it is not known which
// event an edit means, it returns all edits with the event's id or its wanted slug; digits are an
// id.
func (c *Checker) EditsOf(key *Key) (list []int) {
	if len(c.edits) == 0 || key.ID == 0 {
		return nil
	}
	list = c.edits[strconv.FormatInt(key.ID, 10)]
	if strings.Trim(key.Slug, "0123456789") != "" {
		list = slices.Concat(list, c.edits[key.Slug])
		slices.Sort(list) // the later entry is applied last
	}
	return list
}

// Gate reads one record of an item. pos is its position in the source, for the report. If the
// record is dropped, it is nil, and the findings end with the reason. The members of the item,
// which may be nil, also decide whether the record is public. If it is not, the record is nil; key
// and clock are still set.
//
// Its slug is the one it wants: [Settle] decides, and [Checker.Assign] writes the result. The
// caller sets ReadAt.
//
// The edits of the event are applied last. A member of an edit that causes a finding, or changes
// nothing, is left as the source has it.
func (c *Checker) Gate(raw any, pos string, item any) Checked {
	made := c.gate(raw, pos, item)
	key, was := made.Key, made.Record
	list := c.EditsOf(&key)
	names, left := map[string]bool{}, map[string]bool{}
	for _, i := range list {
		for name := range c.config.Edits[i].Set {
			if slices.Contains(Members, name) {
				names[name] = true
			}
		}
	}
	applies := func(name string) bool { return names[name] && !left[name] }
	edited := func() Checked {
		set := raw
		for _, i := range list {
			with := maps.Clone(c.config.Edits[i].Set)
			maps.DeleteFunc(with, func(name string, _ any) bool {
				return !applies(name)
			})
			set = patch(without(set, with), with)
		}
		// A corrected name does not move the page.
		other := c.gate(patch(set, map[string]any{"id": key.ID, "slug": key.Slug}), pos, item)
		other.Key.Given = key.Given
		rec, members := other.Record, set.(map[string]any)
		if list, _ := members["tickets"].([]any); applies("tickets") && len(list) == 0 &&
			rec != nil && was != nil {
			// A table of prices that is taken away takes "free" with it, but not "sold out".
			rec.Tickets = nil
			if was.SoldOut() && !applies("sold_out") {
				rec.NoneLeft = true
			}
			other.Key.Hash = Hash(rec)
		}
		return other
	}
	if len(names) > 0 {
		made = edited()
	}
	var said []Finding
	members, _ := raw.(map[string]any)
	for name := range text.InOrder(names) {
		was, _ := json.Marshal(members[name])
		details := []string{text.Shorten(string(was), maxWas)}
		left[name] = true
		other := edited()
		refuse := other.Key.Hash == made.Key.Hash && other.Clock == made.Clock &&
			(other.Record == nil) == (made.Record == nil)
		for _, f := range made.Findings {
			if other.Record == nil || slices.ContainsFunc(other.Findings,
				func(old Finding) bool { return old.Detail == f.Detail }) {
				continue
			}
			if f.Reason != EndBeforeStart {
				refuse = true
				f.Detail = "stays as the source has it: " + f.Detail
			}
			details = append(details, f.Detail)
		}
		left[name] = refuse
		if refuse {
			made = other
			if len(details) == 1 {
				details = append(details,
					"changes nothing: the source says so, or another member takes precedence")
			}
		}
		for i, detail := range details {
			reason := []string{ByEdit, EditDoubt}[min(i, 1)]
			said = append(said, Finding{Kind: Edited, Reason: reason, Position: pos,
				ID: key.ID, Slug: key.Slug, Detail: name + ": " + detail})
		}
	}
	made.Findings = append(said, made.Findings...)
	return made
}

// replaced are the members of a source that a member of an edit replaces: they have the same
// meaning.
var replaced = map[string][]string{
	"sessions": {"starts_at", "start_time", "ends_at", "end_time", "duration", "all_day",
		"time_tbd"},
	"starts_at": {"start_time", "all_day", "time_tbd"},
	"ends_at":   {"end_time"},
	"tickets":   {"sold_out"},
}

// without returns a record without the members that the members of an edit replace. If the edit has
// a day without an hour, the hour of the record stays.
func without(raw any, with map[string]any) any {
	members := maps.Clone(raw.(map[string]any)) // only an object has edits
	for name, v := range with {
		for _, same := range replaced[name] {
			if strings.Contains(fmt.Sprint(v), ":") { // a time of day, or an object in a list
				delete(members, same)
			}
		}
	}
	if list, ok := members["tickets"].([]any); ok && with["sold_out"] != nil {
		list = slices.Clone(list)
		for i, v := range list {
			list[i] = patch(v, map[string]any{"available": nil})
		}
		members["tickets"] = list
	}
	return members
}

// maxWas bounds the original value of a member in a report, in bytes.
const maxWas = 300

// patch applies a JSON Merge Patch (RFC 7396): objects are joined member by member, null removes a
// member, anything else replaces it. It changes neither value.
func patch(v, with any) any {
	changes, ok := with.(map[string]any)
	if !ok {
		return with
	}
	old, _ := v.(map[string]any)
	made := maps.Clone(old)
	if made == nil {
		made = map[string]any{}
	}
	for name, change := range changes {
		if change == nil {
			delete(made, name)
		} else {
			made[name] = patch(made[name], change)
		}
	}
	return made
}
