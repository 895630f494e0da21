package main_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

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
