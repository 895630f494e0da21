package assets

import (
	"bytes"
	"flag"
	"image"
	"image/png"
	"math"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/builder/internal/theme"
)

var update = flag.Bool("update", false, "write the drawings anew")

// TestDrawings: the embedded drawings have the pixels that are drawn here, and there are no others.
// Pixels are compared, not files: another release of Go may compress them differently.
func TestDrawings(t *testing.T) {
	drawn := map[string]*image.Paletted{}
	for pattern := range Patterns {
		drawn[patternName(pattern)] = drawPattern(pattern)
	}
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

// drawPattern draws a pattern with its mark.
func drawPattern(pattern int) *image.Paletted {
	img := image.NewPaletted(image.Rect(0, 0, Width, Height), Poster{}.palette())
	at := inkOf[pattern]
	paint(img, func(x, y float64) int {
		if mark := markInk((x-markLeft)/markSize, (y-markTop)/markSize, markCorner); mark != 0 {
			return inMark + mark - markFill
		}
		return at(x, y)
	}, entry)
	return img
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

// Samples of a poster: its three colours, then those of the mark.
const (
	inX = iota
	inY
	inZ
	inMark
	inSun
	inks
)

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

// entry is the palette entry of a pixel by its samples.
func entry(n *counts) int {
	switch {
	case n[inSun] > 0:
		return sunAt + n[inSun] - 1
	case n[inMark] > 0:
		return markAt + n[inMark] - 1
	}
	return mixture(n[inY], n[inZ])
}

// inkOf are the patterns p0 to p4 of the style sheet: the ink at a point of the poster.
var inkOf = [Patterns]func(x, y float64) int{
	func(x, y float64) int { // a disc in a disc, at 72% 32%
		r := distance(x-.72*Width, y-.32*Height) / distance(.72*Width, .68*Height)
		switch {
		case r < .25:
			return inZ
		case r < .48:
			return inY
		}
		return inX
	},
	func(x, y float64) int { // a curtain above the stage
		at := math.Mod(x/Width, .2)
		switch {
		case y > .62*Height || at >= .12:
			return inX
		case at < .1:
			return inY
		}
		return inZ
	},
	func(x, y float64) int { // two spotlights from 78% 0
		degrees := math.Mod(math.Atan2(x-.78*Width, -y)*180/math.Pi+360+210, 360)
		switch {
		case degrees < 14:
			return inZ
		case degrees >= 34 && degrees < 58:
			return inY
		}
		return inX
	},
	func(x, y float64) int { // diagonals
		at := ((x-Width/2)-(y-Height/2))/(Width+Height) + .5
		switch {
		case at < .5:
			return inX
		case at < .75:
			return inY
		}
		return inZ
	},
	func(x, y float64) int { // arcs around the upper right corner
		r := distance(x-Width, y) / distance(Width, Height)
		switch {
		case r < .22, r >= .38 && r < .54, r >= .70 && r < .80:
			return inY
		case r >= .54 && r < .60:
			return inZ
		}
		return inX
	},
}

// distance is the length of a vector. The values are far from the limits that math.Hypot guards.
func distance(x, y float64) float64 { return math.Sqrt(x*x + y*y) }

// Place of the mark in a poster: lower left, where every pattern shows its ground.
const (
	markSize   = 112.0
	markLeft   = 64.0
	markTop    = Height - 64 - markSize
	markCorner = 5.0 / 30
)

// Inks of the mark; 0 is outside.
const (
	markFill = 1
	markSun  = 2
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
