package onboard

import (
	"net/url"

	"cartaz/builder/internal/upstream/fetch"
)

// maxMoves is how many other hosts an address may lead to, one after the other.
const maxMoves = 3

// follows reports whether init goes from its address to another host, to which that redirects. It
// takes no header there and no password from there, does not go from https to http, and not from
// the Internet into the network of this machine: what answers there is not for a stranger to ask.
// A name of the Internet that leads there is refused when it is connected to (package fetch).
func (b *Brand) follows(to *url.URL) bool {
	from, err := url.Parse(b.URL)
	switch {
	case err != nil, len(b.Headers) > 0, to.User != nil,
		from.Scheme == "https" && to.Scheme != "https":
		return false
	}
	return !fetch.Inside(to) || fetch.Inside(from)
}
