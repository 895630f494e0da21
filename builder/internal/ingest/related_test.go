package ingest

import (
	"fmt"
	"slices"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"

	"cartaz/builder/catalog"
	"cartaz/builder/internal/validate"
)

// TestRelated: an event leads to other dates of its name by its organiser, then to others at its
// venue that week and of its organiser, each once, and never to an event that is not on sale.
func TestRelated(t *testing.T) {
	place := func(name, city string) *catalog.Place {
		return &catalog.Place{Name: name, City: city}
	}
	riso := &catalog.Producer{Name: "Riso", Slug: "riso"}
	var list []*catalog.Record
	add := func(name, day string, at *catalog.Place, who *catalog.Producer, closed bool) {
		id := int64(len(list) + 1)
		list = append(list, &catalog.Record{ID: id, Slug: fmt.Sprint("e", id), Name: name,
			Starts: catalog.ParseMoment(day), Location: at, Producer: who, IsClosed: closed})
	}
	lume, circo := place("Lume", "São Paulo"), place("Circo", "Rio")
	add("Gisele", "2026-06-01", lume, riso, true)  // e1, closed
	add("Outro", "2026-06-10", lume, nil, false)   // e2, the same week
	add("Gisele", "2026-06-11", lume, riso, false) // e3
	add("Outro", "2026-06-12", lume, nil, false)   // e4, of the name of e2
	add("Festa", "2026-06-15", lume, riso, false)  // e5, the week after
	add("GISELE", "2026-06-20", circo, riso, false)
	add("Gisele", "2026-06-21", circo, nil, false) // of somebody else
	p := settle(list)
	ids := func(rows []*Row) (all []int64) {
		for _, row := range rows {
			all = append(all, row.ID)
		}
		return all
	}
	r := p.Related(p.Rows[2])
	require.Equal(t, []int64{6}, ids(r.Dates))
	require.Equal(t, []int64{4}, ids(r.Venue))
	require.Equal(t, []int64{5}, ids(r.Organiser))
	over := p.Related(p.Rows[0])
	require.Equal(t, []int64{3, 6}, ids(over.Dates))
	require.Empty(t, append(over.Venue, over.Organiser...))
}

// TestRowSize: a million rows are in memory through a whole build.
func TestRowSize(t *testing.T) {
	require.LessOrEqual(t, unsafe.Sizeof(Row{}), uintptr(144))
}

// tagged returns a catalogue of n events with own tags each, "own-0-0" and so on, and one tag that
// all have.
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

// TestTopicNames: a name of brand.yaml replaces all spellings of a topic, once an event. An event
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
		p.Assign(&rec, p.Rows[i])
		require.Equal(t, want, rec.Tags)
		require.Equal(t, i == 2, plain.Rows[i].Hash == p.Rows[i].Hash)
	}
}

// TestManyGroups: of each kind the groups of the most events have a page. The events of the others
// keep their texts, for search too, and are other events than with it. What has as many groups as
// it may stays as it is, whatever the order of the source.
func TestManyGroups(t *testing.T) {
	allowed := settle(tagged(52, 19)) // 988
	require.Len(t, allowed.Groups[Topic].List, 52*19+1)
	require.Empty(t, allowed.Report.Findings)

	records := tagged(1200, 1)
	for i, rec := range records {
		rec.Location = &catalog.Place{Name: fmt.Sprintf("Casa %04d", i),
			City: fmt.Sprintf("Vila %04d", min(i, 1099)), Country: "BR"}
		rec.Producer = &catalog.Producer{Name: fmt.Sprintf("P%04d", i),
			Slug: fmt.Sprintf("p%04d", min(i, 999))}
	}
	p := settle(records)
	var found []string
	for _, f := range p.Report.Findings {
		require.Equal(t, validate.TooMany, f.Reason)
		found = append(found, f.Position+" "+f.Detail)
	}
	more := " groups; the 1000 of the most events have a page, all others are text, such as "
	require.Equal(t, []string{`/cidades/ 1100` + more + `"Vila 0999"`,
		`/locais/ 1200` + more + `"Casa 1000"`, `/temas/ 1201` + more + `"own-0999-00"`}, found)
	require.Len(t, p.Groups[City].Of("vila-1099").Rows, 101)
	require.Len(t, p.Groups[Topic].Of("todos").Rows, 1200)
	require.Len(t, p.Groups[Organiser].List, 1000)
	for i, pageless := range map[int][]string{0: nil, 998: nil,
		999:  {"/cidades/vila-0999", "/temas/own-0999-00"},
		1199: {"/locais/casa-1199-vila-1099", "/temas/own-1199-00"}} {
		at := slices.IndexFunc(p.Rows, func(r *Row) bool { return r.ID == int64(i+1) })
		rec := *records[i]
		p.Assign(&rec, p.Rows[at])
		require.Equal(t, pageless, rec.Pageless)
		require.Equal(t, records[i].Tags, p.tags(p.Rows[at]))
		whole := settle(records[i : i+1])
		require.Equal(t, pageless == nil, whole.Rows[0].Hash == p.Rows[at].Hash, i)
	}
	slices.Reverse(records)
	for kind, g := range settle(records).Groups {
		require.Len(t, g.List, len(p.Groups[kind].List))
		for _, g := range g.List {
			require.NotNil(t, p.Groups[kind].Of(g.Key), g.Key)
		}
	}
}
