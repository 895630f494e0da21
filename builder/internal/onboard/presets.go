package onboard

import (
	"embed"
	"io/fs"
)

//go:embed presets
var embedded embed.FS

// Presets returns the ready-made sources for common backends, for brands.LoadOptions: how their
// lists are paged, how their details are requested, and a jq program that maps their events to
// records.
//
// A preset is a folder with two files. source.yaml holds keys of source in a brand.yaml; the brand
// may override each of them. The comment at its top says what a brand has to write, which
// environment variables it needs and what the preset was tested against. map.jq is the jq program;
// source.map of the brand replaces it. In some backends every application names its members itself.
// The programs for them read the usual names, by usual_record($locale).
//
// The programs can use $file, $page, $brand and $locale. They follow three rules. They omit facts
// that a backend does not state, and never guess. They give prices only if price and fee are both
// known in minor units. They give no record for an event that the backend hides (drafts, private or
// test events).
func Presets() fs.FS {
	files, _ := fs.Sub(embedded, "presets") // the path is a valid one
	return files
}
