package brands_test

import (
	"bytes"
	"encoding/json"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/brands"
	"cartaz/builder/rowstest"
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
	for _, tt := range rowstest.Read[[]struct{ File, Text, Want string }](t,
		"testdata/faults-of-own-files.yaml") {
		t.Run(tt.File, func(t *testing.T) {
			_, folder, err := withFiles(t, least, map[string]string{tt.File: tt.Text})
			require.ErrorContains(t, err, tt.Want)
			require.ErrorContains(t, err, folder+"/"+strings.SplitN(tt.File, "/", 2)[0])
		})
	}
	_, _, err := withFiles(t, least, map[string]string{
		"static/google1.html": strings.Repeat("x", 4097)})
	require.ErrorContains(t, err, "static/google1.html")
	require.ErrorContains(t, err, "not readable: it has more than 4096 bytes")
}

func TestFaultsOfLook(t *testing.T) {
	for _, tt := range rowstest.Read[[]struct{ Line, Want string }](t,
		"testdata/faults-of-look.yaml") {
		t.Run(tt.Line, func(t *testing.T) {
			_, _, err := withFiles(t, least+"theme:\n  "+tt.Line+"\n", map[string]string{
				"f.woff2": "wOF2", "f.ttf": "x", "wide.png": picture(t, 300, 200),
				"small.png": picture(t, 64, 64), "pages/sobre.md": about})
			require.ErrorContains(t, err, tt.Want)
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

// TestReadEdits: each row is an edits.yaml and what is made of it: the members of its last entry
// as JSON, or the fault, with the line.
func TestReadEdits(t *testing.T) {
	t.Parallel()
	for _, row := range rowstest.Read[[]struct{ Text, Made, Fault string }](t,
		"testdata/read-edits.yaml") {
		dir := installation(t, map[string]string{"palco/brand.yaml": least,
			"palco/edits.yaml": row.Text})
		b, err := brands.LoadOne(filepath.Join(dir, "palco"), env(nil))
		require.NoError(t, err)
		list, err := b.ReadEdits()
		switch {
		case row.Fault != "":
			require.ErrorContains(t, err, row.Fault, row.Text)
		case row.Made == "":
			require.NoError(t, err, row.Text)
			require.Empty(t, list, row.Text)
		default:
			require.NoError(t, err, row.Text)
			set, err := json.Marshal(list[len(list)-1].Set)
			require.NoError(t, err)
			require.JSONEq(t, row.Made, string(set), row.Text)
		}
	}
	dir := installation(t, map[string]string{"palco/brand.yaml": least, "palco/edits.yml": ""})
	b, err := brands.LoadOne(filepath.Join(dir, "palco"), env(nil))
	require.NoError(t, err)
	_, err = b.ReadEdits()
	require.ErrorContains(t, err, "edits.yml is not read: rename it to edits.yaml")
}
