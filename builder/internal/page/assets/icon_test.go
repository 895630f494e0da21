package assets

import (
	"bytes"
	"encoding/binary"
	"image"
	"image/color"
	"image/png"
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/brands"
	"cartaz/builder/internal/theme"
)

// TestMonogram: a brand without an icon has its first letter on its colour, or the colour alone
// where the font lacks the letter.
func TestMonogram(t *testing.T) {
	tokens, err := theme.Compute(brands.Theme{Color: "#c8401f", Paper: "#f3e9d8"})
	require.NoError(t, err)
	scheme := &tokens.Light
	ground := color.RGBA{scheme.Brand.R, scheme.Brand.G, scheme.Brand.B, 255}
	for _, size := range []int{48, 180, 512} {
		rounded := monogram("Iris", scheme, Rounded, size)
		square := monogram("Iris", scheme, Square, size)
		for _, img := range []image.Image{rounded, square} {
			require.Equal(t, image.Rect(0, 0, size, size), img.Bounds())
			require.Equal(t, ground, img.At(size/8, size/2))
			require.Equal(t, uniform(scheme.On).At(0, 0), img.At(size/2, size/2), "the letter")
		}
		require.Equal(t, ground, square.At(0, 0), "it fills the picture")
		_, _, _, alpha := rounded.At(0, 0).RGBA()
		require.Less(t, alpha>>8, uint32(64), "transparent corners")
		require.Equal(t, ground, monogram("東京", scheme, Square, size).At(size/2, size/2))
	}
}

func TestFavicon(t *testing.T) {
	icon, err := encoded(monogram("Iris", &theme.Scheme{}, Rounded, faviconSize), nil)
	require.NoError(t, err)
	file := Favicon(icon)
	le := binary.LittleEndian
	require.Equal(t, []byte{0, 0, 1, 0, 1, 0, 48, 48, 0, 0, 1, 0, 32, 0}, file[:14])
	length, start := int(le.Uint32(file[14:])), int(le.Uint32(file[18:]))
	img, err := png.Decode(bytes.NewReader(file[start : start+length]))
	require.NoError(t, err)
	require.Equal(t, faviconSize, img.Bounds().Dx())
	require.Len(t, file, start+length)
}
