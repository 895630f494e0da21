package page_test

import (
	"strings"
	"testing"

	ics "github.com/arran4/golang-ical"
	"github.com/stretchr/testify/require"

	"cartaz/builder/catalog"
)

// inState is evinha in a state. It has the members that the checker derives, too.
func inState(state catalog.State, change func(*catalog.Record)) *catalog.Record {
	rec := evinha()
	rec.State = state
	if change != nil {
		change(rec)
	}
	return rec
}

// TestStates: the state of an event in its source is on its page, in Markdown, in its JSON-LD, its
// calendar, its card and its line, and none of them contradicts it.
func TestStates(t *testing.T) {
	previous := func(rec *catalog.Record) {
		rec.PreviousStarts = instant(
			"2026-04-18T20:30:00-03:00")
	}
	noDate := func(rec *catalog.Record) {
		rec.PreviousStarts, rec.Starts, rec.Ends = rec.Starts, catalog.Moment{}, catalog.Moment{}
	}
	label := func(rec *catalog.Record) { rec.SaysCancelled, rec.Status = true, "CANCELADO *x*" }
	for _, tt := range []struct {
		name   string
		rec    *catalog.Record
		tag    string // of card and line
		notice string
		line   string // availability in Markdown
		status string // of JSON-LD
		offer  bool   // price and availability in JSON-LD
		ical   string // STATUS
		title  string // SUMMARY before the name
		buy    bool   // a button to buy
		link   bool   // the seller's address at all
		added  bool   // the page offers the calendar
	}{
		{"nothing said", inState("", nil), "", "", "à venda", "EventScheduled", true, "", "", true,
			true, true},
		{"scheduled", inState(catalog.Scheduled, nil), "", "", "à venda", "EventScheduled", true,
			"CONFIRMED", "", true, true, true},
		{"cancelled", inState(catalog.Cancelled, nil), "Cancelado",
			"Evento cancelado. A organização cancelou este evento. A página fica no ar como " +
				"registro.",
			"cancelado", "EventCancelled", false, "CANCELLED", "Cancelado: ", false, false, false},
		{"cancelled, its date is over", inState(catalog.Cancelled,
			func(rec *catalog.Record) { rec.IsEnded = true }), "Cancelado", "Evento cancelado.",
			"cancelado", "EventCancelled", false, "CANCELLED", "Cancelado: ", false, false, false},
		{"postponed", inState(catalog.Postponed, noDate), "Adiado",
			"Adiado. Estava marcado para sábado, 23 de maio de 2026, 21h.",
			"adiado, à venda", "EventPostponed", true, "CANCELLED", "Adiado: ", true, true, false},
		{"postponed, with a new date", inState(catalog.Postponed, previous), "Adiado",
			"Adiado. Estava marcado para sábado, 18 de abril de 2026, 20h30.",
			"adiado, à venda", "EventPostponed", true, "TENTATIVE", "Adiado: ", true, true, true},
		{"rescheduled", inState(catalog.Rescheduled, previous), "Nova data",
			"Nova data. Estava marcado para sábado, 18 de abril de 2026, 20h30.",
			"nova data, à venda", "EventRescheduled", true, "CONFIRMED", "", true, true, true},
		{"rescheduled, the old date not known", inState(catalog.Rescheduled, nil), "Nova data",
			"Nova data. A organização mudou a data deste evento.",
			"nova data, à venda", "EventRescheduled", true, "CONFIRMED", "", true, true, true},
		{"moved online", inState(catalog.MovedOnline,
			func(rec *catalog.Record) { rec.IsOnline = true }), "Agora online",
			"Agora online. A organização passou este evento para a internet.",
			"agora online, à venda", "EventMovedOnline", true, "CONFIRMED", "", true, true, true},
		{"a label that reads as cancelled", inState("", label), "CANCELADO *x*",
			"A fonte diz: “CANCELADO *x*”. Confirme com a organização antes de comprar.",
			"CANCELADO *x*", "", false, "TENTATIVE", "CANCELADO *x*: ", false, true, true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			e := mustEvent(t, mustNew(t, palco()), tt.rec)
			html, markdown := string(e.HTML), string(e.Markdown)
			page, twin := textOf(parse(t, e.HTML)), markdownText(t, e.Markdown)
			for form, text := range map[string]string{"HTML": page, "Markdown": twin} {
				require.Contains(t, loose(text), loose(tt.notice), form)
			}
			require.Contains(t, loose(twin), loose("Situação "+tt.line))
			if tt.notice == "" {
				require.NotContains(t, html, `class="notice"`)
			}
			for form, text := range map[string]string{"card": textOf(parse(t, e.Card)),
				"line": markdownText(t, e.Line)} {
				require.Contains(t, loose(text), loose(tt.tag), form)
				require.Equal(t, tt.name == "moved online" || strings.Contains(tt.tag, "online"),
					strings.Contains(text, "online"), form)
			}

			require.Equal(t, tt.buy, strings.Contains(html,
				`class="btn" href="https://ingressos.palco.example`))
			for form, text := range map[string]string{"HTML": html, "Markdown": markdown} {
				require.Equal(t, tt.link, strings.Contains(text, "https://ingressos.palco.example"),
					form)
				require.Equal(t, tt.added, strings.Contains(text, e.Path+".ics"), form)
			}
			if !tt.buy {
				require.NotContains(t, page, "Comprar ingresso")
				require.NotContains(t, markdown, "**Comprar:**")
				require.NotContains(t, markdown, "à venda\n")
				require.NotContains(t, markdown, "disponível")
			}

			if tt.rec.State != "" {
				require.Contains(t, markdown, "\nstate: \""+string(tt.rec.State)+"\"\n")
			} else {
				require.NotContains(t, markdown, "\nstate:")
			}
			require.Equal(t, tt.rec.SaysCancelled, strings.Contains(markdown,
				"\nstatus: \"CANCELADO \\u002ax\\u002a\"\n"))
			require.Equal(t, tt.rec.PreviousStarts.Known(),
				strings.Contains(markdown, "\nprevious_starts_at: \""+
					tt.rec.PreviousStarts.String()+"\"\n"))

			doc := jsonLD(t, e.HTML)
			require.NoError(t, eventSchema(t).Validate(doc))
			if tt.status == "" {
				require.NotContains(t, doc, "eventStatus")
			} else {
				require.Equal(t, "https://schema.org/"+tt.status, doc["eventStatus"])
			}
			offer, _ := doc["offers"].(map[string]any)
			require.Equal(t, tt.offer, offer["availability"] == "https://schema.org/InStock")
			require.Equal(t, tt.offer, offer["lowPrice"] == "69.00")
			if tt.rec.PreviousStarts.Known() {
				require.Equal(t, tt.rec.PreviousStarts.String(), doc["previousStartDate"])
			} else {
				require.NotContains(t, doc, "previousStartDate")
			}

			calendar := mustCalendar(t, e.Calendar)
			require.Equal(t, tt.title+tt.rec.Name,
				calendar.GetProperty(ics.ComponentPropertySummary).Value)
			status := ""
			if p := calendar.GetProperty(ics.ComponentPropertyStatus); p != nil {
				status = p.Value
			}
			require.Equal(t, tt.ical, status)
		})
	}
}
