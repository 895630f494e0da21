package cli

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"cartaz/brands"
	"cartaz/builder/internal/build"
	"cartaz/builder/internal/durable"
	"cartaz/builder/release"
)

// metric is one gauge of the metrics file.
type metric struct{ name, help string }

// The gauges, each with the label brand. Their names are stable: alerts are
// written against them.
var gauges = []metric{
	{"last_run_timestamp_seconds", "When the last run over the brand ended."},
	{"last_success_timestamp_seconds",
		"When a run last published the brand or found it unchanged."},
	{"last_pull_timestamp_seconds",
		"When a run last read the whole source; an old time means that the source is down."},
	{"result",
		"Exit code of the last run for the brand alone: 0 done, 1 failed, 2 configuration, 3 " +
			"held, 4 source, 5 running."},
	{"held", "1 while a guard holds the brand back."},
	{"duration_seconds", "How long the last run took for the brand."},
	{"events", "Events in the live release."},
	{"on_sale", "Events in the live release that the list and the search show."},
	{"release_sequence", "Sequence number of the live release."},
	{"dropped",
		"Records that the last run which read the whole source could not publish."},
	{"failed", "Items among them that it could not map."},
	{"repaired", "Repairs that it made to records."},
	{"share_with_start", "Part of the events it found, 0 to 1, that have a start."},
	{"share_with_place",
		"Part of the events it found that have a place or are online."},
	{"share_with_price", "Part of the events it found that have a price."},
	{"share_with_description",
		"Part of the events it found that have a description."},
	{"share_with_image", "Part of the events it found that have an image."},
}

// gaugePrefix begins the name of every gauge.
const gaugePrefix = "cartaz_builder_"

// metricsFile holds the values of the text file that node_exporter's textfile collector reads, by
// brand and gauge, in the text format of Prometheus, version 0.0.4. Runs for different
// brands may share one file. A run sets the values that it knows. Other values stay as they are
// in the file, such as the time of the last success of a brand that fails now.
type metricsFile map[series]float64

// series is a gauge of a brand.
type series struct{ brand, gauge string }

// maxMetrics is the number of bytes read of an earlier file; 10,000 brands have 5 MB.
const maxMetrics = 16 << 20

// read reads the file of an earlier run. It ignores lines that the builder did not write. A
// missing file counts as empty.
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
		name, rest, _ := strings.Cut(strings.TrimPrefix(line, gaugePrefix), `{brand="`)
		brand, value, _ := strings.Cut(strings.TrimSuffix(rest, "\n"), `"} `)
		known := slices.ContainsFunc(gauges, func(g metric) bool { return g.name == name })
		if v, err := strconv.ParseFloat(value, 64); known && err == nil && brands.ValidKey(brand) {
			m[series{brand, name}] = v
		}
	}
	return m, nil
}

// Add sets the values of a run over one brand that ended. With a run that was neither done nor held
// back, the gauge that says whether a guard holds the brand stays: the guard did not run, or
// another builder is running and sets it. live is the manifest of the live release, nil when there
// is none.
func (m metricsFile) Add(o *build.Outcome, ended time.Time, live *release.Manifest) {
	set := func(gauge string, value float64) { m[series{o.Brand, gauge}] = value }
	now := float64(ended.Unix())
	set("last_run_timestamp_seconds", now)
	set("result", float64(o.ExitCode))
	set("duration_seconds", o.Seconds)
	switch o.ExitCode {
	case ExitOK:
		set("last_success_timestamp_seconds", now)
		set("held", 0)
	case ExitHeld:
		set("held", 1)
	}
	if live != nil {
		set("events", float64(live.Events))
		set("on_sale", float64(live.OnSale))
		set("release_sequence", float64(live.Sequence))
	}
	if !o.Read {
		return
	}
	set("last_pull_timestamp_seconds", now)
	set("failed", float64(o.Failed))
	set("dropped", float64(o.Dropped))
	set("repaired", float64(o.Repaired))
	for name, share := range o.Shares {
		set("share_with_"+name, share)
	}
}

// complete gives a brand of a run the gauges that alerts are written against, also when it has
// never been built, so that no comparison waits for a series that is not there: a time of 0 is long
// ago. Brands that the run was not for get none: the file of another run, perhaps on another
// machine (--shard), has theirs.
func (m metricsFile) complete(brand string) {
	for _, gauge := range [...]string{"last_run_timestamp_seconds",
		"last_success_timestamp_seconds", "last_pull_timestamp_seconds", "held", "events",
		"on_sale", "release_sequence"} {
		m[series{brand, gauge}] += 0
	}
}

// metricsTimeout is the longest wait for another run that writes the same file. Writing takes
// milliseconds.
const metricsTimeout = 10 * time.Second

// Save merges the values of this run into the file. Brands that are no longer configured are
// removed, unless no brand is configured at all: when the folder of brands is missing for a while,
// alerts must keep their values.
//
// The folder of the file is locked meanwhile, because several cron jobs, each for one brand, may
// share one file.
func (m metricsFile) Save(file string, configured []string) error {
	unlock, err := durable.LockDir(filepath.Dir(file), metricsTimeout)
	if err != nil {
		return err
	}
	all, err := readMetrics(file)
	if err == nil {
		maps.Copy(all, m)
		for s := range m {
			if s.gauge == "result" {
				all.complete(s.brand)
			}
		}
		maps.DeleteFunc(all, func(s series, _ float64) bool {
			return len(configured) > 0 && !slices.Contains(configured, s.brand)
		})
		// The temporary name does not end in .prom, so the collector ignores it.
		err = replaceFile(file, bytes.NewReader(all.text()), nil)
	}
	return errors.Join(err, unlock())
}

// text returns the file in the text format of Prometheus, version 0.0.4.
func (m metricsFile) text() []byte {
	all := slices.SortedFunc(maps.Keys(m), func(a, b series) int {
		return strings.Compare(a.brand, b.brand)
	})
	var b []byte
	for _, g := range gauges {
		name := gaugePrefix + g.name
		b = fmt.Appendf(b, "# HELP %s %s\n# TYPE %s gauge\n", name, g.help, name)
		for _, s := range all {
			if s.gauge == g.name {
				b = fmt.Appendf(b, "%s{brand=%q} %s\n", name, s.brand,
					strconv.FormatFloat(m[s], 'f', -1, 64))
			}
		}
	}
	return b
}
