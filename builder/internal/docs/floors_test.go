package docs_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// climbing are the packages that import the folder that they lie in, with the reason. Helpers
// of tests are not among them. The parts of a package lie below it and do not import it.
var climbing = map[string]string{
	"builder/internal/upstream/adapt/feed": "an adapter, of the registry in adapt",
	"builder/internal/upstream/adapt/ics":  "an adapter, of the registry in adapt",
	"builder/internal/upstream/adapt/page": "an adapter, of the registry in adapt",
}

// TestClimbs: a package inside a folder does not import the package of that folder, unless it is
// listed with a reason. Go forbids circles; this keeps inner packages free of outer ones.
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
			if isHelper(name) {
				continue
			}
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
