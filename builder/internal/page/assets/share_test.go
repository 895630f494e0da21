package assets

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/builder/catalog"
	"cartaz/builder/internal/words"
)

var evening = Share{
	Date: words.DateBlock{Lines: []words.DateLine{{Text: "SEX"}, {Text: "2", Strong: true},
		{Text: "abr 2027"}}},
	Name:  "A Criação, em português",
	Lines: []string{"20h30 · Teatro das Araucárias", "Curitiba, PR"},
	Price: "a partir de R$ 23,00 com taxa", Brand: "Palco",
	Palette: SharePalette{251, 247, 239, 142, 136, 128, 34, 28, 18, 88, 20, 12},
}

// TestShare: the picture of an event is a file that other programs read, in the colours of its
// palette, under 40 KB whatever it says; without the letters of its name it shows the date alone.
func TestShare(t *testing.T) {
	long := evening
	long.Name = strings.Repeat("Ágora ", 40) + strings.Repeat("W", 200)
	long.Lines, long.Brand, long.Price = []string{long.Name}, long.Name, long.Name
	long.Date.Lines = append(long.Date.Lines, long.Date.Lines...)
	half := evening
	half.Half = true
	for _, s := range []*Share{&evening, &long, {Name: "x"}, &half} {
		file := s.PNG()
		require.Less(t, len(file), 40_000)
		picture, err := png.Decode(bytes.NewReader(file))
		require.NoError(t, err)
		size := image.Pt(catalog.PictureWidth, catalog.PictureHeight)
		if s.Half {
			size = size.Div(2)
		}
		require.Equal(t, size, picture.Bounds().Max)
		require.Len(t, picture.ColorModel().(color.Palette), 4)
		require.Equal(t, file, s.PNG(), "a second time")
	}
	arabic := evening
	arabic.Name = "أمسية"
	date, err := png.Decode(bytes.NewReader(arabic.PNG()))
	require.NoError(t, err)
	ground := color.RGBA{88, 20, 12, 255}
	for _, x := range []int{4, catalog.PictureWidth - 4} {
		require.Equal(t, ground, color.RGBAModel.Convert(date.At(x, 4)))
	}
}
