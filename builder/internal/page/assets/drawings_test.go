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
