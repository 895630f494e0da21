package onboard_test

import (
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/brands"
	"cartaz/builder/internal/onboard"
	"cartaz/builder/internal/samples"
	"cartaz/builder/internal/upstream"
	"cartaz/builder/internal/validate"
)

// FuzzPrograms: for any event, a program yields records or fails with a message; it neither panics
// nor runs on.
func FuzzPrograms(f *testing.F) {
	names := brands.PresetNames(onboard.Presets())
	for n, name := range names {
		pages, err := filepath.Glob("testdata/" + name + "/page-*.json")
		require.NoError(f, err)
		for _, file := range pages {
			text, err := os.ReadFile(file)
			require.NoError(f, err)
			var doc any
			require.NoError(f, json.Unmarshal(text, &doc))
			event, err := json.Marshal(smallest(doc))
			require.NoError(f, err)
			f.Add(uint8(n), event)
		}
		f.Add(uint8(n),
			[]byte(`{"location": [], "images": 5, "start": {"utc": {}}, "name": {"en": 1}, `+
				`"dates": {"results": [null]}}`))
	}
	dir := f.TempDir()
	f.Fuzz(func(t *testing.T, n uint8, event []byte) {
		name := names[int(n)%len(names)]
		file := filepath.Join(dir, "dump.json")
		require.NoError(t, os.WriteFile(file, event, 0o644))
		program, err := fs.ReadFile(onboard.Presets(), name+"/"+brands.PresetProgram)
		require.NoError(t, err)
		src := upstream.Source{Brand: "palco", Dir: dir, Locale: "pt-BR", Source: brands.Source{
			Kind: "file", Path: file, Preset: name, Program: string(program), MaxBytes: 1 << 20,
			Items: "[.]",
		}}
		checker := validate.New(validate.Config{})
		_, err = upstream.Pull(t.Context(), src, upstream.Options{},
			samples.Each(func(record any, pos upstream.Position) error {
				checker.Gate(record, pos.String(), nil)
				return nil
			}))
		if err != nil {
			require.NotContains(t, err.Error(), "one input took more than")
		}
	})
}

// smallest finds the first object of the first list in a document.
func smallest(v any) any {
	switch v := v.(type) {
	case []any:
		if len(v) > 0 {
			return v[0]
		}
	case map[string]any:
		for _, member := range []string{"data", "results", "items", "events", "_embedded",
			"searchEvents", "elements"} {
			if v[member] != nil {
				return smallest(v[member])
			}
		}
	}
	return v
}
