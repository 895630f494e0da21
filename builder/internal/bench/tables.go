package main

import (
	"fmt"
	"os"
	"path/filepath"
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

// printRatios prints what is reached of the goals.
func printRatios(table map[string][]cost) {
	cold, same, few := table[stages[0].name], table[stages[1].name], table[stages[2].name]
	fmt.Printf("\n%-58s%9s%9s   %s\n", "ratios", "wall", "CPU", "goal")
	row := func(name, unit, goal string, factor float64, a, b cost) {
		fmt.Printf("  %-56s%7.1f %s%7.1f %s   %s\n", name, factor*a.wall.Seconds()/b.wall.Seconds(),
			unit, factor*a.cpu.Seconds()/b.cpu.Seconds(), unit, goal)
	}
	if len(cold) > withHugo {
		row("cold: hugo / cartaz sealed, compressed", "×", "≥ 20 ×", 1, cold[withHugo],
			cold[sealed])
		row("cold: hugo / cartaz sealed, compressed and exported", "×", "≥ 8 ×", 1, cold[withHugo],
			cold[exported])
	}
	if len(cold) > withCompressors {
		row("cold: hugo, gzip and zstd / cartaz sealed, compressed", "×", "≥ 8 ×", 1,
			cold[withCompressors], cold[sealed])
	}
	if len(cold) > withHugo {
		row("1 % changed: hugo / cartaz sealed", "×", "≥ 200 ×", 1, few[withHugo], few[sealed])
		row("1 % changed: hugo / cartaz sealed and exported", "×", "", 1, few[withHugo],
			few[exported])
		row("nothing changed: hugo / cartaz sealed", "×", "", 1, same[withHugo], same[sealed])
	}
	row("nothing changed: cartaz sealed / its cold build", "%", "< 1 %", 100, same[sealed],
		cold[sealed])
	row("1 % changed: cartaz sealed / its cold build", "%", "", 100, few[sealed], cold[sealed])
}
