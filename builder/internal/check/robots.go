package check

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// robots is a robots.txt (RFC 9309) with the preference lines that other
// documents put into its groups.
type robots struct {
	groups   []robotsGroup
	sitemaps []string
}

type robotsGroup struct {
	agents  []string // product tokens in lower case, "*" for everybody
	rules   []robotsRule
	signals []string // values of Content-Signal
	usages  []string // values of Content-Usage
}

type robotsRule struct {
	allow   bool
	pattern string
}

// parseRobots reads a robots.txt. Lines that are unknown, or stand outside a
// group though they belong into one, say nothing.
func parseRobots(body string) *robots {
	r := &robots{}
	body = strings.TrimPrefix(body, "\ufeff")
	naming := false // the last line named an agent, so another one joins its group
	for _, line := range strings.FieldsFunc(body,
		func(c rune) bool { return c == '\r' || c == '\n' }) {
		line, _, _ = strings.Cut(line, "#")
		key, value, ok := strings.Cut(line, ":")
		if !ok {
			continue
		}
		key, value = strings.ToLower(strings.TrimSpace(key)), strings.TrimSpace(value)
		if key == "sitemap" {
			r.sitemaps = append(r.sitemaps, value)
			continue
		}
		if key == "user-agent" {
			if !naming {
				r.groups = append(r.groups, robotsGroup{})
			}
			g := &r.groups[len(r.groups)-1]
			g.agents = append(g.agents, strings.ToLower(value))
			naming = true
			continue
		}
		if len(r.groups) == 0 {
			continue
		}
		g := &r.groups[len(r.groups)-1]
		switch key {
		case "allow", "disallow":
			if value != "" {
				g.rules = append(g.rules, robotsRule{key == "allow", value})
			}
		case "content-signal":
			g.signals = append(g.signals, value)
		case "content-usage":
			g.usages = append(g.usages, value)
		default:
			continue
		}
		naming = false
	}
	return r
}

// group is the rules for an agent: of the groups that name it, joined, else of
// those for everybody (section 2.2.1).
func (r *robots) group(agent string) robotsGroup {
	for _, name := range []string{strings.ToLower(agent), "*"} {
		var joined robotsGroup
		for _, g := range r.groups {
			if slices.Contains(g.agents, name) {
				joined.agents = []string{name}
				joined.rules = append(joined.rules, g.rules...)
				joined.signals = append(joined.signals, g.signals...)
				joined.usages = append(joined.usages, g.usages...)
			}
		}
		if joined.agents != nil {
			return joined
		}
	}
	return robotsGroup{}
}

// allowed says whether a target may be asked for: the longest pattern decides,
// and Allow at equal length (section 2.2.2).
func (g robotsGroup) allowed(target string) bool {
	length, allow := -1, true
	for _, rule := range g.rules {
		if !matches(rule.pattern, target) {
			continue
		}
		if n := len(rule.pattern); n > length || n == length && rule.allow {
			length, allow = n, rule.allow
		}
	}
	return allow
}

// matches compares a pattern with "*" and a "$" at its end from the start of the
// target.
func matches(pattern, target string) bool {
	pattern, anchored := strings.CutSuffix(pattern, "$")
	parts := strings.Split(pattern, "*")
	rest, ok := strings.CutPrefix(target, parts[0])
	if !ok {
		return false
	}
	for i, part := range parts[1:] {
		if anchored && i == len(parts)-2 {
			return strings.HasSuffix(rest, part)
		}
		at := strings.Index(rest, part)
		if at < 0 {
			return false
		}
		rest = rest[at+len(part):]
	}
	return !anchored || rest == ""
}

// loadRobots is the site's robots.txt, nil when there is none to read.
func (s *site) loadRobots() *robots {
	if s.facts.robots == nil {
		if a, err := s.get("/robots.txt"); err == nil && a.status == 200 &&
			a.mediaType() == "text/plain" {
			s.facts.robots = parseRobots(string(a.body))
		}
	}
	return s.facts.robots
}

// robotsFile: there is a robots.txt, and a crawler can read it.
func robotsFile(s *site) (string, error) {
	a, err := s.get("/robots.txt")
	if err != nil {
		return "", err
	}
	switch {
	case a.status >= 500:
		return "", fmt.Errorf("/robots.txt answers %d: crawlers take that as a ban on everything",
			a.status)
	case a.status != 200:
		return "", fmt.Errorf("/robots.txt answers %d", a.status)
	case len(a.body) > 500<<10:
		return "", fmt.Errorf("/robots.txt has %d bytes; crawlers need not read more than 500 KiB",
			len(a.body))
	case !utf8.Valid(a.body):
		return "", fmt.Errorf("/robots.txt is not UTF-8")
	}
	if err := a.wantType("text/plain"); err != nil {
		return "", err
	}
	r := s.loadRobots()
	if len(r.groups) == 0 {
		return "", fmt.Errorf("/robots.txt has no User-agent line")
	}
	if len(r.group("*").agents) == 0 {
		return "", fmt.Errorf("/robots.txt has no group for everybody (User-agent: *)")
	}
	return fmt.Sprintf("%d group(s), %d sitemap(s)", len(r.groups), len(r.sitemaps)), nil
}

// robotsOpen: what the site publishes for agents may also be fetched by them.
func robotsOpen(s *site) (string, error) {
	r := s.loadRobots()
	if r == nil {
		return "", skipped("there is no robots.txt to read")
	}
	paths := []string{"/", "/robots.txt"}
	if m, err := s.loadSitemap(); err == nil {
		paths = append(paths, m.target)
		paths = append(paths, m.sample(3)...)
	}
	for _, path := range []string{"/llms.txt", "/auth.md", pathCatalog, pathResource, pathServer,
		pathSkills, pathMCPCard, pathAgentCard, pathAICatalog} {
		if a, err := s.optional(path); err == nil {
			paths = append(paths, a.target)
		}
	}
	for _, l := range parseLinks(s.home().header.Values("Link")) {
		if target, ok := s.local(l.href); ok && l.has("service-desc") {
			paths = append(paths, target)
		}
	}
	g := r.group("cartaz-check")
	for _, path := range paths {
		if !g.allowed(path) {
			return "", fmt.Errorf("%s is published, and robots.txt forbids to fetch it", path)
		}
	}
	return fmt.Sprintf("%d published addresses are open to every agent", len(paths)), nil
}

// home is the home page as GET / brings it; Run has made sure that it answers.
func (s *site) home() *answer {
	a, err := s.get("/")
	if err != nil {
		return &answer{target: "/"}
	}
	return a
}

// signalNames are the uses of content that Content-Signal knows.
var signalNames = []string{"search", "ai-input", "ai-train"}

// parseSignals reads a Content-Signal value into what it says of each use.
func parseSignals(value string) (map[string]string, error) {
	said := map[string]string{}
	for member := range strings.SplitSeq(value, ",") {
		name, answer, ok := strings.Cut(strings.TrimSpace(member), "=")
		name, answer = strings.ToLower(strings.TrimSpace(name)), strings.ToLower(strings.TrimSpace(
			answer))
		if !ok {
			return nil, fmt.Errorf("Content-Signal %q: %q has no value", value,
				strings.TrimSpace(member))
		}
		if !slices.Contains(signalNames, name) {
			continue // an extension, such as use=
		}
		if answer != "yes" && answer != "no" {
			return nil, fmt.Errorf("Content-Signal %q: %s is neither yes nor no", value, name)
		}
		if before, twice := said[name]; twice && before != answer {
			return nil, fmt.Errorf("Content-Signal %q says yes and no to %s", value, name)
		}
		said[name] = answer
	}
	if len(said) == 0 {
		return nil, fmt.Errorf("Content-Signal %q names none of %s", value,
			strings.Join(signalNames, ", "))
	}
	return said, nil
}

// robotsSignals is what robots.txt says to everybody.
func (s *site) robotsSignals() (map[string]string, error) {
	r := s.loadRobots()
	if r == nil {
		return nil, skipped("there is no robots.txt to read")
	}
	g := r.group("*")
	if len(g.agents) == 0 {
		return nil, skipped("robots.txt has no group for everybody")
	}
	if len(g.signals) == 0 {
		return nil, fmt.Errorf("robots.txt has no Content-Signal in its group for everybody")
	}
	return parseSignals(strings.Join(g.signals, ", "))
}

// contentSignal: the site says what its content may be used for.
func contentSignal(s *site) (string, error) {
	said, err := s.robotsSignals()
	if err != nil {
		return "", err
	}
	var parts []string
	for _, name := range signalNames {
		if said[name] != "" {
			parts = append(parts, name+"="+said[name])
		}
	}
	return strings.Join(parts, ", "), nil
}

// signalHeader: what answers say agrees with what robots.txt says.
func signalHeader(s *site) (string, error) {
	said, err := s.robotsSignals()
	if err != nil {
		return "", skipped("robots.txt has no Content-Signal to compare with")
	}
	found := 0
	for _, accept := range []string{acceptBrowser, "text/markdown"} {
		a, err := s.get("/", "Accept", accept)
		if err != nil {
			return "", err
		}
		value := a.joined("Content-Signal")
		if value == "" {
			continue
		}
		found++
		sent, err := parseSignals(value)
		if err != nil {
			return "", err
		}
		for _, name := range signalNames {
			if sent[name] != said[name] {
				return "", fmt.Errorf("/ as %s is sent with %s=%q, robots.txt has %q",
					a.mediaType(), name, sent[name], said[name])
			}
		}
	}
	if found == 0 {
		return "", notOffered("answers carry no Content-Signal; robots.txt speaks for them")
	}
	return "answers say the same as robots.txt", nil
}

// contentUsage: the AIPREF preference, in robots.txt or in the header of the home page, can be read
// and does not contradict Content-Signal.
func contentUsage(s *site) (string, error) {
	r := s.loadRobots()
	if r == nil {
		return "", skipped("there is no robots.txt to read")
	}
	g := r.group("*")
	usages := slices.Clone(g.usages)
	if sent := s.home().joined("Content-Usage"); sent != "" {
		usages = append(usages, sent)
	}
	if len(usages) == 0 {
		return "", notOffered("neither robots.txt nor / has a Content-Usage; the standard is a " +
			"draft")
	}
	signals, _ := parseSignals(strings.Join(g.signals, ", "))
	same := map[string]string{"search": "search", "train-ai": "ai-train"}
	for _, usage := range usages {
		if path, rest, ok := strings.Cut(usage, " "); ok && strings.HasPrefix(path, "/") {
			usage = rest
		}
		for member := range strings.SplitSeq(usage, ",") {
			key, value, _ := strings.Cut(strings.TrimSpace(member), "=")
			if key == "" || value != "y" && value != "n" {
				return "", fmt.Errorf("Content-Usage %q: %q is neither key=y nor key=n", usage,
					strings.TrimSpace(member))
			}
			if other := signals[same[key]]; other != "" && other[:1] != value {
				return "", fmt.Errorf("Content-Usage says %s=%s, Content-Signal %s=%s", key, value,
					same[key], other)
			}
		}
	}
	return strings.Join(usages, "; "), nil
}
