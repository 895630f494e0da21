package brands

import (
	"cmp"
	"maps"
	"net"
	"net/mail"
	"net/netip"
	"net/url"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/text/language"
)

var hostLabel = regexp.MustCompile(`^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$`)

// validHost reports whether a Host header can name host: an IP address, or labels in ASCII. host is
// in lower case and has no port.
func validHost(host string) bool {
	if _, err := netip.ParseAddr(host); err == nil {
		return true
	}
	if host == "" || len(host) > 253 {
		return false
	}
	for label := range strings.SplitSeq(host, ".") {
		if !hostLabel.MatchString(label) {
			return false
		}
	}
	return true
}

// isLocalHost reports whether requests to host stay on this machine. Plain http is allowed there,
// for development.
func isLocalHost(host string) bool {
	if host == "localhost" || strings.HasSuffix(host, ".localhost") {
		return true
	}
	ip := net.ParseIP(host)
	return ip != nil && ip.IsLoopback()
}

// brandURL parses one of the brand's own addresses (site_url, base_url, auth_url). It must be
// absolute, with a plain host, without user, query, fragment or trailing slash. It must be https
// unless the host is local. The result is nil when it is absent or faulty.
func brandURL(v value) *url.URL {
	if !v.ok {
		return nil
	}
	u, err := url.Parse(v.text)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		v.fault("%q is not an http(s) address: write it as in https://example.org", v.text)
		return nil
	}
	host := u.Hostname()
	switch {
	case host != strings.ToLower(host):
		v.fault("%q has capitals in its host: write %s", v.text, strings.ToLower(host))
	case !validHost(host):
		v.fault("%q has a host that is none: write it in ASCII (xn-- form), without a dot at "+
			"the end", v.text)
	case !validPort(u):
		v.fault("%q has a port that is none: write a number from 1 to 65535, or no colon", v.text)
	case u.User != nil:
		v.fault("holds a user or password: leave them out, the address is published")
	case u.RawQuery != "" || u.ForceQuery || u.Fragment != "" || strings.Contains(v.text, "#"):
		v.fault("%q has a query or a fragment: leave it out", v.text)
	case u.Scheme == "http" && !isLocalHost(host):
		v.fault("%q is http: write https (http is only for localhost, *.localhost and loopback "+
			"addresses)", v.text)
	case strings.HasSuffix(u.Path, "/"):
		v.fault("%q ends in a slash: write %s", v.text, strings.TrimRight(v.text, "/"))
	case u.Path != "" && (path.Clean(u.Path) != u.Path || u.EscapedPath() != u.Path):
		v.fault("%q has a path that is not plain: write it without .., //, or escapes", v.text)
	default:
		return u
	}
	return nil
}

func validPort(u *url.URL) bool {
	if strings.HasSuffix(u.Host, ":") {
		return false
	}
	if u.Port() == "" {
		return true
	}
	n, err := strconv.Atoi(u.Port())
	return err == nil && n >= 1 && n <= 65535
}

// alternates reads the sites of the other languages: the key of a brand of the same folder, or the
// origin of a site elsewhere, by language. The brand itself joins them.
func alternates(b *Brand, m mapping) []Alternate {
	var list []Alternate
	for _, lang := range slices.Sorted(maps.Keys(m.nodes)) {
		v := m.str(lang)
		if !v.ok {
			continue
		}
		a := Alternate{Lang: lang, Key: v.text, line: v.line}
		switch tag, err := language.Parse(lang); {
		case lang == b.Locale:
			v.fault("is the brand's own language: name the sites of the others")
		case lang != XDefault && (err != nil || tag.String() != lang):
			v.fault("%q is not a language: write a tag as in en or pt-BR, or %s", lang, XDefault)
		case strings.Contains(v.text, "://"):
			a.Key = ""
			if u := brandURL(v); u != nil && u.Path != "" {
				v.fault("%q has a path: write the origin only, %s://%s", v.text, u.Scheme, u.Host)
			}
			a.SiteURL = v.text
		case !ValidKey(v.text):
			v.fault("%q is neither the key of a brand nor an address: write it as in palco or "+
				"https://example.org", v.text)
		}
		list = append(list, a)
	}
	if list == nil {
		return nil
	}
	list = append(list, Alternate{Lang: b.Locale, Key: b.Key, SiteURL: b.SiteURL, line: m.line})
	order := func(a Alternate) string {
		if a.Lang == XDefault {
			return "~" // behind every letter
		}
		return a.Lang
	}
	slices.SortFunc(list, func(a, b Alternate) int { return cmp.Compare(order(a), order(b)) })
	return list
}

// redirects reads the former addresses of the site with those that stand for them now.
func (r *configReader) redirects(m mapping) map[string]string {
	list := map[string]string{}
	for _, from := range slices.Sorted(maps.Keys(m.nodes)) {
		v := m.str(from)
		to, err := url.Parse(v.text)
		path, escapes := url.PathUnescape(strings.TrimSuffix(from, "/"))
		switch {
		case !v.ok:
		case len(path) < 2 || path[0] != '/' || path[1] == '/' || escapes != nil ||
			strings.ContainsAny(path, "?#") || strings.ContainsFunc(path, breaksLine):
			v.fault("%q is no former address: write its path, without a query, as in /programa",
				from)
		case list[path] != "":
			v.fault("the path %s is there twice: keep one of the two", path)
		case err != nil || strings.Contains(v.text, "#") ||
			!isLink(v.text) && (len(v.text) == 0 || v.text[0] != '/' || to.Host != ""):
			v.fault("%q is no address to lead to: write a path of the site or an http(s) address, "+
				"without a fragment (#)", v.text)
		default:
			if list[path] = to.String(); to.Host == "" {
				r.links = append(r.links, v)
			}
			r.moved = append(r.moved, value{file: v.file, key: v.key, line: v.line, text: path})
		}
	}
	return list
}

// checkMoved refuses redirects of addresses that the site has, whose pages would answer, and those
// to an address that is redirected too.
func (r *configReader) checkMoved(b *Brand) {
	for _, v := range r.moved {
		to := b.Redirects[v.text]
		if _, missing := b.LinkFault(v.text); !missing && !strings.Contains(v.text[1:], "/") {
			v.fault("the site has a page at %s itself: remove the line", v.text)
		} else if now := b.Redirects[strings.TrimSuffix(to, "/")]; now != "" {
			v.fault("%s is redirected itself: name the address that stands for it now", to)
		}
	}
}

// checkLink checks an address that pages only link to.
func checkLink(v value) string {
	if !v.ok {
		return ""
	}
	if !isLink(v.text) {
		v.fault("%q is not an http(s) address: write it as in https://example.org/page", v.text)
		return ""
	}
	return v.text
}

func isLink(text string) bool {
	u, err := url.Parse(text)
	return err == nil && (u.Scheme == "http" || u.Scheme == "https") && u.User == nil &&
		validHost(strings.ToLower(u.Hostname())) && validPort(u) &&
		!strings.ContainsAny(text, " \"<>\\^`{|}")
}

// checkContact checks an e-mail address or a link.
func checkContact(v value) string {
	if !v.ok {
		return ""
	}
	if a, err := mail.ParseAddress(v.text); err == nil && a.Address == v.text && a.Name == "" {
		return v.text
	}
	if !isLink(v.text) {
		v.fault("%q is neither an e-mail address nor an http(s) address", v.text)
		return ""
	}
	return v.text
}

var placeholder = regexp.MustCompile(`\{[^{}]*\}`)

// checkBuyURL checks an address that may hold {slug} and {id} after its host.
func checkBuyURL(v value) string {
	if !v.ok {
		return ""
	}
	for _, p := range placeholder.FindAllString(v.text, -1) {
		if p != "{slug}" && p != "{id}" {
			v.fault("%s is not known here: use {slug} or {id}", p)
			return ""
		}
	}
	plain := strings.NewReplacer("{slug}", "a", "{id}", "1").Replace(v.text)
	if !isLink(plain) {
		v.fault("%q is not an http(s) address: write it as in https://example.org/buy/{slug}",
			v.text)
		return ""
	}
	rest := v.text[strings.Index(v.text, "://")+3:]
	if host, _, _ := strings.Cut(rest, "/"); strings.Contains(host, "{") {
		v.fault("%q has a placeholder in its host: the host must be fixed", v.text)
		return ""
	}
	return v.text
}
