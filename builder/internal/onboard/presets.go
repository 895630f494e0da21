package onboard

import (
	"bytes"
	"embed"
	"io/fs"
	"path"

	"cartaz/brands"
)

//go:embed presets
var embedded embed.FS

var files, _ = fs.Sub(embedded, "presets") // the path is a valid one

// Presets returns the ready-made sources for common backends, for brands.LoadOptions: how their
// lists are paged, how their details are requested, and a jq program that maps their events to
// records.
//
// A preset is a folder with two files. source.yaml holds keys of source in a brand.yaml; the brand
// may override each of them. The comment at its top says what a brand has to write, which
// environment variables it needs and what the preset was tested against. map.jq is the jq program;
// source.map of the brand replaces it. In some backends every application names its members itself.
// The programs for them include usual.jq, which reads the usual names.
//
// The programs can use $file, $page, $brand and $locale. They follow three rules. They omit facts
// that a backend does not state, and never guess. They give prices only if price and fee are both
// known in minor units. They give no record for an event that the backend hides (drafts, private or
// test events).
func Presets() fs.FS { return includeFS{files} }

// includeFS is the file system of the presets, with usual.jq in place of the include directive of
// jq that names it.
type includeFS struct{ fs.FS }

// ReadFile implements [fs.ReadFileFS].
func (w includeFS) ReadFile(name string) ([]byte, error) {
	text, err := fs.ReadFile(w.FS, name)
	if err != nil || path.Base(name) != brands.PresetProgram {
		return text, err
	}
	usual, err := fs.ReadFile(w.FS, "usual.jq")
	return bytes.Replace(text, []byte(`include "usual";`), usual, 1), err
}
