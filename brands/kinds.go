package brands

import (
	"maps"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"go.yaml.in/yaml/v3"
)

// Kinds of [Source.Kind]. All but KindCommand have documents that are not JSON, and read files
// (path) or one address (url).
const (
	KindCommand = "command" // a program that prints JSON
	KindICS     = "ics"     // a calendar, RFC 5545
	KindCSV     = "csv"     // a table, RFC 4180
	KindFeed    = "feed"    // RSS or Atom with events
	KindXML     = "xml"     // any other XML
	KindHTML    = "html"    // pages with events of schema.org, and where they are listed
)

// documentKinds are the kinds whose documents are not JSON.
var documentKinds = []string{KindICS, KindCSV, KindHTML, KindFeed, KindXML}

// kinds are all kinds, in the order of messages.
var kinds = append([]string{"file", "http", KindCommand}, documentKinds...)

// keysOfKinds lists, for a key of source, the kinds in which it has an effect. Keys that are not
// listed are read by every kind, or checked elsewhere.
var keysOfKinds = map[string][]string{
	"window":    {KindICS, KindHTML},
	"delimiter": {KindCSV}, "encoding": {KindCSV},
	"links": {KindHTML}, "robots": {KindHTML},
	"command": {KindCommand}, "env": {KindCommand}, "user": {KindCommand},
	"items": {"file", "http", KindCommand, KindXML},
	"body":  {"http"}, "errors": {"http"}, "detail": {"http"},
}

// Document reports whether the source has documents that are not JSON.
func (s Source) Document() bool { return slices.Contains(documentKinds, s.Kind) }

// Remote reports whether the source is read by HTTP.
func (s Source) Remote() bool { return s.Kind == "http" || s.Kind != "file" && s.URL != "" }

const (
	defaultPageRate = 2 // pages a second: what crawlers take who are welcome
	maxLinkPatterns = 20
)

// links reads the patterns of the addresses of pages.
func links(m mapping) (patterns []string) {
	if n := m.nodes["links"]; n != nil && n.Kind == yaml.ScalarNode {
		if v := m.str("links"); v.ok {
			patterns = append(patterns, linkPattern(v))
		}
		return patterns
	}
	for _, v := range m.list("links") {
		if v.ok {
			patterns = append(patterns, linkPattern(v))
		}
	}
	if len(patterns) > maxLinkPatterns {
		m.file.fault(m.nodes["links"].Line, m.prefix+"links",
			"has more than %d patterns: join some",
			maxLinkPatterns)
	}
	return patterns
}

func linkPattern(v value) string {
	if !strings.HasPrefix(v.text, "/") {
		v.fault("%q is not the path of pages: write it as in /agenda/*, where * is any part of a "+
			"path and ** any number of them", v.text)
	}
	return v.text
}

const (
	defaultWindow = 400 * 24 * time.Hour
	maxWindow     = 3660 // days
)

// rejectOtherKinds reports the keys that belong to another kind than the one of the source.
func (r sourceReader) rejectOtherKinds(s *Source, m mapping) {
	if s.Kind == "" {
		return
	}
	for _, key := range sourceKeys {
		if of := keysOfKinds[key]; of != nil && !slices.Contains(of, s.Kind) {
			m.rejectKeys("belongs to kind "+joinOr(of)+": leave it out, or change kind", key)
		}
	}
}

// command reads a source that is a program.
func (r sourceReader) command(s *Source, m mapping) {
	m.rejectKeys("belongs to other kinds: leave it out, or change kind", "path", "url", "pages",
		"headers", "rate", "conditional")
	if !m.has("command") {
		r.file.fault(m.line, m.prefix+"command", "missing: write the program and its arguments as "+
			"a list, as in [./export.py, --all]")
	}
	for _, v := range m.list("command") {
		if text, ok := r.expand(v); ok {
			s.Command = append(s.Command, text)
		}
	}
	s.Env = map[string]string{}
	env := m.child("env")
	for _, name := range slices.Sorted(maps.Keys(env.nodes)) {
		v := env.str(name)
		if !variableName.MatchString(name) {
			v.fault("is not the name of a variable: use letters, digits and _")
		} else if text, ok := r.expand(v); ok && v.ok {
			s.Env[name] = text
		}
	}
	s.User = m.str("user").text
}

var variableName = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`)

// document reads a source whose documents are not JSON: files, or one address.
func (r sourceReader) document(s *Source, m mapping) {
	switch {
	case m.has("path") && m.has("url"):
		r.file.fault(m.nodes["url"].Line, m.prefix+"url",
			"stands beside source.path: leave one of them out")
	case m.has("path"):
		m.rejectKeys("belongs to source.url: leave it out", "pages", "headers", "rate",
			"conditional")
		r.path(s, m)
	default:
		r.http(s, m)
		if !m.has("pages") {
			s.Pages = Pages{Style: PagesNone, Whole: true}
			if s.Kind == KindFeed {
				s.Pages = Pages{Style: PagesNext} // RFC 5005
			}
		}
	}
	if s.Kind == KindCSV {
		s.Encoding = m.oneOf("encoding", "", "utf-8", "utf-16", "windows-1252")
		if v := m.str("delimiter"); v.ok {
			s.Delimiter = delimiter(v)
		}
	}
	if s.Kind == KindHTML {
		if s.Links = links(m); s.URL != "" && len(s.Links) > 0 && !m.has("pages") {
			s.Pages = Pages{Style: PagesNext} // a list that links to its next page goes on
		}
		s.Robots = m.boolean("robots", true)
		if s.URL != "" && !m.has("rate") {
			s.Rate = defaultPageRate
		}
	}
	s.Window = defaultWindow
	if (s.Kind == KindICS || s.Kind == KindHTML) && m.has("window") {
		s.Window = m.days("window")
	}
}

// delimiter reads the character between the cells of a table.
func delimiter(v value) rune {
	text := v.text
	if text == "tab" {
		text = "\t"
	}
	if len(text) != 1 || !strings.Contains(",;|\t", text) {
		v.fault("%q is not a delimiter: write \",\", \";\", \"|\" or tab", v.text)
		return 0
	}
	return rune(text[0])
}

// sheetHost is where Google serves spreadsheets that are open to all who have the link.
const sheetHost = "docs.google.com"

var sheetPath = regexp.MustCompile(`^/spreadsheets/d/(e/)?([A-Za-z0-9_-]+)(/[a-z]*)?$`)

// SheetAddress returns the address at which Google gives a spreadsheet as CSV, for the address of
// its page (…/edit#gid=0, …/pubhtml). Every other address comes back as it is.
func SheetAddress(address string) string {
	u, err := url.Parse(address)
	if err != nil || u.Host != sheetHost {
		return address
	}
	m := sheetPath.FindStringSubmatch(u.Path)
	if m == nil || m[3] == "/export" || m[3] == "/gviz" {
		return address
	}
	query := url.Values{"format": {"csv"}}
	end := "/export"
	if m[1] != "" { // published to the web
		query, end = url.Values{"output": {"csv"}}, "/pub"
		query.Set("single", "true")
	}
	gid := u.Query().Get("gid")
	if of, ok := strings.CutPrefix(u.Fragment, "gid="); ok {
		gid = of
	}
	if gid != "" {
		query.Set("gid", gid)
	} else {
		query.Del("single")
	}
	return "https://" + sheetHost + "/spreadsheets/d/" + m[1] + m[2] + end + "?" + query.Encode()
}

// days reads a number of days: 400d.
func (m mapping) days(key string) time.Duration {
	v := m.scalar(key)
	n, err := strconv.Atoi(strings.TrimSuffix(v.text, "d"))
	if v.ok && (err != nil || !strings.HasSuffix(v.text, "d") || n < 1 || n > maxWindow) {
		v.fault("%q is not a number of days up to %d: write it as in 400d", v.text, maxWindow)
		return defaultWindow
	}
	return time.Duration(n) * 24 * time.Hour
}
