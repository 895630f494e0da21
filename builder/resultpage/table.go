package resultpage

import (
	"bytes"
	"slices"
	"strings"
)

// Row is a path with its value in a table.
type Row struct{ Path, Value string }

// AppendTable appends a table, whose rows it sorts by path. A row is a line of the path, a tab, the
// value and a line feed. Control characters of a value become spaces.
func AppendTable(b []byte, rows []Row) []byte {
	slices.SortFunc(rows, func(x, y Row) int { return strings.Compare(x.Path, y.Path) })
	for _, r := range rows {
		b = append(append(b, r.Path...), '\t')
		b = append(append(b, strings.Map(withoutControls, r.Value)...), '\n')
	}
	return b
}

func withoutControls(c rune) rune {
	if c < ' ' || c == 0x7F {
		return ' '
	}
	return c
}

// FindInTable returns the value of a path in a table, and reports whether the table has the path.
func FindInTable(table []byte, path string) (value string, ok bool) {
	low, high := 0, len(table) // both at the beginning of a line
	for low < high {
		middle := low + (high-low)/2
		begin := low + bytes.LastIndexByte(table[low:middle], '\n') + 1
		line, _, _ := bytes.Cut(table[begin:high], []byte("\n"))
		at, value, _ := strings.Cut(string(line), "\t")
		switch order := strings.Compare(path, at); {
		case order == 0:
			return value, true
		case order < 0:
			high = begin
		default:
			low = begin + len(line) + 1
		}
	}
	return "", false
}
