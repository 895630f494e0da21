// Package templates embeds into the builder the files from which every page and discovery document
// is rendered:
//
//	html/       page templates (html/template) and what they share
//	md/         the Markdown twins of the same pages (text/template)
//	site.css    rules of the style sheet; the builder puts the brand's design tokens before them
//	discovery/  discovery documents, a folder for each language: openapi.yaml (the description of
//	            the API), auth.md, llms.txt, robots.txt, skills
//
// A folder given on the command line can replace single files: see [Load].
package templates

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
)

// StyleSheet is the path of the rules of the style sheet.
const StyleSheet = "site.css"

// FS holds the embedded files.
//
//go:embed html md site.css discovery
var FS embed.FS

// Load returns the file tree from which pages are rendered. With dir "" it is the embedded tree.
// Otherwise a file below dir replaces the embedded file of the same path. Files that only dir has
// are part of the tree too, so a template can be split. Load fails when dir is not a folder.
func Load(dir string) (fs.FS, error) {
	if dir == "" {
		return FS, nil
	}
	info, err := os.Stat(dir)
	if err != nil {
		return nil, fmt.Errorf("templates: %w", err)
	}
	if !info.IsDir() {
		return nil, fmt.Errorf("templates: %s is not a folder", dir)
	}
	return overlay{over: os.DirFS(dir), under: FS}, nil
}

// overlay reads a file from over, and from under when over has none.
type overlay struct{ over, under fs.FS }

var (
	_ fs.ReadDirFS  = overlay{}
	_ fs.ReadFileFS = overlay{}
)

// Open opens the file of the upper tree when there is one.
func (o overlay) Open(name string) (fs.File, error) {
	f, err := o.over.Open(name)
	if errors.Is(err, fs.ErrNotExist) {
		return o.under.Open(name)
	}
	return f, err
}

// ReadFile reads the file of the upper tree when there is one.
func (o overlay) ReadFile(name string) ([]byte, error) {
	b, err := fs.ReadFile(o.over, name)
	if errors.Is(err, fs.ErrNotExist) {
		return fs.ReadFile(o.under, name)
	}
	return b, err
}

// ReadDir lists the names of both trees, sorted, each once.
func (o overlay) ReadDir(name string) ([]fs.DirEntry, error) {
	upper, err := fs.ReadDir(o.over, name)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	lower, lowerErr := fs.ReadDir(o.under, name)
	if lowerErr != nil && (err != nil || !errors.Is(lowerErr, fs.ErrNotExist)) {
		return nil, lowerErr
	}
	return mergeEntries(upper, lower), nil
}

// mergeEntries merges two sorted lists. For a name in both it keeps the entry of upper.
func mergeEntries(upper, lower []fs.DirEntry) []fs.DirEntry {
	all := make([]fs.DirEntry, 0, len(upper)+len(lower))
	for len(upper) > 0 || len(lower) > 0 {
		switch {
		case len(lower) == 0 || (len(upper) > 0 && upper[0].Name() < lower[0].Name()):
			all, upper = append(all, upper[0]), upper[1:]
		case len(upper) == 0 || lower[0].Name() < upper[0].Name():
			all, lower = append(all, lower[0]), lower[1:]
		default:
			all, upper, lower = append(all, upper[0]), upper[1:], lower[1:]
		}
	}
	return all
}

// Files lists the regular files below folder in files, sorted, as paths from the root of files. A
// fingerprint of the templates reads the files in this order.
func Files(files fs.FS, folder string) ([]string, error) {
	var names []string
	err := fs.WalkDir(files, path.Clean(folder),
		func(name string, entry fs.DirEntry, err error) error {
			if err == nil && entry.Type().IsRegular() {
				names = append(names, name)
			}
			return err
		})
	if err != nil {
		return nil, fmt.Errorf("templates: %w", err)
	}
	return names, nil
}
