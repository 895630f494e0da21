package main

import (
	"fmt"
	"path/filepath"
	"runtime"

	"cartaz/builder/internal/generate"
)

// grow builds a catalogue of so many events, and then again with 1 % of them
// changed.
func grow(dir, builder string, events int) error {
	brands, out := filepath.Join(dir, "brands"), filepath.Join(dir, "out")
	fmt.Printf("%d events, %d cores, load %s\n", events, runtime.NumCPU(), load())
	for _, s := range stages {
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
		fmt.Printf("  %-18s%v\n", s.name, c)
	}
	return nil
}
