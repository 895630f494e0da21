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

// Print names everything besides records that the bytes of a release depend on, in parts that
// change alone: another synonym or language draws no page, another word of /sobre or of /llms.txt
// that document alone, another day the pages of days and the home page.
type Print struct {
	Pages     string   // what draws pages; "" when it is not known: then nothing is kept
	Index     string   // what else goes into the documents of the search index
	Languages lang.Set // of the search index
	Rest      string   // what else is in a release, as the brand's own pages and files
	Days      string   // what the clock decides
}

// PrintOf returns the print of a brand, but for its languages and days. all is what all pages
// depend on besides the brand and the templates, rest what some of them do.
func PrintOf(b *brands.Brand, files templates.Set, all any, rest ...any) (p Print) {
	program := Program()
	if program == "" {
		return p
	}
	indexed := *b
	indexed.Static, indexed.Groups = nil, nil
	indexed.Pages = slices.Clone(b.Pages)
	for i := range indexed.Pages { // what stays is what menu and footer say
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

// String is the form in a manifest, which [ReadPrint] reads; "" of one that is not known.
func (p Print) String() string {
	if p.Pages == "" {
		return ""
	}
	return strings.Join([]string{p.Pages, p.Index, strconv.FormatUint(uint64(p.Languages), 16),
		p.Rest, p.Days}, "-")
}

// ReadPrint reads what String has written; of anything else it is not known.
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
