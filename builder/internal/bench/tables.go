package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
)

// kinds are the files that both sites have: name, where the export has them and
// where Hugo has them.
var kinds = [][3]string{
	{"event, HTML", "eventos/*.html", "eventos/*.html"},
	{"event, Markdown", "eventos/*.md", "eventos/*.md"},
	{"event, calendar", "eventos/*.ics", "eventos/*.ics"},
	{"event, JSON", "api/public/v1/events/*", "api/public/v1/eventos/*.json"},
	{"city, HTML", "cidades/*.html", "cidades/*.html"},
	{"city, Markdown", "cidades/*.md", "cidades/*.md"},
	{"organiser, HTML", "organizadores/*.html", "organizadores/*.html"},
	{"organiser, Markdown", "organizadores/*.md", "organizadores/*.md"},
	{"home, HTML", "index.html", "index.html"},
	{"home, Markdown", "index.md", "index.md"},
	{"sitemap.xml", "sitemap.xml", "sitemap.xml"},
	{"llms.txt", "llms.txt", "llms.txt"},
}

// printSizes shows that both did the same work: files and mean bytes of each
// kind. Our list of all events lies in the search index, so only Hugo's is a
// file.
func printSizes(ours, hugo string) {
	fmt.Printf("\n%-22s%10s%10s%14s%14s\n", "bytes per page", "cartaz", "hugo", "files cartaz",
		"files hugo")
	for _, k := range kinds {
		a, n := meanSize(filepath.Join(ours, "festa", "site", k[1]))
		b, m := meanSize(filepath.Join(hugo, k[2]))
		fmt.Printf("  %-20s%10d%10d%14d%14d\n", k[0], a, b, n, m)
	}
	b, m := meanSize(filepath.Join(hugo, "api/public/v1/events.json"))
	fmt.Printf("  %-20s%10s%10d%14s%14d\n", "list of all, JSON", "in index", b, "", m)
}

func meanSize(pattern string) (mean int64, n int) {
	names, err := filepath.Glob(pattern)
	if err != nil || len(names) == 0 {
		return 0, 0
	}
	for _, name := range names {
		if info, err := os.Stat(name); err == nil {
			mean += info.Size()
		}
	}
	return mean / int64(len(names)), len(names)
}

// printRatios prints ratios beside their goals.
func printRatios(table map[string][][]cost, events int) {
	cold, same, few := table[stages[0].name], table[stages[1].name], table[stages[2].name]
	printHead("ratios of CPU, round by round")
	if len(cold) > withHugo {
		printRow("cold: hugo / cartaz sealed, compressed", "",
			ratios(cold[withHugo], cold[sealed]))
		printRow("cold: hugo / cartaz sealed, compressed and exported", "",
			ratios(cold[withHugo], cold[exported]))
	}
	if len(cold) > withCompressors {
		printRow("cold: hugo, gzip and zstd / cartaz sealed, compressed", "3",
			ratios(cold[withCompressors], cold[sealed]))
	}
	if len(cold) > withHugo {
		printRow("1 % changed: hugo / cartaz sealed", "8", ratios(few[withHugo], few[sealed]))
		printRow("1 % changed: hugo / cartaz sealed and exported", "",
			ratios(few[withHugo], few[exported]))
		printRow("nothing changed: hugo / cartaz sealed", "", ratios(same[withHugo], same[sealed]))
	}
	printOwn(cold[sealed], same[sealed], few[sealed], events)
}

// printOwn prints the values that need no other program beside their goals.
func printOwn(cold, same, few []cost, events int) {
	perEvent := make([]float64, len(cold))
	for i, c := range cold {
		perEvent[i] = c.cpu.Seconds() * 1e3 / float64(events)
	}
	printRow("cold: ms of CPU an event", "", perEvent)
	printRow("nothing changed / cold, %", "", percent(ratios(same, cold)))
	printRow("1 % changed / cold, %", "", percent(ratios(few, cold)))
	wall, peak := make([]float64, len(few)), []float64{}
	for i, c := range few {
		wall[i] = c.wall.Seconds()
	}
	for _, c := range slices.Concat(cold, few) {
		peak = append(peak, float64(c.peak>>20))
	}
	printRow("1 % changed: seconds of wall time", "10 of 100,000 events", wall)
	printRow("MiB resident at the peak", "250 of 100,000 events", peak)
}

func printHead(name string) {
	fmt.Printf("\n%-58s%8s%8s%8s   %s\n", name, "least", "median", "most", "goal")
}

// printRow prints the least, the median and the largest of some values.
func printRow(name, goal string, values []float64) {
	values = slices.Sorted(slices.Values(values))
	fmt.Printf("  %-56s%8.2f%8.2f%8.2f   %s\n", name, values[0], values[len(values)/2],
		values[len(values)-1], goal)
}

// ratios returns the processor time of one way divided by that of another in the same round, in
// which both had the same neighbours on the machine.
func ratios(a, b []cost) []float64 {
	list := make([]float64, min(len(a), len(b)))
	for i := range list {
		list[i] = a[i].cpu.Seconds() / b[i].cpu.Seconds()
	}
	return list
}

func percent(values []float64) []float64 {
	for i := range values {
		values[i] *= 100
	}
	return values
}
