package page

import (
	"html/template"
	"net/url"
	"strings"

	"cartaz/brands"
	"cartaz/builder/internal/markup"
	"cartaz/builder/internal/words"
)

// frame is what every page has around its content. Models embed it, so that
// templates reach its members as their own.
type frame struct {
	W     *words.Words
	Brand *brands.Brand

	Stylesheet, Icon, Logo string // addresses of assets; Logo "" for the drawn mark
	Light, Dark            string // theme-color of the two schemes
	Contact                *Link
	OpenAPI                string
	HasCities              bool
	HasOrganisers          bool

	Masthead, Footer, End template.HTML // what all pages of the brand share, drawn once: see dress

	Heading     string // h1 and og:title
	Title       string // title element
	Description string // at most maxDescription characters
	Path        string
	Image       string      // og:image; "" for none
	JSONLD      template.JS // "" for none
	Crumbs      []Link      // without the page itself
	InEvents    bool        // the page is the one that the navigation calls Eventos
	Marked      bool        // the page is cut at marks for the server

	canonical, markdown string // the absolute addresses of the page and its twin, when set
}

// Link is an address with its text. Type is the media type of what it leads to,
// "" for a page.
type Link struct{ Path, Label, Type string }

// Frame is f itself: templates hand it on, because they find the members of an
// embedded struct by a search that costs more than the rest of the frame.
func (f *frame) Frame() *frame { return f }

// Canonical is the absolute address of the page.
func (f *frame) Canonical() string {
	if f.canonical == "" {
		return f.Brand.SiteURL + f.Path
	}
	return f.canonical
}

// MarkdownPath is the address of the Markdown twin.
func (f *frame) MarkdownPath() string {
	if f.markdown == "" {
		return twin("", f.Path)
	}
	return f.markdown[len(f.Brand.SiteURL):]
}

// MarkdownURL is the absolute address of the Markdown twin.
func (f *frame) MarkdownURL() string {
	if f.markdown == "" {
		return twin(f.Brand.SiteURL, f.Path)
	}
	return f.markdown
}

// URL makes an address of the site absolute, for Markdown.
func (f *frame) URL(path string) string { return f.Brand.SiteURL + path }

// TwinURL is the absolute address of the Markdown twin of a page.
func (f *frame) TwinURL(path string) string { return twin(f.Brand.SiteURL, path) }

// twin is the address of a page's Markdown twin on a site; a query stays behind
// it.
func twin(site, path string) string {
	return string(appendTwin(append(make([]byte, 0, len(site)+len(path)+len("/index.md")), site...), path))
}

func appendTwin(b []byte, path string) []byte {
	path, query, found := strings.Cut(path, "?")
	if path == "/" {
		path = "/index"
	}
	b = append(append(b, path...), ".md"...)
	if found {
		b = append(append(b, '?'), query...)
	}
	return b
}

func (r *Renderer) newFrame() frame {
	f := frame{W: r.words, Brand: r.brand, OpenAPI: r.brand.BaseURL + "/openapi.json", HasCities: true, HasOrganisers: true}
	f.Light, f.Dark = r.theme.ThemeColors()
	f.Contact = contactLink(r.brand.Contact)
	return f
}

// dress draws the parts of the frame that are the same on every page, once. For
// each event they would add a quarter to the time of its templates
// (BenchmarkEventTemplates).
func (r *Renderer) dress(f *frame) error {
	for _, part := range []struct {
		name string
		into *template.HTML
	}{{"masthead", &f.Masthead}, {"footer", &f.Footer}, {"end", &f.End}} {
		drawn, err := r.appendHTML(nil, part.name, f)
		if err != nil {
			return err
		}
		*part.into = template.HTML(drawn)
	}
	return nil
}

// contactLink is the brand's contact as a link, nil for none. It is an address
// on the web or an e-mail address.
func contactLink(contact string) *Link {
	if contact == "" {
		return nil
	}
	if u, err := url.Parse(contact); err == nil && (u.Scheme == "http" || u.Scheme == "https") {
		return &Link{Path: contact, Label: strings.TrimSuffix(u.Host+u.Path, "/")}
	}
	return &Link{Path: "mailto:" + contact, Label: contact}
}

// crumbs are the links above a page's title: home, then those given.
func (r *Renderer) crumbs(more ...Link) []Link {
	return append([]Link{r.homeCrumb()}, more...)
}

func (r *Renderer) homeCrumb() Link { return Link{Path: "/", Label: r.words.Home()} }

func (r *Renderer) eventsCrumb() Link { return Link{Path: "/eventos", Label: r.words.Events()} }

// page fills a copy of the frame for one page.
func (r *Renderer) page(path, heading, description string) frame {
	f := r.frame
	f.Path, f.Heading, f.Description = path, heading, markup.Summary(description, maxDescription)
	f.Title = r.words.Title(heading, r.brand.Name)
	f.markdown = twin(r.brand.SiteURL, path)
	if end := len(r.brand.SiteURL) + len(path); f.markdown[len(r.brand.SiteURL):end] == path {
		f.canonical = f.markdown[:end] // the same but for its end
	}
	return f
}

// maxDescription is how many characters of a description search engines show.
const maxDescription = 160
