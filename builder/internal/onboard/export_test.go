package onboard

import (
	"net/url"
	"strings"
	"time"

	"cartaz/builder/catalog"
	"cartaz/builder/internal/upstream"
	"cartaz/builder/internal/upstream/adapt"
)

// Follows reports whether init goes on at the address that another one redirects to.
func (b *Brand) Follows(to *url.URL) bool { return b.follows(to) }

// Records are the records of a picture.
func Records(p *Picture) []*catalog.Record { return p.records }

// IDOf returns the member that identifies items, as jq writes it, or "".
func IDOf(items []upstream.Item) string {
	var members adapt.Unused
	for _, item := range items {
		members.Add(item.Value, item.Records, nil)
	}
	p, b := Picture{items: items, Unused: members.Members()}, Brand{}
	p.learn(&b, "")
	return b.id
}

// Propose returns the proposals of init for items whose records have none of the parts in lacking:
// the members to add, and its questions.
func Propose(items []any, lacking string, now time.Time) (add, ask []string) {
	has := func(part string) bool { return strings.Contains(lacking, part) }
	var members adapt.Unused
	for _, item := range items {
		members.Add(item, nil, nil)
	}
	p := propose(members.Members(), lacks{records: has("name"), start: has("start"),
		hour: has("hour"), place: has("place")}, now)
	return p.add, p.ask
}
