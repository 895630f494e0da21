package main_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// dependency is one package as go list tells of it.
type dependency struct {
	ImportPath string
	Imports    []string
	Standard   bool
	Module     *struct{ Path string }
}

// ours reports whether a package belongs to this project.
func (d *dependency) ours() bool { return d.Module != nil && d.Module.Path == "cartaz" }

// dependencies are all packages that end up in a program, or that packages
// import, tests left out.
func dependencies(t testing.TB, args ...string) []dependency {
	t.Helper()
	cmd := exec.Command("go", append([]string{"list", "-json=ImportPath,Imports,Standard,Module"},
		args...)...)
	cmd.Dir = ".."
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	require.NoError(t, err, "%s", stderr.String())
	var list []dependency
	for decoder := json.NewDecoder(bytes.NewReader(out)); ; {
		var d dependency
		err := decoder.Decode(&d)
		if errors.Is(err, io.EOF) {
			break
		}
		require.NoError(t, err)
		list = append(list, d)
	}
	require.NotEmpty(t, list)
	return list
}

// below reports whether a package is one of the folders or is in one of them.
func below(path string, folders ...string) bool {
	return slices.ContainsFunc(folders, func(f string) bool {
		return path == f ||
			strings.HasPrefix(path, f+"/")
	})
}

// TestWalls holds the walls between the programs: the edge knows the builder only by the files on
// disk, and the shared packages know nothing of either.
func TestWalls(t *testing.T) {
	// The texts of problems and of agents are the same on both sides: i18n is below the catalogue.
	const texts = "cartaz/builder/i18n"
	const words = "cartaz/builder/text" // folding, below everything
	shared := []string{"cartaz/builder/bucket", "cartaz/builder/program",
		"cartaz/builder/catalog", "cartaz/builder/ical", "cartaz/builder/release",
		"cartaz/builder/resultpage", "cartaz/builder/search", texts, words}
	t.Run("what is linked into the edge", func(t *testing.T) {
		for _, d := range dependencies(t, "-deps", "./edge") {
			if !d.ours() || below(d.ImportPath, "cartaz/edge") || below(d.ImportPath, shared...) {
				continue
			}
			// builder/release writes durably too, so its helper comes along.
			require.Equal(t, "cartaz/builder/internal/durable", d.ImportPath)
		}
	})
	t.Run("what the edge imports", func(t *testing.T) {
		for _, d := range dependencies(t, "./edge/...") {
			for _, path := range d.Imports {
				if below(path, "cartaz") {
					require.True(t, below(path, "cartaz/edge/internal") || below(path, shared...),
						"%s imports %s", d.ImportPath, path)
				}
			}
		}
	})
	t.Run("test helpers are not linked", func(t *testing.T) {
		for _, d := range dependencies(t, "-deps", "./edge", "./builder") {
			require.False(t, below(d.ImportPath, "testing", "cartaz/edge/internal/webtest",
				"cartaz/edge/internal/edgetest", "cartaz/edge/internal/programtest",
				"cartaz/builder/release/releasetest"), d.ImportPath)
		}
	})
	for _, folder := range []string{"i18n", "search"} {
		t.Run(folder+" stands alone", func(t *testing.T) {
			for _, d := range dependencies(t, "-deps", "./builder/"+folder) {
				require.True(t, !d.ours() || below(d.ImportPath, "cartaz/builder/"+folder, words),
					d.ImportPath)
			}
		})
	}
	t.Run("catalog knows texts only", func(t *testing.T) {
		for _, d := range dependencies(t, "-deps", "./builder/catalog") {
			require.True(t, !d.ours() ||
				below(d.ImportPath, "cartaz/builder/catalog", texts, words), d.ImportPath)
		}
	})
	t.Run("release knows the catalogue only", func(t *testing.T) {
		for _, d := range dependencies(t, "-deps", "./builder/release") {
			require.True(t, !d.ours() || below(d.ImportPath, "cartaz/builder/release",
				"cartaz/builder/catalog", "cartaz/builder/internal/durable", texts, words),
				d.ImportPath)
		}
	})
}

// TestModules compares the modules that are linked into each program with the
// list of those that have a reason.
func TestModules(t *testing.T) {
	text, err := os.ReadFile("testdata/modules.txt")
	require.NoError(t, err)
	want := map[string][]string{}
	for line := range strings.Lines(string(text)) {
		if line = strings.TrimSpace(line); line == "" || line[0] == '#' {
			continue
		}
		fields := strings.Fields(line)
		require.Greater(t, len(fields), 3, "a module without a reason: %s", line)
		want[fields[0]] = append(want[fields[0]], fields[1])
	}
	for _, program := range []string{"builder", "edge"} {
		linked := map[string]bool{}
		for _, d := range dependencies(t, "-deps", "./"+program) {
			if d.Module != nil && !d.ours() {
				linked[d.Module.Path] = true
			}
		}
		var got []string
		for path := range linked {
			got = append(got, path)
		}
		require.ElementsMatch(t, want[program], got,
			"testdata/modules.txt says what is linked into %s, and why", program)
	}
	require.Len(t, want, 2, "only builder and edge are programs")
}

// TestSpelledOnce: addresses and cache policies that builder and edge share are in package catalog
// and in no other Go file. The test leaves out tests and their helpers, and package check, which
// looks at the sites of others.
func TestSpelledOnce(t *testing.T) {
	shared := regexp.MustCompile(
		`^/(eventos|cidades|organizadores|problemas|assets|mcp|a2a)(/|\.|\?|$)` +
			`|^/(events|health|agent/identity|openapi\.json)(/|$)` +
			`|max-age=|^no-store$|^X-Agent-Credential$`)
	leftOut := []string{
		"builder/catalog", "builder/internal/bench", "builder/internal/check",
		"builder/internal/upstream", "builder/release/releasetest",
		"builder/search/internal/generated", "builder/search/testdata", "edge/internal/edgetest",
	}
	found := 0
	check := func(name string) {
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
		require.NoError(t, err)
		ast.Inspect(file, func(n ast.Node) bool {
			if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING {
				text, err := strconv.Unquote(lit.Value)
				require.NoError(t, err, name)
				require.NotRegexp(t, shared, text, "%s: package catalog has a name for it", name)
				found++
			}
			return true
		})
	}
	walk := func(name string, entry fs.DirEntry, err error) error {
		path := strings.TrimPrefix(filepath.ToSlash(name), "../")
		switch {
		case err != nil:
			return err
		case entry.IsDir() && below(path, leftOut...):
			return filepath.SkipDir
		case strings.HasSuffix(path, ".go") && !strings.HasSuffix(path, "_test.go"):
			check(name)
		}
		return nil
	}
	for _, root := range []string{"builder", "edge"} {
		require.NoError(t, filepath.WalkDir(filepath.Join("..", root), walk))
	}
	require.Greater(t, found, 1000, "string literals were looked at")
}
