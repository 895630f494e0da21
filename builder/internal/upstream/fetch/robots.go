package fetch

import (
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// MaxRobots is how much of a robots.txt counts; RFC 9309 section 2.5 asks for 500 KiB at least.
const MaxRobots = 512 << 10

// maxDelay bounds the pause that a host asks for.
const maxDelay = 30 * time.Second

// Robots holds the rules of a robots.txt for one crawler. The zero value allows everything.
type Robots struct {
	rules []rule
	Delay time.Duration // between two requests, at most 30 s; may be 0
	Maps  []string      // addresses of sitemaps, as they are written
}

type rule struct {
	pattern string
	allow   bool
}

// ParseRobots reads the rules of a robots.txt (RFC 9309) for a crawler: those of the groups that
// name it, or else of the groups for all (*). It skips lines that it cannot read, as the RFC
// demands.
func ParseRobots(text, agent string) Robots {
	if len(text) > MaxRobots {
		text = text[:MaxRobots]
	}
	var own, all, none Robots
	named := false
	into := &none     // the rules of the group that is read
	inAgents := false // the line before named an agent
	var maps []string
	for line := range strings.Lines(strings.ReplaceAll(strings.TrimPrefix(text, "\ufeff"), "\r",
		"\n")) {
		line, _, _ = strings.Cut(line, "#")
		name, v, ok := strings.Cut(line, ":")
		name, v = strings.ToLower(strings.TrimSpace(name)), strings.TrimSpace(v)
		if !ok {
			continue
		}
		switch name {
		case "sitemap":
			maps = append(maps, v)
			continue // it belongs to no group
		case "user-agent":
			if !inAgents {
				into = &none
			}
			switch product := strings.ToLower(v); {
			case product == strings.ToLower(agent):
				into, named = &own, true
			case product == "*" && into != &own:
				into = &all
			}
			inAgents = true
			continue
		case "allow", "disallow":
			if v != "" {
				into.rules = append(into.rules, rule{pattern: Normal(v), allow: name == "allow"})
			}
		case "crawl-delay":
			if n, err := strconv.ParseFloat(v, 64); err == nil && n > 0 {
				into.Delay = min(time.Duration(n*float64(time.Second)), maxDelay)
			}
		}
		inAgents = false
	}
	rules := all
	if named {
		rules = own
	}
	rules.Maps = maps
	return rules
}

// Allows reports whether a path with its query may be asked for: the longest pattern that fits
// decides, and Allow wins over Disallow of the same length.
func (r Robots) Allows(path string) bool {
	path = Normal(path)
	longest, allow := -1, true
	for _, rule := range r.rules {
		if n := len(rule.pattern); (n > longest || n == longest && rule.allow) &&
			fits(rule.pattern, path) {
			longest, allow = n, rule.allow
		}
	}
	return allow
}

var octets = regexp.MustCompile(`%[[:xdigit:]]{2}|[^\x00-\x7F]`)

// Normal returns the form in which paths and queries are compared (RFC 9309, section 2.2.2): octets
// outside ASCII are escaped, unreserved ones are not, and escapes are in upper case. So /ação,
// /a%c3%a7%c3%a3o and /%61%C3%A7%C3%A3o are one path.
func Normal(s string) string {
	return octets.ReplaceAllStringFunc(s, func(octet string) string {
		plain, _ := url.PathUnescape(octet)
		switch {
		case plain == octet: // outside ASCII
			return url.PathEscape(octet)
		case url.QueryEscape(plain) == plain: // unreserved
			return plain
		}
		return strings.ToUpper(octet)
	})
}

// fits reports whether a pattern fits the beginning of a path: * is anything, $ at its end is the
// end. The work is bounded by the product of their lengths.
func fits(pattern, path string) bool {
	pattern, whole := strings.CutSuffix(pattern, "$")
	parts := strings.Split(pattern, "*")
	rest, ok := strings.CutPrefix(path, parts[0])
	if !ok {
		return false
	}
	for i, part := range parts[1:] {
		if whole && i == len(parts)-2 {
			return strings.HasSuffix(rest, part)
		}
		at := strings.Index(rest, part)
		if at < 0 {
			return false
		}
		rest = rest[at+len(part):]
	}
	return !whole || rest == ""
}
