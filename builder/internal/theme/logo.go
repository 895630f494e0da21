package theme

import (
	"bytes"
	_ "embed" // logo.txt
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
)

const (
	svgNamespace  = "http://www.w3.org/2000/svg"
	htmlNamespace = "http://www.w3.org/1999/xhtml"
	xmlNamespace  = "http://www.w3.org/XML/1998/namespace"
)

// logoElements are the SVG elements that draw or describe. None of them can run code, link, or
// change an attribute later (as animations do).
var logoElements = strings.Fields(logoFile)

//go:embed logo.txt
var logoFile string

// Logo checks that an SVG file does nothing but draw. It refuses all that could run code or load
// something from elsewhere: scripts, event handlers, foreignObject, links, animations, references
// except to a part of the file or to a picture inside it (data: of PNG, JPEG, GIF, WebP), style
// sheets with such references, entities, style sheets of XML. Data of editors, in namespaces of
// their own, do nothing. The error names each such part with its line.
func Logo(file []byte) error {
	c := logoCheck{in: xml.NewDecoder(bytes.NewReader(file))}
	err := c.run()
	line, _ := c.in.InputPos()
	if syntax := (*xml.SyntaxError)(nil); errors.As(err, &syntax) {
		line, err = syntax.Line, errors.New(syntax.Msg)
	}
	if err != nil {
		return fmt.Errorf("line %d: not an SVG: %w", line, err)
	}
	if c.faults != nil {
		return fmt.Errorf("%s: an SVG may only draw, remove that", strings.Join(c.faults, ", "))
	}
	return nil
}

type logoCheck struct {
	in     *xml.Decoder
	faults []string
	depth  int
	sheet  strings.Builder // text of the style element that is open
}

// refuse notes a fault at the line that is read.
func (c *logoCheck) refuse(format string, args ...any) {
	line, _ := c.in.InputPos()
	c.faults = append(c.faults, fmt.Sprintf("line %d: ", line)+fmt.Sprintf(format, args...))
}

// run reads the file to its end and notes the faults. It returns an error only for a file that is
// not an SVG.
func (c *logoCheck) run() error {
	rooted := false
	style := xml.Name{Space: svgNamespace, Local: "style"}
	for {
		token, err := c.in.Token()
		switch {
		case err == io.EOF && !rooted:
			return errors.New("there is no svg element")
		case err == io.EOF:
			return nil
		case err != nil:
			return err
		}
		switch t := token.(type) {
		case xml.StartElement:
			root := xml.Name{Space: svgNamespace, Local: "svg"}
			if c.depth == 0 && (rooted || t.Name != root) {
				return fmt.Errorf("its root is not one svg element with xmlns=%q", svgNamespace)
			}
			rooted = true
			c.depth++
			c.start(t)
			c.sheet.Reset()
		case xml.EndElement:
			c.depth--
			if t.Name == style && !localStyle(c.sheet.String()) {
				c.refuse("<style> with a foreign reference")
			}
		case xml.CharData:
			if c.depth == 0 && len(bytes.TrimSpace(t)) > 0 {
				return errors.New("text outside of the svg element")
			}
			c.sheet.Write(t)
		case xml.Directive:
			if bytes.ContainsRune(t, '[') {
				c.refuse("entity")
			}
		case xml.ProcInst:
			if strings.EqualFold(t.Target, "xml-stylesheet") {
				c.refuse("processing instruction %s", t.Target)
			}
		}
	}
}

// start checks an element. One in a namespace of an editor does nothing, but what it holds may.
func (c *logoCheck) start(t xml.StartElement) {
	name := t.Name.Local
	svg := t.Name.Space == svgNamespace
	if t.Name.Space == htmlNamespace || svg && !slices.Contains(logoElements, name) {
		c.refuse("<%s>", name)
		return
	}
	for _, a := range t.Attr {
		if svg && !draws(name, a) {
			c.refuse("%s of <%s>", a.Name.Local, name)
		}
	}
}

// pictures matches references that contain their picture.
var pictures = regexp.MustCompile(`^data:image/(png|jpeg|gif|webp);base64,[A-Za-z0-9+/=\s]*$`)

// draws reports whether an attribute runs and loads nothing.
func draws(element string, a xml.Attr) bool {
	name := strings.ToLower(a.Name.Local)
	value := strings.TrimSpace(a.Value)
	switch {
	case name == "xmlns" || a.Name.Space == "xmlns":
		return true
	case name == "href":
		return strings.HasPrefix(value, "#") || element == "image" && pictures.MatchString(value)
	case a.Name.Space == xmlNamespace:
		return name != "base"
	case a.Name.Space != "": // of an editor
		return true
	}
	return !strings.HasPrefix(name, "on") && name != "src" && name != "base" && localStyle(value)
}

// fetching matches the words of CSS, besides url(), that load something from elsewhere.
var fetching = regexp.MustCompile(
	`(?i)@import|@font-face|@namespace|image\(|image-set\(|src\(|expression\(|binding|` +
		`javascript:|\\`)

// localURL matches a reference of CSS to a part of the file.
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
