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

func TestIcons(t *testing.T) {
	brand := tokens(t).Light.Brand
	white := color.RGBA{R: 255, G: 255, B: 255, A: 255}
	for _, size := range []int{16, 180, 512} {
		rounded, err := assets.Icon(nil, brand, assets.Rounded, size)
		require.NoError(t, err)
		square, err := assets.Icon(nil, brand, assets.Square, size)
		require.NoError(t, err)
		for _, file := range [][]byte{rounded, square} {
			require.Less(t, len(file), 20_000)
			img := decode(t, file)
			require.Equal(t, image.Rect(0, 0, size, size), img.Bounds())
			require.Equal(t, rgba(brand), at(img, size/2, size/4))
			require.Equal(t, white, at(img, size/2, size*9/10))
		}
		require.Less(t, at(decode(t, rounded), 0, 0).A, uint8(64), "transparent corners")
		require.Equal(t, rgba(brand), at(decode(t, square), 0, 0), "it fills the picture")
	}
}

func TestFavicon(t *testing.T) {
	icon, err := assets.Icon(nil, tokens(t).Light.Brand, assets.Rounded, 48)
	require.NoError(t, err)
	file := assets.Favicon(icon)
	le := binary.LittleEndian
	require.Equal(t, []byte{0, 0, 1, 0, 1, 0, 48, 48, 0, 0, 1, 0, 32, 0}, file[:14])
	length, start := int(le.Uint32(file[14:])), int(le.Uint32(file[18:]))
	require.Equal(t, 48, decode(t, file[start:start+length]).Bounds().Dx())
	require.Len(t, file, start+length)
}
