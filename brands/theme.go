package brands

import (
	"bytes"
	_ "embed" // networks.txt
	"net/url"
	"path/filepath"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"
)

// The limits of the files of a theme, in bytes. Every page carries the logo and the first font.
const (
	maxLogoBytes = 256 << 10
	maxFontBytes = 256 << 10
	maxHeroBytes = 512 << 10
)

// Theme is the look that a brand configures. All other colours and sizes are computed from it.
type Theme struct {
	// `"#rrggbb"`; all other colours are computed from it. Default: a neutral one by language.
	Color string `key:"color" as:"color"`
	// `"#rrggbb"`; only its hue counts.
	Paper string `key:"paper" as:"color"`
	// Schemes of colours that the site has: both follows the reader's device. A neon colour needs
	// `dark`.
	Scheme string `key:"scheme" words:"both light dark" default:"both"`
	// Kind of the font of headings.
	Headings string `key:"headings" words:"serif sans" default:"sans"`
	// Corners of cards and buttons.
	Corners string `key:"corners" words:"sharp soft round" default:"soft"`
	// An SVG file that only draws; default a drawn mark. One with scripts, event handlers, links,
	// animations, entities or references to other files is refused, each with its line. 256 KiB.
	Logo string `key:"logo" as:"logo"`
	// The same for the dark scheme. Default: the logo.
	LogoDark string `key:"logo_dark" as:"logo"`
	// The mark of tabs, home screens and shared links: a square `.png`, `.jpg` or `.webp` of 192 to
	// 2,048 pixels. Default: the first letter of the name.
	Icon *StaticFile `key:"icon" as:"icon"`
	// The brand's own fonts. The first family is that of texts, the last that of headings, unless
	// `for` says otherwise. Pages load the first file at once and show another font until then.
	Fonts []Font `key:"fonts" most:"6"`
	// Picture of the home page: `.jpg`, `.png`, `.webp` or `.avif`, at most 512 KiB.
	//
	// It has no address of its own.
	Hero *StaticFile `key:"hero" as:"picture"`
	// Where it is: as wide as the window with the text over it, or beside the text.
	HeroLayout string `key:"hero_layout" words:"wide side" default:"wide"`
	// Cards of events: tickets with a stub, or plain ones.
	Motif string `key:"motif" words:"ticket plain" default:"ticket"`
	// What an event without a picture shows in place of a drawn one: pictures by topic, as `{jazz:
	// fotos/jazz.webp}`, the one of its first topic that has a picture; or `off`. Files as for
	// `hero`, at most 20 of them.
	Art Art `key:"art" as:"art"`
	// The brand elsewhere: https addresses, in the footer (`rel=me`) and for search engines
	// (`sameAs`).
	Social []Link `key:"social" as:"social" most:"12"`
	// Links of the menu, in the place of those that every brand has. Own pages with `menu: yes`
	// that it does not name follow it.
	Menu []Link `key:"menu" most:"12"`
	// Further https origins that pages may load from, by directive, without `*`. What is allowed
	// there is the brand's own risk: a script of another host can read and change everything on the
	// pages, and the promise that pages need no script ends there.
	CSP byDirective `key:"csp" as:"csp" most:"8" keys:"connect font frame img media script style"`
}

// Art is pictures by topic, for events without one of their own.
type Art struct {
	Off      bool                   // no drawn ones either
	Pictures map[string]*StaticFile // by topic, as the brand writes it
}

const maxArt = 20

// art reads pictures by topic, for events without one of their own.
func art(n node) any {
	if n.Kind == yaml.ScalarNode && n.Value == "off" {
		return Art{Off: true}
	}
	list := map[string]*StaticFile{}
	files := n.texts()
	if len(files) > maxArt {
		n.fault("has %d entries: at most %d are read", len(files), maxArt)
	}
	for _, file := range files[:min(len(files), maxArt)] {
		if p, ok := picture(file.value).(*StaticFile); ok {
			list[file.name] = p
		}
	}
	return Art{Pictures: list}
}

// byDirective are origins by directive of a Content-Security-Policy.
type byDirective = map[string][]string

// Font is one file of a font family.
type Font struct {
	// What the font is called.
	Family string `key:"family" as:"family" max:"60" need:"what the font is called"`
	// WOFF2 file in the brand's folder, at most 256 KiB: leave out letters that pages do not need.
	File string `key:"file" need:"the .woff2 file in the brand's folder"`
	// A hundred, or `"300 700"` for the range of a variable font.
	Weight string `key:"weight" as:"weight" default:"400"`
	// Whether it is slanted.
	Style string `key:"style" words:"normal italic" default:"normal"`
	// What it is for.
	For  string `key:"for" words:"all headings texts" default:"all"`
	Body []byte // WOFF2
}

// check reads the file of the font, and reports one that is not a WOFF2.
func (f *Font) check(m node) {
	n := m.at("file")
	if n.Node == nil || f.File == "" {
		return
	}
	v := value{n, f.File}
	f.File = filepath.ToSlash(f.File)
	f.Body = v.readInFolder(maxFontBytes)
	if f.Body != nil && mediaOf(f.File, f.Body) != "font/woff2" {
		v.wrong("is not a WOFF2 font: convert it, and leave out the letters that the pages do " +
			"not need")
	}
}

// Link is an address with its text: a path of the site or an https address.
type Link struct {
	// What the link says.
	Label string `key:"label" as:"label" need:"what the link says" max:"40"`
	// Path of the site, or an https address.
	Path string `key:"path" as:"menu" need:"a path of the site, as in /sobre, or an https address"`
	// Shows it as a button.
	Button bool `key:"button" default:"no"`
}

// Sponsor is a person or company that supports the brand.
type Sponsor struct {
	// What people call the sponsor.
	Name string `key:"name" as:"label" need:"what people call the sponsor" max:"60"`
	// Path of a picture in `static/`, as in `/marcas/acme.svg`. Default: the name.
	Logo string `key:"logo" as:"own"`
	// Where it leads (`rel=sponsored`).
	Link string `key:"link" as:"link"`
}

// logo reads an SVG file, and returns its path.
func logo(v value) any {
	text := v.readInFolder(maxLogoBytes)
	if text != nil && (filepath.Ext(v.text) != ".svg" || !bytes.Contains(text, []byte("<svg"))) {
		v.wrong("is not an SVG file: name one that ends in .svg")
	}
	return filepath.Join(v.folder, filepath.FromSlash(v.text))
}

// picture reads a picture that pages show.
func picture(v value) any {
	body := v.readInFolder(maxHeroBytes)
	if body == nil {
		return nil
	}
	kind := mediaOf(v.text, body)
	if !strings.HasPrefix(kind, "image/") || kind == "image/svg+xml" || kind == "image/x-icon" {
		v.wrong("is not a picture: name a .jpg, .png, .webp or .avif file")
		return nil
	}
	f := &StaticFile{File: filepath.ToSlash(v.text), MediaType: kind, Body: body}
	f.Width, f.Height = pictureSize(kind, body)
	return f
}

// icon reads a square picture.
func icon(v value) any {
	f, ok := picture(v).(*StaticFile)
	if ok && (f.Width != f.Height || f.Width < 192 || f.Width > 2048) {
		v.wrong("is no square of 192 to 2048 pixels in PNG, JPEG or WebP")
		return nil
	}
	return any(f)
}

// networks are the ends of hosts, each with the name of the place that a brand links to.
var networks = strings.Fields(networksFile)

//go:embed networks.txt
var networksFile string

// social reads an address of the brand elsewhere. It is called by its network, or by its host.
func social(v value) any {
	u, err := url.Parse(v.text)
	if err != nil || u.Scheme != "https" || u.Host == "" || u.User != nil {
		v.wrong("is not an https address: write it as in https://instagram.com/palco")
		return nil
	}
	label := strings.TrimPrefix(u.Hostname(), "www.")
	for n := range slices.Chunk(networks, 2) {
		if strings.HasSuffix("."+label, "."+n[0]) {
			label = n[1]
			break
		}
	}
	return Link{Label: label, Path: v.text}
}

// own reads the address of a picture in the folder static.
func own(v value) any {
	v.pictures = append(v.pictures, v)
	return v.text
}

// menuPath reads where a link of the menu leads.
func menuPath(v value) any {
	u, err := url.Parse(v.text)
	switch {
	case err == nil && u.Scheme == "" && u.Host == "" && strings.HasPrefix(u.Path, "/"):
		v.links = append(v.links, v)
	case err != nil || u.Scheme != "https" || u.Host == "":
		v.wrong("is neither a path of the site nor an https address: write it as in /sobre or " +
			"https://example.org/")
	}
	return v.text
}
