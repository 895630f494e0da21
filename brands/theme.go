package brands

import (
	"bytes"
	"maps"
	"net/url"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"
)

// The limits of a theme. Every page carries its links and the first font.
const (
	maxFonts      = 6
	maxFontBytes  = 256 << 10
	maxHeroBytes  = 512 << 10
	maxLinks      = 12 // of the menu, and of social
	maxLabel      = 40 // characters
	maxCSPOrigins = 8  // of a directive
)

// themeReader reads the section theme of brand.yaml.
type themeReader struct{ *configReader }

var themeKeys = []string{
	"color", "paper", "headings", "corners", "logo", "fonts", "hero", "social", "menu", "csp",
}

func (r themeReader) theme(b *Brand, m mapping) {
	// The default colour depends on the language, so that two brands without a colour are easy to
	// tell apart.
	b.Theme = Theme{
		Color:    defaultsOf(b.Locale).Color,
		Headings: m.oneOf("headings", "sans", "serif", "sans"),
		Corners:  m.oneOf("corners", "soft", "sharp", "soft", "round"),
		Fonts:    r.fonts(m),
		Hero:     r.hero(m.str("hero")),
		Social:   r.social(m.list("social")),
		Menu:     r.menu(m),
		CSP:      r.csp(m.child("csp", cspDirectives...)),
	}
	for key, to := range map[string]*string{"color": &b.Theme.Color, "paper": &b.Theme.Paper} {
		if v := m.str(key); v.ok {
			if *to = strings.ToLower(v.text); !colorPattern.MatchString(v.text) {
				v.fault(`%q is not a colour: write "#" and six hex digits in quotes, `+
					`as in "#1f6f5c"`, v.text)
			}
		}
	}
	v := m.str("logo")
	if !v.ok {
		return
	}
	text, ok := r.readInFolder(v, v.text, maxLogoBytes)
	if !ok {
		return
	}
	if filepath.Ext(v.text) != ".svg" || !bytes.Contains(text, []byte("<svg")) {
		v.fault("%q is not an SVG file: name one that ends in .svg", v.text)
		return
	}
	b.Theme.Logo = filepath.Join(r.folder, filepath.FromSlash(v.text))
}

// entries are the mappings of a list, with their keys checked; at most most of them.
func (m mapping) entries(key string, most int, known ...string) []mapping {
	n := m.nodes[key]
	if n == nil || n.Kind == yaml.AliasNode {
		return nil
	}
	switch {
	case n.Kind != yaml.SequenceNode:
		m.file.fault(n.Line, m.prefix+key, "must be a list, not %s: write - in front of each entry",
			kindOf(n))
		return nil
	case len(n.Content) > most:
		m.file.fault(n.Line, m.prefix+key, "has %d entries: at most %d are read", len(n.Content),
			most)
		return nil
	}
	var list []mapping
	for _, entry := range n.Content {
		if isAnchorOrAlias(entry) {
			m.file.fault(entry.Line, m.prefix+key,
				"anchors and aliases are not read: write the value out")
			continue
		}
		list = append(list, m.file.mapping(entry, m.prefix+key, known...))
	}
	return list
}

// familyPattern keeps a family's name from ending the string of a style sheet.
var (
	familyPattern = regexp.MustCompile(`^[\pL\pN][\pL\pN _-]{0,59}$`)
	weightPattern = regexp.MustCompile(`^[1-9]00( [1-9]00)?$`)
)

func (r themeReader) fonts(m mapping) (fonts []Font) {
	for _, entry := range m.entries("fonts", maxFonts, "family", "file", "weight", "style") {
		f := Font{Weight: "400", Style: entry.oneOf("style", "normal", "normal", "italic")}
		family := entry.required("family", "write what the font is called")
		if f.Family = family.text; family.ok && !familyPattern.MatchString(family.text) {
			family.fault("%q is not the name of a font: use letters, digits, spaces and hyphens",
				family.text)
		}
		if v := entry.scalar("weight"); v.ok {
			if f.Weight = v.text; !weightPattern.MatchString(v.text) {
				v.fault(`%q is not a weight: write a hundred as in 400, or "300 700" for `+
					`the range of a variable font`, v.text)
			}
		}
		file := entry.required("file", "name a .woff2 file in the brand's folder")
		if !file.ok {
			continue
		}
		body, ok := r.readInFolder(file, file.text, maxFontBytes)
		if !ok {
			continue
		}
		if mediaOf(file.text, body) != "font/woff2" {
			file.fault("%q is not a WOFF2 font: convert it, and leave out the letters that the "+
				"pages do not need", file.text)
			continue
		}
		f.File, f.Body = filepath.ToSlash(file.text), body
		fonts = append(fonts, f)
	}
	return fonts
}

func (r themeReader) hero(v value) *StaticFile {
	if !v.ok {
		return nil
	}
	body, ok := r.readInFolder(v, v.text, maxHeroBytes)
	if !ok {
		return nil
	}
	kind := mediaOf(v.text, body)
	if !strings.HasPrefix(kind, "image/") || kind == "image/svg+xml" || kind == "image/x-icon" {
		v.fault("%q is not a picture: name a .jpg, .png, .webp or .avif file", v.text)
		return nil
	}
	f := &StaticFile{File: filepath.ToSlash(v.text), MediaType: kind, Body: body}
	f.Width, f.Height = pictureSize(kind, body)
	return f
}

// networks are the names of places that a brand links to, by the end of their host.
var networks = []struct{ host, name string }{
	{"instagram.com", "Instagram"}, {"facebook.com", "Facebook"}, {"youtube.com", "YouTube"},
	{"tiktok.com", "TikTok"}, {"x.com", "X"}, {"twitter.com", "X"}, {"linkedin.com", "LinkedIn"},
	{"bsky.app", "Bluesky"}, {"threads.net", "Threads"}, {"threads.com", "Threads"},
	{"t.me", "Telegram"}, {"whatsapp.com", "WhatsApp"}, {"wa.me", "WhatsApp"},
	{"spotify.com", "Spotify"}, {"github.com", "GitHub"},
}

// social reads addresses of the brand elsewhere. Each is called by its network, or by its host.
func (r themeReader) social(list []value) (links []Link) {
	for i, v := range list {
		if !v.ok {
			continue
		}
		if i == maxLinks {
			v.fault("is number %d of the list: at most %d are read", i+1, maxLinks)
			return nil
		}
		u, err := url.Parse(v.text)
		if err != nil || u.Scheme != "https" || u.Host == "" || u.User != nil {
			v.fault("%q is not an https address: write it as in https://instagram.com/palco",
				v.text)
			continue
		}
		label := strings.TrimPrefix(u.Hostname(), "www.")
		for _, n := range networks {
			if label == n.host || strings.HasSuffix(label, "."+n.host) {
				label = n.name
				break
			}
		}
		links = append(links, Link{Label: label, Path: v.text})
	}
	return links
}

func (r themeReader) menu(m mapping) (links []Link) {
	for _, entry := range m.entries("menu", maxLinks, "label", "path") {
		label := entry.required("label", "write what the link says")
		path := entry.required("path", "write a path of the site, as in /sobre, or an "+
			"https address")
		label.limitLabel(maxLabel)
		if !label.ok || !path.ok {
			continue
		}
		u, err := url.Parse(path.text)
		site := err == nil && u.Scheme == "" && u.Host == "" && strings.HasPrefix(u.Path, "/")
		if !site && (err != nil || u.Scheme != "https" || u.Host == "") {
			path.fault("%q is neither a path of the site nor an https address: write it as in "+
				"/sobre or https://example.org/", path.text)
			continue
		}
		links = append(links, Link{Label: label.text, Path: path.text})
		if site {
			r.links = append(r.links, path)
		}
	}
	return links
}

// limitLabel reports a fault for a text that is too long for a link of the menu, or that would be
// taken for a slot of the pages of results.
func (v value) limitLabel(most int) {
	v.limitLength(most)
	if v.ok && strings.ContainsAny(v.text, "⟦⟧") {
		v.fault("holds ⟦ or ⟧, which pages of results use themselves: write another character")
	}
}

// cspDirectives are the directives of a Content-Security-Policy that a brand may widen.
var cspDirectives = []string{"connect", "font", "frame", "img", "media", "script", "style"}

var originPattern = regexp.MustCompile(`^https://[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:[0-9]{1,5})?$`)

func (r themeReader) csp(m mapping) map[string][]string {
	all := map[string][]string{}
	for _, directive := range slices.Sorted(maps.Keys(m.nodes)) {
		for i, v := range m.list(directive) {
			switch {
			case !v.ok:
			case i == maxCSPOrigins:
				v.fault("is number %d of the list: at most %d are read", i+1, maxCSPOrigins)
			case i > maxCSPOrigins:
			case !originPattern.MatchString(v.text) || !strings.Contains(v.text, "."):
				v.fault("%q is not an https origin: write scheme and host only, "+
					"without a path and without *, as in https://cdn.example.org", v.text)
			default:
				all[directive] = append(all[directive], v.text)
			}
		}
	}
	if len(all) == 0 {
		return nil
	}
	return all
}
