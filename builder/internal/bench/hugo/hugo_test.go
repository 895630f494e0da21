package hugo_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"cartaz/brands"
	"cartaz/builder/internal/bench/hugo"
	"cartaz/builder/internal/build"
	"cartaz/builder/internal/generate"
	"cartaz/templates"
)

// TestSameSite builds one catalogue with the builder and with Hugo: a benchmark
// of the two means something only while both sites say the same. Pages are
// compared by their whole visible text, documents by what they hold.
func TestSameSite(t *testing.T) {
	program, err := exec.LookPath("hugo")
	if err != nil {
		t.Skip("SKIPPED: hugo not installed: apt-get install hugo")
	}
	const events = 50
	catalogue := generate.Options{Events: events, Seed: 1}
	ours, theirs := mustBuild(t, catalogue), mustBuildHugo(t, program, catalogue)

	folders := map[string]int{"eventos/*.html": events, "eventos/*.md": events, "eventos/*.ics": events, "cidades/*.html": 14, "cidades/*.md": 14, "organizadores/*": 2}
	for pattern, want := range folders {
		names := mustGlob(t, ours, pattern)
		require.Len(t, names, want, pattern)
		require.Equal(t, names, mustGlob(t, theirs, pattern), "both have the same files")
		for _, name := range names {
			samePage(t, name, mustRead(t, ours, name), mustRead(t, theirs, name))
		}
	}
	for _, name := range []string{"index.html", "index.md", "llms.txt"} {
		samePage(t, name, mustRead(t, ours, name), mustRead(t, theirs, name))
	}
	var slugs []string
	for _, name := range mustGlob(t, ours, "api/public/v1/events/*") {
		slug := filepath.Base(name)
		slugs = append(slugs, slug)
		require.JSONEq(t, mustRead(t, ours, name), mustRead(t, theirs, "api/public/v1/eventos/"+slug+".json"))
	}
	require.ElementsMatch(t, addresses(mustRead(t, ours, "sitemap.xml")), addresses(mustRead(t, theirs, "sitemap.xml")))
	require.ElementsMatch(t, slugs, listed(t, mustRead(t, theirs, "api/public/v1/events.json")))
}

func mustBuild(t *testing.T, o generate.Options) string {
	t.Helper()
	dir := t.TempDir()
	require.NoError(t, generate.Brand(dir, "festa", o))
	b, err := brands.LoadOne(filepath.Join(dir, "festa"), brands.LoadOptions{})
	require.NoError(t, err)
	out := t.TempDir()
	outcome := build.Run(t.Context(), []*brands.Brand{b}, build.Options{Out: out, Templates: templates.FS, Now: time.Now(), Export: true})[0]
	require.NoError(t, outcome.Err)
	return filepath.Join(out, "festa", "site")
}

func mustBuildHugo(t *testing.T, program string, o generate.Options) string {
	t.Helper()
	source, out := t.TempDir(), t.TempDir()
	require.NoError(t, hugo.Write(source, o))
	output, err := exec.Command(program, "--quiet", "--source", source, "--destination", out).CombinedOutput()
	require.NoError(t, err, string(output))
	return out
}

func mustGlob(t *testing.T, dir, pattern string) []string {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(dir, pattern))
	require.NoError(t, err)
	for i, name := range names {
		names[i], err = filepath.Rel(dir, name)
		require.NoError(t, err)
	}
	return names
}

func mustRead(t *testing.T, dir, name string) string {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(dir, name))
	require.NoError(t, err)
	return string(b)
}

// detail is the address of an event's JSON, which Hugo cannot write without an
// extension.
var detail = regexp.MustCompile(`/api/public/v1/(?:eventos|events)/([a-z0-9-]+)(?:\.json)?`)

// stop is what Hugo leaves before the ellipsis of a shortened text.
var stop = regexp.MustCompile(`[.:]…`)

func samePage(t *testing.T, name, ours, theirs string) {
	t.Helper()
	switch filepath.Ext(name) {
	case ".html":
		checkBalanced(t, name, theirs)
		a, b := parse(t, ours), parse(t, theirs)
		require.NotEmpty(t, text(a), name)
		require.Equal(t, text(a), text(b), name)
		require.Equal(t, strings.Count(ours, "<meta "), strings.Count(theirs, "<meta "), name)
		if data := linkedData(a); data != "" {
			require.JSONEq(t, data, stop.ReplaceAllString(linkedData(b), "…"), name)
		}
	case ".ics": // Hugo folds long lines elsewhere
		unfold := func(s string) string { return strings.ReplaceAll(s, "\r\n ", "") }
		require.Equal(t, unfold(ours), unfold(theirs), name)
	default:
		require.Equal(t, detail.ReplaceAllString(ours, "$1"), detail.ReplaceAllString(theirs, "$1"), name)
	}
}

func parse(t *testing.T, page string) *html.Node {
	t.Helper()
	doc, err := html.Parse(strings.NewReader(page))
	require.NoError(t, err)
	return doc
}

// text is what a reader sees, title included, a line for each piece.
func text(doc *html.Node) string {
	var b strings.Builder
	for n := range doc.Descendants() {
		if n.Type == html.TextNode && n.Parent.DataAtom != atom.Script {
			if words := strings.Join(strings.Fields(n.Data), " "); words != "" {
				b.WriteString(words + "\n")
			}
		}
	}
	return b.String()
}

func linkedData(doc *html.Node) string {
	for n := range doc.Descendants() {
		if n.DataAtom == atom.Script && n.FirstChild != nil {
			return n.FirstChild.Data
		}
	}
	return ""
}

var void = map[string]bool{"meta": true, "link": true, "img": true, "br": true, "input": true}

// checkBalanced reads the tags as they stand, because a parser repairs what does
// not match.
func checkBalanced(t *testing.T, name, page string) {
	t.Helper()
	var open []string
	for z := html.NewTokenizer(strings.NewReader(page)); ; {
		kind := z.Next()
		tag, _ := z.TagName()
		switch {
		case kind == html.ErrorToken:
			require.Empty(t, open, "%s: elements left open", name)
			return
		case kind == html.StartTagToken && !void[string(tag)]:
			open = append(open, string(tag))
		case kind == html.EndTagToken:
			require.NotEmpty(t, open, "%s: </%s> closes nothing", name, tag)
			require.Equal(t, open[len(open)-1], string(tag), name)
			open = open[:len(open)-1]
		}
	}
}

var location = regexp.MustCompile(`<loc>([^<]+)</loc><lastmod>([^<]+)`)

func addresses(sitemap string) [][]string { return location.FindAllStringSubmatch(sitemap, -1) }

func listed(t *testing.T, document string) []string {
	t.Helper()
	var list struct {
		Data []struct {
			Slug string
		}
	}
	dec := json.NewDecoder(strings.NewReader(document))
	require.NoError(t, dec.Decode(&list))
	var slugs []string
	for _, e := range list.Data {
		slugs = append(slugs, e.Slug)
	}
	return slugs
}
