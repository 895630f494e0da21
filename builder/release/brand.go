package release

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"cartaz/builder/catalog"
	"cartaz/builder/internal/durable"
	"cartaz/builder/text"
)

// Brand is what an edge must know about a brand: its hosts, the address of its API, and the header
// fields of every answer. Each release contains it; brand.json holds it before the first release.
type Brand struct {
	Key     string `json:"key"`      // name of the brand's folder
	Name    string `json:"name"`     // for people
	Locale  string `json:"locale"`   // one of i18n.Names
	SiteURL string `json:"site_url"` // without a slash at the end
	BaseURL string `json:"base_url"` // of the API
	AuthURL string `json:"auth_url"` // of the authorization documents
	// BasePath is the path of BaseURL, or "".
	BasePath string `json:"base_path"`
	// Timezone is the IANA name of the zone in which the brand counts days, "" for UTC.
	Timezone string `json:"timezone,omitempty"`
	// AsOf is the frozen clock of the brand in Unix seconds, 0 for the real one; see [Brand.Now].
	AsOf int64 `json:"as_of,omitempty"`
	// Paths maps the first words of addresses in package catalog to the words of the brand; it has
	// only the words that differ.
	Paths map[string]string `json:"paths,omitempty"`
	// Hosts are all hosts that the brand answers to, lower-case, without port.
	Hosts []string `json:"hosts"`
	// MovedHosts are the members of Hosts that redirect to the host of SiteURL, or of BaseURL below
	// BasePath.
	MovedHosts []string `json:"moved_hosts,omitempty"`
	// KeysOnAccept is true if the cache in front of the edge includes Accept in its key, so that it
	// may store negotiated Markdown.
	KeysOnAccept bool `json:"keys_on_accept"`
	// ContentSignal is the value of the Content-Signal header field.
	ContentSignal string `json:"content_signal"`
	// DeprecatedAt (RFC 9745) and SunsetAt (RFC 8594) of version 1 of the API
	// are Unix seconds, or 0.
	DeprecatedAt    int64  `json:"deprecated_at"`
	SunsetAt        int64  `json:"sunset_at"`
	DeprecationLink string `json:"deprecation_link"` // may be ""
	// State is StateGone, StateRetired or "". It counts in brand.json only; a build clears it.
	State string `json:"state,omitempty"`
}

// The states of a brand that is no longer built.
const (
	StateGone    = "gone"    // no folder of brands has it; it is served as it was
	StateRetired = "retired" // an operator has taken it down: nothing is live
)

// Zone returns the zone in which the brand counts days: UTC if Timezone is "" or not in the
// database.
func (b *Brand) Zone() *time.Location { return cmp.Or(catalog.Zone(b.Timezone), time.UTC) }

// Now returns the current time of the brand: AsOf if it is set, else clock. AsOf exists for sample
// brands: their catalogue ends on a fixed day, so they would have no events today.
func (b *Brand) Now(clock time.Time) time.Time {
	if b.AsOf == 0 {
		return clock
	}
	return time.Unix(b.AsOf, 0).UTC()
}

// maxBrandFile bounds brand.json, maxText each text in it.
const (
	maxBrandFile = 1 << 20
	maxText      = 4096
)

// check refuses values that could break a header field, and a brand without a name. The loader of
// brand.yaml checks the texts of a brand.
func (b *Brand) check() error {
	if b.Key == "" {
		return fmt.Errorf("%w: brand: key is empty", ErrInvalid)
	}
	texts := map[string]string{
		"key": b.Key, "name": b.Name, "locale": b.Locale, "site_url": b.SiteURL,
		"base_url": b.BaseURL, "auth_url": b.AuthURL,
		"base_path": b.BasePath, "timezone": b.Timezone, "content_signal": b.ContentSignal,
		"deprecation_link": b.DeprecationLink,
	}
	for _, host := range b.Hosts {
		texts["hosts "+host] = host
	}
	for key, word := range b.Paths {
		texts["paths "+key] = word
	}
	for name, text := range texts {
		if len(text) > maxText || hasControl(text) {
			return fmt.Errorf("%w: brand: %s has a control character or is longer than %d bytes",
				ErrInvalid, name, maxText)
		}
	}
	return nil
}

func hasControl(s string) bool {
	return slices.ContainsFunc([]byte(s), func(c byte) bool { return c < 0x20 || c == 0x7F })
}

// ReadBrand reads brand.json of the brand's folder dir. A missing file is [ErrNotFound]; a file
// that is not a Brand is [ErrCorrupt]. It ignores unknown members: they come from a newer builder,
// and an older edge must still know the hosts.
func ReadBrand(dir string) (Brand, error) {
	return inFolder(dir, readBrand)
}

// checkOwner refuses a release that was copied from the folder of another brand: neither its key
// nor any of its hosts is the folder's. A release from before the key of the brand changed has a
// host in common with the brand. If the brand file of the folder cannot be read, checkOwner refuses
// nothing.
func checkOwner(root *os.Root, m *Manifest, id string) error {
	own, err := readBrand(root)
	if err != nil || own.Key == m.Brand.Key || slices.ContainsFunc(own.Hosts,
		func(host string) bool { return slices.Contains(m.Brand.Hosts, host) }) {
		return nil
	}
	return fmt.Errorf("%s: %w: release %s is of brand %s, the folder is of brand %s (%s): remove "+
		"it",
		filepath.Join(root.Name(), ReleasesDir, id), ErrCorrupt, id, m.Brand.Key, own.Key,
		BrandFile)
}

// readBrand implements [ReadBrand] in a folder that is open.
func readBrand(root *os.Root) (Brand, error) {
	data, err := readSmall(root, BrandFile, maxBrandFile)
	if err != nil {
		return Brand{}, err
	}
	var b Brand
	if err := json.Unmarshal(data, &b); err != nil {
		return Brand{}, corrupt(root, BrandFile, "%v", err)
	}
	if err := b.check(); err != nil {
		return Brand{}, corrupt(root, BrandFile, "%v", err)
	}
	return b, nil
}

// openFolder opens a brand's folder. It checks that it is a directory first, because opening a FIFO
// would block.
func openFolder(dir string) (*os.Root, error) {
	info, err := os.Stat(dir)
	if err == nil && !info.IsDir() {
		return nil, fmt.Errorf("%s: %w: not a directory", dir, ErrCorrupt)
	}
	var root *os.Root
	if err == nil {
		root, err = os.OpenRoot(dir)
	}
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%w: %w", ErrNotFound, err)
	}
	return root, err
}

// inFolder runs read with the brand's folder dir.
func inFolder[T any](dir string, read func(*os.Root) (T, error)) (result T, err error) {
	root, err := openFolder(dir)
	if err != nil {
		return result, err
	}
	defer root.Close()
	return read(root)
}

// readSmall reads a regular file of at most limit bytes.
func readSmall(root *os.Root, name string, limit int64) ([]byte, error) {
	data, err := durable.ReadFile(root, name, limit)
	if errors.Is(err, durable.ErrTooLarge) {
		return nil, corrupt(root, name, "longer than %d bytes", limit)
	}
	if err != nil {
		return nil, openError(err)
	}
	return data, nil
}

// openError maps the error of opening a sealed file to the sentinels.
func openError(err error) error {
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("%w: %w", ErrNotFound, err)
	case errors.Is(err, durable.ErrNotRegular):
		return fmt.Errorf("%w: %w", ErrCorrupt, err)
	}
	return err
}

// corrupt returns an error about the file name.
func corrupt(root *os.Root, name, format string, args ...any) error {
	return fmt.Errorf("%s: %w: %w", filepath.Join(root.Name(), name), ErrCorrupt,
		fmt.Errorf(format, args...))
}

// decodeStrict decodes one JSON value: no unknown member, and nothing after it.
func decodeStrict(data []byte, v any) error {
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.DisallowUnknownFields()
	if err := dec.Decode(v); err != nil {
		return err
	}
	if _, err := dec.Token(); err != io.EOF {
		return errors.New("bytes after the JSON value")
	}
	return nil
}

// encodeJSON returns v in the form in which this package writes JSON.
func encodeJSON(v any) ([]byte, error) { return text.JSON(v, "  ") }
