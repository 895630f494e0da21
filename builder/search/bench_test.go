package search_test

import (
	"bytes"
	"io"
	"os"
	"slices"
	"strconv"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cartaz/builder/search"
	"cartaz/builder/search/internal/generated"
	"cartaz/builder/search/internal/relevance"
	"cartaz/builder/search/lang"
)

// benchDocs is how many events the benchmarks search; CARTAZ_BENCH_DOCS sets another number.
func benchDocs() int {
	if n, err := strconv.Atoi(os.Getenv("CARTAZ_BENCH_DOCS")); err == nil {
		return n
	}
	return 100_000
}

var benchIndex = sync.OnceValue(func() *search.Index {
	var b bytes.Buffer
	if err := writeCatalogue(&b, benchDocs()); err != nil {
		panic(err)
	}
	x, err := search.Open(b.Bytes())
	if err != nil {
		panic(err)
	}
	// As an edge does with the index that it serves.
	if err := x.Verify(); err != nil {
		panic(err)
	}
	return x
})

func writeCatalogue(to io.Writer, docs int) error {
	w := search.NewWriter(nil)
	c := generated.New(1)
	for id := range docs {
		if err := w.Add(c.Doc(id)); err != nil {
			return err
		}
	}
	_, err := w.WriteTo(to)
	return err
}

var benchQueries = []struct {
	name string
	q    search.Query
}{
	{"listing", search.Query{}},
	{"common word", search.Query{Text: "festival"}},
	{"everywhere", search.Query{Text: "ingressos"}},
	{"two words", search.Query{Text: "festival jazz"}},
	{"three words", search.Query{Text: "show de rock ao vivo"}},
	{"rare word", search.Query{Text: "quelhoubria"}},
	{"rare and common", search.Query{Text: "festival quebre"}},
	{"prefix of 2", search.Query{Text: "sa"}},
	{"prefix of 3", search.Query{Text: "fes"}},
	{"prefix of 5", search.Query{Text: "grave"}},
	{"words and prefix", search.Query{Text: "festival de musica bra"}},
	{"year", search.Query{Text: "festival 2026"}},
	{"month", search.Query{Text: "festival dezembro"}},
	{"day", search.Query{Text: "12 de dezembro"}},
	{"hyphen", search.Query{Text: "stand-up"}},
	{"city", search.Query{City: "São Paulo"}},
	{"small city", search.Query{City: "Osasco"}},
	{"city and state", search.Query{City: "São Paulo", State: "SP"}},
	{"organization", search.Query{Organization: generated.New(1).Doc(0).ProducerSlug}},
	{"words in city", search.Query{Text: "festival jazz", City: "curitiba"}},
	{"nothing", search.Query{Text: "xq zz"}},
	{"typo", search.Query{Text: "festvial"}},
	{"typo in long word", search.Query{Text: "gastornomcio jazz"}},
	{"stop words", search.Query{Text: "de a"}},
	{"worst",
		search.Query{Text: "show festival musica ingressos evento brasil cultura noite publico " +
			"artista banda co"}},
	{"worst typos",
		search.Query{Text: "experiencxa inesquecivxl repertoxio convidxdos informacxes " +
			"acessibilixade " +
			"estacionxmento gastronoxia participaxao programaxao classificaxao apresentaxao"}},
}

func BenchmarkSearch(b *testing.B) {
	x := benchIndex()
	dst := make([]uint32, 0, 64)
	for _, c := range benchQueries {
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			var total int
			start := cpuTime(b)
			for b.Loop() {
				dst, total = x.Search(c.q, 0, 20, dst[:0])
			}
			b.ReportMetric(float64(cpuTime(b)-start)/float64(b.N), "cpu-ns/op")
			b.ReportMetric(float64(total), "docs")
		})
	}
}

func BenchmarkSearchMixed(b *testing.B) {
	x := benchIndex()
	dst := make([]uint32, 0, 64)
	queries := generated.Queries(2, 2000)
	b.ReportAllocs()
	i := 0
	start := cpuTime(b)
	for b.Loop() {
		dst, _ = x.Search(queries[i%len(queries)], i%3*20, 20, dst[:0])
		i++
	}
	b.ReportMetric(float64(cpuTime(b)-start)/float64(b.N), "cpu-ns/op")
}

// BenchmarkSearchPercentiles reports how the times of mixed queries are spread, each query taken at
// its best of five.
func BenchmarkSearchPercentiles(b *testing.B) {
	x := benchIndex()
	dst := make([]uint32, 0, 64)
	queries := generated.Queries(2, 2000)
	times := make([]time.Duration, len(queries))
	for b.Loop() {
		for i, q := range queries {
			times[i] = time.Hour
			for range 5 {
				start := time.Now()
				dst, _ = x.Search(q, 0, 20, dst[:0])
				times[i] = min(times[i], time.Since(start))
			}
		}
	}
	slices.Sort(times)
	sum := time.Duration(0)
	for _, t := range times {
		sum += t
	}
	b.ReportMetric(float64(sum)/float64(len(times)), "mean-ns")
	b.ReportMetric(float64(times[len(times)/2]), "p50-ns")
	b.ReportMetric(float64(times[len(times)*99/100]), "p99-ns")
	b.ReportMetric(float64(times[len(times)-1]), "max-ns")
}

// BenchmarkSearchLanguages asks the judged queries of catalogues in German and in Russian, of which
// the real one is repeated to 20,000 events, with the rules of the language and with those of
// English, in turns. It reports the mean time of each, every query taken at its best.
func BenchmarkSearchLanguages(b *testing.B) {
	for _, c := range []struct{ events, queries string }{
		{"software-de", "software-de"}, {"software-de", "german"},
		{"software-ru", "software-ru"}, {"software-ru", "russian"},
	} {
		b.Run(c.queries, func(b *testing.B) {
			catalogue, err := relevance.Load(root, c.events)
			require.NoError(b, err)
			plain := repeatedIndex(b, catalogue, lang.English)
			ruled := repeatedIndex(b, catalogue, relevance.LanguagesOf(c.events))
			events, err := relevance.Load(root, c.queries)
			require.NoError(b, err)
			queries, err := relevance.LoadQueries(root, c.queries, events)
			require.NoError(b, err)
			best := make([][2]time.Duration, len(queries))
			for i := range best {
				best[i] = [2]time.Duration{time.Hour, time.Hour}
			}
			dst := make([]uint32, 0, 64)
			for b.Loop() {
				for i, q := range queries {
					for n, x := range [...]*search.Index{plain, ruled} {
						for range 3 {
							start := time.Now()
							dst, _ = x.Search(search.Query{Text: q.Text}, 0, 20, dst[:0])
							best[i][n] = min(best[i][n], time.Since(start))
						}
					}
				}
			}
			var sum [2]float64
			for i := range best {
				for n := range sum {
					sum[n] += float64(best[i][n]) / float64(len(best))
				}
				if os.Getenv("CARTAZ_BENCH_QUERIES") != "" {
					b.Logf("%8v %8v %s", best[i][0], best[i][1], queries[i].Text)
				}
			}
			b.ReportMetric(sum[0], "plain-ns")
			b.ReportMetric(sum[1], "ruled-ns")
			b.ReportMetric(sum[1]/sum[0], "ratio")
		})
	}
}

// repeatedIndex is the index of a catalogue that is repeated to 20,000 events.
func repeatedIndex(b *testing.B, events []relevance.Event, languages lang.Set) *search.Index {
	docs := make([]search.Doc, 20_000)
	for i := range docs {
		docs[i] = events[i%len(events)].Doc
	}
	x := mustIndexIn(b, languages, docs)
	require.NoError(b, x.Verify())
	return x
}

// cpuTime is what the process has used so far, in nanoseconds: it holds where others share the
// machine.
func cpuTime(b *testing.B) int64 {
	var r syscall.Rusage
	require.NoError(b, syscall.Getrusage(syscall.RUSAGE_SELF, &r))
	return r.Utime.Nano() + r.Stime.Nano()
}

func BenchmarkFragment(b *testing.B) {
	x := benchIndex()
	id := uint32(0)
	b.ReportAllocs()
	for b.Loop() {
		id = (id + 7919) % uint32(x.Len())
		if _, err := x.JSON(id); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkOpen(b *testing.B) {
	var file bytes.Buffer
	require.NoError(b, writeCatalogue(&file, 1000))
	for b.Loop() {
		if _, err := search.Open(file.Bytes()); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkWrite(b *testing.B) {
	const docs = 10_000
	c := generated.New(1)
	all := make([]search.Doc, docs)
	for i := range all {
		all[i] = c.Doc(i)
	}
	b.ReportAllocs()
	for b.Loop() {
		w := search.NewWriter(nil)
		for _, d := range all {
			if err := w.Add(d); err != nil {
				b.Fatal(err)
			}
		}
		if _, err := w.WriteTo(io.Discard); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/docs, "ns/doc")
}
