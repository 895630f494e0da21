package keep

import (
	"crypto/sha256"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"cartaz/brands"
	"cartaz/builder/search/lang"
	"cartaz/templates"
)

// Print names everything besides records that the bytes of a release depend on. Each part covers
// what can change alone: a new synonym or language draws no page, a new word in /sobre or /llms.txt
// only that document, a new day the pages of days and the home page.
type Print struct {
	Pages     string   // the inputs of all pages, or "" if unknown: then nothing is kept
	Index     string   // the other inputs of the documents of the search index
	Languages lang.Set // of the search index
	Rest      string   // the other inputs of a release, as the brand's own pages and files
	Days      string   // the decisions of the clock
}

// PrintOf returns the print of a brand, except its languages and days. all has the inputs of all
// pages besides the brand and the templates, rest those of some pages only.
func PrintOf(b *brands.Brand, files templates.Set, all any, rest ...any) (p Print) {
	program := Program()
	if program == "" {
		return p
	}
	indexed := *b
	indexed.Static, indexed.Groups = nil, nil
	indexed.Pages = slices.Clone(b.Pages)
	for i := range indexed.Pages { // the words of menu and footer stay
		own := &indexed.Pages[i]
		own.Body, own.Description, own.Line = "", "", 0
	}
	drawn := indexed
	drawn.Search = brands.Search{}
	const documents = "discovery/"
	of := func(b *brands.Brand, more any, wanted func(file string) bool) string {
		h := sha256.New()
		fmt.Fprintf(h, "%s %x %+v", program, b.Hash(), more)
		for _, name := range files.Below("") {
			if wanted(name) {
				fmt.Fprintf(h, "%q %q", name, files[name])
			}
		}
		return fmt.Sprintf("%x", h.Sum(nil)[:16])
	}
	none := func(string) bool { return false }
	p.Pages = of(&drawn, all, func(name string) bool { return !strings.HasPrefix(name, documents) })
	p.Index = of(&indexed, nil, none)
	p.Rest = of(b, rest, func(name string) bool { return strings.HasPrefix(name, documents) })
	return p
}

// String returns the form in a manifest, which [ReadPrint] reads, or "" for an unknown print.
func (p Print) String() string {
	if p.Pages == "" {
		return ""
	}
	return strings.Join([]string{p.Pages, p.Index, strconv.FormatUint(uint64(p.Languages), 16),
		p.Rest, p.Days}, "-")
}

// ReadPrint reads the form that String wrote; any other text is an unknown print.
func ReadPrint(text string) Print {
	parts := strings.Split(text, "-")
	if len(parts) != 5 {
		return Print{}
	}
	languages, err := strconv.ParseUint(parts[2], 16, 32)
	if err != nil {
		return Print{}
	}
	return Print{parts[0], parts[1], lang.Set(languages), parts[3], parts[4]}
}

// SameIndex reports whether the documents of the search index are made as by p.
func (p Print) SameIndex(o Print) bool { return p.Pages == o.Pages && p.Index == o.Index }
