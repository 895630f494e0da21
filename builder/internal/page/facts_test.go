package page_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"
	"golang.org/x/net/html/atom"

	"cartaz/brands"
	"cartaz/builder/catalog"
	"cartaz/builder/i18n"
	"cartaz/builder/internal/words"
)

// TestFactsAgree draws every fixture and asks both forms of its page for every
// fact of the record. The Markdown is read through an independent renderer, so
// an escape that spoils a fact is seen.
func TestFactsAgree(t *testing.T) {
	for _, b := range []*brands.Brand{palco(), confs()} {
		r := mustNew(t, b)
		for _, rec := range records(b) {
			t.Run(b.Key+"/"+rec.Slug, func(t *testing.T) {
				e := mustEvent(t, r, rec)
				page := textOf(find(parse(t, e.HTML), atom.Main)[0])
				twin := markdownText(t, e.Markdown)
				for _, fact := range facts(b, rec) {
					require.Contains(t, loose(page), loose(fact), "HTML")
					require.Contains(t, loose(twin), loose(fact), "Markdown")
				}
				for _, absent := range unknown(b, rec) {
					require.NotContains(t, page, absent, "HTML")
					require.NotContains(t, twin, absent, "Markdown")
				}
				card, line := textOf(parse(t, e.Card)), markdownText(t, e.Line)
				for _, fact := range cardFacts(b, rec) {
					require.Contains(t, loose(card), loose(fact), "card")
					require.Contains(t, loose(line), loose(fact), "line")
				}
			})
		}
	}
}

// facts are the texts that both forms must have of a record, in the brand's language.
func facts(b *brands.Brand, rec *catalog.Record) []string {
	w := words.For(b.Locale)
	state := words.StateOf(rec)
	when := w.Dates.When(rec.Starts, rec.Ends, rec.Timezone)
	all := []string{rec.Name, when.Date, when.Hours, when.Zone, when.Note, w.States.Tag(state)}
	strong, rest := w.States.Notice(rec, state)
	all = append(all, strong, rest)
	if p := rec.Location; p != nil {
		all = append(all, p.Name, p.City, p.StateAbbr, p.Address)
	}
	if rec.Producer != nil {
		all = append(all, rec.Producer.Name)
	}
	if rec.IsOnline {
		all = append(all, w.Online)
		if rec.BuyURL != "" {
			all = append(all, w.OnlineHow)
		}
	}
	if state.HasTable() && state != words.StateFree {
		for _, row := range w.Prices.Table(rec.Tickets).Rows {
			all = append(all, row.Name, row.Price, row.Fee, row.Total)
		}
		all = append(all, w.Dates.TimeRead(rec.ReadAt.In(zoneOf(b, rec))))
	}
	if state == words.StateSoldOut {
		all = append(all, w.TicketsSoldOut)
	}
	return append(all, strings.Split(cleaned(rec).Plain, "\n")...)
}

// unknown are texts that neither form may have.
func unknown(b *brands.Brand, rec *catalog.Record) []string {
	w := words.For(b.Locale)
	absent := []string{"<nil>", "%!", "0001", "ZgotmplZ"}
	if state := words.StateOf(rec); !state.HasTable() {
		for _, row := range w.Prices.Table(rec.Tickets).Rows {
			absent = append(absent, row.Name)
		}
		texts := i18n.Bind[struct {
			Type string `i18n:"event.type"`
		}]()
		absent = append(absent, texts(b.Locale).Type)
	}
	return absent
}

// cardFacts are the texts that the card and the line of a list must have.
func cardFacts(b *brands.Brand, rec *catalog.Record) []string {
	w := words.For(b.Locale)
	state := words.StateOf(rec)
	block, hour, _ := w.Dates.Card(rec.Starts, rec.Ends)
	all := []string{rec.Name, block.String(), hour, w.States.Tag(state)}
	if rec.Location != nil {
		all = append(all, rec.Location.Name, rec.Location.City, rec.Location.StateAbbr)
	}
	if state.Selling() {
		all = append(all, w.Prices.Summary(rec.Tickets).String())
	}
	return all
}

var separators = regexp.MustCompile(`[\s\x{a0},.;:()|€$£]+`)

// loose makes texts comparable across layouts: one blank between words, no
// punctuation, no case, no sign of a currency (tables of HTML have it in their
// caption).
func loose(s string) string {
	if s == "" {
		return ""
	}
	return " " + strings.TrimSpace(separators.ReplaceAllString(strings.ToLower(s), " ")) + " "
}

// markdownText returns the text that a reader sees of a Markdown page, without its front matter.
func markdownText(t *testing.T, markdown []byte) string {
	t.Helper()
	source := string(markdown)
	if rest, found := strings.CutPrefix(source, "---\n"); found {
		_, source, found = strings.Cut(rest, "\n---\n")
		require.True(t, found, "front matter is not closed")
	}
	var out strings.Builder
	md := goldmark.New(goldmark.WithExtensions(extension.GFM))
	require.NoError(t, md.Convert([]byte(source), &out))
	return textOf(parse(t, []byte(out.String())))
}
