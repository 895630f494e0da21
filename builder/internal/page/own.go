package page

import (
	"cmp"
	"errors"
	"fmt"
	"html/template"
	"path/filepath"
	"slices"
	"strings"

	"cartaz/brands"
	"cartaz/builder/catalog"
	"cartaz/builder/internal/markup"
	"cartaz/builder/text"
)

// ownModel is the model of a page that the brand wrote itself.
type ownModel struct {
	frame
	Said *Said
}

// OwnPage is a page that the brand wrote itself, or its text on the page of a group, read and
// checked. It can be drawn once.
type OwnPage struct {
	text  *brands.OwnText
	title string // "" for a text on another page
	link  string
	read  *markup.OwnPage

	spelling *catalog.Spelling
}

// Path returns the address of the page.
func (p *OwnPage) Path() string { return p.text.Path }

// File returns the file in the brand's folder.
func (p *OwnPage) File() string { return p.text.File }

// Links returns the paths of the site that the page links to.
func (p *OwnPage) Links() []string {
	paths := make([]string, len(p.read.Links))
	for i, l := range p.read.Links {
		paths[i] = p.spelling.Key(l.Text)
	}
	return paths
}

// OwnPages reads the pages that the brand wrote itself, and its texts on pages of groups. Its
// errors name file and line: HTML in the Markdown, a link that leads nowhere, a picture that is not
// among the brand's files.
func (r *Renderer) OwnPages() (pages, groups []*OwnPage, err error) {
	picture := func(path string) (markup.Picture, bool) {
		f := r.brand.Picture(path)
		if f == nil {
			return markup.Picture{}, false
		}
		return markup.Picture{Width: f.Width, Height: f.Height}, true
	}
	var errs []error
	read := func(list []*OwnPage, text *brands.OwnText, title, link string) []*OwnPage {
		p := &OwnPage{text: text, title: title, link: link, spelling: &r.brand.Spelling,
			read: markup.ReadOwn(text.Body, picture)}
		faults := slices.Clone(p.read.Faults)
		for _, l := range p.read.Links {
			if suggestion, ok := r.brand.LinkFault(l.Text); ok {
				faults = append(faults, markup.Note{Line: l.Line,
					Text: "there is no page " + l.Text + suggestion})
			}
		}
		for _, f := range faults {
			errs = append(errs, errors.New(r.at(text, f)))
		}
		return append(list, p)
	}
	for i := range r.brand.Pages {
		b := &r.brand.Pages[i]
		pages = read(pages, &b.OwnText, b.Title, "")
	}
	for i := range r.brand.Groups {
		b := &r.brand.Groups[i]
		groups = read(groups, &b.OwnText, "", b.Link)
	}
	return pages, groups, errors.Join(errs...)
}

// at returns a note about a text with its file and line.
func (r *Renderer) at(t *brands.OwnText, n markup.Note) string {
	return fmt.Sprintf("%s:%d: %s", filepath.Join(r.brand.Dir, filepath.FromSlash(t.File)),
		t.Line+n.Line-1, n.Text)
}

// Said is the brand's text on the page of a group, drawn.
type Said struct {
	Body        template.HTML
	Text        string // the same in Markdown
	Description string
	Link        *Link          `json:",omitempty"` // to the site of its subject
	Picture     markup.Picture // its first one
}

// Said draws a text. It leaves out a link to a path of the site that does not exist, and returns a
// note with file and line: the catalogue may change when the brand does not, so such a link is no
// error. events returns the events that the text shows, of a group or of a section of the home
// page.
func (r *Renderer) Said(p *OwnPage, exists func(path string) bool, events func(of string) Listed,
) (*Said, []string) {
	body, markdown, notes := p.read.Draw(r.brand.SiteURL, func(path string) bool {
		return exists(p.spelling.Key(path))
	}, func(of string) (cards, lines string) {
		list := events(of)
		for i, card := range list.Cards {
			cards, lines = cards+string(card), lines+list.Lines[i]
		}
		return cards, strings.TrimSpace(lines)
	})
	s := &Said{Body: template.HTML(body), Text: markdown, Link: contactLink(p.link),
		Description: cmp.Or(p.text.Description, markup.Words(body)), Picture: p.read.Picture}
	list := make([]string, len(notes))
	for i, n := range notes {
		list[i] = r.at(p.text, n)
	}
	return s, list
}

// Own draws a page that the brand wrote itself.
func (r *Renderer) Own(p *OwnPage, exists func(path string) bool, events func(of string) Listed,
) (Page, []string, error) {
	said, notes := r.Said(p, exists, events)
	m := ownModel{frame: r.frame.page(p.Path(), p.title, said.Description), Said: said}
	m.Crumbs, m.Alternates = r.frame.crumbs(), nil            // other sites have pages of their own
	if err := r.programs.renderShared(&m.frame); err != nil { // the menu marks the page
		return Page{}, nil, err
	}
	drawn, err := r.programs.render("own", p.Path(), &m)
	return drawn, notes, err
}

// menuItem is a link of the menu or the footer. Current reports that it leads to the page itself.
type menuItem struct {
	Path, Label     string
	Current, Button bool
}

// Menu returns the brand's own links in the menu: theme.menu, then its pages that ask for the menu
// and are not linked yet.
func (f *frame) Menu() []menuItem {
	return f.ownLinks(f.Brand.Theme.Menu, func(p *brands.OwnPage) bool { return p.Menu })
}

// OwnMenu reports whether the brand's menu replaces the links of every brand.
func (f *brandFrame) OwnMenu() bool { return f.Brand.Theme.Menu != nil }

// FooterPages returns the brand's legal pages, and its pages that ask for the footer.
func (f *frame) FooterPages() []menuItem {
	var links []brands.Link
	for key, path := range text.InOrder(f.Brand.Legal) {
		links = append(links, brands.Link{Label: f.W.Legal[key], Path: path})
	}
	return f.ownLinks(links, func(p *brands.OwnPage) bool { return p.Footer })
}

// ownLinks returns the given links, and then the brand's wanted pages that they do not name.
func (f *frame) ownLinks(links []brands.Link, wanted func(*brands.OwnPage) bool) []menuItem {
	var items []menuItem
	add := func(l brands.Link) {
		if path := f.Brand.Spelling.Key(l.Path); f.Brand.Drafts[path] == "" {
			items = append(items, menuItem{path, l.Label, path == f.Path, l.Button})
		}
	}
	for _, l := range links {
		add(l)
	}
	for i := range f.Brand.Pages {
		p := &f.Brand.Pages[i]
		linked := slices.ContainsFunc(links, func(l brands.Link) bool { return l.Path == p.Path })
		if wanted(p) && !linked {
			add(brands.Link{Path: p.Path, Label: p.Title})
		}
	}
	return items
}
