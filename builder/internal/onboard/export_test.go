package onboard

import "net/url"

// Follows is whether init goes on at the address that another one redirects to.
func (b *Brand) Follows(to *url.URL) bool { return b.follows(to) }
