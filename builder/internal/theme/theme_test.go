package theme_test

import (
	"encoding/xml"
	"fmt"
	"io"
	"math/rand/v2"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/brands"
	"cartaz/builder/internal/theme"
	"cartaz/builder/rowstest"
)

func mustCompute(tb testing.TB, t brands.Theme) theme.Tokens {
	tb.Helper()
	tokens, err := theme.Compute(t)
	require.NoError(tb, err)
	return tokens
}

func mustColor(tb testing.TB, s string) theme.Color {
	tb.Helper()
	c, err := theme.ParseColor(s)
	require.NoError(tb, err)
	return c
}

// The values that the design gives for its two sample brands.
func TestDesignValues(t *testing.T) {
	palco := mustCompute(t, brands.Theme{Color: "#c8401f", Paper: "#f3e9d8", Headings: "serif"})
	confs := mustCompute(t, brands.Theme{Color: "#0b5cad", Headings: "sans", Corners: "sharp"})
	got := map[string]theme.Color{}
	for brand, tokens := range map[string]theme.Tokens{"palco": palco, "confs": confs} {
		for mode, colors := range map[string]any{"light": tokens.Light, "dark": tokens.Dark} {
			for field, color := range reflect.ValueOf(colors).Fields() {
				if c, ok := color.Interface().(theme.Color); ok {
					got[brand+" "+mode+" "+strings.ToLower(field.Name)] = c
				}
			}
		}
		for i, art := range tokens.Art {
			name := fmt.Sprintf("%s a%d ", brand, i)
			got[name+"x"], got[name+"y"], got[name+"z"] = art.X, art.Y, art.Z
		}
	}
	for name, text := range rowstest.Read[map[string]string](t, "testdata/design-values.yaml") {
		require.Contains(t, got, name)
		want, got := mustColor(t, text), got[name]
		for i, pair := range [3][2]uint8{{got.R, want.R}, {got.G, want.G}, {got.B, want.B}} {
			require.InDelta(t, pair[1], pair[0], 2, "%s, channel %d: %s, want %s", name, i, got,
				want)
		}
	}
	require.Equal(t, ".25rem", confs.Radius)
	require.Contains(t, palco.Head, "Georgia")
	light, dark := palco.Light.BG.String(), palco.Dark.BG.String()
	require.Equal(t, palco.Light.BG.String(), light)
	require.Equal(t, palco.Dark.BG.String(), dark)
}

// pairs are the contrasts that the package promises.
func pairs(s theme.Scheme) []pair {
	var list []pair
	add := func(name string, front theme.Color, ratio float64, backs ...theme.Color) {
		for i, back := range backs {
			list = append(list, pair{fmt.Sprintf("%s on surface %d", name, i), front, back, ratio})
		}
	}
	add("ink", s.Ink, 7, s.BG, s.Card, s.Sunk, s.Wash)
	add("mut", s.Mut, 4.5, s.BG, s.Card, s.Sunk)
	add("link", s.Link, 4.5, s.BG, s.Card, s.Sunk, s.Wash)
	add("on", s.On, 4.5, s.Brand, s.Hov)
	add("brand", s.Brand, 3, s.BG, s.Card, s.Sunk)
	add("ctl", s.Ctl, 3, s.BG, s.Card)
	return list
}

type pair struct {
	name        string
	front, back theme.Color
	ratio       float64
}

func requireContrasts(tb testing.TB, t brands.Theme) {
	tb.Helper()
	tokens := mustCompute(tb, t)
	for name, scheme := range map[string]theme.Scheme{"light": tokens.Light, "dark": tokens.Dark} {
		for _, p := range pairs(scheme) {
			// Compared by hand: an assertion per pair would take most of the time.
			if got := theme.Contrast(p.front, p.back); got < p.ratio {
				require.GreaterOrEqual(tb, got, p.ratio, "%s %s of %+v: %s on %s", name, p.name, t,
					p.front, p.back)
			}
		}
		if scheme.Hov == scheme.Brand {
			require.NotEqual(tb, scheme.Brand, scheme.Hov, "%s of %+v: no change under the pointer",
				name, t)
		}
	}
	white := theme.Color{R: 255, G: 255, B: 255}
	for i, p := range tokens.Art {
		if got := theme.Contrast(white, p.X); got < 4.5 {
			require.GreaterOrEqual(tb, got, 4.5, "monogram on a%d of %+v", i, t)
		}
	}
}

func TestEveryContrastHolds(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	random := func() string {
		return theme.Color{R: uint8(rng.Uint32()), G: uint8(rng.Uint32()),
			B: uint8(rng.Uint32())}.String()
	}
	for range 3000 {
		brand := brands.Theme{Color: random()}
		if rng.IntN(3) > 0 {
			brand.Paper = random()
		}
		requireContrasts(t, brand)
	}
	// The corners of the cube and greys, where walks are longest and hues absent.
	edges := []string{"#000000", "#ffffff", "#808080", "#777777", "#767676", "#010101", "#fefefe",
		"#ff0000", "#00ff00", "#0000ff", "#ffff00", "#00ffff", "#ff00ff"}
	for _, color := range edges {
		for _, paper := range append(edges, "") {
			requireContrasts(t, brands.Theme{Color: color, Paper: paper})
		}
	}
}

func TestGreyPaperGivesNeutralGreys(t *testing.T) {
	tokens := mustCompute(t, brands.Theme{Color: "#c8401f", Paper: "#dddddd"})
	for name, c := range map[string]theme.Color{"bg": tokens.Light.BG, "ink": tokens.Light.Ink,
		"dark bg": tokens.Dark.BG} {
		require.InDelta(t, c.R, c.G, 1, name)
		require.InDelta(t, c.G, c.B, 1, name)
	}
}

func TestComputeRefuses(t *testing.T) {
	tests := []struct {
		name  string
		theme brands.Theme
		want  string
	}{
		{"no color", brands.Theme{}, "#rrggbb"},
		{"short color", brands.Theme{Color: "#fff"}, `"#fff"`},
		{"not hex", brands.Theme{Color: "#c840zz"}, "#rrggbb"},
		{"signed hex", brands.Theme{Color: "#+84012"}, "#rrggbb"},
		{"bad paper", brands.Theme{Color: "#c8401f", Paper: "beige"}, "paper"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := theme.Compute(tt.theme)
			require.ErrorContains(t, err, tt.want)
		})
	}
}

func TestParseColorRoundTrip(t *testing.T) {
	require.Equal(t, "#c8401f", mustColor(t, "#C8401F").String(), "output is lower case")
	require.Equal(t, "#00000a", mustColor(t, "#00000a").String())
	require.InDelta(t, 21, theme.Contrast(mustColor(t, "#000000"), mustColor(t, "#ffffff")), 1e-9)
	require.InDelta(t, 4.54, theme.Contrast(mustColor(t, "#767676"), mustColor(t, "#ffffff")), .01)
}

// A site of one scheme has its colours whatever the device prefers; a neon colour stays what it is
// on a dark page.
func TestOneScheme(t *testing.T) {
	neon := brands.Theme{Color: "#c6ff00"}
	both := mustCompute(t, neon)
	require.NotEqual(t, neon.Color, both.Light.Brand.String())
	for _, neon.Scheme = range []string{"light", "dark"} {
		one := mustCompute(t, neon)
		require.Equal(t, one.Light, one.Dark)
		require.Equal(t, neon.Scheme == "dark", one.Light.Brand.String() == neon.Color)
		require.Contains(t, one.CSS(), ";color-scheme:"+neon.Scheme+"}")
		require.NotContains(t, one.CSS(), "@media")
	}
}

func TestCSS(t *testing.T) {
	css := mustCompute(t, brands.Theme{Color: "#c8401f", Paper: "#f3e9d8", Headings: "serif",
		Corners: "round"}).CSS()
	root, rest, found := strings.Cut(css, "}\n")
	require.True(t, found)
	require.True(t, strings.HasPrefix(root, ":root{--bg:#fbf7ef;--card:#ffffff;"), root)
	require.Contains(t, root, `;--r:1rem;--head:"Iowan Old Style",`)
	require.True(t,
		strings.HasPrefix(rest, "@media (prefers-color-scheme:dark){:root{--bg:#141009;"), rest)
	for _, name := range []string{"bg", "card", "sunk", "line", "ctl", "ink", "mut", "wash",
		"brand", "on", "hov", "link"} {
		require.Equal(t, 2, strings.Count(css, "--"+name+":#"), "%s in both schemes", name)
	}
	for i := range 5 {
		require.Contains(t, css, fmt.Sprintf(".a%d{--x:#", i))
	}
	require.Equal(t, strings.Count(css, "{"), strings.Count(css, "}"))
	require.Equal(t, strings.ToLower(css), strings.NewReplacer("Iowan Old Style", "iowan old style",
		"Palatino Linotype", "palatino linotype",
		"Palatino,", "palatino,", "Noto Serif", "noto serif", "Georgia", "georgia").Replace(css),
		"hex in lower case")
}

// TestTintOfFarHues: lime on violet paper has no tint of a hue between them, which no one chose.
func TestTintOfFarHues(t *testing.T) {
	lime := brands.Theme{Color: "#d7ff3e", Headings: "sans", Corners: "sharp"}
	alone, err := theme.Compute(lime)
	require.NoError(t, err)
	lime.Paper = "#e8dcff"
	far, err := theme.Compute(lime)
	require.NoError(t, err)
	require.Equal(t, alone.Light.Wash, far.Light.Wash)
	lime.Paper = "#fff3d8"
	near, err := theme.Compute(lime)
	require.NoError(t, err)
	require.NotEqual(t, alone.Light.Wash, near.Light.Wash)
}

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

// The choice is part of what a page looks like for ever: a changed hash would
// change the bytes of every page.
func TestArtIsStable(t *testing.T) {
	tests := []struct {
		slug             string
		palette, pattern int
	}{
		{"", 1, 2},
		{"evinha-cartao-postal-1971-d2f8", 4, 1},
	}
	for _, tt := range tests {
		palette, pattern := theme.Art(tt.slug)
		require.Equal(t, [2]int{tt.palette, tt.pattern}, [2]int{palette, pattern}, tt.slug)
	}
}

func TestArtSpreads(t *testing.T) {
	seen := make(map[[2]int]int)
	for i := range 5000 {
		palette, pattern := theme.Art("evento-" + strconv.Itoa(i))
		seen[[2]int{palette, pattern}]++
	}
	require.Len(t, seen, 25, "every palette meets every pattern")
	for poster, n := range seen {
		require.InDelta(t, 200, n, 100, poster)
	}
}
