package page

import (
	"html"
	"html/template"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/text/language"
	"golang.org/x/text/language/display"

	"cartaz/brands"
	"cartaz/builder/catalog"
	"cartaz/builder/i18n"
	"cartaz/builder/internal/markup"
	"cartaz/builder/internal/page/assets"
	"cartaz/builder/internal/theme"
	"cartaz/builder/internal/words"
	"cartaz/builder/text"
)

// frame is the part of the model that every page has: head, masthead and footer. Models embed it,
// so that templates use its members directly.
type frame struct {
	brandFrame

	// Alternates holds the sites of the same catalogue, by language, this one among them.
	Alternates []alternate

	Heading     string // h1 and og:title
	Title       string // title element
	Description string // at most maxDescription characters
	Path        string
	Shared      string // og:title: the heading, or the text of a search
	Image       string // og:image
	ImageAlt    string // what the image shows
	ImageWidth  string // in pixels; "" for an image from elsewhere
	ImageHeight string
	JSONLD      template.JS // the subject of the page, or ""
	Trail       template.JS // the place of the page in the site, or ""
	Crumbs      []Link      // without the page itself
	Follow      string      // the address to which calendar and feeds add an ending, or ""
	Schedule    string      // the address of the programme for apps, or ""
	Narrow      *Facet      // the limits of the search form; nil for all events
	InEvents    bool        // the page is the one that the navigation calls Eventos
	Snippet     string      // HTML that shows its events on another site, or ""
	NoIndex     bool        // search engines follow its links and do not list it
	Marked      bool        // the page is cut at marks for the server

	picture []byte // that the page brings along for links; or nil
}

// brandFrame is the part of a frame that is the same on all pages of a brand.
type brandFrame struct {
	W     *words.Words
	Brand *brands.Brand

	// Addresses of assets; Logo is "" for the icon and the name.
	Stylesheet, GridRules, Icon, Logo string

	Script   string        // address of the script of event pages, or ""
	LogoDark template.HTML // the source element of the dark scheme; "" with one logo

	Font        string // address of the brand's own font, or ""
	Hero        assets.Picture
	Light, Dark string // theme-color of the two schemes
	Contact     *Link
	Sections

	Masthead, Footer template.HTML // rendered by renderShared

	assets *assets.Set
	open   func(path string) ([]byte, error) // a file of a copy
}

// Link is an address with its text. Type is the media type of its target, "" for a page.
type Link struct{ Path, Label, Type string }

// Frame returns f. Templates pass it on to the shared fragments: looking up a member of an embedded
// struct by reflection costs more than the rest of the frame.
func (f *frame) Frame() *frame { return f }

// Canonical returns the absolute address of the page.
func (f *frame) Canonical() string { return f.URL(f.Path) }

// Self returns Canonical. In a result page the mark follows at which the edge inserts the query.
func (f *frame) Self() string {
	self := f.Canonical()
	if f.Marked {
		self += "⟦self⟧"
	}
	return self
}

// MarkdownURL returns the absolute address of the Markdown twin.
func (f *frame) MarkdownURL() string { return f.TwinURL(f.Path) }

// Host returns the authority of the site, for addresses with another scheme.
func (f *brandFrame) Host() string {
	_, host, _ := strings.Cut(f.Brand.SiteURL, "://")
	return host
}

// URL makes an address of the site absolute, for Markdown.
func (f *brandFrame) URL(path string) string { return f.Brand.Address(path) }

// TwinURL returns the absolute address of the Markdown twin of a page.
func (f *brandFrame) TwinURL(path string) string { return f.URL(catalog.TwinPath(path)) }

// newFrame returns the frame of a brand without the parts of one page, and without assets and
// shared fragments.
func newFrame(b *brands.Brand, w *words.Words, t theme.Tokens) frame {
	f := frame{brandFrame: brandFrame{W: w, Brand: b}}
	f.Sections = Sections{true, true, true, true, true, true, true, false, ""}
	f.Light, f.Dark = t.Light.BG.String(), t.Dark.BG.String()
	f.Contact = contactLink(b.Contact)
	f.Alternates = alternates(b)
	return f
}

// alternate is the site of the catalogue in one language. Name is the language's own name, and
// OpenGraph its value of og:locale:alternate; both are "" if there is none, and for the language of
// the page.
type alternate struct {
	Lang, Name, OpenGraph string

	site *brands.Alternate
}

// URL returns the absolute address of a page on that site.
func (a *alternate) URL(path string) string { return a.site.Address(path) }

// alternates returns the sites of a brand's catalogue in all languages, for the head and the menu
// of pages.
func alternates(b *brands.Brand) []alternate {
	var list []alternate
	for i := range b.Alternates {
		a := alternate{Lang: b.Alternates[i].Lang, site: &b.Alternates[i]}
		tag, err := language.Parse(a.Lang)
		if err == nil && a.Lang != b.Locale && a.Lang != brands.XDefault {
			a.Name = words.UpperFirst(display.Self.Name(tag))
			if slices.Contains(i18n.Names(), a.Lang) {
				a.OpenGraph = words.For(a.Lang).OpenGraphLocale
			}
		}
		list = append(list, a)
	}
	return list
}

// indexCrumb links to a list of all groups of one kind or, if there is no such list, to the events.
func (f *brandFrame) indexCrumb(path string) Link {
	if !f.Has(path) {
		return f.eventsCrumb()
	}
	w := f.W
	return Link{Path: path, Label: map[string]string{catalog.CitiesPath: w.Cities,
		catalog.OrganisersPath: w.Organisers, catalog.VenuesPath: w.Venues,
		catalog.CountriesPath: w.Countries, catalog.TopicsPath: w.Topics,
		catalog.ArtistsPath: w.Artists}[path]}
}

// shows makes the drawn picture of a page the image that links to this one show.
func (f *frame) shows(path, alt string, photo bool) {
	f.Image, f.ImageAlt = f.URL(catalog.PicturePath(path, photo)), alt
	f.ImageWidth = strconv.Itoa(catalog.PictureWidth)
	f.ImageHeight = strconv.Itoa(catalog.PictureHeight)
}

// draw draws the picture that links to the page show, with the copy of a picture at a path if that
// is not "". The home page has the hero of the brand. A file that cannot be read is an error where
// it is added to the release.
func (f *frame) draw(s assets.Share, palette int, photo string) {
	s.Brand, s.Palette, s.Mark = f.Brand.Name, f.assets.SharePalettes[palette], f.assets.Mark
	switch s.Half = f.Many && f.Path != "/"; {
	case f.Path == "/":
		s.Photo = f.assets.HeroPhoto
	case photo != "" && !s.Half:
		s.Photo, _ = f.open(photo)
	}
	f.picture = s.Draw()
	f.shows(f.Path, f.Description, s.Photo != nil)
	if s.Half {
		f.ImageWidth = "" // and so no height
	}
}

// fewEvents is a number of events whose page has no picture of its own for links.
const fewEvents = 4

// copied matches the file of a copy on a card.
var copied = regexp.MustCompile(`<img src="([^"]+)" srcset=`)

// drawList draws that picture for a list of events, with their number, the names on its first cards
// and the first copy of a picture on a card.
func (f *frame) drawList(count int, name, where string, cards []template.HTML) {
	if count <= fewEvents && f.Path != "/" {
		return
	}
	number, events, _ := strings.Cut(f.W.Lists.Events.Count(count), " ")
	lines, photo := []string{where}, ""
	for i, card := range cards {
		if found := copied.FindStringSubmatch(string(card)); found != nil && photo == "" {
			photo = found[1]
		}
		if i >= 3 {
			continue
		}
		_, rest, _ := strings.Cut(string(card), `<h3 dir="auto">`)
		_, rest, _ = strings.Cut(rest, ">")
		first, _, _ := strings.Cut(rest, "<")
		lines = append(lines, html.UnescapeString(first))
	}
	f.draw(assets.Share{Date: words.DateBlock{Lines: []words.DateLine{
		{Text: number, Strong: true}, {Text: events}}},
		Name: name, Lines: lines}, 0, photo)
}

// renderShared renders once the fragments of the frame that are the same on every page. Rendered
// for each event, they would add a quarter to the time of its templates.
func (p programs) renderShared(f *frame) error {
	for _, part := range []struct {
		name string
		into *template.HTML
	}{{"masthead", &f.Masthead}, {"footer", &f.Footer}} {
		drawn, err := p.append(nil, p.html, part.name, f)
		if err != nil {
			return err
		}
		*part.into = template.HTML(drawn)
	}
	return nil
}

// contactLink returns the brand's contact, a web or e-mail address, as a link, or nil.
func contactLink(contact string) *Link {
	if contact == "" {
		return nil
	}
	if u, err := url.Parse(contact); err == nil && (u.Scheme == "http" || u.Scheme == "https") {
		return &Link{Path: contact, Label: strings.TrimSuffix(u.Host+u.Path, "/")}
	}
	return &Link{Path: "mailto:" + contact, Label: contact}
}

// crumbs returns the breadcrumb links above a page's title: home, then more.
func (f *brandFrame) crumbs(more ...Link) []Link {
	return append([]Link{{Path: "/", Label: f.W.Home}}, more...)
}

func (f *brandFrame) eventsCrumb() Link {
	return Link{Path: catalog.EventsPath, Label: f.W.Events}
}

func (f *brandFrame) agendaCrumb() Link {
	return Link{Path: catalog.AgendaPath, Label: f.W.Agenda}
}

// page returns a copy of the brand's frame, filled for one page.
func (f frame) page(path, heading, description string) frame {
	f.Path, f.Heading, f.Description = path, heading, markup.Summary(description, maxDescription)
	f.Title, f.Shared = words.Title(short(heading), f.Brand.Name), heading
	f.shows("/", f.W.PosterAlt.Text(f.Brand.Name), f.assets.HeroPhoto != nil)
	return f
}

// shareLinks returns links that open another program with a text and the address of the page.
func (f *frame) shareLinks(said string) []Link {
	body := text.QueryValue(said + "\n" + f.Canonical())
	return []Link{{Path: "https://wa.me/?text=" + body, Label: "WhatsApp"},
		{Path: "mailto:?subject=" + text.QueryValue(f.Heading) + "&body=" + body,
			Label: f.W.Email}}
}

// short cuts a heading for the title element, because search engines show no more of it.
func short(heading string) string { return markup.Summary(heading, maxTitle) }

// maxTitle is the largest number of characters of a heading in the title element.
const maxTitle = 65

// maxDescription is the largest number of characters of a description that search engines show.
const maxDescription = 160
