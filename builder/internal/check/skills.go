package check

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"unicode/utf8"
)

const skillsSchema = "https://schemas.agentskills.io/discovery/0.2.0/schema.json"

var skillName = regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)

type skill struct {
	Name, Type, Description, URL, Digest string
}

// loadSkills is the index of skills.
func (c *client) loadSkills() (*answer, string, []skill, error) {
	var doc struct {
		Schema string  `json:"$schema"`
		Skills []skill `json:"skills"`
	}
	a, err := c.document(pathSkills, &doc)
	return a, doc.Schema, doc.Skills, err
}

// skillIndex: the index is one of version 0.2.0, with all that its entries need.
func skillIndex(s *site) (string, error) {
	a, schema, skills, err := s.loadSkills()
	if err != nil {
		return "", err
	}
	if err := a.wantType("application/json"); err != nil {
		return "", err
	}
	if schema != skillsSchema {
		return "", fmt.Errorf("$schema is %q, not %s", schema, skillsSchema)
	}
	if len(skills) == 0 {
		return "", errors.New("the index has no skills")
	}
	var names []string
	for i, k := range skills {
		switch {
		case len(k.Name) > 64 || !skillName.MatchString(k.Name):
			return "", fmt.Errorf("skill %d: name %q is not a-z, 0-9 and hyphens", i, k.Name)
		case k.Type != "skill-md" && k.Type != "archive":
			return "", fmt.Errorf("skill %s: type %q is neither skill-md nor archive", k.Name,
				k.Type)
		case k.Description == "" || utf8.RuneCountInString(k.Description) > 1024:
			return "", fmt.Errorf("skill %s: description is empty or longer than 1,024 characters",
				k.Name)
		case k.URL == "":
			return "", fmt.Errorf("skill %s has no url", k.Name)
		}
		names = append(names, k.Name)
	}
	return strings.Join(names, ", "), nil
}

// skillDigests: every skill is what its digest says, byte for byte; clients
// refuse it otherwise.
func skillDigests(s *site) (string, error) {
	_, _, skills, err := s.loadSkills()
	if err != nil {
		var absent absence
		if errors.As(err, &absent) {
			return "", err
		}
		return "", skipped("there is no index to read")
	}
	asked, elsewhere := 0, 0
	for _, k := range skills {
		target, ok := s.localAt(pathSkills, k.URL)
		if !ok {
			elsewhere++
			continue
		}
		if asked == 20 {
			break
		}
		asked++
		a, err := s.get(target)
		if err != nil {
			return "", err
		}
		if a.status != 200 {
			return "", fmt.Errorf("skill %s: %s answers %d", k.Name, target, a.status)
		}
		sum := sha256.Sum256(a.body)
		if got := "sha256:" + hex.EncodeToString(sum[:]); got != k.Digest {
			return "", fmt.Errorf("skill %s: the index says %s, the file is %s", k.Name, k.Digest,
				got)
		}
		if k.Type != "skill-md" {
			continue
		}
		if err := a.wantType(typeMarkdown, "text/plain"); err != nil {
			return "", err
		}
		if err := frontMatterFault(string(a.body), k.Name); err != nil {
			return "", fmt.Errorf("skill %s: %w", k.Name, err)
		}
	}
	return fmt.Sprintf("%d skills hashed, %d on other hosts", asked, elsewhere), nil
}

// frontMatterFault says what the head of a SKILL.md lacks. Only its two required
// keys are looked for, which are always plain lines.
func frontMatterFault(body, name string) error {
	head, ok := strings.CutPrefix(body, "---\n")
	if !ok {
		return errors.New("SKILL.md does not start with front matter")
	}
	head, _, ok = strings.Cut(head, "\n---")
	if !ok {
		return errors.New("the front matter of SKILL.md does not end")
	}
	values := map[string]string{}
	for line := range strings.Lines(head) {
		if key, value, ok := strings.Cut(line, ":"); ok && !strings.HasPrefix(line, " ") {
			values[key] = strings.Trim(strings.TrimSpace(value), `"'`)
		}
	}
	if values["name"] != name {
		return fmt.Errorf("its front matter has the name %q", values["name"])
	}
	if _, ok := values["description"]; !ok {
		return errors.New("its front matter has no description")
	}
	return nil
}
