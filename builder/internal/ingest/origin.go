package ingest

import (
	"net/url"
	"strings"
)

// Origin returns the origin of an image address, "scheme://host[:port]", or "" if the address is
// not http(s), or its host has characters that a header field cannot contain.
func Origin(address string) string {
	u, err := url.Parse(address)
	if err != nil || (u.Scheme != "http" && u.Scheme != "https") || u.Host == "" {
		return ""
	}
	host := strings.ToLower(u.Host)
	if strings.Trim(host, "abcdefghijklmnopqrstuvwxyz0123456789-._:[]") != "" {
		return ""
	}
	return u.Scheme + "://" + host
}
