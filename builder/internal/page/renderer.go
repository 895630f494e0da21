package page

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"html/template"
	"io/fs"
	"net/url"
	"os"
	"slices"
	"strings"
	"sync"
	texttemplate "text/template"
	"time"

	"cartaz/brands"
	"cartaz/builder/internal/theme"
	"cartaz/builder/internal/words"
	"cartaz/templates"
)

// version counts the changes of this package that change the bytes of pages
// without a change of templates: a build reuses pages drawn by the same one.
const version = "1"

// Renderer draws the pages of one brand. It is safe for concurrent use.
type Renderer struct {
	brand *brands.Brand
	words *words.Words
	theme theme.Tokens

	programs    programs
	frame       frame // what all pages of the brand share
	host        string
	countries   map[string]string
	stylesheet  Asset
	assets      []Asset
	fingerprint string
	zones       sync.Map  // IANA name -> *time.Location, nil when unknown
	drawings    sync.Pool // *drawing
	reads       sync.Map  // *time.Location -> *readPrices
	cities      cityCache
}

// Asset is one immutable file of a brand: its address holds the hash of its
// bytes.
type Asset struct {
	Path      string
	MediaType string
	Body      []byte
}

// New parses the page templates in files (html/*.html, md/*.md and site.css) and
// computes theme and style sheet of the brand. It fails when a template does
// not parse, when the theme is not usable or when the brand's logo cannot be
// read.
func New(b *brands.Brand, files fs.FS) (*Renderer, error) {
	r := &Renderer{brand: b, words: words.For(b.Locale), countries: countryCodes()}
	html, err := template.New("html").ParseFS(files, "html/*.html")
	if err != nil {
		return nil, fmt.Errorf("page templates: %w", err)
	}
	md, err := texttemplate.New("md").Funcs(markdownFuncMap()).ParseFS(files, "md/*.md")
	if err != nil {
		return nil, fmt.Errorf("page templates: %w", err)
	}
	r.programs = compile(html, md, r.words)
	if r.theme, err = theme.Compute(b.Theme); err != nil {
		return nil, fmt.Errorf("brand %s: %w", b.Key, err)
	}
	r.frame = r.newFrame()
	if err := r.addAssets(files); err != nil {
		return nil, err
	}
	if err := r.hash(files); err != nil {
		return nil, err
	}
	if u, err := url.Parse(b.SiteURL); err == nil {
		r.host = u.Hostname()
	}
	if err := r.dress(&r.frame); err != nil {
		return nil, err
	}
	return r, nil
}

// WithSections is a copy of r whose pages link to the home page's lists of
// cities and organisers only when there are any. A renderer of [New] links to
// both. The two facts are part of the fingerprint.
func (r *Renderer) WithSections(cities, organisers bool) (*Renderer, error) {
	c := &Renderer{
		brand: r.brand, words: r.words, theme: r.theme, programs: r.programs, frame: r.frame, host: r.host,
		countries: r.countries, stylesheet: r.stylesheet, assets: r.assets,
		fingerprint: fmt.Sprintf("%s-%t-%t", r.fingerprint, cities, organisers),
	}
	c.frame.HasCities, c.frame.HasOrganisers = cities, organisers
	if err := c.dress(&c.frame); err != nil {
		return nil, err
	}
	return c, nil
}

// Fingerprint names everything but the record that the bytes of an event's
// pages depend on: templates, brand, theme and the code of this package.
func (r *Renderer) Fingerprint() string { return r.fingerprint }

// Assets are all immutable files of the brand: style sheet, icon and, when the
// brand has one, its logo.
func (r *Renderer) Assets() []Asset { return slices.Clone(r.assets) }

// maxOrigins bounds the header field of [Renderer.CSP]; beyond it whole schemes
// are allowed instead.
const maxOrigins = 24

// CSP is the value of Content-Security-Policy for every page of the brand.
// origins are those of event images, as [Origin] gives them.
func (r *Renderer) CSP(origins []string) string {
	images := slices.Clone(origins)
	slices.Sort(images)
	images = slices.Compact(images)
	images = slices.DeleteFunc(images, func(o string) bool { return o == "" })
	if len(images) > maxOrigins {
		secure := !slices.ContainsFunc(images, func(o string) bool { return strings.HasPrefix(o, "http:") })
		images = []string{"https:"}
		if !secure {
			images = append(images, "http:")
		}
	}
	return "default-src 'none'; style-src 'self'; img-src " + strings.Join(append([]string{"'self'"}, images...), " ") +
		"; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
}

// Origin is the origin of an image address, "scheme://host[:port]", for
// [Renderer.CSP]; "" when address is not http(s) or its host could not stand in
// a header field.
func Origin(address string) string {
	u, err := url.Parse(address)
	if err != nil || (u.Scheme != "http" && u.Scheme != "https") || u.Host == "" {
		return ""
	}
	host := strings.ToLower(u.Host)
	for _, c := range []byte(host) {
		if (c < 'a' || c > 'z') && (c < '0' || c > '9') && strings.IndexByte("-._:[]", c) < 0 {
			return ""
		}
	}
	return u.Scheme + "://" + host
}

func (r *Renderer) addAssets(files fs.FS) error {
	rules, err := fs.ReadFile(files, "site.css")
	if err != nil {
		return fmt.Errorf("style sheet: %w", err)
	}
	r.stylesheet = newAsset("text/css; charset=utf-8", "css", minifyCSS(r.theme.CSS()+string(rules)))
	icon := newAsset("image/svg+xml", "svg", markSVG(r.theme.Light.Brand.String()))
	r.assets = []Asset{r.stylesheet, icon}
	if r.brand.Theme.Logo != "" {
		body, err := os.ReadFile(r.brand.Theme.Logo)
		if err != nil {
			return fmt.Errorf("brand %s: logo: %w", r.brand.Key, err)
		}
		logo := newAsset("image/svg+xml", "svg", string(body))
		r.assets = append(r.assets, logo)
		r.frame.Logo = logo.Path
	}
	r.frame.Stylesheet, r.frame.Icon = r.stylesheet.Path, icon.Path
	return nil
}

func newAsset(mediaType, extension, body string) Asset {
	sum := sha256.Sum256([]byte(body))
	return Asset{Path: "/assets/" + hex.EncodeToString(sum[:8]) + "." + extension, MediaType: mediaType, Body: []byte(body)}
}

// hash makes the fingerprint. The brand goes in by the members that pages show.
func (r *Renderer) hash(files fs.FS) error {
	h := sha256.New()
	add := func(values ...string) {
		for _, v := range values {
			fmt.Fprintf(h, "%d:%s", len(v), v)
		}
	}
	b := r.brand
	add(version, b.Name, b.Locale, b.Timezone, b.SiteURL, b.BaseURL, b.Contact, b.Notice)
	for _, asset := range r.assets {
		add(asset.Path)
	}
	for _, folder := range []string{"html", "md"} {
		names, err := templates.Files(files, folder)
		if err != nil {
			return err
		}
		for _, name := range names {
			body, err := fs.ReadFile(files, name)
			if err != nil {
				return fmt.Errorf("page templates: %w", err)
			}
			add(name, string(body))
		}
	}
	r.fingerprint = hex.EncodeToString(h.Sum(nil)[:16])
	return nil
}

// zone is the place that a record's clock runs in, or the brand's; nil when
// neither is known.
func (r *Renderer) zone(name string) *time.Location {
	if name == "" {
		return r.brand.Zone
	}
	if known, ok := r.zones.Load(name); ok {
		return known.(*time.Location)
	}
	loc, err := time.LoadLocation(name)
	if err != nil {
		loc = r.brand.Zone
	}
	r.zones.Store(name, loc)
	return loc
}
