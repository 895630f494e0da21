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
// times, those shorter than thirty three times, and the median counts.
//
//	go run ./builder/internal/bench -builder .bin/builder -scale 1000000
//
// builds that many events cold and with 1 % changed, without Hugo, and samples
// the anonymous memory meanwhile: resident memory counts mapped files too, which
// the kernel takes back when it needs them.
package main

import (
	"flag"
	"fmt"
	"os"
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
	flag.Parse()
	exit(run(*builder, *hugo, *events, *scale))
}

func exit(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func run(builder, hugo string, events, scale int) error {
	dir, err := os.MkdirTemp("", "cartaz-bench-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	if scale > 0 {
		return grow(dir, builder, scale)
	}
	return compare(dir, builder, hugo, events)
}
