package poster

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"sync"

	"cartaz/builder/internal/theme"
)

// Shape is the outline of an icon.
type Shape int

const (
	// Rounded has rounded corners on a transparent ground, as the mark has on pages.
	Rounded Shape = iota
	// Square fills the picture. Systems that round or mask icons themselves want it; the arch of
	// the mark reaches into the safe zone of a maskable icon.
	Square
)

// Icon draws the brand's mark, a stage with its arch, as a square PNG of size pixels.
func Icon(brand theme.Color, shape Shape, size int) ([]byte, error) {
	drawn, err := drawIcon(outline{shape, size})
	if err != nil {
		return nil, fmt.Errorf("draw icon of %d pixels: %w", size, err)
	}
	return withPalette(drawn, iconPalette(brand))
}

// outline is all of an icon but its colour.
type outline struct {
	shape Shape
	size  int
}

// icons are the PNG files of outlines that were drawn, in any colour. There are as many as package
// assets and [Favicon] name, so none is dropped.
var icons sync.Map // outline to []byte

// drawIcon draws an icon in any colour, once for all brands: of a thousand small brands a third of
// the time of their builds went into pixels that differ in nothing else.
func drawIcon(o outline) ([]byte, error) {
	if drawn, ok := icons.Load(o); ok {
		return drawn.([]byte), nil
	}
	corner := markCorner
	if o.shape == Square {
		corner = 0
	}
	img := image.NewPaletted(image.Rect(0, 0, o.size, o.size), iconPalette(theme.Color{}))
	side := float64(o.size)
	ink := func(x, y float64) int { return markInk(x/side, y/side, corner) }
	paint(img, 1, ink, func(n *counts) int { return mixture(n[markFill], n[markSun]) })
	var out bytes.Buffer
	if err := png.Encode(&out, img); err != nil {
		return nil, err
	}
	icons.Store(o, out.Bytes())
	return out.Bytes(), nil
}

// iconPalette are the colours of an icon: mixtures of the ground, which is transparent, the fill
// and the white sun. How transparent an entry is does not depend on the fill.
func iconPalette(fill theme.Color) color.Palette {
	list := make(color.Palette, mixtures)
	for fills := range samples + 1 {
		for suns := range samples + 1 - fills {
			covered := max(fills+suns, 1)
			channel := func(fill uint8) uint8 {
				return uint8((fills*int(fill) + suns*255 + covered/2) / covered)
			}
			list[mixture(fills, suns)] = color.NRGBA{R: channel(fill.R), G: channel(fill.G),
				B: channel(fill.B), A: uint8((fills + suns) * 255 / samples)}
		}
	}
	return list
}

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

// Favicon draws favicon.ico: the mark in the sizes of tabs and bookmarks, each a PNG, which every
// browser reads in this format since 2011.
func Favicon(brand theme.Color) ([]byte, error) {
	sizes := [...]int{16, 32, 48}
	const head, row = 6, 16
	le := binary.LittleEndian
	var images [][]byte
	out := le.AppendUint16(nil, 0) // reserved
	out = le.AppendUint16(out, 1)  // an icon, not a cursor
	out = le.AppendUint16(out, uint16(len(sizes)))
	at := head + row*len(sizes)
	for _, size := range sizes {
		icon, err := Icon(brand, Rounded, size)
		if err != nil {
			return nil, err
		}
		images = append(images, icon)
		out = append(out, byte(size), byte(size), 0, 0) // width, height, no palette, reserved
		out = le.AppendUint16(out, 1)                   // planes
		out = le.AppendUint16(out, 32)                  // bits a pixel
		out = le.AppendUint32(out, uint32(len(icon)))
		out = le.AppendUint32(out, uint32(at))
		at += len(icon)
	}
	return append(out, bytes.Join(images, nil)...), nil
}
