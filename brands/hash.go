package brands

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
)

// Hash is a digest of everything in the brand that can change what is built:
// the effective configuration, defaults included, and the bytes of the logo.
// Where the folder lies does not matter, nor does the value of a secret: it is
// hashed under its name, so that a new token rebuilds nothing and a digest
// tells nothing about it. The jq program is left out, because its effect is
// seen in the records.
func (b *Brand) Hash() [32]byte {
	relative := func(path string) string {
		if rel, err := filepath.Rel(b.Dir, path); err == nil && path != "" {
			return filepath.ToSlash(rel)
		}
		return path
	}
	c := *b
	c.Dir, c.Zone = "", nil
	c.AsOf, c.V1.DeprecatedAt, c.V1.SunsetAt = c.AsOf.UTC(), c.V1.DeprecatedAt.UTC(), c.V1.SunsetAt.UTC()
	c.Theme.Logo = relative(b.Theme.Logo)
	c.Source.Path = relative(b.Source.Path)
	c.Source.Map = relative(b.Source.Map)
	c.Source.URL = b.Source.Redact(b.Source.URL)
	c.Source.Path = b.Source.Redact(c.Source.Path)
	c.Source.Headers = map[string]string{}
	for name, v := range b.Source.Headers {
		c.Source.Headers[name] = b.Source.Redact(v)
	}
	c.Source.Body, _ = b.Source.RedactValue(b.Source.Body).(map[string]any)
	c.Source.Detail.URL = b.Source.Redact(b.Source.Detail.URL)
	c.Source.Program = ""
	var logo []byte
	if b.Theme.Logo != "" {
		// A logo that cannot be read hashes as none; whoever draws the pages
		// reads it again and reports the fault.
		logo, _ = os.ReadFile(b.Theme.Logo)
	}
	// encoding/json writes members in the order of the struct and maps by key.
	text, err := json.Marshal(struct {
		Brand Brand
		Logo  []byte
	}{c, logo})
	if err != nil {
		// NaN or a year past 9999, in a Brand that no file can hold: it must
		// not look like any other.
		text = fmt.Appendf(nil, "%+v %x", c, logo)
	}
	return sha256.Sum256(text)
}
