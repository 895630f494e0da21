package mcp

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"sort"
	"strconv"
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

// skill is an entry of the index of skills (Agent Skills Discovery 0.2.0). The front matter of a
// skill has no other members than these two.
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

func (x *exchange) listSkills(parameters) (members, *jsonrpc.Error) {
	skills, err := x.skills()
	entries := []members{}
	for i := range skills {
		entries = append(entries, x.entry(&skills[i]))
	}
	return members{"skills": entries}, err
}

func (x *exchange) getSkill(params parameters) (members, *jsonrpc.Error) {
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

// eventNotFound is the code for an unknown type of events. SEP-3415 is a draft, whose numbers are
// provisional.
const eventNotFound = -32023

// Limits of polls: the largest number of changes in an answer; the wait before the next poll,
// because a catalogue is rebuilt every few minutes at most; and how old a change may be, for which
// any age will do. Times are in milliseconds.
const (
	maxChanges = 50
	nextPoll   = 300_000
	maxAge     = 1 << 40
)

//go:embed change.schema.json
var changeSchema string

func (x *exchange) listEvents() members {
	return members{"events": []members{{"name": changeEvent,
		"description":   x.texts.Descriptions["get_changes"],
		"delivery":      []string{"poll"},
		"inputSchema":   json.RawMessage(`{"type":"object","additionalProperties":false}`),
		"payloadSchema": json.RawMessage(changeSchema)}}}
}

// pollEvents answers what changed since a cursor: the id of the release, and the position of the
// next line, which later releases know too. Without a cursor, or with an unknown one, a client
// starts from now.
func (x *exchange) pollEvents(params parameters) (members, *jsonrpc.Error) {
	var in struct {
		Name      string     `json:"name"`
		Arguments parameters `json:"arguments"`
		Cursor    *string    `json:"cursor"`
		MaxAgeMs  *int64     `json:"maxAgeMs"`
		MaxEvents *int       `json:"maxEvents"`
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
	list := readChanges(a.Body)
	next, truncated := len(list.lines), false
	if in.Cursor != nil {
		_, position, _ := strings.Cut(*in.Cursor, " ")
		next, truncated = list.find(position)
		if in.MaxAgeMs != nil {
			age := time.Duration(min(max(*in.MaxAgeMs, 0), maxAge)) * time.Millisecond
			oldest := list.from(x.c.Brand().Now(x.r.Time).UTC().Add(-age).Format(time.RFC3339))
			next, truncated = max(next, oldest), truncated || oldest > next
		}
	}
	limit := maxChanges
	if in.MaxEvents != nil {
		limit = min(max(*in.MaxEvents, 1), limit)
	}
	end := min(next+limit, len(list.lines))
	events := []members{}
	for _, line := range list.lines[next:end] {
		var c struct {
			At string      `json:"at"`
			ID json.Number `json:"id"`
		}
		_ = json.Unmarshal(line, &c) // the builder's own
		events = append(events, members{"eventId": c.At + "/" + c.ID.String(),
			"name": changeEvent, "timestamp": c.At, "data": json.RawMessage(line)})
	}
	return members{"events": events, "cursor": x.c.Release().ID() + " " + list.position(end),
		"hasMore": end < len(list.lines), "truncated": truncated, "nextPollMs": nextPoll}, nil
}

// changeList is the list of changes: since when it is complete, and its lines, the oldest first.
type changeList struct {
	since string
	lines [][]byte
}

func readChanges(body []byte) (l changeList) {
	head, rest, _ := bytes.Cut(body, []byte("\n"))
	var first struct{ Since string }
	_ = json.Unmarshal(head, &first) // the builder's own, as the lines are
	l.since, l.lines = first.Since, bytes.Split(rest, []byte("\n"))
	l.lines = l.lines[:len(l.lines)-1] // after the last line end
	return l
}

// from returns the index of the first line of a time or later. It reads few lines: there may be
// thousands.
func (l *changeList) from(at string) int {
	return sort.Search(len(l.lines), func(i int) bool {
		var line struct{ At string }
		return json.Unmarshal(l.lines[i], &line) == nil && line.At >= at
	})
}

// position names the place before a line: the time of the line before it, and how many lines of
// that time have been read. Later releases have all lines of that time, or none of them.
func (l *changeList) position(next int) string {
	var line struct{ At string }
	if next == 0 || json.Unmarshal(l.lines[next-1], &line) != nil {
		return l.since + "/0"
	}
	return line.At + "/" + strconv.Itoa(next-l.from(line.At))
}

// find returns the index of the line at a position, and whether lines after it are missing: they
// were dropped, or the position is not in this list, which then is read from its end.
func (l *changeList) find(position string) (next int, truncated bool) {
	at, count, _ := strings.Cut(position, "/")
	read, err := strconv.ParseUint(count, 10, 31)
	if _, fault := time.Parse(time.RFC3339, at); err != nil || fault != nil {
		return len(l.lines), true
	}
	later := l.from(at + "~") // after all lines of that time
	return min(l.from(at)+int(read), later), at < l.since
}
