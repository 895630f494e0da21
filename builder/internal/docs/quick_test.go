package docs_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// root is the folder of the whole project.
var root = filepath.Join("..", "..", "..")

// run executes a program in a folder and returns what it printed; it must succeed.
func run(t testing.TB, dir, name string, args ...string) string {
	t.Helper()
	cmd := exec.Command(name, args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL=/dev/null", "GIT_CONFIG_SYSTEM=/dev/null",
		"GOFLAGS=", "GOWORK=off")
	text, err := cmd.CombinedOutput()
	require.NoError(t, err, "%s %q:\n%s", name, args, text)
	return string(text)
}

// writeTree writes files below a folder.
func writeTree(t testing.TB, dir string, files map[string]string) {
	t.Helper()
	for name, text := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
		require.NoError(t, os.WriteFile(path, []byte(text), 0o644))
	}
}

// TestQuick plays .ci/quick in a module of four packages: one imports the other, the fourth none.
func TestQuick(t *testing.T) {
	t.Parallel()
	for _, program := range []string{"git", "bash"} {
		if _, err := exec.LookPath(program); err != nil {
			t.Skipf("SKIPPED: %s not installed: apt-get install %s", program, program)
		}
	}
	script, err := filepath.Abs(filepath.Join(root, ".ci", "quick"))
	require.NoError(t, err)
	dir := t.TempDir()
	test := "\n\nimport \"testing\"\n\nfunc TestIt(*testing.T) {}\n"
	writeTree(t, dir, map[string]string{
		"go.mod":                "module tiny\n\ngo 1.26\n",
		"low/low.go":            "package low\n",
		"low/low_test.go":       "package low" + test,
		"low/testdata/x/golden": "1\n",
		"middle/middle.go":      "package middle\n\nimport _ \"tiny/low\"\n",
		"middle/middle_test.go": "package middle" + test,
		"top/top.go":            "package top\n",
		"top/top_test.go": "package top_test\n\nimport (\n\t\"testing\"\n\n\t_ " +
			"\"tiny/middle\"\n)\n\n" +
			"func TestIt(*testing.T) {}\n",
		"apart/apart.go":               "package apart\n",
		"builder/internal/docs/doc.go": "package docs\n",
	})
	run(t, dir, "git", "init", "-q")
	run(t, dir, "git", "add", ".")
	run(t, dir, "git", "-c", "user.name=t", "-c", "user.email=t@t.test", "commit", "-qm", "all")
	require.Equal(t, "quick: nothing differs from HEAD\n", run(t, dir, script))

	// A golden file belongs to the package above it. top knows middle only, so it is left alone.
	writeTree(t, dir, map[string]string{"low/testdata/x/golden": "2\n"})
	require.Equal(t, "changed tiny/low\nimports tiny/middle\n", run(t, dir, script, "-n"))
	said := regexp.MustCompile(`(?m)^ok +\ttiny/(\w+)`).FindAllString(run(t, dir, script), -1)
	require.Len(t, said, 2)
	require.Contains(t, said[0], "low")
	require.Contains(t, said[1], "middle")

	// An import in a test counts. A file that git does not know is part of the change.
	run(t, dir, "git", "checkout", "-q", ".")
	writeTree(t, dir, map[string]string{"middle/new.go": "package middle\n", "NOTES.md": "new\n"})
	require.Equal(t, "changed tiny/builder/internal/docs\nchanged tiny/middle\nimports tiny/top\n",
		run(t, dir, script, "-n"))

	// What the budget does not reach is named.
	require.Contains(t, run(t, dir, "env", "BUDGET=0", script),
		"quick: not tested for want of time: tiny/top\n")

	// A test that fails fails the whole.
	writeTree(t, dir, map[string]string{
		"middle/fail_test.go": "package middle\n\nimport \"testing\"\n\nfunc TestFail(t " +
			"*testing.T) { t.Fail() }\n",
	})
	cmd := exec.Command(script)
	cmd.Dir = dir
	require.Error(t, cmd.Run())
}

// TestHelp: make help names every target that the Makefile has, with what it does, and documents
// name no other.
func TestHelp(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("make"); err != nil {
		t.Skip("SKIPPED: make not installed: apt-get install make")
	}
	text, err := os.ReadFile(filepath.Join(root, "Makefile"))
	require.NoError(t, err)
	phony := regexp.MustCompile(`(?m)^\.PHONY:(.*)$`).FindStringSubmatch(string(text))
	require.NotNil(t, phony)
	said := run(t, root, "make", "--no-print-directory", "help") // also below make test
	targets := strings.Fields(phony[1])
	for _, target := range targets {
		if target != "all" { // is build
			require.Regexp(t, `(?m)^  make `+target+` +[A-Z].*\.$`, said)
		}
	}
	require.Equal(t, len(targets)-1, strings.Count(said, "\n"))
	for name, text := range documents(t) {
		for _, m := range regexp.MustCompile("`make ([a-z0-9]+)").FindAllStringSubmatch(text, -1) {
			require.Contains(t, targets, m[1], "%s names make %s", name, m[1])
		}
	}
}

// TestToolchain: what builds a release takes the toolchain of go.mod, and "make vulns" looks at its
// standard library before a release and at night.
func TestToolchain(t *testing.T) {
	t.Parallel()
	mod := regexp.MustCompile(`(?m)^go (\S+)\n\ntoolchain go(\S+)$`).FindStringSubmatch(
		string(read(t, "go.mod")))
	require.NotNil(t, mod, "go.mod names the oldest Go and the toolchain")
	images := string(read(t, "edge/deploy/Containerfile"))
	require.Len(t, regexp.MustCompile(`_IMAGE=docker.io/library/\S+@sha256:[0-9a-f]{64}\n`).
		FindAllString(images, -1), strings.Count(images, "_IMAGE=docker.io"))
	for name, want := range map[string]string{
		"README.md":                     "Go " + mod[1],
		"edge/deploy/Containerfile":     "ENV GOTOOLCHAIN=auto\n", // that of go.mod
		".ci/vulns":                     "sed -n 's/^toolchain //p' go.mod",
		"edge/deploy/dist":              "sed -n 's/^toolchain //p' go.mod",
		"Makefile":                      "\ndist: vulns ",
		".github/workflows/nightly.yml": "run: make vulns\n",
	} {
		require.Contains(t, string(read(t, name)), want, name)
	}
}
