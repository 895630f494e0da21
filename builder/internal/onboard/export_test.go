package onboard

import (
	"net/url"

	"cartaz/builder/catalog"
)

// Follows is whether init goes on at the address that another one redirects to.
func (b *Brand) Follows(to *url.URL) bool { return b.follows(to) }

// Records are the records of a picture.
func Records(p *Picture) []*catalog.Record { return p.records }
