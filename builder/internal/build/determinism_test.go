package build_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cartaz/builder/internal/build/buildtest"
	"cartaz/builder/internal/export"
	"cartaz/builder/internal/generate"
	"cartaz/builder/release"
	"cartaz/builder/rowstest"
)

// generated returns n records, each as JSON.
func generated(t testing.TB, n int) []string {
	t.Helper()
	var b bytes.Buffer
	require.NoError(t, generate.Records(&b, generate.Options{Events: n, Seed: 7}))
	return strings.Split(strings.TrimSpace(b.String()), "\n")
}

// TestBytesDoNotDependOnCores builds with one and eight workers from enough events that batches
// overtake each other; every file of the releases is compared. It sets GOMAXPROCS, so it must not
// run beside others.
func TestBytesDoNotDependOnCores(t *testing.T) {
	const events = 260
	catalogue := buildtest.Array(generated(t, events)...)
	var want map[string]string
	for _, cores := range []int{1, 8} {
		before := runtime.GOMAXPROCS(cores)
		s := newShop(t, catalogue)
		out := s.Build()
		runtime.GOMAXPROCS(before)
		require.NoError(t, out.Err)
		require.Equal(t, events, out.Report.Published)
		if want == nil {
			want = s.Sealed()
		}
		require.Equal(t, want, s.Sealed(), "%d cores", cores)
	}
}

// TestBytesDoNotDependOnOrder shuffles a catalogue without a fault: the whole
// release is the same, its report and its id included.
func TestBytesDoNotDependOnOrder(t *testing.T) {
	t.Parallel()
	records := generated(t, 40)
	var want map[string]string
	for seed := range uint64(3) {
		shuffle(records, seed)
		s := newShop(t, buildtest.Array(records...))
		require.Equal(t, 40, s.MustPublish().Report.Published)
		if want == nil {
			want = s.Sealed()
		}
		require.Equal(t, want, s.Sealed(), "order %d", seed)
	}
}

// TestBytesDoNotDependOnOrderOfFaults shuffles a catalogue in which the whole
// has to decide: one id twice, one slug thrice, ids and slugs to be derived,
// equal starts, several spellings of a city and of an organiser. Only the report,
// which names positions, may differ.
func TestBytesDoNotDependOnOrderOfFaults(t *testing.T) {
	t.Parallel()
	records := rowstest.Read[[]string](t, "testdata/order-of-faults.yaml")
	var want map[string]string
	for seed := range uint64(4) {
		shuffle(records, seed)
		s := newShop(t, buildtest.Array(records...))
		out := s.MustPublish()
		require.Equal(t, map[string]int{
			"dropped duplicate_id": 2, "dropped missing_name": 1, "dropped not_an_object": 1,
			"repaired missing_id": 2,
			"repaired slug_clash": 2, "repaired slug_derived": 2,
		}, buildtest.Reasons(out.Report))
		got := map[string]string{}
		for name, sum := range s.Sealed() {
			switch base := filepath.Base(name); {
			case base == release.ReportFile, base == release.ManifestFile,
				name == release.CurrentFile:
			case strings.HasPrefix(name, release.ReleasesDir):
				got[base] = sum
			default:
				got[name] = sum
			}
		}
		got["content"] = s.Live().Manifest().Content
		if want == nil {
			want = got
		}
		require.Equal(t, want, got, "order %d", seed)
	}
}

func shuffle(records []string, seed uint64) {
	rand.New(rand.NewPCG(seed, 1)).Shuffle(len(records),
		func(i, j int) { records[i], records[j] = records[j], records[i] })
}

// TestSecondBuildPublishesNothing: the same source, hours later.
func TestSecondBuildPublishesNothing(t *testing.T) {
	t.Parallel()
	s := newShop(t, buildtest.Array(generated(t, 20)...))
	first := s.MustPublish()
	require.False(t, s.MustBuild().Published)
	tree := func() map[string]string {
		files := buildtest.Tree(t, s.Dir())
		delete(files, export.MarkerFile) // it counts exports
		return files
	}
	before := tree()
	for hours := range 3 {
		s.Options.Now = buildtest.Noon.Add(time.Duration(hours) * time.Hour)
		again := s.MustBuild()
		require.False(t, again.Published)
		require.Equal(t, first.Release, again.Release)
		require.Equal(t, first.Report.Summary(), again.Report.Summary())
		require.Zero(t, again.Exported)
		require.Equal(t, before, tree())
	}
	s.RequireClean()
}

// TestSummary checks the text that cron mails.
func TestSummary(t *testing.T) {
	t.Parallel()
	s := newShop(t,
		`[{"id":1,"name":"A","cor":"azul"},{"id":2,"name":"B","is_closed":true,`+
			`"starts_at":"ontem"},{"id":3}]`)
	out := s.MustPublish()
	require.Equal(t, "2 events (1 on sale) of 3 records, 0 merged, 1 dropped, 1 repaired; "+
		"start 0 %, place 0 %, price 0 %, description 0 %, image 0 %"+
		"\n         1 dropped missing_name, first at catalogue.json, item 3: name is missing "+
		"(the item has id)"+
		"\n         1 ignored unknown_member, first at catalogue.json, item 1: \"cor\""+
		"\n         1 repaired bad_date, first at catalogue.json, item 2: starts_at is no date "+
		"that can be read: \"ontem\"", out.Report.Summary()+out.Report.Reasons())
	report, err := release.Report(s.Dir(), out.Release)
	require.NoError(t, err)
	require.Equal(t, fmt.Sprintf(`{
 "brand": "palco",
 "documents": 1,
 "items": 3,
 "bytes": 100,
 "published": 2,
 "on_sale": 1,
 "records": 3,
 "merged": 0,
 "dropped": 1,
 "repaired": 1,
 "gone": 0,
 "failed": 0,
 "coverage": {
  "start": 0,
  "place": 0,
  "price": 0,
  "description": 0,
  "image": 0
 },
 "resources": %d,
 "languages": [
  "pt",
  "en"
 ],
 "counts": [
  {
   "kind": "dropped",
   "reason": "missing_name",
   "count": 1
  },
  {
   "kind": "ignored",
   "reason": "unknown_member",
   "count": 1
  },
  {
   "kind": "repaired",
   "reason": "bad_date",
   "count": 1
  }
 ],
 "findings": [
  {
   "kind": "ignored",
   "reason": "unknown_member",
   "position": "catalogue.json, item 1",
   "id": 1,
   "slug": "a",
   "detail": "\"cor\""
  },
  {
   "kind": "repaired",
   "reason": "bad_date",
   "position": "catalogue.json, item 2",
   "id": 2,
   "slug": "b",
   "detail": "starts_at is no date that can be read: \"ontem\""
  },
  {
   "kind": "dropped",
   "reason": "missing_name",
   "position": "catalogue.json, item 3",
   "detail": "name is missing (the item has id)"
  }
 ]
}
`, s.Live().NumResources()), string(report))
}
