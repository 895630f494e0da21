package docs_test

import (
	"go/scanner"
	"go/token"
	"path"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// maxColumns is how wide a line may be, a tab counting as four; .editorconfig says the same.
// maxLines is how long a Go file may be, of tests too.
const (
	maxColumns = 100
	maxLines   = 600
)

// unread are folders whose files .editorconfig leaves alone: what others wrote, data of tests.
var unread = regexp.MustCompile(`(^|/)(testdata|data)$|^out$|^\.(git|bin|tools)$`)

// checked are the files besides Go, by their extension: true where every line must be narrow, false
// where only comments must, since one string or one element of a page can be wider. "" is for
// scripts and the Makefile.
var checked = map[string]bool{".css": true, ".jq": true, ".mjs": true, ".sh": true,
	"": false, ".yaml": false, ".html": false}

// aComment matches a line of another file than Go that is a comment from its first character on.
var aComment = regexp.MustCompile(`^\s*(#|//|/\*|\{\{-? ?/\*)`)

// TestLines: no Go file is longer than maxLines, and no line of a program or a style sheet is wider
// than maxColumns, nor is a comment of a script, a template or a configuration. Lines of a raw
// string that spans lines are data and do not count, nor does a comment with an address, which
// cannot be broken.
func TestLines(t *testing.T) {
	t.Parallel()
	files := map[bool]int{} // by whether it is Go
	walk(t, unread.MatchString, func(name string) {
		isGo := path.Ext(name) == ".go"
		whole, known := checked[path.Ext(name)]
		if !isGo && !known {
			return
		}
		text := read(t, name)
		files[isGo]++
		raw := map[int]bool{}
		if isGo {
			raw = rawLines(text)
			assert.LessOrEqual(t, strings.Count(string(text), "\n"), maxLines,
				"%s: split it by subject", name)
		}
		for n, line := range strings.Split(string(text), "\n") {
			comment := aComment.MatchString(line) && !strings.Contains(line, "://")
			if !isGo && !whole && !comment || raw[n+1] {
				continue
			}
			width := utf8.RuneCountInString(strings.ReplaceAll(line, "\t", "    "))
			assert.LessOrEqual(t, width, maxColumns, "%s:%d", name, n+1)
		}
	})
	require.Greater(t, files[true], 800)
	require.Greater(t, files[false], 60)
}

// rawLines are the numbers of the lines of a Go file that a raw string of several lines covers.
func rawLines(text []byte) map[int]bool {
	var s scanner.Scanner
	file := token.NewFileSet().AddFile("", -1, len(text))
	s.Init(file, text, nil, 0)
	covered := map[int]bool{}
	for {
		at, kind, literal := s.Scan()
		switch kind {
		case token.EOF:
			return covered
		case token.STRING:
			if ends := strings.Count(literal, "\n"); ends > 0 {
				for n := range ends + 1 {
					covered[file.Line(at)+n] = true
				}
			}
		}
	}
}

// TestRawLines: the lines of a string count as data, those before and after it do not.
func TestRawLines(t *testing.T) {
	t.Parallel()
	require.Equal(t, map[int]bool{3: true, 4: true, 5: true},
		rawLines([]byte("package p\nvar a = `one line`\nvar b = `one\ntwo\nthree`\nvar c = 1\n")))
}
