package theme_test

import (
	"encoding/xml"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/builder/internal/theme"
)

const svgHead = `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"`

// What draws stays, to the letter.
func TestLogoStays(t *testing.T) {
	for _, body := range []string{
		` viewBox="0 0 10 10"><path d="M0 0h10v10z" fill="#c8401f"></path></svg>`,
		`><defs><linearGradient id="a"><stop offset="0" ` +
			`stop-color="red"></stop></linearGradient></defs>` +
			`<rect fill="url(#a)" style="stroke:url(#a)"></rect><use xlink:href="#a" ` +
			`href="#b"></use></svg>`,
		`><style>.a{fill:url(#g)} @media print{.a{fill:none}}</style><text ` +
			`xml:space="preserve">Palco &amp; Cia</text></svg>`,
		`><image href="data:image/png;base64,iVBORw0KGgo="></image></svg>`,
	} {
		got, removed, err := theme.Logo([]byte(svgHead + body))
		require.NoError(t, err)
		require.Empty(t, removed)
		require.Equal(t, svgHead+body, string(got))
	}
}

// What editors write for themselves vanishes without a word.
func TestLogoOfEditors(t *testing.T) {
	got, removed, err := theme.Logo([]byte("<?xml version=\"1.0\"?>\n<!-- Inkscape -->\n" +
		`<svg xmlns='http://www.w3.org/2000/svg' xmlns:sodipodi="x" ` +
		`sodipodi:docname="a.svg"><metadata><rdf:RDF/></metadata>` +
		`<sodipodi:namedview><g/></sodipodi:namedview><g/></svg>`))
	require.NoError(t, err)
	require.Empty(t, removed)
	require.Equal(t, svgHead+"><g></g></svg>", string(got))
}

// TestD14HostileLogo: nothing that runs or fetches stays, and each is named with its line.
func TestD14HostileLogo(t *testing.T) {
	for body, want := range map[string]string{
		`<script>alert(1)</script>`:                          "line 2: <script>",
		`<ScRiPt>alert(1)</ScRiPt>`:                          "line 2: <ScRiPt>",
		`<script href="https://evil.example/x.js"/>`:         "line 2: <script>",
		`<g onload="alert(1)"/>`:                             "line 2: onload of <g>",
		`<g ONCLICK="alert(1)"/>`:                            "line 2: ONCLICK of <g>",
		`<foreignObject><iframe src="x"/></foreignObject>`:   "line 2: <foreignObject>",
		`<a href="javascript:alert(1)"><g/></a>`:             "line 2: <a>",
		`<use href="https://evil.example/x.svg#a"/>`:         "line 2: href of <use>",
		`<use xlink:href="//evil.example/x.svg#a"/>`:         "line 2: xlink:href of <use>",
		`<use href="data:image/svg+xml,%3Csvg/%3E#a"/>`:      "line 2: href of <use>",
		`<image href="https://evil.example/pixel.png"/>`:     "line 2: href of <image>",
		`<image href="data:image/svg+xml;base64,PHN2Zy8+"/>`: "line 2: href of <image>",
		`<g fill="url(https://evil.example/#a)"/>`:           "line 2: fill of <g>",
		`<g style="fill:u\72l(//evil.example)"/>`:            "line 2: style of <g>",
		`<g style="fill:url/**/(//evil.example)"/>`:          "line 2: style of <g>",
		`<g mask="URL( 'http://evil.example' )"/>`:           "line 2: mask of <g>",
		`<style>@import "//evil.example/x.css";</style>`: "line 2: <style> with a foreign " +
			"reference",
		`<style>g{background:url(//evil.example)}</style>`: "line 2: <style> with a foreign " +
			"reference",
		`<style><![CDATA[@import url(x)]]></style>`: "line 2: <style> with a foreign " +
			"reference",
		`<set attributeName="href" to="javascript:x"/>`: "line 2: <set>",
		`<animate attributeName="onload" values="x"/>`:  "line 2: <animate>",
		`<handler type="text/ecmascript">x</handler>`:   "line 2: <handler>",
		`<?xml-stylesheet href="//evil.example/x.css"?>`: "line 2: processing instruction " +
			"xml-stylesheet",
	} {
		got, removed,
			err := theme.Logo([]byte("<svg xmlns=\"http://www.w3.org/2000/svg\">\n" + body +
			"<path/></svg>"))
		require.NoError(t, err, body)
		require.Equal(t, []string{want}, removed, body)
		requireHarmless(t, got)
		require.Contains(t, string(got), "<path></path>", body)
	}
	got, removed, err := theme.Logo([]byte("<!DOCTYPE svg [<!ENTITY x \"y\">]>\n<svg " +
		"xmlns=\"http://www.w3.org/2000/svg\"/>"))
	require.NoError(t, err)
	require.Equal(t, []string{"line 1: document type or entity"}, removed)
	require.Equal(t, svgHead+"></svg>", string(got))
}

// What is not an SVG is refused with its line.
func TestLogoRefused(t *testing.T) {
	const ns = `<svg xmlns="http://www.w3.org/2000/svg">`
	for file, want := range map[string]string{
		"":             "line 1: not an SVG: there is no svg element",
		"GIF89a<svg/>": "line 1: not an SVG: text outside of the svg element",
		"\n<html><svg/>": "line 2: not an SVG: its root is html, not one svg element of " +
			"the namespace http://www.w3.org/2000/svg",
		ns + "\n<g>":  "line 2: not an SVG: <g> is not closed",
		ns + "\n</g>": "line 2: not an SVG: </g> closes nothing",
		ns +
			"<g/></svg><svg/>": "line 1: not an SVG: its root is svg, not one svg element of the " +
			"namespace http://www.w3.org/2000/svg",
		`<svg xmlns="http://www.w3.org/1999/xhtml"/>`: "line 1: not an SVG: its root is svg, not " +
			"one svg element of the namespace http://www.w3.org/2000/svg",
		ns + "&x;</svg>": "line 1: not an SVG: invalid character entity &x;",
		ns + strings.Repeat("<g>",
			200): "line 1: not an SVG: more than 100 elements in one another",
		ns + "<script></g></script></svg>": "line 1: not an SVG: </g> closes nothing",
	} {
		_, _, err := theme.Logo([]byte(file))
		require.EqualError(t, err, want, file)
	}
}

// requireHarmless reads SVG anew and fails when anything in it runs or fetches.
func requireHarmless(t testing.TB, svg []byte) {
	t.Helper()
	d := xml.NewDecoder(strings.NewReader(string(svg)))
	for {
		token, err := d.Token()
		if err == io.EOF {
			return
		}
		require.NoError(t, err, string(svg))
		switch e := token.(type) {
		case xml.StartElement:
			require.Equal(t, "http://www.w3.org/2000/svg", e.Name.Space)
			require.NotContains(t, []string{"script", "foreignobject", "a", "set", "iframe",
				"handler"}, strings.ToLower(e.Name.Local))
			for _, a := range e.Attr {
				require.False(t, strings.HasPrefix(strings.ToLower(a.Name.Local), "on"),
					string(svg))
				if a.Name.Space != "xmlns" && a.Name.Local != "xmlns" &&
					!strings.HasPrefix(a.Value, "data:image/") {
					require.NotContains(t, strings.ToLower(a.Value), "//", string(svg))
				}
			}
		case xml.Directive, xml.ProcInst:
			require.Fail(t, "not an element", string(svg))
		}
	}
}

// Whatever the file, what comes out is well-formed, is left as it is by another pass, and
// holds no handler.
func FuzzLogo(f *testing.F) {
	f.Add(svgHead +
		`><style>.a{fill:url(#g)}</style><g onload="x"><script>1</script><use ` +
		`href="#a"/></g></svg>`)
	f.Add("<!DOCTYPE svg [<!ENTITY x \"y\">]>\n<svg><![CDATA[<script>]]></svg>")
	f.Fuzz(func(t *testing.T, file string) {
		got, _, err := theme.Logo([]byte(file))
		if err != nil {
			return
		}
		again, removed, err := theme.Logo(got)
		require.NoError(t, err, string(got))
		require.Empty(t, removed)
		require.Equal(t, string(got), string(again))
		require.NotContains(t, strings.ToLower(string(got)), "<script")
	})
}
