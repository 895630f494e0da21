package validate

import (
	"encoding/json"
	"fmt"
	"hash/fnv"
	"maps"
	"slices"
	"strconv"

	"cartaz/builder/text"
)

// Edit is the last word of a brand on one event, whatever its sources say.
type Edit struct {
	Event string         // id in decimal digits, or slug
	Hide  bool           // the event is not public
	Set   map[string]any // right values of members, as JSON Merge Patch (RFC 7396)
}

// Members are the names of the members of a record.
func Members() []string { return slices.Clone(recordMembers) }

// Edits is what a check depends on of the edits: another value checks all records anew.
func (c *Checker) Edits() []byte {
	sum := fnv.New64a()
	for _, e := range c.config.Edits {
		if e.Set != nil {
			fmt.Fprintf(sum, "%q %#v\n", e.Event, e.Set)
		}
	}
	return sum.Sum(nil)
}

// Hides reports whether an edit takes its event down.
func (c *Checker) Hides(edit int) bool { return c.config.Edits[edit].Hide }

// EditsOf are the edits of an event, as numbers in [Config].Edits. An edit names an event by its
// id, by its wanted slug, or by the slug with the id after it that [Settle] gives to an event whose
// slug belongs to another.
func (c *Checker) EditsOf(key *Key) (list []int) {
	if len(c.edits) == 0 {
		return nil
	}
	list = append(list, c.edits[strconv.FormatInt(key.ID, 10)]...)
	list = append(list, c.edits[key.Slug]...)
	return append(list, c.edits[withSuffix(key.Slug, strconv.FormatUint(uint64(key.ID), 36))]...)
}

// edited is a record with the edits of its event, and a finding for each member that they set.
func (c *Checker) edited(raw any, pos string, key *Key) (set any, said []Finding) {
	set = raw
	for _, i := range c.EditsOf(key) {
		e := &c.config.Edits[i]
		members, _ := set.(map[string]any)
		for _, name := range slices.Sorted(maps.Keys(e.Set)) {
			was, _ := json.Marshal(members[name])
			said = append(said, Finding{Kind: Edited, Reason: ByEdit, Position: pos, ID: key.ID,
				Slug: key.Slug, Detail: name + ": " + text.Shorten(string(was), maxWas)})
		}
		set = patch(set, e.Set)
	}
	return set, said
}

// maxWas bounds the original value of a member in a report, in bytes.
const maxWas = 300

// patch is JSON Merge Patch (RFC 7396): objects are joined member by member, null takes a member
// away, anything else replaces. It changes neither value.
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
