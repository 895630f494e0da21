package syndication

import "encoding/xml"

// xmlWriter writes XML to the end of b.
type xmlWriter struct{ b []byte }

// Write implements io.Writer.
func (w *xmlWriter) Write(p []byte) (int, error) {
	w.b = append(w.b, p...)
	return len(p), nil
}

func (w *xmlWriter) add(s string) { w.b = append(w.b, s...) }

// text adds text, escaped. What XML cannot hold becomes U+FFFD.
func (w *xmlWriter) text(s string) {
	_ = xml.EscapeText(w, []byte(s)) // Write never fails
}

func (w *xmlWriter) element(name, text string) {
	w.add("<" + name + ">")
	w.text(text)
	w.add("</" + name + ">\n")
}
