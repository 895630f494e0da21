package assets

import (
	"bytes"
	"errors"
	"image"
	"image/color"
	"image/draw"
	"image/jpeg"
	"image/png"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/brands"
	"cartaz/builder/catalog"
	"cartaz/builder/internal/words"
	"cartaz/templates"
)

// TestRulesOf: a brand gets the parts of the style sheet that its theme needs, and no other.
func TestRulesOf(t *testing.T) {
	files, err := templates.Load("")
	require.NoError(t, err)
	hero := &brands.StaticFile{}
	for _, tt := range []struct {
		name string
		b    brands.Brand
		has  []string
	}{
		{"nothing", brands.Brand{}, nil},
		{"wide", brands.Brand{Theme: brands.Theme{Hero: hero, HeroLayout: "wide"}},
			[]string{"overflow-x:clip"}},
		{"side", brands.Brand{Theme: brands.Theme{Hero: hero, HeroLayout: "side"}},
			[]string{"aspect-ratio:5/2"}},
		{"no picture", brands.Brand{Theme: brands.Theme{HeroLayout: "side"}}, nil},
		{"plain", brands.Brand{Theme: brands.Theme{Motif: "plain"}},
			[]string{".what{border-left:0"}},
		{"sponsors", brands.Brand{Sponsors: []brands.Sponsor{{Name: "A"}}},
			[]string{".sponsors img"}},
		{"menu", brands.Brand{Theme: brands.Theme{Menu: []brands.Link{{Button: true}}}},
			[]string{".top nav .btn"}},
		{"art off", brands.Brand{Theme: brands.Theme{Art: brands.Art{Off: true}}},
			[]string{":not(:has(.art img))"}},
	} {
		css := rulesOf(&tt.b, files[templates.StyleSheet])
		var has []string
		for _, rule := range []string{"overflow-x:clip", "aspect-ratio:5/2",
			".what{border-left:0", ".sponsors img", ".top nav .btn", ":not(:has(.art img))"} {
			if strings.Contains(css, rule) {
				has = append(has, rule)
			}
		}
		require.Equal(t, tt.has, has, tt.name)
		require.Contains(t, css, "@media print", tt.name)
		// A button that a script shows has its place before, but none where no script runs.
		require.Contains(t, css, "@media (scripting:enabled){.print[hidden]{"+
			"display:flex!important;visibility:hidden}}", tt.name)
	}
}

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
		file := s.Draw()
		require.Less(t, len(file), 40_000)
		picture, err := png.Decode(bytes.NewReader(file))
		require.NoError(t, err)
		size := image.Pt(catalog.PictureWidth, catalog.PictureHeight)
		if s.Half {
			size = size.Div(2)
		}
		require.Equal(t, size, picture.Bounds().Max)
		require.Len(t, picture.ColorModel().(color.Palette), 4)
		require.Equal(t, file, s.Draw(), "a second time")
	}
	var photo bytes.Buffer
	tall := image.NewRGBA(image.Rect(0, 0, 60, 400))
	green := image.NewUniform(color.RGBA{G: 200, A: 255})
	draw.Draw(tall, tall.Rect, green, image.Point{}, draw.Src)
	require.NoError(t, png.Encode(&photo, tall))
	pictured := evening
	pictured.Photo = photo.Bytes()
	pictured.Mark = func() (image.Image, error) {
		return image.NewUniform(color.RGBA{B: 200, A: 255}), errors.New("no mark")
	}
	for name, green := range map[string]bool{evening.Name: false, "أمسية": true} {
		pictured.Name = name
		img, err := jpeg.Decode(bytes.NewReader(pictured.Draw()))
		require.NoError(t, err)
		require.Equal(t, image.Pt(catalog.PictureWidth, catalog.PictureHeight), img.Bounds().Max)
		for x, photo := range map[int]bool{4: true, PhotoWidth - 8: true, PhotoWidth + 8: green,
			catalog.PictureWidth - 4: green} {
			r, g, _, _ := img.At(x, 4).RGBA()
			require.Equal(t, photo, g > r+1000, "%s at %d", name, x)
		}
	}
	arabic := evening
	arabic.Name = "أمسية"
	date, err := png.Decode(bytes.NewReader(arabic.Draw()))
	require.NoError(t, err)
	ground := color.RGBA{88, 20, 12, 255}
	for _, x := range []int{4, catalog.PictureWidth - 4} {
		require.Equal(t, ground, color.RGBAModel.Convert(date.At(x, 4)))
	}
}
