package docs_test

import (
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// documents are the Markdown files that people read, by their path from root, with their text.
// What tests compare, what templates are and what others wrote is not among them.
func documents(t testing.TB) map[string]string {
	t.Helper()
	found := map[string]string{}
	walk(t, func(name string) bool { return skipped[name] }, func(name string) {
		if path.Ext(name) == ".md" && people.MatchString(name) {
			found[name] = string(read(t, name))
		}
	})
	require.Contains(t, found, "README.md")
	require.Contains(t, found, ".github/CONTRIBUTING.md")
	return found
}

// walk hands over every regular file below root, by its path from there, but for what lies in
// folders that skip names.
func walk(t testing.TB, skip func(name string) bool, hand func(name string)) {
	t.Helper()
	err := filepath.WalkDir(root, func(file string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name, err := filepath.Rel(root, file)
		name = filepath.ToSlash(name)
		switch {
		case entry.IsDir() && skip(name):
			return fs.SkipDir
		case entry.Type().IsRegular():
			hand(name)
		}
		return err
	})
	require.NoError(t, err)
}

// read is the text of a file that walk has handed over.
func read(t testing.TB, name string) []byte {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(name)))
	require.NoError(t, err)
	return text
}

// skipped are folders without documents of ours.
var skipped = map[string]bool{".git": true, ".bin": true, ".tools": true, "templates/md": true,
	"templates/discovery": true}

// people matches the names of documents that people read.
var people = regexp.MustCompile(`(^|/)(README|ARCHITECTURE|CONTRIBUTING|CHANGELOG|FAULTS)\.md$|` +
	`^brands/(sources|records|pages)\.md$`)

// generated are paths that documents name and that only programs make, or whose name is the
// reader's.
var generated = regexp.MustCompile(`^(out/.+|brands/(agenda|KEY)(/.*)?|\.bin(/.*)?)$`)

var (
	quoted = regexp.MustCompile("`([^`\n]+)`")
	linked = regexp.MustCompile(`\]\(([^)#\s]+)(#[^)\s]*)?\)`)
	aPath  = regexp.MustCompile(
		`^(brands|builder|edge|templates|out|\.ci|\.github|\.bin)(/[\w.*{},-]+)*/?$`)
	fenced  = regexp.MustCompile("(?s)```.*?```") // examples, whose links are others' own
	choices = regexp.MustCompile(`\{([^}]*)\}`)
)

// TestPaths: every file and folder that a document names is there, from the root or from the
// folder of the document, and so is the target of every link.
func TestPaths(t *testing.T) {
	t.Parallel()
	for name, text := range documents(t) {
		at := path.Dir(name)
		if name != ".github/CHANGELOG.md" { // which tells of files that are gone
			for _, m := range quoted.FindAllStringSubmatch(text, -1) {
				for _, one := range expand(m[1]) {
					if aPath.MatchString(one) && !generated.MatchString(one) {
						assert.True(t, exists(t, one), "%s names %s, which is not there", name, one)
					}
				}
			}
		}
		for _, m := range linked.FindAllStringSubmatch(fenced.ReplaceAllString(text, ""), -1) {
			if !strings.Contains(m[1], ":") {
				assert.True(t, exists(t, path.Join(at, m[1])), "%s links to %s, which is not there",
					name, m[1])
			}
		}
	}
}

// expand writes out the alternatives of one pair of braces, as a shell does.
func expand(pattern string) []string {
	m := choices.FindStringSubmatchIndex(pattern)
	if m == nil {
		return []string{pattern}
	}
	var all []string
	for one := range strings.SplitSeq(pattern[m[2]:m[3]], ",") {
		all = append(all, pattern[:m[0]]+strings.TrimSpace(one)+pattern[m[1]:])
	}
	return all
}

// exists says whether a path from the root, or a pattern, names something.
func exists(t testing.TB, name string) bool {
	t.Helper()
	found, err := filepath.Glob(filepath.Join(root, filepath.FromSlash(name)))
	require.NoError(t, err)
	return len(found) > 0
}

// references are the documents that everybody reads first.
var references = []string{
	"README.md", "brands/README.md", "brands/sources.md", "brands/records.md", "brands/pages.md",
	"builder/README.md", "edge/README.md", "templates/README.md", "out/README.md",
	".github/ARCHITECTURE.md", ".github/CONTRIBUTING.md", ".github/CHANGELOG.md",
}

// TestFrontDoor: the README is short, and the prose of the references fits on a screen.
func TestFrontDoor(t *testing.T) {
	t.Parallel()
	all := documents(t)
	require.LessOrEqual(t, len(all["README.md"]), 8192,
		"the README is a front door: move what it explains to its folder")
	for _, name := range references {
		block := false
		for n, line := range strings.Split(all[name], "\n") {
			if strings.HasPrefix(line, "```") {
				block = !block
			}
			if block || strings.HasPrefix(line, "|") || strings.HasPrefix(line, "    ") {
				continue
			}
			require.LessOrEqual(t, utf8.RuneCountInString(line), 100, "%s:%d", name, n+1)
		}
	}
}

// TestFunctions: every function that ARCHITECTURE names, as in `builder/search:Answer`, is there.
func TestFunctions(t *testing.T) {
	t.Parallel()
	named := regexp.MustCompile("`([a-z0-9/]+):(\\w+)`")
	all := named.FindAllStringSubmatch(documents(t)[".github/ARCHITECTURE.md"], -1)
	require.Greater(t, len(all), 15)
	for _, m := range all {
		files, err := filepath.Glob(filepath.Join(root, m[1], "*.go"))
		require.NoError(t, err)
		var text strings.Builder
		for _, file := range files {
			part, err := os.ReadFile(file)
			require.NoError(t, err)
			text.Write(part)
		}
		assert.Regexp(t, `(?m)^func (\(.*\) )?`+m[2]+`\(`, text.String(), m[0])
	}
}

// questions are what a stranger asks first.
var questions = []string{
	"What is an event?", "What is on disk?", "Who chooses the variant?",
	"Where is a limit decided?",
	"How does an item become a page?", "How is a result ranked?", "Where do I add a field?",
	"Where do I add a page?",
	"Where do I add a source?", "Where do I add a document?", "Where do I add a language?",
}

// TestAnswers: ARCHITECTURE answers each of them with files, in its section or in its row.
// TestPaths holds that the files exist.
func TestAnswers(t *testing.T) {
	t.Parallel()
	text := documents(t)[".github/ARCHITECTURE.md"]
	for _, question := range questions {
		begin, end := "| "+question+" | ", "\n"
		if what, ok := strings.CutPrefix(question, "Where do I add"); ok {
			begin, end = "\n### Add"+strings.TrimSuffix(what, "?")+"\n", "\n##"
		}
		_, answer, found := strings.Cut(text, begin)
		require.True(t, found, question)
		answer, _, _ = strings.Cut(answer, end)
		paths := 0
		for _, m := range quoted.FindAllStringSubmatch(answer, -1) {
			if aPath.MatchString(m[1]) && strings.Contains(m[1], "/") {
				paths++
			}
		}
		require.Positive(t, paths, "%s is not answered by the name of a file", question)
	}
}

// TestAnchors: a link to a section leads to a heading that is there.
func TestAnchors(t *testing.T) {
	t.Parallel()
	all := documents(t)
	for name, text := range all {
		for _, m := range regexp.MustCompile(`\]\(([^)#\s:]*)#([^)\s]+)\)`).FindAllStringSubmatch(
			text, -1) {
			target := name
			if m[1] != "" {
				target = path.Join(path.Dir(name), m[1])
			}
			var anchors []string
			for _, heading := range regexp.MustCompile(`(?m)^#+ (.*)$`).FindAllStringSubmatch(
				all[target], -1) {
				plain := regexp.MustCompile(`[^\w\- ]`).ReplaceAllString(strings.ToLower(
					heading[1]), "")
				anchors = append(anchors, strings.ReplaceAll(plain, " ", "-"))
			}
			require.Contains(t, anchors, m[2], "%s links to %s#%s", name, target, m[2])
		}
	}
}
