package brands

import (
	"cmp"
	"fmt"
	"maps"
	"net/textproto"
	"net/url"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"go.yaml.in/yaml/v3"
)

// sourceReader reads the section source of brand.yaml.
type sourceReader struct{ *configReader }

var sourceKeys = []string{
	"kind", "preset", "path", "url", "items", "pages", "headers", "body", "errors", "detail",
	"rate", "conditional", "map",
	"duplicates", "timeout", "max_bytes",
	"window", "delimiter", "encoding", "links", "robots", "command", "env", "user",
}

const (
	defaultTimeout  = 10 * time.Minute
	maxTimeout      = 24 * time.Hour
	defaultMaxBytes = 1 << 30
	defaultRate     = 20 // requests a second
)

// maxSources is how many sources a brand may have.
const maxSources = 20

// sources reads source, or the list sources.
func (r sourceReader) sources(b *Brand, m mapping) {
	list := m.nodes["sources"]
	switch {
	case m.has("source") && list != nil:
		r.file.fault(list.Line, "sources", "stands beside source: leave one of them out")
	case m.has("source"):
		r.source(&b.Source, m.child("source", sourceKeys...))
	case list == nil:
		r.file.fault(m.line, "source",
			"missing: write source with kind and path (file) or url (http), or with a preset")
	case list.Kind != yaml.SequenceNode || len(list.Content) == 0 || isAnchorOrAlias(list):
		r.file.fault(list.Line, "sources", "must be a list: write - in front of each source")
	case len(list.Content) > maxSources:
		r.file.fault(list.Line, "sources", "has more than %d entries", maxSources)
	default:
		known := append([]string{"name", "ids", "optional", "guards"}, sourceKeys...)
		lines := map[string]int{}
		for i, n := range list.Content {
			var s Source
			at := r.file.mapping(n, fmt.Sprintf("sources[%d]", i), known...)
			r.oneOfSeveral(&s, at, i == 0, lines)
			for _, key := range []string{"name", "ids", "optional", "guards"} {
				delete(at.nodes, key)
			}
			r.source(&s, at)
			if i == 0 {
				b.Source = s
			} else {
				b.More = append(b.More, s)
			}
		}
	}
}

// oneOfSeveral reads the keys that a source has beside others. lines has the lines of names.
func (r sourceReader) oneOfSeveral(s *Source, m mapping, first bool, lines map[string]int) {
	v := m.required("name", "write a short name, which messages and the report have")
	if s.Name = v.text; v.ok && !ValidKey(s.Name) {
		v.fault("%q is not a name: use small letters and digits, with single hyphens between them",
			v.text)
	}
	if line := lines[s.Name]; v.ok && line > 0 {
		v.fault("%q is the name of the source on line %d too: choose another", v.text, line)
	}
	lines[s.Name] = v.line
	def := "own"
	if first {
		def = "shared"
	}
	s.Shared = m.oneOf("ids", def, "own", "shared") == "shared"
	s.Optional = m.boolean("optional", false)
	guards := m.child("guards", "max_shrink", "max_failed")
	for key, to := range map[string]**float64{"max_shrink": &s.MaxShrink,
		"max_failed": &s.MaxFailed} {
		if guards.has(key) {
			share := guards.share(key, 0)
			*to = &share
		}
	}
}

// source reads the keys below source, or those of one of several.
func (r sourceReader) source(s *Source, m mapping) {
	m = r.preset(s, m)
	if m.required("kind", "write "+joinOr(kinds)).ok {
		s.Kind = m.oneOf("kind", "", kinds...)
	}
	r.rejectOtherKinds(s, m)
	switch s.Kind {
	case "":
	case "file":
		m.rejectKeys("belongs to kind http: leave it out, or change kind",
			"url", "pages", "headers", "rate", "conditional")
		r.path(s, m)
	case "http":
		m.rejectKeys("belongs to kind file: leave it out, or change kind", "path")
		r.http(s, m)
	case KindCommand:
		r.command(s, m)
	default:
		r.document(s, m)
	}
	s.Items = r.filter(m, "items")
	if v := m.str("map"); v.ok {
		if name, ok := r.expand(v); ok {
			if _, ok := r.readInFolder(v, name, maxMapBytes); ok {
				s.Map, s.Program = filepath.Join(r.folder, filepath.FromSlash(name)), ""
			}
		}
	}
	if s.Detail.URL != "" && !m.has("map") && s.Program == "" {
		r.file.fault(m.nodes["detail"].Line, m.prefix+"detail",
			"nothing reads what these requests bring: write source.map")
	}
	s.Duplicates = m.oneOf("duplicates", DropDuplicates, DropDuplicates, MergeDuplicates)
	s.Timeout = defaultTimeout
	if v := m.scalar("timeout"); v.ok {
		if text, ok := r.expand(v); ok {
			d, err := time.ParseDuration(text)
			if err != nil || d <= 0 || d > maxTimeout {
				v.fault("%q is not a time up to 24h: write it as in 90s or 15m", v.text)
			}
			s.Timeout = d
		}
	}
	s.MaxBytes = defaultMaxBytes
	if v := m.scalar("max_bytes"); v.ok {
		if text, ok := r.expand(v); ok {
			n, ok := parseBytes(text)
			if !ok {
				v.fault("%q is not a number of bytes: write it as in 500000000 or 512 MiB", v.text)
			}
			s.MaxBytes = n
		}
	}
}

// rejectKeys reports a fault for each of keys that is set. They have no effect here, and without a
// fault a person would believe that they work.
func (m mapping) rejectKeys(why string, keys ...string) {
	for _, key := range keys {
		if n := m.nodes[key]; n != nil {
			m.file.fault(n.Line, m.prefix+key, "%s", why)
		}
	}
}

func (r sourceReader) path(s *Source, m mapping) {
	v := m.required("path", "write the file, or a pattern of files, that holds the catalogue")
	if !v.ok {
		return
	}
	name, ok := r.expand(v)
	if !ok {
		return
	}
	if _, err := path.Match(name, ""); err != nil {
		v.fault("%q is not a pattern: close the bracket, or escape it with \\", v.text)
		return
	}
	s.Path = filepath.FromSlash(name)
	if !filepath.IsAbs(s.Path) {
		s.Path = filepath.Join(r.folder, s.Path)
	}
}

func (r sourceReader) http(s *Source, m mapping) {
	v := m.required("url",
		"write the address of the list, as in https://backend.example.org/api/events")
	if v.ok {
		if text, ok := r.expand(v); ok {
			if s.Kind == KindCSV {
				text = SheetAddress(text)
			}
			s.URL = sourceURL(v, text)
		}
	}
	r.headers(s, m)
	s.Body = r.body(m)
	r.pages(s, m)
	s.Errors = cmp.Or(r.filter(m, "errors"), ".errors?")
	r.detail(s, m)
	s.Rate = m.rate("rate", defaultRate)
	s.Conditional = m.boolean("conditional", true)
}

// sourceURL checks the address after its variables are filled in. Messages show the address as
// written.
func sourceURL(v value, text string) string {
	u, err := url.Parse(text)
	switch {
	case err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || !validPort(u) ||
		!validHost(strings.ToLower(u.Hostname())):
		v.fault("%q is not an http(s) address: write it as in "+
			"https://backend.example.org/api/events", v.text)
	case u.User != nil:
		v.fault("holds a user or password: send them in source.headers, as in Authorization: " +
			"Basic ${TOKEN}")
	case u.Fragment != "" || strings.HasSuffix(text, "#"):
		v.fault("%q has a fragment, which is never sent: leave it out", v.text)
	default:
		return text
	}
	return ""
}

// filter reads a jq filter; it is compiled when the source is pulled.
func (r sourceReader) filter(m mapping, key string) string {
	v := m.str(key)
	if !v.ok {
		return ""
	}
	text, _ := r.expand(v)
	return text
}

var (
	headerName = regexp.MustCompile("^[A-Za-z0-9!#$%&'*+.^_`|~-]+$")
	// reservedHeaders are the header fields that the builder's HTTP client sets itself.
	reservedHeaders = []string{
		"Host", "Connection", "Content-Length", "Transfer-Encoding", "Accept-Encoding", "Te",
		"Trailer", "Upgrade", "Range",
	}
)

func (r sourceReader) headers(s *Source, m mapping) {
	s.Headers = map[string]string{}
	h := m.child("headers")
	for _, name := range slices.Sorted(maps.Keys(h.nodes)) {
		v := h.str(name)
		if !v.ok {
			continue
		}
		canonical := textproto.CanonicalMIMEHeaderKey(name)
		switch _, twice := s.Headers[canonical]; {
		case !headerName.MatchString(name):
			v.fault("is not the name of a header field")
			continue
		case slices.Contains(reservedHeaders, canonical):
			v.fault("is set by the builder: leave it out")
			continue
		case twice:
			v.fault("is set twice, with other capitals: keep one")
			continue
		}
		text, ok := r.expand(v)
		control := func(c rune) bool { return c < 0x20 && c != '\t' || c == 0x7f }
		if ok && strings.ContainsFunc(text, control) {
			v.fault("holds a line break or a control character after its variables were filled " +
				"in: set the variable without it")
			continue
		}
		s.Headers[canonical] = text
	}
}

var ratePattern = regexp.MustCompile(`^([1-9][0-9]{0,5})/(s|m|h)$`)

// rate reads a number of requests per second, minute or hour, and returns requests per second.
func (m mapping) rate(key string, def float64) float64 {
	v := m.scalar(key)
	if !v.ok {
		return def
	}
	match := ratePattern.FindStringSubmatch(v.text)
	if match == nil {
		v.fault("%q is not a number of requests in a time: write it as in 5/s, 240/m or 1000/h",
			v.text)
		return def
	}
	n, _ := strconv.Atoi(match[1]) // at most six digits, as the pattern says
	return float64(n) / map[string]float64{"s": 1, "m": 60, "h": 3600}[match[2]]
}

var sizePattern = regexp.MustCompile(`^([0-9]{1,15}) ?(KiB|MiB|GiB)?$`)

// parseBytes reads a number of bytes, with or without a unit (KiB, MiB, GiB).
func parseBytes(text string) (int64, bool) {
	m := sizePattern.FindStringSubmatch(text)
	if m == nil {
		return 0, false
	}
	n, err := strconv.ParseInt(m[1], 10, 64)
	unit := map[string]int64{"": 1, "KiB": 1 << 10, "MiB": 1 << 20, "GiB": 1 << 30}[m[2]]
	if err != nil || n < 1 || n > (1<<62)/unit {
		return 0, false
	}
	return n * unit, true
}
