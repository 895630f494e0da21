package hygiene

import (
	"net/netip"
	"net/url"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/idna"

	"cartaz/builder/text"
)

// maxURL is how many bytes an address may have, as given and as returned.
const maxURL = 2000

// URL checks an address that came with a record and returns it in pure ASCII: spaces and everything
// that could end an attribute, a Markdown link or a line percent-encoded, the host in lower case
// and in its ASCII form (UTS 46). It returns "" unless the text is an absolute http or https
// address with a host, without a user name (https://bank.example@evil.example), control characters
// or a backslash, and not longer than maxURL.
func URL(s string) string {
	s = strings.Trim(s, " \t\r\n\u00A0")
	if s == "" || len(s) > maxURL || !utf8.ValidString(s) {
		return ""
	}
	for _, r := range s {
		switch {
		case r < ' ', r == '\\', r >= 0x7F && r < 0xA0:
			return ""
		case r >= 0xA0 && visible(r, 0, "") != r:
			return ""
		}
	}
	u, err := url.Parse(strings.ReplaceAll(s, " ", "%20"))
	if err != nil || u.Opaque != "" || u.User != nil || u.Scheme != "http" && u.Scheme != "https" {
		return ""
	}
	if u.Host = asciiHost(u); u.Host == "" {
		return ""
	}
	if out := escapeURL(u.String()); len(out) <= maxURL {
		return out
	}
	return ""
}

// asciiHost returns host and port in the form that is sent on the wire, or "".
func asciiHost(u *url.URL) string {
	name, port := u.Hostname(), u.Port()
	if strings.HasPrefix(u.Host, "[") {
		addr, err := netip.ParseAddr(name)
		if err != nil || addr.Zone() != "" {
			return ""
		}
		name = "[" + addr.String() + "]"
	} else {
		// Plain names skip IDNA, whose strict rules refuse the underscores of
		// some storage hosts.
		if name = strings.ToLower(name); !hostName(name) {
			ascii, err := idna.Lookup.ToASCII(name)
			if err != nil || !hostName(ascii) {
				return ""
			}
			name = ascii
		}
	}
	if port != "" {
		name += ":" + port
	}
	return name
}

func hostName(s string) bool {
	return strings.Trim(s, "abcdefghijklmnopqrstuvwxyz0123456789-._") == "" &&
		!strings.HasPrefix(s, ".") &&
		!strings.Contains(s, "..") && s != ""
}

// escapeURL percent-encodes every byte that is not plain in all of HTML,
// Markdown, YAML and iCalendar. Reserved characters keep their meaning.
func escapeURL(s string) string {
	return text.Percent(s, func(c byte) bool {
		return c <= ' ' || c >= 0x7F || strings.IndexByte("\"'<>()`{}|^\\*", c) >= 0
	})
}
