package brands

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"

	"cartaz/builder/text"
)

// LoadOptions are the inputs of loading besides the files.
type LoadOptions struct {
	// Env looks up the variables named by ${NAME} in source values; nil reads
	// the environment of the process.
	Env func(name string) (string, bool)
	// Presets are the ready-made sources that source.preset names, one folder each. A folder holds
	// a [PresetFile] with the keys of source, and a [PresetProgram], the jq program. nil means no
	// presets.
	Presets fs.FS
	// Published reports whether a brand has a host already, so that the claim of another brand
	// comes later. nil means that none has.
	Published func(brand, host string) bool
}

// ValidKey reports whether key can be the folder name of a brand: small letters from a to z,
// digits, and single hyphens between them.
func ValidKey(key string) bool { return text.IsSlug(key) }

// Load reads every brand below dir, sorted by key. A brand is a sub-folder with a brand.yaml.
//
// A faulty brand does not hide the others: Load returns the valid brands together with an error
// that joins one [*BrandError] per faulty brand. When brands claim the same host, the later claims
// are faulty. With a hosts.yaml in dir, only the claims that it allows count. An alternate that
// names a faulty brand is left out.
func Load(dir string, opts LoadOptions) ([]*Brand, error) {
	entries, err := os.ReadDir(dir) // sorted, and so are the brands
	if err != nil {
		return nil, fmt.Errorf("read the folder of brands: %w", err)
	}
	var loaded, broken []*Brand
	faults := map[string][]*KeyError{}
	for _, entry := range entries {
		folder := filepath.Join(dir, entry.Name())
		if info, err := os.Stat(folder); err != nil || !info.IsDir() {
			continue
		}
		if _, err := os.Lstat(filepath.Join(folder, FileName)); errors.Is(err, os.ErrNotExist) &&
			misnamed(folder, FileName) == "" {
			continue
		}
		b, found := load(folder, opts)
		faults[b.Key] = found
		if found == nil {
			loaded = append(loaded, b)
		} else {
			broken = append(broken, b)
		}
	}
	if err := giveHosts(dir, loaded, faults); err != nil {
		return nil, err
	}
	isBroken := func(b *Brand) bool { return faults[b.Key] != nil }
	loaded = slices.DeleteFunc(loaded, isBroken)
	findHostConflicts(loaded, broken, opts.Published, faults)
	joinAlternates(loaded, faults)
	var all []error
	for _, entry := range entries {
		if list := faults[entry.Name()]; list != nil {
			all = append(all, newBrandError(filepath.Join(dir, entry.Name()), list))
		}
	}
	return slices.DeleteFunc(loaded, isBroken), errors.Join(all...)
}

// LoadOne reads the brand in one folder, without the alternates that name other brands. Its error
// is a [*BrandError].
func LoadOne(folder string, opts LoadOptions) (*Brand, error) {
	b, faults := load(folder, opts)
	if faults != nil {
		return nil, newBrandError(folder, faults)
	}
	b.Alternates = slices.DeleteFunc(b.Alternates,
		func(a Alternate) bool { return a.SiteURL == "" })
	return b, nil
}

// MaxFileBytes is the size of the largest brand.yaml: a larger file is not a configuration.
const MaxFileBytes = 1 << 20

// reader reads one brand, and collects every fault of its files.
type reader struct {
	brand   *Brand
	folder  string // absolute
	env     func(string) (string, bool)
	presets fs.FS // nil when there are none
	faults  []*KeyError
	secrets []secret

	reserved []string // first parts of addresses that are the site's own
	moved    []value  // former paths of the site
	words    []value  // of paths
	links    []value  // paths of the site in brand.yaml, checked when pages and files are known
	pictures []value  // paths of pictures, as links
}

// load reads one folder, and returns the brand with its faults.
func load(folder string, opts LoadOptions) (*Brand, []*KeyError) {
	absolute, _ := filepath.Abs(folder) // the folder of this process is known
	d := &document{Brand: Brand{Key: filepath.Base(absolute), Dir: absolute,
		hostLines: map[string]int{}}}
	b := &d.Brand
	r := &reader{brand: b, folder: absolute, env: opts.Env, presets: opts.Presets}
	if r.env == nil {
		r.env = os.LookupEnv
	}
	f := &yamlFile{reader: r}
	if !ValidKey(b.Key) {
		f.fault(1, "",
			"the folder name %q is not a key: use small letters and digits, with single hyphens "+
				"between them", b.Key)
	}
	if text, err := readRegularFile(absolute, FileName, MaxFileBytes); err != nil {
		f.fault(1, "", "%s", cmp.Or(misnamed(absolute, FileName), "not readable: "+err.Error()))
	} else if doc := f.document(text); doc.Node != nil {
		doc.fill(reflect.ValueOf(d).Elem())
	}
	r.ownFiles(b)
	b.Source.secrets, b.Sheet.secrets = r.secrets, r.secrets
	for i := range b.More {
		b.More[i].secrets = r.secrets
	}
	return b, r.faults
}

// HostsFile is the file beside the folders of brands that says which hosts each may claim, if the
// owners of the folders may not decide that themselves: palco: [palco.example].
const HostsFile = "hosts.yaml"

// giveHosts reports the hosts that a brand claims and hosts.yaml does not give to it.
func giveHosts(dir string, loaded []*Brand, faults map[string][]*KeyError) error {
	f := &yamlFile{reader: &reader{brand: &Brand{hostLines: map[string]int{}}}, name: HostsFile}
	text, err := ReadFile(filepath.Join(dir, HostsFile), MaxFileBytes)
	doc := f.optional(dir, text, err)
	allowed := map[string][]string{}
	if doc.Node != nil {
		doc.read(`as:"host"`, reflect.ValueOf(&allowed).Elem())
	}
	if f.faults != nil {
		return fmt.Errorf("%w: write a line for each brand, as in palco: [palco.example]",
			newBrandError(dir, f.faults))
	}
	if doc.Node == nil {
		return nil
	}
	for _, b := range loaded {
		for _, host := range b.claims() {
			if !slices.Contains(allowed[b.Key], host) {
				faults[b.Key] = append(faults[b.Key], &KeyError{Line: b.hostLines[host],
					Text: fmt.Sprintf("%s does not give the host %s to this brand: its owner "+
						"adds it there, or take it out", HostsFile, host)})
			}
		}
	}
	return nil
}

// findHostConflicts finds the hosts that more than one brand claims. A host belongs to the first
// brand, by key, that has published it, even if its files are broken now; if none has, to the first
// brand by key. The claims of all others are faults, so a new brand never takes the host of one
// that is served.
func findHostConflicts(loaded, broken []*Brand, published func(brand, host string) bool,
	faults map[string][]*KeyError,
) {
	owners := map[string]*Brand{}
	has := func(b *Brand, host string) bool { return published != nil && published(b.Key, host) }
	for _, b := range loaded {
		for _, host := range b.claims() {
			for _, c := range append(slices.Clip(broken), b) {
				o := owners[host]
				served := o != nil && has(o, host)
				if o == nil && c == b || !served && has(c, host) {
					owners[host] = c
				}
			}
		}
	}
	for _, b := range loaded {
		for _, host := range b.claims() {
			if o := owners[host]; o != b {
				faults[b.Key] = append(faults[b.Key], &KeyError{Line: b.hostLines[host],
					Text: fmt.Sprintf("the host %s belongs to %s:%d: a host belongs to one brand, "+
						"so take it out of one file", host, o.File(), max(o.hostLines[host], 1))})
			}
		}
	}
}

// joinAlternates sets the addresses of alternates that name a brand of the folder. It reports
// alternates that name no brand, that differ in language from the brand they name, and that the
// other brand does not return: search engines ignore a link in one direction only.
func joinAlternates(loaded []*Brand, faults map[string][]*KeyError) {
	byKey, bySite := map[string]*Brand{}, map[string]*Brand{}
	for _, b := range loaded {
		byKey[b.Key], bySite[b.SiteURL] = b, b
	}
	faulty := maps.Clone(faults)
	for _, b := range loaded {
		b.Alternates = slices.DeleteFunc(b.Alternates, func(a Alternate) bool {
			return a.Key != b.Key && faulty[a.Key] != nil
		})
		for i := range b.Alternates {
			a, text := &b.Alternates[i], ""
			if other := cmp.Or(byKey[a.Key], bySite[a.SiteURL]); other != nil {
				a.Key = other.Key
				a.SiteURL = other.SiteURL
				a.Spelling = other.Spelling
				text = b.alternateFault(a, other)
			} else if a.Key != "" {
				text = fmt.Sprintf("there is no brand %q%s", a.Key,
					cmp.Or(Suggest(a.Key, slices.Sorted(maps.Keys(byKey))), ": write the key of "+
						"one in this folder, or the address of a site"))
			}
			if text != "" {
				faults[b.Key] = append(faults[b.Key],
					&KeyError{Line: a.line, Key: "alternates." + a.Lang, Text: text})
			}
		}
	}
}

// alternateFault returns the fault of an alternate of b that is the brand other, or "" for none.
func (b *Brand) alternateFault(a *Alternate, other *Brand) string {
	if other == b {
		return ""
	}
	if a.Lang != XDefault && a.Lang != other.Locale {
		return fmt.Sprintf("the language of %s is %s: write %s: %s", other.Key, other.Locale,
			other.Locale, other.Key)
	}
	returned := slices.ContainsFunc(other.Alternates, func(back Alternate) bool {
		return back.Lang == b.Locale && (back.Key == b.Key || back.SiteURL == b.SiteURL)
	})
	if !returned {
		return fmt.Sprintf("%s does not name this brand: write %s: %s below alternates in %s",
			other.Key, b.Locale, b.Key, other.File())
	}
	return ""
}
