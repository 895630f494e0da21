package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"time"

	"cartaz/builder/internal/bench/hugo"
	"cartaz/builder/internal/generate"
)

// runs returns how often a step is run, by the time of its first run: short ones vary most, long
// ones cost most.
func runs(first time.Duration) int {
	if first < 2*time.Second {
		return mostRuns
	}
	return 3
}

const mostRuns = 5

// way is one way to build the site.
type way struct {
	name    string
	out     string // folder that it writes
	command string
	args    []string
}

// The ways of compare, by their place in the list.
const (
	sealed = iota
	exported
	withHugo
	withCompressors
)

// stage is the change of the catalogue since the build before.
type stage struct {
	name    string
	cold    bool // nothing has been built yet
	changed bool // 1 % of the events differ
}

var stages = []stage{{name: "cold", cold: true}, {name: "nothing changed"},
	{name: "1 % changed", changed: true}}

// compress makes both variants of every file, as many at once as there are cores.
const compress = `set -e
"$1" --quiet --source "$2" --destination "$3"
list() { find "$1" -type f ! -name '*.gz' ! -name '*.zst' -print0; }
list "$3" | xargs -0 -n 250 -P "$4" gzip -k -f -6
list "$3" | xargs -0 -n 250 -P "$4" zstd -q -k -f`

// compare builds the catalogue in every way that is possible here and prints
// the tables.
func compare(dir, builder, program string, events int) error {
	brands, source := filepath.Join(dir, "brands"), filepath.Join(dir, "hugo")
	out := func(name string) string { return filepath.Join(dir, "out-"+name) }
	ways := []way{
		{"cartaz, sealed", out("sealed"), builder,
			[]string{"build", "--brands", brands, "--out", out("sealed"), "--export=false"}},
		{"cartaz, sealed and exported", out("exported"), builder,
			[]string{"build", "--brands", brands, "--out", out("exported")}},
		{"hugo", out("hugo"), program, []string{"--quiet", "--source", source, "--destination",
			out("hugo")}},
		{"hugo, gzip and zstd", out("compressed"), "sh",
			[]string{"-c", compress, "sh", program, source, out("compressed"),
				strconv.Itoa(runtime.NumCPU())}},
	}
	ways = ways[:installed(program)]
	base := generate.Options{Events: events, Seed: 1}
	fmt.Printf("%d events, %d cores, load %s\n", events, runtime.NumCPU(), load())

	table := map[string][][]cost{}
	for _, s := range stages {
		taken, err := s.play(ways, base, func(o generate.Options) error {
			if err := generate.Brand(brands, "festa", o); err != nil || len(ways) <= withHugo {
				return err
			}
			return hugo.Write(source, o)
		})
		if err != nil {
			return fmt.Errorf("%s: %w", s.name, err)
		}
		table[s.name] = taken
		fmt.Printf("\n%s\n", s.name)
		for i, runs := range taken {
			c := median(runs)
			fmt.Printf("  %-28s%v%s\n", ways[i].name, c, c.noise())
		}
		if s.cold {
			if err := printUnpacking(dir, ways[exported].out, taken); err != nil {
				return err
			}
		}
	}
	if len(ways) > withHugo {
		printSizes(ways[exported].out, ways[withHugo].out)
	}
	printRatios(table, events)
	fmt.Printf("\nload at the end %s\n", load())
	return nil
}

// printUnpacking compares an export with its lower bound: the sealed build, and tar that writes the
// same files.
func printUnpacking(dir, exportedOut string, cold [][]cost) error {
	archive, out := filepath.Join(dir, "site.tar"), filepath.Join(dir, "out-tar")
	site := filepath.Join(exportedOut, "festa", "site")
	if _, err := exec.LookPath("tar"); err != nil {
		fmt.Println("SKIPPED: tar is not installed, so there is nothing to compare an export with")
		return nil
	}
	if err := exec.Command("tar", "-cf", archive, "-C", site, ".").Run(); err != nil {
		return fmt.Errorf("tar of %s: %w", site, err)
	}
	var taken []cost
	for range mostRuns {
		if err := os.RemoveAll(out); err != nil {
			return err
		}
		if err := os.Mkdir(out, 0o755); err != nil {
			return err
		}
		c, err := measure(out, false, "tar", "-xf", archive, "-C", out)
		if err != nil {
			return err
		}
		taken = append(taken, c)
	}
	unpacked := median(taken)
	fmt.Printf("  %-28s%v%s\n", "tar -x of the export", unpacked, unpacked.noise())
	both := slices.Clone(cold[sealed])
	for i := range both {
		both[i].cpu += taken[i].cpu
	}
	printHead("")
	printRow("cold: exported / (sealed and tar -x)", "1.0", ratios(cold[exported], both))
	return os.RemoveAll(out)
}

// play builds in all ways by turns and returns what each round of each way took.
func (s stage) play(ways []way, base generate.Options, write func(generate.Options) error) (
	[][]cost, error) {
	taken := make([][]cost, len(ways))
	for round := range mostRuns {
		o := base
		if s.changed && round%2 == 0 { // and back again, which changes as many
			o.Changed = max(1, base.Events/100)
		}
		if round == 0 || s.changed {
			if err := write(o); err != nil {
				return nil, err
			}
		}
		for i, w := range ways {
			if round > 0 && round >= runs(taken[i][0].wall) {
				continue
			}
			if s.cold {
				if err := os.RemoveAll(w.out); err != nil {
					return nil, err
				}
			}
			c, err := measure(w.out, false, w.command, w.args...)
			if err != nil {
				return nil, err
			}
			taken[i] = append(taken[i], c)
		}
	}
	return taken, nil
}

// installed returns how many of the ways are possible, and prints which are not.
func installed(program string) int {
	if _, err := exec.LookPath(program); err != nil {
		fmt.Printf("SKIPPED: %s is not installed, so there is nothing to compare with\n", program)
		return withHugo
	}
	for _, name := range []string{"sh", "find", "xargs", "gzip", "zstd"} {
		if _, err := exec.LookPath(name); err != nil {
			fmt.Printf("SKIPPED: %s is not installed, so Hugo's files are not compressed\n", name)
			return withCompressors
		}
	}
	return withCompressors + 1
}

// load returns the load average of the last minute: how far to trust wall times.
func load() string {
	b, err := os.ReadFile("/proc/loadavg")
	if err != nil {
		return "unknown"
	}
	var minute string
	fmt.Sscan(string(b), &minute)
	return minute
}
