// Package assets makes the files that the pages of a brand load: style sheet, icons, web manifest,
// fonts, logo, and the pictures that links to a page show as previews.
package assets

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"image"
	"os"
	"strings"
	"sync"

	"cartaz/brands"
	"cartaz/builder/catalog"
	"cartaz/builder/internal/theme"
	"cartaz/builder/internal/words"
	"cartaz/templates"
)

// Asset is one file of a brand that its pages use. The address of an immutable asset contains a
// hash of its bytes or, for a drawn picture, of its inputs. A fixed asset has an address that
// programs request without reading a page.
type Asset struct {
	Path      string
	MediaType string
	Fixed     bool
	Draw      func() ([]byte, error) // nil for an asset that has its body

	body []byte
}

// Drawn reports whether the asset is a picture at an immutable address: a client with its file need
// not fetch it again.
func (a Asset) Drawn() bool { return a.Draw != nil && !a.Fixed }

// Body returns the bytes of the asset. Each call draws a picture again.
func (a Asset) Body() ([]byte, error) {
	if a.Draw == nil {
		return a.body, nil
	}
	body, err := a.Draw()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", a.Path, err)
	}
	return body, nil
}

// Set is the files of a brand, with the addresses that every page names.
type Set struct {
	All        []Asset // style sheet, icons, manifest, fonts, picture and logo
	Stylesheet Asset
	Grid       Asset   // the rules of frames, and of the grid of a festival
	Icon       Asset   // of the browser's tab
	Logo       Asset   // zero when the brand has none
	Script     string  // address of the script of event pages, or ""
	LogoDark   Asset   // for the dark scheme, zero for that logo
	Font       string  // address of the font that every page loads first, or ""
	Hero       Picture // of the home page, or the zero value
	// Art is the addresses of pictures for events without one, by the key of a topic.
	Art           map[string]string
	SharePalettes [5]SharePalette // of the pictures of links, by palette
	HeroPhoto     []byte          // the hero if that picture can show it
	Mark          func() (image.Image, error)
}

// Sizes of icons in pixels: what home screens ask for (W3C Web App Manifest; Apple's touch icon).
const (
	iconSize      = 192
	largeIconSize = 512
	touchIconSize = 180
)

// New makes the files of a brand. tokens are computed from its theme, and files has the shared
// rules, site.css. It fails when the brand's logo cannot be read.
func New(b *brands.Brand, w *words.Words, tokens theme.Tokens, files templates.Set,
) (*Set, error) {
	mark := func(shape Shape, size int) (image.Image, error) {
		return monogram(b.Name, &tokens.Light, shape, size), nil
	}
	from := fmt.Sprint(b.Name, tokens.Light.Brand)
	if own := b.Theme.Icon; own != nil {
		mark = func(_ Shape, size int) (image.Image, error) { return scaled(own.Body, size) }
		from = string(own.Body)
	}
	icon := func(shape Shape, size int) Asset {
		return Asset{MediaType: "image/png",
			Path: assetPath(fmt.Sprint(pictureVersion, from, shape, size), "png"),
			Draw: func() ([]byte, error) { return encoded(mark(shape, size)) }}
	}
	fontRules, font, fonts := addFonts(b.Theme.Fonts)
	a := &Set{
		Font: font,
		Icon: icon(Rounded, iconSize),
	}
	a.addArt(&b.Theme.Art)
	a.Stylesheet = newAsset("text/css; charset=utf-8", "css",
		minifyCSS(tokens.CSS()+rulesOf(b, files[templates.StyleSheet]))+fontRules+
			minifyCSS(b.Templates[templates.StyleSheet]))
	_, grid, _ := strings.Cut(files[templates.StyleSheet], "/* only grid */")
	grid, _, _ = strings.Cut(grid, "/* all */")
	a.Grid = newAsset("text/css; charset=utf-8", "css", minifyCSS(tokens.Chosen()+grid))
	large, maskable := icon(Rounded, largeIconSize), icon(Square, largeIconSize)
	touch := icon(Square, touchIconSize)
	touch.Path, touch.Fixed = catalog.TouchIconPath, true
	small := icon(Rounded, faviconSize).Draw
	favicon := Asset{Path: catalog.FaviconPath, MediaType: "image/x-icon", Fixed: true,
		Draw: func() ([]byte, error) {
			body, err := small()
			return Favicon(body), err
		}}
	manifest, err := a.manifest(b, w, tokens, large, maskable)
	if err != nil {
		return nil, fmt.Errorf("brand %s: manifest: %w", b.Key, err)
	}
	a.All = append(a.All, a.Stylesheet, a.Icon, large, maskable, touch, favicon, manifest,
		a.Grid)
	a.All = append(a.All, fonts...)
	if b.Scripts {
		script := newAsset("text/javascript; charset=utf-8", "js", files[templates.Script])
		a.Script, a.All = script.Path, append(a.All, script)
	}
	hero := b.Theme.Hero
	if a.Hero = a.picture(hero); a.Hero.Width != "" && hero.MediaType != "image/avif" {
		a.HeroPhoto = hero.Body
	}
	a.Mark = sync.OnceValues(func() (image.Image, error) { return mark(Rounded, 2*markSize) })
	for _, logo := range []struct {
		file string
		to   *Asset
	}{{b.Theme.Logo, &a.Logo}, {b.Theme.LogoDark, &a.LogoDark}} {
		if logo.file == "" {
			continue
		}
		body, err := os.ReadFile(logo.file)
		if err != nil {
			return nil, fmt.Errorf("brand %s: logo: %w", b.Key, err)
		}
		if err := theme.Logo(body); err != nil {
			return nil, fmt.Errorf("brand %s: %s: %w", b.Key, logo.file, err)
		}
		*logo.to = newAsset("image/svg+xml", "svg", string(body))
		a.All = append(a.All, *logo.to)
	}
	for n, palette := range tokens.Art {
		a.SharePalettes[n] = sharePalette(&tokens.Light, palette)
	}
	return a, nil
}

// manifest returns the web manifest, for people who put the site on their home screen.
func (a *Set) manifest(
	b *brands.Brand, w *words.Words, tokens theme.Tokens, large, maskable Asset,
) (Asset, error) {
	type icon struct {
		Src     string `json:"src"`
		Sizes   string `json:"sizes"`
		Type    string `json:"type"`
		Purpose string `json:"purpose,omitempty"`
	}
	square := func(pixels int) string { return fmt.Sprintf("%[1]dx%[1]d", pixels) }
	ground := tokens.Light.BG.String() // as pages say it
	body, err := json.MarshalIndent(struct {
		ID         string `json:"id"`
		Name       string `json:"name"`
		ShortName  string `json:"short_name"`
		Lang       string `json:"lang"`
		StartURL   string `json:"start_url"`
		Scope      string `json:"scope"`
		Display    string `json:"display"`
		Background string `json:"background_color"`
		Theme      string `json:"theme_color"`
		Icons      []icon `json:"icons"`
	}{
		ID: "/", Name: b.Name, ShortName: b.Name, Lang: w.Lang, StartURL: "/", Scope: "/",
		// The site has no chrome of its own: people need the address and the way back.
		Display:    "minimal-ui",
		Background: ground, Theme: ground,
		Icons: []icon{
			{a.Icon.Path, square(iconSize), a.Icon.MediaType, ""},
			{large.Path, square(largeIconSize), large.MediaType, ""},
			{maskable.Path, square(largeIconSize), maskable.MediaType, "maskable"},
		},
	}, "", "  ")
	return Asset{Path: catalog.ManifestPath, MediaType: "application/manifest+json", Fixed: true,
		body: append(body, '\n')}, err
}

func newAsset(mediaType, extension, body string) Asset {
	return Asset{Path: assetPath(body, extension), MediaType: mediaType, body: []byte(body)}
}

func assetPath(hashed, extension string) string {
	sum := sha256.Sum256([]byte(hashed))
	return catalog.AssetsPath + "/" + hex.EncodeToString(sum[:8]) + "." + extension
}
