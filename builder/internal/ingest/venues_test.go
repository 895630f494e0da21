package ingest

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/builder/catalog"
	"cartaz/builder/internal/cache"
	"cartaz/builder/internal/upstream"
	"cartaz/builder/internal/validate"
)

// planOf settles a catalogue with one event at each of these places.
func planOf(places ...catalog.Place) *Plan {
	var records []*catalog.Record
	for i := range places {
		records = append(records, &catalog.Record{ID: int64(i + 1), Slug: string(rune('a' + i)),
			Name: "x", Location: &places[i]})
	}
	return settle(records)
}

// settle settles a catalogue of these records.
func settle(records []*catalog.Record) *Plan { return settleNamed(records, nil) }

// settleNamed is settle with names of topics.
func settleNamed(records []*catalog.Record, topics map[string]string) *Plan {
	c := &Catalogue{numbers: newNumbers(), topics: topics}
	for i, rec := range records {
		c.rows = append(c.rows, newRow(rec, validate.KeyOf(rec, true), cache.Ref{},
			c.numbers))
		c.positions = append(c.positions, upstream.Position{File: "a.json", Index: i + 1})
	}
	c.settle()
	return Settle(c, func(string) bool { return false })
}

// keys returns the keys of the groups of a kind.
func keys(p *Plan, kind Kind) []string {
	list := []string{}
	for _, g := range p.Groups[kind].List {
		list = append(list, g.Key)
	}
	return list
}

// TestVenueHasOneKey: spellings that fold alike, and places of one name within 100 m of each other,
// are one venue; the report says so. The order of the source has no say.
func TestVenueHasOneKey(t *testing.T) {
	municipal := func(name, city, abbr, lat string) catalog.Place {
		return catalog.Place{Name: name, City: city, StateAbbr: abbr, Latitude: lat,
			Longitude: "-46.638201"}
	}
	for _, places := range [][]catalog.Place{
		{municipal("Theatro Municipal", "São Paulo", "SP", "-23.545"),
			municipal("THEATRO MUNICIPAL", "Sao Paulo", "SP", ""),
			municipal("Theatro Municipal", "São Paulo", "", "-23.5455"),
			municipal("Theatro Municipal", "Centro", "", "-23.5459")},
		{municipal("Theatro Municipal", "Centro", "", "-23.5459"),
			municipal("Theatro Municipal", "São Paulo", "", "-23.5455"),
			municipal("THEATRO MUNICIPAL", "Sao Paulo", "SP", ""),
			municipal("Theatro Municipal", "São Paulo", "SP", "-23.545")},
	} {
		p := planOf(places...)
		require.Equal(t, []string{"theatro-municipal-sao-paulo-sp"}, keys(p, Venue))
		for i := range p.Rows {
			at := p.Facets(p.Rows[i])
			want := "theatro-municipal-sao-paulo-sp"
			if at.State == "SP" {
				want = "" // its own key
			}
			require.Equal(t, want, p.placeKeys[p.Rows[i].place].joined, at.City)
		}
		require.Len(t, p.Report.Findings, 1)
		require.Equal(t, validate.VenueSpellings, p.Report.Findings[0].Reason)
		require.Equal(t, "/locais/theatro-municipal-sao-paulo-sp", p.Report.Findings[0].Position)
	}
	far := planOf(municipal("Sesc", "Osasco", "SP", "-23.545"),
		municipal("Sesc", "Barueri", "SP", "-23.560"))
	require.Equal(t, []string{"sesc-osasco-sp", "sesc-barueri-sp"}, keys(far, Venue))
	require.Empty(t, far.Report.Findings)
}

// TestJoinedVenueIsInTheHash: an event whose venue gets another key is drawn anew.
func TestJoinedVenueIsInTheHash(t *testing.T) {
	lone := catalog.Place{Name: "Sesc", City: "Osasco", Latitude: "-23.5", Longitude: "-46.6"}
	other := catalog.Place{Name: "Sesc", City: "Osasco", StateAbbr: "SP", Latitude: "-23.5",
		Longitude: "-46.6"}
	before, after := planOf(lone), planOf(lone, other)
	require.NotEqual(t, before.Rows[0].Hash, after.Rows[0].Hash)
	require.Equal(t, before.Rows[0].Hash, planOf(lone, catalog.Place{Name: "MASP"}).Rows[0].Hash)
}

func TestNeighbours(t *testing.T) {
	at := func(name, city, lat string) catalog.Place {
		return catalog.Place{Name: name, City: city, Latitude: lat, Longitude: "-46.6"}
	}
	p := planOf(at("A", "Recife", "-8.000"), at("B", "Recife", "-8.010"),
		at("C", "Recife", "-8.004"), at("D", "Recife", "-8.030"), at("E", "Olinda", "-8.001"),
		catalog.Place{Name: "F", City: "Recife"})
	var got []string
	for _, n := range p.Neighbours(p.Groups[Venue].Of("a-recife"), 2000) {
		got = append(got, n.Label)
	}
	require.Equal(t, []string{"C", "B"}, got)
	require.Empty(t, p.Neighbours(p.Groups[Venue].Of("f-recife"), 2000))
	require.InDelta(t, 1112, Distance(-8_000_000, 0, -8_010_000, 0), 1)
	require.InDelta(t, 111, Distance(0, -179_999_500, 0, 179_999_500), 1, "across the date line")
}

// TestHomeCountry: the country of most events is not named on their pages.
func TestHomeCountry(t *testing.T) {
	in := func(code string) catalog.Place { return catalog.Place{City: "x", Country: code} }
	require.Equal(t, "BR", planOf(in("BR"), in("BR"), in("AT"), in("")).HomeCountry())
	require.Empty(t, planOf(in("BR"), in("AT")).HomeCountry())
	require.Empty(t, planOf(in("")).HomeCountry())
	require.Equal(t, []string{"br", "at"}, keys(planOf(in("BR"), in("AT"), in("BR")), Country))
}

// TestNeighboursOfMany compares with looking at every venue of the city.
func TestNeighboursOfMany(t *testing.T) {
	rnd := rand.New(rand.NewPCG(3, 4))
	p := &Plan{}
	p.Groups[Venue] = &Groups{}
	for i := range 400 {
		g := &Group{Key: fmt.Sprint(i), Spelling: Spelling{Label: fmt.Sprint(i), City: "Recife"},
			Lat: -8_050_000 + rnd.Int32N(60_000), Lon: -34_900_000 + rnd.Int32N(60_000)}
		p.Groups[Venue].List = append(p.Groups[Venue].List, g)
	}
	found := 0
	for _, g := range p.Groups[Venue].List {
		var want []string
		for _, other := range p.Groups[Venue].List {
			if other != g && Distance(g.Lat, g.Lon, other.Lat, other.Lon) <= 2000 {
				want = append(want, other.Key)
			}
		}
		var got []string
		for _, n := range p.Neighbours(g, 2000) {
			got = append(got, n.Key)
		}
		require.ElementsMatch(t, want, got, g.Key)
		found += len(got)
	}
	require.Greater(t, found, 400)
}
