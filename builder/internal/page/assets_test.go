package page_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/brands"
	"cartaz/builder/catalog"
	"cartaz/builder/internal/page/assets"
	"cartaz/builder/rowstest"
)

func mustBody(t *testing.T, a assets.Asset) []byte {
	t.Helper()
	body, err := a.Body()
	require.NoError(t, err)
	return body
}

// A brand's own rules follow all others, including the rules of its fonts: a brace or comment that
// it does not close breaks no other rule.
func TestOwnRulesAreLast(t *testing.T) {
	b := palco()
	b.Theme.Fonts = []brands.Font{{Family: "Lume", Weight: "400", Style: "normal"}}
	b.Templates = map[string]string{"site.css": "h1 {\n\tcolor: red;\n/* no end"}
	_, body := mustNew(t, b).Stylesheet()
	require.Regexp(t, `(?s)--bg:.*\.foot.*@font-face\{.*"Lume".*\}h1 \{color: red;$`, string(body))
}

// A font is for headings, for texts or for both; the first of texts and the last of headings count.
func TestFonts(t *testing.T) {
	const head, text = `:root{--head:"%s",`, `body,.btn,.foot h2{font-family:"%s",`
	for _, at := range []struct{ uses, head, text string }{
		{"all", "F0", "F0"}, {"all all", "F1", "F0"}, {"headings", "F0", ""}, {"texts", "", "F0"},
		{"headings texts", "F0", "F1"},
	} {
		b := palco()
		for i, use := range strings.Fields(at.uses) {
			b.Theme.Fonts = append(b.Theme.Fonts, brands.Font{Family: fmt.Sprint("F", i), For: use})
		}
		_, body := mustNew(t, b).Stylesheet()
		for rule, family := range map[string]string{head: at.head, text: at.text} {
			_, after, found := strings.Cut(string(body), strings.TrimSuffix(rule, `%s",`)+"F")
			require.Equal(t, family != "", found, at)
			require.True(t, !found || strings.HasPrefix("F"+after, family+`"`), at)
		}
	}
}

// TestAssets: pages link the style sheet and the icons, and name the rest in the manifest or as
// their preview.
func TestAssets(t *testing.T) {
	r := mustNew(t, palco())
	path, body := r.Stylesheet()
	all := r.Assets().All
	require.Equal(t, path, all[0].Path)
	require.Equal(t, body, mustBody(t, all[0]))
	require.Contains(t, string(body), "--bg:")
	byPath := map[string]assets.Asset{}
	for _, a := range all {
		require.NotContains(t, byPath, a.Path)
		byPath[a.Path] = a
		require.Equal(t, a.Fixed, !strings.HasPrefix(a.Path, "/assets/"), a.Path)
	}
	for _, p := range pages(t, palco()) {
		for _, path := range []string{all[0].Path, all[1].Path,
			"/apple-touch-icon.png", "/site.webmanifest"} {
			require.Contains(t, string(p.HTML), `href="`+path+`"`)
			require.Contains(t, byPath, path)
		}
	}
	require.Equal(t, "image/x-icon", byPath["/favicon.ico"].MediaType)
	require.False(t, byPath["/favicon.ico"].Drawn(), "its address holds no hash")

	var manifest struct {
		Name, Lang string
		Theme      string `json:"theme_color"`
		Icons      []struct{ Src, Sizes, Type, Purpose string }
	}
	require.Equal(t, "application/manifest+json", byPath["/site.webmanifest"].MediaType)
	require.NoError(t, json.Unmarshal(mustBody(t, byPath["/site.webmanifest"]), &manifest))
	require.Equal(t, "Palco", manifest.Name)
	require.Equal(t, "pt-BR", manifest.Lang)
	var sizes []string
	for _, icon := range manifest.Icons {
		a, ok := byPath[icon.Src]
		require.True(t, ok, icon.Src)
		require.Equal(t, a.MediaType, icon.Type)
		sizes = append(sizes, icon.Sizes+icon.Purpose)
		img, err := png.Decode(bytes.NewReader(mustBody(t, a)))
		require.NoError(t, err)
		require.Equal(t, icon.Sizes, fmt.Sprintf("%dx%d", img.Bounds().Dx(), img.Bounds().Dy()))
	}
	require.Equal(t, []string{"192x192", "512x512", "512x512maskable"}, sizes)
}

// TestOwnIcon: tabs, home screens and the manifest have the brand's own icon in all sizes.
func TestOwnIcon(t *testing.T) {
	own := image.NewNRGBA(image.Rect(0, 0, 300, 300))
	green := image.NewUniform(color.NRGBA{G: 200, A: 255})
	draw.Draw(own, own.Bounds(), green, image.Point{}, draw.Src)
	var file bytes.Buffer
	require.NoError(t, png.Encode(&file, own))
	b := palco()
	b.Theme.Icon = &brands.StaticFile{MediaType: "image/png", Body: file.Bytes(), Width: 300,
		Height: 300}
	sizes := map[int]int{}
	for _, a := range mustNew(t, b).Assets().All {
		require.NotEmpty(t, a.Path)
		switch {
		case a.Path == "/site.webmanifest":
			require.NotContains(t, string(mustBody(t, a)), "svg")
		case a.MediaType == "image/png":
			if img, err := png.Decode(bytes.NewReader(mustBody(t, a))); err == nil &&
				img.Bounds().Dx() == img.Bounds().Dy() {
				_, g, _, _ := img.At(5, 5).RGBA()
				require.InDelta(t, 200, g>>8, 1, a.Path)
				sizes[img.Bounds().Dx()]++
			}
		}
	}
	require.Equal(t, map[int]int{180: 1, 192: 1, 512: 2}, sizes)
}

// TestPreviewPicture: a shared link shows the picture of the event where previews of links draw
// files of its kind, else the drawn one.
func TestPreviewPicture(t *testing.T) {
	b := palco()
	r, rec := mustNew(t, b), *records(b)[0]
	for banner, shown := range rowstest.Read[map[string]bool](t, "testdata/preview-picture.yaml") {
		rec.Banner = banner
		e := mustEvent(t, r, &rec)
		require.Equal(t, shown, e.Picture == nil, banner)
		require.Equal(t, shown, strings.Contains(string(e.HTML),
			`<meta property="og:image" content="`+banner), banner)
	}
}

// TestPreview: every page of every kind has all that a shared link shows, and an image that exists.
func TestPreview(t *testing.T) {
	property := regexp.MustCompile(
		`<meta (?:property|name)="(og:[^"]*|twitter:card)" content="([^"]+)">`)
	for _, b := range []*brands.Brand{palco(), confs()} {
		r, files := mustNew(t, b), map[string][]byte{}
		for _, a := range r.Assets().All {
			if a.MediaType == "image/png" {
				files[b.SiteURL+a.Path] = mustBody(t, a)
			}
		}
		for _, rec := range records(b) {
			if e := mustEvent(t, r, rec); e.Picture != nil {
				files[b.Address(catalog.PicturePath(e.Path, false))] = e.Picture
			}
		}
		drawn := pages(t, b)
		for _, p := range drawn {
			if p.Picture != nil {
				files[b.Address(catalog.PicturePath(p.Path, false))] = p.Picture
			}
		}
		for _, p := range drawn {
			got := map[string]string{}
			for _, m := range property.FindAllStringSubmatch(string(p.HTML), -1) {
				require.NotContains(t, got, m[1], p.Path)
				got[m[1]] = m[2]
			}
			for _, name := range []string{"og:title", "og:description", "og:url", "og:type",
				"og:site_name", "og:locale", "og:image", "og:image:alt"} {
				require.NotEmpty(t, got[name], "%s of %s", name, p.Path)
			}
			require.Equal(t, "summary_large_image", got["twitter:card"])
			require.Contains(t, string(p.HTML), `<link rel="canonical" href="`+got["og:url"]+`">`)
			body, own := files[got["og:image"]]
			require.Equal(t, own, got["og:image:width"] != "",
				"only the size of our own pictures is known: %s", p.Path)
			if own {
				img, err := png.DecodeConfig(bytes.NewReader(body))
				require.NoError(t, err)
				require.Equal(t, fmt.Sprint(img.Width), got["og:image:width"])
				require.Equal(t, fmt.Sprint(img.Height), got["og:image:height"])
			}
		}
	}
}
