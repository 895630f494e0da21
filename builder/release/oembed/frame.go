package oembed

import (
	"html"
	"strconv"
)

// Width and Height are the size of a frame, in CSS pixels, when nobody asks for another one.
const (
	Width  = 600
	Height = 600
)

// Frame is a list of events in a page of another site.
type Frame struct {
	URL    string // absolute address of the list
	Title  string // what a screen reader calls the frame
	Width  int    // CSS pixels; 0 for the whole width of the place where it stands
	Height int    // CSS pixels
}

// Clamped is the default frame within a client's maxwidth and maxheight; 0 or less is no maximum.
func Clamped(maxWidth, maxHeight int) (width, height int) {
	width, height = Width, Height
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
func (f *Frame) HTML() string {
	attribute, style := "", "width:100%;"
	if f.Width > 0 {
		attribute, style = `" width="`+strconv.Itoa(f.Width), ""
	}
	return `<iframe src="` + html.EscapeString(f.URL) + `" title="` + html.EscapeString(f.Title) +
		attribute + `" height="` + strconv.Itoa(f.Height) + `" loading="lazy" style="` + style +
		`border:0"></iframe>`
}
