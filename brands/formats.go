package brands

import (
	_ "embed" // formats.tsv
	"net/mail"
	"net/netip"
	"net/url"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/dustin/go-humanize"

	"cartaz/builder/catalog"
	"cartaz/builder/i18n"
	"cartaz/builder/search/lang"
)

// format describes the values of the keys whose tag "as" names it.
type format struct {
	words   func() []string   // all allowed values
	pattern *regexp.Regexp    // of the whole value
	remedy  string            // for any other value
	read    func(v value) any // the field's value; nil after a fault
	tree    func(n node) any  // the same, for more than a scalar
}

var formats map[string]format

func init() { // not in the declaration: readers of trees look up formats, which would be a cycle
	formats = map[string]format{
		"locale": {words: i18n.Names},
		"pack":   {words: lang.Packs},
		"zone":   {read: zone},
		"color":  {read: func(v value) any { return strings.ToLower(v.text) }},

		"address":    {read: address},
		"origin":     {read: origin},
		"api":        {read: apiAddress},
		"host":       {read: host},
		"link":       {read: link},
		"contact":    {read: contact},
		"buy":        {read: buyURL},
		"menu":       {read: menuPath},
		"social":     {read: social},
		"alternates": {tree: alternates},
		"redirects":  {tree: redirects},
		"paths":      {tree: paths},
		"topics":     {tree: topics},

		"own":       {read: own},
		"label":     {read: label},
		"texts":     {tree: texts},
		"logo":      {read: logo},
		"picture":   {read: picture},
		"icon":      {read: icon},
		"art":       {tree: art},
		"languages": {tree: languages},

		"member": {pattern: memberName,
			remedy: "is not the name of a member: use letters, digits and _"},
		"files":     {read: files},
		"source":    {read: sourceURL},
		"map":       {read: program},
		"rate":      {read: rate},
		"days":      {read: days},
		"until":     {read: until},
		"bytes":     {read: byteCount},
		"delimiter": {read: delimiter},
		"head":      {tree: headers},
		"body":      {tree: body},
		"env":       {tree: environment},
	}
	for line := range strings.Lines(patterns) {
		f := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		row := formats[f[0]]
		row.pattern = regexp.MustCompile(f[1])
		row.remedy = f[2]
		formats[f[0]] = row
	}
}

// patterns are the formats that a regular expression defines: the name, the expression, the message
// about any other value. The name of a font family must not end a string of a style sheet.
//
//go:embed formats.tsv
var patterns string

func zone(v value) any {
	if v.text != "" && catalog.Zone(v.text) == nil {
		v.wrong("is not a time zone: write its IANA name, as in America/Sao_Paulo")
	}
	return v.text
}

// label checks a text of the menu: pages of results would take some signs in it for a slot.
func label(v value) any {
	if strings.ContainsAny(v.text, "⟦⟧") {
		v.fault("holds ⟦ or ⟧, which pages of results use themselves: write another character")
	}
	return v.text
}

// rate reads a number of requests, and returns requests per second.
func rate(v value) any {
	count, unit, _ := strings.Cut(v.text, "/")
	n, _ := strconv.Atoi(count) // at most six digits, as the pattern says
	return float64(n) / map[string]float64{"s": 1, "m": 60, "h": 3600}[unit]
}

const maxWindow = 3660 // days

// days reads a number of days: 400d.
func days(v value) any {
	count, ok := strings.CutSuffix(v.text, "d")
	n, err := strconv.Atoi(count)
	if !ok || err != nil || n < 1 || n > maxWindow {
		v.wrong("is not a number of days up to %d: write it as in 400d", maxWindow)
	}
	return time.Duration(n) * 24 * time.Hour
}

// byteCount reads a number of bytes, with or without a unit.
func byteCount(v value) any {
	n, err := humanize.ParseBytes(v.text)
	if err != nil || n == 0 || n > 1<<62 {
		v.wrong("is not a number of bytes: write it as in 500000000 or 512 MiB")
		return nil
	}
	return int64(n)
}

// delimiter returns the character between the cells of a table.
func delimiter(v value) any {
	if v.text == "tab" {
		return '\t'
	}
	return rune(v.text[0])
}

var hostLabel = regexp.MustCompile(`^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$`)

// validHost reports whether a Host header can name host: an IP address, or labels in ASCII. host is
// in lower case and has no port.
func validHost(host string) bool {
	if _, err := netip.ParseAddr(host); err == nil {
		return true
	}
	return len(host) <= 253 && !slices.ContainsFunc(strings.Split(host, "."),
		func(label string) bool { return !hostLabel.MatchString(label) })
}

// isLocalHost reports whether requests to host stay on this machine. Plain http is allowed there,
// for development.
func isLocalHost(host string) bool {
	ip, _ := netip.ParseAddr(host)
	return host == "localhost" || strings.HasSuffix(host, ".localhost") || ip.IsLoopback()
}

func validPort(u *url.URL) bool {
	n, err := strconv.Atoi(u.Port())
	return u.Port() == "" && !strings.HasSuffix(u.Host, ":") || err == nil && n >= 1 && n <= 65535
}

// brandURL parses one of the brand's own addresses (site_url, base_url, auth_url). It must be
// absolute, with a plain host, without user, query, fragment or trailing slash. It must be https
// unless the host is local. The result is nil when it is faulty.
func brandURL(v value) *url.URL {
	u, err := url.Parse(v.text)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		v.wrong("is not an http(s) address: write it as in https://example.org")
		return nil
	}
	host := u.Hostname()
	switch {
	case host != strings.ToLower(host):
		v.wrong("has capitals in its host: write %s", strings.ToLower(host))
	case !validHost(host):
		v.wrong("has an invalid host: write it in ASCII (xn-- form), without a dot at the end")
	case !validPort(u):
		v.wrong("has an invalid port: write a number from 1 to 65535, or no colon")
	case u.User != nil:
		v.fault("holds a user or password: leave them out, the address is published")
	case u.RawQuery != "" || u.ForceQuery || u.Fragment != "" || strings.Contains(v.text, "#"):
		v.wrong("has a query or a fragment: leave it out")
	case u.Scheme == "http" && !isLocalHost(host):
		v.wrong("is http: write https (http is only for localhost, *.localhost and loopback " +
			"addresses)")
	case strings.HasSuffix(u.Path, "/"):
		v.wrong("ends in a slash: write %s", strings.TrimRight(v.text, "/"))
	case u.Path != "" && (path.Clean(u.Path) != u.Path || u.EscapedPath() != u.Path):
		v.wrong("has a path that is not plain: write it without .., //, or escapes")
	default:
		return u
	}
	return nil
}

func address(v value) any {
	brandURL(v)
	return v.text
}

// originURL is [brandURL] of an address without a path.
func originURL(v value) *url.URL {
	u := brandURL(v)
	if u != nil && u.Path != "" {
		v.wrong("has a path: write the origin only, %s://%s", u.Scheme, u.Host)
	}
	return u
}

func origin(v value) any {
	if u := originURL(v); u != nil {
		v.claim(u.Hostname())
	}
	return v.text
}

const basePathSuffix = "/api/public/v1"

func apiAddress(v value) any {
	if u := brandURL(v); u != nil {
		v.claim(u.Hostname())
		if !strings.HasSuffix(u.Path, basePathSuffix) {
			v.wrong("must have a path that ends in %s: write %s://%s%s", basePathSuffix,
				u.Scheme, u.Host, basePathSuffix)
		}
	}
	return v.text
}

// host reads a further host of the brand.
func host(v value) any {
	if !validHost(v.text) {
		v.wrong("is not a host: write it in small letters without https://, port or path, in " +
			"ASCII (xn-- form)")
	}
	v.claim(v.text)
	return v.text
}

// claim notes the line on which the brand first names one of its hosts.
func (v value) claim(host string) {
	if _, there := v.brand.hostLines[host]; !there {
		v.brand.hostLines[host] = v.Line
	}
}

// link checks an address that pages only link to.
func link(v value) any {
	if !isLink(v.text) {
		v.wrong("is not an http(s) address: write it as in https://example.org/page")
	}
	return v.text
}

func isLink(text string) bool {
	u, err := url.Parse(text)
	return err == nil && (u.Scheme == "http" || u.Scheme == "https") && u.User == nil &&
		validHost(strings.ToLower(u.Hostname())) && validPort(u) &&
		!strings.ContainsAny(text, " \"<>\\^`{|}")
}

// contact checks an e-mail address or a link.
func contact(v value) any {
	a, err := mail.ParseAddress(v.text)
	if (err != nil || a.Address != v.text || a.Name != "") && !isLink(v.text) {
		v.wrong("is neither an e-mail address nor an http(s) address")
	}
	return v.text
}

var placeholder = regexp.MustCompile(`\{[^{}]*\}`)

// buyURL checks an address that may hold {slug} and {id} after its host.
func buyURL(v value) any {
	for _, p := range placeholder.FindAllString(v.text, -1) {
		if p != "{slug}" && p != "{id}" {
			v.fault("%s is not known here: use {slug} or {id}", p)
			return nil
		}
	}
	_, rest, _ := strings.Cut(v.text, "://")
	at, _, _ := strings.Cut(rest, "/")
	switch {
	case !isLink(strings.NewReplacer("{slug}", "a", "{id}", "1").Replace(v.text)):
		v.wrong("is not an http(s) address: write it as in https://example.org/buy/{slug}")
	case strings.Contains(at, "{"):
		v.wrong("has a placeholder in its host: the host must be fixed")
	}
	return v.text
}
