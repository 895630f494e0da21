package ingest

import (
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/builder/catalog"
	"cartaz/builder/internal/validate"
)

// tagged is a catalogue of n events with own tags each, "own-0-0" and so on, and one tag that all
// have.
func tagged(n, own int) (records []*catalog.Record) {
	for i := range n {
		tags := []string{"Todos"}
		for j := range own {
			tags = append(tags, fmt.Sprintf("own-%04d-%02d", i, j))
		}
		records = append(records, &catalog.Record{ID: int64(i + 1), Slug: fmt.Sprintf("e%d", i),
			Name: "x", Tags: tags})
	}
	return records
}

// TestTopicNames: a name of brand.yaml stands for all spellings of a topic, once an event. An event
// that has the name already is the same event as without it.
func TestTopicNames(t *testing.T) {
	var records []*catalog.Record
	for i, tags := range [][]string{{"Expo", "Arte", "exposições"}, {"EXPO"}, {"Exposições"}} {
		records = append(records, &catalog.Record{ID: int64(i + 1), Slug: fmt.Sprint("e", i),
			Name: "x", Tags: tags})
	}
	p := settleNamed(records, map[string]string{"expo": "Exposições", "exposicoes": "Exposições"})
	require.Equal(t, []string{"exposicoes", "arte"}, keys(p, Topic))
	require.Len(t, p.Groups[Topic].Of("exposicoes").Rows, 3)
	plain := settle(records)
	for i, want := range [][]string{{"Exposições", "Arte"}, {"Exposições"}, {"Exposições"}} {
		rec := *records[i]
		p.Assign(&rec, &p.Rows[i])
		require.Equal(t, want, rec.Tags)
		require.Equal(t, i == 2, plain.Rows[i].Hash == p.Rows[i].Hash)
	}
}

// TestManyTopics: beyond maxTopics the tags of the fewest events are left out of events, topics and
// search, the report says so, and the events are other events than with them. What has as many as
// it may stays as it is, whatever the order of the source.
func TestManyTopics(t *testing.T) {
	allowed := settle(tagged(263, 19)) // 4,998
	require.Len(t, allowed.Groups[Topic].List, 263*19+1)
	require.Empty(t, allowed.Report.Findings)

	records := tagged(300, 19)
	p := settle(records)
	require.Len(t, p.Groups[Topic].List, maxTopics)
	require.Len(t, p.Groups[Topic].Of("todos").Rows, 300)
	require.Len(t, p.Report.Findings, 1)
	f := p.Report.Findings[0]
	require.Equal(t, validate.TooMany, f.Reason)
	require.Equal(t, `tags: 5701 topics; the 5000 of the most events are kept, all others are `+
		`left out, such as "own-0263-02"`, f.Detail)
	for i, tags := range map[int]int{0: 20, 262: 20, 263: 3, 264: 1, 299: 1} {
		at := slices.IndexFunc(p.Rows, func(r Row) bool { return r.ID == int64(i+1) })
		rec := *records[i]
		p.Assign(&rec, &p.Rows[at])
		require.Len(t, rec.Tags, tags, i)
		require.Equal(t, rec.Tags, p.Facets(&p.Rows[at]).Tags)
		whole := settle(records[i : i+1])
		require.Equal(t, tags == 20, whole.Rows[0].Hash == p.Rows[at].Hash, i)
	}
	slices.Reverse(records)
	require.ElementsMatch(t, keys(p, Topic), keys(settle(records), Topic))
}
