package brands

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
)

// Hash is a digest of everything in the brand that can change the built pages: the effective
// configuration with its defaults, the bytes of the logo, and the brand's own pages, files and
// templates.
//
// The path of the folder is left out. A secret is hashed by its variable's name, not by its value:
// a new token rebuilds nothing, and the digest reveals nothing about the token. The jq program is
// left out too, because its effect is visible in the records.
func (b *Brand) Hash() [32]byte {
	relative := func(path string) string {
		if rel, err := filepath.Rel(b.Dir, path); err == nil && path != "" {
			return filepath.ToSlash(rel)
		}
		return path
	}
	c := *b
	c.Dir, c.Zone, c.BuildTimeout = "", nil, 0
	c.AsOf = c.AsOf.UTC()
	c.V1.DeprecatedAt, c.V1.SunsetAt = c.V1.DeprecatedAt.UTC(), c.V1.SunsetAt.UTC()
	c.Theme.Logo = relative(b.Theme.Logo)
	c.Source = hashed(b.Source, relative)
	c.More = nil
	for _, source := range b.More {
		c.More = append(c.More, hashed(source, relative))
	}
	var logo []byte
	if b.Theme.Logo != "" {
		// A logo that cannot be read is hashed as no logo. The renderer reads it again and
		// reports the fault.
		logo, _ = os.ReadFile(b.Theme.Logo)
	}
	// encoding/json writes members in the order of the struct and maps by key.
	text, err := json.Marshal(struct {
		Brand Brand
		Logo  []byte
	}{c, logo})
	if err != nil {
		// NaN or a year after 9999: no file can hold such a Brand, but its digest must still
		// differ from all others.
		text = fmt.Appendf(nil, "%+v %x", c, logo)
	}
	return sha256.Sum256(text)
}

// hashed is a source without its secrets and without the folder that it lies in.
func hashed(s Source, relative func(path string) string) Source {
	c := s
	c.Path = s.Redact(relative(s.Path))
	c.Map = relative(s.Map)
	c.URL = s.Redact(s.URL)
	c.Headers = map[string]string{}
	for name, v := range s.Headers {
		c.Headers[name] = s.Redact(v)
	}
	c.Command, c.Env = nil, map[string]string{}
	for _, argument := range s.Command {
		c.Command = append(c.Command, s.Redact(argument))
	}
	for name, v := range s.Env {
		c.Env[name] = s.Redact(v)
	}
	c.Body, _ = s.RedactValue(s.Body).(map[string]any)
	c.Detail.URL = s.Redact(s.Detail.URL)
	c.Program = ""
	return c
}
