package adapt_test

import (
	"net/url"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/net/html/charset"

	"cartaz/builder/internal/upstream/adapt"
	"cartaz/builder/internal/upstream/adapt/feed"
	"cartaz/builder/internal/upstream/adapt/ics"
	"cartaz/builder/internal/upstream/adapt/page"
)

// TestRebase: links and pictures start at the address of their document.
func TestRebase(t *testing.T) {
	base, err := url.Parse("https://v.example/x/y")
	require.NoError(t, err)
	require.Equal(t, `<p class=a>b & <a href="https://v.example/x/z?a=1&amp;b">c</a>`+
		`<img src="https://v.example/i.png"/><a href="mailto:x">d</a>`,
		adapt.Rebase(`<p class=a>b & <a href="z?a=1&b">c</a>`+
			`<img src=/i.png /><a href="mailto:x">d</a>`, base))
}

// TestCharsets: for every kind the charset comes from a mark, the answer or the document itself, in
// this order; an unknown one is an error.
func TestCharsets(t *testing.T) {
	const name = "Soirée"
	xml := func(declared string) string {
		return `<?xml version="1.0"` + declared + `?><a><e><name>` + name + `</name></e></a>`
	}
	html := func(head string) string {
		return "<!-- " + strings.Repeat("x", 1100) + " -->" + head + script(
			`{"@type": "Event", "startDate": "2027-02-01", "name": "`+name+`"}`)
	}
	csv := "name,date\n" + name + ",2027-03-01\n"
	calendar := strings.Replace(calendar(event()), "Roda", name, 1)
	for _, tt := range []struct {
		reader                adapt.Reader
		text, coding, charset string // coding is what its bytes are, charset what its answer says
		want                  string // a part of the error, or ""
	}{
		{ics.Read, calendar, "utf-8", "", ""},
		{ics.Read, calendar, "iso-8859-1", "ISO-8859-1", ""},
		{ics.Read, calendar, "utf-16", "", ""},
		{ics.Read, calendar, "iso-8859-1", "", "not UTF-8"},
		{ics.Read, calendar, "utf-8", "x-none", `charset "x-none"`},
		{ics.Read, calendar, "utf-8", "iso-2022-kr", `charset "iso-2022-kr"`},
		{adapt.ReadTable, csv, "utf-8", "utf8", ""},
		{adapt.ReadTable, csv, "iso-8859-1", "", ""},
		{adapt.ReadTable, csv, "macintosh", "macintosh", ""},
		{adapt.ReadTable, csv, "utf-16", "iso-8859-1", ""},
		{ics.Read, calendar, "utf-8", "iso-8859-1", ""},
		{adapt.ReadTable, csv, "utf-8", "windows-1250", ""},
		{feed.ReadXML, xml(` encoding="iso-8859-1"`), "utf-8", "", ""},
		{page.Read, html("<meta charset=macintosh>"), "utf-8", "", ""},
		{adapt.ReadTable, "PK\x03\x04..xl/workbook.xml", "utf-8", "", "a workbook of Excel"},
		{ics.Read, "%PDF-1.7", "utf-8", "", "a PDF"},
		{page.Read, "PK\x03\x04..agenda.csv", "utf-8", "", "a zip archive: unpack it"},
		{feed.ReadXML, "<html><head><title>Login</title></head></html>", "utf-8", "",
			"this is HTML"},
		{feed.ReadXML, xml(""), "utf-8", "", ""},
		{feed.ReadXML, xml(` encoding='macintosh'`), "macintosh", "", ""},
		{feed.ReadXML, xml(` encoding="utf-8"`), "iso-8859-1", "latin1", ""},
		{feed.ReadXML, xml(` encoding="UTF-16"`), "utf-16", "", ""},
		{feed.ReadXML, xml(` encoding="x-none"`), "utf-8", "", `charset "x-none"`},
		{feed.ReadXML, xml(""), "iso-8859-1", "", "UTF-8"},
		{page.Read, html(""), "utf-8", "", ""},
		{page.Read, html("<meta charset=macintosh>"), "macintosh", "", ""},
		{page.Read, html("<meta charset=utf-16>"), "utf-8", "", ""},
		{page.Read, html("<meta charset=utf-8>"), "macintosh", "macintosh", ""},
		{page.Read, html(""), "windows-1252", "", ""},
		{page.Read, html("<meta charset=x-none>"), "utf-8", "", `charset "x-none"`},
	} {
		encoding, _ := charset.Lookup(tt.coding)
		text, err := encoding.NewEncoder().String(tt.text)
		require.NoError(t, err)
		if tt.coding == "utf-16" {
			text = "\xff\xfe" + strings.TrimPrefix(text, "\xff\xfe")
		}
		o := options()
		o.Charset, o.Mapped = tt.charset, false
		var names []any
		legacy := ""
		if strings.HasPrefix(tt.text, "<!--") {
			legacy = page.Legacy
		}
		b, err := adapt.Open(strings.NewReader(text), o, legacy)
		if err == nil {
			_, err = tt.reader(b, o, func(i adapt.Item) error {
				names = append(names, i.Record().(map[string]any)["name"])
				return i.Err
			})
		}
		if tt.want != "" {
			require.ErrorIs(t, err, adapt.ErrMalformed, "%q", tt)
			require.ErrorContains(t, err, tt.want, "%q", tt)
			continue
		}
		require.NoError(t, err, "%q", tt)
		require.Equal(t, []any{name}, names, "%q", tt)
	}
}
