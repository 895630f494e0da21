package resultpage

import (
	"bytes"
	"html"
	"slices"
	"strconv"
	"strings"
)

// EmbedWidth and EmbedHeight are the default size of a frame, in CSS pixels.
const (
	EmbedWidth  = 600
	EmbedHeight = 600
)

// EmbedFrame is a list of events in a page of another site.
type EmbedFrame struct {
	URL    string // absolute address of the list
	Title  string // the frame's name for screen readers
	Width  int    // CSS pixels; 0 for the whole width of the place where it stands
	Height int    // CSS pixels
}

// ClampEmbed is the default frame within a client's maxwidth and maxheight; 0 or less is no
// maximum.
func ClampEmbed(maxWidth, maxHeight int) (width, height int) {
	width, height = EmbedWidth, EmbedHeight
	if maxWidth > 0 {
		width = min(width, maxWidth)
	}
	if maxHeight > 0 {
		height = min(height, maxHeight)
	}
	return width, height
}

// HTML is the element to put into a page. The attribute width takes a number only (HTML, section
// 4.8.18), so the whole width is a style.
func (f *EmbedFrame) HTML() string {
	attribute, style := "", "width:100%;"
	if f.Width > 0 {
		attribute, style = `" width="`+strconv.Itoa(f.Width), ""
	}
	return `<iframe src="` + html.EscapeString(f.URL) + `" title="` + html.EscapeString(f.Title) +
		attribute + `" height="` + strconv.Itoa(f.Height) + `" loading="lazy" style="` + style +
		`border:0"></iframe>`
}

// PathEmbedTitles is the private resource of a release with the titles of all pages of groups that
// can be embedded: one line for each page, in the byte order of their paths: the path, a tab, the
// title, a line feed. Control characters of a title are spaces. The resource has the checksum.
const PathEmbedTitles = ":oembed.titles"

// EmbedTitle is a page that can be embedded, with its title.
type EmbedTitle struct{ Path, Title string }

// AppendEmbedTitles appends the table of titles, which it sorts by path.
func AppendEmbedTitles(b []byte, titles []EmbedTitle) []byte {
	slices.SortFunc(titles, func(x, y EmbedTitle) int { return strings.Compare(x.Path, y.Path) })
	for _, t := range titles {
		b = append(append(b, t.Path...), '\t')
		b = append(append(b, strings.Map(withoutControls, t.Title)...), '\n')
	}
	return b
}

func withoutControls(c rune) rune {
	if c < ' ' || c == 0x7F {
		return ' '
	}
	return c
}

// FindEmbedTitle is the title of a path in a table; false when the table does not have the path.
func FindEmbedTitle(table []byte, path string) (title string, ok bool) {
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
