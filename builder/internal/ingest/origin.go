package ingest

import (
	"net/url"
	"strings"
)

// Origin returns the origin of an image address, "scheme://host[:port]", or "" if the address is
// not http(s), or its host has characters that a header field cannot contain.
func Origin(address string) string {
	if address == "" { // most events have no picture of their own
		return ""
	}
	u, err := url.Parse(address)
	if err != nil || (u.Scheme != "http" && u.Scheme != "https") || u.Host == "" {
		return ""
	}
	host := strings.ToLower(u.Host)
	for _, c := range []byte(host) {
		if (c < 'a' || c > 'z') && (c < '0' || c > '9') && strings.IndexByte("-._:[]", c) < 0 {
			return ""
		}
	}
	return u.Scheme + "://" + host
}
