package docs_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Limits of a room: what a stranger takes in at once.
const (
	maxFiles   = 20  // Go files of a package, tests left out
	maxTests   = 20  // files of tests of a package
	maxMethods = 20  // methods of a type, tests left out
	maxLines   = 400 // lines of a Go file, of tests too
)

// exception is a package, a type or a file that is larger than its limit.
type exception struct {
	most   int // it may not grow beyond this size
	reason string
}

// Exceptions by name: a folder, a folder and a type, a file. Whoever splits one deletes its line:
// an entry whose subject is within the limit fails the test.
var (
	largePackages = map[string]exception{}
	manyTests     = map[string]exception{}
	largeTypes    = map[string]exception{}
	largeFiles    = map[string]exception{}
	// What imports the folder that it lies in: helpers and clients of that package, which have
	// their place beside it. What a package is made of lies below it and does not import it.
	climbing = map[string]string{
		"builder/bucket/statement":              "signs entries of bucket, which knows no keys",
		"builder/internal/build/buildtest":      "builds brands for tests",
		"builder/internal/upstream/adapt/feed":  "an adapter, of the registry in adapt",
		"builder/internal/upstream/adapt/ics":   "an adapter, of the registry in adapt",
		"builder/internal/upstream/adapt/page":  "an adapter, of the registry in adapt",
		"builder/internal/upstream/adapt/table": "an adapter, of the registry in adapt",
		"builder/release/buildinfo":             "names the formats of release",
		"builder/release/releasetest":           "writes releases for tests",
		"builder/search/internal/generated":     "documents for tests of search",
		"builder/search/internal/naive":         "the oracle that search is compared with",
		"builder/search/internal/relevance":     "judged queries, asked of search",
	}
)

// house is the sizes of all rooms, by the names of the exceptions.
type house struct{ files, tests, methods, lines map[string]int }

// measure reads every Go file of the project, but for data of tests.
func measure(t testing.TB) house {
	t.Helper()
	h := house{map[string]int{}, map[string]int{}, map[string]int{}, map[string]int{}}
	walk(t, func(name string) bool {
		return path.Base(name) == "testdata" || skipped[name] || name == "out"
	}, func(name string) {
		if path.Ext(name) != ".go" {
			return
		}
		text := read(t, name)
		h.lines[name] = strings.Count(string(text), "\n")
		dir := path.Dir(name)
		if strings.HasSuffix(name, "_test.go") {
			h.tests[dir]++
			return
		}
		h.files[dir]++
		parsed, err := parser.ParseFile(token.NewFileSet(), name, text, parser.SkipObjectResolution)
		require.NoError(t, err)
		for _, d := range parsed.Decls {
			if f, ok := d.(*ast.FuncDecl); ok && f.Recv != nil {
				h.methods[dir+"."+receiver(f.Recv.List[0].Type)]++
			}
		}
	})
	return h
}

// receiver is the name of the type of a receiver, without pointer and type parameters.
func receiver(of ast.Expr) string {
	switch e := of.(type) {
	case *ast.StarExpr:
		return receiver(e.X)
	case *ast.IndexExpr:
		return receiver(e.X)
	case *ast.IndexListExpr:
		return receiver(e.X)
	case *ast.Ident:
		return e.Name
	}
	panic(fmt.Sprintf("receiver of type %T", of))
}

// TestRooms: no package, type or file is larger than its limit but those that are listed with a
// reason, and none of the listed ones is within it.
func TestRooms(t *testing.T) {
	t.Parallel()
	h := measure(t)
	for _, kind := range []struct {
		what     string
		limit    int
		sizes    map[string]int
		excepted map[string]exception
	}{
		{"Go files", maxFiles, h.files, largePackages},
		{"files of tests", maxTests, h.tests, manyTests},
		{"methods", maxMethods, h.methods, largeTypes},
		{"lines", maxLines, h.lines, largeFiles},
	} {
		require.Greater(t, len(kind.sizes), 60, kind.what)
		for name, size := range kind.sizes {
			if e, ok := kind.excepted[name]; ok {
				assert.LessOrEqual(t, size, e.most, "%s has %d %s: it is large already, split it",
					name, size, kind.what)
				continue
			}
			assert.LessOrEqual(t, size, kind.limit, "%s has %d %s: split it by meaning", name, size,
				kind.what)
		}
		for name, e := range kind.excepted {
			assert.Greater(t, kind.sizes[name], kind.limit,
				"%s is within the limit of %d %s: delete its exception", name,
				kind.limit, kind.what)
			assert.NotEmpty(t, e.reason, name)
		}
	}
}

// TestClimbs: what lies inside a folder does not import the package of that folder, but for what is
// listed with a reason. Go forbids circles; this forbids rooms that need the house around them.
func TestClimbs(t *testing.T) {
	t.Parallel()
	found := map[string]bool{}
	const format = `{{$p := .ImportPath}}{{range .Imports}}{{$p}} {{.}}{{"\n"}}{{end}}`
	imports := 0
	for line := range strings.Lines(run(t, root, "go", "list", "-f", format, "./...")) {
		from, to, _ := strings.Cut(strings.TrimSpace(line), " ")
		if !strings.HasPrefix(to, "cartaz/") {
			continue
		}
		imports++
		if strings.HasPrefix(from, to+"/") {
			name := strings.TrimPrefix(from, "cartaz/")
			found[name] = true
			assert.Contains(t, climbing, name, "%s imports %s, which it lies in", from, to)
		}
	}
	require.Greater(t, imports, 200)
	for name, reason := range climbing {
		assert.True(t, found[name], "%s imports no folder that it lies in: delete its exception",
			name)
		assert.NotEmpty(t, reason, name)
	}
}
