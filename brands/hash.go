package brands

import (
	"crypto/sha256"
	"encoding/json"
	"os"
	"strings"
)

// Hash returns a digest of everything in the brand that can change the built pages: the effective
// configuration with its defaults, the bytes of the logos, and the brand's own pages, files and
// templates.
//
// The path of the folder is left out. A secret is hashed by its variable's name, not by its value:
// a new token rebuilds nothing, and the digest reveals nothing about the token. The jq program is
// left out too, as are edits, because their effect is visible in the records.
func (b *Brand) Hash() [32]byte {
	c := *b
	c.Dir = ""
	c.Zone = nil
	c.BuildTimeout = 0
	c.Images.Time = 0
	c.Theme.Logo, c.Theme.LogoDark = "", "" // their bytes count
	c.Source = Source{}
	c.Sheet = Source{}
	c.More = nil
	c.Edits = nil
	parts := []any{c}
	for _, s := range b.Sources() {
		s.Program = ""
		s.Path, s.Map = b.withoutDir(s.Path), b.withoutDir(s.Map)
		parts = append(parts, s.Redact(string(marshal(s))))
	}
	// A logo that cannot be read is hashed as no logo. The renderer reads it again and reports the
	// fault.
	for _, file := range []string{b.Theme.Logo, b.Theme.LogoDark} {
		logo, _ := os.ReadFile(file)
		parts = append(parts, logo)
	}
	return sha256.Sum256(marshal(parts))
}

// marshal writes members in the order of the struct and maps by key.
func marshal(v any) []byte {
	text, _ := json.Marshal(v) // no file can hold NaN or a year after 9999
	return text
}

// withoutDir returns a path relative to the brand's folder, if it is in there.
func (b *Brand) withoutDir(path string) string { return strings.TrimPrefix(path, b.Dir+"/") }
