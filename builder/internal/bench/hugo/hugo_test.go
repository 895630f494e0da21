package hugo_test

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"cartaz/brands"
	"cartaz/builder/internal/bench/hugo"
	"cartaz/builder/internal/build"
	"cartaz/builder/internal/generate"
	"cartaz/templates"
)

// drawsOurSite matches the version of Hugo that the site is written for.
var drawsOurSite = regexp.MustCompile(`\bv0\.111\.`)

// TestSameSite builds one catalogue with the builder and with Hugo: a benchmark of the two means
// something only while ours draws at least what Hugo's does. Pages are compared by the lines of
// their visible text, documents by what they hold.
func TestSameSite(t *testing.T) {
	program, err := exec.LookPath("hugo")
	if err != nil {
		t.Skip("SKIPPED: hugo not installed: apt-get install hugo")
	}
	// Other versions shorten texts and write feeds in other ways, or know no option of
	// the site's: what differs then says nothing about ours.
	if said, err := exec.Command(program, "version").CombinedOutput(); err != nil ||
		!drawsOurSite.Match(said) {
		t.Skipf("NOT TESTED with this Hugo: the site to compare with is written for 0.111, that "+
			"of Debian 12: %v: %s", err, bytes.TrimSpace(said))
	}
	const events = 50
	catalogue := generate.Options{Events: events, Seed: 1}
	ours, theirs := mustBuild(t, catalogue), mustBuildHugo(t, program, catalogue)

	folders := map[string]int{"eventos/*.html": events, "eventos/*.md": events,
		"eventos/*.ics": events, "cidades/*.html": 6, "cidades/*.md": 6, "organizadores/*.html": 1,
		"organizadores/*.md": 1}
	for pattern, want := range folders {
		names := mustGlob(t, ours, pattern)
		require.Len(t, names, want, pattern)
		require.Equal(t, names, mustGlob(t, theirs, pattern), "both have the same files")
		for _, name := range names {
			drawsNoMore(t, name, mustRead(t, ours, name), mustRead(t, theirs, name))
		}
	}
	for _, name := range []string{"index.html", "index.md"} {
		drawsNoMore(t, name, mustRead(t, ours, name), mustRead(t, theirs, name))
	}
	var slugs []string
	for _, name := range mustGlob(t, ours, "api/public/v1/events/*") {
		slug := filepath.Base(name)
		slugs = append(slugs, slug)
		require.JSONEq(t, mustRead(t, ours, name),
			mustRead(t, theirs, "api/public/v1/eventos/"+slug+".json"))
	}
	require.Subset(t, addresses(mustRead(t, ours, "sitemap.xml")),
		addresses(mustRead(t, theirs, "sitemap.xml")))
	require.ElementsMatch(t, slugs, listed(t, mustRead(t, theirs, "api/public/v1/events.json")))
}

func mustBuild(t *testing.T, o generate.Options) string {
	t.Helper()
	dir := t.TempDir()
	require.NoError(t, generate.Brand(dir, "festa", o))
	b, err := brands.LoadOne(filepath.Join(dir, "festa"), brands.LoadOptions{})
	require.NoError(t, err)
	out := t.TempDir()
	outcome := build.Run(t.Context(), b,
		build.Options{Out: out, Templates: templates.Embedded, Now: time.Now(), Export: true})
	require.NoError(t, outcome.Err)
	return filepath.Join(out, "festa", "site")
}

func mustBuildHugo(t *testing.T, program string, o generate.Options) string {
	t.Helper()
	source, out := t.TempDir(), t.TempDir()
	require.NoError(t, hugo.Write(source, o))
	output, err := exec.Command(program, "--quiet", "--source", source, "--destination",
		out).CombinedOutput()
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

var times = regexp.MustCompile(`(?m)^DT(START|END).*\n`)

// drawsNoMore demands that every line of Hugo's page is on ours too. Ours say more: days, venues,
// calendars, feeds and previews came after Hugo's site was written, so the comparison of times is
// in Hugo's favour.
func drawsNoMore(t *testing.T, name, ours, theirs string) {
	t.Helper()
	a, b := detail.ReplaceAllString(ours, "$1"), detail.ReplaceAllString(theirs, "$1")
	switch filepath.Ext(name) {
	case ".html":
		checkBalanced(t, name, theirs)
		a, b = text(parse(t, ours)), text(parse(t, theirs))
		require.NotEmpty(t, b, name)
		require.GreaterOrEqual(t, strings.Count(ours, "<meta "), strings.Count(theirs, "<meta "),
			name)
	case ".ics": // Hugo folds long lines elsewhere, and writes times in UTC
		a, b = strings.ReplaceAll(a, "\r\n ", ""), strings.ReplaceAll(b, "\r\n ", "")
		b = times.ReplaceAllString(b, "")
	}
	known := map[string]bool{}
	for line := range strings.Lines(a) {
		known[strings.TrimSpace(line)] = true
	}
	for line := range strings.Lines(b) {
		assert.True(t, known[strings.TrimSpace(line)], "%s: only Hugo's page says %q", name, line)
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
