package main

import (
	"fmt"
	"io"
	"slices"
	"time"
)

// sample is the result of one server in one round.
type sample struct {
	cpu      float64 // µs of processor time for a request
	rate     float64 // requests a second
	p50, p99 time.Duration
}

// table collects the samples of all servers, which are numbered as the programs are.
type table struct {
	names   []string
	samples [][]sample
}

func newTable(programs []program) *table {
	t := &table{samples: make([][]sample, len(programs))}
	for _, p := range programs {
		t.names = append(t.names, p.name)
	}
	return t
}

func (t *table) add(server int, s sample) { t.samples[server] = append(t.samples[server], s) }

// columns are the printed values of a sample, and which way the first server is better.
var columns = [...]struct {
	name   string
	of     func(s sample) float64
	format string
}{
	{"CPU µs a request", func(s sample) float64 { return s.cpu }, "%.1f"},
	{"p50 ms", func(s sample) float64 { return float64(s.p50.Microseconds()) / 1e3 }, "%.2f"},
	{"p99 ms", func(s sample) float64 { return float64(s.p99.Microseconds()) / 1e3 }, "%.2f"},
	{"requests a second", func(s sample) float64 { return s.rate }, "%.0f"},
}

// print writes the least, median and largest value of every column, and then the ratios of each
// other server to the first one, round by round.
func (t *table) print(w io.Writer) {
	for _, c := range columns {
		fmt.Fprintf(w, "\n%-22s%10s%10s%10s%s\n", c.name, "min", "median", "max",
			"     divided by that of the edge")
		for i, name := range t.names {
			values := make([]float64, len(t.samples[i]))
			ratios := make([]float64, len(t.samples[i]))
			for round, s := range t.samples[i] {
				values[round] = c.of(s)
				ratios[round] = c.of(s) / c.of(t.samples[0][round])
			}
			fmt.Fprintf(w, "  %-20s", name)
			for _, v := range spread(values) {
				fmt.Fprintf(w, "%10s", fmt.Sprintf(c.format, v))
			}
			if i > 0 {
				r := spread(ratios)
				fmt.Fprintf(w, "     %.2f (%.2f to %.2f)", r[1], r[0], r[2])
			}
			fmt.Fprintln(w)
		}
	}
}

// spread returns the least, the median and the largest of values.
func spread(values []float64) [3]float64 {
	sorted := slices.Sorted(slices.Values(values))
	return [3]float64{sorted[0], sorted[len(sorted)/2], sorted[len(sorted)-1]}
}

// quantile returns the value below which a part q of sorted times lies.
func quantile(sorted []time.Duration, q float64) time.Duration {
	return sorted[min(int(q*float64(len(sorted))), len(sorted)-1)]
}
