package onboard

import (
	"net/url"

	"cartaz/builder/catalog"
	"cartaz/builder/internal/report"
	"cartaz/builder/internal/upstream"
)

// Follows is whether init goes on at the address that another one redirects to.
func (b *Brand) Follows(to *url.URL) bool { return b.follows(to) }

// Records are the records of a picture.
func Records(p *Picture) []*catalog.Record { return p.records }

// IDOf is the member by which items are known, as jq writes it; "" for none.
func IDOf(items []upstream.Item) string {
	var members report.Members
	for _, item := range items {
		members.Add(item.Value, item.Records, nil)
	}
	p, b := Picture{items: items, Unused: members.Unused()}, Brand{}
	p.learn(&b, "")
	return b.id
}
