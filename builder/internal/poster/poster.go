package poster

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"image"
	"image/color"
	"image/png"
	"math"
	"sync"

	"cartaz/builder/internal/theme"
)

// Width and Height are the size of a poster in pixels, the one that Open Graph previews are made
// for.
const (
	Width  = 1200
	Height = 630
)

// Patterns is the number of patterns, and of palettes of a theme.
const Patterns = 5

// Version is part of the address of a poster. Increase it when a change of this package changes
// pixels: caches keep a poster for ever.
const Version = "1"

// Poster is one picture that a brand's pages name as their preview.
type Poster struct {
	Palette theme.Palette
	Brand   theme.Color // fill of the mark
	Pattern int         // 0 to Patterns-1
}

// PNG draws the poster. It fails on a pattern that does not exist.
func (p Poster) PNG() ([]byte, error) {
	if p.Pattern < 0 || p.Pattern >= Patterns {
		return nil, fmt.Errorf("draw poster: pattern %d: there are 0 to %d", p.Pattern, Patterns-1)
	}
	drawn, err := patterns[p.Pattern]()
	if err != nil {
		return nil, fmt.Errorf("draw poster: %w", err)
	}
	return withPalette(drawn, p.palette())
}

// sides is how many samples a pixel at an edge has in each direction.
const sides = 4

// samples is the number of samples of such a pixel, and so of the shares of a mixture.
const samples = sides * sides

// Samples of a poster: its three colours, then those of the mark.
const (
	inX = iota
	inY
	inZ
	inMark
	inSun
	inks
)

// Entries of a palette: mixtures of x, y and z by their shares; then the mark over x; then the
// white sun of the mark over its fill.
const (
	mixtures = (samples + 1) * (samples + 2) / 2
	markAt   = mixtures
	sunAt    = markAt + samples
	entries  = sunAt + samples
)

// mixture is the number of the palette entry with the given counts of y and z, in sixteenths.
func mixture(y, z int) int {
	// The entries with less of y come first: samples+1 of them with none, samples with one share.
	return y*(samples+1) - y*(y-1)/2 + z
}

// palette are the colours of a poster by entry.
func (p Poster) palette() color.Palette {
	list := make(color.Palette, entries)
	white := theme.Color{R: 255, G: 255, B: 255}
	for y := range samples + 1 {
		for z := range samples + 1 - y {
			list[mixture(y, z)] = mix(
				share{p.Palette.X, samples - y - z}, share{p.Palette.Y, y}, share{p.Palette.Z, z})
		}
	}
	for n := range samples {
		part := n + 1
		list[markAt+n] = mix(share{p.Palette.X, samples - part}, share{p.Brand, part})
		list[sunAt+n] = mix(share{p.Brand, samples - part}, share{white, part})
	}
	return list
}

// share is a colour with its part of a mixture, in sixteenths.
type share struct {
	color theme.Color
	part  int
}

// mix mixes colours as browsers do where an edge crosses a pixel, in sRGB.
func mix(shares ...share) color.Color {
	var r, g, b int
	for _, s := range shares {
		r, g, b = r+s.part*int(s.color.R), g+s.part*int(s.color.G), b+s.part*int(s.color.B)
	}
	round := func(sum int) uint8 { return uint8((sum + samples/2) / samples) }
	return color.RGBA{round(r), round(g), round(b), 255}
}

// patterns are the PNG files of the patterns with any palette, each made when it is first needed.
var patterns = func() (list [Patterns]func() ([]byte, error)) {
	for n := range list {
		list[n] = sync.OnceValues(func() ([]byte, error) { return drawPattern(n) })
	}
	return list
}()

// drawPattern draws a pattern with its mark.
func drawPattern(pattern int) ([]byte, error) {
	var out bytes.Buffer
	if err := png.Encode(&out, patternImage(pattern, stride)); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

// patternImage is a pattern with its mark, of whose points every n-th is looked at first.
func patternImage(pattern, n int) *image.Paletted {
	img := image.NewPaletted(image.Rect(0, 0, Width, Height), Poster{}.palette())
	at := inkOf[pattern]
	ink := func(x, y float64) int {
		if mark := markInk((x-markLeft)/markSize, (y-markTop)/markSize, markCorner); mark != 0 {
			return inMark + mark - markFill
		}
		return at(x, y)
	}
	paint(img, n, ink, entry)
	return img
}

// counts are the numbers of samples of a pixel by ink.
type counts [inks]int

// stride is how far apart points of a row are whose inks say those of the points between, when they
// are the same. A test compares the patterns, which depend on nothing else, with pictures of which
// every point was looked at. Icons are small, and every point of them is.
const stride = 8

// topRows are the rows in which every point is looked at: the spotlights begin with a point there.
const topRows = 64

// cornerInks sets inks to those of the corners of pixels at height y, looking at every n-th, and at
// those between where they differ.
func cornerInks(inks []int, n int, y float64, ink func(x, y float64) int) {
	inks[0] = ink(0, y)
	for from := 0; from < len(inks)-1; {
		to := min(from+n, len(inks)-1)
		inks[to] = ink(float64(to), y)
		for x := from + 1; x < to; x++ {
			if inks[x] = inks[from]; inks[from] != inks[to] {
				inks[x] = ink(float64(x), y)
			}
		}
		from = to
	}
}

// paint sets each pixel of a picture to the entry of its palette for the samples of the pixel. No
// shape is thinner than a pixel, so a pixel whose corners have one ink has no other; only those at
// an edge are sampled. n is the stride.
func paint(img *image.Paletted, n int, ink func(x, y float64) int, entry func(*counts) int) {
	var solid [inks]uint8 // entries of pixels with one ink
	for c := range solid {
		var all counts
		all[c] = samples
		solid[c] = uint8(entry(&all))
	}
	width, height := img.Rect.Dx(), img.Rect.Dy()
	above, below := make([]int, width+1), make([]int, width+1)
	cornerInks(above, 1, 0, ink)
	for y := range height {
		step := n
		if y < topRows {
			step = 1
		}
		cornerInks(below, step, float64(y+1), ink)
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

// withPalette replaces the palette of a PNG file, which has as many entries, equally transparent
// (PNG specification, section 11.2.2).
func withPalette(file []byte, colors color.Palette) ([]byte, error) {
	const signature, head, sum = 8, 8, 4
	out := bytes.Clone(file)
	for at := signature; at+head <= len(out); {
		length := int(binary.BigEndian.Uint32(out[at:]))
		kind, data := out[at+4:at+head], out[at+head:]
		if string(kind) == "PLTE" && length == 3*len(colors) && len(data) >= length+sum {
			for n, c := range colors {
				c := color.NRGBAModel.Convert(c).(color.NRGBA)
				data[3*n], data[3*n+1], data[3*n+2] = c.R, c.G, c.B
			}
			checksum := crc32.ChecksumIEEE(out[at+4 : at+head+length])
			binary.BigEndian.PutUint32(data[length:], checksum)
			return out, nil
		}
		at += head + length + sum
	}
	return nil, fmt.Errorf("a PNG file without a palette of %d colours", len(colors))
}
