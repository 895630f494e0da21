// Package onboard makes the folder of a new brand, with a brand.yaml that builds as it is. It does
// the work of builder init.
//
// If there is an address or a file, the source is read once. The first answer reveals the preset
// and the paging. The first items are checked as a build checks them, and give the picture of the
// catalogue. Language, time zone and currency come from it, never from the machine. Without a
// source the brand gets a small catalogue to edit.
//
// It also holds the presets: ready-made sources for common backends ([Presets]).
package onboard

import (
	"cmp"
	"context"
	"embed"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"text/template"
	"time"

	"cartaz/brands"
	"cartaz/builder/i18n"
	"cartaz/builder/internal/upstream"
)

// recordsFile is the catalogue of a new brand without a source.
const recordsFile = "records.json"

// mapFile is the map of a brand whose items have an id in a member that no table names.
const mapFile = "map.jq"

// fallbackLocale is the language of a site whose catalogue does not reveal one.
const fallbackLocale = "pt-BR"

// Brand holds the values of the brand.yaml to write.
type Brand struct {
	Key      string   // name of the folder; must be valid for [brands.ValidKey]
	Name     string   // "" for a name made from Key
	Locale   string   // one of i18n.Names; "" for the language of the catalogue
	Timezone string   // IANA name; "" for the zone of the catalogue
	SiteURL  string   // origin of the site; "" for one of this machine
	Preset   string   // "" if there is none, or for the preset that URL reveals
	URL      string   // address of the catalogue, or ""
	Path     string   // file of the catalogue, its folder, a pattern, or ""
	Headers  []string // of every request to URL, as "Name: value"
	Yes      bool     // write even a brand that would be wrong
	Preview  string   // host for held releases, or ""

	Lookup func(name string) (string, bool) // environment variables
	Now    time.Time

	found           // if the source is not JSON
	currency string // "" if it is not known
	id       string // jq path of the member that identifies an item, "" for known names only
	seen     Guess  // from the first answer
}

// Result holds what was written and read. It is the JSON output of builder init.
type Result struct {
	Brand  string   `json:"brand"`
	Files  []string `json:"files"`          // empty if the catalogue would be wrong
	Preset string   `json:"preset"`         // or ""
	Kind   string   `json:"kind,omitempty"` // of a source that is not JSON; else ""
	// Missing holds the environment variables that a build needs and that are not set.
	Missing []string `json:"missing"`
	Read    *Picture `json:"read"` // the first items of the source; null if it was not read
	Next    []string `json:"next"` // commands, set by the caller
}

// Write makes the folder of the brand below brandsDir and loads it as a build does. If loading
// fails, or most events would be wrong and b.Yes is not set, it removes the folder again. An
// existing folder is an error. With offline the source is not read.
func (b *Brand) Write(ctx context.Context, brandsDir string, offline bool) (*Result, error) {
	if b.Name == "" {
		words := strings.ReplaceAll(b.Key, "-", " ")
		b.Name = strings.ToUpper(words[:1]) + words[1:]
	}
	b.URL = overHTTP(b.URL)
	if info, err := os.Stat(b.Path); err == nil && info.IsDir() {
		b.Path = filepath.Join(b.Path, "*")
	}
	if b.Preset == "" && b.URL != "" {
		b.Preset = guessPreset(b.URL)
	}
	if err := os.MkdirAll(brandsDir, 0o755); err != nil {
		return nil, err
	}
	dir := filepath.Join(brandsDir, b.Key)
	if err := os.Mkdir(dir, 0o755); err != nil {
		return nil, err // also if the folder exists: nothing is overwritten
	}
	result := &Result{Brand: b.Key, Missing: []string{}}
	err := b.fill(ctx, dir, offline, result)
	if err != nil || result.Wrong() && !b.Yes {
		result.Files = []string{}
		err = errors.Join(err, os.RemoveAll(dir))
	}
	return result, err
}

// Wrong reports whether most events of the catalogue would be wrong.
func (r *Result) Wrong() bool { return r.Read != nil && len(r.Read.Wrong) > 0 }

// fill writes the files of the folder. With offline it does not read the source.
func (b *Brand) fill(ctx context.Context, dir string, offline bool, result *Result) error {
	file := filepath.Join(dir, brands.FileName)
	result.Files = []string{file, filepath.Join(dir, "pages")}
	sample := b.Preset == "" && b.URL == "" && b.Path == ""
	if sample {
		if b.Locale == "" && b.Timezone == "" {
			b.Timezone = "America/Sao_Paulo"
		}
		records := filepath.Join(dir, recordsFile)
		result.Files = append(result.Files, records)
		if err := os.WriteFile(records, []byte(b.sampleRecords()), 0o644); err != nil {
			return err
		}
	}
	// What kind of source is it?
	loaded, err := b.load(file, result)
	if err != nil || sample || offline || len(result.Missing) > 0 {
		return err
	}
	switch {
	case b.Preset != "":
	case b.Path != "":
		err = b.detectFile(ctx)
	default:
		err = b.detect(ctx, upstream.FromBrand(loaded))
	}
	if err != nil {
		result.Read = newPicture()
		result.Read.fail(err)
		return nil
	}
	result.Preset, result.Kind = b.Preset, b.kind
	for learned := true; learned; { // the results of one reading decide how the next one reads
		if loaded, err = b.load(file, result); err != nil {
			return err
		}
		if result.Read, err = look(ctx, loaded, b.Now); err != nil {
			return err
		}
		known := b.id
		learned = result.Read.learn(b, b.language)
		if b.id != known {
			program := filepath.Join(dir, mapFile)
			result.Files = append(result.Files, program)
			text := "# " + b.id + " identifies an event.\n" + b.program(loaded.Source) + "\n"
			if err = os.WriteFile(program, []byte(text), 0o644); err != nil {
				return err
			}
		}
	}
	result.Read.draw(loaded.Locale)
	return result.Read.judge(ctx, b, loaded)
}

// legal holds, by language, skeletons of legal pages and the key of brand.yaml that links them.
//
//go:embed legal
var legal embed.FS

// load writes brand.yaml and the legal pages, and loads them. An environment variable that is not
// set gets a placeholder as its value, and its name is added to result.Missing.
func (b *Brand) load(file string, result *Result) (*brands.Brand, error) {
	pages := result.Files[1]
	local := "legal/" + i18n.Match(b.Locale, fallbackLocale)
	links, err := legal.ReadFile(local + "/legal.yaml")
	drafts, wrong := fs.Sub(legal, local+"/pages")
	if err = cmp.Or(err, wrong, os.RemoveAll(pages), os.CopyFS(pages, drafts),
		os.WriteFile(file, []byte(b.yaml(string(links))), 0o644)); err != nil {
		return nil, err
	}
	options := brands.LoadOptions{Presets: Presets()}
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

// Text describes the result for people.
func (r *Result) Text() string { return written("result.txt", r) }

// SchemaFile is the schema of brand.yaml next to the folders of brands, for editors.
const SchemaFile = "schema.json"

// manyPages is the number of pages that can be read within the default of source.timeout.
const manyPages = 600

// skeletonFiles are the files of a new brand. Strings in its brand.yaml are quoted as in JSON,
// which is valid YAML.
//
//go:embed skeletons
var skeletonFiles embed.FS

var skeletons = template.Must(template.New("").Funcs(template.FuncMap{"quoted": quoted,
	"more": func(members int) int { return members - shownMembers },
	"header": func(line string) string {
		name, value, _ := strings.Cut(line, ":")
		return quoted(strings.TrimSpace(name)) + ": " + quoted(strings.TrimSpace(value))
	}}).ParseFS(skeletonFiles, "skeletons/*"))

// written returns the text of a skeleton with its values.
func written(name string, values any) string {
	var text strings.Builder
	if err := skeletons.ExecuteTemplate(&text, name, values); err != nil {
		panic(err) // it has all values
	}
	return text.String()
}

// yaml returns the text of brand.yaml.
func (b *Brand) yaml(legal string) string {
	site := strings.TrimSuffix(cmp.Or(b.SiteURL, "http://"+b.Key+".localhost:8080"), "/")
	file, _ := filepath.Abs(b.Path) // the folder of this process is known
	switch {
	case b.URL != "" || b.Path == "" && b.Preset != "":
		file = ""
	case b.Path == "":
		file = recordsFile
	}
	values := map[string]any{"schema": SchemaFile, "name": b.Name, "zone": b.Timezone,
		"locale": cmp.Or(b.Locale, fallbackLocale), "currency": b.currency, "site": site,
		"here": b.SiteURL == "", "auth": strings.Replace(site, "://", "://auth.", 1),
		"preview": b.Preview, "legal": legal, "preset": b.Preset, "url": b.URL, "file": file,
		"kind": cmp.Or(b.kind, "http"), "links": b.links, "pages": b.pages, "headers": b.Headers,
		"items": cmp.Or(b.items, b.seen.Items), "paging": b.seen.Pages}
	if file != "" && (b.Preset != "" || b.kind == "") {
		values["kind"] = "file"
	} else if b.Preset != "" {
		values["kind"] = ""
	}
	if b.pages > manyPages {
		values["minutes"] = min(b.pages/60, 24*60)
	}
	if b.id != "" {
		values["map"] = mapFile
	}
	return written(brands.FileName, values)
}

// samples holds the texts of the sample events, in one language.
type samples struct {
	Names [3]string `i18n:"sample.names"`
	About string    `i18n:"sample.about"`
	Venue string    `i18n:"sample.venue"`
}

var samplesOf = i18n.Bind[samples]()

// sampleRecords returns a small catalogue of events in the future.
func (b *Brand) sampleRecords() string {
	say := samplesOf(cmp.Or(b.Locale, fallbackLocale))
	var days []string
	for i := range say.Names {
		days = append(days, b.Now.AddDate(0, 0, 15*(i+1)).Format(time.DateOnly))
	}
	return written(recordsFile, map[string]any{"say": say, "about": "<p>" + say.About + "</p>",
		"days": days, "zone": cmp.Or(b.Timezone, "UTC")})
}

func quoted(s string) string {
	text, _ := json.Marshal(s) // a string
	return string(text)
}
