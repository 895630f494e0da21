package assets

import (
	"bytes"
	"encoding/binary"
	"image"
	"image/color"
	_ "image/jpeg" // of icons
	"image/png"
	"strings"
	"unicode/utf8"

	"golang.org/x/image/draw"
	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/math/fixed"
	"golang.org/x/image/vector"
	_ "golang.org/x/image/webp" // of icons

	"cartaz/builder/internal/theme"
)

// pictureVersion is part of the address of a picture. Increase it when a change of this package
// changes pixels: caches keep a picture for ever.
const pictureVersion = "2"

// Shape is the outline of an icon.
type Shape string

const (
	// Rounded has rounded corners on a transparent ground, as the mark has on pages.
	Rounded Shape = "rounded"
	// Square fills the picture. Systems that round or mask icons themselves want it.
	Square Shape = "square"
)

// monogram draws the mark of a brand without an icon: the first letter of its name on its colour.
func monogram(name string, scheme *theme.Scheme, shape Shape, size int) image.Image {
	side := float32(size)
	near := side / 6 // where the rounded corners begin
	if shape == Square {
		near = 0
	}
	far := side - near
	img, path := image.NewRGBA(image.Rect(0, 0, size, size)), vector.NewRasterizer(size, size)
	path.MoveTo(near, 0)
	path.LineTo(far, 0)
	path.QuadTo(side, 0, side, near)
	path.LineTo(side, far)
	path.QuadTo(side, side, far, side)
	path.LineTo(near, side)
	path.QuadTo(0, side, 0, far)
	path.LineTo(0, near)
	path.QuadTo(0, 0, near, 0)
	path.Draw(img, img.Rect, uniform(scheme.Brand), image.Point{})
	letter := font.Drawer{Dst: img, Src: uniform(scheme.On),
		Face: newFace(gobold.TTF, .7*float64(size))}
	first, _ := utf8.DecodeRuneInString(strings.ToUpper(name))
	if box, _, ok := letter.Face.GlyphBounds(first); ok {
		letter.Dot = fixed.P(size, size).Sub(box.Max).Sub(box.Min)
		letter.Dot.X, letter.Dot.Y = letter.Dot.X/2, letter.Dot.Y/2
		letter.DrawString(string(first))
	}
	return img
}

func uniform(c theme.Color) image.Image {
	return image.NewUniform(color.RGBA{c.R, c.G, c.B, 255})
}

// scaled returns a square picture in size pixels.
func scaled(body []byte, size int) (image.Image, error) {
	from, _, err := image.Decode(bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	to := image.NewNRGBA(image.Rect(0, 0, size, size))
	draw.CatmullRom.Scale(to, to.Rect, from, from.Bounds(), draw.Src, nil)
	return to, nil
}

// encoded returns a picture as a PNG file.
func encoded(img image.Image, err error) ([]byte, error) {
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	err = png.Encode(&b, img)
	return b.Bytes(), err
}

// faviconSize is the size that search engines ask for; browsers take the other icons.
const faviconSize = 48

// Favicon returns favicon.ico with an icon of faviconSize, a PNG file, which every browser reads in
// this format since 2011.
func Favicon(icon []byte) []byte {
	const head, planes, bits = 22, 1, 32
	b := []byte{0, 0, 1, 0, 1, 0, // an icon, not a cursor; one of them
		faviconSize, faviconSize, 0, 0, planes, 0, bits, 0}
	b = binary.LittleEndian.AppendUint32(b, uint32(len(icon)))
	b = binary.LittleEndian.AppendUint32(b, head)
	return append(b, icon...)
}
