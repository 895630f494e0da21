package build_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cartaz/builder/internal/build/buildtest"
	"cartaz/builder/internal/validate"
	"cartaz/builder/release"
	"cartaz/builder/rowstest"
)

// TestB6DuplicateIDsAndSlugs: sets of records that fight over ids and slugs. The
// winners do not depend on the order of the source, every loser is in the report,
// and no page is overwritten: each published event has an address of its own that
// says its own name.
func TestB6DuplicateIDsAndSlugs(t *testing.T) {
	t.Parallel()
	for _, test := range rowstest.Read[[]struct {
		Name    string
		Records []string
		Want    map[string]string // slug to name
		Reasons map[string]int
	}](t, "testdata/duplicates.yaml") {
		t.Run(test.Name, func(t *testing.T) {
			t.Parallel()
			for range 2 {
				slices.Reverse(test.Records)
				s := newShop(t, buildtest.Array(test.Records...))
				out := s.MustPublish()
				rel := s.Live()
				got := map[string]string{}
				for _, slug := range buildtest.EventSlugs(rel) {
					page := buildtest.Body(t, rel, "/eventos/"+slug+".md", "text/markdown")
					got[slug] = regexp.MustCompile(`(?m)^# (.*)$`).FindStringSubmatch(page)[1]
					got[slug] = strings.ReplaceAll(got[slug], `\`, "")
				}
				require.Equal(t, test.Want, got)
				require.Equal(t, test.Reasons, buildtest.Reasons(out.Report))
				require.Equal(t, len(test.Records), out.Report.Published+out.Report.Dropped)
			}
		})
	}
}

// TestMergeJoinsInTheOrderOfTheSource: with source.duplicates merge the first
// value wins, so the order of the source counts, as documented; values that do
// not contradict each other are joined the same way in any order.
func TestMergeJoinsInTheOrderOfTheSource(t *testing.T) {
	t.Parallel()
	const (
		when  = `{"id":"x","name":"PyCon","starts_at":"2027-05-01","ends_at":"2027-05-03"}`
		where = `{"id":"x","name":"PyCon","location":{"city":"Recife","state_abbr":"PE"},` +
			`"images":{"banner":"https://images.example/b.jpg"}}`
		what = `{"id":"x","name":"PyCon","description":"Python.","description_format":"markdown",` +
			`"producer":{"name":"APyB"}}`
	)
	var want map[string]string
	for _, order := range [][]string{{when, where, what}, {what, when, where}, {where, what, when},
		{what, where, when, what}} {
		s := exporting(t, buildtest.Array(order...))
		s.YAML("source: {kind: file, path: catalogue.json, duplicates: merge}\n")
		out := s.MustPublish()
		require.Equal(t, 1, out.Report.Published)
		require.Equal(t, len(order)-1, out.Report.Merged)
		require.Zero(t, out.Report.Dropped)
		got := buildtest.Tree(t, s.site())
		if want == nil {
			want = got
		}
		require.Equal(t, want, got)
		page := buildtest.Body(t, s.Live(), "/eventos/pycon.md", "text/markdown")
		for _, text := range []string{"starts_at: \"2027-05-01\"", "ends_at: \"2027-05-03\"",
			"Recife", "APyB", "Python."} {
			require.Contains(t, page, text)
		}
		require.Contains(t, s.policy("/eventos/pycon"), "img-src 'self' https://images.example;",
			"the image of a merged record may load")
	}

	first, second := `{"id":1,"name":"First","is_closed":true}`, `{"id":1,"name":"Second"}`
	for _, order := range [][]string{{first, second}, {second, first}} {
		s := newShop(t, buildtest.Array(order...))
		s.YAML("source: {kind: file, path: catalogue.json, duplicates: merge}\n")
		s.MustPublish()
		name := regexp.MustCompile(`"name":"(\w+)"`).FindStringSubmatch(order[0])[1]
		require.Equal(t, []string{strings.ToLower(name)}, buildtest.Listed(t, s.Live()),
			"open in one is open")
	}
}

// policy returns the content security policy of a page.
func (s *shop) policy(path string) string {
	s.Helper()
	ref, ok := s.Live().Lookup(path)
	require.True(s, ok)
	for _, f := range ref.Variant(0).Profile() {
		if f.Name == "Content-Security-Policy" {
			return f.Value
		}
	}
	return ""
}

// hostile are slugs as no backend should send them.
var hostile = []string{
	"..", ".", "../../../etc/passwd", "/etc/passwd", "a/b", "%2e%2e", "%2e%2e%2f", "..%2f..",
	`..\..\x`, "a\x00b", "\u0000",
	strings.Repeat("a", 4096), strings.Repeat("a-", 2048), "😀", "index.html", "index", "samba.md",
	"calendar.ics", "samba.ics",
	"con", "nul", "aux.", "trailing.", "trailing ", " leading", "CAPS", "-", "--", "-a", "a-",
	"a--b", "ação", "\u202egpj.exe",
	"a\nb", "a\r\nSet-Cookie: x", "?q=1", "#x", "a;b", "a&b=c", "~root", "*", "$(id)", "`id`",
	"<script>", "'\"", "{slug}", ".tmp-x", ".well-known",
	"ﬁ", "ﷺ", strings.Repeat("ﬃ", 300), "a\u200bb", "xn--80ak6aa92e", "\xff\xfe",
}

// TestB7HostileSlugs: whatever a source calls its events, organisers and cities,
// addresses have letters, digits and hyphens only, each record is published
// under one of its own or reported, and nothing is written outside its folder.
func TestB7HostileSlugs(t *testing.T) {
	t.Parallel()
	var records []string
	for i, slug := range hostile {
		text := buildtest.Quote(t, strings.ToValidUTF8(slug, "\uFFFD"))
		records = append(records,
			fmt.Sprintf(`{"id":%d,"slug":%s,"name":"Evento %d","producer":{"name":%s,"slug":%s},`+
				`"location":{"city":%s,"state_abbr":%s},"starts_at":"2027-01-01T20:00"}`, i+1, text,
				i+1, text, text, text, text))
	}
	s := exporting(t, buildtest.Array(records...))
	around := buildtest.Tree(t, filepath.Dir(s.Options.Out))
	out := s.MustPublish()
	require.Equal(t, len(hostile), out.Report.Published)
	rel := s.Live()
	require.NoError(t, rel.Verify(true))
	require.Len(t, buildtest.EventSlugs(rel), len(hostile))
	require.Len(t, buildtest.Listed(t, rel), len(hostile))

	const word = `[a-z0-9]+(-[a-z0-9]+)*`
	ours := regexp.MustCompile(`^(/api/public/v1/events/` + word + `|/eventos/` + word +
		`(\.md|\.ics|\.png)?|/(cidades|organizadores)(\.md)?|` +
		`/agenda/2027-01-01\.png|(/embed)?/(cidades|organizadores)/` + word +
		`(\.md|\.ics|\.png|\.atom|\.feed\.json)?)$`)
	var others []string
	for ref := range rel.Resources() {
		if path := string(ref.Path()); !ours.MatchString(path) {
			others = append(others, path)
		}
	}
	tame := newShop(t, buildtest.Array(buildtest.Samba))
	tame.MustPublish()
	require.Equal(t, slices.DeleteFunc(buildtest.Paths(tame.Live(), "", ""), ours.MatchString),
		others, "no other address than with tame names")
	derived := map[int64]bool{}
	for _, f := range buildtest.Findings(out.Report, validate.SlugDerived) {
		derived[f.ID] = true
	}
	slug := regexp.MustCompile(`^` + word + `$`)
	for i, given := range hostile {
		given = strings.TrimSpace(given)
		valid := slug.MatchString(given) && len(given) <= 200
		_, kept := rel.Lookup("/eventos/" + given)
		require.Equal(t, valid, kept, "%.50q", given)
		require.Equal(t, !valid, derived[int64(i+1)], "%.50q is reported", given)
	}
	for name, sum := range buildtest.Tree(t, filepath.Dir(s.Options.Out)) {
		if !strings.HasPrefix(name, "out/palco/") {
			require.Equal(t, around[name], sum, "%s was written", name)
		}
	}
	// A city of 300 ligatures folds to 900 letters; its address is cut to what fits
	// into the name of a file.
	ligatures := buildtest.Paths(rel, "/cidades/"+strings.Repeat("ffi", 50), "")
	require.Len(t, ligatures, 5)
	for _, path := range ligatures {
		require.LessOrEqual(t, len(path), len("/cidades/")+200+len(".feed.json"))
	}
	require.FileExists(t, filepath.Join(s.Dir(), release.SiteDir, ligatures[0]+".html"))
	_, err := os.Stat(filepath.Join(s.Dir(), release.SiteDir, "eventos", "index-html.html"))
	require.NoError(t, err)
}

// TestB10UnknownFields: fifty more members, and none of their bytes anywhere.
func TestB10UnknownFields(t *testing.T) {
	t.Parallel()
	s := exporting(t, buildtest.Array(buildtest.Samba, buildtest.Choro))
	s.MustPublish()
	want := buildtest.Tree(t, s.site())
	more := new(strings.Builder)
	for i := range 50 {
		fmt.Fprintf(more, `"field_%d":{"secret":"tr%x"},`, i, rand.Uint64()|1<<63)
	}
	s.Write("catalogue.json", strings.ReplaceAll(buildtest.Array(buildtest.Samba, buildtest.Choro),
		`{"id"`, "{"+more.String()+`"id"`))
	s.Options.Now = buildtest.Noon.Add(time.Hour)
	require.False(t, s.MustBuild().Published)
	require.Equal(t, want, buildtest.Tree(t, s.site()))
}

// The home page says that prices include fees where a price on sale has one, and not where
// there is no price, no fee, or none that can be bought. A later build notices either way.
func TestFeesAreClaimedWhereTheyAre(t *testing.T) {
	t.Parallel()
	const claim = "Preços sempre com a taxa"
	event := func(more string) string {
		return `[{"id":1,"name":"A","starts_at":"2026-12-01T21:00:00-03:00"` + more + `},
			{"id":2,"name":"B","starts_at":"2026-12-02T21:00:00-03:00"}]`
	}
	tickets := func(fee string) string {
		return fmt.Sprintf(`,"tickets":[{"name":"Inteira","price":5000,"currency":"BRL"%s}]`, fee)
	}
	s := newShop(t, event(""))
	for _, c := range []struct {
		name, more string
		claimed    bool
	}{
		{"no price at all", "", false},
		{"a fee", tickets(`,"fee":500`), true},
		{"no fee", tickets(""), false},
		{"a fee again", tickets(`,"fee":500`), true},
		{"a fee of 0", tickets(`,"fee":0`), false},
		{"another fee", tickets(`,"fee":600`), true},
		{"sold out", tickets(`,"fee":600,"available":false`), false},
		{"one more fee", tickets(`,"fee":700`), true},
		{"closed", tickets(`,"fee":700`) + `,"is_closed":true`, false},
	} {
		s.Write("catalogue.json", event(c.more))
		s.MustPublish()
		for _, media := range []string{"text/html", "text/markdown"} {
			home := buildtest.Body(t, s.Live(), "/", media)
			if c.claimed {
				require.Contains(t, home, claim, "%s: %s", c.name, media)
			} else {
				require.NotContains(t, home, claim, "%s: %s", c.name, media)
			}
		}
	}
}
