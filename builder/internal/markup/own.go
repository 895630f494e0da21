package markup

import (
	"bytes"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/text"
	"golang.org/x/net/html"
)

// Note is a fault at one line of a page that a brand wrote itself.
type Note struct {
	Line int // of the source, from 1
	Text string
}

// Picture is an image of the site.
type Picture struct {
	Path          string
	Width, Height int // in pixels; 0 when they are not known
}

// OwnPage is a page that a brand wrote itself, read but not drawn. [ReadOwn] makes one.
//
// The text is the brand's and not a stranger's, so links within the site and pictures of the site
// stay. Everything else is as strict as for descriptions: raw HTML, other pictures and other
// schemes are faults.
type OwnPage struct {
	Faults []Note
	// Links are the paths of the site that the page links to, without query; Text is the path.
	Links []Note
	// Picture is the first picture of the page; the zero value if it has none.
	Picture Picture

	source []byte
	doc    ast.Node
	md     goldmark.Markdown
	nodes  []ast.Node // of Links
}

// firstOwnHeading is the level of a page's first headings: its title is the h1.
const firstOwnHeading = 2

// ReadOwn reads the Markdown of a page. picture finds the images of the site by their path. A page
// beyond the limits of a description, such as a table of 40,000 cells, is a fault.
func ReadOwn(source string, picture func(path string) (Picture, bool)) *OwnPage {
	p := &OwnPage{source: []byte(source), md: goldmark.New(goldmark.WithExtensions(
		extension.NewTable(extension.WithTableCellAlignMethod(extension.TableCellAlignNone)),
		extension.Strikethrough, extension.Linkify))}
	if excess, at := exceededLineLimit(source); excess != "" {
		p.Faults = []Note{{Line: at, Text: "up to here the page has " + excess + ": split it"}}
		p.doc = ast.NewDocument()
		return p
	}
	p.doc = p.md.Parser().Parse(text.NewReader(p.source))
	var levels outline
	// The walk cannot fail: the function never returns an error.
	_ = ast.Walk(p.doc, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.Heading:
			if n.Level == 1 {
				p.fault(n, "a heading of the first level is the title of the page: begin with ##")
			}
			n.Level = levels.shown(n.Level, firstOwnHeading)
		case *ast.Link:
			n.Title = nil
			p.link(n, string(n.Destination))
		case *ast.AutoLink:
			if address := string(n.URL(p.source)); shownLink(address) == "" {
				p.fault(n, "%q is no link: write an address with https:// or mailto:", address)
			}
		case *ast.Image:
			p.image(n, picture)
		case *ast.HTMLBlock, *ast.RawHTML:
			p.fault(n, "HTML is not read: write it in Markdown, or with a backslash before the <")
		}
		return ast.WalkContinue, nil
	})
	return p
}

func (p *OwnPage) fault(n ast.Node, format string, args ...any) {
	p.Faults = append(p.Faults, Note{Line: p.line(n), Text: fmt.Sprintf(format, args...)})
}

// line returns the line of the first text in a node, else of the block around it.
func (p *OwnPage) line(n ast.Node) int {
	at := -1
	_ = ast.Walk(n, func(c ast.Node, entering bool) (ast.WalkStatus, error) {
		switch c := c.(type) {
		case *ast.Text:
			at = c.Segment.Start
		case *ast.RawHTML:
			at = c.Segments.At(0).Start
		}
		if at >= 0 {
			return ast.WalkStop, nil
		}
		return ast.WalkContinue, nil
	})
	for b := n; at < 0 && b != nil; b = b.Parent() {
		if b.Type() == ast.TypeBlock && b.Lines().Len() > 0 {
			at = b.Lines().At(0).Start
		}
	}
	return 1 + bytes.Count(p.source[:max(at, 0)], []byte("\n"))
}

// link notes a link to a path of the site, which is checked when the page is drawn, and reports an
// address that is not allowed.
func (p *OwnPage) link(n *ast.Link, address string) {
	switch {
	case strings.HasPrefix(address, "/") && !strings.HasPrefix(address, "//"):
		path, _, _ := strings.Cut(address, "?")
		path, _, fragment := strings.Cut(path, "#")
		if fragment || strings.Contains(address, "#") {
			p.fault(n, "%q leads to a part of a page: leave out # and the rest", address)
			return
		}
		p.Links = append(p.Links, Note{Line: p.line(n), Text: path})
		p.nodes = append(p.nodes, n)
	case strings.HasPrefix(address, "tel:") && phone.MatchString(address),
		shownLink(address) != "":
	default:
		p.fault(n, "%q is no link: write a path of the site, as in /sobre, or an address with "+
			"https:// or mailto:", address)
	}
}

// phone is a telephone number of RFC 3966 without parameters.
var phone = regexp.MustCompile(`^tel:\+?[0-9.-]+$`)

// image checks a picture and settles its size, so that the text around it does not move.
func (p *OwnPage) image(n *ast.Image, picture func(path string) (Picture, bool)) {
	address := string(n.Destination)
	size, ok := picture(address)
	switch {
	case !ok:
		p.fault(n, "there is no picture %q: put it into the folder static, and write "+
			"its path below that folder, as in /foto.webp", address)
	case n.FirstChild() == nil:
		p.fault(n, "the picture %q has no text for people who do not see it: write ![what "+
			"it shows](%s)", address, address)
	}
	if p.Picture.Path == "" {
		p.Picture = Picture{address, size.Width, size.Height}
	}
	n.Title = nil
	if size.Width > 0 && size.Height > 0 {
		n.SetAttributeString("width", []byte(strconv.Itoa(size.Width)))
		n.SetAttributeString("height", []byte(strconv.Itoa(size.Height)))
	}
	n.SetAttributeString("loading", []byte("lazy"))
}

// Paragraphs that are not text, and the mark after a link that is a button.
var (
	columns = regexp.MustCompile(`(?s)<p>::: columns</p>(.*?)<p>:::</p>`)
	cards   = regexp.MustCompile(`<p>::: cards ([a-z0-9/-]+)</p>`)
	button  = regexp.MustCompile(`<a (href="[^"]*">[^<]*</a>)\{\.btn}`)
)

// Draw draws the page, in HTML for its body and in Markdown with absolute addresses. A link to a
// path for which exists is false becomes plain text, and a note. events returns the events of a
// group or of a section of the home page, as items of lists. It can be called once only.
func (p *OwnPage) Draw(siteURL string, exists func(path string) bool,
	events func(of string) (cards, lines string)) (page, markdown string, notes []Note) {
	for i, l := range p.Links {
		if exists(l.Text) {
			continue
		}
		notes = append(notes, Note{Line: l.Line, Text: fmt.Sprintf("nothing is at %s: the link is "+
			"left out; name another path, or remove it", l.Text)})
		unlink(p.nodes[i])
	}
	var buf bytes.Buffer
	// Only the writer can fail, and a Buffer does not.
	_ = p.md.Renderer().Render(&buf, p.source, p.doc)
	page = columns.ReplaceAllString(strings.TrimSpace(buf.String()),
		`<div class="columns">$1</div>`)
	page = button.ReplaceAllString(page, `<a class="btn" $1`)
	root := &html.Node{Type: html.DocumentNode}
	nodes, err := parse(page)
	if err != nil {
		return page, toMarkdown(fromText(Words(page))), notes
	}
	for _, n := range nodes {
		root.AppendChild(n)
	}
	for n := range root.Descendants() {
		for i := range n.Attr {
			if a := &n.Attr[i]; (a.Key == "href" || a.Key == "src") && strings.HasPrefix(a.Val,
				"/") {
				a.Val = siteURL + a.Val
			}
		}
	}
	markdown = toMarkdown(root)
	for _, found := range cards.FindAllStringSubmatch(page, -1) {
		cards, lines := events(found[1])
		page = strings.Replace(page, found[0], `<ul class="cards">`+"\n"+cards+"</ul>", 1)
		markdown = strings.Replace(markdown, `\::: cards `+found[1], lines, 1)
	}
	return page, markdown, notes
}
