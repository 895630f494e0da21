package discovery

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"

	"cartaz/brands"
	"cartaz/builder/text"
	"cartaz/templates"
)

// ErrSkill reports a SKILL.md that breaks the Agent Skills format.
var ErrSkill = errors.New("not a valid skill")

// Limits of the Agent Skills format.
const (
	maxSkillName        = 64
	maxSkillDescription = 1024
)

// skill is one rendered SKILL.md.
type skill struct {
	Name        string
	Description string
	body        []byte
}

// Path returns the address of the skill.
func (s skill) Path() string { return skillsPath + s.Name + "/SKILL.md" }

// Digest returns the SHA-256 of the skill's bytes.
func (s skill) Digest() string {
	sum := sha256.Sum256(s.body)
	return hex.EncodeToString(sum[:])
}

// renderSkills renders every skill in the brand's language, sorted by name. A skill's name is the
// name of its folder, or its name in that language.
func renderSkills(b *brands.Brand, files templates.Set, f *facts) ([]skill, error) {
	const below = "skills/"
	var skills []skill
	for _, file := range files.Below(templateDir + below) {
		folder, name := path.Split(strings.TrimPrefix(file, templateDir+below))
		if name != "SKILL.md" {
			return nil, fmt.Errorf("%w: %s%s: a skill is a folder with a SKILL.md and nothing else",
				ErrSkill, below, folder+name)
		}
		body, err := renderText(b, files, below+folder+name, f)
		if err != nil {
			return nil, err
		}
		folder = path.Clean(folder)
		s, err := readSkill(cmp.Or(f.SkillNames[folder], folder), body)
		if err != nil {
			return nil, fmt.Errorf("skill %s: %w", folder, err)
		}
		skills = append(skills, s)
	}
	slices.SortFunc(skills, func(a, b skill) int { return strings.Compare(a.Name, b.Name) })
	return skills, nil
}

// readSkill reads the front matter of a rendered SKILL.md, so the index repeats the exact
// description in the file. It refuses names and descriptions that the format does not allow.
func readSkill(name string, body []byte) (skill, error) {
	rest, ok := bytes.CutPrefix(body, []byte("---\n"))
	front, _, closed := bytes.Cut(rest, []byte("\n---\n"))
	if !ok || !closed {
		return skill{}, fmt.Errorf("%w: no front matter", ErrSkill)
	}
	var matter struct {
		Name, Description string
	}
	if err := yaml.Unmarshal(front, &matter); err != nil {
		return skill{}, fmt.Errorf("%w: front matter: %w", ErrSkill, err)
	}
	length := utf8.RuneCountInString(matter.Description)
	switch {
	case matter.Name != name:
		return skill{}, fmt.Errorf("%w: name %q is not that of its folder", ErrSkill, matter.Name)
	case len(name) > maxSkillName || !text.IsSlug(name):
		return skill{}, fmt.Errorf("%w: name %q", ErrSkill, name)
	case length == 0 || length > maxSkillDescription:
		return skill{}, fmt.Errorf("%w: description of %d characters", ErrSkill, length)
	}
	return skill{name, matter.Description, body}, nil
}
