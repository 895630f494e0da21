package cli

import (
	"bytes"
	_ "embed" // gauges.txt
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"cartaz/builder/internal/build"
	"cartaz/builder/internal/durable"
	"cartaz/builder/release"
)

// gauges are the names of the gauges, each with its help text. They have the label brand. Their
// names are stable: alerts are written against them.
var gauges = strings.Split(gaugesFile, "\n")

//go:embed gauges.txt
var gaugesFile string

// gaugesOf returns the gauges of a brand after a run that ended: the values of before, updated by
// the run. After a run that was neither done nor held back, the gauge held stays: the guard did not
// run, or another builder is running and sets it. dir is the output folder of the brand.
func gaugesOf(o *build.Outcome, ended time.Time, dir string,
	before map[string]float64) map[string]float64 {
	now := float64(ended.Unix())
	m := map[string]float64{}
	// Alerts are written against these gauges, so they always exist, and no comparison waits for a
	// missing series: a time of 0 is long ago.
	for _, gauge := range [...]string{"last_success_timestamp_seconds",
		"last_pull_timestamp_seconds", "held", "events", "on_sale", "release_sequence"} {
		m[gauge] = 0
	}
	maps.Copy(m, before)
	m["last_run_timestamp_seconds"] = now
	m["result"] = float64(o.ExitCode)
	m["duration_seconds"] = o.Seconds
	switch o.ExitCode {
	case ExitOK:
		m["last_success_timestamp_seconds"], m["held"] = now, 0
	case ExitHeld:
		m["held"] = 1
	}
	if id, err := release.Current(dir); err == nil {
		if live, err := release.ReadManifest(dir, id); err == nil {
			m["events"] = float64(live.Events)
			m["on_sale"] = float64(live.OnSale)
			m["release_sequence"] = float64(live.Sequence)
		}
	}
	if !o.Read {
		return m
	}
	m["last_pull_timestamp_seconds"] = now
	m["failed"], m["dropped"] = float64(o.Failed), float64(o.Dropped)
	m["repaired"] = float64(o.Repaired)
	for name, share := range o.Shares {
		m["share_with_"+name] = share
	}
	return m
}

// writeMetrics writes the gauges of brands, as their last runs left them below out, in the text
// format of Prometheus, version 0.0.4. Without brands, for example if their folder is temporarily
// missing, the file stays as it is: alerts must keep their values.
//
// Several cron jobs, each for one brand, may share one file. Each reads the gauges again after it
// has written, so the last writer has seen every run that ended before.
func writeMetrics(file, out string, brands []string) error {
	brands = slices.Sorted(slices.Values(brands))
	for before := []byte(nil); len(brands) > 0; {
		runs := make([]lastRun, len(brands))
		for i, brand := range brands {
			runs[i], _ = readLastRun(out, brand) // without gauges if it is lost
		}
		var b []byte
		for _, g := range gauges {
			gauge, help, _ := strings.Cut(g, " ")
			name := "cartaz_builder_" + gauge
			b = fmt.Appendf(b, "# HELP %s %s\n# TYPE %s gauge\n", name, help, name)
			for _, run := range runs {
				if value, ok := run.Gauges[gauge]; ok {
					b = fmt.Appendf(b, "%s{brand=%q} %s\n", name, run.Brand,
						strconv.FormatFloat(value, 'f', -1, 64))
				}
			}
		}
		if bytes.Equal(b, before) {
			break
		}
		// The temporary name does not end in .prom, so the collector ignores it.
		if err := durable.Replace(file, bytes.NewReader(b), nil); err != nil {
			return err
		}
		before = b
	}
	return nil
}
