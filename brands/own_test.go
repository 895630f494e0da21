package brands_test

import (
	"bytes"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/brands"
)

// withFiles loads a brand with further files in its folder.
func withFiles(t testing.TB, yaml string, files map[string]string) (*brands.Brand, string, error) {
	t.Helper()
	all := map[string]string{"palco/brand.yaml": yaml}
	for name, text := range files {
		all["palco/"+name] = text
	}
	folder := filepath.Join(installation(t, all), "palco")
	b, err := brands.LoadOne(folder, env(nil))
	return b, folder, err
}

func picture(t testing.TB, width, height int) string {
	t.Helper()
	var b bytes.Buffer
	require.NoError(t, png.Encode(&b, image.NewGray(image.Rect(0, 0, width, height))))
	return b.String()
}

const about = "---\ntitle: Sobre\n---\nSomos um teatro.\n"

// A page may begin with its title, with or without front matter. Lines of faults stay those of the
// file.
func TestOwnPageBeginsWithTitle(t *testing.T) {
	b, _, err := withFiles(t, least, map[string]string{
		"pages/a.md": "# Sobre \"nós\"\n\nTexto.\n",
		"pages/b.md": "---\nmenu: yes\n---\n\n# Imprensa\nTexto.\n",
	})
	require.NoError(t, err)
	require.Equal(t, []brands.OwnPage{
		{Title: "Imprensa", Menu: true, OwnText: brands.OwnText{Path: "/b", File: "pages/b.md",
			Body: "\n\nTexto.\n", Line: 4}},
		{Title: `Sobre "nós"`, OwnText: brands.OwnText{Path: "/a", File: "pages/a.md",
			Body: "\n\nTexto.\n", Line: 1}},
	}, b.Pages)
}

// Texts on venues and organisers are read like pages, without a title.
func TestGroupTexts(t *testing.T) {
	b, _, err := withFiles(t, least, map[string]string{
		"venues/masp.md": "---\ndescription: d\nlink: https://masp.org.br/\n---\nUm *museu*.\n",
		"venues/sesc.md": "Um teatro.\n", "organisers/orfeu.md": "---\n---\nUm coro.\n",
		"venues/" + strings.Repeat("a", 200) + ".md": "\ufeffLongo.\r\n",
	})
	require.NoError(t, err)
	text := func(path, file, body string, line int) brands.GroupText {
		return brands.GroupText{OwnText: brands.OwnText{Path: path, File: file, Body: body,
			Line: line}}
	}
	long := strings.Repeat("a", 200)
	want := []brands.GroupText{
		text("/locais/"+long, "venues/"+long+".md", "Longo.\n", 1),
		text("/locais/masp", "venues/masp.md", "Um *museu*.\n", 5),
		text("/locais/sesc", "venues/sesc.md", "Um teatro.\n", 1),
		text("/organizadores/orfeu", "organisers/orfeu.md", "Um coro.\n", 3),
	}
	want[1].Description, want[1].Link = "d", "https://masp.org.br/"
	require.Equal(t, want, b.Groups)
}

func TestOwnFiles(t *testing.T) {
	b, _, err := withFiles(t, least+`theme:
  fonts: [{family: Palco, file: fonts/p.woff2, weight: "300 700"}]
  hero: hero.png
  art: {Música: hero.png}
  social: [https://www.instagram.com/palco, https://palco.social/@eu]
  menu: [{label: Sobre nós, path: /sobre}, {label: Loja, path: "https://loja.example/", button: yes}]
  csp: {script: ["https://s.example"], img: ["https://i.example:8443"]}
home: [{featured: cards}, next]
sponsors: [{name: A, logo: /fotos/a.png, link: https://a.example/}]
`, map[string]string{
		"pages/sobre.md": "---\r\ntitle: Sobre\r\n---\r\nSomos *nós*.\r\n",
		"pages/a-b.md": "---\ntitle: A\norder: -1\nmenu: yes\nfooter: yes\ndescription: " +
			"d\n---\n\nTexto.\n",
		"pages/.a.md.swp": "x", "fonts/p.woff2": "wOF2font", "hero.png": picture(t, 7, 5),
		"static/favicon.ico": "\x00\x00\x01\x00icon", "static/fotos/a.png": picture(t, 3, 2),
		"static/google123.html": "google-site-verification: google123.html", "static/ads.txt": "x",
		"static/.well-known/security.txt": "Contact: x", "static/.DS_Store": "x",
		"templates/html/home.html": "{{define \"home\"}}{{end}}", "templates/site.css": "a{}",
	})
	require.NoError(t, err)
	require.Equal(t, []brands.OwnPage{
		{Title: "A", Order: -1, Menu: true, Footer: true, OwnText: brands.OwnText{Path: "/a-b",
			File: "pages/a-b.md", Description: "d", Body: "\nTexto.\n", Line: 8}},
		{Title: "Sobre", OwnText: brands.OwnText{Path: "/sobre", File: "pages/sobre.md",
			Body: "Somos *nós*.\n", Line: 4}},
	}, b.Pages)
	var paths []string
	for _, f := range b.Static {
		paths = append(paths, f.Path+" "+f.MediaType)
	}
	require.Equal(t, []string{"/.well-known/security.txt text/plain; charset=utf-8",
		"/ads.txt text/plain; charset=utf-8", "/favicon.ico image/x-icon", "/fotos/a.png image/png",
		"/google123.html text/html; charset=utf-8"}, paths)
	require.Equal(t, [2]int{3, 2}, [2]int{b.Static[3].Width, b.Static[3].Height})
	require.Equal(t, map[string]string{"html/home.html": "{{define \"home\"}}{{end}}",
		"site.css": "a{}"}, b.Templates)
	require.Equal(t, []brands.Font{{Family: "Palco", File: "fonts/p.woff2", Weight: "300 700",
		Style: "normal", For: "all", Body: []byte("wOF2font")}}, b.Theme.Fonts)
	require.Equal(t, 7, b.Theme.Hero.Width)
	require.Equal(t, brands.Art{Pictures: map[string]*brands.StaticFile{
		"Música": b.Theme.Hero}}, b.Theme.Art)
	require.Equal(t, []brands.Link{{Label: "Instagram", Path: "https://www.instagram.com/palco"},
		{Label: "palco.social", Path: "https://palco.social/@eu"}}, b.Theme.Social)
	require.Equal(t, []brands.Link{{Label: "Sobre nós", Path: "/sobre"},
		{Label: "Loja", Path: "https://loja.example/", Button: true}}, b.Theme.Menu)
	require.Equal(t, []string{"featured cards", "next"}, b.Home)
	require.Equal(t, []brands.Sponsor{{Name: "A", Logo: "/fotos/a.png",
		Link: "https://a.example/"}}, b.Sponsors)
	require.Equal(t, map[string][]string{"script": {"https://s.example"},
		"img": {"https://i.example:8443"}}, b.Theme.CSP)
}

// Each fault of a brand's own file names that file, the line and what to do.
func TestFaultsOfOwnFiles(t *testing.T) {
	for _, tt := range []struct{ file, text, want string }{
		{"pages/sobre.md", "Somos nós.\n",
			"pages/sobre.md:1: has no title: begin with the line"},
		{"pages/sobre.md", "---\ntitle: S\n", "pages/sobre.md:1: has no title"},
		{"pages/sobre.md", "---\norder: 1\n---\nx\n",
			"pages/sobre.md:2: title: missing: write the heading"},
		{"pages/sobre.md", "---\ntitle: S\ntitel: x\n---\nx\n",
			"pages/sobre.md:3: titel: unknown key, " + `did you mean "title"? the keys here are ` +
				`title, description`},
		{"pages/sobre.md", "---\ntitle: S\nmenu: sim\n---\nx\n",
			`pages/sobre.md:3: menu: "sim" is neither ` + "yes nor no"},
		{"pages/sobre.md", "---\ntitle: 'S\n---\nx\n", "pages/sobre.md:3: not readable as YAML"},
		{"pages/sobre.md", "---\ntitle: S ⟦q⟧\n---\nx\n", "pages/sobre.md:2: title: holds ⟦ or ⟧"},
		{"pages/sobre.md", "---\ntitle: S\n---\n\n", "pages/sobre.md:2: says nothing"},
		{"pages/sobre.md", "---\ntitle: S\n---\n\xff", "pages/sobre.md:1: is not UTF-8"},
		{"pages/Sobre Nós.md", about, `pages/Sobre Nós.md:1: "Sobre Nós" cannot be an address`},
		{"pages/agenda.md", about, "pages/agenda.md:1: /agenda is an address of the site itself"},
		{"pages/api.md", about, "pages/api.md:1: /api is an address of the site itself"},
		{"pages/sub/sobre.md", about, "pages/sub/sobre.md:1: is no page: write pages/<name>.md"},
		{"pages/foto.png", "x", "pages/foto.png:1: is no page"},
		{"pages/a.md", "x\n---\n", "pages/a.md:1: has no title: begin with the line"},
		{"venues/a.md", "---\ntitle: A\n---\nx\n", "venues/a.md:2: title: unknown key: the keys " +
			"here are description, link"},
		{"venues/a.md", "---\nlink: x\n---\nx\n",
			`venues/a.md:2: link: "x" is not an http(s) address`},
		{"venues/a.md", "---\nlink: x\n", "venues/a.md:1: has front matter without an end"},
		{"venues/a.md", " \n", "venues/a.md:2: says nothing"},
		{"organisers/A.md", "x", `organisers/A.md:1: "A" cannot be an address`},
		{"organisers/a.png", "x", "organisers/a.png:1: is no page: write organisers/<name>.md"},
		{"pages", "x", "pages:1: must be a folder"},

		{"static/app.js", "x", "static/app.js:1: is no file that is published (.woff2, .png"},
		{"static/f.ttf", "x", ": convert it to .woff2"},
		{"static/a.gif", "x", ": convert it to .webp or .png"},
		{"static/a.css", "x", ": write rules into templates/site.css"},
		{"static/a.zip", "x", ": remove it, or keep it outside of static"},
		{"static/a.png", "GIF89a", "static/a.png:1: is not image/png, as its name says"},
		{"static/a.svg", "<html>", "static/a.svg:1: is not image/svg+xml"},
		{"static/foto nova.png", "x", "static/foto nova.png:1: cannot be an address"},
		{"static/robots.txt", "x", "static/robots.txt:1: /robots.txt is an address of the " +
			"site itself"},
		{"static/eventos/a.png", "x", "/eventos/a.png is an address of the site itself"},
		{"static/sub/x.txt", "x", "must lie in static itself"},
		{"static/icone.ico", "\x00\x00\x01\x00", "the only file of that kind is favicon.ico"},
		{"static/x.xml", "x", "the only file of that kind is BingSiteAuth.xml"},
		{"static/.well-known/security.text", "x",
			"below .well-known only .well-known/security.txt is, " + `did you mean ` +
				`".well-known/security.txt"?`},
		{"static/google1.html", strings.Repeat("x", 4097),
			"not readable: it has more than 4096 bytes"},

		{"templates/html/homes.html", "x",
			"templates/html/homes.html:1: replaces no template, did you " + `mean ` +
				`"html/home.html"?`},
		{"templates/llms.txt", "x", "replaces no template: a brand's templates are html/"},
	} {
		t.Run(tt.file, func(t *testing.T) {
			_, folder, err := withFiles(t, least, map[string]string{tt.file: tt.text})
			require.ErrorContains(t, err, tt.want)
			require.ErrorContains(t, err, folder+"/"+strings.SplitN(tt.file, "/", 2)[0])
		})
	}
}

func TestFaultsOfLook(t *testing.T) {
	for _, tt := range []struct{ yaml, want string }{
		{"fonts: {family: x}", "10: theme.fonts: must be a list"},
		{"fonts: [{file: f.woff2}]", "10: theme.fonts[0].family: missing"},
		{"fonts: [{family: 'a\"b', file: f.woff2}]", `is not the name of a font`},
		{"fonts: [{family: " + strings.Repeat("a", 61) + ", file: f.woff2}]",
			"has 61 characters: at most 60 are read"},
		{"fonts: [{family: a, file: f.ttf}]", `theme.fonts[0].file: "f.ttf" is not a WOFF2 font`},
		{"fonts: [{family: a, file: g.woff2}]", `"g.woff2" is not readable: there is no such file`},
		{"fonts: [{family: a, file: ../f.woff2}]", "leaves the brand's folder"},
		{"fonts: [{family: a, file: f.woff2, weight: bold}]", `"bold" is not a weight`},
		{"fonts: [{family: a, file: f.woff2, wieght: 400}]", `did you mean "weight"?`},
		{"hero: f.ttf", `theme.hero: "f.ttf" is not a picture`},
		{"icon: f.ttf", `theme.icon: "f.ttf" is not a picture`},
		{"icon: wide.png", `theme.icon: "wide.png" is no square of 192 to 2048 pixels`},
		{"icon: small.png", `theme.icon: "small.png" is no square of 192 to 2048 pixels`},
		{"art: none", "theme.art: must hold keys"},
		{"art: {jazz: f.ttf}", `theme.art.jazz: "f.ttf" is not a picture`},
		{"art: {jazz: ../a.png}", "theme.art.jazz: \"../a.png\" leaves the brand's folder"},
		{"art: {" + strings.Repeat("jazz, ", 21) + "}", "theme.art"},
		{"social: [instagram.com/x]", `"instagram.com/x" is not an https address`},
		{"menu: [{label: x}]", "theme.menu[0].path: missing"},
		{"menu: [{label: x, path: sobre}]", "is neither a path of the site nor an https address"},
		{"menu: [{label: x, path: 'javascript:x'}]", "is neither a path of the site nor"},
		{"menu: [{label: x, path: //x.example}]", "is neither a path of the site nor"},
		{"menu: [{label: x, path: /sobr}]", `10: theme.menu[0].path: there is no page /sobr,` +
			` did you mean "/sobre"?`},
		{"csp: {object: [https://x.example]}", "theme.csp.object: unknown key"},
		{"csp: {img: [http://x.example]}", "is not an https origin"},
		{"csp: {img: ['https://*.example']}", "is not an https origin"},
		{"csp: {script: [https://x.example/a.js]}", "is not an https origin"},
		{"csp: {script: [\"'unsafe-inline'\"]}", "is not an https origin"},
	} {
		t.Run(tt.yaml, func(t *testing.T) {
			_, _, err := withFiles(t, least+"theme:\n  "+tt.yaml+"\n", map[string]string{
				"f.woff2": "wOF2", "f.ttf": "x", "wide.png": picture(t, 300, 200),
				"small.png": picture(t, 64, 64), "pages/sobre.md": about})
			require.ErrorContains(t, err, tt.want)
		})
	}
}

// The examples of the guide load as they stand there.
func TestExamplesOfTheGuide(t *testing.T) {
	guide, err := os.ReadFile("pages.md")
	require.NoError(t, err)
	block := func(heading, language string) string {
		_, rest, found := strings.Cut(string(guide), "\n## "+heading+"\n")
		require.True(t, found, heading)
		m := regexp.MustCompile("(?s)```" + language + "\n(.*?)```").FindStringSubmatch(rest)
		require.NotNil(t, m, heading)
		return m[1]
	}
	b, _, err := withFiles(t, least+block("Texts", "yaml")+block("Look", "yaml"), map[string]string{
		"pages/sobre.md": block("Own pages", "markdown"), "static/fachada.webp": "RIFF0000WEBPVP8 ",
		"fonts/texto.woff2": "wOF2", "fonts/texto-italico.woff2": "wOF2",
		"fonts/cartaz.woff2": "wOF2",
		"fotos/fachada.webp": "RIFF0000WEBPVP8 ",
	})
	require.NoError(t, err)
	require.True(t, b.Pages[0].Menu)
	require.Len(t, b.Theme.Fonts, 3)
	require.Len(t, b.Texts, 4)
}
