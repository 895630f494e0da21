package onboard

import (
	"embed"
	"io"
	"io/fs"
	"path"
	"strings"

	"cartaz/brands"
)

//go:embed presets
var embedded embed.FS

var files, _ = fs.Sub(embedded, "presets") // the path is a valid one

// include is the line of a program that is replaced by usual.jq. It is an include directive of jq.
const include = `include "usual";`

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
// The programs can use $file, $page, $brand and $locale. They follow three rules. They leave out
// what a backend does not say, and never guess. They give prices only where price and fee are both
// known in minor units. They give no record for an event that the backend hides (drafts, private or
// test events).
func Presets() fs.FS { return includeFS{files} }

// includeFS is the presets' files, with usual.jq inserted into the programs that include it.
type includeFS struct{ fs.FS }

func (w includeFS) Open(name string) (fs.File, error) {
	f, err := w.FS.Open(name)
	if err != nil || path.Base(name) != brands.PresetProgram {
		return f, err
	}
	text, err := io.ReadAll(f)
	if err == nil && strings.Contains(string(text), include) {
		var usual []byte
		usual, err = fs.ReadFile(w.FS, "usual.jq")
		text = []byte(strings.Replace(string(text), include, string(usual), 1))
	}
	return &expandedProgram{f, strings.NewReader(string(text))}, err
}

// expandedProgram is an opened map.jq after includes.
type expandedProgram struct {
	fs.File // the embedded file, for Stat and Close
	text    io.Reader
}

func (p *expandedProgram) Read(b []byte) (int, error) { return p.text.Read(b) }

// PresetNames lists the presets in alphabetical order.
func PresetNames() []string {
	entries, err := fs.ReadDir(files, ".")
	if err != nil {
		panic(err) // an embedded folder can always be read
	}
	var names []string
	for _, e := range entries {
		if e.IsDir() {
			names = append(names, e.Name())
		}
	}
	return names
}
