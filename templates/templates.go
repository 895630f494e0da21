// Package templates embeds into the builder the files from which every page and discovery document
// is rendered:
//
//	html/       page templates (html/template) and what they share
//	md/         the Markdown twins of the same pages (text/template)
//	event.js    the script of event pages, which no page needs
//	site.css    rules of the style sheet; the builder puts the brand's design tokens before them
//	discovery/  discovery documents: openapi.yaml (the description of the API), auth.md, llms.txt,
//	            robots.txt, skills, cards; YAML is served as JSON
//
// A folder given on the command line can replace single files: see [Load].
package templates

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"slices"
	"strings"
)

// StyleSheet is the path of the rules of the style sheet.
const StyleSheet = "site.css"

// Set holds the text of each template by its path.
type Set map[string]string

const openAPI = "discovery/openapi.yaml"

// Script is the path of the script of event pages.
const Script = "event.js"

//go:embed html md site.css event.js discovery
var files embed.FS

// Embedded holds the embedded files.
var Embedded = func() Set {
	s := Set{}
	if err := s.read(files); err != nil {
		panic(err) // cannot be: the files are in the program
	}
	return s
}()

// Load returns the templates from which pages are rendered. With dir "" they are the embedded ones.
// Otherwise a file below dir replaces the embedded file of the same path. Files that only dir has
// are part of the set too, so a template can be split. Load fails when dir is not a folder, or has
// a description of the API, which is closed.
func Load(dir string) (Set, error) {
	if dir == "" {
		return Embedded, nil
	}
	info, err := os.Stat(dir)
	if err != nil {
		return nil, fmt.Errorf("templates: %w", err)
	}
	if !info.IsDir() {
		return nil, fmt.Errorf("templates: %s is not a folder", dir)
	}
	s := maps.Clone(Embedded)
	if err := s.read(os.DirFS(dir)); err != nil {
		return nil, err
	}
	if s[openAPI] != Embedded[openAPI] {
		return nil, fmt.Errorf("templates: %s in %s: the API is closed, so its description has no "+
			"other template: remove the file", openAPI, dir)
	}
	return s, nil
}

// read adds the files of a tree. It follows a link to a file, as mounted folders have them.
func (s Set) read(tree fs.FS) error {
	for _, root := range []string{"html", "md", "discovery", StyleSheet, Script} {
		err := fs.WalkDir(tree, root, func(name string, _ fs.DirEntry, err error) error {
			var info fs.FileInfo
			if err == nil {
				info, err = fs.Stat(tree, name)
			}
			switch {
			case errors.Is(err, fs.ErrNotExist): // not there, or a link to nothing
				return nil
			case err != nil || !info.Mode().IsRegular():
				return err
			}
			text, err := fs.ReadFile(tree, name)
			s[name] = string(text)
			return err
		})
		if err != nil {
			return fmt.Errorf("templates: %w", err)
		}
	}
	return nil
}

// With returns s with other texts in place of the files of the same path.
func (s Set) With(own map[string]string) Set {
	all := maps.Clone(s)
	maps.Copy(all, own)
	return all
}

// Text returns the text of a file.
func (s Set) Text(name string) (string, error) {
	text, ok := s[name]
	if !ok {
		return "", fmt.Errorf("template %s: %w", name, fs.ErrNotExist)
	}
	return text, nil
}

// Below lists the files whose paths begin with prefix, sorted.
func (s Set) Below(prefix string) []string {
	var names []string
	for name := range s {
		if strings.HasPrefix(name, prefix) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}
