package discovery

import (
	"bytes"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"text/template"

	"cartaz/brands"
	"cartaz/builder/catalog"
	"cartaz/builder/i18n"
	"cartaz/builder/internal/markup/hygiene"
	"cartaz/builder/text"
	"cartaz/templates"
)

// facts are the values of a brand for templates.
type facts struct {
	*locale
	Key     string
	Name    string
	Locale  string
	Site    string           // address of the site
	Base    string           // address of the API
	Agents  string           // origin of MCP and A2A
	Auth    string           // address of the token service
	Contact string           // address to write to, as a link target, or ""
	Mailbox string           // mail address of the brand, or "" if its contact is none
	Domain  string           // host of the site in the form of URNs
	Pages   []brands.OwnPage // pages that the brand wrote itself and has in its menu

	BaseOnSite    bool   // the API is below the address of the site
	ContentSignal string // value of the Content-Signal line of robots.txt
	PerPage       int    // default page size of the API
	MaxPerPage    int    // largest page size of the API

	// Agent endpoints, as they describe themselves.
	MCP             catalog.MCPServer
	MCPCapabilities string
	MCPVersions     []string
	A2AVersion      string
	AgentVersion    string
	Skills          []skill // set for their index

	// The catalogue.
	Cities   []Link
	Feeds    bool          // there are feeds
	Schedule bool          // there is a schedule.xml
	Event    catalog.Event // the example, without description

	// For openapi.yaml.
	City        string // of the example, for the filters
	State       string
	Organiser   string
	Deprecation string // example of the header field
	Sunset      string // example of the header field
	VersionLink string // Link field about the end of the version, or ""
}

// newFacts returns the model of the documents of a brand.
func newFacts(b *brands.Brand, in Input) facts {
	f := facts{
		locale: localeOf(b.Locale),
		Key:    b.Key, Name: b.Name, Locale: b.Locale, Site: b.SiteURL, Base: b.BaseURL,
		// The origin of the API has no documents about authorization if it has a host of its own.
		// Some clients ask for a login if an endpoint has such documents at its origin.
		Agents:     strings.TrimSuffix(b.BaseURL, b.BasePath()),
		Auth:       b.AuthURL,
		Contact:    b.Contact,
		Domain:     "localhost",
		Pages:      menuPages(b),
		BaseOnSite: strings.HasPrefix(b.BaseURL, b.SiteURL+"/"),

		ContentSignal: ContentSignal(b.AI),
		PerPage:       catalog.DefaultPerPage,
		MaxPerPage:    catalog.MaxPerPage,

		MCP:             catalog.NewMCPServer(b.Key, b.Name, b.Locale, b.SiteURL),
		MCPCapabilities: catalog.MCPCapabilities,
		MCPVersions:     catalog.MCPVersions(),
		A2AVersion:      catalog.A2AVersion,
		AgentVersion:    catalog.AgentVersion,

		Cities:   in.Cities[:min(len(in.Cities), MaxCities)],
		Feeds:    in.Example != nil,
		Schedule: in.Schedule,
	}
	if strings.Contains(b.Contact, "@") && !strings.Contains(b.Contact, "://") {
		f.Mailbox, f.Contact = b.Contact, "mailto:"+b.Contact
	}
	// Colons of an IPv6 address would split the URN.
	if u, err := url.Parse(b.SiteURL); err == nil && !strings.Contains(u.Hostname(), ":") {
		f.Domain = strings.ToLower(u.Hostname())
	}
	f.readExample(b, in.Example)
	f.readVersion(b)
	return f
}

// menuPages returns the pages of the brand's own in its menu.
func menuPages(b *brands.Brand) []brands.OwnPage {
	return slices.DeleteFunc(slices.Clone(b.Pages), func(p brands.OwnPage) bool {
		linked := func(l brands.Link) bool { return l.Path == p.Path }
		return !p.Menu && !slices.ContainsFunc(b.Theme.Menu, linked)
	})
}

// ContentSignal returns the brand's choice about uses of its text by machines
// (draft-romm-aipref-contentsignals).
func ContentSignal(ai brands.AI) string {
	yesNo := func(v bool) string {
		if v {
			return "yes"
		}
		return "no"
	}
	return "search=" + yesNo(ai.Search) + ", ai-input=" + yesNo(ai.Input) + ", ai-train=" +
		yesNo(ai.Train)
}

const templateDir = "discovery/"

// renderText renders one template in the brand's language. The result has line feeds only and ends
// in one, whatever line ends the template's file has.
func renderText(b *brands.Brand, files templates.Set, name string, data *facts) ([]byte, error) {
	name = templateDir + name
	source, err := files.Text(name)
	if err != nil {
		return nil, err
	}
	t, err := template.New(name).Funcs(template.FuncMap{
		"md": escapeMarkdown, "quote": quote, "line": hygiene.Line, "target": linkTarget,
		"yaml": strconv.Quote, "address": b.Address,
	}).Funcs(i18n.Funcs(b.Locale, b.Texts)).Parse(strings.ReplaceAll(source, "\r\n", "\n"))
	if err != nil {
		return nil, fmt.Errorf("parse template: %w", err)
	}
	var out bytes.Buffer
	if err := t.Execute(&out, data); err != nil {
		return nil, fmt.Errorf("render template: %w", err)
	}
	body := append(bytes.TrimRight(out.Bytes(), "\n"), '\n')
	if strings.HasSuffix(name, ".yaml") { // version 1 of the API does not change
		return body, nil
	}
	return b.Spelling.AppendText(nil, body), nil
}

// quote writes s as a string of front matter.
func quote(s string) string { return text.FrontMatter(hygiene.Line(s)) }

// escapeMarkdown makes text from outside safe inside a Markdown line: it cannot open a link,
// emphasis, code, a tag or a table cell, nor end a line.
func escapeMarkdown(s string) string { return text.Markdown(hygiene.Line(s)) }

// linkTarget makes an address safe between the parentheses of a Markdown link.
func linkTarget(address string) string {
	return text.Percent(address, func(c byte) bool {
		return c <= ' ' || c >= 0x7F || strings.IndexByte(`()<>\"`, c) >= 0
	})
}
