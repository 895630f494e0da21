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
	Name: "A Criação, em português", When: "20h30 · Teatro das Araucárias", Where: "Curitiba, PR",
	Price: "a partir de R$ 23,00 com taxa", Brand: "Palco",
	Palette: SharePalette{251, 247, 239, 142, 136, 128, 34, 28, 18, 88, 20, 12},
}

// TestShare: the picture of an event is a file that other programs read, in the colours of its
// palette, under 40 KB whatever it says; a name that the font has no letters for has none.
func TestShare(t *testing.T) {
	long := evening
	long.Name = strings.Repeat("Ágora ", 40) + strings.Repeat("W", 200)
	long.When, long.Brand, long.Price = long.Name, long.Name, long.Name
	long.Date.Lines = append(long.Date.Lines, long.Date.Lines...)
	for _, s := range []*Share{&evening, &long, {Name: "x"}} {
		file := s.PNG()
		require.Less(t, len(file), 40_000)
		picture, err := png.Decode(bytes.NewReader(file))
		require.NoError(t, err)
		require.Equal(t, image.Rect(0, 0, catalog.PictureWidth, catalog.PictureHeight),
			picture.Bounds())
		require.Len(t, picture.ColorModel().(color.Palette), 4)
		require.Equal(t, file, s.PNG(), "a second time")
	}
	arabic := evening
	arabic.Name = "أمسية"
	require.Nil(t, arabic.PNG())
}
