// Package onboard makes the folder of a new brand, with a brand.yaml that builds as it is. It is
// the work of builder init.
//
// What is not given is derived: the name from the key, language and time zone from the environment.
// With an address the source is read once. The first answer tells the preset and the paging
// (detect.go), and the first records are checked as a build checks them (sample.go). Without a
// source the brand gets a small catalogue to edit.
//
// It also holds the presets: ready-made sources for common backends ([Presets]).
package onboard

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"cartaz/brands"
	"cartaz/builder/i18n"
)

// recordsFile is the catalogue of a new brand without a source.
const recordsFile = "records.json"

// Brand holds the values of the brand.yaml to write.
type Brand struct {
	Key     string   // name of the folder; must be valid for [brands.ValidKey]
	Name    string   // "" for a name made from Key
	Locale  string   // one of i18n.Names; "" for the language of the environment
	Preset  string   // "" for none, or for the preset that URL reveals
	URL     string   // address of the catalogue; "" for none
	Headers []string // of every request to it, as "Name: value"

	Lookup func(name string) (string, bool) // environment variables
	Now    time.Time

	kind     string   // of the source, when it is not JSON; else ""
	links    []string // source.links, of kind html
	items    string   // source.items, of kind xml
	pages    int      // of kind html; 0 when not known
	unread   bool     // the source could not be read
	timezone string   // from the environment
	seen     Guess    // from the first answer
}

// Result is what was written and read. It is the JSON output of builder init.
type Result struct {
	Brand  string   `json:"brand"`
	Files  []string `json:"files"`
	Preset string   `json:"preset"`         // "" for none
	Kind   string   `json:"kind,omitempty"` // of a source that is not JSON; else ""
	// Missing are the environment variables that a build needs and that are not set.
	Missing []string `json:"missing"`
	Read    *Sample  `json:"read"` // the first records of the source; null when it was not read
	Next    []string `json:"next"` // commands, set by the caller
}

// Write makes the folder of the brand below brandsDir and loads it as a build does. When loading
// fails, it removes the folder again. An existing folder is an error. With offline the source is
// not read.
func (b *Brand) Write(ctx context.Context, brandsDir string, offline bool) (*Result, error) {
	b.fillDefaults()
	if err := os.MkdirAll(brandsDir, 0o755); err != nil {
		return nil, err
	}
	dir := filepath.Join(brandsDir, b.Key)
	if err := os.Mkdir(dir, 0o755); err != nil && !(errors.Is(err, fs.ErrExist) && again(dir)) {
		return nil, err // also when the folder exists: nothing is overwritten
	}
	result := &Result{Brand: b.Key, Missing: []string{}}
	err := b.fill(ctx, dir, offline, result)
	if err != nil {
		return nil, errors.Join(err, os.RemoveAll(dir))
	}
	return result, nil
}

// again reports whether a folder holds nothing but the brand.yaml of an init that could not read
// its source. Running init again may replace it.
func again(dir string) bool {
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) != 1 || entries[0].Name() != brands.FileName {
		return false
	}
	text, err := os.ReadFile(filepath.Join(dir, brands.FileName))
	return err == nil && strings.Contains(string(text), unreadLine+"\n")
}

// fillDefaults sets the values that were not given.
func (b *Brand) fillDefaults() {
	if b.Name == "" {
		words := strings.ReplaceAll(b.Key, "-", " ")
		b.Name = strings.ToUpper(words[:1]) + words[1:]
	}
	if b.Locale == "" {
		b.Locale = "pt-BR"
		for _, name := range []string{"LC_ALL", "LC_MESSAGES", "LANG"} {
			if v, ok := b.Lookup(name); ok && v != "" {
				v, _, _ = strings.Cut(v, ".") // of de_DE.UTF-8
				b.Locale = i18n.Match(v, b.Locale)
				break
			}
		}
	}
	if zone, ok := b.Lookup("TZ"); ok && strings.Contains(zone, "/") {
		if _, err := time.LoadLocation(zone); err == nil {
			b.timezone = zone
		}
	}
	if b.timezone == "" && b.Locale == "pt-BR" {
		b.timezone = "America/Sao_Paulo"
	}
	if rest, ok := strings.CutPrefix(b.URL, "webcal://"); ok {
		b.URL = "https://" + rest // how pages link to calendars
	}
	if b.Preset == "" && b.URL != "" {
		b.Preset = guessPreset(b.URL)
	}
}

// fill writes the files of the folder.
func (b *Brand) fill(ctx context.Context, dir string, offline bool, result *Result) error {
	file := filepath.Join(dir, brands.FileName)
	result.Files = []string{file}
	if b.Preset == "" && b.URL == "" {
		records := filepath.Join(dir, recordsFile)
		result.Files = append(result.Files, records)
		if err := os.WriteFile(records, []byte(b.sampleRecords(b.Now)), 0o644); err != nil {
			return err
		}
	}
	loaded, err := b.load(file, result)
	if err != nil {
		return err
	}
	if loaded.Source.Remote() && !offline && len(result.Missing) == 0 {
		var unread error
		if b.Preset == "" {
			unread = b.detect(ctx, dir)
			if loaded, err = b.load(file, result); err != nil {
				return err
			}
		}
		if unread != nil {
			result.Read = &Sample{Error: unread.Error()}
		} else {
			result.Read = readSample(ctx, loaded, b.Now)
			result.Read.Doubt = b.seen.Doubt
		}
		b.unread = result.Read.Error != "" && result.Read.Records == 0
		if b.unread {
			if _, err := b.load(file, result); err != nil {
				return err
			}
		}
	}
	result.Preset, result.Kind = b.Preset, b.kind
	return nil
}

// load writes brand.yaml and loads it. An environment variable that is not set gets a placeholder
// as its value, and its name is added to result.Missing.
func (b *Brand) load(file string, result *Result) (*brands.Brand, error) {
	if err := os.WriteFile(file, []byte(b.yaml()), 0o644); err != nil {
		return nil, err
	}
	options := b.loadOptions()
	options.Env = func(name string) (string, bool) {
		value, _ := b.Lookup(name)
		if value == "" {
			if !slices.Contains(result.Missing, name) {
				result.Missing = append(result.Missing, name)
			}
			value = "not-set-yet"
		}
		return value, true
	}
	return brands.LoadOne(filepath.Dir(file), options)
}

// loadOptions returns the options with which the brand is loaded.
func (b *Brand) loadOptions() brands.LoadOptions {
	return brands.LoadOptions{Env: b.Lookup, Presets: Presets()}
}

// Text describes the result for people.
func (r *Result) Text() string {
	text := "wrote " + strings.Join(r.Files, " and ") + "\n"
	if r.Read != nil {
		how := r.Kind
		if r.Preset != "" {
			how = "the preset " + r.Preset
		} else if how != "" {
			how = "kind " + how
		}
		text += r.Read.text(how, r.Files[0])
	}
	for _, name := range r.Missing {
		text += "set " + name + " in the environment of the builder: the source asks for it\n"
	}
	text += "next:\n"
	for _, line := range r.Next {
		text += "  " + line + "\n"
	}
	return text
}
