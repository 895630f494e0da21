// Command bench builds one generated catalogue with the builder and, when it is
// installed, as the same site with Hugo (package hugo), and prints what each
// took: wall time, CPU of the whole process tree, peak memory, files and bytes
// written, and the ratios beside the goals. Machines are shared and noisy, so
// only ratios of one run mean anything, and those of CPU more than those of wall.
//
//	go run ./builder/internal/bench -builder .bin/builder -events 4000
//
// It builds cold, with nothing changed and with 1 % of the events changed, in
// four ways, which take turns: the builder sealing a release (gzip and zstd of
// everything included), the builder also exporting plain files, Hugo, and Hugo
// with gzip and zstd over its files. Steps shorter than two seconds are run five
// times, others three times. The run of the median processor time is printed, with the least, the
// median and the largest; ratios are those of one round, likewise.
//
//	go run ./builder/internal/bench -builder .bin/builder -scale 1000000
//
// builds that many events cold, with nothing changed and with 1 % changed, without Hugo, in
// -rounds rounds, and samples the anonymous memory meanwhile: resident memory counts mapped files
// too, which the kernel takes back when it needs them.
//
//	go run ./builder/internal/bench -builder .bin/builder -brands 1000
//
// builds that many brands of 30 events each, whose sources take a second (-delay) to answer: cold,
// and twice with nothing changed. It begins anew for each of -rounds rounds, and prints of each
// step the median round and the least, the median and the most processor time a brand.
package main

import (
	"flag"
	"fmt"
	"os"
	"time"
)

func main() {
	if len(os.Args) > 1 && os.Args[1] == watcher {
		exit(watch(os.Args[2:]))
		return
	}
	builder := flag.String("builder", ".bin/builder", "the builder `program`")
	events := flag.Int("events", 4_000, "events of the catalogue")
	hugo := flag.String("hugo", "hugo", "the Hugo `program`; left out when it is not installed")
	scale := flag.Int("scale", 0, "build `N` events with the builder alone, and nothing else")
	brands := flag.Int("brands", 0, "build `N` small brands with the builder, and nothing else")
	delay := flag.Duration("delay", time.Second, "how long a source of -brands takes to answer")
	rounds := flag.Int("rounds", 3, "how often -scale and -brands begin anew")
	flag.Parse()
	exit(inTemporary(func(dir string) error {
		switch {
		case *brands > 0:
			return fleet(dir, *builder, *brands, *rounds, *delay)
		case *scale > 0:
			return grow(dir, *builder, *scale, *rounds)
		}
		return compare(dir, *builder, *hugo, *events)
	}))
}

func exit(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

// inTemporary calls do with a folder that is removed afterwards.
func inTemporary(do func(dir string) error) error {
	dir, err := os.MkdirTemp("", "cartaz-bench-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	return do(dir)
}
