package mcp

import (
	"bytes"
	"encoding/json"
	"strings"
	"time"

	"cartaz/builder/catalog"
	"cartaz/edge/internal/jsonrpc"
)

// The extensions io.modelcontextprotocol/skills (SEP-2640) and io.modelcontextprotocol/events
// (SEP-3415), over documents of the release: the index of skills and the list of changes.

const (
	skillScheme = "skill://"
	skillFile   = "/SKILL.md"
)

// skill is an entry of the index of skills (Agent Skills Discovery 0.2.0). The builder writes no
// other members into the front matter of a skill than its name and description.
type skill struct {
	Name        string `json:"name"`
	Description string `json:"description"`
	URL         string `json:"url"` // an address of the brand
	Digest      string `json:"digest"`
}

func (s *skill) uri() string { return skillScheme + s.Name + skillFile }

// skills reads the index; a brand without a release has none.
func (x *exchange) skills() ([]skill, *jsonrpc.Error) {
	a := x.read(catalog.SkillsIndexPath, "")
	if a.Code == catalog.InternalError {
		return nil, catalogueError(a.Code)
	}
	var index struct{ Skills []skill }
	_ = json.Unmarshal(a.Body, &index) // the builder's own; anything else has no skills
	return index.Skills, nil
}

// skill finds the skill that the address of a SKILL.md names.
func (x *exchange) skill(uri string) (*skill, *jsonrpc.Error) {
	skills, err := x.skills()
	for i := range skills {
		if skills[i].uri() == uri {
			return &skills[i], nil
		}
	}
	if err == nil {
		err = x.notFound(uri)
	}
	return nil, err
}

// entry describes a skill with the digest and the size of its only file.
func (x *exchange) entry(s *skill) members {
	body := x.read(s.URL, "").Body
	return members{"uri": s.uri(),
		"frontmatter": members{"name": s.Name, "description": s.Description},
		"resources":   []members{{"uri": s.uri(), "digest": s.Digest, "size": len(body)}}}
}

func (x *exchange) listSkills(map[string]json.RawMessage) (members, *jsonrpc.Error) {
	skills, err := x.skills()
	entries := []members{}
	for i := range skills {
		entries = append(entries, x.entry(&skills[i]))
	}
	return members{"skills": entries}, err
}

func (x *exchange) getSkill(params map[string]json.RawMessage) (members, *jsonrpc.Error) {
	uri, _ := jsonrpc.String(params["uri"])
	s, err := x.skill(uri)
	if err != nil {
		err.Code = jsonrpc.InvalidParams // in every revision
		return nil, err
	}
	return members{"skill": x.entry(s)}, nil
}

// changeEvent is the one type of events: something happened to an event of the catalogue.
const changeEvent = "catalogue.changed"

// eventNotFound is the code for an unknown type of events.
const eventNotFound = -32023

// Of polls: how many changes one answers, and how long a client waits before the next, in
// milliseconds. A catalogue is rebuilt every few minutes at most.
const (
	maxChanges = 50
	nextPoll   = 300_000
)

const changeSchema = `{"type":"object","required":["what","id","slug","name","url"],` +
	`"properties":{"what":{"enum":["added","changed","closed","removed"]},` +
	`"id":{"type":"integer"},"slug":{"type":"string"},"name":{"type":"string"},` +
	`"url":{"type":"string","format":"uri"},` +
	`"fields":{"type":"array","items":{"type":"string"}}}}`

func (x *exchange) listEvents() members {
	return members{"events": []members{{"name": changeEvent,
		"description":   x.texts.ChangesText,
		"delivery":      []string{"poll"},
		"inputSchema":   json.RawMessage(`{"type":"object","additionalProperties":false}`),
		"payloadSchema": json.RawMessage(changeSchema)}}}
}

// change is a line of the list of changes.
type change struct {
	At   string      `json:"at"`
	ID   json.Number `json:"id"`
	line []byte
}

// position names a line: by its time and its event, which stands once in a release.
func (c *change) position() string { return c.At + "/" + c.ID.String() }

// pollEvents answers what changed since a cursor: the id of the release, and the position of the
// last line that was read, which later releases know too. Without a cursor a client starts from
// now, and with one that nobody has given out as well.
func (x *exchange) pollEvents(params map[string]json.RawMessage) (members, *jsonrpc.Error) {
	var in struct {
		Name      string                     `json:"name"`
		Arguments map[string]json.RawMessage `json:"arguments"`
		Cursor    *string                    `json:"cursor"`
		MaxAgeMs  *int64                     `json:"maxAgeMs"`
		MaxEvents *int                       `json:"maxEvents"`
	}
	text, _ := json.Marshal(params) // parts of valid JSON
	switch {
	case json.Unmarshal(text, &in) != nil:
		return nil, invalidParams("name and cursor must be strings, arguments an object, " +
			"maxAgeMs and maxEvents integers")
	case in.Name != changeEvent:
		return nil, &jsonrpc.Error{Code: eventNotFound,
			Message: "there is no such type of events; events/list has them"}
	case len(in.Arguments) > 0:
		return nil, invalidParams(changeEvent + " has no arguments")
	}
	a := x.read(catalog.ChangesPath, "")
	if a.Status != 200 {
		return nil, catalogueError(a.Code)
	}
	since, changes := readChanges(a.Body)
	position := since + "/"
	if n := len(changes); n > 0 {
		position = changes[n-1].position()
	}
	truncated := false
	if in.Cursor == nil {
		changes = nil
	} else {
		_, after, _ := strings.Cut(*in.Cursor, " ")
		changes, truncated = behind(changes, after, since)
	}
	if in.MaxAgeMs != nil && len(changes) > 0 {
		now := x.c.Brand().Now(x.r.Time).UTC()
		oldest := now.Add(-time.Duration(*in.MaxAgeMs) * time.Millisecond).Format(time.RFC3339)
		for len(changes) > 0 && changes[0].At < oldest {
			changes, truncated = changes[1:], true
		}
	}
	limit := maxChanges
	if in.MaxEvents != nil {
		limit = min(max(*in.MaxEvents, 1), limit)
	}
	hasMore := len(changes) > limit
	if hasMore {
		changes = changes[:limit]
		position = changes[limit-1].position()
	}
	events := []members{}
	for _, c := range changes {
		events = append(events, members{"eventId": c.position(), "name": changeEvent,
			"timestamp": c.At, "data": json.RawMessage(c.line)})
	}
	return members{"events": events, "cursor": x.c.Release().ID() + " " + position,
		"hasMore": hasMore, "truncated": truncated, "nextPollMs": nextPoll}, nil
}

// readChanges reads the list of changes: since when it is complete, and its lines.
func readChanges(body []byte) (since string, changes []change) {
	head, rest, _ := bytes.Cut(body, []byte("\n"))
	var first struct{ Since string }
	_ = json.Unmarshal(head, &first) // the builder's own, as the lines are
	for line := range bytes.Lines(rest) {
		c := change{line: bytes.TrimSpace(line)}
		if json.Unmarshal(line, &c) == nil {
			changes = append(changes, c)
		}
	}
	return first.Since, changes
}

// behind cuts off the changes up to a position. It reports whether some behind it are missing: they
// were dropped, or the position is none of this list.
func behind(changes []change, position, since string) ([]change, bool) {
	at, _, ok := strings.Cut(position, "/")
	if _, err := time.Parse(time.RFC3339, at); !ok || err != nil {
		return nil, true
	}
	for len(changes) > 0 && changes[0].At < at {
		changes = changes[1:]
	}
	for i := 0; i < len(changes) && changes[i].At == at; i++ {
		if changes[i].position() == position {
			changes = changes[i+1:]
			break
		}
	}
	return changes, at < since
}
