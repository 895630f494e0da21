package theme_test

import (
	"encoding/xml"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/builder/internal/theme"
	"cartaz/builder/rowstest"
)

const svgHead = `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"`

// Elements that draw are accepted.
func TestLogoDraws(t *testing.T) {
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
		require.NoError(t, theme.Logo([]byte(svgHead+body)), body)
	}
}

// Data of editors are accepted.
func TestLogoOfEditors(t *testing.T) {
	require.NoError(t, theme.Logo([]byte("<?xml version=\"1.0\"?>\n<!-- Inkscape -->\n"+
		`<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/`+
		`svg11.dtd"><svg xmlns='http://www.w3.org/2000/svg' xmlns:sodipodi="x" xmlns:rdf="y" `+
		`sodipodi:docname="a.svg"><metadata><rdf:RDF/></metadata>`+
		`<sodipodi:namedview onload="x"><g/></sodipodi:namedview><g/></svg>`)))
}

// TestD14HostileLogo: parts that run or fetch are refused, each named with its line.
func TestD14HostileLogo(t *testing.T) {
	for body, want := range rowstest.Read[map[string]string](t, "testdata/d14-hostile-logo.yaml") {
		err := theme.Logo([]byte("<svg xmlns=\"http://www.w3.org/2000/svg\" " +
			"xmlns:xlink=\"http://www.w3.org/1999/xlink\" " +
			"xmlns:h=\"http://www.w3.org/1999/xhtml\" xmlns:x=\"x\">\n" + body + "<path/></svg>"))
		require.EqualError(t, err, want+": an SVG may only draw, remove that", body)
	}
	require.EqualError(t, theme.Logo([]byte("<!DOCTYPE svg [<!ENTITY x \"y\">]>\n<svg "+
		"xmlns=\"http://www.w3.org/2000/svg\"><script/></svg>")),
		"line 1: entity, line 2: <script>: an SVG may only draw, remove that")
}

// A file that is not an SVG is refused with its line.
func TestLogoRefused(t *testing.T) {
	const ns = `<svg xmlns="http://www.w3.org/2000/svg">`
	const root = `its root is not one svg element with xmlns="http://www.w3.org/2000/svg"`
	for file, want := range map[string]string{
		"":                        "line 1: not an SVG: there is no svg element",
		"GIF89a<svg/>":            "line 1: not an SVG: text outside of the svg element",
		"\n<html><svg/>":          "line 2: not an SVG: " + root,
		"<svg/>":                  "line 1: not an SVG: " + root,
		ns + "\n<g>":              "line 2: not an SVG: unexpected EOF",
		ns + "\n</g>":             "line 2: not an SVG: element <svg> closed by </g>",
		ns + "<g/></svg><svg/>":   "line 1: not an SVG: " + root,
		ns + "&x;</svg>":          "line 1: not an SVG: invalid character entity &x;",
		`<svg xmlns="urn:x"/>`:    "line 1: not an SVG: " + root,
		ns + "<script></g></svg>": "line 1: not an SVG: element <script> closed by </g>",
	} {
		require.EqualError(t, theme.Logo([]byte(file)), want, file)
	}
}

// FuzzLogo: no file brings the check down, and one that is taken has no script.
func FuzzLogo(f *testing.F) {
	f.Add(svgHead +
		`><style>.a{fill:url(#g)}</style><g onload="x"><script>1</script><use ` +
		`href="#a"/></g></svg>`)
	f.Add("<!DOCTYPE svg [<!ENTITY x \"y\">]>\n<svg><![CDATA[<script>]]></svg>")
	f.Fuzz(func(t *testing.T, file string) {
		if theme.Logo([]byte(file)) != nil {
			return
		}
		d := xml.NewDecoder(strings.NewReader(file))
		for {
			token, err := d.Token()
			if err == io.EOF {
				return
			}
			require.NoError(t, err)
			if e, ok := token.(xml.StartElement); ok {
				require.False(t, e.Name.Local == "script" &&
					strings.HasPrefix(e.Name.Space, "http://www.w3.org/"), file)
			}
		}
	})
}
