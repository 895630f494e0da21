package page

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"html/template"
	"io/fs"
	"net/url"
	"slices"
	"strings"
	texttemplate "text/template"

	"cartaz/brands"
	"cartaz/builder/internal/country"
	"cartaz/builder/internal/theme"
	"cartaz/builder/internal/words"
	"cartaz/templates"
)

// rendererVersion is part of the fingerprint. Increase it when a change of this package changes the
// bytes of pages while the templates stay the same: a build reuses pages with the same fingerprint.
const rendererVersion = "1"

// Renderer renders the pages of one brand. It is safe for concurrent use.
type Renderer struct {
	brand *brands.Brand
	words *words.Words

	programs    programs
	frame       frame // what all pages of the brand share
	events      *eventRenderer
	assets      assets
	fingerprint string
}

// New parses the page templates in files (html/*.html, md/*.md and site.css) and computes theme and
// style sheet of the brand. It fails when a template does not parse, when the theme is not usable,
// or when the brand's logo cannot be read.
func New(b *brands.Brand, files fs.FS) (*Renderer, error) {
	said, err := words.Own(b.Locale, b.Texts)
	if err != nil {
		return nil, fmt.Errorf("brand %s: texts: %w", b.Key, err)
	}
	if files, err = templates.With(files, b.Templates); err != nil {
		return nil, err
	}
	r := &Renderer{brand: b, words: said}
	html, err := template.New("html").ParseFS(files, "html/*.html")
	if err != nil {
		return nil, r.Fault(fmt.Errorf("page templates: %w", err))
	}
	md, err := texttemplate.New("md").Funcs(markdownFuncMap()).ParseFS(files, "md/*.md")
	if err != nil {
		return nil, r.Fault(fmt.Errorf("page templates: %w", err))
	}
	if err := r.defined(html, md); err != nil {
		return nil, err
	}
	r.programs = compileTemplates(html, md, r.words)
	tokens, err := theme.Compute(b.Theme)
	if err != nil {
		return nil, fmt.Errorf("brand %s: %w", b.Key, err)
	}
	if r.assets, err = newAssets(b, r.words, tokens, files); err != nil {
		return nil, err
	}
	r.frame = newFrame(b, r.words, tokens)
	r.frame.Stylesheet, r.frame.Icon = r.assets.stylesheet.Path, r.assets.icon.Path
	r.frame.Logo, r.frame.PNGIcon = r.assets.logo.Path, r.assets.pngIcon.Path
	r.frame.posters = r.assets.previews(b.SiteURL)
	r.frame.Font, r.frame.Hero = r.assets.font, r.assets.hero
	if r.fingerprint, err = fingerprint(b, r.assets.all, files); err != nil {
		return nil, err
	}
	if err := r.programs.renderShared(&r.frame); err != nil {
		return nil, r.Fault(err)
	}
	r.events = newEventRenderer(r.programs, &r.frame,
		newGeography(r.words.Lang, country.OfLocale(r.words.Lang)))
	return r, nil
}

// Sections is what a catalogue has, as far as pages depend on it that do not show it.
type Sections struct {
	Cities, Organisers, Venues, Countries, Topics, Archive bool
	// Home is the code of the country that pages do not name, because most events are there; ""
	// for none.
	Home string
}

// WithSections returns a copy of r. Its pages link to the lists of cities, organisers and so on
// only when there are such lists. A renderer of [New] links to all of them, and does not name the
// country of the brand's locale. The sections are part of the fingerprint.
func (r *Renderer) WithSections(s Sections) (*Renderer, error) {
	c := &Renderer{
		brand: r.brand, words: r.words, programs: r.programs, frame: r.frame, assets: r.assets,
		fingerprint: fmt.Sprintf("%s-%+v", r.fingerprint, s),
	}
	c.frame.has(s)
	if err := c.programs.renderShared(&c.frame); err != nil {
		return nil, err
	}
	c.events = newEventRenderer(c.programs, &c.frame, newGeography(c.words.Lang, s.Home))
	return c, nil
}

// Words are the texts that the brand's pages say.
func (r *Renderer) Words() *words.Words { return r.words }

// Fingerprint is a digest of everything except the record on which the bytes of an event's pages
// depend: templates, brand, theme and the version of this package.
func (r *Renderer) Fingerprint() string { return r.fingerprint }

// maxOrigins limits the length of the header field of [Renderer.CSP]. With more origins the policy
// allows whole schemes instead.
const maxOrigins = 24

// CSP returns the value of Content-Security-Policy for every page of the brand. origins are the
// results of [Origin] for the event images.
func (r *Renderer) CSP(origins []string) string {
	return r.policy(origins, "'self'", "'none'")
}

// EmbedCSP is [Renderer.CSP] for the lists that pages of other sites show in a frame: the only
// pages that may stand in one.
func (r *Renderer) EmbedCSP(origins []string) string { return r.policy(origins, "'none'", "*") }

// policy is a policy with the sources of form-action and frame-ancestors given.
func (r *Renderer) policy(origins []string, forms, frames string) string {
	images := slices.Clone(origins)
	slices.Sort(images)
	images = slices.Compact(images)
	images = slices.DeleteFunc(images, func(o string) bool { return o == "" })
	if len(images) > maxOrigins {
		plain := func(o string) bool { return strings.HasPrefix(o, "http:") }
		secure := !slices.ContainsFunc(images, plain)
		images = []string{"https:"}
		if !secure {
			images = append(images, "http:")
		}
	}
	return widened(r.brand, [][]string{
		{"default-src", "'none'"}, {"style-src", "'self'"},
		append([]string{"img-src", "'self'"}, images...),
		{"connect-src", "'self'"}, {"manifest-src", "'self'"}, {"form-action", forms},
		{"base-uri", "'none'"}, {"frame-ancestors", frames},
	})
}

// Origin returns the origin of an image address, "scheme://host[:port]", for [Renderer.CSP]; ""
// when address is not http(s), or when its host has characters that a header field cannot contain.
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

// fingerprint computes the fingerprint of a renderer. Of the brand it includes the members that
// pages show.
func fingerprint(b *brands.Brand, all []Asset, files fs.FS) (string, error) {
	h := sha256.New()
	add := func(values ...string) {
		for _, v := range values {
			fmt.Fprintf(h, "%d:%s", len(v), v)
		}
	}
	add(rendererVersion, b.Name, b.Locale, b.Timezone, b.SiteURL, b.BaseURL, b.Contact, b.Notice)
	for _, asset := range all {
		add(asset.Path)
	}
	for _, folder := range []string{"html", "md"} {
		names, err := templates.Files(files, folder)
		if err != nil {
			return "", err
		}
		for _, name := range names {
			body, err := fs.ReadFile(files, name)
			if err != nil {
				return "", fmt.Errorf("page templates: %w", err)
			}
			add(name, string(body))
		}
	}
	return hex.EncodeToString(h.Sum(nil)[:16]), nil
}
