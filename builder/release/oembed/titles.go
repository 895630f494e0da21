package oembed

import (
	"bytes"
	"slices"
	"strings"
)

// PathTitles is the private resource of a release with the titles of all pages of groups that can
// be embedded.
const PathTitles = ":oembed.titles"

// Title is a page that can be embedded, with its title.
type Title struct{ Path, Title string }

// AppendTitles appends the table of titles, which it sorts by path.
func AppendTitles(b []byte, titles []Title) []byte {
	slices.SortFunc(titles, func(x, y Title) int { return strings.Compare(x.Path, y.Path) })
	for _, t := range titles {
		b = append(append(b, t.Path...), '\t')
		b = append(append(b, strings.Map(plain, t.Title)...), '\n')
	}
	return b
}

func plain(c rune) rune {
	if c < ' ' || c == 0x7F {
		return ' '
	}
	return c
}

// FindTitle is the title of a path in a table; false when the table does not have the path.
func FindTitle(table []byte, path string) (title string, ok bool) {
	low, high := 0, len(table) // both at the begin of a line
	for low < high {
		middle := low + (high-low)/2
		begin := low + bytes.LastIndexByte(table[low:middle], '\n') + 1
		line, _, _ := bytes.Cut(table[begin:high], []byte("\n"))
		at, title, _ := strings.Cut(string(line), "\t")
		switch order := strings.Compare(path, at); {
		case order == 0:
			return title, true
		case order < 0:
			high = begin
		default:
			low = begin + len(line) + 1
		}
	}
	return "", false
}
