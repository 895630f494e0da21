package theme

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"
)

const (
	svgNamespace   = "http://www.w3.org/2000/svg"
	xlinkNamespace = "http://www.w3.org/1999/xlink"
	maxLogoDepth   = 100 // elements in one another
)

// logoElements are the SVG elements that draw. None of them can run code, link, or change an
// attribute later (as animations do).
var logoElements = setOf(`svg g defs symbol use title desc style switch image path rect circle
	ellipse line polyline
	polygon text tspan textPath linearGradient radialGradient stop clipPath mask pattern marker
	filter feBlend feColorMatrix feComponentTransfer feComposite feConvolveMatrix
	feDiffuseLighting feDisplacementMap feDistantLight feDropShadow feFlood feFuncA feFuncB
	feFuncG feFuncR feGaussianBlur feMerge feMergeNode feMorphology feOffset fePointLight
	feSpecularLighting feSpotLight feTile feTurbulence`)

// Logo rebuilds an SVG file from the elements and attributes that draw. Everything that could run
// code or load something from elsewhere is left out: scripts, event handlers, foreignObject, links,
// animations, references except to a part of the file or to a picture inside it (data: of PNG,
// JPEG, GIF, WebP), style sheets with such references, document types and so entities, processing
// instructions.
//
// removed names the parts that were left out, with their lines, in the order of the file. Comments
// and data of editors are removed without a mention. For a file that is not an SVG the error names
// the line. The result is the same for the same file.
func Logo(file []byte) (svg []byte, removed []string, err error) {
	w := logoWriter{in: xml.NewDecoder(bytes.NewReader(file))}
	if err := w.run(); err != nil {
		line, _ := w.in.InputPos()
		var syntax *xml.SyntaxError
		if errors.As(err, &syntax) {
			line, err = syntax.Line, errors.New(syntax.Msg)
		}
		return nil, nil, fmt.Errorf("line %d: not an SVG: %w", line, err)
	}
	return w.out.Bytes(), w.removed, nil
}

type logoWriter struct {
	in      *xml.Decoder
	out     bytes.Buffer
	removed []string
	open    []string // names of the elements that are written
}

// remove notes what is left out, at the line that is read.
func (w *logoWriter) remove(format string, args ...any) {
	line, _ := w.in.InputPos()
	w.removed = append(w.removed, fmt.Sprintf("line %d: ", line)+fmt.Sprintf(format, args...))
}

func (w *logoWriter) run() error {
	rooted := false
	for {
		token, err := w.in.RawToken()
		switch {
		case err == io.EOF && len(w.open) > 0:
			return fmt.Errorf("<%s> is not closed", w.open[len(w.open)-1])
		case err == io.EOF && !rooted:
			return errors.New("there is no svg element")
		case err == io.EOF:
			return nil
		case err != nil:
			return err
		}
		switch t := token.(type) {
		case xml.StartElement:
			if len(w.open) == 0 && (rooted || !isRoot(t)) {
				return fmt.Errorf("its root is %s, not one svg element of the namespace %s",
					fullName(t.Name), svgNamespace)
			}
			rooted = true
			if err := w.start(t); err != nil {
				return err
			}
		case xml.EndElement:
			if err := w.end(t); err != nil {
				return err
			}
		case xml.CharData:
			if len(w.open) == 0 && len(bytes.TrimSpace(t)) > 0 {
				return errors.New("text outside of the svg element")
			}
			if len(w.open) > 0 {
				w.escape(string(t))
			}
		case xml.Directive:
			w.remove("document type or entity")
		case xml.ProcInst:
			if t.Target != "xml" {
				w.remove("processing instruction %s", t.Target)
			}
		}
	}
}

// isRoot reports whether an element may be the root. A file without a namespace is often a piece of
// HTML; it is read as SVG.
func isRoot(t xml.StartElement) bool {
	for _, a := range t.Attr {
		if a.Name.Space == "" && a.Name.Local == "xmlns" && a.Value != svgNamespace {
			return false
		}
	}
	return t.Name.Space == "" && t.Name.Local == "svg"
}

func fullName(n xml.Name) string {
	if n.Space != "" {
		return n.Space + ":" + n.Local
	}
	return n.Local
}

// start writes an element, or leaves it out with all that it holds.
func (w *logoWriter) start(t xml.StartElement) error {
	name := t.Name.Local
	switch {
	case len(w.open) == maxLogoDepth:
		return fmt.Errorf("more than %d elements in one another", maxLogoDepth)
	case t.Name.Space != "": // of an editor, or of a language that is not SVG
		return w.skip(t.Name)
	case !logoElements[name]:
		if name != "metadata" {
			w.remove("<%s>", name)
		}
		return w.skip(t.Name)
	case name == "style":
		return w.style(t)
	}
	w.out.WriteString("<" + name)
	if len(w.open) == 0 {
		w.out.WriteString(` xmlns="` + svgNamespace + `" xmlns:xlink="` + xlinkNamespace + `"`)
	}
	for _, a := range t.Attr {
		if w.keeps(name, a) {
			w.out.WriteString(" " + fullName(a.Name) + `="`)
			w.escape(a.Value)
			w.out.WriteByte('"')
		}
	}
	w.out.WriteByte('>')
	w.open = append(w.open, name)
	return nil
}

func (w *logoWriter) end(t xml.EndElement) error {
	if len(w.open) == 0 || t.Name.Space != "" || t.Name.Local != w.open[len(w.open)-1] {
		return fmt.Errorf("</%s> closes nothing", fullName(t.Name))
	}
	w.open = w.open[:len(w.open)-1]
	w.out.WriteString("</" + t.Name.Local + ">")
	return nil
}

// skip reads to the end of the element that has begun.
func (w *logoWriter) skip(name xml.Name) error {
	open := []xml.Name{name}
	for len(open) > 0 {
		token, err := w.in.RawToken()
		switch {
		case err == io.EOF:
			return fmt.Errorf("<%s> is not closed", fullName(name))
		case err != nil:
			return err
		}
		switch t := token.(type) {
		case xml.StartElement:
			open = append(open, t.Name)
		case xml.EndElement:
			if t.Name != open[len(open)-1] {
				return fmt.Errorf("</%s> closes nothing", fullName(t.Name))
			}
			open = open[:len(open)-1]
		}
	}
	return nil
}

// style writes a style sheet that refers to nothing but parts of the file.
func (w *logoWriter) style(t xml.StartElement) error {
	var sheet strings.Builder
	for {
		token, err := w.in.RawToken()
		if err != nil {
			return err
		}
		switch t := token.(type) {
		case xml.CharData:
			sheet.Write(t)
			continue
		case xml.Comment:
			continue
		case xml.EndElement:
			if t.Name != (xml.Name{Local: "style"}) {
				return fmt.Errorf("</%s> closes nothing", fullName(t.Name))
			}
		default:
			return errors.New("a style element holds something that is no text")
		}
		break
	}
	if !localStyle(sheet.String()) {
		w.remove("<style> with a foreign reference")
		return nil
	}
	w.out.WriteString("<style>")
	w.escape(sheet.String())
	w.out.WriteString("</style>")
	return nil
}

// pictures are the references that hold their picture themselves.
var pictures = regexp.MustCompile(`^data:image/(png|jpeg|gif|webp);base64,[A-Za-z0-9+/=\s]*$`)

// keeps says whether an attribute is written.
func (w *logoWriter) keeps(element string, a xml.Attr) bool {
	name, value := strings.ToLower(a.Name.Local), strings.TrimSpace(a.Value)
	switch {
	case name == "xmlns" || a.Name.Space == "xmlns": // the root's are written by start
		return false
	case name == "href" && (a.Name.Space == "" || a.Name.Space == "xlink"):
		if strings.HasPrefix(value, "#") || element == "image" && pictures.MatchString(value) {
			return true
		}
		w.remove("%s of <%s>", fullName(a.Name), element)
		return false
	case a.Name.Space == "xml" && (name == "space" || name == "lang"):
		return true
	case a.Name.Space != "": // of an editor, or xml:base and what else moves references
		return false
	case strings.HasPrefix(name, "on"), name == "src", name == "base", !localStyle(value):
		w.remove("%s of <%s>", a.Name.Local, element)
		return false
	}
	return true
}

// fetching are the words of CSS that name something elsewhere, but for url().
var fetching = regexp.MustCompile(
	`(?i)@import|@font-face|@namespace|image\(|image-set\(|src\(|expression\(|binding|` +
		`javascript:|\\`)

// localURL is a reference of CSS to a part of the file.
var localURL = regexp.MustCompile(`(?i)url\(\s*(#[\w.:-]+|"#[\w.:-]+"|'#[\w.:-]+')\s*\)`)

var (
	anyURL   = regexp.MustCompile(`(?i)url\s*\(`)
	cssNotes = regexp.MustCompile(`(?s)/\*.*?(\*/|$)`)
)

// localStyle reports whether CSS, or the value of an attribute, refers only to parts of the file.
// It refuses every escape, because an escape can spell anything.
func localStyle(css string) bool {
	css = cssNotes.ReplaceAllString(css, "")
	return !fetching.MatchString(css) && !anyURL.MatchString(localURL.ReplaceAllString(css, ""))
}

// svgEscaper writes text and values of attributes in double quotes.
var svgEscaper = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&#34;")

func (w *logoWriter) escape(s string) { w.out.WriteString(svgEscaper.Replace(s)) }
