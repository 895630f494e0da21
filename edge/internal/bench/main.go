// Command bench measures how the edge answers with sealed pages, beside nginx and Caddy where they
// are installed: processor time of the server for an answer, latency, and memory of a connection at
// rest. Machines are shared and noisy, so only ratios of one run mean anything.
//
//	go run ./edge/internal/bench -builder .bin/builder -edge .bin/edge
//
// It builds one brand and gives every peer the bytes of the edge's own gzip variants as files. The
// peers get what makes them fastest: nginx its gzip_static, sendfile, open_file_cache and unlimited
// requests on a connection, Caddy its precompressed files. No server writes an access log. Then the
// servers take turns: in each round each of them answers the same requests on the same number of
// connections that are kept alive, one request at a time on each. The table has the least, the
// median and the largest value of all rounds, and the ratios of the edge to each peer in the same
// round.
//
// With -old another edge program takes turns too, so that a change of the edge can be measured.
//
// The memory of a connection is the growth of the anonymous memory of all processes of a server
// while -idle connections are open, each after some answers. Memory of the kernel for a socket is
// the same for all servers and not counted.
package main

import (
	"flag"
	"fmt"
	"os"
	"runtime"
	"time"
)

// options are the flags.
type options struct {
	builder, edge, old string
	brands, brand      string
	connections        int
	requests           int
	rounds             int
	idle               int
}

func main() {
	var o options
	flag.StringVar(&o.builder, "builder", ".bin/builder", "the builder `program`")
	flag.StringVar(&o.edge, "edge", ".bin/edge", "the edge `program`")
	flag.StringVar(&o.old, "old", "", "another edge `program` to compare with; empty for none")
	flag.StringVar(&o.brands, "brands", "brands", "`folder` of the brands")
	flag.StringVar(&o.brand, "brand", "confs", "the brand to serve")
	flag.IntVar(&o.connections, "connections", 64, "connections at a time")
	flag.IntVar(&o.requests, "requests", 100_000, "requests of a server in a round")
	flag.IntVar(&o.rounds, "rounds", 7, "rounds")
	flag.IntVar(&o.idle, "idle", 5_000, "connections at rest, for their memory; 0 for none")
	flag.Parse()
	if err := run(&o); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func run(o *options) error {
	dir, err := os.MkdirTemp("", "cartaz-bench-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	site, err := prepare(o, dir)
	if err != nil {
		return err
	}
	fmt.Printf("%d pages of %s as gzip, %.0f bytes each, %d connections, "+
		"%d rounds of %d requests, %d cores, load %s\n",
		len(site.paths), o.brand, site.meanBytes, o.connections, o.rounds, o.requests,
		runtime.NumCPU(), load())
	programs := site.programs(o)
	if err := speed(o, site, programs); err != nil {
		return err
	}
	if o.idle > 0 {
		return memory(o, site, programs)
	}
	return nil
}

// speed starts the servers and lets them take turns.
func speed(o *options, site *pages, programs []program) error {
	servers, stop, err := startAll(programs)
	defer stop()
	if err != nil {
		return err
	}
	table := newTable(programs)
	for round := -1; round < o.rounds; round++ { // the round before the first one warms caches
		for i, s := range servers {
			m, err := measure(s, site, o.connections, o.requests)
			if err != nil {
				return fmt.Errorf("%s: %w", programs[i].name, err)
			}
			if round >= 0 {
				table.add(i, m)
			}
		}
	}
	table.print(os.Stdout)
	return nil
}

// measure asks one server and reads its processor time before and after.
func measure(s *server, site *pages, connections, requests int) (m sample, err error) {
	before, err := s.cpu()
	if err != nil {
		return m, err
	}
	started := time.Now()
	times, err := ask(s.addr, site.requests, connections, requests)
	if err != nil {
		return m, err
	}
	took := time.Since(started)
	after, err := s.cpu()
	if err != nil {
		return m, err
	}
	n := float64(len(times))
	return sample{
		cpu: float64((after - before).Nanoseconds()) / 1e3 / n, rate: n / took.Seconds(),
		p50: quantile(times, .5), p99: quantile(times, .99),
	}, nil
}

// load returns the load average of the last minute: how far to trust latencies.
func load() string {
	b, err := os.ReadFile("/proc/loadavg")
	if err != nil {
		return "unknown"
	}
	var minute string
	fmt.Sscan(string(b), &minute)
	return minute
}
