// Command peers compares the search of builder/search with what else could be installed: SQLite
// FTS5, bleve and MiniSearch. All engines get the same documents and queries in one run, in turn,
// so that whatever else the machine does hits all of them. run.sh builds and starts it.
//
// Each engine is set up as somebody would who has read its manual and knows the rules we want:
// every word must be found, the last one also as a beginning, no accents, fields weighted 10 to 5
// to 1, and where the engine has it, stemming in the language of the catalogue and a second try
// with typos when nothing is found. The set-up of each is in its file.
package main

import (
	"errors"
	"flag"
	"fmt"
	"log"
	"os"
	"runtime"
	"strings"

	"cartaz/builder/search"
)

// engine is one search engine over one catalogue.
type engine interface {
	// search returns the places of the best limit documents, best first, and how many are found in
	// all.
	search(q search.Query, limit int) (ids []int, total int, err error)
	close() error
}

// maker makes an engine. Its open fails when the engine cannot be had here.
type maker struct {
	name string
	open func(docs []search.Doc, language string) (engine, error)
	// every: an engine so slow that the speed run gives it only one query in so many.
	every int
}

func main() {
	log.SetFlags(0)
	root := flag.String("root", ".", "folder of the project")
	docs := flag.Int("docs", 100_000, "generated events of the speed run")
	queries := flag.Int("queries", 2000, "queries of the speed run")
	seed := flag.Uint64("seed", 2, "of the queries over HTTP; 1 for names that the events have")
	rounds := flag.Int("rounds", 4,
		"how often each query of the speed run is asked in a row; the best time counts")
	script := flag.String("minisearch", "",
		"folder with minisearch.mjs and node_modules; empty for none")
	only := flag.String("only", "",
		"relevance, speed, http, large, or pool: what engines find and nobody has judged; "+
			"empty for all but the last two")
	set := flag.String("set", "",
		"a `folder` of testdata/relevance, whose queries are asked instead of the kept ones")
	depth := flag.Int("depth", 10, "events of each engine's answer in the pool")
	write := flag.String("write", "", "write a large index and stop; -only large starts itself so")
	read := flag.String("read", "", "measure a large index and stop; -only large starts itself so")
	builder := flag.String("builder", "", "the builder `program`")
	edge := flag.String("edge", "", "the edge `program`")
	serve := flag.String("serve", "",
		"answer from SQLite on this `address`; -only http starts itself so")
	flag.Parse()
	if *serve != "" {
		log.Fatal(serveSQLite(*serve, *docs))
	}
	if *write != "" {
		if err := writeLarge(*write, *docs); err != nil {
			log.Fatal(err)
		}
		return
	}
	if *read != "" {
		if err := readLarge(*read, *queries, *rounds); err != nil {
			log.Fatal(err)
		}
		return
	}
	makers := []maker{
		{"Cartaz", openCartaz, 1},
		{"SQLite FTS5", openSQLite, 1},
		{"bleve", openBleve, 1},
	}
	answering := makers
	if *script != "" {
		makers = append(makers, maker{"MiniSearch", openMiniSearch(*script), 20})
		answering = append(makers, maker{"MiniSearch, OR", openMiniSearch(*script, "or"), 20})
	} else {
		skipped("MiniSearch", errors.New(
			"node or npm is missing, or the package could not be installed"))
	}
	fmt.Printf("%s, %d processors, %s\n", machine(), runtime.NumCPU(), runtime.Version())
	fmt.Printf("SQLite %s, bleve %s\n", sqliteVersion(),
		moduleVersion("github.com/blevesearch/bleve/v2"))
	for _, part := range []struct {
		name   string
		always bool // without -only too
		run    func() error
	}{
		{"relevance", true, func() error { return compareRelevance(*root, *set, answering) }},
		{"speed", true, func() error {
			return compareSpeed(*root, makers, *docs, *queries, *rounds)
		}},
		{"http", true, func() error { return compareHTTP(*builder, *edge, *docs, *queries, *seed) }},
		{"large", false, func() error { return compareLarge(*docs, *queries, *rounds) }},
		{"pool", false, func() error { return printPool(*root, *set, answering, *depth) }},
	} {
		if part.name != *only && (*only != "" || !part.always) {
			continue
		}
		if err := part.run(); err != nil {
			log.Fatalf("%s: %v", part.name, err)
		}
	}
}

// skipped says so loudly, and again at the end of the tables.
func skipped(name string, err error) {
	fmt.Fprintf(os.Stderr, "\n!!!!!!!! SKIPPED: %s: %v\n\n", name, err)
}

// machine is the name of the processor.
func machine() string {
	b, err := os.ReadFile("/proc/cpuinfo")
	if err != nil {
		return runtime.GOOS + "/" + runtime.GOARCH
	}
	for line := range strings.Lines(string(b)) {
		if key, value, ok := strings.Cut(line, ":"); ok && strings.TrimSpace(key) == "model name" {
			return strings.TrimSpace(value)
		}
	}
	return runtime.GOOS + "/" + runtime.GOARCH
}
