package page_test

import (
	"strings"
	"testing"

	ics "github.com/arran4/golang-ical"
	"github.com/stretchr/testify/require"

	"cartaz/builder/catalog"
	"cartaz/builder/rowstest"
)

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
