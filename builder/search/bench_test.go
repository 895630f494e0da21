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
	x.MarkVerified() // as an edge does with the index that it serves
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
	{"partial", search.Query{Text: "festival jazz xqzzy recife"}},
	{"partial of common words", search.Query{Text: "show festival musica evento brasil xqzzy"}},
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

// cpuTime returns the time that the process has used so far, in nanoseconds: it is valid on a
// machine that others share.
func cpuTime(b *testing.B) int64 {
	var r syscall.Rusage
	require.NoError(b, syscall.Getrusage(syscall.RUSAGE_SELF, &r))
	return r.Utime.Nano() + r.Stime.Nano()
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

// A warm search allocates nothing, for any query, except for the results of corrections.
func TestSearchDoesNotAllocate(t *testing.T) {
	x := mustIndex(t, smallDocs())
	x.MarkVerified()
	dst := make([]uint32, 0, 64)
	for _, q := range []search.Query{{}, {Text: "jazz"}, {Text: "ca"}, {Text: "on-line"},
		{Text: "festival de jazz"}, {Text: "東京"}, {City: "Sao  Paulo"},
		{Text: "can", City: "santos"},
		{State: "mg", Organization: "casa-azul"}, {From: 739_602}, {After: 20}, {Text: "sampa"}} {
		n := testing.AllocsPerRun(100, func() { dst, _ = x.Search(q, 0, 20, dst[:0]) })
		require.Zero(t, n, "%+v", q)
	}
}
