package main

import (
	"bytes"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"cartaz/builder/internal/generate"
)

// eventsOfBrand is the size of the catalogues of fleet: that of a theatre.
const eventsOfBrand = 30

// fleetSteps are the builds of a round. The first one without changes and the next need not cost
// the same: a build may store what it learns of a release.
var fleetSteps = [...]string{"cold", "nothing changed", "and again"}

// fleet builds so many brands in each step, from a source that takes delay to answer.
func fleet(dir, builder string, brands, rounds int, delay time.Duration) error {
	var records bytes.Buffer
	o := generate.Options{Events: eventsOfBrand, Seed: 1}
	if err := generate.Records(&records, o); err != nil {
		return err
	}
	body := "[" + strings.Join(strings.Split(strings.TrimSpace(records.String()), "\n"), ",") + "]"
	source := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		time.Sleep(delay)
		w.Header().Set("Content-Type", "application/json")
		fmt.Fprint(w, body)
	}))
	defer source.Close()
	from, out := filepath.Join(dir, "brands"), filepath.Join(dir, "out")
	for i := range brands {
		key := fmt.Sprintf("brand%05d", i)
		if err := generate.Pulled(from, key, source.URL); err != nil {
			return err
		}
	}
	fmt.Printf("%d brands of %d events, sources answer after %v, %d cores, load %s\n", brands,
		eventsOfBrand, delay, runtime.NumCPU(), load())
	var table [len(fleetSteps)][]cost
	for range max(1, rounds) {
		if err := os.RemoveAll(out); err != nil {
			return err
		}
		for i, step := range fleetSteps {
			c, err := measure(out, false, builder, "build", "--brands", from, "--out", out,
				"--export=false")
			if err != nil {
				return fmt.Errorf("%s: %w", step, err)
			}
			table[i] = append(table[i], c)
		}
	}
	for i, step := range fleetSteps {
		fmt.Printf("  %-18s%v\n", step, median(table[i]))
	}
	fmt.Printf("%-20s%10s%10s%10s\n", "ms CPU a brand", "least", "median", "most")
	for i, step := range fleetSteps {
		fmt.Printf("  %-18s", step)
		for _, d := range spread(table[i]) {
			fmt.Printf("%10.2f", d.Seconds()*1e3/float64(brands))
		}
		fmt.Println()
	}
	return nil
}

// spread returns the least, the median and the most processor time of runs.
func spread(runs []cost) [3]time.Duration {
	cpu := make([]time.Duration, len(runs))
	for i, c := range runs {
		cpu[i] = c.cpu
	}
	slices.Sort(cpu)
	return [3]time.Duration{cpu[0], cpu[len(cpu)/2], cpu[len(cpu)-1]}
}
