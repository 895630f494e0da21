package cli

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"cartaz/builder/internal/build"
	"cartaz/builder/internal/durable"
	"cartaz/builder/release"
)

// metric is one gauge of the metrics file.
type metric struct{ name, help string }

// The gauges, each with the label brand. Their names are stable: alerts are
// written against them.
var gauges = []metric{
	{"cartaz_builder_last_run_timestamp_seconds", "When the last run over the brand ended."},
	{"cartaz_builder_last_success_timestamp_seconds", "When a run last published the brand or found it unchanged."},
	{"cartaz_builder_result", "Exit code of the last run for the brand alone: 0 done, 1 failed, 2 configuration, 3 held, 4 source, 5 running."},
	{"cartaz_builder_held", "1 while a guard holds the brand back."},
	{"cartaz_builder_duration_seconds", "How long the last run took for the brand."},
	{"cartaz_builder_events", "Events in the live release."},
	{"cartaz_builder_on_sale", "Events in the live release that the list and the search show."},
	{"cartaz_builder_release_sequence", "Sequence number of the live release."},
}

// Positions in gauges.
const (
	gaugeLastRun = iota
	gaugeLastSuccess
	gaugeResult
	gaugeHeld
	gaugeDuration
	gaugeEvents
	gaugeOnSale
	gaugeSequence
)

// metricsFile is the text file that node_exporter's textfile collector reads:
// values by brand and position in gauges. A run tells what it knows; what it does
// not know, as when a brand that fails last succeeded, stays as the file has it.
type metricsFile map[string]map[int]float64

// maxMetrics is how much of an earlier file is read: 10,000 brands have 5 MB.
const maxMetrics = 16 << 20

// readMetrics reads the file of an earlier run. Lines that are not ours are left
// out, and so is a file that is not there.
func readMetrics(file string) (metricsFile, error) {
	m := metricsFile{}
	f, err := os.Open(file)
	if errors.Is(err, fs.ErrNotExist) {
		return m, nil
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, maxMetrics))
	if err != nil {
		return nil, err
	}
	for line := range strings.Lines(string(text)) {
		name, rest, ok := strings.Cut(strings.TrimSuffix(line, "\n"), `{brand="`)
		brand, value, ok2 := strings.Cut(rest, `"} `)
		at := slices.IndexFunc(gauges, func(g metric) bool { return g.name == name })
		v, err := strconv.ParseFloat(value, 64)
		if ok && ok2 && at >= 0 && err == nil && keyPattern.MatchString(brand) {
			m.set(brand, at, v)
		}
	}
	return m, nil
}

func (m metricsFile) set(brand string, gauge int, value float64) {
	if m[brand] == nil {
		m[brand] = map[int]float64{}
	}
	m[brand][gauge] = value
}

// note takes in the run over one brand that ended now. dir is the brand's output
// folder.
func (m metricsFile) note(brand, dir string, code int, took time.Duration, now time.Time) {
	m.set(brand, gaugeLastRun, float64(now.Unix()))
	m.set(brand, gaugeResult, float64(code))
	m.set(brand, gaugeDuration, took.Seconds())
	switch code {
	case ExitOK:
		m.set(brand, gaugeLastSuccess, float64(now.Unix()))
		m.set(brand, gaugeHeld, 0)
	case ExitHeld:
		m.set(brand, gaugeHeld, 1)
	}
	// Whatever else went wrong, the guard did not come to judge, or another builder
	// will say.
	live, err := openLive(dir)
	if err != nil {
		return // what is not known is not told anew
	}
	manifest := live.Manifest()
	m.set(brand, gaugeEvents, float64(manifest.Events))
	m.set(brand, gaugeOnSale, float64(manifest.OnSale))
	m.set(brand, gaugeSequence, float64(manifest.Sequence))
	// Nothing was written to the mapping, so closing it cannot lose anything.
	_ = live.Close()
}

// noteOutcome is note for a build.
func (m metricsFile) noteOutcome(out string, o build.Outcome, now time.Time) {
	m.note(o.Brand, filepath.Join(out, o.Brand), exitCode(o.Err), o.Duration, now)
}

// metricsWait is how long a run waits for another that writes the same file, which
// takes milliseconds.
const metricsWait = 10 * time.Second

// save brings the file up to what this run knows. Brands that are not configured
// any more are forgotten, unless none is: a folder of brands that is not there for
// a while must not silence what alerts look at. The folder of the file is locked
// meanwhile: cron lines for one brand each may share a file.
func (m metricsFile) save(file string, configured []string) error {
	unlock, err := durable.LockDir(filepath.Dir(file), metricsWait)
	if err != nil {
		return err
	}
	all, err := readMetrics(file)
	if err == nil {
		for brand, values := range m {
			for gauge, v := range values {
				all.set(brand, gauge, v)
			}
			if _, told := all[brand][gaugeHeld]; !told {
				all.set(brand, gaugeHeld, 0)
			}
		}
		for brand := range all {
			if len(configured) > 0 && !slices.Contains(configured, brand) {
				delete(all, brand)
			}
		}
		err = all.write(file)
	}
	return errors.Join(err, unlock())
}

// write replaces the file in one step: the collector never reads half of it.
// The temporary name does not end in .prom, so the collector does not read that.
func (m metricsFile) write(file string) error {
	root, err := os.OpenRoot(filepath.Dir(file))
	if err != nil {
		return err
	}
	err = durable.New(root, nil).WriteFile(filepath.Base(file), m.text(), 0o644)
	return errors.Join(err, root.Close())
}

// text is the file in the text format of Prometheus, version 0.0.4.
func (m metricsFile) text() []byte {
	brands := make([]string, 0, len(m))
	for brand := range m {
		brands = append(brands, brand)
	}
	slices.Sort(brands)
	var b []byte
	for at, g := range gauges {
		b = fmt.Appendf(b, "# HELP %s %s\n# TYPE %s gauge\n", g.name, g.help, g.name)
		for _, brand := range brands {
			if v, ok := m[brand][at]; ok {
				b = fmt.Appendf(b, "%s{brand=%q} %s\n", g.name, brand, strconv.FormatFloat(v, 'f', -1, 64))
			}
		}
	}
	return b
}

// openLive opens the live release of a brand's folder.
func openLive(dir string) (*release.Release, error) {
	id, err := release.Current(dir)
	if err != nil {
		return nil, err
	}
	return release.Open(dir, id)
}
