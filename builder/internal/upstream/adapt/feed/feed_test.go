package feed_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"

	"cartaz/builder/internal/upstream/adapt"
	"cartaz/builder/internal/upstream/adapt/feed"
)

// read gives the items of a document.
func read(t testing.TB, reader adapt.Reader, text, path string) (items []adapt.Item, around any,
	err error) {
	t.Helper()
	o := adapt.Options{URL: "https://venue.example/feed/", Locale: "pt-BR", Path: path}
	b, err := adapt.Open(strings.NewReader(text), o, "")
	if err == nil {
		around, err = reader(b, o,
			func(i adapt.Item) error { items = append(items, i); return nil })
	}
	return items, around, err
}

// records are the records of items as JSON; an item without one is null.
func records(t testing.TB, items []adapt.Item) string {
	t.Helper()
	list := []any{}
	for _, i := range items {
		list = append(list, i.Record())
	}
	text, err := json.Marshal(list)
	require.NoError(t, err)
	return string(text)
}

// TestFeeds: the date of the event comes from each extension, never from the entry itself.
func TestFeeds(t *testing.T) {
	const roda = `[{"id": "e1", "name": "Roda & choro", "starts_at": "2027-02-01T20:00:00-03:00",
		"ends_at": "2027-02-01T22:00:00-03:00", "buy_url": "https://venue.example/roda",
		"location": {"name": "Sala 1"}, "updated_at": "Tue, 01 Dec 2026 10:00:00 +0000",
		"description": "<p>a</p>", "description_format": "html", "tags": ["samba", "choro"]}, null]`
	const rss = `<?xml version="1.0"?><rss version="2.0" xmlns:ev="%EV%"
		xmlns:content="http://purl.org/rss/1.0/modules/content/"
		xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:a="http://www.w3.org/2005/Atom">
		<channel><title>x</title><a:link rel="next" href="?paged=2"/>
		<item><title>Roda &amp; choro</title><link> /roda </link><guid isPermaLink="false">e1</guid>
			<pubDate>Tue, 01 Dec 2026 10:00:00 +0000</pubDate><category>samba</category>
			<dc:subject>choro</dc:subject><dc:date>2020-01-01</dc:date>
			<content:encoded><![CDATA[<p>a</p>]]></content:encoded><description>no</description>
			%EVENT%</item>
		<item><title>News</title><pubDate>Tue, 01 Dec 2026 10:00:00 +0000</pubDate></item>
		</channel></rss>`
	in := func(space, event string) string {
		return strings.NewReplacer("%EV%", space, "%EVENT%", event).Replace(rss)
	}
	const module = "http://purl.org/rss/1.0/modules/event/"
	event := in(module, `<ev:startdate>2027-02-01T20:00:00-03:00</ev:startdate>
		<ev:enddate>2027-02-01T22:00:00-03:00</ev:enddate><ev:location>Sala 1</ev:location>`)
	latin, err := charmap.Windows1252.NewEncoder().String(strings.Replace(event, `1.0"?`,
		`1.0" encoding="windows-1252"?`, 1))
	require.NoError(t, err)
	wide, err := unicode.UTF16(unicode.BigEndian, unicode.UseBOM).NewEncoder().String(
		strings.Replace(event, `1.0"?`, `1.0" encoding="UTF-16"?`, 1))
	require.NoError(t, err)
	for name, text := range map[string]string{
		"event module": event, "windows-1252": latin, "UTF-16": wide, "mark": "\ufeff" + event,
		"xCal, flat": in("urn:ietf:params:xml:ns:xcal",
			`<ev:dtstart>2027-02-01T20:00:00-03:00</ev:dtstart>
			<ev:dtend>2027-02-01T22:00:00-03:00</ev:dtend><ev:location>Sala 1</ev:location>`),
		"xCal": in("urn:ietf:params:xml:ns:icalendar-2.0", `<ev:vevent><ev:properties>
			<ev:dtstart><ev:date-time>2027-02-01T20:00:00-03:00</ev:date-time></ev:dtstart>
			<ev:duration><ev:duration>PT2H</ev:duration></ev:duration>
			<ev:location><ev:text>Sala 1</ev:text></ev:location></ev:properties></ev:vevent>`),
		"another": in("http://plugin.example/", `<ev:startDate>2027-02-01T20:00:00-03:00</ev:startDate>
			<ev:endDate>2027-02-01T22:00:00-03:00</ev:endDate>
			<ev:location><ev:name>Sala 1</ev:name></ev:location>`),
		"RSS 1.0": strings.NewReplacer("<rss", `<rdf:RDF xmlns="http://purl.org/rss/1.0/" `+
			`xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"`, "</rss", "</rdf:RDF",
			"</item>\n\t\t</channel>", "</item>", "<item><title>Roda",
			`</channel><item rdf:about="e1"><title>Roda`).Replace(event),
	} {
		t.Run(name, func(t *testing.T) {
			items, around, err := read(t, feed.Read, text, "")
			require.NoError(t, err)
			want := roda
			if name == "xCal" { // it has a length
				want = strings.Replace(roda, `"ends_at": "2027-02-01T22:00:00-03:00"`,
					`"duration": "PT2H"`, 1)
			}
			require.JSONEq(t, want, records(t, items))
			require.Equal(t, "https://venue.example/feed/?paged=2",
				around.(map[string]any)["next"])
		})
	}
}

// TestAtom: Atom with the elements of Google, and coordinates.
func TestAtom(t *testing.T) {
	items, _, err := read(t, feed.Read, `<feed xmlns="http://www.w3.org/2005/Atom"
		xmlns:gd="http://schemas.google.com/g/2005" xmlns:georss="http://www.georss.org/georss">
		<link rel="self" href="/feed/"/><entry><id>urn:1</id><title>Roda</title>
		<link rel="self" href="/no"/><link href="/roda"/><link rel="enclosure" type="image/png"
		href="/a.png"/><updated>2026-12-01T10:00:00Z</updated><category term="samba"/>
		<content type="html">&lt;p>a&lt;/p></content>
		<gd:when startTime="2027-02-01T20:00" endTime="2027-02-01T22:00"/>
		<gd:where valueString="Sala 1"/><georss:point>-23.5 -46.6</georss:point></entry></feed>`, "")
	require.NoError(t, err)
	require.JSONEq(t, `[{"id": "urn:1", "name": "Roda", "starts_at": "2027-02-01T20:00",
		"ends_at": "2027-02-01T22:00", "buy_url": "https://venue.example/roda", "tags": ["samba"],
		"images": {"banner": "https://venue.example/a.png"}, "description": "<p>a</p>",
		"description_format": "html", "updated_at": "2026-12-01T10:00:00Z",
		"location": {"name": "Sala 1", "latitude": "-23.5", "longitude": "-46.6"}}]`,
		records(t, items))
}

// TestXML: elements become records by their names, and JSON by the rule.
func TestXML(t *testing.T) {
	const agenda = `<?xml version="1.0"?><agenda><nome>Agenda</nome><evento id="7" xml:lang="pt">
		<titulo>Roda</titulo><data><inicio>01/02/2027</inicio><hora>20h</hora></data>
		<local tipo="sala"><nome>Sala 1</nome><cidade>Recife</cidade><uf>PE</uf></local>
		<categorias><categoria>samba</categoria><categoria>choro</categoria></categorias>
		<imagem url="https://v.example/a.jpg"/><preco>10</preco><vazio/>
		<organizador><nome>Casa</nome><url>https://no.example</url></organizador></evento>
		<evento id="8"><titulo>Sarau</titulo><data>28/02/2027</data></evento></agenda>`
	for _, path := range []string{"", "/agenda/evento", "evento", "agenda/evento"} {
		items, _, err := read(t, feed.ReadXML, agenda, path)
		require.NoError(t, err)
		require.JSONEq(t, `[{"id": "7", "name": "Roda", "starts_at": "01/02/2027",
			"start_time": "20h", "date_order": "day",
			"location": {"name": "Sala 1", "city": "Recife", "state_abbr": "PE"},
			"tags": ["samba", "choro"], "images": {"banner": "https://v.example/a.jpg"},
			"producer": {"name": "Casa"}, "facts": {"preco": "10"}},
			{"id": "8", "name": "Sarau", "starts_at": "28/02/2027", "date_order": "day"}]`, records(t, items))
		require.Equal(t, map[string]any{"@id": "7", "@xml:lang": "pt", "titulo": "Roda",
			"data": map[string]any{"inicio": "01/02/2027", "hora": "20h"},
			"local": map[string]any{"@tipo": "sala", "nome": "Sala 1",
				"cidade": "Recife", "uf": "PE"},
			"categorias": map[string]any{"categoria": []any{"samba", "choro"}},
			"imagem":     map[string]any{"@url": "https://v.example/a.jpg"},
			"preco":      "10", "vazio": "",
			"organizador": map[string]any{"nome": "Casa", "url": "https://no.example"}},
			items[0].Value["item"])
	}
	items, _, err := read(t, feed.ReadXML, `<x:a xmlns:x="urn:x"><x:e name="A" date="2027-02-01">`+
		`t<b k="v">u</b></x:e></x:a>`, "")
	require.NoError(t, err)
	require.JSONEq(t, `[{"name": "A", "starts_at": "2027-02-01"}]`, records(t, items))
	require.Equal(t, map[string]any{"@name": "A", "@date": "2027-02-01", "#text": "tu",
		"b": map[string]any{"@k": "v", "#text": "u"}}, items[0].Value["item"])
}

// TestBad: unsound XML, and XML without an item, is refused with the fault.
func TestBad(t *testing.T) {
	for _, tt := range []struct {
		reader     adapt.Reader
		text, path string
		want       string
		kind       error
	}{
		{feed.Read, "<html></html>", "", `its outermost element is "html"`, adapt.ErrMalformed},
		{feed.Read, "{}", "", `not a feed`, adapt.ErrMalformed},
		{feed.Read, "<rss><channel>\n<item><title>x", "", "line 2", adapt.ErrMalformed},
		{feed.Read, "<rss><channel></rss>", "", "line 1", adapt.ErrMalformed},
		{feed.ReadXML, `<!DOCTYPE a [<!ENTITY x "y"><!ENTITY z ` +
			`"&x;&x;">]><a><e><nome>&z;</nome></e></a>`, "", "entity &z;", adapt.ErrMalformed},
		{feed.ReadXML, `<!DOCTYPE a [<!ENTITY x SYSTEM ` +
			`"file:///etc/passwd">]><a><e><nome>&x;</nome></e></a>`, "", "entity &x;",
			adapt.ErrMalformed},
		{feed.ReadXML, "<a><b><c>1</c></b></a>", "", "it has /a, /a/b, /a/b/c", adapt.ErrMalformed},
		{feed.ReadXML, strings.Repeat("<a>", 1000), "", "deep", adapt.ErrTooLarge},
		{feed.ReadXML, "<a><nome>" + strings.Repeat("<a>", 1000), "/a/nome", "deep",
			adapt.ErrTooLarge},
		{feed.ReadXML, `<?xml version="1.0" encoding="x-none"?><a/>`, "", "x-none",
			adapt.ErrMalformed},
	} {
		_, _, err := read(t, tt.reader, tt.text, tt.path)
		require.ErrorIs(t, err, tt.kind, tt.want)
		require.ErrorContains(t, err, tt.want)
	}
}

// TestNoItems: a path that leads to nothing gives nothing, and what there is.
func TestNoItems(t *testing.T) {
	items, around, err := read(t, feed.ReadXML, "<a><b/></a>", "x/y")
	require.NoError(t, err)
	require.Empty(t, items)
	require.Equal(t, map[string]any{adapt.FoundMember: "/a, /a/b"}, around)
}

// TestRoot: feeds are distinguished from other XML and from HTML.
func TestRoot(t *testing.T) {
	for text, want := range map[string]string{
		"<?xml version='1.0'?><!-- x --><rdf:RDF>": "RDF", "<rss": "", "<rss>": "rss",
		"": "", "{": "",
		"<!doctype html><html lang=pt>": "html", "a,b": "",
	} {
		require.Equal(t, want, feed.Root([]byte(text)), text)
	}
	require.True(t, feed.IsFeed("RDF"))
	require.False(t, feed.IsFeed("html"))
}

// TestForms: what feeds and XML of several programs have.
func TestForms(t *testing.T) {
	const starts = `<ev:startdate xmlns:ev="http://purl.org/rss/1.0/modules/event/">2027-03-01` +
		`</ev:startdate>`
	rss := func(inside string) string {
		return `<rss xmlns:m="http://search.yahoo.com/mrss/"><channel><item>` + inside + starts +
			`</item></channel></rss>`
	}
	atom := func(inside string) string {
		return `<feed xmlns="http://www.w3.org/2005/Atom" xml:base="https://b.example/x/"><entry>` +
			inside + starts + `</entry></feed>`
	}
	for _, tt := range []struct {
		reader     adapt.Reader
		text, want string
	}{
		{feed.Read, rss(`<title>Fun &amp;amp; &lt;b&gt;Games&lt;/b&gt;</title><guid>https://v.example/1</guid>
			<m:group><m:content url="/v.mp4" type="video/mp4"/><m:content url="/i.jpg"
			medium="image"/></m:group><description>short</description><category>a</category>`),
			`{"name": "Fun & Games", "id": "https://v.example/1", "buy_url": "https://v.example/1",
			"images": {"banner": "https://venue.example/i.jpg"}, "tags": ["a"],
			"description": "short", "description_format": "text"}`},
		{feed.Read, rss(`<title>T</title><guid isPermaLink="false">https://v.example/2</guid>
			<description>short</description><e:encoded
			xmlns:e="http://purl.org/rss/1.0/modules/content/">&lt;img src="/i.png"></e:encoded>`),
			`{"name": "T", "id": "https://v.example/2", "description_format": "html",
			"description": "<img src=\"https://venue.example/i.png\">"}`},
		{feed.Read, atom(`<title type="html">&lt;p>a&lt;/p>&lt;p>b&lt;/p></title><link
			xml:base="y/" href="c"/><content type="xhtml"><div
			xmlns="http://www.w3.org/1999/xhtml"><p>a<br/><a href="d">b</a> &amp; c</p></div>
			</content><category term="t" label="Rock"/>`),
			`{"name": "a b", "id": "https://b.example/x/y/c",
			"buy_url": "https://b.example/x/y/c", "tags": ["Rock"],
			"description": "<p>a<br><a href=\"https://b.example/x/d\">b</a> &amp; c</p>",
			"description_format": "html"}`},
		{feed.Read, atom(`<title>&lt;Live></title><content type="text/html" src="x"/>
			<summary type="text">&lt;p>a&lt;/p></summary>`), `{"name": "<Live>",
			"description": "<p>a</p>", "description_format": "text"}`},
		{feed.Read, atom(`<title>X</title><vevent xmlns="urn:ietf:params:xml:ns:icalendar-2.0">
			<properties><dtend><parameters><tzid><text>Europe/Paris</text></tzid></parameters>
			<date-time>2027-03-01T20:00:00</date-time></dtend><categories><text>a</text>
			<text>b</text></categories></properties></vevent>`), `{"name": "X",
			"timezone": "Europe/Paris", "ends_at": "2027-03-01T20:00:00", "tags": ["a", "b"]}`},
		{feed.ReadXML, `<a><e nome="A" inicio="2027-03-01"><categoria nome="x"/><categoria id="1"
			nome="y"/><datas><fim>2027-03-02</fim></datas><imagens><imagem><url>https://v.example/i</url>
			</imagem></imagens><descricao>a <i>b</i></descricao><local><nome>H<sub>2</sub>O</nome>
			</local></e></a>`, `{"name": "A", "ends_at": "2027-03-02", "tags": ["x", "y"],
			"images": {"banner": "https://v.example/i"}, "description": "a <i>b</i>",
			"description_format": "html", "location": {"name": "H2O"}}`},
	} {
		items, _, err := read(t, tt.reader, tt.text, "")
		require.NoError(t, err)
		require.JSONEq(t, `[{"starts_at": "2027-03-01", `+tt.want[1:]+`]`, records(t, items))
	}
}

// TestNamespaces: elements of other vocabularies never replace elements of RSS. Dates are for the
// check of records.
func TestNamespaces(t *testing.T) {
	items, _, err := read(t, feed.Read, `<rss xmlns:m="http://search.yahoo.com/mrss/"
		xmlns:ev="http://purl.org/rss/1.0/modules/event/" xmlns:x="urn:x"><channel><item>
		<m:title>IMG</m:title><m:description>photo</m:description><x:title>No</x:title>
		<x:link>no</x:link><title>Show</title><link>/show</link><guid>1</guid>
		<description>The show</description><ev:startdate>Mon, 01 Mar 2027 20:00:00 EST`+
		`</ev:startdate></item></channel></rss>`, "")
	require.NoError(t, err)
	require.JSONEq(t, `[{"id": "1", "name": "Show", "starts_at": "Mon, 01 Mar 2027 20:00:00 EST",
		"description": "The show", "description_format": "text",
		"buy_url": "https://venue.example/show"}]`, records(t, items))
}
