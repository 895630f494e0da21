package page_test

import (
	"encoding/json"
	"html"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/builder/internal/upstream/adapt"
	"cartaz/builder/internal/upstream/adapt/page"
	"cartaz/builder/rowstest"
)

const address = "https://venue.example/agenda/roda"

// read gives the records of a page.
func read(t testing.TB, text string) (items []adapt.Item, around map[string]any, err error) {
	t.Helper()
	found, err := page.Read([]byte(text),
		adapt.Options{URL: address, Locale: "pt-BR"},
		func(i adapt.Item) error { items = append(items, i); return nil })
	around, _ = found.(map[string]any)
	return items, around, err
}

// script returns a page with JSON-LD.
func script(jsons ...string) string {
	text := "<!doctype html><title>x</title>"
	for _, j := range jsons {
		text += `<script type="application/ld+json">` + j + "</script>"
	}
	return text
}

// roda is the event of the tests, as its record.
const roda = `{"id": "https://venue.example/agenda/roda", "name": "Roda & choro",
	"starts_at": "2027-02-01T20:00:00-03:00", "ends_at": "2027-02-01T22:00:00-03:00",
	"buy_url": "https://venue.example/comprar", "sold_out": true,
	"images": {"banner": "https://venue.example/a.jpg"}, "producer": {"name": "Casa"},
	"location": {"name": "Sala 1", "city": "São Paulo", "state_abbr": "SP", "country": "BR",
		"formatted_address": "Rua A, 1, São Paulo, SP, 01000-000",
		"latitude": "-23.5", "longitude": "-46.6"}}`

// TestSyntaxes: the same event in each way that pages have.
func TestSyntaxes(t *testing.T) {
	const object = `{"@context": "https://schema.org", "@type": "MusicEvent",
		"name": "Roda &amp; choro", "startDate": "2027-02-01T20:00:00-03:00",
		"endDate": "2027-02-01T22:00:00-03:00", "image": ["/a.jpg", "/b.jpg"],
		"organizer": {"@type": "Organization", "name": "Casa"},
		"offers": [{"@type": "Offer", "url": "../comprar", "price": "30.00",
			"availability": "https://schema.org/SoldOut"}],
		"location": {"@type": "Place", "name": "Sala 1", "geo": {"latitude": "-23.5",
			"longitude": "-46.6"}, "address": {"@type": "PostalAddress",
			"streetAddress": "Rua A, 1", "addressLocality": "São Paulo", "addressRegion": "SP",
			"postalCode": "01000-000",
			"addressCountry": {"@type": "Country", "name": "BR"}}}}`
	attributes := strings.NewReplacer(
		"SCOPE=", `itemscope itemtype=https://schema.org/`, "PROP=", "itemprop=",
		"META=", "itemprop=")
	const page = `<div SCOPE=MusicEvent><h1 PROP=name> Roda &amp;
		choro </h1><time PROP=startDate datetime="2027-02-01T20:00:00-03:00">1/2</time>
		<meta META=endDate content="2027-02-01T22:00:00-03:00"><img PROP=image src="/a.jpg">
		<p PROP=organizer SCOPE=Organization><b PROP=name>Casa</b></p>
		<div PROP=offers SCOPE=Offer><a PROP=url href="/comprar">!</a>
			<link PROP=availability href="https://schema.org/SoldOut"><b PROP=price>30</b></div>
		<div PROP=location SCOPE=Place><i PROP=name>Sala 1</i>
			<p PROP=geo SCOPE=GeoCoordinates><meta META=latitude content=-23.5>
				<meta META=longitude content=-46.6></p>
			<p PROP=address SCOPE=PostalAddress><b PROP=streetAddress>Rua A, 1</b>
				<b PROP=addressLocality>São Paulo</b><b PROP=addressRegion>SP</b>
				<b PROP=postalCode>01000-000</b><b PROP=addressCountry>BR</b></p></div></div>`
	for name, text := range map[string]string{
		"JSON-LD":   script(object),
		"array":     script("[" + object + "]"),
		"graph":     script(`{"@graph": [{"@type": "WebPage"}, ` + object + `]}`),
		"list":      script(`{"@type": "ItemList", "itemListElement": [{"item": ` + object + `}]}`),
		"comment":   script("<!-- \n" + object + "\n-->"),
		"CDATA":     script("//<![CDATA[\n" + object + "\n//]]>"),
		"semicolon": script(object + ";"),
		"WordPress": script("/* <![CDATA[ */" + object + "/* ]]> */"),
		"blanks":    script("// <![CDATA[" + object + "// ]]>"),
		"lines":     script("\ufeff{\n// it's \"x\n" + object[1:len(object)-1] + ", }"),
		"escape":    script(strings.Replace(object, `choro"`, `choro", "x": "L\'a /* // \\"`, 1)),
		"compact": script(strings.NewReplacer(`"@context": "https://schema.org", `, "", `"@type"`,
			`"type"`, `"name"`, `"schema:name"`, `"location"`, `"http://schema.org/location"`,
		).Replace(object)),
		"aliases": script(strings.NewReplacer(`"https://schema.org"`, `["https://schema.org",
			{"kind": "@type", "titel": {"@id": "schema:name"}, "schema": "https://schema.org/"}]`,
			`"@type"`, `"kind"`, `"name"`, `"titel"`).Replace(object)),
		"lists": script(strings.NewReplacer(`["/a.jpg", "/b.jpg"]`,
			`{"@list": ["/a.jpg", "/b.jpg"]}`, `[{"@type": "Offer"`, `{"@set": [{"@type": "Offer"`,
			`SoldOut"}]`, `SoldOut"}]}`).Replace(object)),
		"parts": script(strings.Replace(object, `"name": "Roda &amp; choro", `,
			`"@id": "https://venue.example/agenda/roda", `, 1),
			`{"@id": "https://venue.example/agenda/roda", "name": "Roda &amp; choro"}`),
		"values":    script(`{"@type": "WebPage"}` + "\n" + object),
		"beside":    script(`{"@type": "Event", "name": `, object),
		"twice":     script(object, object),
		"member":    script(`{"name": "No", ` + object[1:]),
		"microdata": attributes.Replace(page),
		"reference": script(strings.Replace(object, `{"@type": "Organization", "name": "Casa"}`,
			`{"@id": "#casa"}`, 1), `{"@id": "#casa", "@type": "Organization", "name": "Casa"}`),
		"base": "<base href=/agenda/x>" + script(object),
	} {
		t.Run(name, func(t *testing.T) {
			items, _, err := read(t, text)
			require.NoError(t, err)
			require.Len(t, items, 1)
			record := items[0].Record().(map[string]any)
			delete(record, "facts")
			record["name"] = html.UnescapeString(record["name"].(string)) // as its check does
			got, err := json.Marshal(record)
			require.NoError(t, err)
			want := roda
			if name == "base" {
				want = strings.Replace(want, "agenda/roda", "agenda/x", 1)
			}
			require.JSONEq(t, want, string(got))
		})
	}
}

// TestRecords: what else an event says, member by member.
func TestRecords(t *testing.T) {
	for _, tt := range rowstest.Read[[]struct{ Name, Event, Want string }](t,
		"testdata/records.yaml") {
		t.Run(tt.Name, func(t *testing.T) {
			items, _, err := read(t, script(
				`{"@type": "schema:Event", "name": "R", "startDate": "2027-02-01", `+tt.Event+`}`))
			require.NoError(t, err)
			require.Len(t, items, 1)
			want := map[string]any{"id": address, "name": "R", "starts_at": "2027-02-01",
				"buy_url": address}
			require.NoError(t, json.Unmarshal([]byte(tt.Want), &want))
			text, err := json.Marshal(want)
			require.NoError(t, err)
			got, err := json.Marshal(items[0].Record())
			require.NoError(t, err)
			require.JSONEq(t, string(text), string(got))
		})
	}
}

// TestSeveral: the events of one page, and those inside of others, each with an id of its own.
func TestSeveral(t *testing.T) {
	items, _, err := read(t, script(`{"@type": "Festival", "name": "F", "startDate": "2027-02-01",
		"url": "/f", "location": {"name": "Sala"}, "subEvent": [
			{"@type": "MusicEvent", "name": "A", "startDate": "2027-02-01T20:00"},
			{"@type": "MusicEvent", "name": "B", "url": "/b", "startDate": "2027-02-01T22:00",
				"superEvent": {"@type": "Event", "name": "F", "startDate": "2027-02-01"}}]}`))
	require.NoError(t, err)
	var got []string
	for _, i := range items {
		record := i.Record().(map[string]any)
		require.Equal(t, map[string]any{"name": "Sala"}, record["location"])
		got = append(got, record["id"].(string)+" "+record["name"].(string))
	}
	require.Equal(t, []string{"https://venue.example/f/2027-02-01 F",
		"https://venue.example/f/2027-02-01T20:00 A", "https://venue.example/b B"}, got)
}

// TestNothing: a page without events names its types; JSON-LD of events that is cut is reported.
func TestNothing(t *testing.T) {
	items, around, err := read(t, `<link rel=next href="?page=2">`+script(
		`{"@type": ["WebPage", "CollectionPage"], "name": "x"}`))
	require.NoError(t, err)
	require.Empty(t, items)
	require.Equal(t, map[string]any{adapt.FoundMember: "CollectionPage, WebPage",
		page.LinksMember: []any{map[string]any{"rel": "next", "label": "",
			"href": "https://venue.example/agenda/roda?page=2"}}}, around)
	_, _, err = read(t, script(`{"@type": "Event", "name": "x`))
	require.ErrorIs(t, err, adapt.ErrMalformed)
	require.ErrorContains(t, err, "JSON-LD 1 of the page")
}

// TestLists: sitemaps, their index, and the links of a page.
func TestLists(t *testing.T) {
	list := func(text string) (out []any, around any) {
		b, err := adapt.Open(strings.NewReader(text), adapt.Options{}, page.Legacy)
		require.NoError(t, err)
		around, err = page.ReadList(b, adapt.Options{URL: address}, func(i adapt.Item) error {
			out = append(out, i.Value)
			return nil
		})
		require.NoError(t, err)
		return out, around
	}
	const xmlns = ` xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"`
	got, _ := list("\ufeff<?xml version=\"1.0\"?><!-- x --><urlset" + xmlns + ` xmlns:i="urn:x">` +
		"<url><loc> https://venue.example/a?x=1&amp;y=2 </loc><lastmod>2027-01-01</lastmod>" +
		"<i:image><i:loc>https://venue.example/no.jpg</i:loc></i:image></url></urlset>")
	require.Equal(t, []any{map[string]any{"address": "https://venue.example/a?x=1&y=2",
		"lastmod": "2027-01-01"}}, got)
	got, _ = list("<sitemapindex" + xmlns + "><sitemap><loc>https://venue.example/s.xml.gz</loc>" +
		"</sitemap></sitemapindex>")
	require.Equal(t, []any{map[string]any{"address": "https://venue.example/s.xml.gz",
		"list": true}}, got)
	got, _ = list("<?xml version='1.0' encoding='ISO-8859-1'?><s:urlset xmlns:s='x'>" +
		"<s:url><s:loc>/caf\xe9</s:loc></s:url></s:urlset>")
	require.Equal(t, []any{map[string]any{"address": "https://venue.example/caf%C3%A9"}}, got)
	got, _ = list("\ufeffhttps://venue.example/a\r\nhttps://venue.example/b\r\n\r\n")
	require.Equal(t, []any{map[string]any{"address": "https://venue.example/a"},
		map[string]any{"address": "https://venue.example/b"}}, got)
	got, around := list(`<a href="/a#x">A</a><a href="/a">A</a><a>no</a><a href="mailto:x@y">m</a>
		<a href="https://other.example/">o</a><a rel="next" href="?p=2">2</a>
		<link type="text/calendar" href="/c.ics"><link type="application/atom+xml" href="/f">`)
	require.Equal(t, []any{map[string]any{"address": "https://venue.example/a"},
		map[string]any{"address": "https://venue.example/agenda/roda?p=2"}}, got)
	beside := around.(map[string]any)
	require.Contains(t, beside[page.LinksMember], map[string]any{"rel": "next", "label": "2",
		"href": "https://venue.example/agenda/roda?p=2"})
	require.Equal(t, []any{[]string{"https://venue.example/c.ics"},
		[]string{"https://venue.example/f"}}, []any{beside["calendars"], beside["feeds"]})

	_, err := page.ReadList([]byte("<urlset><url><loc>x</loc></url>"),
		adapt.Options{}, func(adapt.Item) error { return nil })
	require.ErrorIs(t, err, adapt.ErrMalformed, "a sitemap that is cut")
}

// TestDeep: no page costs more than it should.
func TestDeep(t *testing.T) {
	_, _, err := read(t, strings.Repeat("<div>", 600))
	require.ErrorIs(t, err, adapt.ErrMalformed)
	items, _, err := read(t, script(strings.Repeat(`{"a":`, 200)+`{"@type": "Event"}`+
		strings.Repeat("}", 200)))
	require.NoError(t, err)
	require.Empty(t, items)
	_, _, err = read(t, `<p id=a itemscope itemref="a b" itemprop=x><p id=b itemscope itemprop=y `+
		`itemref="a b">`)
	require.NoError(t, err)
}
