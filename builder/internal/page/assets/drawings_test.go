package assets

import (
	"bytes"
	"flag"
	"image"
	"image/color"
	"image/png"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/brands"
	"cartaz/builder/catalog"
	"cartaz/builder/internal/theme"
	"cartaz/builder/internal/words"
	"cartaz/templates"
)

var update = flag.Bool("update", false, "write the drawings anew")

// TestDrawings: the embedded drawings have the pixels that are drawn here, and there are no others.
// Pixels are compared, not files: another release of Go may compress them differently.
func TestDrawings(t *testing.T) {
	drawn := map[string]*image.Paletted{}
	for _, size := range []int{16, 32, 48, 180, 192, 512} {
		for _, shape := range []Shape{Rounded, Square} {
			drawn[iconName(shape, size)] = drawIcon(shape, size)
		}
	}
	for name, want := range drawn {
		file := filepath.Join("drawings", name+".png")
		if *update {
			var out bytes.Buffer
			require.NoError(t, png.Encode(&out, want))
			require.NoError(t, os.WriteFile(file, out.Bytes(), 0o644))
		}
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		decoded, err := png.Decode(bytes.NewReader(text))
		require.NoError(t, err, name)
		got, ok := decoded.(*image.Paletted)
		require.True(t, ok, name)
		require.Equal(t, want.Rect, got.Rect, name)
		require.Len(t, got.Palette, len(want.Palette), name)
		require.True(t, bytes.Equal(want.Pix, got.Pix), "%s: draw it with -update", name)
	}
	files, err := os.ReadDir("drawings")
	require.NoError(t, err)
	require.Len(t, files, len(drawn))
}

// drawIcon draws an icon.
func drawIcon(shape Shape, size int) *image.Paletted {
	corner := markCorner
	if shape == Square {
		corner = 0
	}
	img := image.NewPaletted(image.Rect(0, 0, size, size), iconPalette(theme.Color{}))
	side := float64(size)
	paint(img, func(x, y float64) int { return markInk(x/side, y/side, corner) },
		func(n *counts) int { return mixture(n[markFill], n[markSun]) })
	return img
}

// sides is how many samples a pixel at an edge has in each direction.
const sides = 4

// counts are the numbers of samples of a pixel by ink.
type counts [inks]int

// cornerInks sets inks to those of the corners of pixels at height y.
func cornerInks(inks []int, y float64, ink func(x, y float64) int) {
	for x := range inks {
		inks[x] = ink(float64(x), y)
	}
}

// paint sets each pixel of a picture to the entry of its palette for the samples of the pixel. No
// shape is thinner than a pixel, so a pixel whose corners have one ink has no other; only those at
// an edge are sampled.
func paint(img *image.Paletted, ink func(x, y float64) int, entry func(*counts) int) {
	var solid [inks]uint8 // entries of pixels with one ink
	for c := range solid {
		var all counts
		all[c] = samples
		solid[c] = uint8(entry(&all))
	}
	width, height := img.Rect.Dx(), img.Rect.Dy()
	above, below := make([]int, width+1), make([]int, width+1)
	cornerInks(above, 0, ink)
	for y := range height {
		cornerInks(below, float64(y+1), ink)
		row := img.Pix[y*img.Stride:][:width]
		for x := range row {
			if c := above[x]; c == above[x+1] && c == below[x] && c == below[x+1] {
				row[x] = solid[c]
				continue
			}
			var n counts
			for i := range sides {
				for j := range sides {
					n[ink(float64(x)+(float64(i)+.5)/sides, float64(y)+(float64(j)+.5)/sides)]++
				}
			}
			row[x] = uint8(entry(&n))
		}
		above, below = below, above
	}
}

// distance is the length of a vector. The values are far from the limits that math.Hypot guards.
func distance(x, y float64) float64 { return math.Sqrt(x*x + y*y) }

// markCorner is the radius of the rounded corners.
const markCorner = 5.0 / 30

// Inks of the mark; 0 is outside.
const (
	markFill = 1
	markSun  = 2
	inks     = 3
)

// markInk is the ink of the mark at a point of its square, whose sides are 1. corner is the radius
// of its corners. The proportions are those of the SVG icon.
func markInk(x, y, corner float64) int {
	if x < 0 || x > 1 || y < 0 || y > 1 {
		return 0
	}
	dx := max(corner-x, x-(1-corner), 0)
	dy := max(corner-y, y-(1-corner), 0)
	if distance(dx, dy) > corner {
		return 0
	}
	if distance(x-.5, y-1.12) < .55 {
		return markSun
	}
	return markFill
}

// TestRulesOf: a brand gets the parts of the style sheet that its theme needs, and no other.
func TestRulesOf(t *testing.T) {
	files, err := templates.Load("")
	require.NoError(t, err)
	hero := &brands.StaticFile{}
	for _, tt := range []struct {
		name string
		b    brands.Brand
		has  []string
	}{
		{"nothing", brands.Brand{}, nil},
		{"wide", brands.Brand{Theme: brands.Theme{Hero: hero, HeroLayout: "wide"}},
			[]string{"overflow-x:clip"}},
		{"side", brands.Brand{Theme: brands.Theme{Hero: hero, HeroLayout: "side"}},
			[]string{"aspect-ratio:5/2"}},
		{"no picture", brands.Brand{Theme: brands.Theme{HeroLayout: "side"}}, nil},
		{"plain", brands.Brand{Theme: brands.Theme{Motif: "plain"}},
			[]string{".what{border-left:0"}},
		{"sponsors", brands.Brand{Sponsors: []brands.Sponsor{{Name: "A"}}},
			[]string{".sponsors img"}},
		{"menu", brands.Brand{Theme: brands.Theme{Menu: []brands.Link{{Button: true}}}},
			[]string{".top nav .btn"}},
		{"art off", brands.Brand{Theme: brands.Theme{Art: brands.Art{Off: true}}},
			[]string{":not(:has(.art img))"}},
	} {
		css := rulesOf(&tt.b, files[templates.StyleSheet])
		var has []string
		for _, rule := range []string{"overflow-x:clip", "aspect-ratio:5/2",
			".what{border-left:0", ".sponsors img", ".top nav .btn", ":not(:has(.art img))"} {
			if strings.Contains(css, rule) {
				has = append(has, rule)
			}
		}
		require.Equal(t, tt.has, has, tt.name)
		require.Contains(t, css, "@media print", tt.name)
		// A button that a script shows has its place before, but none where no script runs.
		require.Contains(t, css, "@media (scripting:enabled){.print[hidden]{"+
			"display:flex!important;visibility:hidden}}", tt.name)
	}
}

var evening = Share{
	Date: words.DateBlock{Lines: []words.DateLine{{Text: "SEX"}, {Text: "2", Strong: true},
		{Text: "abr 2027"}}},
	Name:  "A Criação, em português",
	Lines: []string{"20h30 · Teatro das Araucárias", "Curitiba, PR"},
	Price: "a partir de R$ 23,00 com taxa", Brand: "Palco",
	Palette: SharePalette{251, 247, 239, 142, 136, 128, 34, 28, 18, 88, 20, 12},
}

// TestShare: the picture of an event is a file that other programs read, in the colours of its
// palette, under 40 KB whatever it says; without the letters of its name it shows the date alone.
func TestShare(t *testing.T) {
	long := evening
	long.Name = strings.Repeat("Ágora ", 40) + strings.Repeat("W", 200)
	long.Lines, long.Brand, long.Price = []string{long.Name}, long.Name, long.Name
	long.Date.Lines = append(long.Date.Lines, long.Date.Lines...)
	half := evening
	half.Half = true
	for _, s := range []*Share{&evening, &long, {Name: "x"}, &half} {
		file := s.PNG()
		require.Less(t, len(file), 40_000)
		picture, err := png.Decode(bytes.NewReader(file))
		require.NoError(t, err)
		size := image.Pt(catalog.PictureWidth, catalog.PictureHeight)
		if s.Half {
			size = size.Div(2)
		}
		require.Equal(t, size, picture.Bounds().Max)
		require.Len(t, picture.ColorModel().(color.Palette), 4)
		require.Equal(t, file, s.PNG(), "a second time")
	}
	arabic := evening
	arabic.Name = "أمسية"
	date, err := png.Decode(bytes.NewReader(arabic.PNG()))
	require.NoError(t, err)
	ground := color.RGBA{88, 20, 12, 255}
	for _, x := range []int{4, catalog.PictureWidth - 4} {
		require.Equal(t, ground, color.RGBAModel.Convert(date.At(x, 4)))
	}
}
