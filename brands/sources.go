package brands

import (
	"cmp"
	"errors"
	"io/fs"
	"math"
	"net/textproto"
	"net/url"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"
)

// namedSource is one of several sources.
type namedSource struct {
	// Small letters a to z, digits and hyphens; in messages and in the report.
	ID string `key:"name" as:"name" need:"a short name, which messages and the report have"`
	// Whose ids the records have: `own` ids begin with the name of the source, so that they differ
	// from all others; a record with a `shared` id is joined with the record of that id from an
	// earlier source. Default: `own`, and `shared` for the first source.
	IDs string `key:"ids" words:"own shared"`
	// Builds the brand without the source when that cannot be read.
	Leave bool `key:"optional" default:"no"`
	// Guards of this source; those that it leaves out are the brand's.
	Guards struct {
		// Share by which the records of this source may fall between two releases.
		MaxShrink *float64 `key:"max_shrink"`
		// Share of the items of this source on which the map may fail.
		MaxFailed *float64 `key:"max_failed"`
	} `key:"guards"`
	Source
}

// join returns the first of several sources and the others.
func (d *document) join(m node) (first Source, more []Source) {
	lines := map[string]int{}
	for i, s := range d.Sources {
		path := "sources[" + strconv.Itoa(i) + "].name"
		if line := lines[s.ID]; line > 0 && s.ID != "" {
			m.faultAt(path, "%q is the name of the source on line %d too: choose another", s.ID,
				line)
		} else if n := m.at(path); n.Node != nil {
			lines[s.ID] = n.Line
		}
		s.Source.Name, s.Source.Optional = s.ID, s.Leave
		s.Source.Shared = s.IDs == "shared" || s.IDs == "" && i == 0
		s.Source.MaxShrink = s.Guards.MaxShrink
		s.Source.MaxFailed = s.Guards.MaxFailed
		more = append(more, s.Source)
	}
	if more == nil {
		return first, nil
	}
	return more[0], more[1:]
}

// The files of a preset; see [LoadOptions].
const (
	PresetFile    = "source.yaml"
	PresetProgram = "map.jq"
)

// prepare lays the keys that a brand sets over those of the preset that it names. Faults in the
// preset's keys are reported on the line of preset.
func (s *Source) prepare(n node) node {
	named := n.child("preset")
	if named.Node == nil || named.Kind != yaml.ScalarNode || named.isReference() {
		return n
	}
	v := value{named, named.Value}
	known := PresetNames(n.presets)
	switch {
	case len(known) == 0:
		v.fault("there are no presets here: leave it out")
		return n
	case !slices.Contains(known, v.text):
		v.wrong("is not known: write %s", strings.Join(known, ", "))
		return n
	}
	text, err := fs.ReadFile(n.presets, path.Join(v.text, PresetFile))
	program, perr := fs.ReadFile(n.presets, path.Join(v.text, PresetProgram))
	base := &yaml.Node{}
	err = cmp.Or(err, perr, yaml.Unmarshal(text, base))
	if err != nil || len(base.Content) != 1 || base.Content[0].Kind != yaml.MappingNode {
		v.wrong("cannot be read: %v", cmp.Or(err, errors.New(PresetFile+" holds no keys")))
		return n
	}
	s.Program = string(program)
	preset := base.Content[0]
	setLine(preset, v.Line)
	if kind := valueOf(n.Node, "kind"); kind != nil && kind.Value == "file" {
		// The brand reads a copy of the backend's answers from disk. Only items and the program
		// of the preset apply; all keys of the connection are dropped.
		items := valueOf(preset, "items")
		preset.Content = nil
		if items != nil {
			preset.Content = []*yaml.Node{{Kind: yaml.ScalarNode, Value: "items"}, items}
		}
	}
	n.Node = overlay("", preset, n.Node)
	return n
}

// PresetNames lists the folders of presets.
func PresetNames(presets fs.FS) (names []string) {
	if presets == nil {
		return nil
	}
	files, _ := fs.Glob(presets, "*/"+PresetFile) // the pattern is sound
	for _, file := range files {
		names = append(names, path.Dir(file))
	}
	return names
}

// setLine sets the line of a node and of all nodes below it, for messages.
func setLine(n *yaml.Node, line int) {
	n.Line = line
	for _, child := range n.Content {
		setLine(child, line)
	}
}

// overlay merges the brand's value over into the preset's value under, at a path of keys as in
// .pages. Mappings are merged key by key; any other value is replaced. When the brand chooses
// another paging style, the preset's keys below pages are dropped, because they have no effect with
// that style.
func overlay(path string, under, over *yaml.Node) *yaml.Node {
	if under.Kind != yaml.MappingNode || over.Kind != yaml.MappingNode || over.Anchor != "" {
		return over
	}
	if path == ".pages" {
		style, was := valueOf(over, "style"), valueOf(under, "style")
		if style != nil && (was == nil || style.Value != was.Value) {
			return over
		}
	}
	joined := *over
	joined.Content = slices.Clone(over.Content)
	for i := 0; i+1 < len(under.Content); i += 2 {
		key, v := under.Content[i], under.Content[i+1]
		at := -1
		for j := 0; j+1 < len(joined.Content); j += 2 {
			name := joined.Content[j].Value
			if name == key.Value || path == ".headers" && strings.EqualFold(name, key.Value) {
				at = j
			}
		}
		if at < 0 {
			joined.Content = append(joined.Content, key, v)
		} else {
			joined.Content[at+1] = overlay(path+"."+key.Value, v, joined.Content[at+1])
		}
	}
	return &joined
}

// files reads a path or a pattern of files, and returns it absolute.
func files(v value) any {
	if _, err := path.Match(v.text, ""); err != nil {
		v.wrong("is not a pattern: close the bracket, or escape it with \\")
	}
	if name := filepath.FromSlash(v.text); filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(v.folder, filepath.FromSlash(v.text))
}

// sourceURL checks the address after its variables are filled in. Messages show the address as
// written.
func sourceURL(v value) any {
	v.text = SheetAddress(v.text)
	u, err := url.Parse(v.text)
	switch {
	case err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || !validPort(u) ||
		!validHost(strings.ToLower(u.Hostname())):
		v.wrong("is not an http(s) address: write it as in https://backend.example.org/api/events")
	case u.User != nil:
		v.fault("holds a user or password: send them in source.headers, as in Authorization: " +
			"Basic ${TOKEN}")
	case u.Fragment != "" || strings.HasSuffix(v.text, "#"):
		v.wrong("has a fragment, which is never sent: leave it out")
	default:
		return v.text
	}
	return nil
}

const maxMapBytes = 1 << 20 // of the jq program

// program reads the brand's jq program, and returns its path.
func program(v value) any {
	if v.readInFolder(maxMapBytes) == nil {
		return nil
	}
	return filepath.Join(v.folder, filepath.FromSlash(v.text))
}

var (
	headerName = regexp.MustCompile("^[A-Za-z0-9!#$%&'*+.^_`|~-]+$")
	// reservedHeaders are the header fields that the builder's HTTP client sets itself.
	reservedHeaders = strings.Fields(`Host Connection Content-Length Transfer-Encoding
		Accept-Encoding Te Trailer Upgrade Range`)
)

// headers reads the header fields of requests.
func headers(n node) any {
	all := map[string]string{}
	for _, v := range n.texts() {
		canonical := textproto.CanonicalMIMEHeaderKey(v.name)
		switch _, twice := all[canonical]; {
		case !headerName.MatchString(v.name):
			v.fault("is not the name of a header field")
		case slices.Contains(reservedHeaders, canonical):
			v.fault("is set by the builder: leave it out")
		case twice:
			v.fault("is set twice, with other capitals: keep one")
		case strings.ContainsFunc(v.text, func(c rune) bool {
			return c < 0x20 && c != '\t' || c == 0x7f
		}):
			v.fault("holds a line break or a control character after its variables were filled " +
				"in: set the variable without it")
		default:
			all[canonical] = v.text
		}
	}
	return all
}

func environment(n node) any {
	all := map[string]string{}
	for _, v := range n.texts() {
		if !memberName.MatchString(v.name) {
			v.fault("is not the name of a variable: use letters, digits and _")
		}
		all[v.name] = v.text
	}
	return all
}

// body reads the JSON body of requests. Strings may hold ${NAME} and line breaks.
func body(n node) any {
	if n.Kind != yaml.MappingNode && !n.isReference() {
		n.fault("must hold keys, not %s: they are the members of the JSON body", n.kind())
		return nil
	}
	return n.json()
}

// json converts a YAML node to the JSON value that it denotes.
func (n node) json() any {
	switch {
	case n.isReference(), n.Kind == yaml.ScalarNode && (n.Value == "" || n.ShortTag() != "!!null"):
		if v, ok := n.scalar(); ok {
			return v.json()
		}
	case n.Kind == yaml.MappingNode:
		n.mapping(nil)
		members := map[string]any{}
		for _, name := range n.keys() {
			members[name] = n.child(name).json()
		}
		return members
	case n.Kind == yaml.SequenceNode:
		list := make([]any, len(n.Content))
		for i, e := range n.list() {
			list[i] = e.json()
		}
		return list
	}
	return nil
}

// json converts a scalar.
func (v value) json() any {
	switch v.ShortTag() {
	case "!!bool":
		if b, err := strconv.ParseBool(v.Value); err == nil {
			return b
		}
	case "!!int":
		// Base 10 only: 010 is eight to some readers of YAML and ten to others.
		if i, err := strconv.Atoi(v.Value); err == nil {
			return i
		}
	case "!!float":
		f, err := strconv.ParseFloat(v.Value, 64)
		if err == nil && !math.IsNaN(f) && !math.IsInf(f, 0) {
			return f
		}
	case "!!str", "!!timestamp":
		return v.text
	}
	v.wrong("cannot be written as JSON: put it in quotes if it is text")
	return nil
}
