package build_test

import (
	"bytes"
	"log/slog"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cartaz/builder/catalog"
	"cartaz/builder/release"
)

// A brand's own words stand on every page where the locale's stood, in both forms, and a changed
// word draws the pages again.
func TestOwnTexts(t *testing.T) {
	s := newShop(t, "["+textEvent(1, "um")+","+textEvent(2, "dois")+"]")
	const seller = fileSource + "buy_url: https://loja.example/{slug}\n"
	s.yaml(seller)
	s.mustPublish()
	require.Contains(t, body(t, s.live(), "/eventos/evento-1", "text/html"),
		">Ver detalhes e inscrição</a>",
		"nothing is known of tickets")

	s.yaml(seller + "texts:\n  lists.whats_on: Agenda do bairro\n" +
		"  event.see_details: Quero ir\n  markdown.details: Quero ir\n")
	require.Equal(t, 2, s.mustPublish().Drawn)
	rel := s.live()
	require.Contains(t, body(t, rel, "/", "text/html"), "<h1>Agenda do bairro</h1>")
	require.Contains(t, body(t, rel, "/", "text/markdown"), "# Agenda do bairro\n")
	require.Contains(t, body(t, rel, "/eventos/evento-1", "text/html"), ">Quero ir</a>")
	require.Contains(t, body(t, rel, "/eventos/evento-1", "text/markdown"), "Quero ir")
	require.False(t, s.mustBuild().Published)

	s.yaml(seller)
	require.Equal(t, 2, s.mustPublish().Drawn, "the words of the locale are back")
	require.Contains(t, body(t, s.live(), "/", "text/html"), "<h1>O que está em cartaz</h1>")
}

// folder writes files of the brand, with their folders.
func (s *shop) folder(files map[string]string) {
	s.Helper()
	for name, text := range files {
		require.NoError(s, os.MkdirAll(filepath.Join(s.brand, filepath.Dir(name)), 0o755))
		s.write(name, text)
	}
}

// A page that the brand wrote is a page of the site: both forms, twin, sitemap, menu, footer. One
// that changes is drawn again alone; a title in the menu draws every page.
func TestOwnPages(t *testing.T) {
	s := newShop(t, "["+textEvent(1, "um")+","+textEvent(2, "dois")+"]")
	s.folder(map[string]string{
		"pages/sobre.md": "---\ntitle: Sobre nós\nmenu: yes\n---\nSomos um **teatro**. Veja " +
			"[um](/eventos/evento-1), [outro](/eventos/nada) e a [privacidade](/privacidade).\n",
		"pages/privacidade.md": "---\ntitle: Privacidade\nfooter: yes\n---\nSem cookies.\n",
	})
	var log bytes.Buffer
	s.options.Log = slog.New(slog.NewTextHandler(&log, nil))
	s.mustPublish()
	require.Contains(t, log.String(), "pages/sobre.md:5: nothing is at /eventos/nada: the "+
		"link is left out")
	rel := s.live()
	html, markdown := body(t, rel, "/sobre", "text/html"), body(t, rel, "/sobre", "text/markdown")
	require.Contains(t, html, "<h1>Sobre nós</h1>")
	require.Contains(t, html, `<a href="/eventos/evento-1">um</a>, outro e a <a `+
		`href="/privacidade">`)
	require.Contains(t, html, `<a href="/sobre" aria-current="page">Sobre nós</a>`)
	require.Contains(t, html, `content="Somos um teatro. Veja um, outro e a privacidade."`)
	require.Contains(t, markdown, "# Sobre nós\n\nSomos um **teatro**. Veja "+
		"[um](https://palco.example/eventos/evento-1), outro e a")
	require.Equal(t, markdown, body(t, rel, "/sobre.md", "text/markdown"))
	for _, path := range []string{"/", "/eventos/evento-1",
		catalog.ProblemPath(catalog.EventNotFound)} {
		page := body(t, rel, path, "text/html")
		require.Contains(t, page, `<a href="/sobre">Sobre nós</a></nav>`, path)
		require.Contains(t, page, `<li><a href="/privacidade">Privacidade</a></li>`, path)
	}
	require.Contains(t, body(t, rel, "/sitemap.xml", "application/xml"),
		"<loc>https://palco.example/privacidade</loc>")
	file, err := os.ReadFile(filepath.Join(s.dir(), "site", "sobre.html"))
	if os.IsNotExist(err) {
		file, err = os.ReadFile(filepath.Join(s.dir(), "site", "sobre", "index.html"))
	}
	require.NoError(t, err)
	require.Equal(t, html, string(file), "exported")

	before := modified(t, rel)
	s.options.Now = noon.Add(time.Hour)
	s.write("pages/privacidade.md", "---\ntitle: Privacidade\nfooter: yes\n---\nNada de cookies.\n")
	require.Zero(t, s.mustPublish().Drawn)
	after := modified(t, s.live())
	for path, at := range before {
		changed := strings.HasPrefix(path, "/privacidade") || path == "/sitemap.xml"
		require.Equal(t, changed, after[path] != at, path)
	}
	require.False(t, s.mustBuild().Published)

	s.write("pages/sobre.md", "---\ntitle: Quem somos\nmenu: yes\n---\nSomos um teatro.\n")
	require.Equal(t, 2, s.mustPublish().Drawn, "the menu is on every page")
	require.NoError(t, os.Remove(filepath.Join(s.brand, "pages", "sobre.md")))
	s.mustPublish()
	_, ok := s.live().Lookup("/sobre")
	require.False(t, ok)
}

// modified is the Last-Modified of every resource.
func modified(t *testing.T, rel *release.Release) map[string]int64 {
	t.Helper()
	all := map[string]int64{}
	for ref := range rel.Resources() {
		all[string(ref.Path())] = ref.Modified()
	}
	return all
}

// A fault in a page or a template stops the brand's build with file and line, and the live release
// stays.
func TestOwnFaultsStopTheBuild(t *testing.T) {
	s := newShop(t, "["+textEvent(1, "um")+"]")
	live := s.mustPublish().Release
	for _, tt := range []struct{ file, text, want string }{
		{"pages/a.md", "---\ntitle: A\n---\n\n<b>x</b>\n", "pages/a.md:5: HTML is not read"},
		{"pages/a.md", "---\ntitle: A\n---\n[x](/nada)\n", "pages/a.md:4: there is no page /nada"},
		{"pages/a.md", "---\ntitle: A\n---\n![x](/nada.png)\n",
			`pages/a.md:4: there is no picture "/nada`},
		{"templates/html/home.html", "{{define \"home\"}}\n{{if}}{{end}}",
			"templates/html/home.html:2: page templates: template: home.html:2: missing " +
				"value for if"},
		{"templates/html/home.html", "{{define \"home\"}}\n\n{{.Nothing}}{{end}}",
			"templates/html/home.html:3:"},
		{"templates/md/event.md", "{{define \"evnt\"}}{{end}}",
			`templates/md/event.md:1: the template "event" is not defined`},
		{"templates/html/event.html", "{{define \"event\"}}<a href='{{if .Name}}'>{{end}}{{end}}",
			"templates/html/event.html:1:"},
		{"static/a.svg", "<svg xmlns=\"http://www.w3.org/2000/svg\">\n</g></svg>",
			"static/a.svg: line 2"},
	} {
		s.folder(map[string]string{tt.file: tt.text})
		out := s.build()
		require.ErrorContains(t, out.Err, tt.want)
		require.ErrorContains(t, out.Err, s.brand)
		require.Equal(t, live, out.Release, "the live release stays")
		require.NoError(t, os.Remove(filepath.Join(s.brand, tt.file)))
	}
	require.False(t, s.mustBuild().Published)
}

// A brand's templates and rules hold for that brand, without a flag.
func TestOwnTemplates(t *testing.T) {
	s := newShop(t, "["+textEvent(1, "um")+"]")
	s.mustPublish()
	s.folder(map[string]string{
		"templates/html/problem.html": `{{define "problem"}}{{template "top" .Frame}}<h1>Opa: ` +
			`{{.Heading}}</h1>{{template "bottom" .Frame}}{{end}}`,
		"templates/site.css": ".card\n.tag { color: red; }\n",
	})
	require.Equal(t, 1, s.mustPublish().Drawn)
	rel := s.live()
	require.Contains(t, body(t, rel, catalog.ProblemPath(catalog.EventNotFound), "text/html"),
		"<h1>Opa: ")
	style := regexp.MustCompile(`<link rel="stylesheet" href="([^"]+)"`).FindStringSubmatch(
		body(t, rel, "/", "text/html"))[1]
	require.True(t, strings.HasSuffix(body(t, rel, style, "text/css"),
		".card\n.tag { color: red; }"))
	require.False(t, s.mustBuild().Published)
}

// Files of the brand lie at their addresses with their types; nothing runs in them.
func TestStaticFiles(t *testing.T) {
	s := newShop(t, "["+textEvent(1, "um")+"]")
	s.folder(map[string]string{
		"static/favicon.ico":              "\x00\x00\x01\x00icon",
		"static/.well-known/security.txt": "Contact: mailto:a@b.example\n",
		"static/google1.html":             "google-site-verification: google1.html",
		"static/fotos/arco.svg": `<svg xmlns="http://www.w3.org/2000/svg"><script>x()</script>` +
			`<path d="M0 0"/></svg>`,
	})
	s.mustPublish()
	rel := s.live()
	require.Equal(t, "\x00\x00\x01\x00icon", body(t, rel, "/favicon.ico", "image/x-icon"))
	require.Contains(t, body(t, rel, "/.well-known/security.txt", "text/plain"), "Contact:")
	require.NotContains(t, body(t, rel, "/fotos/arco.svg", "image/svg+xml"), "script")
	ref, ok := rel.Lookup("/google1.html")
	require.True(t, ok)
	for _, want := range []release.Field{{Name: "Cache-Control", Value: catalog.CacheSealed},
		{Name: "X-Content-Type-Options", Value: "nosniff"},
		{Name: "X-Robots-Tag", Value: "noindex"}, {Name: "Content-Security-Policy",
			Value: "default-src 'none'; style-src 'unsafe-inline'; sandbox"}} {
		require.Contains(t, ref.Variant(0).Profile(), want)
	}
	s.write("static/google1.html", "google-site-verification: google2.html")
	require.Zero(t, s.mustPublish().Drawn, "no page shows it")
}

// Fonts, picture, menu and links of the brand are on its pages, and the policy allows them.
func TestLook(t *testing.T) {
	s := newShop(t, "["+textEvent(1, "um")+"]")
	s.folder(map[string]string{"f/a.woff2": "wOF2a", "f/b.woff2": "wOF2b",
		"hero.webp": "RIFF0000WEBPVP8X\x0a\x00\x00\x00\x00\x00\x00\x00\x3f\x00\x00\x1f\x00\x00"})
	s.mustPublish()
	policy := func() string {
		ref, ok := s.live().Lookup("/")
		require.True(t, ok)
		for _, f := range ref.Variant(0).Profile() {
			if f.Name == "Content-Security-Policy" {
				return f.Value
			}
		}
		return ""
	}
	require.NotContains(t, policy(), "font-src")
	s.yaml(fileSource + `theme:
  fonts: [{family: Texto, file: f/a.woff2}, {family: Cartaz, file: f/b.woff2, weight: "800"}]
  hero: hero.webp
  social: [https://instagram.com/palco]
  menu: [{label: Programação, path: /eventos}, {label: Loja, path: "https://loja.example/"}]
  csp: {script: [https://s.example], img: [https://i.example]}
`)
	require.Equal(t, 1, s.mustPublish().Drawn)
	rel := s.live()
	home := body(t, rel, "/", "text/html")
	font := regexp.MustCompile(`<link rel="preload" href="([^"]+)" as="font" type="font/woff2" ` +
		`crossorigin>`).
		FindStringSubmatch(home)
	require.NotNil(t, font)
	require.Equal(t, "wOF2a", body(t, rel, font[1], "font/woff2"))
	require.Regexp(t, `<div class="art [^>]+><img src="/assets/[0-9a-f]+\.webp" alt="" width="64" `+
		`height="32"`, home)
	require.Contains(t, home, `> <a href="/eventos">Programação</a> <a `+
		`href="https://loja.example/">Loja</a></nav>`)
	require.NotContains(t, home, `>Cidades</a></nav>`)
	require.Contains(t, home, `<a href="https://instagram.com/palco" rel="me">Instagram</a>`)
	require.Contains(t, home, `,{"@type":"Organization","name":"Palco",`+
		`"url":"https://palco.example/","sameAs":["https://instagram.com/palco"]}`)
	style := regexp.MustCompile(`<link rel="stylesheet" href="([^"]+)"`).FindStringSubmatch(home)[1]
	require.Contains(t, body(t, rel, style, "text/css"), `@font-face{font-family:"Texto";src:url(`+
		font[1]+`) format("woff2");font-weight:400;font-style:normal;font-display:swap}`)
	require.Contains(t, body(t, rel, style, "text/css"), `:root{--head:"Cartaz",`)
	require.Contains(t, policy(), "img-src 'self' https://i.example;")
	require.Contains(t, policy(), "; font-src 'self'")
	require.Contains(t, policy(), "; script-src https://s.example")
}
