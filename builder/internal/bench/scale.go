package main

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"

	"cartaz/builder/internal/generate"
)

// grow builds a catalogue of so many events, then with nothing changed, and then with 1 % of them
// changed, as often as there are rounds.
func grow(dir, builder string, events, rounds int) error {
	brands, out := filepath.Join(dir, "brands"), filepath.Join(dir, "out")
	fmt.Printf("%d events, %d cores, load %s\n", events, runtime.NumCPU(), load())
	taken := make([][]cost, len(stages))
	for range max(1, rounds) {
		if err := os.RemoveAll(out); err != nil {
			return err
		}
		for i, s := range stages {
			o := generate.Options{Events: events, Seed: 1}
			if s.changed {
				o.Changed = max(1, events/100)
			}
			if err := generate.Brand(brands, "festa", o); err != nil {
				return err
			}
			c, err := measure(out, true, builder, "build", "--brands", brands, "--out", out,
				"--export=false")
			if err != nil {
				return fmt.Errorf("%s: %w", s.name, err)
			}
			taken[i] = append(taken[i], c)
		}
	}
	for i, s := range stages {
		c := median(taken[i])
		fmt.Printf("  %-18s%v%s\n", s.name, c, c.noise())
	}
	printHead("")
	printOwn(taken[0], taken[1], taken[2], events)
	return nil
}
