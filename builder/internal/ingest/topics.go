package ingest

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"cartaz/builder/internal/groupkey"
	"cartaz/builder/internal/validate"
)

// maxTopics is how many topics of a brand have a page, 20 KB each. The groups of other kinds need
// no bound: an event is in one of each at most.
const maxTopics = 5000

// cutTopics takes the topics beyond [maxTopics] from all events, those of the fewest events first,
// of equals the last by key. slugs are those of the rows, "" for a row that is not published.
func (p *Plan) cutTopics(slugs []string) {
	lists := make([]int, len(p.tagLists)) // events by list of tags
	for i := range p.Rows {
		if slugs[i] != "" {
			lists[p.Rows[i].tags]++
		}
	}
	keys := map[number]string{}
	events := map[string]int{}
	for i, n := range lists {
		for _, tag := range p.tagLists[i] {
			if _, ok := keys[tag]; !ok {
				keys[tag] = groupkey.Topic(p.texts[tag])
			}
			if keys[tag] != "" && n > 0 {
				events[keys[tag]] += n
			}
		}
	}
	if len(events) <= maxTopics {
		return
	}
	ranked := slices.SortedFunc(maps.Keys(events), func(a, b string) int {
		return cmp.Or(cmp.Compare(events[b], events[a]), strings.Compare(a, b))
	})
	for _, key := range ranked[maxTopics:] {
		delete(events, key)
	}
	p.tagsCut = make([]bool, len(p.tagLists))
	for i, list := range p.tagLists {
		p.tagLists[i] = slices.DeleteFunc(list, func(tag number) bool {
			return keys[tag] != "" && events[keys[tag]] == 0
		})
		p.tagsCut[i] = len(p.tagLists[i]) < len(list)
	}
	p.Report.Add(validate.Finding{Kind: validate.Repaired, Reason: validate.TooMany,
		Position: "tags", Detail: fmt.Sprintf("tags: %d topics; the %d of the most events are "+
			"kept, all others are left out, such as %q", len(ranked), maxTopics,
			ranked[maxTopics])})
}

// tags are the tags of an event that are left.
func (p *Plan) tags(row *Row) (tags []string) {
	for _, n := range p.tagLists[row.tags] {
		tags = append(tags, p.texts[n])
	}
	return tags
}
