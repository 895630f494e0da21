package docs_test

import (
	"cmp"
	"fmt"
	"go/scanner"
	"go/token"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
	"text/tabwriter"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The budget: what the product may weigh. A limit only falls: whoever gets more than slack below
// one lowers it in the same commit. Only an issue that names a price raises a limit, by that price.
// Lines are printed and have no limit: one would reward density.
var budget = []struct {
	what string
	most int
	of   func(w weight) int
}{
	{"tokens of product Go", 493838, func(w weight) int { return w.product.tokens }},
	{"packages of product Go", 75, func(w weight) int { return w.product.packages }},
	{"lines of helpers of tests and measurements", 7091,
		func(w weight) int { return w.helpers.lines }},
	{"words of documents", 21518, func(w weight) int { return w.words }},
}

// slack is the share of a limit, in per cent, by which the product may stay below it.
const slack = 2

// helpers are folders of packages that only tests, measurements and the packaging of a release use,
// besides those whose names end in "test". They are counted apart.
var helpers = map[string]bool{
	"builder/internal/bench":            true,
	"builder/internal/bench/hugo":       true,
	"builder/internal/crash":            true,
	"builder/internal/docs":             true,
	"builder/internal/generate":         true,
	"builder/internal/samples":          true,
	"builder/search/internal/generated": true,
	"builder/search/internal/relevance": true,
	"builder/search/testdata/peers":     true,
	"edge/deploy/sbom":                  true,
	"edge/internal/bench":               true,
	"edge/internal/fleet":               true,
	"edge/internal/upgrade":             true,
	"edge/testdata/clients/go":          true,
}

// mass is what Go code weighs: its lines, its tokens, its packages.
type mass struct{ lines, tokens, packages int }

// weight is what the project weighs, tests left out.
type weight struct {
	product, helpers mass
	words            int // of documents that people read
	packages         map[string]mass
}

// weigh counts every Go file but tests, and every document.
func weigh(t testing.TB) weight {
	t.Helper()
	w := weight{packages: map[string]mass{}}
	walk(t, func(name string) bool { return skipped[name] || name == "out" }, func(name string) {
		if path.Ext(name) != ".go" || strings.HasSuffix(name, "_test.go") {
			return
		}
		dir, text := path.Dir(name), read(t, name)
		m := w.packages[dir]
		m.lines += strings.Count(string(text), "\n")
		m.tokens += tokens(text)
		m.packages = 1
		w.packages[dir] = m
	})
	for name := range helpers {
		assert.Contains(t, w.packages, name, "no such package: delete its line in helpers")
	}
	for dir, m := range w.packages {
		sum := &w.product
		if isHelper(dir) {
			sum = &w.helpers
		}
		sum.lines += m.lines
		sum.tokens += m.tokens
		sum.packages += m.packages
	}
	for _, text := range documents(t) {
		w.words += len(strings.Fields(reference.ReplaceAllString(text, "")))
	}
	return w
}

// reference matches what a test writes into a document. Nobody writes it, so it weighs nothing.
var reference = regexp.MustCompile(`(?s)<!-- reference: .*?<!-- end of the reference -->`)

// isHelper reports whether a folder's package is counted among the helpers.
func isHelper(dir string) bool { return helpers[dir] || strings.HasSuffix(dir, "test") }

// tokens is the number of tokens of a Go file, without comments and automatic semicolons. A string
// of more than 80 bytes counts one more for each 20 bytes, so that code in strings has its weight.
func tokens(text []byte) int {
	var s scanner.Scanner
	s.Init(token.NewFileSet().AddFile("", -1, len(text)), text, nil, 0)
	for n := 0; ; n++ {
		_, kind, literal := s.Scan()
		switch {
		case kind == token.EOF:
			return n
		case kind == token.SEMICOLON && literal == "\n":
			n--
		case kind == token.STRING && len(literal) > 80:
			n += len(literal) / 20
		}
	}
}

// TestBudget: the product weighs no more than its budget, and the budget follows what was gained.
// With -v it prints the table of all packages, as "make weight" does.
func TestBudget(t *testing.T) {
	t.Parallel()
	w := weigh(t)
	if testing.Verbose() {
		t.Log(w.table())
	}
	for _, limit := range budget {
		is := limit.of(w)
		assert.LessOrEqual(t, is, limit.most, "%s: over the budget; delete something", limit.what)
		assert.GreaterOrEqual(t, is, limit.most-limit.most*slack/100,
			"%s: lower the limit in weight_test.go to %d", limit.what, is)
	}
}

// TestTokens: comments and line ends weigh nothing, long strings weigh by their length.
func TestTokens(t *testing.T) {
	t.Parallel()
	require.Equal(t, 2, tokens([]byte("// Package p.\npackage p\n")))
	require.Equal(t, 6, tokens([]byte("package p\nvar a = `"+strings.Repeat("x", 78)+"`\n")))
	require.Equal(t, 16, tokens([]byte("package p\nvar a = `"+strings.Repeat("x", 198)+"`\n")))
	require.Equal(t, 6, tokens([]byte("package p; var a int")))
}

// table lists the packages by their tokens, then the sums.
func (w weight) table() string {
	var b strings.Builder
	rows := tabwriter.NewWriter(&b, 0, 8, 2, ' ', tabwriter.AlignRight)
	row := func(name string, m mass) {
		fmt.Fprintf(rows, "\n%d\t%d\t  %s\t", m.lines, m.tokens, name)
	}
	fmt.Fprint(rows, "\nlines\ttokens\t  package\t")
	for _, dir := range slices.SortedFunc(maps.Keys(w.packages), func(a, b string) int {
		return cmp.Or(cmp.Compare(w.packages[b].tokens, w.packages[a].tokens), cmp.Compare(a, b))
	}) {
		name := dir
		if isHelper(dir) {
			name += " (helper)"
		}
		row(name, w.packages[dir])
	}
	row(fmt.Sprintf("product, %d packages", w.product.packages), w.product)
	row(fmt.Sprintf("helpers, %d packages", w.helpers.packages), w.helpers)
	rows.Flush()
	fmt.Fprintf(&b, "\n%d words of documents\n", w.words)
	return b.String()
}
