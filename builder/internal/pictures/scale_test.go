package pictures

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/brands"
)

// quarters is a picture with a colour in each corner: red, green, blue, white by rows.
func quarters(width, height int) *image.NRGBA {
	img := image.NewNRGBA(image.Rect(0, 0, width, height))
	for y := range height {
		for x := range width {
			c := color.NRGBA{A: 255}
			switch right, low := x >= width/2, y >= height/2; {
			case right && low:
				c = color.NRGBA{255, 255, 255, 255}
			case right:
				c.G = 255
			case low:
				c.B = 255
			default:
				c.R = 255
			}
			img.Set(x, y, c)
		}
	}
	return img
}

func jpegOf(t testing.TB, img image.Image) []byte {
	var b bytes.Buffer
	require.NoError(t, jpeg.Encode(&b, img, &jpeg.Options{Quality: 95}))
	return b.Bytes()
}

// held is a JPEG with the orientation of a camera.
func held(t testing.TB, img image.Image, how uint16, order binary.AppendByteOrder) []byte {
	tiff := map[binary.AppendByteOrder]string{binary.LittleEndian: "II", binary.BigEndian: "MM"}
	b := order.AppendUint32(order.AppendUint16([]byte("Exif\x00\x00"+tiff[order]), 42), 8)
	b = order.AppendUint16(b, 2)
	for _, tag := range [][2]uint16{{0x10f, 9}, {0x112, how}} { // the maker comes first
		b = order.AppendUint16(order.AppendUint16(b, tag[0]), 3)
		b = order.AppendUint16(order.AppendUint16(order.AppendUint32(b, 1), tag[1]), 0)
	}
	b = order.AppendUint32(b, 0)
	file := jpegOf(t, img)
	head := binary.BigEndian.AppendUint16([]byte("\xff\xd8\xff\xe1"), uint16(len(b)+2))
	return append(append(head, b...), file[2:]...)
}

// corners are the colours of a file near its corners, by rows: r, g, b, w, or ? for another.
func corners(t testing.TB, file []byte) (found string) {
	img, err := jpeg.Decode(bytes.NewReader(file))
	require.NoError(t, err)
	w, h := img.Bounds().Dx(), img.Bounds().Dy()
	for _, at := range []image.Point{{w / 8, h / 8}, {w * 7 / 8, h / 8}, {w / 8, h * 7 / 8},
		{w * 7 / 8, h * 7 / 8}} {
		r, g, b, _ := img.At(at.X, at.Y).RGBA()
		name, ok := map[[3]bool]string{{true, false, false}: "r", {false, true, false}: "g",
			{false, false, true}: "b", {true, true, true}: "w"}[[3]bool{r > 40000, g > 40000,
			b > 40000}]
		if !ok {
			name = "?"
		}
		found += name
	}
	return found
}

const avif = "\x00\x00\x00\x20ftypavif\x00\x00\x00\x00avifmif1miafMA1B"

func sizes(c Copy) (list []string) {
	for _, s := range c.Sizes {
		list = append(list, fmt.Sprintf("%dx%d", s.Width, s.Height))
	}
	return list
}

// TestOrientation: however a camera was held, the copy is upright. The letters are those that the
// eight values of the tag put into the corners.
func TestOrientation(t *testing.T) {
	t.Parallel()
	for how, want := range []string{"rgbw", "rgbw", "grwb", "wbgr", "bwrg", "rbgw", "brwg", "wgbr",
		"gwrb", "rgbw"} {
		for _, order := range []binary.AppendByteOrder{binary.LittleEndian, binary.BigEndian} {
			c, files, err := scale(held(t, quarters(400, 200), uint16(how), order))
			require.NoError(t, err)
			require.Equal(t, want, corners(t, files[0]), "tag %d", how)
			upright := []string{"400x200", "320x160"}
			if how > 4 && how < 9 {
				upright = []string{"200x400"}
			}
			require.Equal(t, upright, sizes(c), "tag %d", how)
			require.NotContains(t, string(files[0]), "Exif", "where a photo was made is nobody's")
		}
	}
	cut := held(t, quarters(800, 400), 6, binary.BigEndian)
	for n := range 60 { // a damaged Exif never panics
		head := append(bytes.Clone(cut[:12+n]), jpegOf(t, quarters(40, 40))...)
		require.NotPanics(t, func() { orientation(head) })
	}
}

// TestScale: what becomes of each kind of picture.
func TestScale(t *testing.T) {
	t.Parallel()
	file := func(name string) []byte {
		b, err := os.ReadFile(filepath.Join("testdata", name))
		require.NoError(t, err)
		return b
	}
	encoded := func(write func(*bytes.Buffer) error) []byte {
		var b bytes.Buffer
		require.NoError(t, write(&b))
		return b.Bytes()
	}
	clear := image.NewNRGBA(image.Rect(0, 0, 64, 64)) // black, and transparent all over
	for i := 0; i < len(clear.Pix); i += 4 * 64 {
		clear.Pix[i+3] = 0
	}
	deep := image.NewRGBA64(image.Rect(0, 0, 400, 300))
	palette := image.NewPaletted(image.Rect(0, 0, 700, 100), color.Palette{color.Black,
		color.NRGBA{0, 0, 255, 255}})
	for i := range palette.Pix {
		palette.Pix[i] = 1
	}
	animated := encoded(func(b *bytes.Buffer) error {
		return gif.EncodeAll(b, &gif.GIF{Image: []*image.Paletted{palette, palette},
			Delay: []int{5, 5}})
	})
	ping := func(img image.Image) []byte {
		return encoded(func(b *bytes.Buffer) error { return png.Encode(b, img) })
	}
	for _, row := range []struct {
		name  string
		file  []byte
		sizes string
		color string // what it begins with
		why   string
	}{
		{"JPEG", jpegOf(t, quarters(1400, 700)), "1280x640 640x320 320x160", "#7", ""},
		{"as wide as a size", jpegOf(t, quarters(640, 90)), "640x90 320x45", "#7", ""},
		{"a little wider", jpegOf(t, quarters(321, 90)), "321x90 320x89", "#7", ""},
		{"narrow and high", jpegOf(t, quarters(30, 3000)), "30x3000", "#", ""},
		{"wide and low", jpegOf(t, quarters(9000, 2)), "1280x1 640x1 320x1", "#", ""},
		{"one pixel", ping(quarters(1, 1)), "1x1", "#ff", ""},
		{"progressive", file("progressive.jpg"), "150x103", "#", ""},
		{"CMYK", file("cmyk.jpg"), "150x103", "#", ""},
		{"WebP", file("lossy.webp"), "150x100", "#", ""},
		{"transparent PNG", ping(clear), "64x64", "#ffffff", ""},
		{"16 bits", ping(deep), "400x300 320x240", "#ffffff", ""},
		{"animated GIF", animated, "700x100 640x91 320x45", "#0000f", ""},
		{"AVIF", []byte(avif), "", "",
			"unknown format"},
		{"SVG", []byte(`<svg xmlns="http://www.w3.org/2000/svg"/>`), "", "", "unknown format"},
		{"a page", []byte("<!DOCTYPE html><title>Not found</title>"), "", "", "unknown format"},
		{"nothing", nil, "", "", "unknown format"},
		{"cut off", jpegOf(t, quarters(400, 400))[:900], "", "", "short Huffman data"},
		{"a head alone", []byte("\xff\xd8\xff\xe0"), "", "", "EOF"},
		{"a bomb without pixels", bomb(30_000, 30_000), "", "", "EOF"},
		{"a bomb whose product is small", bomb(1<<31-1, 1<<31-1), "", "", "overflow"},
	} {
		c, files, err := scale(row.file)
		if row.why != "" {
			require.ErrorContains(t, err, row.why, row.name)
			require.Empty(t, c.Sizes, row.name)
			continue
		}
		require.NoError(t, err, row.name)
		require.Equal(t, row.sizes, strings.Join(sizes(c), " "), row.name)
		require.Len(t, files, len(c.Sizes))
		require.Regexp(t, "^#[0-9a-f]{6}$", c.Color)
		require.True(t, strings.HasPrefix(c.Color, row.color), "%s: %s", row.name, c.Color)
		for i, size := range c.Sizes {
			head, kind, err := image.DecodeConfig(bytes.NewReader(files[i]))
			require.NoError(t, err)
			require.Equal(t, "jpeg", kind)
			require.Equal(t, [2]int{size.Width, size.Height}, [2]int{head.Width, head.Height})
		}
		again, _, _ := scale(row.file)
		require.Equal(t, c, again, "%s: the same bytes, the same copy", row.name)
	}
}

// bomb is the head of a PNG of many pixels.
func bomb(width, height uint32) []byte {
	head := []byte("IHDR")
	head = binary.BigEndian.AppendUint32(head, width)
	head = append(binary.BigEndian.AppendUint32(head, height), 8, 2, 0, 0, 0)
	b := append([]byte("\x89PNG\r\n\x1a\n\x00\x00\x00\x0d"), head...)
	return binary.BigEndian.AppendUint32(b, crc32.ChecksumIEEE(head))
}

// TestWorker: a picture that costs more than its budget has no copy, and the next one has.
func TestWorker(t *testing.T) {
	before := limits
	defer func() { limits = before }()
	var big bytes.Buffer
	require.NoError(t, png.Encode(&big, image.NewGray16(image.Rect(0, 0, 5000, 4000))))
	idat := append([]byte("IDAT"), "\x78\x01\x00\x00\x00\xff\xff"...)
	pixels := binary.BigEndian.AppendUint32([]byte(string(bomb(30_000, 30_000))+
		"\x00\x00\x00\x07"+string(idat)), crc32.ChecksumIEEE(idat))
	for _, row := range []struct {
		memory uint64
		file   []byte
		why    string
	}{
		{40 << 20, big.Bytes(), "took more than 40 MiB of memory"},
		{before.Memory, pixels, " "}, // by its size or because there are no pixels
		{before.Memory, jpegOf(t, quarters(800, 400)), ""},
		{before.Memory, []byte("\xff\xd8\xff\xe0"), "unexpected EOF"},
	} {
		limits.Memory = row.memory
		s := newShop(t)
		s.brand.Static = []brands.StaticFile{{Path: "/a.png", MediaType: "image/png",
			Body: row.file}}
		const address = "https://palco.example/a.png"
		set := s.gather(true, address)
		require.Contains(t, s.last.Why, row.why)
		require.Equal(t, row.why == "", s.last.Why == "")
		require.Len(t, set[address].Sizes, len(s.released))
	}
}
