package brands

import (
	"cmp"
	_ "embed" // reserved.txt
	"maps"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"cartaz/builder/catalog"
	"cartaz/builder/text"
)

// pagesDir, staticDir and TemplatesDir are the folders of a brand with its own pages, files and
// templates.
const (
	pagesDir     = "pages"
	staticDir    = "static"
	TemplatesDir = "templates"
)

// groupDirs are the folders with texts about groups of events, by the path of their list.
var groupDirs = map[string]string{
	catalog.OrganisersPath: "organisers", catalog.VenuesPath: "venues",
}

// The limits of own texts: every build reads all of them, and draws each page.
const (
	maxOwnPages   = 50
	maxGroupTexts = 1000 // of a folder
	maxPageBytes  = 128 << 10
	maxPageName   = 60  // characters
	maxGroupName  = 200 // characters
)

// OwnText is Markdown that the brand has written itself, with its front matter.
type OwnText struct {
	Path string // of the page that it makes or is shown on: "/sobre"
	File string // relative to the brand's folder: "pages/sobre.md"
	// For search engines and previews. Default: the beginning of the text.
	Description string `key:"description" max:"300"`
	Body        string // Markdown, without the front matter
	Line        int    // line of File at which Body begins, from 1
}

// GroupText is the brand's text on the page of a venue or an organiser: venues/<slug>.md and
// organisers/<slug>.md.
type GroupText struct {
	OwnText
	// Their own site.
	Link string `key:"link" as:"link"`
}

// OwnPage is a page that the brand has written itself: pages/<name>.md.
type OwnPage struct {
	// Heading of the page, and text of its link.
	Title string `key:"title" as:"label" max:"100" need:"the heading of the page"`
	OwnText
	// Among the brand's pages in menu and footer, ascending; then by title.
	Order int `key:"order" min:"-1000" max:"1000" default:"0"`
	// A link in the menu of every page.
	Menu bool `key:"menu" default:"no"`
	// A link in the footer of every page.
	Footer bool `key:"footer" default:"no"`
	// Leaves the page out, as one whose text has a blank to fill in: `⟦your name⟧`.
	Draft bool `key:"draft" default:"no"`
}

// reservedNames are the first parts of the site's own addresses, now and later. No page and no
// folder of a brand may take one.
var reservedNames = strings.Fields(reservedFile)

//go:embed reserved.txt
var reservedFile string

// ownFiles reads the brand's own pages, files and templates, and checks the links of its menu.
func (r *reader) ownFiles(b *Brand) {
	reserved := reservedNames
	if first, _, _ := strings.Cut(strings.TrimPrefix(b.BasePath(), "/"), "/"); first != "" {
		reserved = append(slices.Clone(reserved), first)
	}
	r.reserved = reserved
	r.ownPages(b)
	r.groupTexts(b)
	r.static(b)
	r.spell(b)
	r.templates(b)
	r.checkMoved()
	for _, v := range r.pictures {
		if b.Picture(v.text) == nil {
			v.wrong("is no picture: write the path of one in %s/, as in /marcas/acme.svg",
				staticDir)
		}
	}
	for _, v := range r.links {
		if suggestion, ok := b.LinkFault(v.text); ok {
			v.fault("there is no page %s%s", v.text, suggestion)
		}
	}
}

// spell chooses the first words of the site's addresses: from the key paths, else from the locale,
// unless another address of the brand begins with them.
func (r *reader) spell(b *Brand) {
	keys := catalog.PathWords
	others := append(slices.Clone(r.reserved), "apple-touch-icon", "site")
	add := func(path string) {
		first, _, _ := strings.Cut(strings.TrimPrefix(path, "/"), "/")
		first, _, _ = strings.Cut(first, ".")
		others = append(others, first)
	}
	for _, p := range b.Pages {
		add(p.Path)
	}
	for _, f := range b.Static {
		add(f.Path)
	}
	words := map[string]string{}
	for _, v := range r.words {
		key := keys[strings.TrimPrefix(v.key, "paths.")]
		if v.text != key && slices.Contains(others, v.text) {
			v.fault("/%s is another address of the site: choose another word", v.text)
		}
		words[key] = v.text
		add(v.text)
	}
	for from := range b.Redirects {
		if strings.Count(from, "/") == 1 {
			add(from)
		}
	}
	same := true
	for name, key := range keys {
		if word := defaultsOf(b.Locale).Paths[name]; words[key] == "" {
			words[key] = word
			if slices.Contains(others, word) {
				words[key] = key
			}
		}
		same = same && words[key] == key
	}
	if !same {
		b.Spelling = catalog.NewSpelling(b.SiteURL, words)
	}
}

// LinkFault reports whether a path of one part (/sobre) leads nowhere: it is not a page, a draft
// or a file of the brand, nor one of the site's own addresses. The suggestion is the end of a
// message. Other paths depend on the catalogue, so only a build knows them.
func (b *Brand) LinkFault(link string) (suggestion string, fault bool) {
	link, _, _ = strings.Cut(link, "?")
	link, _, _ = strings.Cut(link, "#")
	link = b.Spelling.Key(link)
	name := strings.TrimPrefix(link, "/")
	if link == "/" || strings.Contains(name, "/") {
		return "", false
	}
	known := slices.Collect(maps.Keys(b.Drafts))
	for _, p := range b.Pages {
		known = append(known, p.Path)
	}
	for _, f := range b.Static {
		known = append(known, f.Path)
	}
	if base, _, _ := strings.Cut(name, "."); slices.Contains(known, link) ||
		slices.Contains(reservedNames, base) {
		return "", false
	}
	for _, name := range reservedNames {
		known = append(known, "/"+name)
	}
	return cmp.Or(Suggest(link, known), ": write a page into "+pagesDir+
		", or name another path"), true
}

// ownPages reads pages/*.md.
func (r *reader) ownPages(b *Brand) {
	b.Drafts = map[string]string{}
	r.markdownFiles(pagesDir, maxOwnPages, maxPageName, func(name, base string) {
		page := OwnPage{OwnText: OwnText{Path: "/" + base, File: name}}
		if slices.Contains(r.reserved, base) {
			r.faultIn(name, "/%s is an address of the site itself: choose another name, as in "+
				"sobre-%s.md", base, base)
		} else if r.read(&page.OwnText, &page, true) {
			if page.Draft || strings.ContainsAny(page.Body, "⟦⟧") {
				b.Drafts[page.Path] = name
			} else {
				b.Pages = append(b.Pages, page)
			}
		}
	})
	slices.SortStableFunc(b.Pages, func(x, y OwnPage) int {
		return cmp.Or(cmp.Compare(x.Order, y.Order), cmp.Compare(x.Title, y.Title),
			cmp.Compare(x.Path, y.Path))
	})
}

// groupTexts reads the brand's texts on venues and organisers. Only a build knows whether these
// exist.
func (r *reader) groupTexts(b *Brand) {
	for above, folder := range text.InOrder(groupDirs) {
		r.markdownFiles(folder, maxGroupTexts, maxGroupName, func(name, base string) {
			text := GroupText{OwnText: OwnText{Path: above + "/" + base, File: name}}
			if r.read(&text.OwnText, &text, false) {
				b.Groups = append(b.Groups, text)
			}
		})
	}
}

// markdownFiles calls read for the Markdown files of a folder whose names can be addresses.
func (r *reader) markdownFiles(folder string, most, longest int, read func(name, base string)) {
	for i, name := range r.filesBelow(folder) {
		base, ok := strings.CutSuffix(strings.TrimPrefix(name, folder+"/"), ".md")
		switch {
		case !ok || strings.Contains(base, "/"):
			r.faultIn(name, "is no page: write %s/<name>.md; other files lie in the folder "+
				staticDir, folder)
		case !ValidKey(base) || len(base) > longest:
			r.faultIn(name, "%q cannot be an address: use at most %d small letters a to z and "+
				"digits, with single hyphens between them, as in sobre-nos.md", base, longest)
		case i >= most:
			r.faultIn(name, "is one page too many: a brand has at most %d", most)
			return
		default:
			read(name, base)
		}
	}
}

// read reads a text and its front matter, which fills into. titled requires a title.
func (r *reader) read(t *OwnText, into any, titled bool) bool {
	text, err := readRegularFile(r.folder, t.File, maxPageBytes)
	if err != nil {
		r.faultIn(t.File, "not readable: %v", err)
		return false
	}
	if !utf8.Valid(text) {
		r.faultIn(t.File, "is not UTF-8: save it in that encoding")
		return false
	}
	source := strings.ReplaceAll(strings.TrimPrefix(string(text), "\ufeff"), "\r\n", "\n")
	rest, found := strings.CutPrefix(source, "---\n")
	head, body, closed := strings.Cut("\n"+rest, "\n---\n")
	line := strings.Count(head, "\n") + 3
	if !found {
		closed = !titled || strings.HasPrefix(source, "# ")
		head = ""
		body = source
		line = 1
	}
	if titled {
		head, body = moveTitle(head, body)
	}
	blank := strings.TrimSpace(head) == ""
	switch {
	case titled && (!closed || blank):
		r.faultIn(t.File, "has no title: begin with the line # and a title, or with a line "+
			"---, the line title: …, and a second line ---")
		return false
	case !closed:
		r.faultIn(t.File, "has front matter without an end: write a second line ---")
		return false
	}
	f := &yamlFile{reader: r, name: t.File, before: 1}
	faults := len(r.faults)
	if !blank {
		if doc := f.document([]byte(strings.TrimPrefix(head, "\n") + "\n")); doc.Node != nil {
			doc.fill(reflect.ValueOf(into).Elem())
		}
	}
	t.Body, t.Line = body, line
	if strings.TrimSpace(body) == "" {
		f.fault(1, "", "says nothing: write text below the front matter")
	}
	return len(r.faults) == faults
}

var titleLine = regexp.MustCompile(`(?m)^title:`)

// moveTitle moves a title that the text begins with ("# Sobre") into a front matter that has none.
func moveTitle(head, body string) (string, string) {
	start := len(body) - len(strings.TrimLeft(body, "\n"))
	first, rest, _ := strings.Cut(body[start:], "\n")
	title, ok := strings.CutPrefix(first, "# ")
	if !ok || titleLine.MatchString(head) {
		return head, body
	}
	return head + "\ntitle: " + strconv.Quote(strings.TrimSpace(title)), body[:start] + "\n" + rest
}

// faultIn reports a fault of another file than brand.yaml.
func (r *reader) faultIn(name, format string, args ...any) {
	f := yamlFile{reader: r, name: name}
	f.fault(1, "", format, args...)
}
