package keep

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/brands"
	"cartaz/builder/search/lang"
	"cartaz/templates"
)

// TestPrint: a manifest has it as it was made, and each part changes with what belongs to it alone.
func TestPrint(t *testing.T) {
	brand := func() *brands.Brand { return &brands.Brand{Key: "a", Locale: "pt-BR"} }
	made := PrintOf(brand(), templates.Embedded, 1, 2)
	made.Languages, made.Days = lang.English, "d"
	require.Equal(t, made, ReadPrint(made.String()))
	for _, text := range []string{"", "a-b-c", "a-b-x-d-e", "a-b-1-d-e-f"} {
		require.Zero(t, ReadPrint(text), text)
	}
	require.Empty(t, Print{Days: "d"}.String())

	same := PrintOf(brand(), templates.Embedded, 1, 2)
	differ := func(b *brands.Brand, files templates.Set, all, rest any) (parts string) {
		p := PrintOf(b, files, all, rest)
		for _, part := range []struct{ name, a, b string }{{"pages ", p.Pages, same.Pages},
			{"index ", p.Index, same.Index}, {"rest ", p.Rest, same.Rest}} {
			if part.a != part.b {
				parts += part.name
			}
		}
		return parts
	}
	require.Empty(t, differ(brand(), templates.Embedded, 1, 2))
	require.Equal(t, "pages ", differ(brand(), templates.Embedded, 3, 2))
	require.Equal(t, "rest ", differ(brand(), templates.Embedded, 1, 3))
	with := func(name string) templates.Set {
		return templates.Embedded.With(map[string]string{name: "x"})
	}
	require.Equal(t, "pages ", differ(brand(), with("html/event.html"), 1, 2))
	require.Equal(t, "pages ", differ(brand(), with(templates.StyleSheet), 1, 2))
	require.Equal(t, "rest ", differ(brand(), with("discovery/llms.txt"), 1, 2))
	b := brand()
	b.Static = []brands.StaticFile{{Path: "/x"}}
	require.Equal(t, "rest ", differ(b, templates.Embedded, 1, 2))
	b = brand()
	b.Search.Synonyms = [][]string{{"a", "b"}}
	require.Equal(t, "index rest ", differ(b, templates.Embedded, 1, 2))
	b = brand()
	b.Theme.Color = "#0b5cad"
	require.Equal(t, "pages index rest ", differ(b, templates.Embedded, 1, 2))
}

// TestBuildID: a program says what it is made of without being read whole; another file does not.
func TestBuildID(t *testing.T) {
	path, err := os.Executable()
	require.NoError(t, err)
	f, err := os.Open(path)
	require.NoError(t, err)
	defer f.Close()
	id := buildID(f)
	require.NotEmpty(t, id)
	require.Len(t, Program(), 64)
	for _, text := range []string{"", "\x7fELF", "#!/bin/sh\n"} {
		require.Nil(t, buildID(strings.NewReader(text)))
	}
}
