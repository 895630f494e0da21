package page_test

import (
	"regexp"
	"strings"
	"testing"

	ics "github.com/arran4/golang-ical"
	"github.com/stretchr/testify/require"
	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"
	"golang.org/x/net/html/atom"

	"cartaz/brands"
	"cartaz/builder/catalog"
	"cartaz/builder/i18n"
	"cartaz/builder/internal/words"
	"cartaz/builder/rowstest"
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

// TestStates: the state of an event in its source is on its page, in Markdown, in its JSON-LD, its
// calendar, its card and its line, and none of them contradicts it.
func TestStates(t *testing.T) {
	changes := map[string]func(rec *catalog.Record){
		"": func(*catalog.Record) {},
		"old date known": func(rec *catalog.Record) {
			rec.PreviousStarts = instant("2026-04-18T20:30:00-03:00")
		},
		"no date": func(rec *catalog.Record) {
			rec.PreviousStarts, rec.Starts = rec.Starts, catalog.Moment{}
			rec.Ends = catalog.Moment{}
		},
		"over":   func(rec *catalog.Record) { rec.IsEnded = true },
		"online": func(rec *catalog.Record) { rec.IsOnline = true },
		"label": func(rec *catalog.Record) {
			rec.SaysCancelled, rec.Status = true, "CANCELADO *x*"
		},
	}
	for _, tt := range rowstest.Read[[]struct {
		Name   string
		State  catalog.State
		How    string // what else is known of the event
		Tag    string // of card and line
		Notice string
		Line   string // availability in Markdown
		Status string // of JSON-LD
		Offer  bool   // price and availability in JSON-LD
		Ical   string // STATUS
		Title  string // SUMMARY before the name
		Buy    bool   // a button to buy
		Link   bool   // the seller's address at all
		Added  bool   // the page offers the calendar
	}](t, "testdata/states.yaml") {
		t.Run(tt.Name, func(t *testing.T) {
			rec := evinha()
			rec.State = tt.State
			changes[tt.How](rec)
			e := mustEvent(t, mustNew(t, palco()), rec)
			html, markdown := string(e.HTML), string(e.Markdown)
			page, twin := textOf(parse(t, e.HTML)), markdownText(t, e.Markdown)
			for form, text := range map[string]string{"HTML": page, "Markdown": twin} {
				require.Contains(t, loose(text), loose(tt.Notice), form)
			}
			require.Contains(t, loose(twin), loose("Situação "+tt.Line))
			if tt.Notice == "" {
				require.NotContains(t, html, `class="notice"`)
			}
			for form, text := range map[string]string{"card": textOf(parse(t, e.Card)),
				"line": markdownText(t, e.Line)} {
				require.Contains(t, loose(text), loose(tt.Tag), form)
				require.Equal(t, tt.Name == "moved online" || strings.Contains(tt.Tag, "online"),
					strings.Contains(text, "online"), form)
			}

			require.Equal(t, tt.Buy, strings.Contains(html,
				`class="btn" href="https://ingressos.palco.example`))
			for form, text := range map[string]string{"HTML": html, "Markdown": markdown} {
				require.Equal(t, tt.Link, strings.Contains(text, "https://ingressos.palco.example"),
					form)
				require.Equal(t, tt.Added, strings.Contains(text, e.Path+".ics"), form)
			}
			if !tt.Buy {
				require.NotContains(t, page, "Comprar ingresso")
				require.NotContains(t, markdown, "**Comprar:**")
				require.NotContains(t, markdown, "à venda\n")
				require.NotContains(t, markdown, "disponível")
			}

			if rec.State != "" {
				require.Contains(t, markdown, "\nstate: \""+string(rec.State)+"\"\n")
			} else {
				require.NotContains(t, markdown, "\nstate:")
			}
			require.Equal(t, rec.SaysCancelled, strings.Contains(markdown,
				"\nstatus: \"CANCELADO \\u002ax\\u002a\"\n"))
			require.Equal(t, rec.PreviousStarts.Known(),
				strings.Contains(markdown, "\nprevious_starts_at: \""+
					rec.PreviousStarts.String()+"\"\n"))

			doc := jsonLD(t, e.HTML)
			require.NoError(t, eventSchema(t).Validate(doc))
			if tt.Status == "" {
				require.NotContains(t, doc, "eventStatus")
			} else {
				require.Equal(t, "https://schema.org/"+tt.Status, doc["eventStatus"])
			}
			offer, _ := doc["offers"].(map[string]any)
			require.Equal(t, tt.Offer, offer["availability"] == "https://schema.org/InStock")
			require.Equal(t, tt.Offer, offer["lowPrice"] == "69.00")
			if rec.PreviousStarts.Known() {
				require.Equal(t, rec.PreviousStarts.String(), doc["previousStartDate"])
			} else {
				require.NotContains(t, doc, "previousStartDate")
			}

			calendar := mustCalendar(t, e.Calendar)
			require.Equal(t, tt.Title+rec.Name,
				calendar.GetProperty(ics.ComponentPropertySummary).Value)
			status := ""
			if p := calendar.GetProperty(ics.ComponentPropertyStatus); p != nil {
				status = p.Value
			}
			require.Equal(t, tt.Ical, status)
		})
	}
}
