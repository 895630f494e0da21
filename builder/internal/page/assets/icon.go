package assets

import (
	"bytes"
	"embed"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"image"
	"image/color"
	_ "image/jpeg" // of icons
	"image/png"

	"golang.org/x/image/draw"
	_ "golang.org/x/image/webp" // of icons

	"cartaz/builder/internal/theme"
)

// drawings are the PNG files of the icons, in any colours. TestDrawings draws them: pixels depend
// on nothing else. The pixels are numbers of palette entries, each a mixture in sixteenths of the
// ground, the fill and the white sun. So an icon is such a file with another palette.
//
//go:embed drawings
var drawings embed.FS

// pictureVersion is part of the address of a picture. Increase it when a change of this package
// changes pixels: caches keep a picture for ever.
const pictureVersion = "1"

// samples is the number of samples of a pixel at an edge, and so of the shares of a mixture.
const samples = 16

// mixtures is the number of entries of a palette.
const mixtures = (samples + 1) * (samples + 2) / 2

// mixture returns the number of the palette entry with the given counts of fill and sun, in
// sixteenths.
func mixture(fill, sun int) int {
	// The entries with less fill come first: samples+1 of them with none, samples with one share.
	return fill*(samples+1) - fill*(fill-1)/2 + sun
}

// Shape is the outline of an icon.
type Shape string

const (
	// Rounded has rounded corners on a transparent ground, as the mark has on pages.
	Rounded Shape = "rounded"
	// Square fills the picture. Systems that round or mask icons themselves want it; the arch of
	// the mark reaches into the safe zone of a maskable icon.
	Square Shape = "square"
)

// Icon returns the brand's mark, a stage with its arch, as a square PNG file of size pixels: 16,
// 32, 48, 180, 192 or 512. It fails on any other size.
func Icon(brand theme.Color, shape Shape, size int) ([]byte, error) {
	return drawn(iconName(shape, size), iconPalette(brand))
}

// iconName returns the name of an icon among the drawings.
func iconName(shape Shape, size int) string {
	return fmt.Sprintf("%s-%d", shape, size)
}

// iconPalette returns the colours of an icon: mixtures of the ground, which is transparent, the
// fill and the white sun. The transparency of an entry does not depend on the fill.
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

// scaled returns a square picture as a PNG file of size pixels.
func scaled(body []byte, size int) ([]byte, error) {
	from, _, err := image.Decode(bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	to := image.NewNRGBA(image.Rect(0, 0, size, size))
	draw.CatmullRom.Scale(to, to.Bounds(), from, from.Bounds(), draw.Src, nil)
	var b bytes.Buffer
	err = png.Encode(&b, to)
	return b.Bytes(), err
}

// Favicon returns favicon.ico: what draw returns in the sizes of tabs and bookmarks, each a PNG,
// which every browser reads in this format since 2011.
func Favicon(draw func(Shape, int) ([]byte, error)) ([]byte, error) {
	sizes := [...]int{16, 32, 48}
	const head, row = 6, 16
	le := binary.LittleEndian
	var images [][]byte
	out := le.AppendUint16(nil, 0) // reserved
	out = le.AppendUint16(out, 1)  // an icon, not a cursor
	out = le.AppendUint16(out, uint16(len(sizes)))
	at := head + row*len(sizes)
	for _, size := range sizes {
		icon, err := draw(Rounded, size)
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
