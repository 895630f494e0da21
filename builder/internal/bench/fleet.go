package main

import (
	"bytes"
	"fmt"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"cartaz/builder/internal/generate"
)

// eventsOfBrand is the size of the catalogues of fleet: that of a theatre.
const eventsOfBrand = 18

// fleet builds so many brands, cold and then unchanged, from a source that takes delay to answer.
func fleet(dir, builder string, brands int, delay time.Duration) error {
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
	for _, step := range []string{"cold", "nothing changed"} {
		c, err := measure(out, false, builder, "build", "--brands", from, "--out", out,
			"--export=false")
		if err != nil {
			return fmt.Errorf("%s: %w", step, err)
		}
		fmt.Printf("  %-18s%v, %.1f ms CPU a brand\n", step, c,
			float64(c.cpu.Microseconds())/1e3/float64(brands))
	}
	return nil
}
