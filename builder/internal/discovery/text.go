package discovery

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"text/template"
	"unicode"

	"cartaz/brands"
	"cartaz/builder/catalog"
	"cartaz/builder/i18n"
	"cartaz/builder/internal/page/escape"
	"cartaz/templates"
)

// brandFacts are the values of a brand for text templates.
type brandFacts struct {
	Name    string
	Site    string           // address of the site
	Base    string           // address of the API
	Agents  string           // origin of MCP and A2A
	Auth    string           // address of the token service
	Contact string           // address to write to, as a link target; "" for none
	Pages   []brands.OwnPage // that the brand wrote itself and has in its menu

	LoginAnchor   string // id of the login section of auth.md
	ContentSignal string // value of the Content-Signal line of robots.txt
	PerPage       int    // default page size of the API
	MaxPerPage    int    // greatest page size of the API
}

func facts(b *brands.Brand) brandFacts {
	return brandFacts{
		Name: b.Name, Site: b.SiteURL, Base: b.BaseURL, Agents: agentURL(b), Auth: b.AuthURL,
		Contact:       contactTarget(b.Contact),
		LoginAnchor:   loginAnchor(b),
		ContentSignal: ContentSignal(b.AI),
		Pages:         menuPages(b),
		PerPage:       catalog.DefaultPerPage,
		MaxPerPage:    catalog.MaxPerPage,
	}
}

// menuPages are the pages of the brand's own that its menu leads to.
func menuPages(b *brands.Brand) []brands.OwnPage {
	return slices.DeleteFunc(slices.Clone(b.Pages), func(p brands.OwnPage) bool {
		linked := func(l brands.Link) bool { return l.Path == p.Path }
		return !p.Menu && !slices.ContainsFunc(b.Theme.Menu, linked)
	})
}

// isMailbox tells the two forms of a brand's contact apart.
func isMailbox(contact string) bool {
	return strings.Contains(contact, "@") && !strings.Contains(contact, "://")
}

func contactTarget(contact string) string {
	if isMailbox(contact) {
		return "mailto:" + contact
	}
	return contact
}

// ContentSignal is the brand's choice about uses of its text by machines
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

// renderText renders one template in the brand's language. The result has line
// feeds only and ends in one, whatever the template's file has.
func renderText(b *brands.Brand, files templates.Set, name string, data any) ([]byte, error) {
	name = templateDir + name
	source, err := files.Text(name)
	if err != nil {
		return nil, err
	}
	t, err := template.New(name).Funcs(template.FuncMap{
		"md": escapeMarkdown, "quote": quote, "line": oneLine, "target": linkTarget,
		"yaml": strconv.Quote,
	}).Funcs(i18n.Funcs(b.Locale, b.Texts)).Parse(strings.ReplaceAll(source, "\r\n", "\n"))
	if err != nil {
		return nil, fmt.Errorf("parse template: %w", err)
	}
	var out bytes.Buffer
	if err := t.Execute(&out, data); err != nil {
		return nil, fmt.Errorf("render template: %w", err)
	}
	body := append(bytes.TrimRight(out.Bytes(), "\n"), '\n')
	if strings.HasSuffix(name, openAPIName) { // version 1 of the API does not change
		return body, nil
	}
	return b.Spelling.AppendText(nil, body), nil
}

// llmsFacts are the values for the template of llms.txt.
type llmsFacts struct {
	brandFacts
	Cities   []Link
	Feeds    bool // there are feeds
	Schedule bool // there is a schedule.xml
}

func renderLLMs(b *brands.Brand, in Input, files templates.Set) ([]byte, error) {
	return renderText(b, files, "llms.txt", llmsFacts{brandFacts: facts(b),
		Cities: in.Cities[:min(len(in.Cities), MaxCities)], Feeds: in.Example != nil,
		Schedule: in.Schedule})
}

// quote writes s as a string of front matter.
func quote(s string) string { return escape.FrontMatter(oneLine(s)) }

// oneLine makes text from outside safe to stand inside a line: line breaks and
// other control characters become spaces, runs of spaces become one, and the
// characters that turn the direction of what follows are dropped.
func oneLine(s string) string {
	s = strings.Map(func(r rune) rune {
		switch {
		case unicode.Is(unicode.Bidi_Control, r):
			return -1
		case unicode.IsControl(r):
			return ' '
		}
		return r
	}, s)
	return strings.Join(strings.Fields(s), " ")
}

// escapeMarkdown makes text from outside safe inside a Markdown line: it can
// open no link, emphasis, code, tag or table cell, and end no line.
func escapeMarkdown(s string) string { return escape.Markdown(oneLine(s)) }

// linkTarget makes an address safe between the parentheses of a Markdown link.
func linkTarget(address string) string {
	return escape.Percent(address, func(c byte) bool {
		return c <= ' ' || c >= 0x7F || strings.IndexByte(`()<>\"`, c) >= 0
	})
}
