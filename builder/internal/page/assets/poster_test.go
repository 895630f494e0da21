package assets_test

import (
	"bytes"
	"encoding/binary"
	"image"
	"image/color"
	"image/png"
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/brands"
	"cartaz/builder/internal/page/assets"
	"cartaz/builder/internal/theme"
)

func tokens(t *testing.T) theme.Tokens {
	t.Helper()
	k, err := theme.Compute(brands.Theme{Color: "#c8401f", Paper: "#f3e9d8"})
	require.NoError(t, err)
	return k
}

func decode(t *testing.T, file []byte) image.Image {
	t.Helper()
	img, err := png.Decode(bytes.NewReader(file))
	require.NoError(t, err)
	return img
}

func rgba(c theme.Color) color.RGBA { return color.RGBA{R: c.R, G: c.G, B: c.B, A: 255} }

func at(img image.Image, x, y int) color.RGBA {
	return color.RGBAModel.Convert(img.At(x, y)).(color.RGBA)
}

// TestPosters: every palette in every pattern is a small paletted PNG of the size of previews, with
// its three colours and the mark, and the same bytes each time.
func TestPosters(t *testing.T) {
	k := tokens(t)
	seen := map[string]bool{}
	for pattern := range assets.Patterns {
		for _, palette := range k.Art {
			p := assets.Poster{Palette: palette, Brand: k.Light.Brand, Pattern: pattern}
			file, err := p.PNG()
			require.NoError(t, err)
			require.Less(t, len(file), 60_000, "pattern %d", pattern)
			require.False(t, seen[string(file)], "each is another picture")
			seen[string(file)] = true
			again, err := p.PNG()
			require.NoError(t, err)
			require.Equal(t, file, again)

			img := decode(t, file)
			require.Equal(t, image.Rect(0, 0, assets.Width, assets.Height), img.Bounds())
			require.IsType(t, &image.Paletted{}, img)
			counts := map[color.RGBA]int{}
			for y := 0; y < assets.Height; y += 5 {
				for x := 0; x < assets.Width; x += 5 {
					counts[at(img, x, y)]++
				}
			}
			for _, c := range []theme.Color{palette.X, palette.Y, palette.Z} {
				require.Greater(t, counts[rgba(c)], 500, "pattern %d, colour %s", pattern, c)
			}
			require.Equal(t, rgba(k.Light.Brand), at(img, 120, 460), "the mark")
			require.Equal(t, color.RGBA{R: 255, G: 255, B: 255, A: 255}, at(img, 120, 560))
			require.Equal(t, rgba(palette.X), at(img, 40, 600), "the ground around it")
		}
	}
	require.Len(t, seen, 25)
}

// TestPosterLooksAsTheStyleSheet: points of each pattern, as a browser draws the classes p0 to p4.
func TestPosterLooksAsTheStyleSheet(t *testing.T) {
	k := tokens(t)
	x, y, z := rgba(k.Art[0].X), rgba(k.Art[0].Y), rgba(k.Art[0].Z)
	for pattern, points := range []map[image.Point]color.RGBA{
		{{X: 864, Y: 202}: z, {X: 864, Y: 500}: y, {X: 300, Y: 202}: x},
		{{X: 60, Y: 100}: y, {X: 132, Y: 100}: z, {X: 200, Y: 100}: x, {X: 300, Y: 420}: x},
		{{X: 1190, Y: 400}: x, {X: 1100, Y: 400}: z, {X: 980, Y: 400}: x, {X: 850, Y: 400}: y},
		{{X: 100, Y: 100}: x, {X: 800, Y: 100}: y, {X: 1150, Y: 50}: z},
		{{X: 1190, Y: 10}: y, {X: 800, Y: 10}: x, {X: 600, Y: 10}: y, {X: 430, Y: 10}: z},
	} {
		file, err := assets.Poster{Palette: k.Art[0], Brand: k.Light.Brand, Pattern: pattern}.PNG()
		require.NoError(t, err)
		img := decode(t, file)
		for point, want := range points {
			require.Equal(t, want, at(img, point.X, point.Y), "pattern %d at %v", pattern, point)
		}
	}
}

func TestIcons(t *testing.T) {
	brand := tokens(t).Light.Brand
	white := color.RGBA{R: 255, G: 255, B: 255, A: 255}
	for _, size := range []int{16, 180, 512} {
		rounded, err := assets.Icon(brand, assets.Rounded, size)
		require.NoError(t, err)
		square, err := assets.Icon(brand, assets.Square, size)
		require.NoError(t, err)
		for _, file := range [][]byte{rounded, square} {
			require.Less(t, len(file), 20_000)
			img := decode(t, file)
			require.Equal(t, image.Rect(0, 0, size, size), img.Bounds())
			require.Equal(t, rgba(brand), at(img, size/2, size/4))
			require.Equal(t, white, at(img, size/2, size*9/10))
		}
		require.Less(t, at(decode(t, rounded), 0, 0).A, uint8(32), "transparent corners")
		require.Equal(t, rgba(brand), at(decode(t, square), 0, 0), "it fills the picture")
	}
}

func TestFavicon(t *testing.T) {
	file, err := assets.Favicon(func(shape assets.Shape, size int) ([]byte, error) {
		return assets.Icon(tokens(t).Light.Brand, shape, size)
	})
	require.NoError(t, err)
	le := binary.LittleEndian
	require.Equal(t, []byte{0, 0, 1, 0, 3, 0}, file[:6])
	end := 0
	for n, size := range []int{16, 32, 48} {
		row := file[6+16*n:]
		require.Equal(t, []byte{byte(size), byte(size)}, row[:2])
		length, start := int(le.Uint32(row[8:])), int(le.Uint32(row[12:]))
		img := decode(t, file[start:start+length])
		require.Equal(t, size, img.Bounds().Dx())
		end = start + length
	}
	require.Len(t, file, end)
}
