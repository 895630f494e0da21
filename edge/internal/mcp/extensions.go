package mcp

import (
	"encoding/json"

	"cartaz/builder/catalog"
	"cartaz/edge/internal/jsonrpc"
)

// The extension io.modelcontextprotocol/skills (SEP-2640), over the index of skills of the release.

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
