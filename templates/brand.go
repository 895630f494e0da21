package templates

import (
	"fmt"
	"io/fs"
	"strings"
	"time"
)

// With returns base with the texts of a brand in place of the files of the same path; base has all
// of those paths. The brand's own [StyleSheet] follows that of base.
func With(base fs.FS, own map[string]string) (fs.FS, error) {
	if len(own) == 0 {
		return base, nil
	}
	texts := make(map[string]string, len(own))
	for name, text := range own {
		if name == StyleSheet {
			rules, err := fs.ReadFile(base, StyleSheet)
			if err != nil {
				return nil, fmt.Errorf("templates: %w", err)
			}
			text = string(rules) + "\n" + text
		}
		texts[name] = text
	}
	return replaced{FS: base, texts: texts}, nil
}

// replaced is a tree with other texts in some of its files.
type replaced struct {
	fs.FS
	texts map[string]string
}

var (
	_ fs.ReadDirFS  = replaced{}
	_ fs.ReadFileFS = replaced{}
)

// Open opens the other text of a file when there is one.
func (r replaced) Open(name string) (fs.File, error) {
	if text, ok := r.texts[name]; ok {
		return &textFile{Reader: strings.NewReader(text), name: name, size: int64(len(text))}, nil
	}
	return r.FS.Open(name)
}

// ReadFile returns the other text of a file when there is one.
func (r replaced) ReadFile(name string) ([]byte, error) {
	if text, ok := r.texts[name]; ok {
		return []byte(text), nil
	}
	return fs.ReadFile(r.FS, name)
}

// ReadDir lists a folder of the tree below.
func (r replaced) ReadDir(name string) ([]fs.DirEntry, error) { return fs.ReadDir(r.FS, name) }

// textFile is a file of a text in memory.
type textFile struct {
	*strings.Reader
	name string
	size int64
}

func (f *textFile) Stat() (fs.FileInfo, error) { return textInfo{f.name, f.size}, nil }
func (f *textFile) Close() error               { return nil }

type textInfo struct {
	name string
	size int64
}

func (i textInfo) Name() string     { return i.name[strings.LastIndexByte(i.name, '/')+1:] }
func (i textInfo) Size() int64      { return i.size }
func (textInfo) Mode() fs.FileMode  { return 0o444 }
func (textInfo) ModTime() time.Time { return time.Time{} }
func (textInfo) IsDir() bool        { return false }
func (textInfo) Sys() any           { return nil }
