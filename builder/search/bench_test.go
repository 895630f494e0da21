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

	"cartaz/builder/rowstest"
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

// benchQuery is a query with its name in a report.
type benchQuery struct {
	Name string
	Q    search.Query
}

func BenchmarkSearch(b *testing.B) {
	x := benchIndex()
	dst := make([]uint32, 0, 64)
	for _, c := range append(rowstest.Read[[]benchQuery](b, "testdata/bench.yaml"), benchQuery{
		"organization", search.Query{Organization: generated.New(1).Doc(0).ProducerSlug}}) {
		b.Run(c.Name, func(b *testing.B) {
			b.ReportAllocs()
			var total int
			start := cpuTime(b)
			for b.Loop() {
				dst, total = x.Search(c.Q, 0, 20, dst[:0])
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
