package assets

import (
	"embed"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"image/color"

	"cartaz/builder/internal/theme"
)

// Width and Height are the size of a poster in pixels, the one that Open Graph previews are made
// for.
const (
	Width  = 1200
	Height = 630
)

// drawings are the PNG files of the patterns, each with its mark, and of the icons, in any colours.
// TestDrawings draws them: pixels depend on nothing else, and drawing them took more than half of
// the time of a small brand's first build.
//
//go:embed drawings
var drawings embed.FS

// Patterns is the number of patterns, and of palettes of a theme.
const Patterns = 5

// pictureVersion is part of the address of a picture. Increase it when a change of this package
// changes pixels: caches keep a picture for ever.
const pictureVersion = "1"

// Poster is one picture that a brand's pages name as their preview, where an event has no image of
// its own. It has the palette and the pattern that the style sheet gives such an event (package
// theme, classes a0 to a4 and p0 to p4), with the brand's mark in its lower left corner.
//
// The pixels of a pattern are the same for every palette: they are numbers of palette entries, each
// a mixture in sixteenths of at most three colours. So the patterns are files of this package, and
// a poster is such a file with another palette. For example the entry "x 4, y 12, z 0" is the edge
// of a disc in colour y that covers three quarters of a pixel of the ground x.
type Poster struct {
	Palette theme.Palette
	Brand   theme.Color // fill of the mark
	Pattern int         // 0 to Patterns-1
}

// PNG returns the poster as a file.
func (p Poster) PNG() ([]byte, error) {
	return drawn(patternName(p.Pattern), p.palette())
}

// patternName returns the name of a pattern among the drawings.
func patternName(pattern int) string { return fmt.Sprintf("p%d", pattern) }

// sides is how many samples a pixel at an edge has in each direction.
const sides = 4

// samples is the number of samples of such a pixel, and so of the shares of a mixture.
const samples = sides * sides

// Entries of a palette: mixtures of x, y and z by their shares; then the mark over x; then the
// white sun of the mark over its fill.
const (
	mixtures = (samples + 1) * (samples + 2) / 2
	markAt   = mixtures
	sunAt    = markAt + samples
	entries  = sunAt + samples
)

// mixture returns the number of the palette entry with the given counts of y and z, in sixteenths.
func mixture(y, z int) int {
	// The entries with less of y come first: samples+1 of them with none, samples with one share.
	return y*(samples+1) - y*(y-1)/2 + z
}

// palette returns the colours of a poster by entry.
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

// drawn returns a drawing with another palette, which has as many entries, equally transparent (PNG
// specification, section 11.2.2).
func drawn(name string, colors color.Palette) ([]byte, error) {
	const signature, head, sum = 8, 8, 4
	out, err := drawings.ReadFile("drawings/" + name + ".png")
	if err != nil {
		return nil, fmt.Errorf("draw picture: %w", err)
	}
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
	return nil, fmt.Errorf("drawing %s has no palette of %d colours", name, len(colors))
}
