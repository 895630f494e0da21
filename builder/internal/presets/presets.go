// Package presets holds ready-made sources for backends that many brands share:
// how their lists are paged, what their details are asked for, and a jq program
// that turns their events into records.
//
// A preset is a folder with two files. source.yaml holds keys as they stand
// below source in a brand.yaml, which may override each of them; its head says
// what a brand has to write, which variables it needs and what the preset was
// tested against. map.jq is the program; source.map of the brand replaces it.
//
// The programs know $file, $page, $brand and $locale, and hold to three rules.
// What a backend does not say is left out, never guessed at. Prices appear only
// where price and fee are both known in minor units. Events that the backend
// hides (drafts, private or test events) yield nothing.
package presets

import (
	"embed"
	"io/fs"
)

//go:embed */source.yaml */map.jq
var files embed.FS

// Files are the presets, for brands.LoadOptions.
func Files() fs.FS { return files }

// Names lists the presets in order.
func Names() []string {
	entries, err := files.ReadDir(".")
	if err != nil {
		panic(err) // the root of an embedded folder can always be read
	}
	names := make([]string, len(entries))
	for i, e := range entries {
		names[i] = e.Name()
	}
	return names
}
