package site_test

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
	"cartaz/builder/internal/build/buildtest"
	"cartaz/builder/release"
	"cartaz/builder/rowstest"
)

// A brand's own words are on every page in place of the locale's, in both forms, and a changed word
// draws the pages again.
func TestOwnTexts(t *testing.T) {
	s := buildtest.NewShop(t, "["+buildtest.TextEvent(1, "um")+","+buildtest.TextEvent(2, "dois")+
		"]")
	const seller = buildtest.FileSource + "buy_url: https://loja.example/{slug}\n"
	s.YAML(seller)
	s.MustPublish()
	require.Contains(t, s.HTML("/eventos/evento-1"),
		">Ver detalhes e inscrição<small",
		"nothing is known of tickets")

	s.YAML(seller + "texts:\n  lists.whats_on: Agenda do bairro\n" +
		"  event.see_details: Quero ir\n  markdown.details: Quero ir\n")
	require.Equal(t, 2, s.MustPublish().Drawn)
	require.Contains(t, s.HTML("/"), "<h1>Agenda do bairro</h1>")
	require.Contains(t, s.Markdown("/"), "# Agenda do bairro\n")
	require.Contains(t, s.HTML("/eventos/evento-1"), ">Quero ir<small")
	require.Contains(t, s.Markdown("/eventos/evento-1"), "Quero ir")
	require.False(t, s.MustBuild().Published)

	s.YAML(seller)
	require.Equal(t, 2, s.MustPublish().Drawn, "the words of the locale are back")
	require.Contains(t, s.HTML("/"), "<h1>O que está em cartaz</h1>")
}

// folder writes files of the brand, with their folders.
func folder(s *buildtest.Shop, files map[string]string) {
	s.Helper()
	for name, text := range files {
		require.NoError(s, os.MkdirAll(filepath.Join(s.Brand, filepath.Dir(name)), 0o755))
		s.Write(name, text)
	}
}

// A page that the brand wrote is a page of the site: both forms, twin, sitemap, menu, footer. One
// that changes is drawn again alone; a title in the menu draws every page.
func TestOwnPages(t *testing.T) {
	s := buildtest.NewShop(t, "["+buildtest.TextEvent(1, "um")+","+buildtest.TextEvent(2, "dois")+
		"]")
	folder(s, map[string]string{
		"pages/sobre.md": "---\ntitle: Sobre nós\nmenu: yes\n---\nSomos um **teatro**. Veja " +
			"[um](/eventos/evento-1), [outro](/eventos/nada) e a [privacidade](/privacidade).\n",
		"pages/privacidade.md": "---\ntitle: Privacidade\nfooter: yes\n---\nSem cookies.\n",
	})
	var log bytes.Buffer
	s.Options.Log = slog.New(slog.NewTextHandler(&log, nil))
	s.MustPublish()
	require.Contains(t, log.String(), "pages/sobre.md:5: nothing is at /eventos/nada: the "+
		"link is left out")
	rel := s.Live()
	html, markdown := s.HTML("/sobre"), s.Markdown("/sobre")
	require.Contains(t, html, "<h1>Sobre nós</h1>")
	require.Contains(t, html, `<a href="/eventos/evento-1">um</a>, outro e a <a `+
		`href="/privacidade">`)
	require.Contains(t, html, `<a href="/sobre" aria-current="page">Sobre nós</a>`)
	require.Contains(t, html, `content="Somos um teatro. Veja um, outro e a privacidade."`)
	require.Contains(t, markdown, "# Sobre nós\n\nSomos um **teatro**. Veja "+
		"[um](https://palco.example/eventos/evento-1), outro e a")
	require.Equal(t, markdown, s.Markdown("/sobre.md"))
	for _, path := range []string{"/", "/eventos/evento-1",
		catalog.ProblemPath(catalog.EventNotFound)} {
		page := s.HTML(path)
		require.Contains(t, page, `<a href="/sobre">Sobre nós</a></nav>`, path)
		require.Contains(t, page, `<li><a href="/privacidade">Privacidade</a></li>`, path)
	}
	require.Contains(t, s.Body("/sitemap.xml", "application/xml"),
		"<loc>https://palco.example/privacidade</loc>")
	before := modified(t, rel)
	s.Options.Now = buildtest.Noon.Add(time.Hour)
	s.Write("pages/privacidade.md", "---\ntitle: Privacidade\nfooter: yes\n---\nNada de cookies.\n")
	require.Zero(t, s.MustPublish().Drawn)
	after := modified(t, s.Live())
	for path, at := range before {
		changed := strings.HasPrefix(path, "/privacidade") || path == "/sitemap.xml"
		require.Equal(t, changed, after[path] != at, path)
	}
	require.False(t, s.MustBuild().Published)

	s.Write("pages/sobre.md", "---\ntitle: Quem somos\nmenu: yes\n---\nSomos um teatro.\n")
	require.Equal(t, 2, s.MustPublish().Drawn, "the menu is on every page")
	require.NoError(t, os.Remove(filepath.Join(s.Brand, "pages", "sobre.md")))
	s.MustPublish()
	_, ok := s.Live().Lookup("/sobre")
	require.False(t, ok)
}

// modified returns the Last-Modified of every resource.
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
	s := buildtest.NewShop(t, "["+buildtest.TextEvent(1, "um")+"]")
	live := s.MustPublish().Release
	for _, tt := range rowstest.Read[[]struct{ File, Text, Want string }](t,
		"testdata/own-faults-stop-the-build.yaml") {
		folder(s, map[string]string{tt.File: tt.Text})
		out := s.Build()
		require.ErrorContains(t, out.Err, tt.Want)
		require.ErrorContains(t, out.Err, s.Brand)
		require.Equal(t, live, out.Release, "the live release stays")
		require.NoError(t, os.Remove(filepath.Join(s.Brand, tt.File)))
	}
	require.False(t, s.MustBuild().Published)
}

// A brand's templates and rules hold for that brand, without a flag.
func TestOwnTemplates(t *testing.T) {
	s := buildtest.NewShop(t, "["+buildtest.TextEvent(1, "um")+"]")
	s.MustPublish()
	folder(s, map[string]string{
		"templates/html/problem.html": `{{define "problem"}}{{template "top" .Frame}}<h1>Opa: ` +
			`{{.Heading}}</h1>{{template "bottom" .Frame}}{{end}}`,
		"templates/site.css": ".card\n.tag { color: red; }\n",
	})
	require.Equal(t, 1, s.MustPublish().Drawn)
	require.Contains(t, s.HTML(catalog.ProblemPath(catalog.EventNotFound)), "<h1>Opa: ")
	style := regexp.MustCompile(`<link rel="stylesheet" href="([^"]+)"`).FindStringSubmatch(
		s.HTML("/"))[1]
	require.True(t, strings.HasSuffix(s.Body(style, "text/css"), ".card\n.tag { color: red; }"))
	require.False(t, s.MustBuild().Published)
}

// Files of the brand are at their addresses with their types; nothing runs in them.
func TestStaticFiles(t *testing.T) {
	s := buildtest.NewShop(t, "["+buildtest.TextEvent(1, "um")+"]")
	folder(s, map[string]string{
		"static/favicon.ico":              "\x00\x00\x01\x00icon",
		"static/.well-known/security.txt": "Contact: mailto:a@b.example\n",
		"static/google1.html":             "google-site-verification: google1.html",
		"static/fotos/arco.svg": `<svg xmlns="http://www.w3.org/2000/svg">` +
			`<path d="M0"/></svg>`,
	})
	s.MustPublish()
	rel := s.Live()
	require.Equal(t, "\x00\x00\x01\x00icon", s.Body("/favicon.ico", "image/x-icon"))
	require.Contains(t, s.Body("/.well-known/security.txt", "text/plain"), "Contact:")
	require.Contains(t, s.Body("/fotos/arco.svg", "image/svg+xml"), "<path")
	ref, ok := rel.Lookup("/google1.html")
	require.True(t, ok)
	for _, want := range []release.Field{{Name: "Cache-Control", Value: catalog.CacheSealed},
		{Name: "X-Content-Type-Options", Value: "nosniff"},
		{Name: "X-Robots-Tag", Value: "noindex"}, {Name: "Content-Security-Policy",
			Value: "default-src 'none'; style-src 'unsafe-inline'; sandbox"}} {
		require.Contains(t, ref.Variant(0).Profile(), want)
	}
	s.Write("static/google1.html", "google-site-verification: google2.html")
	require.Zero(t, s.MustPublish().Drawn, "no page shows it")
}

// Fonts, picture, menu and links of the brand are on its pages, and the policy allows them.
func TestLook(t *testing.T) {
	s := buildtest.NewShop(t, "["+buildtest.TextEvent(1, "um")+"]")
	folder(s, map[string]string{"f/a.woff2": "wOF2a", "f/b.woff2": "wOF2b",
		"hero.webp": "RIFF0000WEBPVP8X\x0a\x00\x00\x00\x00\x00\x00\x00\x3f\x00\x00\x1f\x00\x00"})
	s.MustPublish()
	policy := func() string {
		ref, ok := s.Live().Lookup("/")
		require.True(t, ok)
		for _, f := range ref.Variant(0).Profile() {
			if f.Name == "Content-Security-Policy" {
				return f.Value
			}
		}
		return ""
	}
	require.NotContains(t, policy(), "font-src")
	s.YAML(buildtest.FileSource + `theme:
  fonts: [{family: Texto, file: f/a.woff2}, {family: Cartaz, file: f/b.woff2, weight: "800"}]
  hero: hero.webp
  social: [https://instagram.com/palco]
  menu: [{label: Programação, path: /eventos}, {label: Loja, path: "https://loja.example/"}]
  csp: {script: [https://s.example], img: [https://i.example]}
`)
	require.Equal(t, 1, s.MustPublish().Drawn)
	home := s.HTML("/")
	font := regexp.MustCompile(`<link rel="preload" href="([^"]+)" as="font" type="font/woff2" ` +
		`crossorigin>`).
		FindStringSubmatch(home)
	require.NotNil(t, font)
	require.Equal(t, "wOF2a", s.Body(font[1], "font/woff2"))
	require.Regexp(t, `<div class="art [^>]+><img src="/assets/[0-9a-f]+\.webp" alt="" width="64" `+
		`height="32"`, home)
	require.Contains(t, home, `> <a href="/eventos">Programação</a> <a `+
		`href="https://loja.example/">Loja</a></nav>`)
	require.NotContains(t, home, `>Cidades</a></nav>`)
	require.Contains(t, home, `<a href="https://instagram.com/palco" rel="me">Instagram</a>`)
	require.Contains(t, home, `,{"@type":"Organization","name":"Palco",`+
		`"url":"https://palco.example/","sameAs":["https://instagram.com/palco"]}`)
	style := regexp.MustCompile(`<link rel="stylesheet" href="([^"]+)"`).FindStringSubmatch(home)[1]
	require.Contains(t, s.Body(style, "text/css"),
		`@font-face{font-family:"Texto";src:url(`+font[1]+`) `+
			`format("woff2");font-weight:400;font-style:normal;font-display:swap}`)
	require.Contains(t, s.Body(style, "text/css"), `:root{--head:"Cartaz",`)
	require.Contains(t, policy(), "img-src 'self' https://i.example;")
	require.Contains(t, policy(), "; font-src 'self'")
	require.Contains(t, policy(), "; script-src 'self' https://s.example")
}

// A logo with active content is published without it, the build reports the parts that it left out,
// and the policy of the answer blocks any that may be left.
func TestHostileLogo(t *testing.T) {
	s := buildtest.NewShop(t, "["+buildtest.TextEvent(1, "um")+"]")
	s.YAML(buildtest.FileSource + "theme: {logo: logo.svg}\n")
	const drawn = "<svg xmlns=\"http://www.w3.org/2000/svg\">\n<path d=\"M0 0\"/></svg>"
	s.Write("logo.svg", drawn)
	s.MustPublish()
	rel := s.Live()
	path := regexp.MustCompile(
		`<img src="(/assets/[0-9a-f]+\.svg)" alt="Palco"`).FindStringSubmatch(
		s.HTML("/"))[1]
	require.Equal(t, drawn, s.Body(path, "image/svg+xml"))
	ref, ok := rel.Lookup(path)
	require.True(t, ok)
	require.Contains(t, ref.Variant(0).Profile(), release.Field{
		Name:  "Content-Security-Policy",
		Value: "default-src 'none'; style-src 'unsafe-inline'; sandbox",
	})

	s.Write("logo.svg", strings.Replace(drawn, "<path",
		"<script>x()</script><path onload='x()'", 1))
	out := s.Build()
	require.ErrorContains(t, out.Err, "logo.svg: line 2: <script>, line 2: onload of <path>: ")
	_, err := os.Stat(s.Dir())
	require.NoError(t, err, "the release before stays")
}

// The brand's text on a venue or an organiser is under the heading of that page, in both forms
// and for search engines. Another text draws that page alone; a text on no group is reported.
func TestGroupTexts(t *testing.T) {
	s := buildtest.NewShop(t, `[{"id":1,"slug":"samba","name":"Samba",
		"starts_at":"2027-01-01T20:00","location":{"name":"Teatro do Parque","city":"Recife",
		"state_abbr":"PE"},"producer":{"name":"Casa"}}]`)
	const venue, file = "/locais/teatro-do-parque-recife-pe",
		"venues/teatro-do-parque-recife-pe.md"
	folder(s, rowstest.Read[map[string]string](t, "testdata/group-texts.yaml"))
	var log bytes.Buffer
	s.Options.Log = slog.New(slog.NewTextHandler(&log, nil))
	out := s.MustPublish()
	require.Equal(t, []string{
		"venues/nada.md: there is no page /locais/nada: name the file as the address of a page " +
			"ends",
		`organisers/caza.md: there is no page /organizadores/caza, did you mean "casa"?`,
	}, out.Report.Warnings)
	require.Contains(t, log.String(), "venues/nada.md: there is no page")
	require.Contains(t, log.String(), file+":4: nothing is at /eventos/nada: the link is left out")
	rel := s.Live()
	html := s.HTML(venue)
	require.Contains(t, html, "<h1>Teatro do Parque</h1>\n"+
		"<div class=\"prose\"><p>De <strong>1915</strong>. Veja <a href=\"/eventos/samba\">"+
		"samba</a>, nada, <a href=\"/organizadores/casa\">Casa</a> e <a href=\"/sobre\">sobre</a>."+
		"</p>")
	require.Contains(t, html, `<img src="/f.png" alt="A fachada" loading="lazy">`)
	require.Contains(t, html, "\n<p class=\"go\"><a href=\"https://www.teatro.example/\" "+
		"rel=\"noreferrer\">www.teatro.example</a></p></div>\n")
	require.Contains(t, html, `<meta name="description" content="De 1915. Veja samba, nada, Casa `)
	require.Contains(t, html, `{"@context":"https://schema.org","@graph":[{"@type":"Place",`+
		`"name":"Teatro do Parque","url":"https://palco.example`+venue+`","description":"De 1915. `)
	require.Contains(t, html, `"image":"https://palco.example/f.png","sameAs":[`+
		`"https://www.teatro.example/"]},{"@context":"https://schema.org","@type":"ItemList"`)
	markdown := s.Markdown(venue)
	require.Contains(t, markdown, "# Teatro do Parque\n\nDe **1915**. Veja "+
		"[samba](https://palco.example/eventos/samba), nada, ")
	require.Contains(t, markdown, "\n\n[www.teatro.example](https://www.teatro.example/)\n")
	html = s.HTML("/organizadores/casa")
	require.Contains(t, html, `<meta name="description" content="Uma casa.">`)
	require.Contains(t, html, `{"@type":"Organization","name":"Casa",`)
	require.Contains(t, html, `"image":"https://palco.example/a.avif"`)
	require.NotContains(t, html, `content="https://palco.example/a.avif"`, "no preview draws it")
	require.Contains(t, html, `<a href="`+venue+`">Parque</a>`)
	require.Contains(t, s.HTML("/sobre"), `<a href="`+venue+`">`)
	require.Contains(t, s.Body("/sitemap.xml", "application/xml"), venue+"</loc>")
	require.False(t, s.MustBuild().Published)

	before := modified(t, rel)
	s.Options.Now = buildtest.Noon.Add(time.Hour)
	s.Write(file, "Fechado para obras.\n")
	require.Zero(t, s.MustPublish().Drawn)
	after := modified(t, s.Live())
	for path, at := range before {
		changed := strings.HasSuffix(path, venue) || path == venue+".md" || path == "/sitemap.xml"
		require.Equal(t, changed, after[path] != at, path)
	}
	require.NoError(t, os.Remove(filepath.Join(s.Brand, file)))
	s.MustPublish()
	require.NotContains(t, s.HTML(venue), "prose")
}

// An event without a picture shows the picture of its first topic that has one; "off" shows no
// drawn one.
func TestArt(t *testing.T) {
	s := buildtest.NewShop(t, `[{"id":1,"slug":"a","name":"A","tags":["Samba","musica"]},
		{"id":2,"slug":"b","name":"B","tags":["Teatro"]},
		{"id":3,"slug":"c","name":"C","tags":["Música"],
			"images":{"thumbnail":"https://i.example/c.jpg"}}]`)
	folder(s, map[string]string{"f/m.png": "\x89PNG\r\n\x1a\nm", "f/r.png": "\x89PNG\r\n\x1a\nr"})
	s.YAML(buildtest.FileSource + "theme: {art: {Música: f/m.png, rock: f/r.png}}\n")
	s.MustPublish()
	home := s.HTML("/")
	page := s.HTML("/eventos/a")
	path := regexp.MustCompile(`<div class="art poster [^>]+ band" aria-hidden="true"><img ` +
		`src="(/assets/[0-9a-f]+\.png)" alt="" width="1280"`).FindStringSubmatch(page)
	require.NotNil(t, path)
	require.Equal(t, "\x89PNG\r\n\x1a\nm", s.Body(path[1], "image/png"))
	require.Equal(t, 1, strings.Count(home, `<img src="`+path[1]+`"`), "of A alone")
	require.Contains(t, home, `<div class="art a1 p0" aria-hidden="true"></div>`, "B is drawn")
	require.Contains(t, home, `<img src="https://i.example/c.jpg"`)
	require.NotContains(t, s.HTML("/eventos/c"), path[1])

	s.YAML(buildtest.FileSource + "theme: {art: off}\n")
	require.Equal(t, 3, s.MustPublish().Drawn)
	page = s.HTML("/eventos/a")
	require.NotContains(t, page, path[1])
	style := regexp.MustCompile(`<link rel="stylesheet" href="([^"]+)"`).FindStringSubmatch(page)[1]
	require.Contains(t, s.Body(style, "text/css"), ".art:not(:has(img)){display:none}")
}
