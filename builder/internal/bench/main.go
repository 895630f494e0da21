// Command bench builds one generated catalogue with the builder and, when it is
// installed, with Hugo, and prints what each took: wall time, CPU and peak
// memory of the whole process, and ratios. Machines are shared and noisy, so
// only ratios of one run mean anything.
//
//	go run ./builder/internal/bench -builder .bin/builder -events 10000
//
// Hugo makes the same three forms of every event (HTML, Markdown, JSON) from
// one content file each, with templates of the same size as ours (hugo/).
package main

import (
	"embed"
	"encoding/json"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"time"

	"cartaz/builder/internal/generate"
)

//go:embed all:hugo
var hugoSite embed.FS

func main() {
	builder := flag.String("builder", ".bin/builder", "the builder `program`")
	events := flag.Int("events", 10_000, "events of the catalogue")
	hugo := flag.String("hugo", "hugo", "the Hugo `program`; left out when it is not installed")
	flag.Parse()
	if err := run(*builder, *hugo, *events); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

// cost is what one process took.
type cost struct {
	name      string
	wall, cpu time.Duration
	peak      int64 // bytes resident
}

func (c cost) String() string {
	return fmt.Sprintf("%-28s %8.2f s wall %8.2f s CPU %6d MiB", c.name, c.wall.Seconds(), c.cpu.Seconds(), c.peak>>20)
}

func measure(name string, command string, args ...string) (cost, error) {
	cmd := exec.Command(command, args...)
	started := time.Now()
	out, err := cmd.CombinedOutput()
	if err != nil {
		return cost{}, fmt.Errorf("%s: %w\n%s", name, err, out)
	}
	usage := cmd.ProcessState.SysUsage().(*syscall.Rusage)
	c := cost{name: name, wall: time.Since(started), cpu: cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime(), peak: usage.Maxrss << 10}
	fmt.Println(c)
	return c, nil
}

func run(builder, hugo string, events int) error {
	dir, err := os.MkdirTemp("", "cartaz-bench-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	brandsDir, out := filepath.Join(dir, "brands"), filepath.Join(dir, "out")
	base := generate.Options{Events: events, Seed: 1}
	edited := base
	edited.Changed = max(1, events/100)
	fmt.Printf("%d events\n", events)

	build := func(name string, o generate.Options, args ...string) (cost, error) {
		if err := generate.Brand(brandsDir, "festa", o); err != nil {
			return cost{}, err
		}
		return measure(name, builder, append([]string{"build", "--brands", brandsDir, "--out", out}, args...)...)
	}
	steps := []struct {
		name    string
		options generate.Options
		args    []string
		cost    cost
	}{
		{name: "cartaz cold, sealed", options: base, args: []string{"--export=false"}},
		{name: "cartaz nothing changed", options: base, args: []string{"--export=false"}},
		{name: "cartaz 1 % changed", options: edited, args: []string{"--export=false"}},
		{name: "cartaz export of all", options: edited},
		{name: "cartaz 1 % and export", options: base},
	}
	for i := range steps {
		s := &steps[i]
		if s.cost, err = build(s.name, s.options, s.args...); err != nil {
			return err
		}
	}
	if _, err := exec.LookPath(hugo); err != nil {
		fmt.Println("SKIPPED: hugo is not installed, so there are no ratios")
		return nil
	}
	site := filepath.Join(dir, "hugo")
	if err := writeHugo(site, base); err != nil {
		return err
	}
	cold, err := measure("hugo cold, uncompressed", hugo, "--quiet", "--source", site)
	if err != nil {
		return err
	}
	if err := writeHugo(site, edited); err != nil {
		return err
	}
	warm, err := measure("hugo 1 % changed", hugo, "--quiet", "--source", site)
	if err != nil {
		return err
	}
	ratio := func(name string, a, b cost) {
		fmt.Printf("%-52s %6.1f × wall %6.1f × CPU\n", name, a.wall.Seconds()/b.wall.Seconds(), a.cpu.Seconds()/b.cpu.Seconds())
	}
	ratio("cold: hugo uncompressed / cartaz sealed, compressed", cold, steps[0].cost)
	exported := steps[0].cost
	exported.wall += steps[3].cost.wall
	exported.cpu += steps[3].cost.cpu
	ratio("cold: hugo uncompressed / cartaz sealed and exported", cold, exported)
	ratio("1 %: hugo / cartaz", warm, steps[2].cost)
	ratio("nothing changed: hugo / cartaz", warm, steps[1].cost)
	return nil
}

// writeHugo writes the Hugo site of a catalogue: one content file per event
// whose front matter is the record.
func writeHugo(dir string, o generate.Options) error {
	err := fs.WalkDir(hugoSite, "hugo", func(name string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel("hugo", name)
		if err != nil {
			return err
		}
		target := filepath.Join(dir, rel)
		if entry.IsDir() {
			return os.MkdirAll(target, 0o755)
		}
		b, err := hugoSite.ReadFile(name)
		if err != nil {
			return err
		}
		return os.WriteFile(target, b, 0o644)
	})
	if err != nil {
		return err
	}
	content := filepath.Join(dir, "content", "eventos")
	if err := os.MkdirAll(content, 0o755); err != nil {
		return err
	}
	r, w, err := os.Pipe()
	if err != nil {
		return err
	}
	written := make(chan error, 1)
	go func() { written <- generate.Records(w, o); w.Close() }()
	dec := json.NewDecoder(r)
	for dec.More() {
		var rec map[string]any
		if err := dec.Decode(&rec); err != nil {
			return err
		}
		// In Hugo the body is the description; the rest is front matter.
		body, _ := rec["description"].(string)
		delete(rec, "description")
		rec["title"], rec["outputs"] = rec["name"], []string{"html", "markdown", "json"}
		head, err := json.Marshal(rec)
		if err != nil {
			return err
		}
		name := filepath.Join(content, fmt.Sprint(rec["slug"])+".html")
		if err := os.WriteFile(name, append(append(head, '\n', '\n'), body...), 0o644); err != nil {
			return err
		}
	}
	return <-written
}
