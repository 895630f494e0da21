package brands

import (
	"cmp"
	"path"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"cartaz/builder/catalog"
)

// pagesDir, staticDir and TemplatesDir are the folders of a brand with its own pages, files and
// templates.
const (
	pagesDir     = "pages"
	staticDir    = "static"
	TemplatesDir = "templates"
)

// The limits of own pages. Every one of them is drawn in every build.
const (
	maxOwnPages  = 50
	maxPageBytes = 128 << 10
	maxPageName  = 60 // characters
)

// OwnPage is a page that the brand has written itself: pages/<name>.md.
type OwnPage struct {
	Path string // "/sobre"
	File string // relative to the brand's folder: "pages/sobre.md"
	// Heading of the page, and text of its link.
	Title string `key:"title" as:"label" max:"100" need:"the heading of the page"`
	// For search engines and previews. Default: the beginning of the text.
	Description string `key:"description" max:"300"`
	// Among the brand's pages in menu and footer, ascending; then by title.
	Order int `key:"order" min:"-1000" max:"1000" default:"0"`
	// A link in the menu of every page.
	Menu bool `key:"menu" default:"no"`
	// A link in the footer of every page.
	Footer bool   `key:"footer" default:"no"`
	Body   string // Markdown, without the front matter
	Line   int    // line of File at which Body begins, from 1
}

// reservedNames are the first parts of the site's own addresses, and of those that it keeps for
// later. No page and no folder of a brand may take one.
var reservedNames = []string{
	"a2a", "agenda", "amanha", "api", "arquivo", "assets", "auth", "cidades", "embed", "eventos",
	"favicon", "fim-de-semana", "hoje", "index", "llms", "llms-full", "locais", "mcp", "mudancas",
	"oembed", "openapi", "organizadores", "paises", "problemas", "robots", "salvos", "schedule",
	"sitemap", "temas", "well-known",
}

// ownFiles reads the brand's own pages, files and templates, and checks the links of its menu.
func (r *reader) ownFiles(b *Brand) {
	reserved := reservedNames
	if first, _, _ := strings.Cut(strings.TrimPrefix(b.BasePath(), "/"), "/"); first != "" {
		reserved = append(slices.Clone(reserved), first)
	}
	r.reserved = reserved
	r.ownPages(b)
	r.static(b)
	r.spell(b)
	r.templates(b)
	r.checkMoved()
	for _, v := range r.links {
		if suggestion, ok := b.LinkFault(v.text); ok {
			v.fault("there is no page %s%s", v.text, suggestion)
		}
	}
}

// spell settles by which words the addresses of the site begin: those of the key paths, else those
// of the locale that begin no other address of the brand.
func (r *reader) spell(b *Brand) {
	keys, others := catalog.PathWords, append(slices.Clone(r.reserved), "apple-touch-icon", "site")
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
			if words[key] = word; slices.Contains(others, word) {
				words[key] = key
			}
		}
		same = same && words[key] == key
	}
	if !same {
		b.Spelling = catalog.NewSpelling(b.SiteURL, words)
	}
}

// LinkFault reports whether a path of one part (/sobre) leads nowhere: it is no page and no file of
// the brand, nor one of the site's own addresses. The suggestion is the end of a message. Other
// paths depend on the catalogue, so only a build knows them.
func (b *Brand) LinkFault(link string) (suggestion string, fault bool) {
	link, _, _ = strings.Cut(link, "?")
	link, _, _ = strings.Cut(link, "#")
	link = b.Spelling.Key(link)
	name := strings.TrimPrefix(link, "/")
	if link == "/" || strings.Contains(name, "/") {
		return "", false
	}
	var known []string
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
	return cmp.Or(suggest(link, known), ": write a page into "+pagesDir+
		", or name another path"), true
}

// ownPages reads pages/*.md.
func (r *reader) ownPages(b *Brand) {
	for _, name := range r.filesBelow(pagesDir) {
		base, ok := strings.CutSuffix(strings.TrimPrefix(name, pagesDir+"/"), ".md")
		switch {
		case !ok || strings.Contains(base, "/"):
			r.faultIn(name, 1, "is no page: write pages/<name>.md; other files lie in the folder "+
				staticDir)
		case !keyPattern.MatchString(base) || len(base) > maxPageName:
			r.faultIn(name, 1, "%q cannot be an address: use at most %d small letters a to z and "+
				"digits, with single hyphens between them, as in sobre-nos.md", base, maxPageName)
		case slices.Contains(r.reserved, base):
			r.faultIn(name, 1, "/%s is an address of the site itself: choose another name, as in "+
				"sobre-%s.md", base, base)
		case len(b.Pages) == maxOwnPages:
			r.faultIn(name, 1, "is one page too many: a brand has at most %d", maxOwnPages)
			return
		default:
			if page, ok := r.page(name); ok {
				page.Path = "/" + base
				b.Pages = append(b.Pages, page)
			}
		}
	}
	slices.SortStableFunc(b.Pages, func(x, y OwnPage) int {
		return cmp.Or(cmp.Compare(x.Order, y.Order), cmp.Compare(x.Title, y.Title),
			cmp.Compare(x.Path, y.Path))
	})
}

// page reads one page and its front matter.
func (r *reader) page(name string) (page OwnPage, ok bool) {
	text, err := readRegularFile(r.folder, name, maxPageBytes)
	if err != nil {
		r.faultIn(name, 1, "not readable: %v", err)
		return page, false
	}
	if !utf8.Valid(text) {
		r.faultIn(name, 1, "is not UTF-8: save it in that encoding")
		return page, false
	}
	source := strings.ReplaceAll(strings.TrimPrefix(string(text), "\ufeff"), "\r\n", "\n")
	rest, found := strings.CutPrefix(source, "---\n")
	head, body, closed := strings.Cut("\n"+rest, "\n---\n")
	line := strings.Count(head, "\n") + 3
	if strings.HasPrefix(source, "# ") {
		found, closed, head, body, line = true, true, "", source, 1
	}
	head, body = headed(head, body)
	if !found || !closed || strings.TrimSpace(head) == "" {
		r.faultIn(name, 1, "has no title: begin with the line # and a title, or with a line ---, "+
			"the line title: …, and a second line ---")
		return page, false
	}
	head = strings.TrimPrefix(head, "\n")
	f, faults := &yamlFile{reader: r, name: name, before: 1}, len(r.faults)
	if doc := f.document([]byte(head + "\n")); doc != nil {
		f.fill(doc, "", reflect.ValueOf(&page).Elem())
		page.File, page.Body, page.Line = name, body, line
	}
	if strings.TrimSpace(body) == "" {
		f.fault(1, "", "says nothing: write text below the front matter")
	}
	return page, len(r.faults) == faults
}

var titleLine = regexp.MustCompile(`(?m)^title:`)

// headed moves a title that the text begins with ("# Sobre") into a front matter that has none.
func headed(head, body string) (string, string) {
	start := len(body) - len(strings.TrimLeft(body, "\n"))
	first, rest, _ := strings.Cut(body[start:], "\n")
	title, ok := strings.CutPrefix(first, "# ")
	if !ok || titleLine.MatchString(head) {
		return head, body
	}
	return head + "\ntitle: " + strconv.Quote(strings.TrimSpace(title)), body[:start] + "\n" + rest
}

// faultIn reports a fault of another file than brand.yaml.
func (r *reader) faultIn(name string, line int, format string, args ...any) {
	f := yamlFile{reader: r, name: path.Clean(name)}
	f.fault(line, "", format, args...)
}
