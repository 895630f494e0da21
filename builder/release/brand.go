package release

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"cartaz/builder/internal/durable"
)

// Brand is what an edge needs to know of a brand: which hosts are its own, where
// its API lies, and the fields that go onto every answer. It is sealed in each
// release, and lies in brand.json for the time before the first one.
type Brand struct {
	Key     string `json:"key"`      // name of the brand's folder
	Name    string `json:"name"`     // for people
	Locale  string `json:"locale"`   // "pt-BR" or "en"
	SiteURL string `json:"site_url"` // without a slash at the end
	BaseURL string `json:"base_url"` // of the API
	AuthURL string `json:"auth_url"` // of the authorization documents
	// BasePath is the path of BaseURL, "" when it has none.
	BasePath string `json:"base_path"`
	// Hosts are all hosts that the brand answers to, lower-case, without port.
	Hosts []string `json:"hosts"`
	// KeysOnAccept says that the cache in front keys on Accept, so negotiated
	// Markdown may be stored by it.
	KeysOnAccept bool `json:"keys_on_accept"`
	// ContentSignal is the value of the Content-Signal header field.
	ContentSignal string `json:"content_signal"`
	// DeprecatedAt (RFC 9745) and SunsetAt (RFC 8594) of version 1 of the API
	// are Unix seconds, 0 for none.
	DeprecatedAt    int64  `json:"deprecated_at"`
	SunsetAt        int64  `json:"sunset_at"`
	DeprecationLink string `json:"deprecation_link"` // "" for none
}

// maxBrandFile bounds brand.json, maxText each text in it.
const (
	maxBrandFile = 1 << 20
	maxText      = 4096
)

// check refuses what could break a header field or leave the brand without a
// name. The words of a brand are judged by the loader of brand.yaml.
func (b *Brand) check() error {
	if b.Key == "" {
		return fmt.Errorf("%w: brand: key is empty", ErrInvalid)
	}
	texts := map[string]string{
		"key": b.Key, "name": b.Name, "locale": b.Locale, "site_url": b.SiteURL, "base_url": b.BaseURL, "auth_url": b.AuthURL,
		"base_path": b.BasePath, "content_signal": b.ContentSignal, "deprecation_link": b.DeprecationLink,
	}
	for _, host := range b.Hosts {
		texts["hosts "+host] = host
	}
	for name, text := range texts {
		if len(text) > maxText || hasControl(text) {
			return fmt.Errorf("%w: brand: %s has a control character or is longer than %d bytes", ErrInvalid, name, maxText)
		}
	}
	return nil
}

func hasControl(s string) bool {
	return slices.ContainsFunc([]byte(s), func(c byte) bool { return c < 0x20 || c == 0x7F })
}

// ReadBrand reads brand.json of the brand's folder dir. A missing file is
// [ErrNotFound], one that is not exactly a Brand [ErrCorrupt].
func ReadBrand(dir string) (Brand, error) {
	root, err := openFolder(dir)
	if err != nil {
		return Brand{}, err
	}
	defer root.Close()
	data, err := readSmall(root, BrandFile, maxBrandFile)
	if err != nil {
		return Brand{}, err
	}
	var b Brand
	if err := decodeStrict(data, &b); err != nil {
		return Brand{}, corrupt(root, BrandFile, "%v", err)
	}
	if err := b.check(); err != nil {
		return Brand{}, corrupt(root, BrandFile, "%v", err)
	}
	return b, nil
}

// openFolder opens a brand's folder. It looks before it opens, since opening a
// FIFO would block.
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

// readSmall reads a regular file of at most limit bytes.
func readSmall(root *os.Root, name string, limit int64) ([]byte, error) {
	f, err := openSealed(root, name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, limit+1))
	if err != nil {
		return nil, err
	}
	if int64(len(data)) > limit {
		return nil, corrupt(root, name, "longer than %d bytes", limit)
	}
	return data, nil
}

// openSealed opens a regular file and sorts errors into the sentinels.
func openSealed(root *os.Root, name string) (*os.File, error) {
	f, err := durable.OpenFile(root, name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, fmt.Errorf("%w: %w", ErrNotFound, err)
	case errors.Is(err, durable.ErrNotRegular):
		return nil, fmt.Errorf("%w: %w", ErrCorrupt, err)
	}
	return f, err
}

// corrupt is an error about the file name.
func corrupt(root *os.Root, name, format string, args ...any) error {
	return fmt.Errorf("%s: %w: %w", filepath.Join(root.Name(), name), ErrCorrupt, fmt.Errorf(format, args...))
}

// decodeStrict decodes one JSON value: no unknown member, nothing behind it.
func decodeStrict(data []byte, v any) error {
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.DisallowUnknownFields()
	if err := dec.Decode(v); err != nil {
		return err
	}
	if _, err := dec.Token(); err != io.EOF {
		return errors.New("bytes behind the JSON value")
	}
	return nil
}

// encodeJSON is the form in which this package writes JSON.
func encodeJSON(v any) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	err := enc.Encode(v)
	return b.Bytes(), err
}
